"""Questions on a topic in a fixed sequence: the same seed and place give the same question.

Half of the questions whether something is legal are about legal play, and no question comes twice
within a hundred: each kind of question has numbered slots, and a question belongs in the slot that
its checksum says, so that questions of different slots differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from zlib import crc32

from kalooki_ref.cards import Card
from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.makers import HAND, SCORE, Level, Maker, Wanted, card_makers
from kalooki_ref.practice.scenes import Scene, scenes_of
from kalooki_ref.practice.subjects import (
    HandHeld,
    HandScored,
    JokerMoved,
    LaidMeld,
    Lay,
    Subject,
    Tacked,
    judge,
)
from kalooki_ref.rules.model import RuleSystem

TEN = 10
HALF = TEN // 2
MOST_SCENES = 3
# Attempts at a question of one kind; under own rules a kind may have no legal form.
MOST_ATTEMPTS = 3_000
_SUITS = "SHDCBRGE"


class Topic(StrEnum):
    """What is practised."""

    LEGAL = "legal"
    COST = "cost"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a question in a sequence: its seed, and the number from 0."""

    seed: int
    number: int


def question_at(topic: Topic, place: Place, system: RuleSystem, level: Level) -> Subject:
    """Return the question at a place of the topic's sequence."""
    ten, at = divmod(place.number, TEN)
    if topic is Topic.LEGAL:
        return _legal_or_not(place, system, level)
    maker = SCORE if topic is Topic.COST else HAND
    is_yes = Chance(place.seed, ten).shuffled([True] * HALF + [False] * HALF)[at]
    return _made(maker, Wanted(system, level, is_yes), place, _Slot(place.number, TEN))


def _legal_or_not(place: Place, system: RuleSystem, level: Level) -> Subject:
    """Return a scene or a question about cards; a ten has the same number of each kind."""
    ten, at = divmod(place.number, TEN)
    scenes = _scenes_of_ten(place.seed, ten, system)
    makers = list(card_makers(system))[: TEN - len(scenes)]
    # In the same order every hundred, so that equal slots are a hundred apart.
    kinds = Chance(place.seed, ten % TEN).shuffled([*range(len(scenes)), *makers])
    kind = kinds[at]
    if isinstance(kind, int):
        return scenes[kind]
    legal = HALF - sum(judge(scene, system).legal for scene in scenes)
    answers = Chance(place.seed, ten).shuffled([True] * legal + [False] * (len(makers) - legal))
    rank = len([one for one in kinds[:at] if isinstance(one, Maker)])
    often, before = makers.count(kind), kinds[:at].count(kind)
    slot = _Slot(ten * often + before, often)
    return _made(kind, Wanted(system, level, answers[rank]), place, slot)


def _scenes_of_ten(seed: int, ten: int, system: RuleSystem) -> list[Scene]:
    """Return the scenes of a ten, so few that none comes twice within a hundred."""
    every = Chance(seed).shuffled(scenes_of(system))
    count = min(MOST_SCENES, len(every) // TEN)
    return [every[(ten * count + at) % len(every)] for at in range(count)]


@dataclass(frozen=True, slots=True)
class _Slot:
    """The ``number``-th slot of a kind of question that has ``often`` of them in each ten."""

    number: int
    often: int

    def holds(self, subject: Subject) -> bool:
        count = self.often * TEN
        return crc32(bytes(_code(subject))) % count == self.number % count


def _made(maker: Maker, wanted: Wanted, place: Place, slot: _Slot) -> Subject:
    """Return a question for the slot; with the other answer if none has the wanted one."""
    chance = Chance(place.seed, place.number, 1)
    for sought in (wanted, replace(wanted, is_legal=not wanted.is_legal)):
        for _attempt in range(MOST_ATTEMPTS):
            subject = maker.make(chance, sought)
            if slot.holds(subject) and maker.suits(subject, sought):
                return subject
    return Scene.LAY


def _code(subject: Subject) -> Iterator[int]:
    """Yield a number for each card, 255 before each meld."""
    for cards in _cards_in(subject):
        yield 255
        yield from (_number(card) for card in cards)


def _cards_in(subject: Subject) -> Iterator[tuple[Card, ...]]:
    match subject:
        case LaidMeld(meld):
            yield meld.cards
        case Lay(melds):
            yield from (meld.cards for meld in melds)
        case Tacked(target, cards) | JokerMoved(target, _, cards):
            yield from (target.cards, cards)
        case HandScored(cards) | HandHeld(cards):
            yield cards


def _number(card: Card) -> int:
    return 14 * _SUITS.index(card.suit) + card.rank if card.suit else 0
