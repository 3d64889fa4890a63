"""Each player on the table page: total, badges, calls left, and why a call isn't possible."""

from dataclasses import dataclass

from kalooki_ref.game.events import CallAnswered
from kalooki_ref.game.ranking import leaders
from kalooki_ref.game.state import Game, Place, Player, Round, has_begun, overcalls
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.web.play import faults_of
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

Badge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player's line; ``calls_left`` is None where nothing is left to count.

    That is for a player who is down, and where calls have no limit or do not exist.

    ``no_call`` says why the player can't call; empty where nothing forbids it.
    """

    player: Player
    place: Place
    total: int
    badges: tuple[Badge, ...]
    calls_left: int | None
    no_call: tuple[str, ...]
    note: str


def player_lines(game: Game) -> tuple[PlayerLine, ...]:
    """Return the players of the current round in seat order; none once the game is over."""
    if game.current is None:
        return ()
    current = game.current
    return tuple(_line(game, current, place) for place in current.places)


def _line(game: Game, current: Round, place: Place) -> PlayerLine:
    limit, calls = call_limit(game.system), place.calls
    return PlayerLine(
        player=game.player(place.player),
        place=place,
        total=game.points_of(place.player),
        badges=tuple(_badges(game, current, place)),
        calls_left=max(0, limit - calls) if limit and not place.is_down else None,
        no_call=faults_of(game, CallAnswered(place.player)),
        note=ngettext("%(num)s call", "%(num)s calls", calls) if limit is None and calls else "",
    )


def _badges(game: Game, current: Round, place: Place) -> list[Badge]:
    badges = []
    if game.player(place.player) in leaders(game):
        badges.append((_("Lowest"), "leader"))
    if place.player == current.dealer:
        badges.append((_("Deals"), "dealer"))
    if place.player == current.starter:
        badges.append((_("Starts"), "starts"))
    if place.is_down:
        badges.append((_("Down"), "down"))
    if has_begun(current, place.player):
        badges.append((_("Part of the contract"), "down"))
    return badges + _warnings(game, place)


def _warnings(game: Game, place: Place) -> list[Badge]:
    badges = []
    over = overcalls(game, place)
    if over:
        badges.append((ngettext("Overcall", "%(num)s overcalls", over), "warn"))
    if place.false_lays:
        message = ngettext("False lay", "%(num)s false lays", place.false_lays)
        badges.append((message, "warn"))
    return badges
