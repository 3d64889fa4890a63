"""How a pool of stakes is shared out at the end, in whole units, with the reason for each share."""

from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.rules.model import RuleSystem


class ShareReason(StrEnum):
    """Why a player gets this much of the pool."""

    # At least the winner's percentage, while others share the rest.
    WINNER = "winner"
    # All of it, as nobody else may share.
    WHOLE_POOL = "whole_pool"
    # An equal part of the rest.
    BELOW_THRESHOLD = "below_threshold"
    # Nothing: the rest is too small to give each a whole unit, or there is no rest.
    NOTHING_LEFT = "nothing_left"
    # Nothing: the points have reached the threshold.
    TOO_MANY_POINTS = "too_many_points"


@dataclass(frozen=True, slots=True)
class Share:
    """What one player gets: the place in the list of totals, the units, and why.

    ``winners`` is how many share first place. ``extra`` are units in it that could not be split
    equally: among the others, or for a shared first place among the winners.
    """

    player: int
    units: int
    reason: ShareReason
    winners: int = 1
    extra: int = 0


def share_pool(pool: int, totals: tuple[int, ...], system: RuleSystem) -> tuple[Share, ...]:
    """Return one share for each player, in the order of ``totals``; they add up to the pool (002).

    The lowest total wins at least ``pool_share`` percent, rounded up; the others below the
    threshold get equal parts of the rest, and what cannot be split goes to the winner. Several
    who tie split the win equally; odd units go to the first of them in the order of ``totals``.
    Nothing is paid where the system has no pool.
    """
    if not system.pool_share or not totals or pool <= 0:
        return ()
    winners = [seat for seat, points in enumerate(totals) if points == min(totals)]
    others = [
        seat
        for seat, points in enumerate(totals)
        if seat not in winners and points < system.pool_threshold
    ]
    rest = pool - -(-pool * system.pool_share // 100)
    part = rest // len(others) if others else 0
    won = dict(zip(winners, _equal(pool - part * len(others), len(winners)), strict=True))
    unsplit = rest - part * len(others) if part else 0
    reason = ShareReason.WINNER if part else ShareReason.WHOLE_POOL

    def share_of(seat: int) -> Share:
        if seat in won:
            odd = won[seat] - min(won.values())
            extra = unsplit if len(winners) == 1 else odd
            return Share(seat, won[seat], reason, len(winners), extra)
        if seat not in others:
            return Share(seat, 0, ShareReason.TOO_MANY_POINTS)
        return Share(seat, part, ShareReason.BELOW_THRESHOLD if part else ShareReason.NOTHING_LEFT)

    return tuple(share_of(seat) for seat in range(len(totals)))


def _equal(units: int, players: int) -> list[int]:
    """Return ``units`` in equal parts; the first ones are one larger where it doesn't split."""
    each, odd = divmod(units, players)
    return [each + int(place < odd) for place in range(players)]
