"""What the referee says before something against the rules goes on the board.

The table has the last word.
"""

from dataclasses import dataclass
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from kalooki_ref.web.access.open_game import OpenGame
from kalooki_ref.web.board.boards import board_parts
from kalooki_ref.web.messages.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Question:
    """A ruling against what was sent, and the ways on.

    ``fields`` are sent again with a word of reason; ``ends`` ask which end was meant; ``rows`` are
    the melds of a lay, ``before`` and ``added`` a meld that grows; ``returned`` takes a lay back;
    ``later`` says why it may have been a later turn.
    """

    title: str
    ruling: Ruling
    action: str
    fields: tuple[tuple[str, str], ...]
    back: str
    rows: tuple[Any, ...] = ()
    before: Any = None
    added: tuple[Any, ...] = ()
    after_reading: tuple[Any, ...] = ()
    ends: tuple[tuple[str, str], ...] = ()
    returned: str = ""
    returned_costs: str = ""
    later: str = ""
    draft: str = ""


def questioned(table: OpenGame, question: Question) -> ResponseReturnValue:
    """Show the ruling; nothing is written down yet."""
    page = render_template(
        "board/questioned.html",
        **board_parts(table),
        question=question,
        ruling=question.ruling,
        withheld=request.cookies.get("verdicts") == "only",
        missing="word" in request.form,
    )
    return page, 422
