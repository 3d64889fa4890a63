"""The app with a planted fault: PostgreSQL commits asynchronously."""

import sys

from kalooki_ref.cli import main
from kalooki_ref.store import postgres

if __name__ == "__main__":
    postgres.SETTINGS["synchronous_commit"] = postgres.EXPECTED["synchronous_commit"] = "off"
    sys.exit(main())
