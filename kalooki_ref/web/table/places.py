"""What the table page shows of each player: badges, calls left, the running total."""

from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.game.standings import leaders
from kalooki_ref.game.state import Game, Place, Player, Round, has_begun, overcalls
from kalooki_ref.referee.calls import call_limit

Badge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """One player's line; ``calls_left`` is None where calls have no limit or do not exist."""

    player: Player
    place: Place
    total: int
    badges: tuple[Badge, ...]
    calls_left: int | None
    note: str


def shown_places(game: Game) -> tuple[Shown, ...]:
    """Return the players of the round at hand in seat order; none once the game is over."""
    if game.current is None:
        return ()
    current = game.current
    return tuple(_shown(game, current, place) for place in current.places)


def _shown(game: Game, current: Round, place: Place) -> Shown:
    limit = call_limit(game.system)
    return Shown(
        player=game.player(place.player),
        place=place,
        total=game.points_of(place.player),
        badges=tuple(_badges(game, current, place)),
        calls_left=max(0, limit - place.calls) if limit else None,
        note=_note(place, limit),
    )


def _badges(game: Game, current: Round, place: Place) -> list[Badge]:
    badges = []
    if game.player(place.player) in leaders(game):
        badges.append((_("Leads"), "leader"))
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
        said = ngettext("False lay", "%(num)s false lays", place.false_lays)
        badges.append((said, "warn"))
    return badges


def _note(place: Place, limit: int | None) -> str:
    if limit is None and place.calls:
        return ngettext("%(num)s call", "%(num)s calls", place.calls)
    return ""
