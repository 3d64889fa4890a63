"""The pool in words: its amount and its payout."""

from dataclasses import dataclass

from kalooki_ref.game.ranking import leaders
from kalooki_ref.game.state import Game
from kalooki_ref.referee.pool import Share, ShareReason, share_pool
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.language import ngettext


def pool_words(game: Game) -> str:
    """Return the amount of the pool, such as "The pool: 4 × 10 = 40"; empty without a stake."""
    if not game.stake:
        return ""
    players = len(game.players)
    return _(
        "The pool: %(players)s × %(stake)s = %(pool)s",
        players=players,
        stake=game.stake,
        pool=players * game.stake,
    )


@dataclass(frozen=True, slots=True)
class PoolLine:
    """One line of the payout."""

    words: str
    amount: int


def pool_lines(game: Game) -> tuple[PoolLine, ...]:
    """Return how the pool is shared at the current totals; empty without a stake.

    Players who left keep their stake in the pool and get no share.
    """
    if not game.stake or not game.scored:
        return ()
    totals = tuple(game.points_of(player.number) for player in game.at_table)
    first = leaders(game)
    winners = tuple(seat for seat, player in enumerate(game.at_table) if player in first)
    shares = share_pool(game.stake * len(game.players), totals, game.system, winners=winners)
    lines = [
        PoolLine(_share_words(share, game.at_table[share.player].name, game), share.units)
        for share in shares
    ]
    gone = [player.name for player in game.players if player.has_left]
    lines += [PoolLine(_("%(name)s left: no part of the pool", name=name), 0) for name in gone]
    return tuple(lines)


def _share_words(share: Share, name: str, game: Game) -> str:
    """Return who gets a share and why, such as "Ann wins at least 75% of the pool"."""
    reason = (share.reason, share.winners > 1)
    values = {"name": name, "share": game.system.pool_share, "points": game.system.pool_threshold}
    words = str(_SHARES[reason]) % values
    if not share.extra:
        return words
    if share.winners > 1:
        extra = _(
            "%(units)s of it can’t be split equally and goes to those who sit first",
            units=share.extra,
        )
    else:
        extra = ngettext(
            "%(num)s of it can’t be split equally among the others",
            "%(num)s of it can’t be split equally among the others",
            share.extra,
        )
    return f"{words}. {extra}"


_SHARES = {
    (ShareReason.WINNER, False): _l("%(name)s wins at least %(share)s%% of the pool, rounded up"),
    (ShareReason.WINNER, True): _l(
        "%(name)s shares the win: an equal part of at least %(share)s%% of the pool, rounded up"
    ),
    (ShareReason.WHOLE_POOL, False): _l("%(name)s wins the whole pool"),
    (ShareReason.WHOLE_POOL, True): _l("%(name)s shares the win: an equal part of the whole pool"),
    (ShareReason.BELOW_THRESHOLD, False): _l(
        "%(name)s has fewer than %(points)s points: an equal part of the rest"
    ),
    (ShareReason.NOTHING_LEFT, False): _l("%(name)s: nothing is left to share"),
    (ShareReason.TOO_MANY_POINTS, False): _l(
        "%(name)s has %(points)s points or more: no part of the pool"
    ),
}
