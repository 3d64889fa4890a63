"""A game sent to another phone as a link or a file, and opened there as a game of its own."""

import json
from typing import Any

import segno
from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from markupsafe import Markup

from kalooki_ref.game.ranking import leaders
from kalooki_ref.web.access.append import stamp_sent
from kalooki_ref.web.access.device import remember, with_game
from kalooki_ref.web.access.open_game import OpenGame, open_game
from kalooki_ref.web.export import ExportError, as_json, checked, restored
from kalooki_ref.web.packing import LONGEST_TEXT, packed, unpacked

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
    table = open_game(game_id)
    link = url_for("copies.ask", _external=True) + "#" + packed(as_json(table))
    fits = len(link) <= LONGEST_LINK
    return render_template(
        "copies/send.html",
        table=table,
        game=table.game,
        link=link if fits else "",
        code=code(link) if fits else "",
    )


def code(link: str) -> Markup:
    picture = segno.make(link, error="l", micro=False, boost_error=False)
    return Markup(picture.svg_inline(omitsize=True, border=4, svgclass=None, lineclass=None))  # noqa: S704


@blueprint.get("/open/")
def ask() -> str:
    """Ask for a file or a link; script takes the game out of this page's own address."""
    return render_template("copies/open.html", fault="", typed="")


@blueprint.post("/open/")
def show() -> ResponseReturnValue:
    """Show what was sent and ask before it is kept; nothing is stored yet."""
    typed = request.form.get("game", "").strip()
    try:
        exported = read(typed)
        table = checked(exported)
    except ExportError as error:
        return render_template(
            "copies/open.html", fault=str(error), typed=typed[:LONGEST_TEXT]
        ), 422
    text = packed(exported)
    return render_template(
        "copies/confirm.html", table=table, game=table.game, text=text, first=first_of(table)
    )


@blueprint.post("/open/keep")
def keep() -> ResponseReturnValue:
    """Store the game beside the others, under an address of its own; sent twice, once."""
    typed = request.form.get("game", "")
    try:
        game_id = restored(read(typed), key=stamp_sent().key)
    except ExportError as error:
        return render_template(
            "copies/open.html", fault=str(error), typed=typed[:LONGEST_TEXT]
        ), 422
    flash(_("Opened. This is a copy: later changes on the other phone don’t reach it."), "success")
    response: Response = redirect(url_for("table.show", game_id=game_id), 303)  # type: ignore[assignment]
    return remember(response, games=with_game(game_id))


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


def first_of(table: OpenGame) -> str:
    return ", ".join(player.name for player in leaders(table.game))
