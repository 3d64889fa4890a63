"""One file with everything of a phone: games as exports, circles, house rules, people, settings.

In JSON, a list or an object by kind. Reading it stores nothing; see `everything`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flask import current_app, request

from kalooki_ref.game.game_file import is_game_file
from kalooki_ref.game.importing import ImportFault, ImportRefused
from kalooki_ref.rules.house_text import house_json, house_of_data
from kalooki_ref.rules.link_text import data_of_link, link_text
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.server.middleware.body_sizes import largest_file
from kalooki_ref.store.circles import Circle, ids_by_key
from kalooki_ref.store.event_store import load_many
from kalooki_ref.web.circles.remembering import circles_here
from kalooki_ref.web.copies.circle_file import circle_data
from kalooki_ref.web.copies.export import stored_json
from kalooki_ref.web.copies.game_files import game_in, text_in
from kalooki_ref.web.shared.device import MOST_NAMES, this_device
from kalooki_ref.web.shared.names import fault_of_kept, is_tidy
from kalooki_ref.web.shared.offered_rules import MOST_HOUSES, remembered_houses, well_named
from kalooki_ref.web.shared.open_game import games_here
from kalooki_ref.web.shared.rights import seen_among
from kalooki_ref.web.shared.settings import CHOICES
from kalooki_ref.words.import_words import ExportError, refusal_words
from kalooki_ref.words.language import gettext as _

FORMAT = "kalooki-ref everything 1"
ANY_FORMAT = re.compile(r"kalooki-ref everything \d+")
KINDS = ("games", "circles", "house_rules", "people", "settings")
GAMES, CIRCLES, HOUSE_RULES, PEOPLE, SETTINGS = KINDS
# Those of a phone, and those of a circle.
MOST_GAMES = 2500
LAST_MARK = 16
# Games in memory at a time.
PORTION = 100


def everything() -> str:
    """Return the file with everything that this phone has here; games used last come first."""
    return _text(ids_of_everything(), circles_here(), {
        HOUSE_RULES: [json.loads(house_json(house)) for house in remembered_houses()],
        PEOPLE: [list(pair) for pair in this_device().people],
        SETTINGS: {name: request.cookies[name] for name in CHOICES if request.cookies.get(name)},
    })  # fmt: skip


def of_circle(circle: Circle) -> str:
    """Return a circle's own file: the circle and its games."""
    return _text(ids_of_circles([circle]), [circle], {})


def ids_of_everything() -> tuple[str, ...]:
    """Return the games that this phone has here and those of its circles, if it may see them."""
    return seen_among(dict.fromkeys((*games_here(), *_ids(circles_here()))))


def ids_of_circles(circles: Iterable[Circle]) -> tuple[str, ...]:
    """Return the games of circles that this phone may see."""
    return seen_among(_ids(circles))


def _ids(circles: Iterable[Circle]) -> Iterator[str]:
    return (game_id for circle in circles for game_id in ids_by_key(circle.id).values())


def _text(ids: Sequence[str], circles: Iterable[Circle], more: dict[str, Any]) -> str:
    """Return JSON with a line for each game."""
    games = ",\n".join(_lines(ids))
    rest = {"format": FORMAT, CIRCLES: [circle_data(circle) for circle in circles]} | more
    return f'{json.dumps(rest, ensure_ascii=False)[:-1]}, "{GAMES}": [\n{games}\n]}}\n'


def _lines(ids: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(ids), PORTION):
        portion = ids[start : start + PORTION]
        found = {stored.id: stored for stored in load_many(portion)}
        for stored in (found[game_id] for game_id in portion if game_id in found):
            yield json.dumps(stored_json(stored), separators=(",", ":"), ensure_ascii=False)


def data_in(content: bytes) -> Any:
    """Return the data in a file; raises ExportError if it is something else than JSON."""
    text = text_in(content, made_by=_("Save everything"))
    return game_in(text, refusal=_not_everything())


def _not_everything() -> str:
    return _("this file was not made by Save everything")


def is_everything(data: Any) -> bool:
    """Whether this is the data of such a file, perhaps of a newer version."""
    found = data.get("format") if isinstance(data, dict) else None
    return isinstance(found, str) and ANY_FORMAT.fullmatch(found) is not None


def read_everything(data: Any) -> dict[str, Any]:
    """Return the data with a list of games, whose content isn't validated; raises ExportError."""
    if is_game_file(data):
        raise ExportError(_("it is a copy of one game. Open it in All games: Open a copy"))
    if not is_everything(data):
        raise ExportError(_not_everything())
    if data["format"] != FORMAT:
        raise ExportError(refusal_words(ImportRefused(ImportFault.NEWER_VERSION)))
    games = data.get(GAMES, [])
    if not isinstance(games, list) or len(games) > MOST_GAMES:
        raise ExportError(_("it holds more than %(most)s games", most=MOST_GAMES))
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ExportError(refusal_words(ImportRefused(ImportFault.CHARACTERS))) from error
    return {**data, GAMES: games}


def is_of_circle(data: dict[str, Any]) -> bool:
    """Whether the file is a circle's own, with nothing else of a phone."""
    return CIRCLES in data and data.keys() <= {"format", CIRCLES, GAMES}


def has_more(data: dict[str, Any]) -> bool:
    """Whether the file has a kind of thing that only a newer version knows."""
    return not data.keys() <= {"format", *KINDS}


def first_key(game: Any) -> str:
    """Return the key of a game's first entry, which identifies it; empty without one."""
    try:
        return str(game["entries"][0]["key"])
    except (LookupError, TypeError):
        return ""


def entry_keys(game: Any) -> list[Any]:
    """Return the keys of a game's entries."""
    return [row.get("key") if isinstance(row, dict) else None for row in game["entries"]]


def houses_in(data: dict[str, Any]) -> Iterator[HouseRules]:
    """Yield the house rules in the file, without invalid ones."""
    held = data.get(HOUSE_RULES)
    for each in held[:MOST_HOUSES] if isinstance(held, list) else ():
        if house := well_named(house_of_data(each)):
            yield house


def unread_houses(data: dict[str, Any]) -> int:
    """Return how many house rules in the file are invalid, or written by a newer version."""
    held = data.get(HOUSE_RULES)
    return len(held) - len(list(houses_in(data))) if isinstance(held, list) else 0


def people_in(data: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the names in the file with their marks, without invalid ones."""
    held = data.get(PEOPLE)
    for each in held[:MOST_NAMES] if isinstance(held, list) else ():
        match each:
            case [str(name), int(mark)] if 0 <= mark <= LAST_MARK and is_tidy(name):
                if name and not fault_of_kept(name):
                    yield name, int(mark)


def settings_in(data: dict[str, Any]) -> dict[str, str]:
    """Return the valid settings in the file that differ from those of this phone."""
    held = data.get(SETTINGS)
    given = held if isinstance(held, dict) else {}
    return {
        name: value
        for name, values in CHOICES.items()
        if (value := given.get(name)) in values and value != request.cookies.get(name, "")
    }


def packed_file(data: dict[str, Any]) -> str:
    """Return the data as short text for a form."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
    return link_text(text)


def unpacked_file(text: str) -> Any:
    """Return the data of `packed_file`; raises ExportError."""
    try:
        most = largest_file("everything.keep", current_app.config["RUNS_IN"])
        return game_in(data_of_link(text, most=most).decode())
    except ValueError as error:
        raise ExportError(_("a part of it is missing or changed")) from error
