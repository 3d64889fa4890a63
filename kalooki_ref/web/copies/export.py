"""Exports of a game: its state for programs, JSON that can be imported, its scores as CSV."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from flask import Blueprint, Response, jsonify, request

from kalooki_ref.game.game_file import FORMAT
from kalooki_ref.game.instants import instant_of
from kalooki_ref.game.ranking import standings
from kalooki_ref.game.record import Entry, event_data
from kalooki_ref.game.state import Round
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.server.origins import home_here, is_address
from kalooki_ref.store.tables import StoredGame
from kalooki_ref.web.results.spreadsheet import as_csv, separator_asked
from kalooki_ref.web.shared.open_game import OpenGame, entry_of, rules_of

blueprint = Blueprint("export", __name__)

FIRST_TIME = "1970-01-01T00:00:00Z"


@blueprint.get("/g/<game_id>.json")
def state(opened: OpenGame) -> Response:
    """Return the current state as JSON; 304 if it hasn't changed (ETag)."""
    answer = jsonify(state_of(opened))
    answer.add_etag()
    answer.headers["Cache-Control"] = "no-cache"
    if request.if_none_match:
        answer.make_conditional(request)
    return answer


@blueprint.get("/g/<game_id>/export.json")
def whole(opened: OpenGame) -> Response:
    """Send the whole game as a file that can be imported."""
    return _file(json_text(with_home(opened)), "application/json", "kalooki.json")


@blueprint.get("/g/<game_id>/export.csv")
def scores(opened: OpenGame) -> Response:
    """Send the scores as a spreadsheet, with the separator asked for or that of the language."""
    return _file(as_csv(opened, separator_asked()), "text/csv", "kalooki.csv")


def _file(text: str, kind: str, name: str) -> Response:
    answer = Response(text, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def state_of(opened: OpenGame) -> dict[str, Any]:
    """Return the current state of the table, for programs."""
    game = opened.game
    return {
        "version": opened.version,
        "system": opened.system.slug,
        "over": game.is_over,
        "standings": [
            {"player": row.player.number, "name": row.player.name,
             "place": row.place, "points": row.points}
            for row in standings(game)
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
    return _data(opened, opened.system, opened.entries) | {
        "standings": [
            {"place": row.place, "name": row.player.name, "points": row.points, "won": row.won}
            for row in standings(opened.game)
        ],
    }


def stored_json(stored: StoredGame) -> dict[str, Any]:
    """Return a game as data without its standings, for which it isn't folded."""
    return _data(stored, rules_of(stored.rules), tuple(map(entry_of, stored.entries)))


def _data(
    about: OpenGame | StoredGame, system: RuleSystem, entries: Sequence[Entry]
) -> dict[str, Any]:
    times = _good_times(about.created_at, entries)
    return {
        "format": FORMAT,
        "title": about.title,
        "created_at": next(times),
        "home": about.home if is_address(about.home) else "",
        "rules": as_data(system),
        "entries": [_entry_data(entry, time) for entry, time in zip(entries, times, strict=True)],
    }


def with_home(opened: OpenGame) -> dict[str, Any]:
    """Return the game as data, including the URL where a copy can be brought back."""
    data = as_json(opened)
    return data | {"home": data["home"] or home_here()}


def _good_times(created_at: str, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the creation time, then the time of each entry.

    An invalid time, which earlier versions accepted, is replaced by the previous one.
    """
    at = FIRST_TIME
    for time in (created_at, *(entry.at for entry in entries)):
        at = time if instant_of(time) else at
        yield at


def json_text(data: dict[str, Any]) -> str:
    """Return the data as indented JSON."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _entry_data(entry: Entry, at: str) -> dict[str, Any]:
    kind, data = event_data(entry.event)
    fields = {"seq": entry.seq, "kind": kind, "data": data, "by": entry.by, "at": at}
    return fields | {"key": entry.key}
