"""Changes of players during a game: renaming, seating, late arrivals, departures, the dealer."""

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, current_app, make_response, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, SelectField, StringField, ValidationError

from kalooki_ref.game.events import (
    PlayerJoined,
    PlayerLeft,
    PlayerMarked,
    PlayerRenamed,
    SeatsChanged,
)
from kalooki_ref.game.marks import mark_after
from kalooki_ref.game.numbers import next_number
from kalooki_ref.game.ranking import Standing, joining_points, standings
from kalooki_ref.game.state import Game, Player, Round
from kalooki_ref.web.append import written
from kalooki_ref.web.device import remember, this_device, with_people
from kalooki_ref.web.forms.fields import WholeField
from kalooki_ref.web.forms.names import fault_of, is_same, tidy
from kalooki_ref.web.forms.query import number_in
from kalooki_ref.web.new_game import can_be_dealt, line_above, swapped
from kalooki_ref.web.open_game import OpenGame, round_at_hand
from kalooki_ref.web.rights import viewer_of
from kalooki_ref.web.view import render
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.language import game_name
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("players", __name__)
MOST_POINTS = 9999


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where, clockwise, and who deals the current round."""

    order: tuple[int, ...]
    dealer: int

    def after(self, button: str) -> "Seats":
        """Return the seats after a small button: ``up-2`` moves the second seat up."""
        above = line_above(button, len(self.order))
        return self if above is None else replace(self, order=swapped(self.order, above))


def seats_sent(form: MultiDict[str, str], current: Round) -> Seats:
    """Return the submitted seats; those of the round if the submitted ones are invalid."""
    sent = tuple(number_in(one) or 0 for one in form.getlist("order"))
    order = sent if sorted(sent) == sorted(current.seats) else current.seats
    dealer = form.get("dealer", "")
    known = {str(number): number for number in current.seats}
    return Seats(order, known.get(dealer, current.dealer))


def name_fault(name: str, game: Game, *, but: int = 0) -> str | None:
    """Return the error message for a name at this table; None if it is valid."""
    if not name:
        return _("Enter a name.")
    others = [player.name for player in game.at_table if player.number != but]
    twin = next((other for other in others if is_same(name, other)), None)
    if twin:
        return _("%(name)s is already playing. Add a letter to tell them apart.",
                 name=twin)  # fmt: skip
    return fault_of(name)


START_HIGHEST, START_AT_ZERO, START_ELSEWHERE = STARTS = ("highest", "zero", "other")


class LateForm(Form):
    """A late player: name, seat, and starting points."""

    name = StringField(filters=[lambda text: tidy(text or "")])
    after = SelectField(validate_choice=False)
    start = SelectField(validate_choice=False)
    points = WholeField()
    anyway = BooleanField()

    def __init__(self, formdata: Any = None, *, opened: OpenGame, **data: Any) -> None:
        """Bind the form to a game; once there are scores, the table has to choose the points."""
        game = opened.game
        start = "" if game.scored else START_AT_ZERO
        usual = {"start": start, "after": str(game.at_table[-1].number)}
        super().__init__(formdata, data=usual | data)
        if self.points.text.strip() and not self.start.raw_data:
            self.start.data = START_ELSEWHERE  # typing points selects this option
        self.game = game
        self.number = next_number(entry.event for entry in opened.entries)
        self.asks_anyway = False

    def validate_name(self, field: StringField) -> None:
        """Reject a duplicate name, and any name at a full table."""
        fault = name_fault(field.data or "", self.game) or self._full()
        if fault:
            raise ValidationError(fault)

    def validate_points(self, field: WholeField) -> None:
        if field.data is not None and abs(field.data) > MOST_POINTS:
            raise ValidationError(_("Enter the starting points, such as 120."))

    def validate_start(self, field: SelectField) -> None:
        if field.data == START_ELSEWHERE and not self.points.text.strip():
            raise ValidationError(_("Enter the starting points, such as 120."))
        if field.data not in STARTS:
            raise ValidationError(_("Choose how many points the late player starts with."))
        if self.points.text.strip() and self.points.data != self._starting_points():
            raise ValidationError(_("Choose “Other points” to start with the points you typed."))

    def _full(self) -> str | None:
        system, players = self.game.system, len(self.game.at_table) + 1
        most = current_app.config["MOST_PEOPLE"]
        if self.number > most:
            return _("%(most)s people have joined this game. Start a new one.", most=most)
        if not can_be_dealt(system, players):
            return _("There aren’t enough cards for %(players)s players.", players=players)
        self.asks_anyway = players > system.max_players
        if self.asks_anyway and not self.anyway.data:
            return _("%(game)s is for up to %(most)s players. "
                     "You can play anyway: tick the box below.",
                     game=game_name(system.name), most=system.max_players)  # fmt: skip
        return None

    def event(self) -> PlayerJoined:
        known = {str(player.number): player.number for player in self.game.at_table}
        behind = known.get(self.after.data, self.game.at_table[-1].number)
        name = self.name.data or ""
        mark = this_device().mark_of(name)
        return PlayerJoined(name, behind, self._starting_points(), mark, self.number)

    def _starting_points(self) -> int:
        highest = joining_points(self.game)
        starts = {START_HIGHEST: highest, START_AT_ZERO: 0, START_ELSEWHERE: self.points.data or 0}
        return starts[self.start.data]


@blueprint.get("/g/<game_id>/players")
def show(opened: OpenGame) -> str:
    """Show the seats, the names, and the form for a late player.

    ``?order=`` and ``?dealer=`` are seats that have not been saved yet.
    """
    return _page(opened, seats=seats_sent(request.args, round_at_hand(opened)))


@blueprint.post("/g/<game_id>/players/seats")
def reseat(opened: OpenGame) -> ResponseReturnValue:
    """Show the seats after a small button, or save the new order."""
    seats = seats_sent(request.form, round_at_hand(opened))
    if request.form.get("arrange"):
        return _page(opened, seats=seats.after(request.form["arrange"]))
    return written(opened, SeatsChanged(seats.order, seats.dealer), _("Seats saved."))


@blueprint.post("/g/<game_id>/players/<int:number>/name")
def rename(opened: OpenGame, number: int) -> ResponseReturnValue:
    player = _player(opened, number)
    name = tidy(request.form.get("name", ""))
    fault = name_fault(name, opened.game, but=number)
    if fault:
        return _page(opened, renaming=Renaming(number, request.form.get("name", ""), fault)), 422
    message = _("%(old)s is now called %(new)s.", old=player.name, new=name)
    return written(opened, PlayerRenamed(number, name), message)


@blueprint.post("/g/<game_id>/players")
def seat(opened: OpenGame) -> ResponseReturnValue:
    """Add a late player."""
    round_at_hand(opened)
    form = LateForm(request.form, opened=opened)
    if not form.validate():
        return _page(opened, form=form), 422
    joined = form.event()
    message = _("%(name)s joined the game.", name=joined.name)
    answer = make_response(written(opened, joined, message))
    return remember(answer, **with_people([(joined.name, joined.mark)]))


@blueprint.post("/g/<game_id>/marks")
def mark(opened: OpenGame) -> ResponseReturnValue:
    """Give a player the next free mark, and keep seats that have not been saved yet."""
    player = _player(opened, number_in(request.form.get("player", "")) or 0)
    game = opened.game
    taken = [one.mark for one in game.at_table if one != player]
    new = mark_after(player.mark, taken, [one.mark for one in game.players if one.has_left])
    back = "players.show" if viewer_of(opened.id).records else "table.show"
    message = _("%(name)s has a new mark.", name=player.name)
    current = round_at_hand(opened)
    seats = seats_sent(request.form, current)
    unsaved = seats != Seats(current.seats, current.dealer)
    query = {"order": seats.order, "dealer": seats.dealer} if unsaved else {}
    marked = PlayerMarked(player.number, new)
    answer = make_response(written(opened, marked, message, back=back, **query))
    return remember(answer, **with_people([(player.name, new)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeavePage:
    """The confirmation that a player leaves; ``last`` if fewer than two would be left to play."""

    table: OpenGame
    game: Game
    player: Player
    last: bool
    standings: tuple[Standing, ...]


@blueprint.get("/g/<game_id>/players/<int:number>/leave")
def leaving(opened: OpenGame, number: int) -> str:
    return render(
        "players/leave.html",
        LeavePage(
            table=opened,
            game=opened.game,
            player=_player(opened, number),
            last=len(round_at_hand(opened).places) < 3,
            standings=standings(opened.game),
        ),
    )


@blueprint.post("/g/<game_id>/players/<int:number>/leave")
def leave(opened: OpenGame, number: int) -> ResponseReturnValue:
    """Record that a player left; earlier scores remain."""
    player = _player(opened, number)
    return written(opened, PlayerLeft(number), _("%(name)s left the game.", name=player.name))


@dataclass(frozen=True, slots=True)
class Renaming:
    """A new name as typed for the player of this number, and its error."""

    number: int
    name: str
    fault: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPage:
    """The seats, the names, and the form for a late player."""

    table: OpenGame
    game: Game
    seats: Seats
    form: LateForm
    renaming: Renaming | None
    dealers: list[tuple[int, str]]
    starts: list[dict[str, str]]
    back: str


def _page(
    opened: OpenGame,
    *,
    seats: Seats | None = None,
    form: LateForm | None = None,
    renaming: Renaming | None = None,
) -> str:
    current = round_at_hand(opened)
    return render(
        "players/show.html",
        PlayersPage(
            table=opened,
            game=opened.game,
            seats=seats or Seats(current.seats, current.dealer),
            form=form or LateForm(opened=opened),
            renaming=renaming,
            dealers=[(one, opened.game.player(one).name) for one in current.seats],
            starts=_starts(joining_points(opened.game)),
            back=url_for("table.show", game_id=opened.id),
        ),
    )


def _starts(highest: int) -> list[dict[str, str]]:
    """Return the options for starting points as tiles."""
    note = _("The highest total, so coming late is no advantage.")
    tiles = [{"value": START_HIGHEST, "label": signed(highest), "note": note}]
    tiles += [{"value": START_AT_ZERO, "label": "0"}]
    tiles += [{"value": START_ELSEWHERE, "label": _("Other points")}]
    return tiles[0 if highest else 1 :]


def _player(opened: OpenGame, number: int) -> Player:
    if round_at_hand(opened).place_of(number) is None:
        abort(404, _("That player isn’t in this round."))
    return opened.game.player(number)
