"""How a pool of stakes is shared out at the end, in whole units, as lines with their reasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.rules.model import RuleSystem


class ShareReason(StrEnum):
    """Why a player gets this much of the pool."""

    WINNER = "winner"
    """The winner's part, or an equal piece of it for each who shares first place."""
    BELOW_THRESHOLD = "below_threshold"
    """An equal piece of the rest."""
    REMAINDER = "remainder"
    """What could not be split into whole units: it goes to the winner."""
    NOBODY_ELSE = "nobody_else"
    """The rest, as nobody else stayed below the threshold."""
    TOO_MANY_POINTS = "too_many_points"
    """Nothing: the points have reached the threshold."""


@dataclass(frozen=True, slots=True)
class Share:
    """One line of the payout: the player's place in the list of totals, units, and why."""

    player: int
    units: int
    reason: ShareReason


def share_pool(pool: int, totals: tuple[int, ...], system: RuleSystem) -> tuple[Share, ...]:
    """Return who gets what of a pool, in whole units; the lines add up to the pool (002).

    The lowest total wins at least ``pool_share`` percent, rounded up; the others below the
    threshold split the rest equally. What does not split goes to the winner, unit by unit from
    the first of several who share the win. Nothing is paid where the system has no pool.
    """
    if not system.pool_share or not totals or pool <= 0:
        return ()
    winners, others, losers = _parted(totals, system)
    part = -(-pool * system.pool_share // 100)
    reason = ShareReason.BELOW_THRESHOLD if others else ShareReason.NOBODY_ELSE
    lines = [*_equal(part, winners, ShareReason.WINNER)]
    lines += _equal(pool - part, others or winners, reason)
    lines += _spread(pool - sum(share.units for share in lines), winners)
    lines += [Share(seat, 0, ShareReason.TOO_MANY_POINTS) for seat in losers]
    return tuple(lines)


def _parted(totals: tuple[int, ...], system: RuleSystem) -> tuple[tuple[int, ...], ...]:
    """Return the places of the winners, of those who share the rest, and of those who get none."""
    winners, others, losers = [], [], []
    for seat, points in enumerate(totals):
        if points == min(totals):
            winners.append(seat)
        elif points < system.pool_threshold:
            others.append(seat)
        else:
            losers.append(seat)
    return tuple(winners), tuple(others), tuple(losers)


def _equal(units: int, seats: tuple[int, ...], reason: ShareReason) -> Iterator[Share]:
    for seat in seats:
        if units // len(seats):
            yield Share(seat, units // len(seats), reason)


def _spread(units: int, winners: tuple[int, ...]) -> Iterator[Share]:
    for place, seat in enumerate(winners):
        piece = units // len(winners) + int(place < units % len(winners))
        if piece:
            yield Share(seat, piece, ShareReason.REMAINDER)
