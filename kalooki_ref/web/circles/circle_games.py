"""Adding games to a circle and taking them out."""

import re

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.store.circles import MOST_GAMES, Change, CircleFull, circle_of
from kalooki_ref.store.tables import UnknownGame
from kalooki_ref.web.circles.circle import changed, open_circle
from kalooki_ref.web.circles.new_circle import choices_of, free_games
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.links import plain_link
from kalooki_ref.web.shared.open_game import OpenGame, open_game
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.import_words import ExportError
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

blueprint = Blueprint("circle_games", __name__)

GAME = re.compile(r"/g/([\w-]{10,64})", re.ASCII)


@blueprint.get("/c/<circle>/add")
def ask(circle: str) -> str:
    """Show this phone's games to add, and a field for the link of an older one."""
    return _page(circle)


@blueprint.post("/c/<circle>/games")
def add(circle: str) -> ResponseReturnValue:
    """Add games: those ticked, and the one whose link was pasted."""
    opened = open_circle(circle)
    link = request.form.get("link", "")
    ticked = set(request.form.getlist("games"))
    ids = [one.id for one in free_games() if one.id in ticked]
    if link.strip():
        fault, found = _linked(link, opened.circle.id)
        if found is None:
            return _page(circle, chosen=ticked, link=link, fault=fault), 422
        ids.append(found.id)
    if not ids:
        nothing = _("Tick a game, or paste the link of one.")
        return _page(circle, chosen=ticked, link=link, fault=nothing), 422
    words = ngettext("%(num)s game added.", "%(num)s games added.", len(ids))
    try:
        changed(opened.circle, Change(games=dict.fromkeys(ids, True)), words)
    except CircleFull:
        full = _("This circle takes %(most)s games. Start a new one.", most=MOST_GAMES)
        return _page(circle, chosen=ticked, link=link, fault=full), 422
    return see_other(url_for("circle.show", circle=circle))


@blueprint.post("/c/<circle>/games/remove")
def remove(circle: str) -> ResponseReturnValue:
    """Take a game out of the circle; the game itself stays."""
    opened = open_circle(circle)
    game_id = opened.game_ids.get(request.form.get("game", ""))
    if game_id is None:
        flash(_("That game isn’t in this circle."), "info")
    elif not viewer_of(game_id).manages:
        abort(403, _("Only the scorekeeper’s phone can do that. Ask the scorekeeper."))
    else:
        words = _("The game is out of the circle’s figures. It stays as it is.")
        changed(opened.circle, Change(games={game_id: False}), words)
    return see_other(url_for("circle.show", circle=circle))


def _linked(link: str, circle_id: str) -> tuple[str, OpenGame | None]:
    """Return what is wrong with a pasted link, or else the game that it leads to."""
    try:
        found = GAME.search(plain_link(link))
        game = open_game(found[1]) if found else None
    except (ExportError, UnknownGame):
        game = None
    if game is None:
        return _("This link leads to no game here. Open the game and copy its address."), None
    if not viewer_of(game.id).manages:
        return _("Only the scorekeeper’s phone can add this game."), None
    owner = circle_of(game.id)
    if owner is not None and owner.id != circle_id:
        return _("This game belongs to another circle. Take it out there first."), None
    return "", game


def _page(circle: str, *, chosen: set[str] | None = None, link: str = "", fault: str = "") -> str:
    opened = open_circle(circle)
    games = choices_of(free_games(), chosen or set())
    return render("circles/add.html", opened=opened, games=games, link=link, fault=fault)
