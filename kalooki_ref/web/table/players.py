"""Names, marks and seats: during a game with the dealer and late players, then only the names."""

from dataclasses import dataclass, replace

from flask import Blueprint, abort, make_response, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from kalooki_ref.game.events import PlayerMarked, PlayerRenamed, SeatsChanged
from kalooki_ref.game.marks import mark_after
from kalooki_ref.game.state import Game, Player, Round
from kalooki_ref.web.shared.append import written
from kalooki_ref.web.shared.device import remember, with_people
from kalooki_ref.web.shared.names import tidy
from kalooki_ref.web.shared.open_game import OpenGame, round_at_hand
from kalooki_ref.web.shared.query import number_in
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.start.new_game import line_above, swapped
from kalooki_ref.web.table.arrival_forms import LateForm, name_fault
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("players", __name__)


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where, clockwise, and who deals the current round."""

    order: tuple[int, ...]
    dealer: int

    def after(self, button: str) -> "Seats":
        """Return the seats after a small button: ``up-2`` moves the second seat up."""
        above = line_above(button, len(self.order))
        return self if above is None else replace(self, order=swapped(self.order, above))


def seats_of(game: Game, current: Round) -> Seats:
    """Return the seats of everybody at the table, including who plays from the next round."""
    return Seats(tuple(player.number for player in game.at_table), current.dealer)


def seats_sent(form: MultiDict[str, str], game: Game, current: Round) -> Seats:
    """Return the submitted seats; those of the table if the submitted ones are invalid."""
    seats = seats_of(game, current)
    sent = tuple(number_in(one) or 0 for one in form.getlist("order"))
    order = sent if sorted(sent) == sorted(seats.order) else seats.order
    known = {str(number): number for number in current.seats}
    return Seats(order, known.get(form.get("dealer", ""), current.dealer))


@blueprint.get("/g/<game_id>/players")
def show(opened: OpenGame) -> str:
    """Show the seats, the names, and the form for a late player; after the game the names.

    ``?order=`` and ``?dealer=`` are seats that have not been saved yet.
    """
    game, current = opened.game, opened.game.current
    seats = seats_sent(request.args, game, current) if current else None
    return players_page(opened, seats=seats)


@blueprint.post("/g/<game_id>/players/seats")
def reseat(opened: OpenGame) -> ResponseReturnValue:
    """Show the seats after a small button, or save the new order."""
    seats = seats_sent(request.form, opened.game, round_at_hand(opened))
    if request.form.get("arrange"):
        return players_page(opened, seats=seats.after(request.form["arrange"]))
    return written(opened, SeatsChanged(seats.order, seats.dealer), _("Seats saved."))


@blueprint.post("/g/<game_id>/players/<int:number>/name")
def rename(opened: OpenGame, number: int) -> ResponseReturnValue:
    """Correct a name, also of a player who left or after the game."""
    player = next((one for one in opened.game.players if one.number == number), None)
    if player is None:
        abort(404, _("That player isn’t in this game."))
    name = tidy(request.form.get("name", ""))
    fault = name_fault(name, opened.game, but=number)
    if fault:
        renaming = Renaming(number, request.form.get("name", ""), fault)
        return players_page(opened, renaming=renaming), 422
    message = _("%(old)s is now called %(new)s.", old=player.name, new=name)
    return written(opened, PlayerRenamed(number, name), message)


@blueprint.post("/g/<game_id>/marks")
def mark(opened: OpenGame) -> ResponseReturnValue:
    """Give a player the next free mark, and keep seats that have not been saved yet."""
    player = player_at_table(opened, number_in(request.form.get("player", "")) or 0)
    game, current = opened.game, round_at_hand(opened)
    taken = [one.mark for one in game.at_table if one != player]
    new = mark_after(player.mark, taken, [one.mark for one in game.players if one.has_left])
    back = "players.show" if viewer_of(opened.id).records else "table.show"
    message = _("%(name)s has a new mark.", name=player.name)
    seats = seats_sent(request.form, game, current)
    unsaved = seats != seats_of(game, current)
    query = {"order": seats.order, "dealer": seats.dealer} if unsaved else {}
    marked = PlayerMarked(player.number, new)
    answer = make_response(written(opened, marked, message, back=back, **query))
    return remember(answer, **with_people([(player.name, new)]))


@dataclass(frozen=True, slots=True)
class Renaming:
    """A new name as typed for the player of this number, and its error."""

    number: int
    name: str
    fault: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesPage:
    """The names of everybody who played."""

    table: OpenGame
    game: Game
    renaming: Renaming | None


def players_page(
    opened: OpenGame,
    *,
    seats: Seats | None = None,
    form: LateForm | None = None,
    renaming: Renaming | None = None,
) -> str:
    """Render the seats and names; only the names once the game is over."""
    game, current = opened.game, opened.game.current
    names = NamesPage(table=opened, game=game, renaming=renaming)
    if current is None:
        return render("table/players/names.html", names)
    # The dealer of this round may have left after dealing.
    dealers = [seat for seat in game.ring if seat == current.dealer or seat in current.seats]
    waiting = {player.number: _("From the next round") for player in game.waiting}
    return render(
        "table/players/show.html",
        names,
        seats=seats or seats_of(game, current),
        form=form or LateForm(opened=opened),
        dealers=[(seat, game.player(seat).name) for seat in dealers],
        away=tuple(player for player in game.players if player.has_left),
        notes=waiting | dict.fromkeys(current.leaving, _("Leaves after this round")),
    )


def player_at_table(opened: OpenGame, number: int) -> Player:
    """Return a player at the table; aborts with 404 if there is none."""
    round_at_hand(opened)
    found = next((one for one in opened.game.at_table if one.number == number), None)
    return found or abort(404, _("That player isn’t at the table."))
