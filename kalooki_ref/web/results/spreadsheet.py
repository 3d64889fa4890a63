"""The scores of a game as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence

from flask import request

from kalooki_ref.decoding import BYTE_ORDER_MARK
from kalooki_ref.game.ranking import return_points, starting_points
from kalooki_ref.game.state import Game, Round
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.words.game_words import contract_label
from kalooki_ref.words.language import decimal_symbol
from kalooki_ref.words.language import gettext as _

# Between the columns of a CSV file.
SEPARATORS = {"comma": ",", "semicolon": ";"}
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001


def as_csv(opened: OpenGame, separator: str) -> str:
    """Return the scores as CSV: a line per round, a column per player that adds up.

    It starts with a byte order mark, because Excel misreads UTF-8 without one.
    """
    game = opened.game
    names = [safe(player.name) for player in game.players]
    rows: list[Sequence[object]] = [
        [_("round"), _("contract"), _("dealer"), _("went out"), _("bent"), *names]
    ]
    rows += _agreed(_("start"), starting_points(game), game)
    for index, past in enumerate(game.past):
        rows += _agreed(_("back"), return_points(game, index), game)
        rows.append(_row(game, past))
    rows += _agreed(_("back"), return_points(game, len(game.past)), game)
    totals = [game.points_of(player.number) for player in game.players]
    rows.append([_("total"), "", "", "", "", *totals])
    return text_of(rows, separator)


def text_of(rows: Iterable[Sequence[object]], separator: str) -> str:
    """Return rows as CSV with a byte order mark."""
    text = io.StringIO(BYTE_ORDER_MARK)
    text.seek(0, io.SEEK_END)
    csv.writer(text, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def usual_separator() -> str:
    """Return the separator that spreadsheets in the current language expect in CSV files.

    It is a semicolon where numbers have a decimal comma.
    """
    return "semicolon" if decimal_symbol() == "," else "comma"


def separator_asked() -> str:
    """Return the separator that the request asks for, or else the usual one."""
    return SEPARATORS.get(request.args.get("separator", ""), SEPARATORS[usual_separator()])


def other_separator() -> str:
    """Return the name of the separator that isn't the usual one."""
    return next(name for name in SEPARATORS if name != usual_separator())


def _agreed(label: str, points: dict[int, int], game: Game) -> list[list[object]]:
    """Return a line of points that the table agreed on; none without points."""
    if not points:
        return []
    return [[label, "", "", "", "", *[points.get(player.number, "") for player in game.players]]]


def _row(game: Game, past: Round) -> list[object]:
    winner = safe(game.player(past.winner).name) if past.winner else _("void")
    scores = [past.score_of(player.number) for player in game.players]
    bent = _("yes") if past.end and past.end.bent else ""
    return [
        past.number,
        contract_label(past.number, game.system),
        safe(game.player(past.dealer).name),
        winner,
        bent,
        *[score.points if score else "" for score in scores],
    ]


def safe(name: str) -> str:
    """Escape a name that a spreadsheet would run as a formula (CSV injection)."""
    return f"'{name}" if name.startswith(FORMULA_SIGNS) else name
