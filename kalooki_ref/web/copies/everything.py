"""Everything of a phone in one file: saving it, and opening it here or in another app.

Opening shows first what the file adds. Games are known by the key of their first entry, so that
opening it twice adds nothing; nothing here is replaced.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
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

from kalooki_ref.game.importing import ImportFault, ImportRefused
from kalooki_ref.game.merging import Comparison, Difference
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.server.heavy_work import heavy_work
from kalooki_ref.server.middleware.body_sizes import largest_file
from kalooki_ref.server.middleware.limits import spend_import
from kalooki_ref.store.event_store import first_keys
from kalooki_ref.web.copies import everything_file as file
from kalooki_ref.web.copies.bringing_back import add_entries
from kalooki_ref.web.copies.comparison import NEAREST, compared
from kalooki_ref.web.copies.game_files import game_in, text_in
from kalooki_ref.web.copies.imports import IsOver, read_game, read_import, store, time_limit
from kalooki_ref.web.shared import settings
from kalooki_ref.web.shared.append import stamp_sent
from kalooki_ref.web.shared.device import most_games, remember, see_other, this_device, with_people
from kalooki_ref.web.shared.offered_rules import (
    MOST_HOUSES,
    remember_houses,
    remembered_houses,
)
from kalooki_ref.web.shared.open_game import OpenGame, games_here, open_games
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.import_words import ExportError, refusal_words
from kalooki_ref.words.language import LANGUAGES, ngettext
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words

blueprint = Blueprint("everything", __name__)

MEGABYTE = 1024 * 1024
REFUSED = None
# Of the processor; what isn't done then is left for a further tap.
SECONDS = {"server": 6.0, "pocket": 15.0}


class Fate(StrEnum):
    """What opening the file does with one of its games."""

    NEW = "new"
    # It is here with fewer entries.
    GROWS = "grows"
    HERE = "here"
    # It went on here and there, or this phone may not add to it.
    DIFFERS = "differs"
    WRONG = "wrong"
    NO_ROOM = "no_room"
    # There was no time to look at it yet.
    LATER = "later"


@dataclass(frozen=True, slots=True)
class FileGame:
    """A game of the file: as opened, the same game here, their difference, and its fault."""

    data: Any
    fate: Fate
    opened: OpenGame | None = None
    here: OpenGame | None = None
    comparison: Comparison | None = None
    fault: str = ""

    @property
    def names(self) -> str:
        """Its players; empty if it couldn't be read."""
        players = self.opened.game.players if self.opened else ()
        return ", ".join(player.name for player in players)

    @property
    def date(self) -> str:
        return date_words(self.opened.evening) if self.opened else ""


@blueprint.get("/everything")
def show() -> str:
    """Show what the file would hold, and how large it is."""
    data = file.everything()
    size = len(file.text_of(data).encode())
    return render_template(
        "copies/everything.html",
        games=len(data[file.GAMES]),
        houses=len(data[file.HOUSE_RULES]),
        size=max(1, round(size / 1000)),
        most=largest_file("server") // MEGABYTE if size > largest_file("server") else 0,
    )


@blueprint.get("/everything.json")
def save() -> Response:
    """Send the file."""
    answer = Response(file.text_of(file.everything()), mimetype="application/json")
    answer.headers["Content-Disposition"] = 'attachment; filename="kalooki-everything.json"'
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
        raise ExportError(_("Choose a file."))
    sent.seek(0)
    with heavy_work():
        return _plan_page(file.read_everything(game_in(text_in(sent.read()))))


@blueprint.post("/everything/keep")
def keep() -> ResponseReturnValue:
    """Add what the file has and this phone lacks; shows the page again if time runs out."""
    stamp = stamp_sent()
    with heavy_work():
        data = file.read_everything(file.unpacked_file(request.form.get("held", "")))
        spend_import(len(file.text_of(data)))
        added = tuple(_added(data, key=stamp.key))
        ids = tuple(game_id for game_id in added if game_id)
        is_done = len(added) == len(data[file.GAMES])
        answer = see_other(url_for("home.show")) if is_done else make_response(_plan_page(data))
    _say_added(len(ids), refused=added.count(REFUSED))
    remember_houses(answer, (*_new_houses(data), *remembered_houses()))
    for name, value in file.settings_in(data).items() if "settings" in request.form else ():
        settings.keep(answer, name, value)
    known = this_device()
    people = with_people((*known.people, *_new_people(data)))
    return remember(answer, games=(*known.games, *ids)[: most_games()], **people)


def _added(data: dict[str, Any], *, key: str) -> Iterator[str | None]:
    """Store games until time runs out.

    Yields the id of each new one, "" for one that is here or stays in the file, and None for one
    of which a page can't be shown.
    """
    is_over, room = _time_limit(), _room()
    known = _known_games()
    for number, game in enumerate(data[file.GAMES]):
        one = FileGame(game, Fate.LATER) if is_over() else _file_game(game, known, is_over=is_over)
        if one.fate is Fate.LATER:
            return
        game_id: str | None = ""
        try:
            if one.fate is Fate.NEW and room > 0:
                game_id = store(read_import(game), key=f"{key[:56]}.{number}")
                room -= 1
            elif one.fate is Fate.GROWS and one.here and one.comparison:
                read_import(game)
                add_entries(one.here, one.comparison.missing)
        except ExportError:
            game_id = REFUSED
        yield game_id


def _say_added(count: int, *, refused: int) -> None:
    if count:
        flash(ngettext("%(num)s game added.", "%(num)s games added.", count), "success")
    if refused:
        words = ngettext(
            "%(num)s game can’t be shown, and isn’t added.",
            "%(num)s games can’t be shown, and aren’t added.",
            refused,
        )
        flash(words, "warn")
    if not (count or refused):
        flash(_("Everything in this file is here."), "success")


def _plan_page(data: dict[str, Any]) -> str:
    games = tuple(_planned(data))
    by_fate = {fate: [one for one in games if one.fate is fate] for fate in Fate}
    houses = tuple(_new_houses(data))
    changed = file.settings_in(data)
    return render(
        "copies/everything_plan.html",
        held=file.packed_file(data),
        games={fate.value: found for fate, found in by_fate.items()},
        entries=sum(len(one.comparison.copy) for one in by_fate[Fate.GROWS] if one.comparison),
        houses=houses,
        others=[house.name for house in _other_houses(data)],
        people=[name for name, _mark in _new_people(data)],
        settings=_setting_words(changed),
        has_more=file.has_more(data),
        adds=bool(by_fate[Fate.NEW] or by_fate[Fate.GROWS] or by_fate[Fate.LATER] or houses),
    )


def _planned(data: dict[str, Any]) -> Iterator[FileGame]:
    """Yield each game of the file with what opening it would do."""
    is_over, room = _time_limit(), _room()
    known = _known_games()
    for game in data[file.GAMES]:
        one = FileGame(game, Fate.LATER) if is_over() else _file_game(game, known, is_over=is_over)
        if one.fate is Fate.NEW:
            one = one if room > 0 else FileGame(game, Fate.NO_ROOM, one.opened)
            room -= 1
        yield one


def _known_games() -> dict[str, list[str]]:
    """Return the ids of the games here by the key of their first entry."""
    known: dict[str, list[str]] = {}
    for game_id, key in first_keys(games_here()).items():
        known.setdefault(key, []).append(game_id)
    return known


def _file_game(game: Any, known: dict[str, list[str]], *, is_over: IsOver) -> FileGame:
    key = file.first_key(game)
    if not key:
        return FileGame(game, Fate.WRONG, fault=refusal_words(ImportRefused(ImportFault.KEYS)))
    twins = open_games(tuple(known.get(key, ())))
    same = [one for one in twins if [row.key for row in one.entries] == file.entry_keys(game)]
    if same:
        return FileGame(game, Fate.HERE, same[0], same[0])
    try:
        opened = read_game(game, is_over=is_over).opened
    except ExportError as error:
        return FileGame(game, Fate.LATER if is_over() else Fate.WRONG, fault=str(error))
    pairs = [(one, compared(one, opened)) for one in twins]
    related = [pair for pair in pairs if pair[1].difference in NEAREST]
    if not related:
        return FileGame(game, Fate.NEW, opened)
    here, comparison = min(related, key=lambda pair: NEAREST.index(pair[1].difference))
    return FileGame(game, _fate(here, comparison), opened, here, comparison)


def _fate(here: OpenGame, comparison: Comparison) -> Fate:
    if comparison.difference in {Difference.NONE, Difference.HERE}:
        return Fate.HERE
    may_grow = comparison.difference is Difference.COPY and viewer_of(here.id).manages
    return Fate.GROWS if may_grow else Fate.DIFFERS


def _room() -> int:
    """Return how many more games this phone's list takes."""
    return most_games() - len(open_games(this_device().games))


def _time_limit() -> IsOver:
    return time_limit(SECONDS[current_app.config["RUNS_IN"]])


def _new_houses(data: dict[str, Any]) -> Iterator[HouseRules]:
    """Yield the house rules that this phone lacks, as far as its list takes them."""
    names = {house.name.casefold() for house in remembered_houses()}
    new = [house for house in file.houses_in(data) if house.name.casefold() not in names]
    yield from new[: MOST_HOUSES - len(names)]


def _other_houses(data: dict[str, Any]) -> Iterator[HouseRules]:
    """Yield the house rules that have the name of other rules here, which stay."""
    here = {house.name.casefold(): house for house in remembered_houses()}
    for house in file.houses_in(data):
        if here.get(house.name.casefold(), house) != house:
            yield house


def _new_people(data: dict[str, Any]) -> Iterator[tuple[str, int]]:
    known = {name.casefold() for name in this_device().names}
    yield from ((name, mark) for name, mark in file.people_in(data) if name.casefold() not in known)


def _setting_words(changed: dict[str, str]) -> list[str]:
    """Return the settings of the file in words."""
    words = {
        ("theme", "light"): _("Light"),
        ("theme", "dark"): _("Dark"),
        ("suits", "four"): _("4 colours"),
        **{("language", code): name for code, name in LANGUAGES.items()},
    }
    return [words[pair] for pair in changed.items() if pair in words]


def _form(fault: str = "") -> str:
    most = largest_file(current_app.config["RUNS_IN"]) // MEGABYTE
    return render_template("copies/everything_open.html", fault=fault, most=most)


@blueprint.errorhandler(ExportError)
def refused(error: ExportError) -> ResponseReturnValue:
    """Show the form again with the error."""
    return _form(fault=str(error)), 422


@blueprint.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """Show the form again; what was sent hasn't been read."""
    return _form(fault=_("the file is larger than this app takes")), 413
