"""Makes one question of a kind at random; most suit the wanted answer, and some are rejected."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import chain
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
    TwoLays,
    advice_on,
    cards_of,
    is_met,
    judge,
)
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.lay import read_opening
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, Phase, cards_in
from kalooki_ref.referee.melds import meld_findings, meld_reading
from kalooki_ref.referee.sets import missing_suits, set_rank
from kalooki_ref.rules.choices import Fine, JokerGoes, JokerMover
from kalooki_ref.rules.doubts import can_hold_opening
from kalooki_ref.rules.model import RuleSystem

# Steps of a search before a question is asked: a hand that takes more is too hard for a phone.
FEW_STEPS = 60


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
    """A kind of question: makes one at random, and says whether its answer is as wanted.

    ``alike`` yields the one that was made in several forms, which is quicker than making others;
    ``may_suit`` is a quick look before it is judged.
    """

    make: Callable[[Chance, Wanted], Subject]
    suits: Callable[[Any, Wanted], bool]
    alike: Callable[[Any, RuleSystem], Iterator[Subject]] = lambda made, _: iter((made,))
    may_suit: Callable[[Any, Wanted], bool] = lambda _subject, _wanted: True
    # How many are judged, at most, until one is as wanted: few where each is a search.
    most: int = 3_000


def card_makers(system: RuleSystem) -> tuple[Maker, ...]:
    """Return the kinds of questions about cards that are played, the most frequent ones first."""
    is_joker_moved = system.has_jokers and system.joker_mover is not JokerMover.NOBODY
    return (RUN, TACK, LAY, MOVE if is_joker_moved else TACK, SET, RUN, TACK, LAY, SET, RUN)


def melds_for(chance: Chance, system: RuleSystem, number: int, *, jokers: bool) -> tuple[Meld, ...]:
    """Return melds of the kinds and sizes that a round needs, or worth about enough to open."""
    contract = system.contract_of(number)
    if contract is None:
        return _melds_worth(chance, system.in_round(number))
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


def with_another_card(made: HandHeld | TwoLays, system: RuleSystem) -> Iterator[Subject]:
    """Yield the hand, sorted, with each card in place of its last one, which no lay needs."""
    for suit in system.suits:
        for rank in RANKS:
            cards = (*made.cards[:-1], Card(rank, suit))
            yield replace(made, cards=tuple(sorted(cards, key=by_suit)))


def scattered(chance: Chance, system: RuleSystem, size: int, beside: Cards = ()) -> Cards:
    """Return this number of cards that hardly make melds, alone or with those beside them."""
    held = {*beside}
    found: list[Card] = []
    ranks = [card.rank for card in beside]
    deck = chance.shuffled([Card(rank, suit) for suit in system.suits for rank in RANKS])
    for most in (0, 1):
        for card in deck:
            near = {card, *(Card((card.rank + by) % len(RANKS) + 1, card.suit) for by in (-2, 0))}
            if len(found) < size and ranks.count(card.rank) <= most and not near & held:
                held.add(card)
                ranks.append(card.rank)
                found.append(card)
    return (*found, *deck)[:size]


def is_in_every_pack(subject: Subject, wanted: Wanted) -> bool:
    """Whether the pack has these cards, however few play."""
    return not wanted.system.every_pack[0].surplus(chain.from_iterable(cards_of(subject)))


def _meld(kind: MeldKind) -> Callable[[Chance, Wanted], Subject]:
    def make(chance: Chance, wanted: Wanted) -> Subject:
        meld = some_meld(chance, wanted.system, kind, jokers=_jokers(chance, wanted.level))
        if not wanted.is_legal or (wanted.level is Level.HARD and chance.likely(20)):
            meld = spoiled(chance, meld, wanted.system)
        return LaidMeld(meld)

    return make


def _lay(chance: Chance, wanted: Wanted) -> Subject:
    system = wanted.system
    # An early round of the game if the level is easy.
    count = len(system.contracts) or 1
    number = chance.between(1, -(-count * wanted.level // Level.HARD))
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
    kind = chance.choice((MeldKind.SET, MeldKind.RUN, MeldKind.RUN))
    target = some_meld(chance, wanted.system, kind, jokers=_jokers(chance, wanted.level))
    most = {Level.EASY: 1, Level.MIDDLE: 2, Level.HARD: 3}[wanted.level]
    cards = nearly_fitting(chance, target, wanted.system, most=most)
    is_down = wanted.is_legal or not chance.likely(12)
    return Tacked(target, cards, is_down)


def _joker_move(chance: Chance, wanted: Wanted) -> Subject:
    system = wanted.system
    kind = chance.choice((MeldKind.RUN, MeldKind.RUN, MeldKind.RUN, MeldKind.SET))
    # A set of the smallest size: how a larger one came about may matter, and nobody sees it.
    size = system.set_min if kind is MeldKind.SET else 0
    target = some_meld(chance, system, kind, jokers=1, size=size)
    index = joker_places(target.cards)[0]
    cards = _for_the_joker(chance, target, index, system)
    by, goal = chance.choice(tuple(Owner)), chance.choice(_goals(system))
    is_end = goal in (JokerTo.HIGH, JokerTo.LOW)
    return JokerMoved(target, index, cards, by, None if is_end and kind is MeldKind.SET else goal)


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


def can_bend(system: RuleSystem) -> bool:
    """Whether a round is bent by going out in one turn, whatever was called before."""
    return bool(system.bend) and system.bend_without_calls


def _scored_hand(chance: Chance, wanted: Wanted) -> Subject:
    system = wanted.system
    sizes = {Level.EASY: (2, 3), Level.MIDDLE: (3, 4), Level.HARD: (4, 6)}[wanted.level]
    is_down = not system.not_down or chance.likely(80)
    # A player who never came down has all the cards that were dealt.
    size = chance.between(*sizes) if is_down else system.deal_of(1)
    ranks = [1, 1, 11, 12, 13, *RANKS]
    cards = [
        JOKER if chance.likely(12) else Card(chance.choice(ranks), chance.choice(system.suits))
        for _ in range(size)
    ]
    is_fined = is_down and wanted.level > Level.EASY and chance.likely(40)
    limited = bool(call_limit(system))
    can_overcall = limited and any(isinstance(cost, Fine) for cost in system.overcall)
    can_lay_falsely = any(isinstance(cost, Fine) for cost in system.false_lay)
    return HandScored(
        tuple(sorted(cards, key=by_suit)),
        down=is_down,
        bent=can_bend(system) and chance.likely(35),
        overcalls=int(is_fined and can_overcall),
        false_lays=int(is_fined and can_lay_falsely and not can_overcall),
    )


def rounds_in_reach(system: RuleSystem) -> tuple[int, ...]:
    """Return the rounds in which the cards of a deal and a draw can be enough to come down."""
    return tuple(
        number
        for number in range(1, (len(system.contracts) or 1) + 1)
        if can_hold_opening(
            system, number, system.deal_of(number) + 1 - system.in_round(number).final_discard
        )
    )


def _held_hand(chance: Chance, wanted: Wanted) -> Subject:
    """Return a hand of melds that come down, of which mostly a card is spoiled, and other cards."""
    system = wanted.system
    number = _round_in_reach(chance, wanted)
    cards = list(cards_in(melds_for(chance, system, number, jokers=True)))
    if not wanted.is_legal and cards:
        at = chance.below(len(cards))
        card = cards[at]
        rank, suit = card.rank or chance.choice(RANKS), card.suit or chance.choice(system.suits)
        cards[at] = Card((rank + chance.choice((0, 1, 11))) % len(RANKS) + 1, suit)
    size = system.deal_of(number) + 1
    while len(cards) < size:
        cards.append(Card(chance.choice(RANKS), chance.choice(system.suits)))
    return HandHeld(tuple(cards[:size]), number)


def _plain_hand(chance: Chance, wanted: Wanted) -> Subject:
    """Return a hand of melds that come down, or of none, and cards that go with nothing."""
    system = wanted.system
    number = _round_in_reach(chance, wanted)
    size = system.deal_of(number) + 1
    melds = melds_for(chance, system, number, jokers=False) if wanted.is_legal else ()
    cards = cards_in(melds)[:size]
    return HandHeld((*cards, *scattered(chance, system, size - len(cards), cards)), number)


def _round_in_reach(chance: Chance, wanted: Wanted) -> int:
    rounds = rounds_in_reach(wanted.system)
    return chance.choice(rounds[: -(-len(rounds) * wanted.level // Level.HARD)])


def _melds_worth(chance: Chance, system: RuleSystem) -> tuple[Meld, ...]:
    """Return melds until they are worth nearly the points needed, at least one."""
    enough = max(1, system.opening - chance.choice((0, 0, 6, 12)))
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
    if not is_in_every_pack(subject, wanted):
        return False
    # What is on the board was legal when it was laid.
    if isinstance(subject, Tacked | JokerMoved) and meld_findings(
        subject.target, wanted.system, phase=Phase.LAY
    ):
        return False
    verdict = judge(subject, wanted.system)
    most = 1 if wanted.level is Level.EASY else 2
    return verdict.legal is wanted.is_legal and not verdict.assumes and len(verdict.codes) <= most


def _may_be_proved(subject: HandHeld, wanted: Wanted) -> bool:
    quick = is_met(subject, wanted.system)
    return quick in (None, wanted.is_legal) and is_in_every_pack(subject, wanted)


def _is_proved(subject: HandHeld, wanted: Wanted) -> bool:
    """Whether the search is sure that the hand can come down, or that it can't."""
    advice = advice_on(subject, wanted.system, FEW_STEPS)
    return advice.proved and advice.can_come_down is wanted.is_legal


RUN = Maker(_meld(MeldKind.RUN), _is_clear)
SET = Maker(_meld(MeldKind.SET), _is_clear)
LAY = Maker(_lay, _is_clear)
TACK = Maker(_tack, _is_clear)
MOVE = Maker(_joker_move, _is_clear)
SCORE = Maker(_scored_hand, is_in_every_pack)
HAND = Maker(_held_hand, _is_proved, with_another_card, _may_be_proved, most=20)
PLAIN_HAND = Maker(_plain_hand, _is_proved, with_another_card, _may_be_proved, most=20)
