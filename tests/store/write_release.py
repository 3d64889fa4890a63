"""`python -m tests.store.write_release`: writes the test database of this release.

It plays every game of tests/games completely and partly, with undo, corrections and drafts, a game
with house rules, a deleted one and a circle with a season, and writes releases/VERSION.sqlite, with
the app's pages about the games beside it.
"""

import hashlib
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path

from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.cli import own_version
from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameEnded,
    PlayerJoined,
    PlayerMarked,
    PlayerRenamed,
    RoundEnded,
)
from kalooki_ref.game.record import event_data
from kalooki_ref.records.people import spelling_of
from kalooki_ref.records.season import Rule, Season
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.rules.systems import system_of
from kalooki_ref.store.circles import Change, change_circle, create_circle
from kalooki_ref.store.deletion import delete_game
from kalooki_ref.store.drafts import merge_draft
from kalooki_ref.store.event_store import append, create_game, load
from kalooki_ref.store.tables import NewEntry
from kalooki_ref.web.circles.seasons import row_of
from tests.games.whole_game import WholeGame, games, read
from tests.web.phone import Phone
from tests.web.table.test_rounds import FIVE_COUNTS, write

RELEASES = Path(__file__).with_name("releases")
ROUNDS_OF_HALF = 3
KEYS = count()


def new(event: Event) -> NewEntry:
    kind, data = event_data(event)
    number = next(KEYS)
    body = hashlib.sha256(str(number).encode()).hexdigest()
    return NewEntry(f"key-of-release-{number:04}", body, kind, data, "Ann’s phone")


def begin_game(game: WholeGame, title: str) -> str:
    rules = json.dumps(as_data(system_of(game.system)), separators=(",", ":"))
    return create_game(new(game.started()), title=title, rules=rules).id


def append_event(game_id: str, event: Event) -> int:
    """Append an event; return its number."""
    return append(game_id, new(event), base=load(game_id).version).seq


def whole(name: str) -> str:
    """Play a game to its end; undo and restore its last round; rename a player."""
    game = read(name)
    game_id = begin_game(game, system_of(game.system).name)
    placed = [(append_event(game_id, event), event) for event in game.events]
    ends = [seq for seq, event in placed if isinstance(event, RoundEnded)]
    if not isinstance(game.events[-1], GameEnded):
        append_event(
            game_id, EntryAmended(append_event(game_id, EntryAmended(ends[-1], None)), None)
        )
    append_event(game_id, PlayerRenamed(1, "Zoë 🂡"))
    append_event(game_id, PlayerMarked(1, 12))
    return game_id


def half(name: str) -> str:
    """Play some rounds, with a correction, a void round, a refused call, a late player, a draft."""
    game = read(name)
    game_id = begin_game(game, f"{name}, half")
    ends: list[tuple[int, RoundEnded]] = []
    for event in game.events:
        if len(ends) < ROUNDS_OF_HALF and not isinstance(event, GameEnded):
            seq = append_event(game_id, event)
            if isinstance(event, RoundEnded):
                ends.append((seq, event))
    seq, end = next(pair for pair in reversed(ends) if pair[1].winner)
    append_event(game_id, EntryAmended(seq, corrected(end)))
    append_event(game_id, RoundEnded(None))
    call = append_event(game_id, CallAnswered(2))
    append_event(game_id, CallAnswered(1, granted=False))
    append_event(game_id, EntryAmended(call, None))
    append_event(game_id, PlayerJoined("Späte Gästin", 1, 77))
    merge_draft(game_id, f"round-{len(ends) + 2}", {"winner": ["2"], "hands-0-points": ["10+10"]})
    return game_id


def corrected(end: RoundEnded) -> RoundEnded:
    """Return the round with one loser's hand counted as 30."""
    loser = next(hand for hand in end.hands if hand.player != end.winner)
    thirty = replace(loser, cards=(), sum_text="", count=30)
    return replace(end, hands=tuple(thirty if hand is loser else hand for hand in end.hands))


def of_house_rules(app: Flask) -> str:
    """Play a game with house rules through the pages."""
    phone = Phone(app.test_client())
    kept = phone.post(
        "/house-rules", base="jamaican", name="Sunday rules", max_calls="2", bend="cards"
    )
    key = phone.post(f"{kept.location}/play", base="").location.rpartition("=")[2]
    phone.begin(system=key)
    assert write(phone, FIVE_COUNTS).status_code == 303
    assert phone.post("calls", player="3", answer="granted").status_code == 303
    assert phone.post("lays", player="1").status_code == 303
    return phone.table.rpartition("/")[2]


def played(app: Flask) -> Iterator[tuple[str, str]]:
    for name in games():
        yield f"{name} whole", whole(name)
        yield f"{name} under way", half(name)
    yield "house rules", of_house_rules(app)


def keep_circle(games: list[str]) -> None:
    """Make a circle of games: two names are one person, somebody isn't shown, a season."""
    circle = create_circle("circle-of-release", name="Späte Gäste", zone="Europe/Rome", games=games)
    ann, ben, cleo = (spelling_of(circle.id, name) for name in ("Ann", "Ben", "Cleo"))
    season = row_of(Season("Autumn", date(2026, 1, 1), date(2099, 12, 31), Rule(best=8)))
    change_circle(circle.id, Change({ann: ben}, {cleo: True}, seasons={"autumn": season}))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder, "LIMITS": False})
        with app.app_context():
            kept = dict(played(app))
            keep_circle([*kept.values()])
            delete_game(whole("jamaican"))
            pages = {
                game_id: {
                    "game": name,
                    "version": load(game_id).version,
                    "told": app.test_client().get(f"/g/{game_id}.json").get_json(),
                }
                for name, game_id in kept.items()
            }
        file = RELEASES / f"{own_version()}.sqlite"
        file.unlink(missing_ok=True)
        with closing(sqlite3.connect(Path(folder) / "kalooki.sqlite")) as connection:
            connection.execute("VACUUM INTO ?", [str(file)])
        text = json.dumps(pages, ensure_ascii=False, indent=1, sort_keys=True)
        file.with_suffix(".json").write_text(text + "\n", "utf-8")
    print(f"{file}: {len(pages)} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
