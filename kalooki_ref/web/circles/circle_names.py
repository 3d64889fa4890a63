"""Who is who in a circle: two spellings of one person, two people of one name, who isn't shown."""

from collections.abc import Iterator

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.records.people import have_met, seat_of
from kalooki_ref.store.circles import Change
from kalooki_ref.web.circles.circle import OpenCircle, changed, open_circle
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("circle_names", __name__)


@blueprint.post("/c/<circle>/names/join")
def join(circle: str) -> ResponseReturnValue:
    """Make two people one: the name and mark of the second stay."""
    opened = open_circle(circle)
    one, into = (opened.person(request.form.get(field, "")) for field in ("person", "into"))
    if one.id == into.id:
        return _back(opened, into.id)
    if have_met(opened.games, one.id, into.id):
        words = _("%(one)s and %(other)s played in the same game, so they’re two people.",
                  one=one.name, other=into.name)  # fmt: skip
        flash(words, "warn")
        return _back(opened, one.id)
    assigned = [spelling for spelling, who in opened.spellings.items() if who == one.id]
    spellings = dict.fromkeys((one.id, *assigned), into.id)
    words = _("%(one)s is %(other)s now.", one=one.name, other=into.name)
    changed(opened.circle, Change(spellings=spellings), words)
    return _back(opened, into.id)


@blueprint.post("/c/<circle>/names/part")
def part(circle: str) -> ResponseReturnValue:
    """Take a spelling apart from its person: a person of its own again."""
    opened = open_circle(circle)
    person = opened.person(request.form.get("person", ""))
    spelling = request.form.get("spelling", "")
    names = dict(person.spellings)
    change: dict[str, str | None] = dict.fromkeys(_assigned_seats(opened, person.id, spelling))
    if opened.spellings.get(spelling) == person.id:
        change[spelling] = spelling
    if spelling in names and spelling != person.id and change:
        words = _(
            "%(one)s and %(other)s are two people now.", one=names[spelling], other=person.name
        )
        changed(opened.circle, Change(spellings=change), words)
    return _back(opened, person.id)


def _assigned_seats(opened: OpenCircle, person: str, spelling: str) -> Iterator[str]:
    """Yield the seats with this spelling that were said to be this person's, in one game each."""
    for game in opened.games:
        bases = dict(zip(game.people, opened.bases[game.key], strict=True))
        player = game.player(person)
        if player and bases[person] == spelling:
            seat = seat_of(game.key, player.number)
            if opened.spellings.get(seat) == person != seat:
                yield seat


@blueprint.post("/c/<circle>/names/apart")
def keep_apart(circle: str) -> ResponseReturnValue:
    """Keep two people with like names apart, and don't ask again."""
    opened = open_circle(circle)
    sent = request.form.get("person", "")
    one, other = opened.person(sent), opened.person(request.form.get("into", ""))
    if one.id == other.id:
        name = dict(other.spellings).get(sent, one.name)
        flash(_("%(one)s is %(other)s now.", one=name, other=other.name), "info")
        return _back(opened, other.id)
    words = _("%(one)s and %(other)s stay two people.", one=one.name, other=other.name)
    changed(opened.circle, Change(spellings={who.id: who.id for who in (one, other)}), words)
    return _back(opened)


@blueprint.post("/c/<circle>/names/seat")
def seat(circle: str) -> ResponseReturnValue:
    """Say that one game's player is somebody else of that name: a new person, or a known one."""
    opened = open_circle(circle)
    person = opened.person(request.form.get("person", ""))
    game = opened.game(request.form.get("game", ""))
    sent = request.form.get("into", "")
    into = opened.person(sent).id if sent else ""
    player = game.player(person.id)
    if player is None:
        return _back(opened, person.id)
    if into in game.people:
        flash(_("That changes nothing: they played in the same game."), "warn")
        return _back(opened, person.id)
    place = seat_of(game.key, player.number)
    new = into or place
    if new == place:
        words = _("In that game it was another %(name)s.", name=player.name)
    else:
        words = _("In that game it was %(name)s.", name=opened.people[new].name)
    changed(opened.circle, Change(spellings={place: new}), words)
    return _back(opened, new)


@blueprint.post("/c/<circle>/names/hide")
def hide(circle: str) -> ResponseReturnValue:
    """Take somebody out of the circle's pages, or show them again; games stay as they are."""
    opened = open_circle(circle)
    person = request.form.get("person", "")
    hides = request.form.get("shown") != "1"
    if person not in opened.everybody:
        flash(_("Nobody like that plays in this circle."), "warn")
        return _back(opened)
    name = opened.everybody[person].name
    words = (
        _("%(name)s isn’t named here any more. The results stay, under “somebody”.", name=name)
        if hides
        else _("%(name)s is shown again.", name=name)
    )
    changed(opened.circle, Change(hidden={person: hides}), words)
    return _back(opened)


def _back(opened: OpenCircle, person: str = "") -> ResponseReturnValue:
    if person:
        to = url_for("circle_figures.person", circle=opened.address, person=person, year="all")
    else:
        to = url_for("circle.people", circle=opened.address, year="all")
    return see_other(to)
