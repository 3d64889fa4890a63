"""View model of the players on the table page: total, notes, calls left."""

from collections.abc import Iterator
from dataclasses import dataclass

from kalooki_ref.game.events import CallAnswered
from kalooki_ref.game.ranking import leaders
from kalooki_ref.game.state import Game, Place, Player, Round, has_begun, overcalls
from kalooki_ref.referee.calls import call_limit, calls_left
from kalooki_ref.web.table.play import faults_of
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's line; ``notes`` are short texts shown beneath the name.

    ``calls_left`` is None if calls are unlimited or don't exist, and for a player who is down where
    such players may not call.
    ``no_call`` is why the player can't call; empty if allowed.
    """

    player: Player
    place: Place
    total: int
    leads: bool
    notes: tuple[str, ...]
    calls_left: int | None
    no_call: tuple[str, ...]


def player_lines(game: Game) -> tuple[PlayerLine, ...]:
    """Return the players of the current round in seat order; none once the game is over."""
    if game.current is None:
        return ()
    current = game.current
    return tuple(_line(game, current, place) for place in current.places)


def _line(game: Game, current: Round, place: Place) -> PlayerLine:
    limit = call_limit(game.system)
    is_done = place.is_down and not game.system.calls_while_down
    return PlayerLine(
        player=game.player(place.player),
        place=place,
        total=game.points_of(place.player),
        leads=game.player(place.player) in leaders(game),
        notes=tuple(_notes(game, current, place)),
        calls_left=calls_left(place.calls, game.system) if limit and not is_done else None,
        no_call=faults_of(game, CallAnswered(place.player)),
    )


def _notes(game: Game, current: Round, place: Place) -> Iterator[str]:
    player = game.player(place.player)
    if player in leaders(game):
        yield _lead(game, player)
    if place.player == current.dealer:
        yield _("Deals")
    if place.player == current.starter:
        yield _("Starts")
    if place.player in current.leaving:
        yield _("Leaves after this round")
    if has_begun(current, place.player):
        yield _("Part of the contract")
    if call_limit(game.system) is None and place.calls:
        yield ngettext("%(num)s call", "%(num)s calls", place.calls)
    yield from _warnings(game, place)


def _lead(game: Game, player: Player) -> str:
    """Return the leader's margin over the next player, in words."""
    totals = [game.points_of(one.number) for one in game.at_table if one != player]
    lead = min(totals, default=0) - game.points_of(player.number)
    if lead <= 0:
        return _("Lowest")
    # Other languages count the points.
    return ngettext("Leads by %(num)s", "Leads by %(num)s", lead)


def _warnings(game: Game, place: Place) -> Iterator[str]:
    over = overcalls(game, place)
    if over:
        yield ngettext("Overcall", "%(num)s overcalls", over)
    if place.false_lays:
        yield ngettext("False lay", "%(num)s false lays", place.false_lays)
