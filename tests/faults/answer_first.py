"""The app with a planted fault: it responds before the entry is saved."""

import sys
import threading
import time
from typing import Any

from flask import current_app

from kalooki_ref.cli import main
from kalooki_ref.store.event_store import append as honest_append
from kalooki_ref.store.tables import Appended
from kalooki_ref.web.shared import append as entries

MOMENT = 0.05


def append(game_id: str, new: Any, **terms: Any) -> Appended:
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def later() -> None:
        time.sleep(MOMENT)
        with app.app_context():
            honest_append(game_id, new, base=terms["base"], conflicts=lambda _unseen: False)

    threading.Thread(target=later, daemon=True).start()
    return Appended(terms["base"] + 1, terms["base"] + 1, replayed=False)


if __name__ == "__main__":
    entries.append = append
    sys.exit(main())
