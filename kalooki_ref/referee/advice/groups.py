"""The sets that the cards of one rank can make, once the runs have taken theirs.

Not here: which of them to choose (sweep), and writing them down as melds (plan).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kalooki_ref.cards import Card
from kalooki_ref.referee.sets import largest_set
from kalooki_ref.rules.choices import JokerCap, SetJoker
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]
Home = tuple[tuple[int, ...], int, int]
"""What one set on the table takes: the suits of naturals, jokers, and jokers it gives back."""

NEVER_FULL = 99
"""More cards than any set holds."""

Group = tuple[int, int, int, int, int, tuple[Home, ...]]
"""Sets made, jokers used in all and naturals in the sets made, points of what is left over, the
dearest card left over, and what the sets on the table take."""


@dataclass(frozen=True, slots=True)
class Rank:
    """The cards of one rank that are free for sets, and what they are worth, by suit.

    ``homes`` are the sets of the rank on the table; ``is_taken`` is whether the player may not
    lay another one.
    """

    rests: tuple[int, ...]
    values: tuple[int, ...]
    homes: tuple[Cards, ...] = ()
    is_taken: bool = False
    gives_jokers: bool = True
    """Whether jokers may be taken from the homes."""


def group_ways(system: RuleSystem, rank: Rank, jokers: int) -> list[Group]:
    """Return the ways to make no set, one or more from one rank, and to tack on the table's.

    ``jokers`` is how many may be used at most. Jokers beyond the need are only used where they
    would not fit later.
    """
    if rank.homes and is_bounded(system):
        return _ways_with_full_homes(system, rank, jokers)
    ways = list(_new_sets(system, rank, jokers))
    if not rank.homes:
        return ways
    return [way for old in ways for way in _with_open_home(system, rank, old, jokers)]


def _new_sets(system: RuleSystem, rank: Rank, jokers: int) -> Iterator[Group]:
    rests, values = rank.rests, rank.values
    total = sum(rests)
    yield (0, 0, 0, *left_over(rests, values, 0, 0), ())
    least = least_naturals(system)
    most = 1 if system.ranks_apart else total // least
    for sets in range(1, 1 if rank.is_taken else most + 1):
        room = most_in_a_set(system) * sets
        fitting = sum([min(rest, sets) for rest in rests]) if system.set_suits_differ else total
        fewest = max(least * sets, fitting - _most_thrown(system, fitting))
        for naturals in range(fewest, min(fitting, room) + 1):
            need = max(0, system.set_min * sets - naturals)
            most_wild = min(jokers, room - naturals, most_jokers(system, naturals, need))
            left = left_over(rests, values, sets if system.set_suits_differ else total, naturals)
            for wild in range(need, most_wild + 1):
                yield (sets, wild, naturals, *left, ())


def _with_open_home(system: RuleSystem, rank: Rank, way: Group, jokers: int) -> Iterator[Group]:
    """Yield a way with what it leaves over on a table's set, all of it or all but one card."""
    sets, wild, naturals, _, _, _ = way
    total = sum(rank.rests)
    spare = left_cards(rank.rests, rank.values, total, naturals)
    slack = sum([_slack(cards) for cards in rank.homes])
    for kept in range(min(len(spare), _most_thrown(system, 1)) + 1):
        tacked = sorted(spare, key=rank.values.__getitem__, reverse=True)[: len(spare) - kept]
        most = slack + len(tacked) if system.set_joker_cap is JokerCap.ALWAYS else 0
        left = rank.values[min(spare, key=rank.values.__getitem__)] if kept else 0
        for more in range(max(0, min(most, jokers - wild)) + 1):
            home: Home = (tuple(tacked), more, 0)
            yield (sets, wild + more, naturals, left, left if kept else -1, (home,))


def open_homes(
    taken: tuple[Home, Cards], sets: list[Cards], system: RuleSystem
) -> tuple[tuple[Home, Cards], ...]:
    """Share what sets that are never full take: naturals to the first, jokers where they fit."""
    (suits, jokers, _), naturals = taken
    homes: list[tuple[Home, Cards]] = []
    for cards in sets:
        first = not homes
        room = _slack(cards) + (len(naturals) if first else 0)
        here = min(jokers, max(0, room)) if system.set_joker_cap is JokerCap.ALWAYS else jokers
        jokers -= here
        homes.append(((suits if first else (), here, 0), naturals if first else ()))
    return tuple(homes)


def _slack(cards: Cards) -> int:
    return len(cards) - 2 * _wild_in(cards)


def _ways_with_full_homes(system: RuleSystem, rank: Rank, jokers: int) -> list[Group]:
    ways: list[tuple[tuple[int, ...], int, tuple[Home, ...]]] = [(rank.rests, 0, ())]
    for cards in rank.homes:
        ways = [
            (_less(rests, home[0]), wild + home[1] - home[2], (*homes, home))
            for rests, wild, homes in ways
            for home in _home_ways(system, cards, rests, jokers)
            if rank.gives_jokers or not home[2]
        ]
    return [
        (sets, wild + more, naturals, lost, dear, homes)
        for rests, wild, homes in ways
        for sets, more, naturals, lost, dear, _ in _new_sets(
            system, Rank(rests, rank.values, (), rank.is_taken), jokers
        )
        if wild + more <= jokers
    ]


def _home_ways(
    system: RuleSystem, cards: Cards, rests: tuple[int, ...], jokers: int
) -> Iterator[Home]:
    """Yield what a set on the table can take from the rank's free cards."""
    there = len(cards) - _wild_in(cards)
    room = most_in_a_set(system) - len(cards)
    lacking = _lacking(system, cards)
    allowed = tuple(
        [
            min(rest, 1 if suit in lacking else 0) if system.set_suits_differ else rest
            for suit, rest in enumerate(rests)
        ]
    )
    for picks in _picks(allowed, room):
        for more in range(min(jokers, room - len(picks)) + 1):
            capped = system.set_joker_cap is JokerCap.ALWAYS
            if not (capped and more and len(cards) - there + more > there + len(picks)):
                yield (picks, more, 0)
    freed = freed_jokers(system, cards, rests)
    if freed:
        yield (lacking, 0, freed)


def freed_jokers(system: RuleSystem, cards: Cards, rests: Sequence[int]) -> int:
    """Return the jokers that a set on the table gives back for the rank's cards of each suit."""
    if system.set_joker is not SetJoker.FOR_ALL_MISSING_SUITS:
        return 0
    if len(cards) >= most_in_a_set(system) or not all(rests[s] for s in _lacking(system, cards)):
        return 0
    return _wild_in(cards)


def _lacking(system: RuleSystem, cards: Cards) -> tuple[int, ...]:
    """Return the suits that a set on the table has no natural of."""
    there = [card.suit for card in cards]
    return tuple([number for number, suit in enumerate(system.suits) if suit not in there])


def _wild_in(cards: Cards) -> int:
    return sum([1 for card in cards if not card.rank])


def _picks(allowed: tuple[int, ...], room: int) -> list[tuple[int, ...]]:
    picks: list[tuple[int, ...]] = [()]
    for suit, most in enumerate(allowed):
        picks = [
            (*pick, *(suit,) * count)
            for pick in picks
            for count in range(min(most, max(0, room - len(pick))) + 1)
        ]
    return picks


def _less(rests: tuple[int, ...], suits: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([rest - suits.count(suit) for suit, rest in enumerate(rests)])


def is_bounded(system: RuleSystem) -> bool:
    """Return whether a set can be full."""
    return system.set_max is not None or system.set_suits_differ


def _most_thrown(system: RuleSystem, fitting: int) -> int:
    """Return how many cards that fit may be left out: one to throw, more where sets fill up."""
    if is_bounded(system):
        return fitting
    return 1 if system.final_discard or not system.joker_discard else 0


def absorbs(system: RuleSystem) -> bool:
    """Return whether a set takes any number of jokers."""
    return not is_bounded(system) and system.set_joker_cap is not JokerCap.ALWAYS


def most_in_a_set(system: RuleSystem) -> int:
    """Return the most cards a set holds; a number never reached where there is no limit."""
    return largest_set(system) or NEVER_FULL


def set_costs(naturals: int, system: RuleSystem) -> tuple[int, ...]:
    """Return the jokers of the first, second, … set of so many naturals, each beyond the last."""
    most = naturals // least_naturals(system)
    if system.ranks_apart:
        most = min(most, 1)
    needs = [max(0, system.set_min * sets - naturals) for sets in range(most + 1)]
    return tuple([needs[sets] - needs[sets - 1] for sets in range(1, len(needs))])


def least_naturals(system: RuleSystem) -> int:
    """Return the fewest naturals with which a set can be laid."""
    if system.set_joker_cap is JokerCap.NEVER:
        return max(1, system.set_min_naturals)
    return max(system.set_min_naturals, -(-system.set_min // 2))


def most_jokers(system: RuleSystem, naturals: int, need: int) -> int:
    """Return the most jokers worth trying beside so many naturals."""
    if absorbs(system) and not system.opening:
        return need
    return naturals if system.set_joker_cap is JokerCap.ALWAYS else NEVER_FULL


def left_over(
    rests: tuple[int, ...], values: tuple[int, ...], most: int, naturals: int
) -> tuple[int, int]:
    """Return the points and the dearest of the cards that stay out of the sets."""
    if naturals == sum(rests):
        return 0, -1
    points = [values[suit] for suit in left_cards(rests, values, most, naturals)]
    return sum(points), max(points)


def left_cards(
    rests: tuple[int, ...], values: tuple[int, ...], most: int, naturals: int
) -> list[int]:
    """Return the suits of the cards that stay out, the cheapest that can.

    ``most`` is how many cards of one suit can go in, ``naturals`` how many cards go in.
    """
    fitting = [suit for suit, rest in enumerate(rests) for _ in range(min(rest, most))]
    beyond = [suit for suit, rest in enumerate(rests) for _ in range(max(0, rest - most))]
    fitting.sort(key=values.__getitem__)
    return beyond + fitting[: len(fitting) - naturals]
