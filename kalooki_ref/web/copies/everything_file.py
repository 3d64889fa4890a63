"""One file with everything of a phone: its games as exports, its house rules, people, settings.

In JSON, a list or an object by kind. Reading it stores nothing; see `everything`.
"""

import base64
import json
import re
import zlib
from collections.abc import Iterator
from typing import Any

from flask import current_app, request

from kalooki_ref.game.importing import ImportFault, ImportRefused
from kalooki_ref.rules.house_text import bytes_of, house_json, house_of_data
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.server.middleware.body_sizes import largest_file
from kalooki_ref.web.copies.export import as_json
from kalooki_ref.web.copies.game_files import game_in
from kalooki_ref.web.copies.game_links import inflated
from kalooki_ref.web.shared.device import MOST_NAMES, this_device
from kalooki_ref.web.shared.names import fault_of, tidy
from kalooki_ref.web.shared.offered_rules import MOST_HOUSES, remembered_houses, well_named
from kalooki_ref.web.shared.open_game import games_here, open_games
from kalooki_ref.web.shared.settings import CHOICES
from kalooki_ref.words.import_words import ExportError, refusal_words
from kalooki_ref.words.language import gettext as _

FORMAT = "kalooki-ref everything 1"
ANY_FORMAT = re.compile(r"kalooki-ref everything \d+")
GAMES, HOUSE_RULES, PEOPLE, SETTINGS = KINDS = ("games", "house_rules", "people", "settings")
MOST_GAMES = 500
LAST_MARK = 16


def everything() -> dict[str, Any]:
    """Return everything that this phone has here, as data; the games it used last come first."""
    return {
        "format": FORMAT,
        GAMES: [as_json(opened) for opened in open_games(games_here())],
        HOUSE_RULES: [json.loads(house_json(house)) for house in remembered_houses()],
        PEOPLE: [list(pair) for pair in this_device().people],
        SETTINGS: {name: request.cookies[name] for name in CHOICES if request.cookies.get(name)},
    }


def text_of(data: dict[str, Any]) -> str:
    """Return the file's text: JSON with a line for each game."""
    games = ",\n".join(json.dumps(one, ensure_ascii=False) for one in data[GAMES])
    rest = json.dumps({name: data[name] for name in data if name != GAMES}, ensure_ascii=False)
    return f'{rest[:-1]}, "{GAMES}": [\n{games}\n]}}\n'


def is_everything(data: Any) -> bool:
    """Whether this is the data of such a file, perhaps of a newer version."""
    found = data.get("format") if isinstance(data, dict) else None
    return isinstance(found, str) and ANY_FORMAT.fullmatch(found) is not None


def read_everything(data: Any) -> dict[str, Any]:
    """Return the data with a list of games, whose content isn't validated; raises ExportError."""
    if not is_everything(data):
        raise ExportError(_("this file was not made by Save everything"))
    if data["format"] != FORMAT:
        raise ExportError(refusal_words(ImportRefused(ImportFault.NEWER_VERSION)))
    games = data.get(GAMES, [])
    if not isinstance(games, list) or len(games) > MOST_GAMES:
        raise ExportError(_("it holds more than %(most)s games", most=MOST_GAMES))
    return {**data, GAMES: games}


def has_more(data: dict[str, Any]) -> bool:
    """Whether the file has a kind of thing that only a newer version knows."""
    return not data.keys() <= {"format", *KINDS}


def first_key(game: Any) -> str:
    """Return the key of a game's first entry, by which it is known; empty without one."""
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


def people_in(data: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the names in the file with their marks, without invalid ones."""
    held = data.get(PEOPLE)
    for each in held[:MOST_NAMES] if isinstance(held, list) else ():
        match each:
            case [str(name), int(mark)] if 0 <= mark <= LAST_MARK and tidy(name) == name:
                if name and not fault_of(name):
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
    return base64.urlsafe_b64encode(zlib.compress(text, 9)).decode()


def unpacked_file(text: str) -> Any:
    """Return the data of `packed_file`; raises ExportError."""
    try:
        most = largest_file(current_app.config["RUNS_IN"])
        body = inflated(bytes_of(text), zlib.decompressobj(), most=most)
        return game_in(body.decode())
    except ValueError as error:
        raise ExportError(_("a part of it is missing or changed")) from error
