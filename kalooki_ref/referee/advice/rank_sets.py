"""Enumerate the sets that one rank's cards can make after runs have taken theirs."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kalooki_ref.cards import JOKER, Cards
from kalooki_ref.referee.advice.set_limits import (
    NEVER_FULL,
    absorbs,
    is_bounded,
    least_naturals,
    most_in_a_set,
)
from kalooki_ref.rules.choices import JokerCap, SetJoker
from kalooki_ref.rules.model import RuleSystem

# Value of ``dearest`` if no card is left over.
NO_CARD = -1
# Budget units for enumerating the tacks on one set on the board.
TACKED = 10


class SetTack(NamedTuple):
    """Cards added to one set on the board: suits of naturals, jokers, and jokers taken from it."""

    suits: tuple[int, ...]
    jokers: int
    freed: int


class RankSets(NamedTuple):
    """One way to use the cards of a rank.

    ``jokers`` is the number used, ``naturals`` the number of cards in new sets, ``room`` is for
    more jokers, ``lost`` is the price of cards left over and ``dearest`` that of the dearest,
    NO_CARD if every card is used; ``points`` count toward the opening; ``tacks`` has one entry per
    set of this rank on the board; ``extra`` is the number of sets too small for the contract.
    """

    sets: int
    jokers: int
    room: int
    lost: int
    dearest: int
    points: int
    naturals: int
    tacks: tuple[SetTack, ...]
    extra: int = 0


NO_SETS = RankSets(0, 0, 0, 0, NO_CARD, 0, 0, ())


class RankCards(NamedTuple):
    """The cards of one rank available for sets: their number and price by suit.

    ``on_table`` are the sets of this rank on the board; ``worth`` is the opening points of a card;
    ``set_size`` is the minimum size of the contract's sets, ``smallest`` that of any set.
    """

    rests: tuple[int, ...]
    prices: tuple[int, ...]
    on_table: tuple[Cards, ...]
    most_sets: int
    worth: int
    # Whether jokers may be taken from the sets on the board.
    may_borrow: bool
    set_size: int
    smallest: int

    @property
    def has_two_sizes(self) -> bool:
        """Whether smaller sets than the contract's may be laid."""
        return self.smallest < self.set_size


def open_sets(system: RuleSystem, rank: RankCards, jokers: int) -> tuple[RankSets, ...]:
    """Return the ways to use a rank's cards where sets have no maximum size.

    Then every card is used, except at most one that is kept for the discard.
    """
    suits = [suit for suit, rest in enumerate(rank.rests) for _ in range(rest)]
    suits.sort(key=rank.prices.__getitem__)
    total = len(suits)
    spares = _most_spared(system)
    slack = sum(map(room_for_jokers, rank.on_table))
    ways = _without_new_sets(system, rank, suits, slack)
    for sets, extra in _numbers_of_sets(rank, total, all_extra=False):
        for spared in range(min(spares, total - _least(system, rank, sets, extra)) + 1):
            naturals = total - spared
            need = max(0, rank.set_size * sets + rank.smallest * extra - naturals)
            is_capped = system.set_joker_cap is JokerCap.ALWAYS and need > naturals
            if need > jokers or is_capped:
                continue
            room = 0 if absorbs(system) else naturals + slack - need
            price = rank.prices[suits[0]]
            lost, dearest = (price, price) if spared else (0, NO_CARD)
            ways.append(RankSets(sets, need, room, lost, dearest, 0, naturals, (), extra))
    return tuple(ways)


def _numbers_of_sets(rank: RankCards, total: int, *, all_extra: bool) -> Iterator[tuple[int, int]]:
    """Yield numbers of contract sets and of smaller sets that a rank can make.

    With unbounded sets, a smaller set is only useful on its own.
    """
    most = min(rank.most_sets, total)
    for sets in range(most + 1):
        others = most - sets if all_extra else int(not sets)
        for extra in range((min(others, most - sets) if rank.has_two_sizes else 0) + 1):
            if sets or extra:
                yield sets, extra


def _least(system: RuleSystem, rank: RankCards, sets: int, extra: int) -> int:
    """Return the minimum number of naturals for these numbers of sets."""
    each = least_naturals(system, rank.set_size)
    return each * sets + least_naturals(system, rank.smallest) * extra


def _without_new_sets(
    system: RuleSystem, rank: RankCards, suits: list[int], slack: int
) -> list[RankSets]:
    """Return the ways without new sets: cards are left over, or go to a set on the board."""
    if not rank.on_table:
        prices = [rank.prices[suit] for suit in suits]
        return [RankSets(0, 0, 0, sum(prices), max(prices, default=NO_CARD), 0, 0, ())]
    ways = []
    for spared in range(min(len(suits), _most_spared(system)) + 1):
        room = 0 if absorbs(system) else slack + len(suits) - spared
        price = rank.prices[suits[0]] if spared else 0
        tack = SetTack(tuple(suits[spared:]), 0, 0)
        ways.append(RankSets(0, 0, room, price, price if spared else NO_CARD, 0, 0, (tack,)))
    return ways


def counted_sets(
    system: RuleSystem, rank: RankCards, jokers: int, spend: Callable[[int], None]
) -> tuple[RankSets, ...]:
    """Return the ways to use a rank's cards where sets have a maximum size, or points open.

    There each number of naturals and jokers that may be best is a way of its own. ``spend`` uses
    up budget units and raises OutOfSteps.
    """
    if rank.on_table and is_bounded(system):
        ways = _with_full_sets(system, rank, jokers, spend)
    else:
        ways = list(_new_sets(system, rank, jokers))
        if rank.on_table:
            ways = [more for way in ways for more in _with_open_sets(system, rank, way, jokers)]
    best: dict[tuple[int, ...], RankSets] = {}
    for way in ways:
        counted = way if not rank.worth else _with_points(system, rank, way)
        best.setdefault(counted[:6], counted)
    return tuple(best.values())


def _with_points(system: RuleSystem, rank: RankCards, way: RankSets) -> RankSets:
    """Return a way with its opening points: of new sets, and of builders if they count."""
    cards = way.naturals + way.jokers - sum([tack.jokers - tack.freed for tack in way.tacks])
    if system.builders_open:
        cards += sum([len(tack.suits) + tack.jokers for tack in way.tacks if not tack.freed])
    return way._replace(points=cards * rank.worth)


def _new_sets(system: RuleSystem, rank: RankCards, jokers: int) -> Iterator[RankSets]:
    rests, total = rank.rests, sum(rank.rests)
    yield RankSets(0, 0, 0, *_left_over(rank, 0, 0), 0, 0, ())
    differ, bounded = system.set_suits_differ, is_bounded(system)
    for sets, extra in _numbers_of_sets(rank, total, all_extra=bounded):
        number = sets + extra
        space = most_in_a_set(system) * number
        fitting = sum([min(rest, number) for rest in rests]) if differ else total
        least = _least(system, rank, sets, extra)
        # Only a set that can be full leaves out more than the discard.
        fewest = least if bounded else max(least, fitting - _most_spared(system))
        for naturals in range(fewest, min(fitting, space) + 1):
            need = max(0, rank.set_size * sets + rank.smallest * extra - naturals)
            most = min(jokers, space - naturals, _most_jokers(system, naturals, need))
            left = _left_over(rank, number if differ else total, naturals)
            for wild in range(need, most + 1):
                yield RankSets(sets, wild, 0, *left, 0, naturals, (), extra)


def _with_open_sets(
    system: RuleSystem, rank: RankCards, way: RankSets, jokers: int
) -> Iterator[RankSets]:
    """Yield ways that tack leftover cards to a set on the board, all or all but the discard."""
    spare = left_cards(rank, sum(rank.rests), way.naturals)
    spare.sort(key=rank.prices.__getitem__)
    slack = sum(map(room_for_jokers, rank.on_table))
    for kept in range(min(len(spare), _most_spared(system)) + 1):
        tacked = tuple(spare[kept:])
        most = slack + len(tacked) if system.set_joker_cap is JokerCap.ALWAYS else 0
        left = (rank.prices[spare[0]], rank.prices[spare[0]]) if kept else (0, NO_CARD)
        for more in range(max(0, min(most, jokers - way.jokers)) + 1):
            used = way.jokers + more
            tack = SetTack(tacked, more, 0)
            yield RankSets(way.sets, used, 0, *left, 0, way.naturals, (tack,), way.extra)


def _with_full_sets(
    system: RuleSystem, rank: RankCards, jokers: int, spend: Callable[[int], None]
) -> list[RankSets]:
    ways: dict[tuple[tuple[int, ...], int, int], tuple[SetTack, ...]] = {(rank.rests, 0, 0): ()}
    for cards in rank.on_table:
        longer: dict[tuple[tuple[int, ...], int, int], tuple[SetTack, ...]] = {}
        for (rests, wild, built), tacks in ways.items():
            for tack in _set_tacks(system, cards, rests, jokers):
                if tack.freed and not rank.may_borrow:
                    continue
                more = 0 if tack.freed else len(tack.suits) + tack.jokers
                left = tuple(rest - tack.suits.count(suit) for suit, rest in enumerate(rests))
                way = (left, wild + tack.jokers - tack.freed, built + more)
                longer.setdefault(way, (*tacks, tack))
            spend(TACKED)
        ways = longer
    return [
        way._replace(jokers=wild + way.jokers, tacks=tacks)
        for (rests, wild, _), tacks in ways.items()
        for way in _new_sets(system, rank._replace(rests=rests), jokers)
        if wild + way.jokers <= jokers
    ]


def _set_tacks(
    system: RuleSystem, cards: Cards, rests: tuple[int, ...], jokers: int
) -> Iterator[SetTack]:
    """Yield everything a set on the board can take from the rank's available cards."""
    there = len(cards) - cards.count(JOKER)
    room = most_in_a_set(system) - len(cards)
    lacking = _lacking(system, cards)
    allowed = rests
    if system.set_suits_differ:
        allowed = tuple(min(rest, int(suit in lacking)) for suit, rest in enumerate(rests))
    for picks in _picks(allowed, room):
        for more in range(min(jokers, room - len(picks)) + 1):
            capped = system.set_joker_cap is JokerCap.ALWAYS
            if not (capped and more and len(cards) - there + more > there + len(picks)):
                yield SetTack(picks, more, 0)
    freed = freed_jokers(system, cards, rests)
    if freed:
        yield SetTack(lacking, 0, freed)


def freed_jokers(system: RuleSystem, cards: Cards, rests: Sequence[int]) -> int:
    """Return the jokers freed from a set on the board by available cards, by suit."""
    if system.set_joker is not SetJoker.FOR_ALL_MISSING_SUITS:
        return 0
    if len(cards) >= most_in_a_set(system) or not all(rests[s] for s in _lacking(system, cards)):
        return 0
    return cards.count(JOKER)


def share_open_tack(
    taken: tuple[SetTack, Cards], sets: Sequence[Cards], system: RuleSystem
) -> tuple[tuple[SetTack, Cards], ...]:
    """Divide a tack among unbounded sets: naturals to the first, jokers where they fit."""
    (suits, jokers, _), naturals = taken
    shared: list[tuple[SetTack, Cards]] = []
    for cards in sets:
        first = not shared
        room = room_for_jokers(cards) + (len(naturals) if first else 0)
        here = min(jokers, max(0, room)) if system.set_joker_cap is JokerCap.ALWAYS else jokers
        jokers -= here
        shared.append((SetTack(suits if first else (), here, 0), naturals if first else ()))
    return tuple(shared)


def _lacking(system: RuleSystem, cards: Cards) -> tuple[int, ...]:
    """Return the indexes of the suits that a set on the board has no natural of."""
    there = [card.suit for card in cards]
    return tuple(number for number, suit in enumerate(system.suits) if suit not in there)


def room_for_jokers(cards: Cards) -> int:
    """Return how many more jokers a set can take without outnumbering its naturals.

    Negative if they already outnumber them.
    """
    return len(cards) - 2 * cards.count(JOKER)


def _picks(allowed: tuple[int, ...], room: int) -> list[tuple[int, ...]]:
    picks: list[tuple[int, ...]] = [()]
    for suit, most in enumerate(allowed):
        picks = [
            (*pick, *(suit,) * count)
            for pick in picks
            for count in range(min(most, max(0, room - len(pick))) + 1)
        ]
    return picks


def _most_spared(system: RuleSystem) -> int:
    """Return how many cards that fit a set may be kept for the discard: 1 or 0."""
    return int(system.final_discard or not system.joker_discard)


def _most_jokers(system: RuleSystem, naturals: int, need: int) -> int:
    """Return the maximum number of jokers worth trying with this many naturals."""
    if absorbs(system) and not system.opening:
        return need
    return naturals if system.set_joker_cap is JokerCap.ALWAYS else NEVER_FULL


def _left_over(rank: RankCards, most: int, naturals: int) -> tuple[int, int]:
    """Return the total price of the cards left out of the sets, and the dearest one's."""
    if naturals == sum(rank.rests):
        return 0, NO_CARD
    prices = [rank.prices[suit] for suit in left_cards(rank, most, naturals)]
    return sum(prices), max(prices)


def left_cards(rank: RankCards, most: int, naturals: int) -> list[int]:
    """Return the suits of the cards left out of the sets, choosing the cheapest.

    ``most`` is how many cards of one suit the sets can hold, ``naturals`` how many they hold in
    all.
    """
    rests = rank.rests
    fitting = [suit for suit, rest in enumerate(rests) for _ in range(min(rest, most))]
    beyond = [suit for suit, rest in enumerate(rests) for _ in range(max(0, rest - most))]
    fitting.sort(key=rank.prices.__getitem__)
    return beyond + fitting[: len(fitting) - naturals]
