"""A game taken along: state for programs, JSON that reads back as the same game, CSV."""

import csv
import hashlib
import io
import json
import secrets
from typing import Any

from flask import Blueprint, Response, current_app, request

from kalooki_ref.game.record import Entry, event_data, event_from
from kalooki_ref.game.standings import standings
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.serialization import as_data, from_data
from kalooki_ref.store import NewEntry, append, create_game
from kalooki_ref.web.access.open_game import OpenGame, open_game
from kalooki_ref.web.access.page_cache import cached

blueprint = Blueprint("export", __name__)


@blueprint.get("/g/<game_id>.json")
def state(game_id: str) -> Response:
    """Return the game as it stands; unchanged since the version asked about, 304."""
    table = open_game(game_id)
    text = cached(table, lambda: current_app.json.dumps(state_of(table)))
    answer = Response(text, mimetype="application/json")
    answer.set_etag(f"{table.version}")
    answer.headers["Cache-Control"] = "no-cache"
    if request.if_none_match:
        answer.make_conditional(request)
    return answer


@blueprint.get("/g/<game_id>/export.json")
def whole(game_id: str) -> Response:
    """Send the whole game as a file that reads back."""
    return _file(json_text(as_json(open_game(game_id))), "application/json", "kalooki.json")


@blueprint.get("/g/<game_id>/export.csv")
def scores(game_id: str) -> Response:
    """Send the scores for a spreadsheet."""
    # The mark at the start tells spreadsheets that names may hold any letter.
    return _file("\ufeff" + as_csv(open_game(game_id)), "text/csv", "kalooki.csv")


def state_of(table: OpenGame) -> dict[str, Any]:
    """Return what a program needs to show the table."""
    game = table.game
    return {
        "version": table.version,
        "system": table.system.slug,
        "over": game.is_over,
        "standings": [
            {"player": one.player.number, "name": one.player.name,
             "place": one.place, "points": one.points}
            for one in standings(game)
        ],
        "round": _round_state(table, game.current) if game.current else None,
    }  # fmt: skip


def _round_state(table: OpenGame, current: Round) -> dict[str, Any]:
    contract = table.system.contract_of(current.number)
    return {
        "number": current.number,
        "contract": contract.name if contract else None,
        "deal": table.system.deal_of(current.number),
        "dealer": current.dealer,
        "starter": current.starter,
        "players": [
            {"player": place.player, "calls": place.calls, "down": place.is_down}
            for place in current.places
        ],
    }


def _file(text: str, kind: str, name: str) -> Response:
    answer = Response(text, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


FORMAT = "kalooki-ref game 1"
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001


class ExportError(ValueError):
    """The file is no exported game; the message says what is wrong with it."""


def as_json(table: OpenGame) -> dict[str, Any]:
    """Return the game as data: its rules, every entry of its book, and the standings for people."""
    return {
        "format": FORMAT,
        "title": table.title,
        "created_at": table.created_at,
        "rules": as_data(table.system),
        "entries": [_entry_data(entry) for entry in table.entries],
        "standings": [
            {"place": one.place, "name": one.player.name, "points": one.points, "won": one.won}
            for one in standings(table.game)
        ],
    }


def entries_from(data: Any) -> tuple[Entry, ...]:
    """Return the book of an exported game; raises ExportError when it is none."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ExportError(f'the file does not begin with "format": "{FORMAT}"')
    try:
        return tuple(_entry_from(seq, row) for seq, row in enumerate(data["entries"], 1))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ExportError(f"an entry cannot be read: {error}") from error


def as_csv(table: OpenGame) -> str:
    """Return the scores as a spreadsheet reads them: a line a round, a column a player."""
    game = table.game
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\r\n")
    names = [_safe(player.name) for player in game.players]
    sheet.writerow(["round", "contract", "dealer", "went out", "bent", *names])
    for past in game.past:
        sheet.writerow(_row(game, past))
    totals = [game.points_of(player.number) for player in game.players]
    sheet.writerow(["total", "", "", "", "", *totals])
    return text.getvalue()


def json_text(data: dict[str, Any]) -> str:
    """Return the data as text that a person can read too."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _row(game: Game, past: Round) -> list[object]:
    contract = game.system.contract_of(past.number)
    winner = _safe(game.player(past.winner).name) if past.winner else "void"
    scores = [past.score_of(player.number) for player in game.players]
    bent = "yes" if past.end and past.end.bent else ""
    return [
        past.number,
        contract.name if contract else "",
        _safe(game.player(past.dealer).name),
        winner,
        bent,
        *[score.points if score else "" for score in scores],
    ]


def _safe(name: str) -> str:
    """Return the name so that no spreadsheet takes it for a formula."""
    return f"'{name}" if name.startswith(FORMULA_SIGNS) else name


def _entry_data(entry: Entry) -> dict[str, Any]:
    kind, data = event_data(entry.event)
    return {"seq": entry.seq, "kind": kind, "data": data, "by": entry.by, "at": entry.at}


def _entry_from(seq: int, row: dict[str, Any]) -> Entry:
    event = event_from(row["kind"], row["data"])
    return Entry(seq, event, str(row.get("by", "")), str(row.get("at", "")))


def restored(data: Any) -> str:
    """Make the game and return its id; raises ExportError, and makes nothing, when it is none."""
    entries = entries_from(data)
    if not entries:
        raise ExportError("the book is empty")
    try:
        rules = json.dumps(as_data(from_data(data["rules"])), separators=(",", ":"))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ExportError(f"its rules cannot be read: {error}") from error
    made = create_game(_new(entries[0]), title=str(data.get("title", ""))[:200], rules=rules)
    for version, entry in enumerate(entries[1:], 1):
        append(made.id, _new(entry), base=version)
    return made.id


def _new(entry: Entry) -> NewEntry:
    kind, data = event_data(entry.event)
    said = hashlib.sha256(json.dumps([kind, data], sort_keys=True).encode()).hexdigest()
    return NewEntry(secrets.token_hex(16), said, kind, data, entry.by)
