"""A game as data: its state for programs, JSON that can be imported, CSV."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from kalooki_ref.decoding import BYTE_ORDER_MARK
from kalooki_ref.game.game_file import FORMAT
from kalooki_ref.game.instants import instant_of
from kalooki_ref.game.ranking import return_points, standings, starting_points
from kalooki_ref.game.record import Entry, event_data
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.server.origins import home_here, is_address
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.words.game_words import contract_label
from kalooki_ref.words.language import decimal_symbol
from kalooki_ref.words.language import gettext as _

# Between the columns of a CSV file.
SEPARATORS = {"comma": ",", "semicolon": ";"}
FIRST_TIME = "1970-01-01T00:00:00Z"
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001


class ExportError(ValueError):
    """A file or a link isn't a game that can be imported; the message says why."""


def state_of(opened: OpenGame) -> dict[str, Any]:
    """Return the current state of the table, for programs."""
    game = opened.game
    return {
        "version": opened.version,
        "system": opened.system.slug,
        "over": game.is_over,
        "standings": [
            {"player": one.player.number, "name": one.player.name,
             "place": one.place, "points": one.points}
            for one in standings(game)
        ],
        "round": _round_state(opened, game.current) if game.current else None,
    }  # fmt: skip


def _round_state(opened: OpenGame, current: Round) -> dict[str, Any]:
    return {
        "number": current.number,
        "contract": opened.system.contract_name(current.number) or None,
        "deal": opened.game.rules_in(current).deal_of(current.number),
        "dealer": current.dealer,
        "starter": current.starter,
        "players": [
            {"player": place.player, "calls": place.calls, "down": place.is_down}
            for place in current.places
        ],
    }


def as_json(opened: OpenGame) -> dict[str, Any]:
    """Return the game as data: its rules, every entry, and the standings for people."""
    times = _good_times(opened)
    return {
        "format": FORMAT,
        "title": opened.title,
        "created_at": next(times),
        "home": opened.home if is_address(opened.home) else "",
        "rules": as_data(opened.system),
        "entries": [
            _entry_data(entry, at) for entry, at in zip(opened.entries, times, strict=True)
        ],
        "standings": [
            {"place": one.place, "name": one.player.name, "points": one.points, "won": one.won}
            for one in standings(opened.game)
        ],
    }


def with_home(opened: OpenGame) -> dict[str, Any]:
    """Return the game as data, including the URL where a copy can be brought back."""
    data = as_json(opened)
    return data | {"home": data["home"] or home_here()}


def _good_times(opened: OpenGame) -> Iterator[str]:
    """Yield the creation time, then the time of each entry.

    An invalid time, which earlier versions accepted, is replaced by the previous one.
    """
    at = FIRST_TIME
    for time in (opened.created_at, *(entry.at for entry in opened.entries)):
        at = time if instant_of(time) else at
        yield at


def as_csv(opened: OpenGame, separator: str) -> str:
    """Return the scores as CSV: a line per round, a column per player that adds up.

    It starts with a byte order mark, without which Excel takes UTF-8 for something else.
    """
    game = opened.game
    text = io.StringIO(BYTE_ORDER_MARK)
    text.seek(0, io.SEEK_END)
    sheet = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    names = [_safe(player.name) for player in game.players]
    sheet.writerow([_("round"), _("contract"), _("dealer"), _("went out"), _("bent"), *names])
    sheet.writerows(_agreed(_("start"), starting_points(game), game))
    for index, past in enumerate(game.past):
        sheet.writerows(_agreed(_("back"), return_points(game, index), game))
        sheet.writerow(_row(game, past))
    sheet.writerows(_agreed(_("back"), return_points(game, len(game.past)), game))
    totals = [game.points_of(player.number) for player in game.players]
    sheet.writerow([_("total"), "", "", "", "", *totals])
    return text.getvalue()


def usual_separator() -> str:
    """Return the separator that spreadsheets in the current language expect in CSV files.

    It is no comma where numbers have one.
    """
    return "semicolon" if decimal_symbol() == "," else "comma"


def json_text(data: dict[str, Any]) -> str:
    """Return the data as indented JSON."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _agreed(label: str, points: dict[int, int], game: Game) -> list[list[object]]:
    """Return a line of points that the table agreed on; none without points."""
    if not points:
        return []
    return [[label, "", "", "", "", *[points.get(player.number, "") for player in game.players]]]


def _row(game: Game, past: Round) -> list[object]:
    winner = _safe(game.player(past.winner).name) if past.winner else _("void")
    scores = [past.score_of(player.number) for player in game.players]
    bent = _("yes") if past.end and past.end.bent else ""
    return [
        past.number,
        contract_label(past.number, game.system),
        _safe(game.player(past.dealer).name),
        winner,
        bent,
        *[score.points if score else "" for score in scores],
    ]


def _safe(name: str) -> str:
    """Escape a name that a spreadsheet would run as a formula (CSV injection)."""
    return f"'{name}" if name.startswith(FORMULA_SIGNS) else name


def _entry_data(entry: Entry, at: str) -> dict[str, Any]:
    kind, data = event_data(entry.event)
    fields = {"seq": entry.seq, "kind": kind, "data": data, "by": entry.by, "at": at}
    return fields | {"key": entry.key}
