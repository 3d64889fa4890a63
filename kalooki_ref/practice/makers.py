"""Makes one question of a kind at random; most suit the wanted answer, and some are rejected."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from kalooki_ref.cards import JOKER, RANKS, Card, Cards
from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.near_legal import joker_places, nearly_fitting, some_meld, spoiled
from kalooki_ref.practice.subjects import (
    HandHeld,
    HandScored,
    JokerMoved,
    Judged,
    LaidMeld,
    Lay,
    Subject,
    Tacked,
    advice_on,
    judge,
)
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.lay import read_opening
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, Phase, cards_in
from kalooki_ref.referee.melds import meld_findings, meld_reading
from kalooki_ref.referee.sets import missing_suits, set_rank
from kalooki_ref.rules.choices import Fine, JokerGoes, JokerMover
from kalooki_ref.rules.model import RuleSystem


class Level(IntEnum):
    """How hard a question is: jokers, large melds, several cards at once."""

    EASY = 1
    MIDDLE = 2
    HARD = 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """The rules and level of a question, and whether its answer should be legal, or yes."""

    system: RuleSystem
    level: Level
    is_legal: bool


@dataclass(frozen=True, slots=True)
class Maker:
    """A kind of question: makes one at random, and says whether its answer is as wanted."""

    make: Callable[[Chance, Wanted], Subject]
    suits: Callable[[Any, Wanted], bool]


def card_makers(system: RuleSystem) -> Iterator[Maker]:
    """Yield the kinds of questions about cards that are played, the most frequent ones first."""
    is_joker_moved = system.joker_mover is not JokerMover.NOBODY
    yield from (RUN, TACK, LAY, MOVE if is_joker_moved else TACK, SET, RUN, TACK, LAY, SET, RUN)


def melds_for(chance: Chance, system: RuleSystem, number: int, *, jokers: bool) -> tuple[Meld, ...]:
    """Return melds of the kinds and sizes that a round needs, or worth about enough to open."""
    contract = system.contract_of(number)
    if contract is None:
        return _melds_worth(chance, system, system.opening_of(number))
    kinds = [*((MeldKind.SET,) * contract.sets), *((MeldKind.RUN,) * contract.runs)]
    sizes = {MeldKind.SET: contract.set_size, MeldKind.RUN: contract.run_size}
    few = (0, 0, 0, 1) if jokers else (0,)
    return tuple(
        some_meld(chance, system, kind, jokers=chance.choice(few), size=sizes[kind])
        for kind in kinds
    )


def by_suit(card: Card) -> tuple[str, int]:
    """Sort key for a hand: by suit, then rank; jokers last."""
    return card.suit or "~", card.rank


def _meld(kind: MeldKind) -> Callable[[Chance, Wanted], Subject]:
    def make(chance: Chance, wanted: Wanted) -> Subject:
        meld = some_meld(chance, wanted.system, kind, jokers=_jokers(chance, wanted.level))
        if not wanted.is_legal or (wanted.level is Level.HARD and chance.likely(20)):
            meld = spoiled(chance, meld, wanted.system)
        return LaidMeld(meld)

    return make


def _lay(chance: Chance, wanted: Wanted) -> Subject:
    system = wanted.system
    number = _round(chance, wanted)
    melds = list(melds_for(chance, system, number, jokers=wanted.level > Level.EASY))
    if wanted.is_legal or not melds:
        return Lay(tuple(melds), number)
    at, how = chance.below(len(melds)), chance.below(5)
    if how == 0:
        melds[at] = spoiled(chance, melds[at], system)
    elif how == 1:
        del melds[at]
    elif how == 2:
        melds.append(some_meld(chance, system, chance.choice(tuple(MeldKind))))
    elif how == 3:
        other = MeldKind.RUN if melds[at].kind is MeldKind.SET else MeldKind.SET
        melds[at] = some_meld(chance, system, other)
    else:
        melds[at] = _alike(melds[at - 1])
    return Lay(tuple(melds), number)


def _alike(meld: Meld) -> Meld:
    """Return a meld of the same rank or suit, which some rules give a player only once."""
    if meld.kind is MeldKind.SET:
        return Meld(meld.kind, meld.cards[::-1])
    moved = [
        card if card.is_joker else Card((card.rank + 3) % len(RANKS) + 1, card.suit)
        for card in meld.cards
    ]
    return Meld(meld.kind, tuple(moved))


def _tack(chance: Chance, wanted: Wanted) -> Subject:
    target = _on_the_board(chance, wanted)
    most = {Level.EASY: 1, Level.MIDDLE: 2, Level.HARD: 3}[wanted.level]
    cards = nearly_fitting(chance, target, wanted.system, most=most)
    is_down = wanted.is_legal or not chance.likely(12)
    return Tacked(target, cards, is_down)


def _on_the_board(chance: Chance, wanted: Wanted) -> Meld:
    kind = chance.choice((MeldKind.SET, MeldKind.RUN, MeldKind.RUN))
    return some_meld(chance, wanted.system, kind, jokers=_jokers(chance, wanted.level))


def _joker_move(chance: Chance, wanted: Wanted) -> Subject:
    system = wanted.system
    kind = chance.choice((MeldKind.RUN, MeldKind.RUN, MeldKind.RUN, MeldKind.SET))
    # A set of the smallest size: how a larger one came about may matter, and nobody sees it.
    size = system.set_min if kind is MeldKind.SET else 0
    target = some_meld(chance, system, kind, jokers=1, size=size)
    index = joker_places(target.cards)[0]
    cards = _for_the_joker(chance, target, index, system)
    by = chance.choice(tuple(Owner))
    return JokerMoved(target, index, cards, by, chance.choice(_goals(system)))


def _for_the_joker(chance: Chance, target: Meld, index: int, system: RuleSystem) -> Cards:
    """Return the card that a joker stands for, or sometimes a card near it."""
    if target.kind is MeldKind.SET:
        missing = [
            Card(set_rank(target.cards), suit) for suit in missing_suits(target.cards, system)
        ]
        return tuple(missing[: chance.choice((1, 2, 2))]) or target.cards[:1]
    reading = meld_reading(target, system)
    card = reading[index] if reading else target.cards[0]
    if chance.likely(25):
        card = Card(card.rank % len(RANKS) + 1, card.suit)
    return (card,)


def _goals(system: RuleSystem) -> tuple[JokerTo | None, ...]:
    """Return where the joker may be said to go; None where the rules decide."""
    match system.joker_goes:
        case JokerGoes.CHOSEN_END:
            return (JokerTo.HIGH, JokerTo.LOW, JokerTo.HIGH, JokerTo.LOW, JokerTo.HAND)
        case JokerGoes.REUSED_AT_ONCE:
            return (JokerTo.REUSE_NOW, JokerTo.REUSE_NOW, JokerTo.HAND)
        case JokerGoes.INTO_THE_HAND:
            return (JokerTo.HAND,)
    return (None, None, None, JokerTo.LOW, JokerTo.HAND)


def _scored_hand(chance: Chance, wanted: Wanted) -> Subject:
    system = wanted.system
    sizes = {Level.EASY: (2, 3), Level.MIDDLE: (3, 4), Level.HARD: (4, 6)}[wanted.level]
    ranks = [1, 1, 11, 12, 13, *RANKS]
    cards = [
        JOKER if chance.likely(12) else Card(chance.choice(ranks), chance.choice(system.suits))
        for _ in range(chance.between(*sizes))
    ]
    is_fined = wanted.level > Level.EASY and chance.likely(40)
    can_overcall = any(isinstance(cost, Fine) for cost in system.overcall)
    can_lay_falsely = any(isinstance(cost, Fine) for cost in system.false_lay)
    return HandScored(
        tuple(sorted(cards, key=by_suit)),
        down=not system.not_down or chance.likely(60),
        bent=bool(system.bend) and chance.likely(35),
        overcalls=int(is_fined and can_overcall),
        false_lays=int(is_fined and can_lay_falsely and not can_overcall),
    )


def _held_hand(chance: Chance, wanted: Wanted) -> Subject:
    system = wanted.system
    number = _round(chance, wanted)
    melds = melds_for(chance, system, number, jokers=True)
    cards = list(cards_in(melds))
    if not wanted.is_legal and cards:
        at = chance.below(len(cards))
        card = cards[at]
        rank, suit = card.rank or chance.choice(RANKS), card.suit or chance.choice(system.suits)
        cards[at] = Card((rank + chance.choice((0, 1, 11))) % len(RANKS) + 1, suit)
    size = system.deal_of(number) + 1
    while len(cards) < size:
        cards.append(Card(chance.choice(RANKS), chance.choice(system.suits)))
    return HandHeld(tuple(sorted(cards[:size], key=by_suit)), number)


def _round(chance: Chance, wanted: Wanted) -> int:
    """Return a round of the game, an early one if the level is easy."""
    count = len(wanted.system.contracts) or 1
    return chance.between(1, -(-count * wanted.level // Level.HARD))


def _melds_worth(chance: Chance, system: RuleSystem, needed: int) -> tuple[Meld, ...]:
    """Return melds until they are worth nearly the points needed, at least one."""
    enough = needed - chance.choice((0, 0, 6, 12))
    melds: list[Meld] = []
    while len(melds) < 4 and read_opening(melds, system).melds < enough:
        jokers = int(chance.likely(25))
        melds.append(some_meld(chance, system, chance.choice(tuple(MeldKind)), jokers=jokers))
    return tuple(melds)


def _jokers(chance: Chance, level: Level) -> int:
    shares = {Level.EASY: (0, 0, 0, 1), Level.MIDDLE: (0, 1, 1), Level.HARD: (0, 1, 1, 2, 2)}
    return chance.choice(shares[level])


def _is_clear(subject: Judged, wanted: Wanted) -> bool:
    """Whether the verdict is the wanted one, for few reasons, and takes nothing on trust."""
    if isinstance(subject, Tacked | JokerMoved) and not _stands(subject.target, wanted.system):
        return False
    verdict = judge(subject, wanted.system)
    most = 1 if wanted.level is Level.EASY else 2
    return verdict.legal is wanted.is_legal and not verdict.assumes and len(verdict.codes) <= most


def _stands(target: Meld, system: RuleSystem) -> bool:
    """Whether a meld can have been laid, and so be on the board."""
    return not meld_findings(target, system, phase=Phase.LAY)


def _is_proved(subject: HandHeld, wanted: Wanted) -> bool:
    """Whether the search is sure that the hand can come down, or that it can't."""
    if not _is_in_every_pack(subject, wanted):
        return False
    advice = advice_on(subject, wanted.system)
    return advice.proved and advice.can_come_down is wanted.is_legal


def _is_in_every_pack(subject: HandHeld | HandScored, wanted: Wanted) -> bool:
    return not wanted.system.every_pack[0].surplus(subject.cards)


RUN = Maker(_meld(MeldKind.RUN), _is_clear)
SET = Maker(_meld(MeldKind.SET), _is_clear)
LAY = Maker(_lay, _is_clear)
TACK = Maker(_tack, _is_clear)
MOVE = Maker(_joker_move, _is_clear)
SCORE = Maker(_scored_hand, _is_in_every_pack)
HAND = Maker(_held_hand, _is_proved)
