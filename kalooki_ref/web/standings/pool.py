"""The pool of a game played for stakes: who gets how much of it, in words."""

from dataclasses import dataclass

from flask_babel import gettext as _

from kalooki_ref.game.state import Game
from kalooki_ref.referee.pool import Share, ShareReason, share_pool


@dataclass(frozen=True, slots=True)
class PoolLine:
    """One line of the payout."""

    words: str
    amount: int


def pool_lines(game: Game) -> tuple[PoolLine, ...]:
    """Return how the pool is shared as things stand; nothing where nobody staked anything."""
    if not game.stake or not game.scored:
        return ()
    totals = tuple(game.points_of(player.number) for player in game.players)
    shares = share_pool(game.stake * len(game.players), totals, game.system)
    return tuple(PoolLine(_words(game, share), share.units) for share in shares)


def _words(game: Game, share: Share) -> str:
    name = game.players[share.player].name
    return _REASONS[share.reason](name, game)


_REASONS = {
    ShareReason.WINNER: lambda name, game: _(
        "%(name)s wins at least %(share)s %% of the pool, rounded up",
        name=name,
        share=game.system.pool_share,
    ),
    ShareReason.BELOW_THRESHOLD: lambda name, game: _(
        "%(name)s has fewer than %(points)s points: an equal part of the rest",
        name=name,
        points=game.system.pool_threshold,
    ),
    ShareReason.REMAINDER: lambda name, _game: _(
        "%(name)s: what cannot be split into whole units", name=name
    ),
    ShareReason.NOBODY_ELSE: lambda name, game: _(
        "%(name)s: the rest, as nobody else has fewer than %(points)s points",
        name=name,
        points=game.system.pool_threshold,
    ),
    ShareReason.TOO_MANY_POINTS: lambda name, game: _(
        "%(name)s has %(points)s points or more: no part of the pool",
        name=name,
        points=game.system.pool_threshold,
    ),
}
