"""Card values, and the score of one player in a round as itemized lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import LOW_ACE, RANKS, Card, Cards, Pack
from kalooki_ref.rules import choices
from kalooki_ref.rules.model import RuleSystem


class Reason(StrEnum):
    """The reason for a line of a score."""

    # The player went out.
    WON = "won"
    # A card left in hand.
    CARD = "card"
    # The points of the whole hand, counted by the players.
    COUNTED = "counted"
    # A card laid by a player who was barred from laying; it counts as in hand.
    LAID_WHILE_BARRED = "laid_while_barred"
    # The player never came down.
    NOT_DOWN = "not_down"
    # An overcall.
    OVERCALL = "overcall"
    # A false lay: melds that did not meet the contract.
    FALSE_LAY = "false_lay"
    # A bent board: doubled points or a surcharge, depending on the system.
    BENT = "bent"
    # An extra amount agreed by the players.
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points and their reason; ``times`` is the number of offences, or 2 for doubled points."""

    points: int
    reason: Reason
    cards: Cards = ()
    times: int = 1


@dataclass(frozen=True, slots=True)
class LeftHand:
    """One player at the end of a round.

    ``points`` is the hand's card points before doubling, used if ``cards`` is None; ``barred`` are
    cards laid while barred, which count as in hand; ``is_down`` is None if unknown; ``fine`` is an
    extra amount agreed by the players.
    """

    points: int | None = None
    cards: Cards | None = None
    is_winner: bool = False
    is_down: bool | None = None
    overcalls: int = 0
    false_lays: int = 0
    fine: int = 0
    barred: Cards = ()


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """Facts about the whole round: whether the board was bent, its number (from 1), the players.

    ``bent`` is the result of ``bends``: whether going out counted as bending.
    """

    bent: bool = False
    number: int | None = None
    players: int | None = None


_HAND_LINES = (Reason.CARD, Reason.COUNTED, Reason.LAID_WHILE_BARRED)
_FINES = (Reason.NOT_DOWN, Reason.OVERCALL, Reason.FALSE_LAY)


def card_points(card: Card, system: RuleSystem) -> int:
    """Return the points of a card left in hand (000, 001, 003, 004: the value table; 002).

    Raises ValueError for an ace of a suit that is not in the system's pack.
    """
    if card.suit is None:
        return system.points.joker
    if card.rank == LOW_ACE:
        return system.points.aces[system.suits.index(card.suit)]
    return system.points.ranks[card.rank - RANKS[1]]


def opening_points(card: Card, system: RuleSystem) -> int:
    """Return what a natural counts toward an opening in points, with an ace used high.

    Raises ValueError for an ace of a suit that is not in the system's pack.
    """
    values = system.opening_values
    if card.rank == LOW_ACE and card.suit is not None:
        return values.aces[system.suits.index(card.suit)]
    return values.ranks[card.rank - RANKS[1]]


def hand_points(cards: Iterable[Card], system: RuleSystem) -> int:
    """Return the total points of these cards before doubling and fines."""
    return sum(card_points(card, system) for card in cards)


def reachable_points(sizes: Iterable[int], pack: Pack, system: RuleSystem) -> tuple[int, ...]:
    """Return all possible points, ascending, of hands of these sizes.

    >>> from kalooki_ref.rules.systems import system_of
    >>> reachable_points([1], Pack(system_of("kooky").suits, 2, 8), system_of("kooky"))
    (0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 50)
    """
    wanted = [size for size in sizes if 0 <= size <= pack.size]
    sums = _sums_by_size(_values(pack, system), max(wanted, default=0))
    reached = 0
    for size in wanted:
        reached |= sums[size]
    digits = bin(reached)[:1:-1]
    return tuple(points for points, digit in enumerate(digits) if digit == "1")


def total(lines: Iterable[ScoreLine]) -> int:
    """Return the sum of the lines in points; lower is better."""
    return sum(line.points for line in lines)


def bends(
    system: RuleSystem,
    *,
    same_turn: bool,
    overcalls: int = 0,
    false_lays: int = 0,
    calls: int | None = None,
) -> bool:
    """Whether going out bends the board (000, 004; 002 calls it Kalooki).

    ``same_turn`` is whether the player came down in the same turn. ``overcalls`` and ``false_lays``
    are that player's; they can bar bending (004) or laying (000). ``calls`` are the granted calls,
    None if unknown; house rules may require one.
    """
    if calls == 0 and not system.bend_without_calls:
        return False
    spoiled = (overcalls and _spoils(system.overcall)) or (false_lays and _spoils(system.false_lay))
    return bool(system.bend) and same_turn and not spoiled


def _spoils(costs: tuple[choices.Consequence, ...]) -> bool:
    return any(isinstance(cost, choices.NoBending | choices.BarredFromLaying) for cost in costs)


def miscount_points(system: RuleSystem) -> int:
    """Return the fine for a hand with a card too many or too few, in points."""
    return sum(cost.points for cost in system.miscount_cost if isinstance(cost, choices.Fine))


def overcall_points(system: RuleSystem, overcalls: int) -> int:
    """Return the fine for overcalls, in points: in 003 once a round, in 004 for each, else 0."""
    return total(_fines(system.overcall, Reason.OVERCALL, overcalls))


def score_hand(hand: LeftHand, system: RuleSystem, facts: RoundFacts) -> tuple[ScoreLine, ...]:
    """Return the lines of one player's score; may be empty for a winner.

    Cards come first, then fines, then what a bent board adds, then the agreed extra, which is never
    doubled.
    """
    lines = (*_card_lines(hand, system), *_fine_lines(hand, system))
    bent = tuple(_bent_lines(hand, system, lines=lines)) if facts.bent else ()
    agreed = (ScoreLine(hand.fine, Reason.AGREED),) if hand.fine else ()
    return lines + bent + agreed


def _values(pack: Pack, system: RuleSystem) -> list[int]:
    """Return the values of all cards in the pack, ascending."""
    values = [system.points.joker] * pack.jokers
    for suit in pack.suits:
        for rank in RANKS:
            values += [card_points(Card(rank, suit), system)] * pack.copies
    return sorted(values)


def _sums_by_size(values: list[int], largest: int) -> list[int]:
    """Return, by hand size up to ``largest``, the possible sums as a bit set (bit n for sum n)."""
    sums = [1] + [0] * largest
    for value in values:
        for size in range(largest, 0, -1):
            sums[size] |= sums[size - 1] << value
    return sums


def _card_lines(hand: LeftHand, system: RuleSystem) -> Iterator[ScoreLine]:
    if hand.is_winner and system.winner_points:
        yield ScoreLine(system.winner_points, Reason.WON)
    for card in hand.cards or ():
        yield ScoreLine(card_points(card, system), Reason.CARD, (card,))
    if hand.cards is None and hand.points is not None and not (hand.is_winner and not hand.points):
        yield ScoreLine(hand.points, Reason.COUNTED)
    for card in hand.barred if system.barred_lay_counts else ():
        yield ScoreLine(card_points(card, system), Reason.LAID_WHILE_BARRED, (card,))


def _fine_lines(hand: LeftHand, system: RuleSystem) -> Iterator[ScoreLine]:
    if hand.is_down is False and not hand.is_winner:
        yield from _fines(system.not_down, Reason.NOT_DOWN, 1)
    yield from _fines(system.overcall, Reason.OVERCALL, hand.overcalls)
    yield from _fines(system.false_lay, Reason.FALSE_LAY, hand.false_lays)


def _fines(
    costs: tuple[choices.Consequence, ...], reason: Reason, offences: int
) -> Iterator[ScoreLine]:
    for cost in costs:
        if isinstance(cost, choices.Fine) and offences > 0:
            times = offences if cost.each else 1
            yield ScoreLine(cost.points * times, reason, times=times)


def _bent_lines(
    hand: LeftHand, system: RuleSystem, *, lines: tuple[ScoreLine, ...]
) -> Iterator[ScoreLine]:
    for cost in system.bend:
        if isinstance(cost, choices.Double):
            again = total(line for line in lines if _doubles(line, hand, system, cost.who))
            if again:
                yield ScoreLine(again, Reason.BENT, times=2)
        elif isinstance(cost, choices.Surcharge) and not hand.is_winner:
            yield ScoreLine(cost.points, Reason.BENT)
        elif isinstance(cost, choices.Bonus) and hand.is_winner:
            yield ScoreLine(-cost.points, Reason.BENT)


def _doubles(line: ScoreLine, hand: LeftHand, system: RuleSystem, who: choices.WhoDoubles) -> bool:
    """Whether a bent board doubles this line (R-ALL-7)."""
    if who is choices.WhoDoubles.EVERY_SCORE:
        return system.fines_double or line.reason not in _FINES
    return line.reason in _HAND_LINES and not hand.is_winner
