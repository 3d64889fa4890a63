"""The sets that the cards of one rank can make, once the runs have taken theirs.

Not here: which of them to choose (sweep), and writing them down as melds (plan).
"""

from kalooki_ref.rules.choices import JokerCap
from kalooki_ref.rules.model import RuleSystem

Group = tuple[int, int, int, int, int]
"""Sets made, jokers and naturals in them, points of what is left over, the dearest card left over."""


def group_ways(
    system: RuleSystem, rests: tuple[int, ...], values: tuple[int, ...], jokers: int
) -> list[Group]:
    """Return the ways to make no set, one or more from one rank.

    ``rests`` counts the rank's free naturals by suit, ``values`` their points; ``jokers`` is how
    many may be used at most. Jokers beyond the need are only used where they would not fit later.
    """
    total = sum(rests)
    ways = [(0, 0, 0, *left_over(rests, values, 0, 0))]
    least = least_naturals(system)
    most = 1 if system.ranks_apart else total // least
    for sets in range(1, most + 1):
        room = largest_set(system) * sets
        fitting = sum(min(rest, sets) for rest in rests) if system.set_suits_differ else total
        fewest = max(least * sets, fitting - _most_thrown(system, fitting))
        for naturals in range(fewest, min(fitting, room) + 1):
            need = max(0, system.set_min * sets - naturals)
            most_wild = min(jokers, room - naturals, most_jokers(system, naturals, need))
            left = left_over(rests, values, sets if system.set_suits_differ else total, naturals)
            for wild in range(need, most_wild + 1):
                ways.append((sets, wild, naturals, *left))
    return ways


def is_bounded(system: RuleSystem) -> bool:
    """Return whether a set can be full."""
    return system.set_max is not None or system.set_suits_differ


def _most_thrown(system: RuleSystem, fitting: int) -> int:
    """Return how many cards that fit may be worth leaving out: one to throw, more if sets fill up."""
    if is_bounded(system):
        return fitting
    return 1 if system.final_discard or not system.joker_discard else 0


def absorbs(system: RuleSystem) -> bool:
    """Return whether a set takes any number of jokers."""
    return not is_bounded(system) and system.set_joker_cap is not JokerCap.ALWAYS


def largest_set(system: RuleSystem) -> int:
    """Return the most cards a set holds; a number never reached where there is no limit."""
    most = system.set_max or 99
    return min(most, len(system.suits)) if system.set_suits_differ else most


def least_naturals(system: RuleSystem) -> int:
    """Return the fewest naturals with which a set can be laid."""
    if system.set_joker_cap is JokerCap.NEVER:
        return max(1, system.set_min_naturals)
    return max(system.set_min_naturals, -(-system.set_min // 2))


def most_jokers(system: RuleSystem, naturals: int, need: int) -> int:
    """Return the most jokers worth trying beside so many naturals."""
    if absorbs(system) and not system.opening:
        return need
    return naturals if system.set_joker_cap is JokerCap.ALWAYS else 99


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
