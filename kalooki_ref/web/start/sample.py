"""A made-up evening to look around in; it goes when this phone starts a game of its own."""

import json
import secrets
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, url_for

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
from kalooki_ref.web.shared.device import remember, see_other, with_game
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


EVENTS: tuple[Event, ...] = (
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


@blueprint.post("/games/sample")
def begin() -> Response:
    """Store the evening as if it was played up to now, and open it."""
    system, now = system_of("jamaican"), datetime.now(UTC)
    times = [instant_text(now - BETWEEN_ENTRIES * ago) for ago in reversed(range(len(EVENTS)))]
    entries = tuple(
        StoredEntry(seq, secrets.token_hex(16), *event_data(event), "", at)
        for seq, (event, at) in enumerate(zip(EVENTS, times, strict=True), 1)
    )
    rules = json.dumps(as_data(system), separators=(",", ":"))
    evening = StoredGame("", len(entries), MADE_UP, rules, times[0], entries)
    game_id = import_game(evening, key=stamp_sent().key)
    answer = see_other(url_for("table.show", game_id=game_id))
    return remember(answer, games=with_game(game_id))
