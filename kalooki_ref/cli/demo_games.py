"""Twelve made-up games at various stages, for demonstrations and manual testing."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameEnded,
    GameStarted,
    HandCounted,
    HandLeft,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    RoundEnded,
    Tacked,
)
from kalooki_ref.game.instants import instant_text
from kalooki_ref.game.record import event_data
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.rules.systems import system_of
from kalooki_ref.store.tables import StoredEntry, StoredGame

FAMILY = ("Rose", "Winston", "Mina", "Jo", "Theo")
TONIGHT = ("Mina", "Theo", "Rose", "Winston", "Jo")
CLUB = ("Bartholomew II", "Wilhelmina Joy", "Aunt Gwendolyn", "Cousin Ernesto",
        "Great-Aunt Bea", "Maximiliano G.", "Uncle Desmond!", "Little Anthony")  # fmt: skip
# Share of rounds with a bent board, in systems that have one.
BENT = 0.25
PAUSE = timedelta(minutes=5)


@dataclass(slots=True)
class DemoGame:
    """A game under construction: rules, players, entries, and how many days ago it was played."""

    title: str
    slug: str
    names: tuple[str, ...] = FAMILY
    days_ago: int = 0
    stake: int = 0
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.events.append(GameStarted(self.names, dealer=1, stake=self.stake))

    @property
    def system(self) -> RuleSystem:
        """The rules."""
        return system_of(self.slug)

    def add(self, *events: Event) -> "DemoGame":
        """Append events; return the game."""
        self.events += events
        return self

    def play(self, rounds: int) -> "DemoGame":
        """Play rounds with pseudorandom points, the same in every run."""
        for _ in range(rounds):
            draw = Random(f"{self.title} {len(self.events)}")  # noqa: S311 (made-up points)
            seats = range(1, len(self.names) + 1)
            callers = draw.sample(seats, 2) if self.system.calling else ()
            self.add(*(CallAnswered(player) for player in callers))
            winner = draw.choice(seats)
            losers = {player: draw.randint(2, 64) for player in seats if player != winner}
            is_bent = bool(self.system.bend) and draw.random() < BENT
            self.add(ended(winner, losers, bent=is_bent))
        return self

    def stored(self, key: str) -> StoredGame:
        """Return the game for the store, with an entry every five minutes up to now."""
        last = datetime.now(UTC) - timedelta(days=self.days_ago)
        times = [last - PAUSE * before for before in reversed(range(len(self.events)))]
        entries = tuple(
            StoredEntry(
                seq, f"{key}-{seq:03}", *event_data(event), "Rose’s phone", instant_text(time)
            )
            for seq, (event, time) in enumerate(zip(self.events, times, strict=True), 1)
        )
        rules = json.dumps(as_data(self.system), separators=(",", ":"))
        return StoredGame(key, len(entries), self.system.name, rules, entries[0].at, entries)


def ended(winner: int, points: dict[int, int], *, bent: bool = False) -> RoundEnded:
    """Return the end of a round: the winner, and the points of each loser."""
    hands = tuple(HandLeft(player, count=count) for player, count in points.items())
    return RoundEnded(winner, bent, (HandLeft(winner, is_down=True), *hands))


def demo_games() -> tuple[DemoGame, ...]:
    """Return the games, oldest first."""
    return (
        DemoGame("Nine rounds, played out", "jamaican", days_ago=21).play(9),
        DemoGame("Six players", "caribbean", (*FAMILY, "Zoë"), days_ago=14).play(9),
        DemoGame("For a pool", "kalooki40", FAMILY[:4], days_ago=7, stake=10)
        .play(6)
        .add(GameEnded()),
        DemoGame("A tie, stopped early", "standard", FAMILY[:3], days_ago=7).add(
            ended(1, {2: 20, 3: 50}), ended(2, {1: 20, 3: 31}), GameEnded()
        ),
        DemoGame("Round 4 tonight", "jamaican", TONIGHT)
        .play(3)
        .add(CallAnswered(1), CallAnswered(4), CallAnswered(4)),
        DemoGame("Eight long names", "jamaican", CLUB).play(3),
        _with_corrections(),
        _with_a_latecomer(),
        _with_a_board(),
        DemoGame("The last round", "caribbean", FAMILY[:4]).play(8),
        DemoGame("Calls in round 1", "standard", FAMILY[:4]).add(
            CallAnswered(2), CallAnswered(2), CallAnswered(3, granted=False), HandCounted(2, 13)
        ),
        DemoGame("Just begun", "jamaican"),
    )


def _with_corrections() -> DemoGame:
    """Round 2 corrected, one call undone, round 4 void."""
    game = DemoGame("Corrected, and a void round", "kooky", FAMILY[:4]).play(1)
    game.add(ended(3, {1: 12, 2: 105, 4: 8}))
    second = len(game.events)
    game.add(EntryAmended(second, ended(3, {1: 12, 2: 51, 4: 8})))
    game.play(1).add(CallAnswered(2))
    return game.add(EntryAmended(len(game.events), None), RoundEnded(None), CallAnswered(1))


def _with_a_latecomer() -> DemoGame:
    game = DemoGame("One came late, one left", "standard", FAMILY[:4]).play(2)
    game.add(PlayerJoined("Theo", after=4, points=57), ended(5, {1: 8, 2: 30, 3: 12, 4: 41}))
    return game.add(PlayerLeft(2), ended(1, {3: 27, 4: 5, 5: 16}), CallAnswered(3))


def _with_a_board() -> DemoGame:
    """Round 2 in progress, with melds on the board."""
    melds = (_meld("set", "9S 9H 9D"), _meld("set", "KC KD *"), _meld("run", "4H 5H 6H 7H"))
    game = DemoGame("Melds on the board", "jamaican", FAMILY[:3]).play(1)
    return game.add(MeldsLaid(2, melds), Tacked(2, 2, parse_cards("8H")))


def _meld(kind: str, cards: str) -> Meld:
    return Meld(MeldKind(kind), parse_cards(cards))
