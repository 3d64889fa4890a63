"""A game taken along to another phone as a link or a file, and brought back.

A copy has its game's entries with their keys. Opened where that game is, it is compared entry by
entry: what went on in one of them is added, and where both went on, people choose.
"""

import json
import secrets
from dataclasses import dataclass
from itertools import takewhile
from typing import Any
from urllib.parse import urljoin, urlsplit

import segno
from flask import Blueprint, Flask, current_app, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from kalooki_ref.game.merging import Comparison, Difference, compare
from kalooki_ref.game.ranking import leaders
from kalooki_ref.game.record import Entry, event_data
from kalooki_ref.server.middleware.limits import Stopwatch, heavy_work, spend_import
from kalooki_ref.server.origins import home_here, is_address, is_of_this_app
from kalooki_ref.store.event_store import append_kept
from kalooki_ref.store.tables import Stale, StoredEntry
from kalooki_ref.web.append import refuse_full, stamp_sent
from kalooki_ref.web.device import remember, see_other, this_device, with_game
from kalooki_ref.web.export import ExportError, as_json, with_home
from kalooki_ref.web.history import HistoryEntry, history_entries
from kalooki_ref.web.imports import Imported, read_import, store
from kalooki_ref.web.open_game import OpenGame, open_game, open_games
from kalooki_ref.web.packing import LONGEST_TEXT, packed, unpacked_link
from kalooki_ref.web.rights import games_held, viewer_of
from kalooki_ref.web.standings import grid
from kalooki_ref.words.game_words import day_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

blueprint = Blueprint("copies", __name__)

LONGEST_CODE = 1500
"""Characters of a link; a longer one makes a code that phones read badly."""
LONGEST_LINK = 60_000
"""Characters that every browser opens."""
MOST_SHOWN = 8
"""Entries of each side that are named one by one."""
NEAREST = (Difference.NONE, Difference.HERE, Difference.COPY, Difference.BOTH)


@dataclass(frozen=True, slots=True)
class Way:
    """A link that holds a whole game and its code to scan; empty where the game is too long."""

    link: str
    code: Markup


@dataclass(frozen=True, slots=True)
class Match:
    """The game here that a copy belongs to, and how the two differ."""

    opened: OpenGame
    comparison: Comparison

    @property
    def difference(self) -> str:
        return self.comparison.difference.name.lower()


@dataclass(frozen=True, slots=True)
class Side:
    """What one of two games has alone: its newest entries, how many more, and its rounds."""

    newest: tuple[HistoryEntry, ...]
    more: int
    grid: dict[str, Any]


@blueprint.get("/g/<game_id>/send")
def send(opened: OpenGame) -> str:
    """Show the link that holds the whole game, and its code; or the file where that is too long."""
    pocket = current_app.config["POCKET_URL"]
    text = packed(with_home(opened))
    there = urljoin(pocket, "open/") if pocket else url_for("copies.ask", _external=True)
    is_away = is_address(opened.home) and opened.home != home_here()
    return render_template(
        "copies/send.html",
        table=opened,
        game=opened.game,
        way=_way(there, text, is_drawn=goes_along() and not is_away),
        takes_along=bool(pocket),
        way_back=_way(opened.home, text, is_drawn=True) if is_away else None,
        home_name=urlsplit(opened.home).netloc if is_away else "",
        is_strange=is_away and not is_of_this_app(opened.home),
    )


def init_app(app: Flask) -> None:
    app.jinja_env.globals["goes_along"] = goes_along


def goes_along() -> bool:
    """Whether a copy opens in an app that a phone has with it."""
    return bool(current_app.config["POCKET_URL"]) or current_app.config["RUNS_IN"] == "pocket"


def _way(address: str, text: str, *, is_drawn: bool) -> Way:
    link = f"{address}#{text}"
    drawing = code(link) if is_drawn and len(link) <= LONGEST_CODE else Markup()
    return Way(link if len(link) <= LONGEST_LINK else "", drawing)


def code(link: str) -> Markup:
    # A link is as good as random: to choose among the eight masks takes 25 ms and gains nothing.
    picture = segno.make(link, error="l", mask=0, micro=False, boost_error=False)
    return Markup(picture.svg_inline(omitsize=True, border=4, svgclass=None, lineclass=None))  # noqa: S704


@blueprint.get("/open/")
def ask() -> ResponseReturnValue:
    """Ask for a file or a link; script takes the game out of this page's own address.

    Links to house rules lead here as well: a phone without the app has only this page to open.
    """
    if house := request.args.get("house"):
        return see_other(url_for("house_rules.show", text=house))
    return render_template("copies/open.html", fault="", typed="")


@blueprint.post("/open/")
def show() -> ResponseReturnValue:
    """Show what was sent and ask before it is kept; nothing is stored yet."""
    with heavy_work() as watch:
        return _page(_sent(watch).opened)


@blueprint.post("/open/keep")
def keep() -> ResponseReturnValue:
    """Store the game beside the others, under an address of its own; sent twice, once."""
    stamp = stamp_sent()
    with heavy_work() as watch:
        imported = _sent(watch)
    spend_import(imported.size)
    game_id = store(imported, key=stamp.key)
    name = _("Take along or send") if goes_along() else _("Send a copy")
    flash(_("Opened. To bring it back later, tap “%(name)s”.", name=name), "success")
    return remember(see_other(url_for("table.show", game_id=game_id)), games=with_game(game_id))


@blueprint.post("/g/<game_id>/copy")
def bring_back(game_id: str) -> ResponseReturnValue:
    """Add to this game what its copy has more; replace what only this game has where that is said.

    When the game has moved on since the page was shown, the page is shown again: 409.
    """
    with heavy_work() as watch:
        imported = _sent(watch)
    copy, here = imported.opened, open_game(game_id)
    comparison = compared(here, copy)
    if comparison.difference is Difference.UNRELATED:
        raise ExportError(_("it’s a copy of another game"))
    if not comparison.missing:
        flash(_("Everything in this copy is here already."), "info")
        return see_other(url_for("table.show", game_id=game_id))
    is_agreed = comparison.difference is Difference.COPY or "replace" in request.form
    if not is_agreed or request.form.get("seen") != str(here.version):
        return _page(copy, Match(here, comparison)), 409
    spend_import(imported.size)
    try:
        _add(here, comparison.missing)
    except Stale:
        here = open_game(game_id)
        return _page(copy, Match(here, compared(here, copy))), 409
    added = len(comparison.copy)
    flash(ngettext("%(num)s entry added.", "%(num)s entries added.", added), "success")
    return remember(see_other(url_for("table.show", game_id=game_id)), games=with_game(game_id))


def _sent(watch: Stopwatch) -> Imported:
    """Return the game that the form at hand holds, as a file, a link or text."""
    return read_import(read(request.form.get("game", "").strip()), is_over=lambda: watch.is_over)


@blueprint.errorhandler(ExportError)
def refused(error: ExportError) -> ResponseReturnValue:
    """Say why this is no game, and keep what was typed."""
    typed = request.form.get("game", "").strip()[:LONGEST_TEXT]
    return render_template("copies/open.html", fault=str(error), typed=typed), 422


def read(typed: str) -> dict[str, Any]:
    """Return the game in a file that was chosen, a link, or the text of either."""
    file = request.files.get("file")
    sent = file.read().decode("utf-8", errors="replace") if file else typed
    if not sent:
        raise ExportError(_("Choose a file, or paste a link."))
    if not sent.lstrip().startswith("{"):
        return unpacked_link(sent)
    try:
        found = json.loads(sent)
    except (ValueError, RecursionError) as error:
        raise ExportError(_("This file is not a game.")) from error
    return found if isinstance(found, dict) else {}


def compared(here: OpenGame, copy: OpenGame) -> Comparison:
    """Return how a copy differs from a game; one of other rules is another game."""
    if here.system != copy.system:
        return Comparison(Difference.UNRELATED)
    return compare(here.entries, copy.entries)


def found_here(copy: OpenGame) -> Match | None:
    """Return the game of this phone that this is a copy of, the nearest of several; else None.

    It is one that was open here of late, or whose phones are known and this one belongs to.
    """
    ids = tuple(dict.fromkeys((*this_device().games, *games_held())))
    games = [Match(one, compared(one, copy)) for one in open_games(ids)]
    related = [one for one in games if one.comparison.difference in NEAREST]
    return min(related, key=lambda one: NEAREST.index(one.comparison.difference), default=None)


def _page(copy: OpenGame, found: Match | None = None) -> str:
    """Show a copy, beside the game here that it belongs to."""
    found = found or found_here(copy)
    return render_template(
        "copies/confirm.html",
        table=copy,
        game=copy.game,
        text=packed(as_json(copy)),
        first=", ".join(player.name for player in leaders(copy.game)),
        day_words=day_words,
        found=found,
        sides=_sides(found, copy) if found else (),
        may_add=found is not None and viewer_of(found.opened.id).keeps,
        is_from_here=copy.home != "" and copy.home == home_here(),
        home_name=urlsplit(copy.home).netloc,
        is_strange=copy.home != "" and not is_of_this_app(copy.home),
    )


def _sides(found: Match, copy: OpenGame) -> tuple[Side, Side]:
    """Return what the game here and the copy have alone."""
    here, comparison = found.opened, found.comparison
    grids = _bare_grid(here), _bare_grid(copy)
    shared = _shared(*(one["rounds"] for one in grids))
    return (
        _side(here, comparison.here, grids[0], shared),
        _side(copy, comparison.copy, grids[1], shared),
    )


def _side(opened: OpenGame, alone: tuple[Entry, ...], whole: dict[str, Any], shared: int) -> Side:
    numbers = {entry.seq for entry in alone}
    entries = [one for one in history_entries(opened, most=opened.version) if one.seq in numbers]
    since = whole | {"rounds": whole["rounds"][shared:]}
    return Side(tuple(entries[:MOST_SHOWN]), len(entries[MOST_SHOWN:]), since)


def _bare_grid(opened: OpenGame) -> dict[str, Any]:
    """Return the score grid without links: a copy has no pages yet."""
    shown, ends = grid(opened), (opened.entries[past.seq - 1] for past in opened.game.past)
    rows = zip(shown["rounds"], ends, strict=True)
    return shown | {"rounds": [_bare_row(row, end.key) for row, end in rows]}


def _bare_row(row: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a row without links, with the key of what ended its round."""
    cells = [cell and cell | {"href": ""} for cell in row["cells"]]
    return row | {"href": "", "cells": cells, "key": key}


def _shared(here: list[dict[str, Any]], copy: list[dict[str, Any]]) -> int:
    """Return how many rounds both have, from the first on."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(here, copy, strict=False))
    return sum(1 for _pair in alike)


def _add(here: OpenGame, missing: tuple[Entry, ...]) -> None:
    refuse_full(here, more=len(missing))
    append_kept(here.id, tuple(_kept(entry) for entry in missing), base=here.version)


def _kept(entry: Entry) -> StoredEntry:
    """Return an entry of the copy as it is; what makes room for the copy is this phone's own."""
    kind, data = event_data(entry.event)
    own = (secrets.token_hex(16), this_device().label)
    key, by = (entry.key, entry.by) if entry.key else own
    return StoredEntry(entry.seq, key, kind, data, by, entry.at)
