"""Everything of a phone in one file: saving it, and opening it here or in another app.

Opening shows first what the file adds. Games are known by the key of their first entry, so that
opening it twice adds nothing; nothing here is replaced.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.server.heavy_work import heavy_work
from kalooki_ref.server.middleware.body_sizes import (
    LARGEST_IN_POCKET,
    LARGEST_OF_EVERYTHING,
    largest_file,
)
from kalooki_ref.server.middleware.limits import spend_import
from kalooki_ref.store.event_store import file_size_of
from kalooki_ref.web.circles.circle import open_circle
from kalooki_ref.web.circles.remembering import circles_here, keep_circles, remembered
from kalooki_ref.web.copies import everything_file as file
from kalooki_ref.web.copies.circle_copies import (
    Match,
    add_circles,
    circle_plans,
    elsewhere_words,
    games_elsewhere,
    ids_of,
    keys_of,
    matches,
)
from kalooki_ref.web.copies.circle_file import read_circles
from kalooki_ref.web.copies.everything_games import (
    LEFT,
    Fate,
    Kept,
    keep_games,
    planned,
    size_of_new,
)
from kalooki_ref.web.shared import settings
from kalooki_ref.web.shared.append import stamp_sent
from kalooki_ref.web.shared.device import (
    MOST_NAMES,
    most_games,
    remember,
    see_other,
    this_device,
    with_people,
)
from kalooki_ref.web.shared.offered_rules import (
    MOST_HOUSES,
    namesake,
    remember_houses,
    remembered_houses,
)
from kalooki_ref.web.shared.open_game import games_here, open_games
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.import_words import MEGABYTE, ExportError, limit_words
from kalooki_ref.words.language import LANGUAGES, ngettext
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("everything", __name__)


@blueprint.get("/everything")
def show() -> str:
    """Show what the file would hold, and how large it is."""
    games, size = file_size_of(file.ids_of_everything())
    return render_template(
        "copies/everything.html",
        games=games,
        circles=len(circles_here()),
        houses=len(remembered_houses()),
        size=max(1, round(size / 1000)),
        limits=limit_words(size, server=LARGEST_OF_EVERYTHING, pocket=LARGEST_IN_POCKET),
    )


@blueprint.get("/everything.json")
def save() -> Response:
    """Send the file."""
    return _sent(file.everything, "kalooki-everything.json")


@blueprint.get("/c/<circle>/circle.json")
def save_circle(circle: str) -> Response:
    """Send a circle's own file: one with everything, of which it is the only circle."""
    shown = open_circle(circle).circle
    return _sent(lambda: file.of_circle(shown), "kalooki-circle.json")


def _sent(write: Callable[[], str], name: str) -> Response:
    with heavy_work():
        answer = Response(write(), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@blueprint.get("/everything/open")
def ask() -> str:
    """Ask for the file."""
    return _form()


@blueprint.post("/everything/open")
def read() -> ResponseReturnValue:
    """Show what the file would add; nothing is stored yet."""
    sent = request.files.get("file")
    if not sent:
        raise ExportError(_("there’s nothing to open. Choose a file"))
    sent.seek(0)
    with heavy_work():
        return _plan_page(file.read_everything(file.data_in(sent.read())))


@blueprint.post("/everything/keep")
def keep() -> ResponseReturnValue:
    """Add what the file has and this phone lacks; shows the page again if time runs out."""
    stamp = stamp_sent()
    with heavy_work():
        data = file.read_everything(file.unpacked_file(request.form.get("held", "")))
        found = _matches(data, key=stamp.key)
        ids, keys = _ids_here(found), keys_of(found)
        spend_import(size_of_new(data[file.GAMES], ids=ids))
        kept = tuple(keep_games(data[file.GAMES], ids=ids, of_circles=keys, key=stamp.key))
        by_key = {game.key: game.id for game in kept if game.id}
        circles = tuple(add_circles(found, by_key, key=stamp.key))
        is_done = len(kept) == len(data[file.GAMES])
        elsewhere = games_elsewhere(found, by_key) if is_done else ()
        is_whole = is_done and not _leaves_more(data, found)
        _say_added(kept, elsewhere=len(elsewhere), is_whole=is_whole)
        if is_done:
            answer = see_other(url_for("home.show"))
        else:
            answer = make_response(_plan_page(data, key=stamp.key))
    remember_houses(answer, (*_new_houses(data), *remembered_houses()))
    for name, value in file.settings_in(data).items() if "settings" in request.form else ():
        settings.keep(answer, name, value)
    addresses = dict.fromkeys((*(circle.changes for circle in circles), *remembered().addresses))
    keep_circles(answer, addresses, declined=remembered().declined)
    people = with_people((*this_device().people, *_new_people(data)))
    return remember(answer, games=_remembered_games(kept, of_circles=keys), **people)


def _remembered_games(kept: Iterable[Kept], *, of_circles: Collection[str]) -> tuple[str, ...]:
    """Return the phone's games with the new ones.

    If there are too many, deleted games go first, then new ones that their circle leads to.
    """
    known = this_device().games
    living = [game.id for game in open_games(known)]
    new = sorted((game for game in kept if game.is_new), key=lambda game: game.key in of_circles)
    games = dict.fromkeys((*living, *(game.id for game in new), *known))
    return tuple(games)[: most_games()]


def _matches(data: dict[str, Any], *, key: str = "") -> list[Match]:
    return matches(read_circles(data.get(file.CIRCLES)), key=key)


def _ids_here(found: list[Match]) -> tuple[str, ...]:
    """Return the games here that the file may have, too."""
    return tuple(dict.fromkeys((*games_here(), *ids_of(found))))


def _leaves_more(data: dict[str, Any], found: Iterable[Match]) -> bool:
    """Whether something other than games stays in the file and isn't here."""
    left = (*_other_houses(data), *_houses_without_room(data), *_people_without_room(data))
    is_unread = bool(left) or file.has_more(data) or file.unread_houses(data) > 0
    return is_unread or any(match.fault for match in found)


def _say_added(kept: Collection[Kept], *, elsewhere: int, is_whole: bool) -> None:
    """Say what was added, and how many games stay in another circle than that of the file.

    ``is_whole`` if nothing but games may be left in the file.
    """
    count = sum(game.is_new for game in kept)
    refused = sum(game.is_refused for game in kept)
    left = sum(game.is_left for game in kept)
    if count:
        flash(ngettext("%(num)s game added.", "%(num)s games added.", count), "success")
    if refused:
        words = ngettext(
            "%(num)s game can’t be shown, and isn’t added.",
            "%(num)s games can’t be shown, and aren’t added.",
            refused,
        )
        flash(words, "warn")
    if left:
        words = ngettext("%(num)s game stays in the file.", "%(num)s games stay in the file.", left)
        flash(words, "warn")
    if elsewhere:
        flash(elsewhere_words(elsewhere), "warn")
    if is_whole and not (count or refused or left or elsewhere):
        flash(_("Everything in this file is here."), "success")


def _plan_page(data: dict[str, Any], *, key: str = "") -> str:
    found = _matches(data, key=key)
    ids, keys = _ids_here(found), keys_of(found)
    games = tuple(planned(data[file.GAMES], ids=ids, of_circles=keys))
    circles = circle_plans(found, games)
    by_fate = {fate: [game for game in games if game.fate is fate] for fate in Fate}
    houses = tuple(_new_houses(data))
    changed = file.settings_in(data)
    return render(
        "copies/everything_plan.html",
        held=file.packed_file(data),
        games={fate.value: found for fate, found in by_fate.items()},
        entries=sum(len(game.comparison.copy) for game in by_fate[Fate.GROWS] if game.comparison),
        circles=circles,
        houses=houses,
        others=[house.name for house in _other_houses(data)],
        houses_left=[house.name for house in _houses_without_room(data)],
        houses_unread=file.unread_houses(data),
        people=[name for name, _mark in _new_people(data)],
        people_left=[name for name, _mark in _people_without_room(data)],
        settings=_setting_words(changed),
        has_more=file.has_more(data),
        leaves=any(by_fate[fate] for fate in LEFT)
        or any(plan.stays for plan in circles)
        or _leaves_more(data, found),
        adds=any(by_fate[fate] for fate in (Fate.NEW, Fate.GROWS, Fate.LATER))
        or any(plan.is_new or plan.adds for plan in circles)
        or bool(houses),
    )


def _new_houses(data: dict[str, Any]) -> Iterator[HouseRules]:
    """Yield the house rules that this phone lacks, as far as its list takes them."""
    yield from islice(_lacking_houses(data), _room_for_houses())


def _houses_without_room(data: dict[str, Any]) -> Iterator[HouseRules]:
    """Yield the house rules that this phone lacks and its list doesn't take."""
    yield from islice(_lacking_houses(data), _room_for_houses(), None)


def _lacking_houses(data: dict[str, Any]) -> Iterator[HouseRules]:
    return (house for house in file.houses_in(data) if namesake(house.name) is None)


def _room_for_houses() -> int:
    return max(0, MOST_HOUSES - len(remembered_houses()))


def _other_houses(data: dict[str, Any]) -> Iterator[HouseRules]:
    """Yield the house rules that have the name of other rules here, which stay."""
    for house in file.houses_in(data):
        if namesake(house.name) not in (None, house):
            yield house


def _new_people(data: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the names that this phone lacks with their marks, as far as its list takes them."""
    yield from islice(_lacking_people(data), _room_for_people())


def _people_without_room(data: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the names that this phone lacks and its list doesn't take, with their marks."""
    yield from islice(_lacking_people(data), _room_for_people(), None)


def _room_for_people() -> int:
    return max(0, MOST_NAMES - len(this_device().names))


def _lacking_people(data: dict[str, Any]) -> Iterator[tuple[str, int]]:
    known = {name.casefold() for name in this_device().names}
    yield from ((name, mark) for name, mark in file.people_in(data) if name.casefold() not in known)


def _setting_words(changed: dict[str, str]) -> list[str]:
    """Return the settings of the file in words."""
    words = {
        ("theme", "light"): _("Light"),
        ("theme", "dark"): _("Dark"),
        ("suits", "four"): _("4 colours"),
        ("verdicts", "only"): _("Verdict only"),
        ("screen", "off"): _("The screen may turn off"),
        ("vibrate", "off"): _("No vibration"),
        **{("language", code): name for code, name in LANGUAGES.items()},
    }
    return [words[pair] for pair in changed.items() if pair in words]


def _form(fault: str = "") -> str:
    most = largest_file("everything.read", current_app.config["RUNS_IN"]) // MEGABYTE
    return render_template("copies/everything_open.html", fault=fault, most=most)


@blueprint.errorhandler(ExportError)
def refused(error: ExportError) -> ResponseReturnValue:
    """Show the form again with the error."""
    return _form(fault=str(error)), 422


@blueprint.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """Show the form again; what was sent hasn't been read."""
    return _form(fault=_("the file is larger than this app takes")), 413
