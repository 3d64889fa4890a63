"""A game taken along: state for programs, JSON that reads back as the same game, CSV."""

import csv
import io
import json
import re
import secrets
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, current_app, has_request_context, request, url_for
from flask_babel import gettext as _
from werkzeug.test import create_environ

from kalooki_ref.game.ranking import standings
from kalooki_ref.game.record import Entry, event_data, event_from
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.serialization import as_data, from_data
from kalooki_ref.store.event_store import import_game
from kalooki_ref.store.tables import StoredEntry, StoredGame
from kalooki_ref.web.access.open_game import SHOWN_KEY, OpenGame, open_stored
from kalooki_ref.web.access.page_cache import cached_text
from kalooki_ref.web.forms.names import LONGEST_NAME, fault_of, tidy
from kalooki_ref.web.history import history_entries
from kalooki_ref.web.middleware.security import reachable
from kalooki_ref.web.standings import grid_for_paper

blueprint = Blueprint("export", __name__)


@blueprint.get("/g/<game_id>.json")
def state(game_id: str) -> Response:
    """Return the game as it stands; unchanged since the version asked about, 304."""
    text = cached_text(game_id, lambda opened: current_app.json.dumps(state_of(opened)))
    answer = Response(text, mimetype="application/json")
    answer.add_etag()
    answer.headers["Cache-Control"] = "no-cache"
    if request.if_none_match:
        answer.make_conditional(request)
    return answer


@blueprint.get("/g/<game_id>/export.json")
def whole(opened: OpenGame) -> Response:
    """Send the whole game as a file that reads back."""
    return _file(json_text(with_home(opened)), "application/json", "kalooki.json")


@blueprint.get("/g/<game_id>/export.csv")
def scores(opened: OpenGame) -> Response:
    # The mark at the start tells spreadsheets that names may hold any letter.
    return _file("\ufeff" + as_csv(opened), "text/csv", "kalooki.csv")


def state_of(opened: OpenGame) -> dict[str, Any]:
    """Return what a program needs to show the table."""
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
    contract = opened.system.contract_of(current.number)
    return {
        "number": current.number,
        "contract": contract.name if contract else None,
        "deal": opened.system.deal_of(current.number),
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
TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?", re.ASCII)
MOST_ENTRIES = 5000
LONGEST_TITLE = 200
PLAYER_KEYS = {"player", "winner", "dealer", "starter"}
HOME = re.compile(r"(https?://[A-Za-z0-9.:\[\]-]{1,255}/[A-Za-z0-9._~/-]{0,200})?", re.ASCII)
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001


class ExportError(ValueError):
    """The file is no exported game; the message says what is wrong with it."""


def as_json(opened: OpenGame) -> dict[str, Any]:
    """Return the game as data: its rules, every entry, and the standings for people."""
    return {
        "format": FORMAT,
        "title": opened.title,
        "created_at": opened.created_at,
        "home": opened.home,
        "rules": as_data(opened.system),
        "entries": [_entry_data(entry) for entry in opened.entries],
        "standings": [
            {"place": one.place, "name": one.player.name, "points": one.points, "won": one.won}
            for one in standings(opened.game)
        ],
    }


def with_home(opened: OpenGame) -> dict[str, Any]:
    """Return the game as data that says where a copy of it can be brought back to."""
    return as_json(opened) | {"home": opened.home or home_here()}


def home_here() -> str:
    """Return the address that opens copies here; a phone has none that others reach."""
    if current_app.config["RUNS_IN"] == "pocket":
        return ""
    return reachable(url_for("copies.ask", _external=True))


def as_csv(opened: OpenGame) -> str:
    """Return the scores as a spreadsheet reads them: a line a round, a column a player."""
    game = opened.game
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\r\n")
    names = [_safe(player.name) for player in game.players]
    sheet.writerow([_("round"), _("contract"), _("dealer"), _("went out"), _("bent"), *names])
    for past in game.past:
        sheet.writerow(_row(game, past))
    totals = [game.points_of(player.number) for player in game.players]
    sheet.writerow([_("total"), "", "", "", "", *totals])
    return text.getvalue()


def json_text(data: dict[str, Any]) -> str:
    """Return the data as text that a person can read too."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _row(game: Game, past: Round) -> list[object]:
    contract = game.system.contract_of(past.number)
    winner = _safe(game.player(past.winner).name) if past.winner else _("void")
    scores = [past.score_of(player.number) for player in game.players]
    bent = _("yes") if past.end and past.end.bent else ""
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
    fields = {"seq": entry.seq, "kind": kind, "data": data, "by": entry.by, "at": entry.at}
    return fields | {"key": entry.key}


def restored(data: Any, *, key: str = "") -> str:
    """Store the game of an exported file and return its id; raises ExportError, and stores nothing.

    The same ``key`` again stores nothing more and returns the same id.
    """
    return import_game(_readable(data), key=key)


def checked(data: Any) -> OpenGame:
    """Return the game of an exported file without storing it; raises ExportError."""
    return open_stored(_readable(data))


def _readable(data: Any) -> StoredGame:
    """Read the game, fold it and show it as its pages would; raises ExportError."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ExportError(_('the file does not begin with "format": "%(format)s"', format=FORMAT))
    _refuse_strange_text(data)
    stored = _stored(data)
    _refuse_impossible(stored)
    return stored


def _stored(data: dict[str, Any]) -> StoredGame:
    rows = data.get("entries")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_ENTRIES:
        raise ExportError(_('"entries" must be a list of 1 to %(most)s', most=MOST_ENTRIES))
    entries = tuple(_entry_from(seq, row) for seq, row in enumerate(rows, 1))
    try:
        rules = json.dumps(as_data(from_data(data["rules"])), separators=(",", ":"))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ExportError(_("its rules can’t be read: %(error)s", error=error)) from error
    title, at = data.get("title", ""), data.get("created_at", "")
    if not isinstance(title, str) or len(title) > LONGEST_TITLE or not TIME.fullmatch(str(at)):
        raise ExportError(_('"title" or "created_at" is not one this app writes'))
    home = data.get("home", "")
    if not isinstance(home, str) or not HOME.fullmatch(home):
        raise ExportError(_('"home" is not an address this app writes'))
    have_keys = {"key" in row for row in rows}
    if len(have_keys) > 1 or len({entry.key for entry in entries}) < len(entries):
        raise ExportError(_("every entry needs a key of its own"))
    return StoredGame("", len(entries), title, rules, at, entries, home)


def _entry_from(seq: int, row: Any) -> StoredEntry:
    try:
        kind, data = row["kind"], row["data"]
        if event_data(event_from(kind, data)) != (kind, data):
            raise ExportError(
                _("entry %(number)s holds something this app never writes", number=seq)
            )
        by, at, key = row.get("by", ""), row.get("at", ""), row.get("key")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ExportError(
            _("entry %(number)s can’t be read: %(error)s", number=seq, error=error)
        ) from error
    if row.get("seq") != seq:
        raise ExportError(_("entry %(number)s is out of order", number=seq))
    if not isinstance(by, str) or len(by) > LONGEST_NAME or not TIME.fullmatch(str(at)):
        raise ExportError(
            _('entry %(number)s: "by" or "at" is not one this app writes', number=seq)
        )
    if key is not None and not SHOWN_KEY.fullmatch(str(key)):
        raise ExportError(_("entry %(number)s holds something this app never writes", number=seq))
    return StoredEntry(seq, key or secrets.token_hex(16), kind, data, by, at)


def _refuse_impossible(stored: StoredGame) -> None:
    """Fold the game and show it as pages would; raises ExportError naming the first bad entry."""
    if _problem(stored) is None:
        return
    low, high = 0, len(stored.entries)
    while high - low > 1:
        middle = (low + high) // 2
        bad = _problem(replace(stored, version=middle, entries=stored.entries[:middle]))
        low, high = (low, middle) if bad else (middle, high)
    problem = _problem(replace(stored, version=high, entries=stored.entries[:high]))
    raise ExportError(
        _("entry %(number)s does not fit the game before it: %(problem)s",
          number=high, problem=problem)
    )  # fmt: skip


def _problem(stored: StoredGame) -> str | None:
    """Return why a game can't be, None where it can: it is folded, and shown in every way."""
    if not stored.entries or [row.kind for row in stored.entries].count("GameStarted") != 1:
        return None if not stored.entries else _("a game starts once")
    try:
        audit_of(open_stored(stored))
    except Exception as error:  # whatever a hand-made file makes the rules stumble over
        return f"{type(error).__name__}: {error}"
    return None


def audit_of(opened: OpenGame) -> int:
    """Build what a game's pages show of it and return its rounds; raises where that can't be done.

    Names are those people can type; every seat of every round is a player's.
    """
    for player in opened.game.players:
        fault = fault_of(player.name)
        if fault or tidy(player.name) != player.name:
            raise ExportError(
                fault or _("the name %(name)s is not written as the app does", name=player.name)
            )
    numbers = {player.number for player in opened.game.players}
    for entry in opened.entries:
        if strangers := set(_players_in(event_data(entry.event)[1])) - numbers:
            raise ExportError(_("nobody has the number %(number)s", number=min(strangers)))
    state_of(opened)
    with nullcontext() if has_request_context() else current_app.request_context(create_environ()):
        grid_for_paper(opened)
        history_entries(opened, most=opened.version)
    return len(opened.game.past)


def _players_in(data: object) -> Iterator[int]:
    """Yield the numbers of the players an entry speaks of."""
    if isinstance(data, list):
        for item in data:
            yield from _players_in(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in PLAYER_KEYS and isinstance(value, int):
                yield value
            yield from _players_in(value)


def _refuse_strange_text(data: object) -> None:
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise ExportError(_("it holds characters that no keyboard types")) from error
