"""Opening a copy of a game from a link, a file or text; shown before it is stored."""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from kalooki_ref.decoding import BYTE_ORDER_MARK
from kalooki_ref.game.ranking import leaders
from kalooki_ref.rules.house_text import VERSION, house_text
from kalooki_ref.server.heavy_work import heavy_work
from kalooki_ref.server.middleware.limits import spend_import
from kalooki_ref.server.origins import home_here, is_of_this_app
from kalooki_ref.store.circles import circles_at
from kalooki_ref.store.event_store import import_game
from kalooki_ref.web.copies.comparison import Match, found_here, sides
from kalooki_ref.web.copies.everything_file import is_everything, is_of_circle
from kalooki_ref.web.copies.export import as_json
from kalooki_ref.web.copies.game_files import game_in, is_json, text_in
from kalooki_ref.web.copies.game_links import LONGEST_TEXT, newer, packed, unpacked_link
from kalooki_ref.web.copies.imports import Imported, read_import, time_limit
from kalooki_ref.web.copies.send import opens_in_a_pocket
from kalooki_ref.web.shared.append import stamp_sent
from kalooki_ref.web.shared.device import remember, see_other, to_table
from kalooki_ref.web.shared.game_addresses import GAME, game_at
from kalooki_ref.web.shared.links import (
    INVITATION,
    game_in_link,
    house_in_link,
    plain_links,
)
from kalooki_ref.web.shared.offered_rules import house_from_text
from kalooki_ref.web.shared.open_game import OpenGame, with_game
from kalooki_ref.web.shared.rights import TOKEN_LENGTH, viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.import_words import ExportError
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words

blueprint = Blueprint("opening", __name__)

# The address of a circle, with as many letters as `store.circles` makes.
CIRCLE = re.compile(r"/c/([\w-]{22})", re.ASCII)


@blueprint.get("/open/")
def ask() -> ResponseReturnValue:
    """Ask for a file or a link; a script reads the game from the fragment of this page's URL.

    Links to house rules open this page too, since it is the only one of the pocket app that works
    before the app is installed.
    """
    if house := request.args.get("house"):
        return see_other(url_for("house_rules.show", text=house))
    return _form()


@blueprint.get("/open/<path:link>")
def tapped(link: str) -> ResponseReturnValue:
    """Open a link whose # or ? was escaped on the way; a script submits the form."""
    return _house_page(plain_links(link)) or _form(typed=link, is_tapped=True)


@blueprint.post("/open/")
def show() -> ResponseReturnValue:
    """Show the submitted game and ask for confirmation; nothing is stored yet."""
    text = sent_text()
    plain = () if is_json(text) else tuple(plain_links(text))
    if plain and (page_here := _house_page(plain) or _table_page(text, *plain)):
        return page_here
    with heavy_work():
        return confirm_page(sent_game().opened)


def _house_page(plain: Iterable[str]) -> ResponseReturnValue | None:
    """Return a redirect to the house rules of a link; None if it has none.

    ``plain`` are its texts by `plain_links`.
    """
    texts = [text for text in map(house_in_link, plain) if text]
    if not texts:
        return None
    if texts[0][0].isdigit() and not texts[0].startswith(VERSION):
        raise newer()
    house = next(filter(None, map(house_from_text, texts)), None)
    if house is None:
        raise ExportError(_("the link to these house rules is cut short or changed"))
    return see_other(url_for("house_rules.show", text=house_text(house)))


def _table_page(link: str, plain: str, *undivided: str) -> ResponseReturnValue | None:
    """Return a redirect to the game or circle of an address; None if the text has none.

    That page decides what the phone may see and do.
    """
    if game_in_link(plain):
        return None
    if codes := [code for each in (plain, *undivided) for code in INVITATION.findall(each)]:
        whole = (code for code in codes if len(code) == TOKEN_LENGTH)
        return see_other(url_for("join.show", code=next(whole, codes[0])))
    if game := game_at(link, plain, *undivided):
        return to_table(game.id)
    if (address := CIRCLE.search(plain)) and circles_at([address[1]]):
        return see_other(url_for("circle.show", circle=address[1]))
    if GAME.search(plain):
        raise ExportError(
            _(
                "it’s the address of a game, not a copy, and this app can’t show that game. Open "
                "the address in the browser, or ask for a link made with “Send a copy”"
            )
        )
    return None


def _form(*, typed: str = "", fault: str = "", is_tapped: bool = False) -> str:
    return render_template("copies/opening.html", fault=fault, typed=typed, is_tapped=is_tapped)


@blueprint.post("/open/keep")
def keep() -> ResponseReturnValue:
    """Store the game under a new id; a retry stores nothing."""
    stamp = stamp_sent()
    with heavy_work():
        imported = sent_game()
    spend_import(imported.size)
    game_id = import_game(imported.stored, key=stamp.key)
    name = _("Take along or send") if opens_in_a_pocket() else _("Send a copy")
    flash(_("Opened. To bring it back later, tap “%(name)s”.", name=name), "success")
    return remember(see_other(url_for("table.show", game_id=game_id)), games=with_game(game_id))


def sent_game() -> Imported:
    """Return the game in the submitted form: a file, a link or text."""
    data = read(sent_text())
    if is_everything(data) and is_of_circle(data):
        raise ExportError(_("it is the file of a circle. Open it in Settings: Open everything"))
    if is_everything(data):
        raise ExportError(_("it holds everything of a phone. Open it in Settings: Open everything"))
    return read_import(data, is_over=time_limit())


def sent_text() -> str:
    """Return the text of the uploaded file, or what was typed: a link or a game as text."""
    file = request.files.get("file")
    if not file:
        return request.form.get("game", "").strip().removeprefix(BYTE_ORDER_MARK)
    file.seek(0)
    return text_in(file.read())


@blueprint.errorhandler(ExportError)
def refused(error: ExportError) -> ResponseReturnValue:
    """Show the form again with the error and the typed text."""
    typed = request.form.get("game", "").strip() or (request.view_args or {}).get("link", "")
    return _form(typed=typed[:LONGEST_TEXT], fault=str(error)), 422


@blueprint.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """Show the form again; what was sent hasn't been read."""
    fault = _("the file is larger than any game. A photo can’t be read, only a file or a link")
    return _form(fault=fault), 413


def read(sent: str) -> Any:
    """Return the exported game in a file, a link or text."""
    if not sent:
        raise ExportError(_("there’s nothing to open. Choose a file, or paste a link"))
    return game_in(sent) if is_json(sent) else unpacked_link(sent)


def confirm_page(copy: OpenGame, found: Match | None = None) -> str:
    """Show a copy, compared with the game here that it belongs to."""
    found = found or found_here(copy)
    return render(
        "copies/confirm.html",
        table=copy,
        game=copy.game,
        text=packed(as_json(copy)),
        first=", ".join(player.name for player in leaders(copy.game)),
        date=date_words(copy.evening),
        found=found,
        sides=sides(found, copy) if found else (),
        lost=found.lost_entries() if found else (),
        may_add=found is not None and viewer_of(found.opened.id).manages,
        is_from_here=copy.home != "" and copy.home == home_here(),
        home_name=urlsplit(copy.home).netloc,
        is_from_another_app=copy.home != "" and not is_of_this_app(copy.home),
    )
