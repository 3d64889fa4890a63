"""Questions on a topic in a fixed sequence: the same seed and place give the same question.

Of the questions whether something is legal, half are about legal play. No question is repeated
within a hundred: each kind has numbered slots, and a question fits only the slot that its checksum
gives, so that questions in different slots are different.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from zlib import crc32

from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.lay_maker import MOST_ROUNDS, TWO_LAYS
from kalooki_ref.practice.makers import (
    HAND,
    PLAIN_HAND,
    SCORE,
    Level,
    Maker,
    Wanted,
    card_makers,
    rounds_in_reach,
)
from kalooki_ref.practice.scenes import Scene, scenes_of
from kalooki_ref.practice.subjects import Subject, cards_of, judge
from kalooki_ref.rules.model import RuleSystem

TEN = 10
HALF = TEN // 2
MOST_SCENES = 3
# Attempts at a question of one kind; under own rules a kind may have no legal form.
MOST_ATTEMPTS = 3_000
# Attempts at an easy question: more would keep somebody waiting.
FEW_ATTEMPTS = 400
FEW_SLOTS = 2
_SUITS = "SHDCBRGE"


class Topic(StrEnum):
    """What is practised."""

    LEGAL = "legal"
    COST = "cost"
    DOWN = "down"
    LAY = "lay"


def topics_of(system: RuleSystem) -> tuple[Topic, ...]:
    """Return the topics to practise under these rules.

    Lays are left out without contracts, where there are too many for a phone to prove in 100 ms
    which leaves least, and without calls, where a hand has one card more than it lays. Hands are
    left out where none can come down, and both where few attempts don't find either answer.
    """
    contracts = system.contracts[:MOST_ROUNDS]
    has_melds = bool(contracts) and not any(one.opens_with_points for one in contracts)
    is_asked = {
        Topic.DOWN: bool(rounds_in_reach(system)),
        Topic.LAY: has_melds and system.calling,
    }
    return tuple(
        topic
        for topic in Topic
        if is_asked.get(topic, True)
        and (topic not in is_asked or _has_both_answers(_MAKERS[topic][-1], system))
    )


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
    is_yes = Chance(place.seed, ten).shuffled([True] * HALF + [False] * HALF)[at]
    wanted, easy = Wanted(system, level, is_yes), Wanted(system, Level.EASY, is_yes)
    slot = _Slot(place.number, TEN)
    # Lays that don't suit are dropped by a quick look; a search for each hand takes too long.
    ways = (wanted, easy, easy) if topic is Topic.LAY else (wanted,)
    made = (
        _made(maker, way, place, slot, turn)
        for turn, way in enumerate(ways)
        for maker in _MAKERS[topic]
    )
    # Rules may leave so few hands that none fits this place.
    found = next((subject for subject in made if subject), None)
    return found or _legal_or_not(place, system, level)


def _legal_or_not(place: Place, system: RuleSystem, level: Level) -> Subject:
    """Return a scene or a question about cards; a ten has the same number of each kind."""
    ten, at = divmod(place.number, TEN)
    scenes = _scenes_of_ten(place.seed, ten, system)
    makers = _kinds(system)[: TEN - len(scenes)]
    # In the same order every hundred, so that equal slots are a hundred apart.
    kinds = Chance(place.seed, ten % TEN).shuffled([*range(len(scenes)), *makers])
    kind = kinds[at]
    if isinstance(kind, int):
        return scenes[kind]
    legal = HALF - sum(judge(scene, system).legal for scene in scenes)
    answers = Chance(place.seed, ten).shuffled([True] * legal + [False] * (len(makers) - legal))
    rank = len([kind for kind in kinds[:at] if isinstance(kind, Maker)])
    often, before = makers.count(kind), kinds[:at].count(kind)
    slot = _Slot(ten * often + before, often)
    wanted = Wanted(system, level, answers[rank])
    ways = wanted, replace(wanted, is_legal=not wanted.is_legal)
    made = (_made(kind, way, place, slot) for way in ways)
    return next((subject for subject in made if subject), Scene.LAY)


def _scenes_of_ten(seed: int, ten: int, system: RuleSystem) -> list[Scene]:
    """Return the scenes of a ten, so few that none comes twice within a hundred."""
    every = Chance(seed).shuffled(scenes_of(system))
    count = min(MOST_SCENES, len(every) // TEN)
    return [every[(ten * count + number) % len(every)] for number in range(count)]


@dataclass(frozen=True, slots=True)
class _Slot:
    """The ``number``-th slot of a kind of question that has ``often`` of them in each ten."""

    number: int
    often: int

    def holds(self, subject: Subject) -> bool:
        count = self.often * TEN
        return crc32(bytes(_code(subject))) % count == self.number % count


def _made(maker: Maker, wanted: Wanted, place: Place, slot: _Slot, turn: int = 0) -> Subject | None:
    """Return a question for the slot with the wanted answer; None if many attempts find none.

    Each ``turn`` makes others.
    """
    chance = Chance(place.seed, place.number, 1 + turn)
    return _suiting(maker, wanted, chance, slot, MOST_ATTEMPTS, maker.most)


def _suiting(
    maker: Maker, wanted: Wanted, chance: Chance, slot: _Slot, attempts: int, judged: int
) -> Subject | None:
    fitting = (
        subject
        for subject in _fitting(maker, wanted, chance, slot, attempts)
        if maker.may_suit(subject, wanted)
    )
    suiting = (subject for subject in islice(fitting, judged) if maker.suits(subject, wanted))
    return next(suiting, None)


def _fitting(
    maker: Maker, wanted: Wanted, chance: Chance, slot: _Slot, attempts: int
) -> Iterator[Subject]:
    """Yield questions for the slot, whatever their answer."""
    for _attempt in range(attempts):
        for subject in maker.alike(maker.make(chance, wanted), wanted.system):
            if slot.holds(subject):
                yield subject


@lru_cache(maxsize=32)
def _kinds(system: RuleSystem) -> tuple[Maker, ...]:
    """Return the kinds of questions about cards; one that is never legal gives way to others."""
    kinds = card_makers(system)
    asked = [kind for kind in kinds if _has_both_answers(kind, system, often=1)] or kinds
    return tuple(kind if kind in asked else asked[0] for kind in kinds)


@lru_cache(maxsize=64)
def _has_both_answers(maker: Maker, system: RuleSystem, often: int = TEN) -> bool:
    """Whether few attempts find easy questions with either answer, in several slots."""
    few = maker.most // 2
    return all(
        _suiting(maker, Wanted(system, Level.EASY, is_legal), Chance(0), slot, FEW_ATTEMPTS, few)
        for is_legal in (True, False)
        for slot in (_Slot(number, often) for number in range(FEW_SLOTS))
    )


def _code(subject: Subject) -> Iterator[int]:
    """Yield a number for each card, 255 before each meld."""
    for cards in cards_of(subject):
        yield 255
        yield from (14 * _SUITS.index(card.suit) + card.rank if card.suit else 0 for card in cards)


_MAKERS = {Topic.COST: (SCORE,), Topic.DOWN: (HAND, PLAIN_HAND), Topic.LAY: (TWO_LAYS,)}
