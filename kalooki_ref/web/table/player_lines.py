"""View model of the players on the table page: total, notes, calls left."""

from collections.abc import Iterator
from dataclasses import dataclass

from kalooki_ref.game.course import course_of
from kalooki_ref.game.events import CallAnswered
from kalooki_ref.game.ranking import leaders, newcomers_of
from kalooki_ref.game.state import Game, Place, Player, Round, has_begun, overcalls
from kalooki_ref.referee.calls import call_limit, calls_left
from kalooki_ref.web.table.play import faults_of
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext


@dataclass(frozen=True, slots=True)
class Change:
    """A player's points of the last round, and how many places were gained by it."""

    points: int
    places: int


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's line; ``notes`` are short texts shown beneath the name.

    ``change`` is None for leaders, for players who weren't in the last round, and after a void one.
    ``calls_left`` is None if calls are unlimited or don't exist, and for a player who is down where
    such players may not call.
    ``no_call`` is why the player can't call; empty if allowed.
    """

    player: Player
    place: Place
    total: int
    leads: bool
    deals: bool
    starts: bool
    change: Change | None
    notes: tuple[str, ...]
    calls_left: int | None
    no_call: tuple[str, ...]

    @property
    def roles(self) -> tuple[tuple[str, str], ...]:
        """What the player does in this round, each with its word: "deals", "starts"."""
        roles = (("deals", self.deals, _("Deals")), ("starts", self.starts, _("Starts")))
        return tuple((role, word) for role, has, word in roles if has)

    @property
    def notes_in_words(self) -> tuple[str, ...]:
        """The notes, with what the player does, for pages without signs of it."""
        lead = self.notes[:1] if self.leads else ()
        return (*lead, *(word for _role, word in self.roles), *self.notes[len(lead) :])


def player_lines(game: Game) -> tuple[PlayerLine, ...]:
    """Return the players of the current round in seat order; none once the game is over."""
    if game.current is None:
        return ()
    current, changes = game.current, _changes(game)
    return tuple(_line(game, current, place, changes) for place in current.places)


def _changes(game: Game) -> dict[int, Change]:
    """Return what the last round changed, by player; nothing if it was void."""
    last = game.past[-1] if game.past else None
    if last is None or not last.is_scored:
        return {}
    *earlier, after = (row.places for row in course_of(game))
    before = earlier[-1] if earlier else {}
    known = before.keys() & after.keys()
    gained = {number: before[number] - after[number] for number in known}
    return {
        score.player: Change(score.points, gained.get(score.player, 0)) for score in last.scores
    }


def _line(game: Game, current: Round, place: Place, changes: dict[int, Change]) -> PlayerLine:
    limit = call_limit(game.system)
    is_done = place.is_down and not game.system.calls_while_down
    return PlayerLine(
        player=game.player(place.player),
        place=place,
        total=game.points_of(place.player),
        leads=game.player(place.player) in leaders(game),
        deals=place.player == current.dealer,
        starts=place.player == current.starter,
        change=None if game.player(place.player) in leaders(game) else changes.get(place.player),
        notes=tuple(_notes(game, current, place)),
        calls_left=calls_left(place.calls, game.system) if limit and not is_done else None,
        no_call=faults_of(game, CallAnswered(place.player)),
    )


def _notes(game: Game, current: Round, place: Place) -> Iterator[str]:
    player = game.player(place.player)
    if player in leaders(game):
        yield _lead(game, player)
    if place.player in current.leaving:
        yield _("Leaves after this round")
    if has_begun(current, place.player):
        yield _("Part of the contract")
    if call_limit(game.system) is None and place.calls:
        yield ngettext("%(num)s call", "%(num)s calls", place.calls)
    yield from _warnings(game, place)


def _lead(game: Game, player: Player) -> str:
    """Return the leader's margin over the next player who has played, in words."""
    others = {other.number for other in game.at_table} - newcomers_of(game) - {player.number}
    own = game.points_of(player.number)
    lead = min(map(game.points_of, others), default=own) - own
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
