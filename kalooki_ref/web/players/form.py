"""The fields of the players' page: an order of seats, and a latecomer."""

from dataclasses import dataclass, replace
from typing import Any

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, SelectField, StringField, ValidationError

from kalooki_ref.game.events import PlayerJoined, SeatsChanged
from kalooki_ref.game.standings import joining_points
from kalooki_ref.game.state import Game, Round
from kalooki_ref.web.forms.fields import WholeField
from kalooki_ref.web.forms.names import fault_of, is_same, tidy
from kalooki_ref.web.games.seating import can_be_dealt

MOST_POINTS = 9999


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where, clockwise, and who deals the round at hand."""

    order: tuple[int, ...]
    dealer: int

    def after(self, act: str) -> "Seats":
        """Return the seats after a small button: ``up-2`` moves the second seat up."""
        verb, _dash, line = act.partition("-")
        at = int(line) - 1 if line.isascii() and line.isdigit() else -1
        above = at - 1 if verb == "up" else at
        if not 0 <= above < len(self.order) - 1:
            return self
        order = list(self.order)
        order[above], order[above + 1] = order[above + 1], order[above]
        return replace(self, order=tuple(order))


def seats_sent(form: MultiDict[str, str], current: Round) -> Seats:
    """Return the seats of the form; those of the round where the form names anybody else."""
    sent = tuple(int(one) for one in form.getlist("order") if one.isascii() and one.isdigit())
    order = sent if sorted(sent) == sorted(current.seats) else current.seats
    dealer = form.get("dealer", "")
    known = {str(number): number for number in current.seats}
    return Seats(order, known.get(dealer, current.dealer))


def reseated(seats: Seats) -> SeatsChanged:
    """Return the entry for these seats."""
    return SeatsChanged(seats.order, seats.dealer)


def name_fault(name: str, game: Game, *, but: int = 0) -> str | None:
    """Return what is wrong with a name at this table, as a sentence; None when it can stand."""
    if not name:
        return _("Write a name.")
    others = [player.name for player in game.at_table if player.number != but]
    twin = next((other for other in others if is_same(name, other)), None)
    if twin:
        return _("%(name)s sits here already. Add a letter, so that you can tell them apart.",
                 name=twin)  # fmt: skip
    return fault_of(name)


class LateForm(Form):
    """A latecomer: the name, behind whom, and the points agreed."""

    name = StringField(filters=[lambda text: tidy(text or "")])
    after = SelectField(validate_choice=False)
    points = WholeField()
    anyway = BooleanField()

    def __init__(self, formdata: Any = None, *, game: Game, **data: Any) -> None:
        """Bind the form to a game, whose highest total is suggested."""
        usual = {"points": joining_points(game), "after": str(game.at_table[-1].number)}
        super().__init__(formdata, data=usual | data)
        self.game = game
        self.asks_anyway = False

    def validate_name(self, field: StringField) -> None:
        """Refuse a name nobody could tell apart, and a table that is full."""
        fault = name_fault(field.data, self.game) or self._full()
        if fault:
            raise ValidationError(fault)

    def validate_points(self, field: WholeField) -> None:
        """Refuse points beyond any game."""
        if field.data is not None and abs(field.data) > MOST_POINTS:
            raise ValidationError(_("Type the points to start with, such as 120."))

    def _full(self) -> str | None:
        system, players = self.game.system, len(self.game.at_table) + 1
        if not can_be_dealt(system, players):
            return _("The pack does not last for %(players)s players.", players=players)
        self.asks_anyway = players > system.max_players
        if self.asks_anyway and not self.anyway.data:
            return _("%(game)s is for %(most)s players at most. You may play anyway: say so below.",
                     game=_(system.name), most=system.max_players)  # fmt: skip
        return None

    def event(self) -> PlayerJoined:
        """Return what happened."""
        known = {str(player.number): player.number for player in self.game.at_table}
        behind = known.get(self.after.data, self.game.at_table[-1].number)
        return PlayerJoined(self.name.data, behind, self.points.data or 0)
