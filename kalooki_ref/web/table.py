"""The page of a game: the round at hand, or how it ended."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, make_response, render_template

from kalooki_ref.game.events import CallAnswered
from kalooki_ref.game.ranking import leaders, standings
from kalooki_ref.game.record import Entry, is_own_entry
from kalooki_ref.game.state import Game, Place, Player, Round, advised_round, has_begun, overcalls
from kalooki_ref.game.undo import last_entry, last_undo
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.rules.choices import Starter
from kalooki_ref.rules.house_text import text_of
from kalooki_ref.store.rematch import next_of
from kalooki_ref.web.device import remember, with_game
from kalooki_ref.web.history import entry_words
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.web.play import faults_of
from kalooki_ref.web.rights import viewer_of
from kalooki_ref.web.rulebook import rules_page
from kalooki_ref.words import game_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.rule_words import call_rules

blueprint = Blueprint("table", __name__)


@blueprint.get("/g/<game_id>")
def show(opened: OpenGame) -> Response:
    """Show the round at hand, or how the game ended, and note that this phone was here."""
    return remember(make_response(page_of(opened)), games=with_game(opened.id))


@blueprint.get("/g/<game_id>/scoreboard")
def scoreboard(opened: OpenGame) -> str:
    """Show names and totals large, for the middle of the table; nothing to tap but the way back."""
    game, current = opened.game, opened.game.current
    return render_template(
        "table/scoreboard.html",
        table=opened,
        title=game_words.round_name(current, game.system) if current else _("Game over"),
        headline=game_words.contract_words(game.contract, game.system)
        if current
        else game_words.winner_words(game),
        lines=shown_places(game),
        standings=() if current else standings(game),
        goes_on=current is None and next_of(opened.id) is not None,
        call_limit=call_limit(game.system),
    )


@blueprint.get("/g/<game_id>/rules")
def rules(opened: OpenGame) -> str:
    """Show the rules this table plays by, with the way back to it."""
    return rules_page(opened.system, text_of(opened.system), opened)


def page_of(opened: OpenGame) -> str:
    """Return the page of a game."""
    current = opened.game.current
    return _over(opened) if current is None else _playing(opened, current)


def _playing(opened: OpenGame, current: Round) -> str:
    game, system, players = opened.game, opened.system, len(current.places)
    return render_template(
        "table/show.html",
        **_shared(opened),
        round_name=game_words.round_name(current, system),
        contract=game.contract,
        contract_words=game_words.contract_words(game.contract, system),
        starter=_starter(game, current),
        deal=game_words.cards_words(system.deal_of(current.number)),
        stock=game_words.cards_words(system.stock_after_deal(players, current.number)),
        pack=game_words.pack_words(system, players),
        thin=game_words.thin_now(system, players=players, number=current.number),
        places=shown_places(game),
        call_limit=call_limit(system),
        call_rules=call_rules(system),
        reshuffles=_reshuffles(game, current),
        coaching=game_words.coaching_line(game.advice),
        pool=game_words.pool_words(game),
        advises=advised_round(game) is not None,
    )


def _over(opened: OpenGame) -> str:
    return render_template(
        "table/over.html",
        **_shared(opened),
        standings=standings(opened.game),
        winner=game_words.winner_words(opened.game),
        goes_on=next_of(opened.id) is not None,
    )


def _shared(opened: OpenGame) -> dict[str, Any]:
    entry, undo = last_entry(opened.entries), last_undo(opened.entries)
    return {
        "table": opened,
        "game": opened.game,
        "last": entry and _undoable(opened, entry),
        "undone": undo and _undoable(opened, undo),
    }


def _undoable(opened: OpenGame, entry: Entry) -> dict[str, Any]:
    viewer, events = viewer_of(opened.id), {one.seq: one.event for one in opened.entries}
    is_own = is_own_entry(events.get, entry.seq, player=viewer.player)
    return {
        "seq": entry.seq,
        "words": entry_words(opened, entry),
        "is_mine": viewer.records or (viewer.writes and is_own),
    }


def _starter(game: Game, current: Round) -> str:
    if current.starter is not None:
        return game.player(current.starter).name
    if game.system.first_starter is Starter.YOUNGEST:
        return _("the youngest")
    return _("left of the dealer")


def _reshuffles(game: Game, current: Round) -> str:
    most = game.system.reshuffles
    if not current.reshuffles:
        return ""
    if most is None or current.reshuffles < most:
        return _("The stock was reshuffled.")
    return _("The stock was reshuffled once. If it runs out again, the round is void.")


Badge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
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


def shown_places(game: Game) -> tuple[Shown, ...]:
    """Return the players of the round at hand in seat order; none once the game is over."""
    if game.current is None:
        return ()
    current = game.current
    return tuple(_shown(game, current, place) for place in current.places)


def _shown(game: Game, current: Round, place: Place) -> Shown:
    limit, calls = call_limit(game.system), place.calls
    return Shown(
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
