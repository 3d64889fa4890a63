"""Adding games to a circle and taking them out."""

from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.store.circles import MOST_GAMES, Change, CircleFull, circle_of, without_players
from kalooki_ref.store.event_store import first_keys
from kalooki_ref.web.circles.circle import OpenCircle, changed, open_circle
from kalooki_ref.web.circles.new_circle import choices_of, free_games, taken_words
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.game_addresses import game_at
from kalooki_ref.web.shared.links import plain_links
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.import_words import ExportError
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

blueprint = Blueprint("circle_games", __name__)


@blueprint.get("/c/<circle>/add")
def ask(circle: str) -> str:
    """Show this phone's games to add, and a field for the link of an older one."""
    return _page(circle)


@blueprint.post("/c/<circle>/games")
def add(circle: str) -> ResponseReturnValue:
    """Add games: those ticked, and the one whose link was pasted; a form sent twice adds once."""
    opened = open_circle(circle)
    link = request.form.get("link", "")
    ticked = set(request.form.getlist("games"))
    if ticked and not link.strip() and ticked <= {*opened.game_ids.values()}:
        return see_other(url_for("circle.show", circle=circle))
    ids = [game.id for game in free_games() if game.id in ticked]
    if ticked - {*ids, *opened.game_ids.values()}:
        return _page(circle, chosen=ticked, link=link), 422
    if link.strip():
        fault, found = _linked(link, opened.circle.id)
        if found is None:
            return _page(circle, chosen=ticked, link=link, fault=fault), 422
        ids.append(found.id)
    if not ids:
        nothing = _("Tick a game, or paste the link of one.")
        return _page(circle, chosen=ticked, link=link, fault=nothing), 422
    new, twins = _without_copies(opened, ids)
    if not new:
        fault = _("This game, or a copy of it, is in this circle already.")
        return _page(circle, chosen=ticked, link=link, fault=fault), 422
    words = ngettext("%(num)s game added.", "%(num)s games added.", len(new))
    try:
        games = dict.fromkeys(twins, False) | dict.fromkeys(new, True)
        changed(opened.circle, Change(games=games), words)
    except CircleFull:
        full = _("This circle takes %(most)s games. Start a new one.", most=MOST_GAMES)
        return _page(circle, chosen=ticked, link=link, fault=full), 422
    return see_other(url_for("circle.show", circle=circle))


@blueprint.post("/c/<circle>/games/remove")
def remove(circle: str) -> ResponseReturnValue:
    """Take a game out of the circle; the game itself stays.

    Who its players were said to be is forgotten, too: erasing a game removes that only from the
    circle that it is in, so otherwise it would stay here for good.
    """
    opened, key = open_circle(circle), request.form.get("game", "")
    game_id = opened.game_ids.get(key)
    if game_id is None:
        flash(_("That game isn’t in this circle."), "info")
    elif not viewer_of(game_id).manages:
        abort(403, _("Only the scorekeeper’s phone can do that. Ask the scorekeeper."))
    else:
        words = _("The game is out of the circle’s figures. It stays as it is.")
        said = without_players(key, opened.spellings, opened.hidden)
        changed(opened.circle, replace(said, games={game_id: False}), words)
    return see_other(url_for("circle.show", circle=circle))


def _without_copies(opened: OpenCircle, ids: list[str]) -> tuple[list[str], list[str]]:
    """Return the games that have no copy in the circle, and the copies that give way to one.

    A finished game takes the place of a copy that is still being played; of two copies, one counts.
    """
    keys = first_keys(ids)
    here = {*opened.game_ids.values()}
    ids = [
        game_id
        for game_id in {keys[game_id]: game_id for game_id in ids}.values()
        if game_id not in here
    ]
    counted = {game.key for game in opened.games}
    playing = {} if opened.missing else {
        key: game_id for key, game_id in opened.game_ids.items()
        if key not in counted and viewer_of(game_id).manages
    }  # fmt: skip
    new = [
        game_id
        for game_id in ids
        if keys[game_id] not in opened.game_ids or keys[game_id] in playing
    ]
    return new, [playing[keys[game_id]] for game_id in new if keys[game_id] in playing]


def _linked(link: str, circle_id: str) -> tuple[str, OpenGame | None]:
    """Return what is wrong with a pasted link, or else the game that it leads to."""
    game = None
    with suppress(ExportError):
        game = game_at(link, *plain_links(link))
    if game is None:
        return _("This link leads to no game here. Open the game and copy its address."), None
    if not viewer_of(game.id).manages:
        return _("Only the scorekeeper’s phone can add this game."), None
    owner = circle_of(game.id)
    if owner is not None and owner.id != circle_id:
        return _("This game belongs to another circle. Take it out there first."), None
    return "", game


def _page(circle: str, *, chosen: set[str] | None = None, link: str = "", fault: str = "") -> str:
    opened, free, ticked = open_circle(circle), free_games(), chosen or set()
    taken = taken_words(len(ticked - {*opened.game_ids.values(), *(game.id for game in free)}))
    return render(
        "circles/add.html",
        opened=opened,
        games=choices_of(free, ticked),
        link=link,
        fault=fault,
        taken=taken,
        faults=[(field, text) for field, text in (("link", fault), ("games", taken)) if text],
    )
