"""Two made-up evenings to look around in; they go when this phone starts a game of its own."""

import json
import secrets
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response

from kalooki_ref.game.events import (
    CallAnswered,
    Event,
    GameStarted,
    HandLeft,
    MeldsLaid,
    RoundEnded,
)
from kalooki_ref.game.instants import instant_text
from kalooki_ref.game.record import event_data
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.rules.systems import system_of
from kalooki_ref.store.event_store import import_game
from kalooki_ref.store.tables import StoredEntry, StoredGame
from kalooki_ref.web.shared.append import stamp_sent
from kalooki_ref.web.shared.device import remember, to_table
from kalooki_ref.web.shared.open_game import with_game
from kalooki_ref.words.language import MADE_UP

blueprint = Blueprint("sample", __name__)

NAMES = ("Mina", "Theo", "Rose", "Winston", "Jo")
BETWEEN_ENTRIES = timedelta(minutes=9)


def _round_over(winner: int, *points: int, bent: bool = False) -> RoundEnded:
    """Return the end of a round; ``points`` are those of every seat, undoubled."""
    hands = (
        HandLeft(seat, is_down=True) if seat == winner else HandLeft(seat, count=left)
        for seat, left in enumerate(points, 1)
    )
    return RoundEnded(winner, bent, tuple(hands))


IN_PLAY: tuple[Event, ...] = (
    GameStarted(NAMES, dealer=1),
    CallAnswered(5),
    _round_over(4, 12, 35, 15, 0, 41),
    CallAnswered(3),
    _round_over(2, 15, 0, 18, 10, 16, bent=True),
    CallAnswered(1),
    _round_over(3, 30, 29, 0, 30, 35),
    CallAnswered(1),
    CallAnswered(4),
    CallAnswered(1),
    CallAnswered(3),
    CallAnswered(4),
    MeldsLaid(5),
)
# The week before: Rose is fourth until the last round.
PLAYED: tuple[Event, ...] = (
    GameStarted(NAMES, dealer=5),
    CallAnswered(2),
    _round_over(5, 51, 8, 6, 48, 0),
    CallAnswered(4),
    _round_over(2, 13, 0, 13, 40, 5),
    CallAnswered(2),
    _round_over(1, 0, 53, 64, 22, 26, bent=True),
    CallAnswered(3),
    _round_over(1, 0, 49, 49, 30, 48),
    CallAnswered(2),
    _round_over(1, 0, 59, 22, 30, 36),
    CallAnswered(5),
    _round_over(4, 40, 43, 12, 0, 18),
    CallAnswered(2),
    _round_over(3, 61, 62, 0, 3, 17),
    CallAnswered(2),
    _round_over(3, 23, 55, 0, 30, 21),
    CallAnswered(4),
    _round_over(3, 59, 36, 0, 48, 43),
)


@blueprint.post("/games/sample")
def begin() -> Response:
    """Store the evening as if it was played up to now, and one of last week; open the first."""
    key, now = stamp_sent().key, datetime.now(UTC)
    played = import_game(_made_up(PLAYED, now - timedelta(days=7)), key=f"{key[:50]}-played")
    in_play = import_game(_made_up(IN_PLAY, now), key=key)
    answer = to_table(in_play)
    for game_id in (played, in_play):
        # One after the other, since each may take the place of another game.
        remember(answer, games=with_game(game_id))
    return answer


def _made_up(events: tuple[Event, ...], last: datetime) -> StoredGame:
    system = system_of("jamaican")
    times = [instant_text(last - BETWEEN_ENTRIES * ago) for ago in reversed(range(len(events)))]
    entries = tuple(
        StoredEntry(seq, secrets.token_hex(16), *event_data(event), "", time)
        for seq, (event, time) in enumerate(zip(events, times, strict=True), 1)
    )
    rules = json.dumps(as_data(system), separators=(",", ":"))
    return StoredGame("", len(entries), MADE_UP, rules, times[0], entries)
