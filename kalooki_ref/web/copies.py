"""A game sent to another phone as a link or a file, and opened there as a game of its own."""

import base64
import binascii
import json
import zlib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import segno
from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from markupsafe import Markup

from kalooki_ref.game.ranking import leaders
from kalooki_ref.web.access.append import stamp_sent
from kalooki_ref.web.access.device import remember, see_other, with_game
from kalooki_ref.web.access.open_game import OpenGame, open_game
from kalooki_ref.web.export import FORMAT, ExportError, as_json, checked, restored
from kalooki_ref.web.messages.game_words import day_words

blueprint = Blueprint("copies", __name__)

LONGEST_LINK = 1200
"""Characters; a longer one makes a code that phones read badly, so the game goes as a file."""
LARGEST_FILE = 1024 * 1024


@blueprint.url_value_preprocessor  # runs before anything reads the form
def allow_whole_games(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    request.max_content_length = LARGEST_FILE
    request.max_form_memory_size = LARGEST_FILE


@blueprint.get("/g/<game_id>/send")
def send(game_id: str) -> str:
    """Show the link that holds the whole game, and its code; or the file where that is too long."""
    opened = open_game(game_id)
    link = url_for("copies.ask", _external=True) + "#" + packed(as_json(opened))
    fits = len(link) <= LONGEST_LINK
    return render_template(
        "copies/send.html",
        table=opened,
        game=opened.game,
        link=link if fits else "",
        code=code(link) if fits else "",
    )


def code(link: str) -> Markup:
    picture = segno.make(link, error="l", micro=False, boost_error=False)
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
    exported = read(request.form.get("game", "").strip())
    opened = checked(exported)
    return render_template(
        "copies/confirm.html",
        table=opened,
        game=opened.game,
        text=packed(exported),
        first=first_of(opened),
        day_words=day_words,
    )


@blueprint.post("/open/keep")
def keep() -> ResponseReturnValue:
    """Store the game beside the others, under an address of its own; sent twice, once."""
    game_id = restored(read(request.form.get("game", "")), key=stamp_sent().key)
    flash(_("Opened. This is a copy: later changes on the other phone don’t reach it."), "success")
    return remember(see_other(url_for("table.show", game_id=game_id)), games=with_game(game_id))


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
        return unpacked(sent.rpartition("#")[2].strip())
    try:
        found = json.loads(sent)
    except (ValueError, RecursionError) as error:
        raise ExportError(_("This file is not a game.")) from error
    return found if isinstance(found, dict) else {}


def first_of(opened: OpenGame) -> str:
    return ", ".join(player.name for player in leaders(opened.game))


VERSION = "1"
DICTIONARY = Path(__file__).with_name("packing_dictionary.json")
RAW_DEFLATE = -15
LONGEST_TEXT = 200_000
MOST_BYTES = 2_000_000
"""Unpacked; a few thousand entries."""
TIME = "%Y-%m-%dT%H:%M:%SZ"


def packed(exported: dict[str, Any]) -> str:
    """Return an exported game as text; standings are left out, for they follow from the rest."""
    start = seconds(exported["created_at"])
    entries, before = [], start
    for entry in exported["entries"]:
        at = seconds(entry["at"])
        entries.append([entry["kind"], entry["data"], entry["by"], at - before])
        before = at
    whole = [exported["rules"], entries, exported["title"], start]
    text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode()
    squeeze = zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE, 9, zdict=dictionary())
    body = squeeze.compress(text) + squeeze.flush()
    return VERSION + base64.urlsafe_b64encode(body).decode().rstrip("=")


def unpacked(text: str) -> dict[str, Any]:
    """Return the exported game again; raises ExportError for anything `packed` never wrote."""
    if len(text) > LONGEST_TEXT:
        raise ExportError(_("it is longer than any game"))
    if not text.startswith(VERSION):
        raise ExportError(
            _("it was made by a newer version of this app, or is not one of its links")
        )
    try:
        rules, entries, title, start = json.loads(inflated(text[1:]))
        return {
            "format": FORMAT,
            "title": title,
            "created_at": written(start),
            "rules": rules,
            "entries": list(rows(entries, start)),
        }
    except (ValueError, TypeError, OverflowError, RecursionError, OSError) as error:
        raise ExportError(_("a part of it is missing or changed")) from error


def inflated(letters: str) -> bytes:
    try:
        body = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        stretch = zlib.decompressobj(RAW_DEFLATE, zdict=dictionary())
        text = stretch.decompress(body, MOST_BYTES)
    except (zlib.error, binascii.Error) as error:
        raise ValueError("not deflated") from error
    if not stretch.eof:
        raise ValueError("cut short, or too large")
    return text


def rows(entries: list[list[Any]], start: int) -> Any:
    at = start
    for seq, (kind, data, by, later) in enumerate(entries, 1):
        at += later
        yield {"seq": seq, "kind": kind, "data": data, "by": by, "at": written(at)}


def seconds(time: str) -> int:
    return int(datetime.strptime(time, TIME).replace(tzinfo=UTC).timestamp())


def written(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime(TIME)


@cache
def dictionary() -> bytes:
    return DICTIONARY.read_bytes()
