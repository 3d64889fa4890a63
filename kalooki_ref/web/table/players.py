"""Names, marks and seats: during a game with the dealer and late players, then only the names."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, make_response, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from kalooki_ref.game.events import PlayerMarked, PlayerRenamed, SeatsChanged
from kalooki_ref.game.marks import mark_after
from kalooki_ref.game.state import Game, Player, Round
from kalooki_ref.web.shared.append import already_so, stamp_sent, written
from kalooki_ref.web.shared.device import remember, with_people
from kalooki_ref.web.shared.names import tidy
from kalooki_ref.web.shared.open_game import OpenGame, current_round
from kalooki_ref.web.shared.query import MOST_PLAYERS, number_in, whole_number
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
    sent = tuple(number_in(text, most=MOST_PLAYERS) or 0 for text in form.getlist("order"))
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
    seats = seats_sent(request.form, opened.game, current_round(opened))
    if request.form.get("arrange"):
        return players_page(opened, seats=seats.after(request.form["arrange"]))
    # A page that is out of date shows first what it missed.
    is_current = stamp_sent().base >= opened.version
    if is_current and seats == seats_of(opened.game, current_round(opened)):
        return already_so(opened, _("Nothing changed: seats and dealer are already like that."))
    return written(opened, SeatsChanged(seats.order, seats.dealer), _("Seats saved."))


@blueprint.post("/g/<game_id>/players/<int:number>/name")
def rename(opened: OpenGame, number: int) -> ResponseReturnValue:
    """Correct a name, also of a player who left or after the game."""
    player = next((seated for seated in opened.game.players if seated.number == number), None)
    if player is None:
        abort(404, _("That player isn’t in this game."))
    name = tidy(request.form.get("name", ""))
    fault = name_fault(name, opened.game, but=number)
    if fault:
        renaming = Renaming(number, request.form.get("name", ""), fault)
        return players_page(opened, renaming=renaming), 422
    if name == player.name:
        return already_so(opened, _("Nothing changed: the name is already %(name)s.", name=name))
    message = _("%(old)s is now called %(new)s.", old=player.name, new=name)
    return written(opened, PlayerRenamed(number, name), message)


@blueprint.post("/g/<game_id>/marks")
def mark(opened: OpenGame) -> ResponseReturnValue:
    """Give a player the next free mark, and keep seats that have not been saved yet."""
    number = whole_number(request.form, "player", most=MOST_PLAYERS) or 0
    player = player_in_game(opened, number)
    if player.has_left:
        return left_already(opened, player)
    game, current = opened.game, current_round(opened)
    taken = [other.mark for other in game.at_table if other != player]
    new = mark_after(player.mark, taken, [gone.mark for gone in game.players if gone.has_left])
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


def players_page(
    opened: OpenGame,
    *,
    seats: Seats | None = None,
    form: LateForm | None = None,
    renaming: Renaming | None = None,
) -> str:
    """Render the seats and names; only the names once the game is over."""
    game, current = opened.game, opened.game.current
    names = {"table": opened, "game": game, "renaming": renaming}
    if current is None:
        return render("table/players/names.html", **names)
    # The dealer of this round may have left after dealing.
    dealers = [seat for seat in game.ring if seat == current.dealer or seat in current.seats]
    waiting = {player.number: _("From the next round") for player in game.waiting}
    return render(
        "table/players/show.html",
        **names,
        seats=seats or seats_of(game, current),
        form=form or LateForm(opened=opened),
        dealers=[(seat, game.player(seat).name) for seat in dealers],
        away=tuple(player for player in game.players if player.has_left),
        notes=waiting | dict.fromkeys(current.leaving, _("Leaves after this round")),
    )


def player_in_game(opened: OpenGame, number: int) -> Player:
    """Return a player at the table or one who left; aborts with 404 if the game is over."""
    current_round(opened)
    found = next((player for player in opened.game.players if player.number == number), None)
    return found or abort(404, _("That player isn’t in this game."))


def left_already(opened: OpenGame, player: Player) -> Response:
    """Answer a page that is out of date: the player isn't at the table any more."""
    return already_so(opened, _("%(name)s has already left.", name=player.name))
