"""Divide the pool of stakes at the end of a game, in whole units, with reasons."""

from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.rules.model import RuleSystem


class ShareReason(StrEnum):
    """Why a player gets this much of the pool."""

    # At least the winner's percentage; others share the rest.
    WINNER = "winner"
    # The whole pool, as nobody else is entitled to a share.
    WHOLE_POOL = "whole_pool"
    # An equal part of the rest.
    BELOW_THRESHOLD = "below_threshold"
    # Nothing: there is no rest, or less than one unit each.
    NOTHING_LEFT = "nothing_left"
    # Nothing: the points reached the threshold.
    TOO_MANY_POINTS = "too_many_points"


@dataclass(frozen=True, slots=True)
class Share:
    """A player's share of the pool, in units, and the reason for it.

    ``player`` is the index in the list of totals; ``winners`` is how many players share first
    place. ``extra`` is how many of the units come from a remainder that could not be divided
    equally.
    """

    player: int
    units: int
    reason: ShareReason
    winners: int = 1
    extra: int = 0


def share_pool(
    pool: int, totals: tuple[int, ...], system: RuleSystem, *, winners: tuple[int, ...] = ()
) -> tuple[Share, ...]:
    """Return the players' shares in the order of ``totals``; their sum is the pool (002).

    The winner gets at least ``pool_share`` percent, rounded up; the others below the threshold get
    equal parts of the rest, and the remainder goes to the winner. Winners who share the win divide
    it equally, the first of them in the order of ``totals`` getting the odd units. Without
    ``winners``, by index, the lowest total wins. Empty if there is no pool.
    """
    if not system.pool_share or not totals or pool <= 0:
        return ()
    lowest = tuple(seat for seat, points in enumerate(totals) if points == min(totals))
    winners = winners or lowest
    others = [
        seat
        for seat, points in enumerate(totals)
        if seat not in winners and points < system.pool_threshold
    ]
    rest = pool - -(-pool * system.pool_share // 100)
    part = rest // len(others) if others else 0
    # Near-equal parts, larger ones first.
    each, odd = divmod(pool - part * len(others), len(winners))
    won = {winner: each + int(place < odd) for place, winner in enumerate(winners)}
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
