"""Creating and ending games; rematches."""

import secrets
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from kalooki_ref.game.events import Coaching, GameEnded, GameStarted
from kalooki_ref.game.fold import fold_step
from kalooki_ref.game.marks import marks_to_store
from kalooki_ref.game.next_round import going_on
from kalooki_ref.game.ranking import standings
from kalooki_ref.game.record import Entry
from kalooki_ref.game.seats import after
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.choices import Starter
from kalooki_ref.rules.constraints import can_be_dealt
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.store.deletion import erase_games
from kalooki_ref.store.join_codes import CodeKind
from kalooki_ref.store.rematch import AlreadyBegun, Rematch, bring_along, next_of
from kalooki_ref.store.tables import Created
from kalooki_ref.web.circles.evening_start import (
    circle_sent,
    join_circle_sent,
    known_people,
    last_people,
    lost_words,
    mark_of,
    warn_if_full,
    warn_if_left_out,
)
from kalooki_ref.web.shared import device, open_game
from kalooki_ref.web.shared.append import already_so, begin, saved, written
from kalooki_ref.web.shared.join_codes import make_code
from kalooki_ref.web.shared.offered_rules import key_of, offered, unknown_words
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.rights import bring_token, token_after, viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.start.new_game import (
    LOT,
    MOST_ROWS,
    Lines,
    NewGameForm,
    arranged,
    filled,
    number_of,
    padded,
    with_marks,
)
from kalooki_ref.words.deal_words import needs_words, thin_ahead
from kalooki_ref.words.game_words import goes_on_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rule_words import rule_tile
from kalooki_ref.words.time_words import zone_named

blueprint = Blueprint("games", __name__)


@blueprint.get("/games/new")
def new() -> str:
    """Show the form, prefilled with this phone's last game; for a circle, with its last players."""
    systems = offered()
    asked = request.args.get("system", "")
    wanted = (asked, device.this_device().rules, next(iter(systems)))
    form = NewGameForm(systems=systems, system=next(key for key in wanted if key in systems))
    unknown = unknown_words(asked) if asked and asked not in systems else ""
    return _page(form, padded(_last_players() or form.lines), unknown=unknown)


@blueprint.post("/games/new")
def arrange() -> str:
    """Show the form after one of its small buttons: move, add or fill a line."""
    form = NewGameForm(request.form, systems=offered())
    lines = with_marks(form.lines, mark_of)
    button, pick = request.form.get("arrange", ""), request.form.get("pick", "")
    return _page(form, arranged(lines, button, pick))


@blueprint.get("/games/facts")
def facts() -> str:
    """Return the facts about pack and deal as a fragment; fetched while names are typed."""
    system = offered().get(request.args.get("system", ""))
    players = whole_number(request.args, "players", most=MOST_ROWS) or 0
    return render("start/_facts.html", _deal_facts(system, players))


@blueprint.post("/games")
def create() -> ResponseReturnValue:
    """Create a game, or show the form with errors."""
    form = NewGameForm(request.form, systems=offered())
    if not form.validate() or form.rules is None:
        return _page(form, padded(form.lines)), 422
    names: tuple[str, ...] = form.names.data
    marks = with_marks(filled(form.lines), mark_of).marks
    by_lot = form.dealer.data == LOT
    dealer = number_of(form.dealer.data, form.names.rows) or 1 + secrets.randbelow(len(names))
    youngest = number_of(form.starter.data, form.names.rows)
    zone = request.form.get("zone", "")  # which the phone's script fills in
    first = GameStarted(
        names,
        dealer,
        starter=youngest if _asks_starter(form.rules) else None,
        stake=form.stake.data if form.rules.pool_share else 0,
        advice=Coaching(form.advice.data),
        marks=marks_to_store(marks),
        zone=zone if zone_named(zone) else str(current_app.config["TIMEZONE"]),
    )
    made = begin(first, title=form.rules.name, system=form.rules, then=join_circle_sent)
    warn_if_left_out(made.id)
    if by_lot:
        _flash_dealer(made)
    people = device.with_people(zip(names, marks, strict=True))
    return _to_table(made, without=_erase_made_up(), rules=form.system.data, **people)


@blueprint.post("/g/<game_id>/rematch")
def rematch(opened: open_game.OpenGame) -> ResponseReturnValue:
    """Create a new game with the same players, rules and phones; the next player deals.

    After a game for a pool, asks first whether to play for one again. A game that isn't over goes
    on instead.
    """
    current = opened.game.current
    if current is not None:
        # The page is out of date: the end of the game was undone.
        return already_so(opened, goes_on_words(opened.game, current))
    stake = whole_number(request.form, "stake", most=opened.game.stake)
    if opened.game.stake and stake not in {0, opened.game.stake}:
        return device.see_other(url_for("games.ask_stake", game_id=opened.id))
    first = same_again(opened.game, stake=stake or 0)
    then = partial(bring_along, rematch=_rematch_of(opened))
    try:
        # Not the title of the game before, which may be that of the made-up evening.
        made = begin(first, title=opened.system.name, system=opened.system, then=then)
    except AlreadyBegun:
        return follow(opened.id)
    if viewer_of(opened.id).is_guarded and not made.replayed:
        make_code(made.id, CodeKind.RECOVERY)
    if not made.replayed:
        warn_if_full(opened.id, made.id)
    name = first.names[first.dealer - 1]
    flash(_("A new game. %(name)s deals first.", name=name), "success")
    return bring_token(_to_table(made), opened.id, made.id)


@blueprint.get("/g/<game_id>/rematch")
def ask_stake(opened: open_game.OpenGame) -> str:
    """Ask for the stake of the rematch, so that nobody's money is staked by accident."""
    rules, stake = key_of(opened.system), opened.game.stake
    return render_template("start/stake.html", table=opened, stake=stake, rules=rules)


@blueprint.get("/g/<game_id>/next")
def follow(game_id: str) -> Response:
    """Redirect to the rematch or its scoreboard, with this phone's token for it."""
    following = next_of(game_id) or abort(404)
    page = "table.scoreboard" if "scoreboard" in request.args else "table.show"
    return bring_token(device.see_other(url_for(page, game_id=following)), game_id, following)


def _erase_made_up() -> set[str]:
    """Erase the evenings that this phone looked around in; return their ids."""
    opened = open_game.open_games(device.this_device().games)
    made_up = {game.id for game in opened if game.is_made_up and viewer_of(game.id).manages}
    if made_up:
        erase_games(made_up)
    return made_up


def _rematch_of(opened: open_game.OpenGame) -> Rematch:
    """Return the rematch to create; it may replace a previous rematch that is over."""
    seats = {player.number: new for new, player in enumerate(going_on(opened.game), 1)}
    earlier = next_of(opened.id)
    is_over = earlier is not None and open_game.open_invited(earlier).game.is_over
    return Rematch(opened.id, seats, token_after, instead_of=earlier if is_over else None)


@blueprint.get("/g/<game_id>/end")
def ending(opened: open_game.OpenGame) -> ResponseReturnValue:
    """Ask for confirmation before a game is ended early; show what then is final."""
    return _over_already(opened) if opened.game.is_over else _ending_page(opened)


def _ending_page(opened: open_game.OpenGame) -> str:
    ended = fold_step(opened.game, Entry(opened.version + 1, GameEnded()))
    return render("start/end.html", table=opened, game=ended, standings=standings(ended))


@blueprint.post("/g/<game_id>/end")
def end(opened: open_game.OpenGame) -> ResponseReturnValue:
    """End the game; like any entry, this can be undone."""
    if opened.game.is_over:
        return _over_already(opened)
    if not opened.game.past:
        return _ending_page(opened), 422
    return written(opened, GameEnded(), _("Game over."))


def _over_already(opened: open_game.OpenGame) -> Response:
    return already_so(opened, _("This game is already over."))


@dataclass(frozen=True, slots=True)
class DealFacts:
    """The chosen game, what its players need, and a warning about a thin stock; empty if none."""

    name: str = ""
    needs: str = ""
    thin: str = ""


def _page(form: NewGameForm, lines: Lines, *, unknown: str = "") -> str:
    system = form.rules or next(iter(form.systems.values()))
    named = sum(1 for row in lines.rows if row.strip())
    taken = {row.strip().casefold() for row in lines.rows[:MOST_ROWS]}
    return render(
        "start/new.html",
        _deal_facts(system, named),
        form=form,
        lines=with_marks(lines, mark_of),
        errors=list(_errors(form)),
        circle=circle_sent(),
        lost=lost_words(),
        unknown=unknown,
        tiles=[rule_tile(key, rules) for key, rules in form.systems.items()],
        starters=[key for key, rules in form.systems.items() if _asks_starter(rules)],
        pools=[key for key, rules in form.systems.items() if rules.pool_share],
        known=[
            {"name": name, "mark": mark}
            for name, mark in known_people()
            if name.casefold() not in taken
        ],
    )


def _deal_facts(system: RuleSystem | None, players: int) -> DealFacts:
    if system is None:
        return DealFacts()
    fits = can_be_dealt(system, players)
    return DealFacts(
        name=system.name,
        needs=needs_words(system, players if fits else None),
        thin=thin_ahead(system, players) if fits else "",
    )


def _last_players() -> Lines | None:
    """Return the lines of the players of a circle's last game; None without one."""
    people = last_people()
    if not people:
        return None
    return Lines(
        tuple(person.name for person in people), marks=tuple(person.mark for person in people)
    )


def _errors(form: NewGameForm) -> Iterator[tuple[str, str]]:
    for line, fault in form.names.row_errors.items():
        yield f"name-{line + 1}", fault
    if form.names.errors and not form.names.row_errors:
        yield "name-1", form.names.errors[0]
    for field in (form.system, form.dealer, form.starter, form.stake, form.advice):
        yield from ((field.name, fault) for fault in field.errors[:1])


def _asks_starter(system: RuleSystem) -> bool:
    return system.first_starter is Starter.YOUNGEST


def _flash_dealer(made: Created) -> None:
    game = open_game.open_game(made.id).game
    if game.current is not None:
        name = game.player(game.current.dealer).name
        flash(_("%(name)s deals first (drawn by lot).", name=name), "success")


def _to_table(made: Created, *, without: Set[str] = frozenset(), **remembered: Any) -> Response:
    answer = make_response(saved(url_for("table.show", game_id=made.id), made))
    games = tuple(game_id for game_id in open_game.with_game(made.id) if game_id not in without)
    return device.remember(answer, games=games, **remembered)


def same_again(game: Game, *, stake: int) -> GameStarted:
    """Return the start of a rematch: the players who go on, the next one dealing."""
    players = going_on(game)
    seats = tuple(player.number for player in players)
    dealer = after(game.ring, _last(game).dealer, seats)
    starter = game.first_starter
    return GameStarted(
        tuple(player.name for player in players),
        seats.index(dealer) + 1,
        starter=seats.index(starter) + 1 if starter in seats else None,
        stake=stake,
        advice=game.advice,
        marks=marks_to_store(tuple(player.mark for player in players)),
        zone=game.zone,
    )


def _last(game: Game) -> Round:
    return game.past[-1] if game.past else game.current  # type: ignore[return-value]
