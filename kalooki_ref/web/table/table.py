"""The table page: the current round, or the final result."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from flask import Blueprint, Response, make_response

from kalooki_ref.game.ranking import leaders, standings
from kalooki_ref.game.record import Entry, is_own_entry
from kalooki_ref.game.round_scores import was_bent
from kalooki_ref.game.state import Game, Round, advised_round
from kalooki_ref.game.undo import amendments, last_entry, last_undo
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.rules.choices import Starter
from kalooki_ref.rules.house_text import text_of
from kalooki_ref.rules.switches import NUMBERS
from kalooki_ref.store.drafts import get_draft
from kalooki_ref.store.rematch import next_of
from kalooki_ref.web.results.race_chart import FELT
from kalooki_ref.web.results.standings import results_of
from kalooki_ref.web.rulings.rulebook import rules_page
from kalooki_ref.web.shared.device import remember
from kalooki_ref.web.shared.open_game import OpenGame, games_here, open_games, with_game
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table.awards import all_cards
from kalooki_ref.web.table.first_game import cards_left
from kalooki_ref.web.table.player_lines import PlayerLine, player_lines
from kalooki_ref.web.table.round.own_counts import draft_name, sent_by
from kalooki_ref.words import coaching_words, deal_words, game_words, pool_words, story_words
from kalooki_ref.words.entry_words import entry_words, waits_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rule_words import call_rules

blueprint = Blueprint("table", __name__)

# What a table asks in play: where an ace stands, where runs grow, what a joker may do, a taken
# upcard, card values.
ASKED = frozenset(
    NUMBERS[field]
    for field in ("ace", "tack_ends", "joker_mover", "joker_goes", "taken_upcard", "points")
)
# With more players their lines need the height.
MOST_WITH_BAR = 6


class Ending(StrEnum):
    """How a player ended a round."""

    OUT = "out"
    BENT = "bent"


@dataclass(frozen=True, slots=True)
class UndoableEntry:
    """An entry that can be undone or restored; ``is_mine`` if this phone may do it.

    ``words`` label its button, so they have no full stop; those of an undo name the entry it undid.
    """

    seq: int
    words: str
    is_mine: bool


@blueprint.get("/g/<game_id>")
def show(opened: OpenGame) -> Response:
    """Show the current round or the final result, and remember the game on this phone."""
    games = with_game(opened.id)
    return remember(make_response(page_of(opened)), games=games)


@blueprint.get("/g/<game_id>/scoreboard")
def scoreboard(opened: OpenGame) -> str:
    """Show names and totals in large type, to be read from around the table."""
    game, current = opened.game, opened.game.current
    return render(
        "table/scoreboard.html",
        table=opened,
        game=game,
        title=game_words.round_name(current, game.system) if current else _("Game over"),
        headline=game_words.opening_words(game) if current else game_words.winner_words(game),
        contract=game.contract if current else None,
        suits=[suit.value for suit in game.system.suits],
        facts=_facts(game, current) if current else (),
        lines=player_lines(game),
        waiting=tuple(row for row in standings(game) if row.player in game.waiting),
        standings=() if current else standings(game),
        goes_on=current is None and next_of(opened.id) is not None,
        call_limit=call_limit(game.system),
    )


@blueprint.get("/g/<game_id>/rules")
def rules(opened: OpenGame) -> str:
    """Show the rules of this game."""
    return rules_page(opened.system, text_of(opened.system), opened)


def page_of(opened: OpenGame) -> str:
    """Return the page of a game."""
    current = opened.game.current
    return _over(opened) if current is None else _playing(opened, current)


def _playing(opened: OpenGame, current: Round) -> str:
    game, system, places = opened.game, opened.system, player_lines(opened.game)
    viewer = viewer_of(opened.id)
    seat = next((line for line in places if line.player.number == viewer.player), None)
    is_seat = seat is not None and not viewer.records
    pack, facts = deal_words.pack_words(system, current.dealt_to), _facts(game, current)
    return render(
        "table/seat.html" if is_seat else "table/show.html",
        table=opened,
        game=game,
        last=_last(opened),
        undone=_undone(opened),
        seat=seat,
        behind=_behind(game, seat) if seat else "",
        sent=_sent(opened, seat) if seat and is_seat else "",
        this_round=len(game.past) + 1,
        round=current.number,
        rounds=_rounds_of(game, current),
        round_name=game_words.round_name(current, system),
        contract=game.contract,
        contract_words=game_words.opening_words(game),
        suits=[suit.value for suit in system.suits],
        facts=facts,
        first_cards=cards_left(opened, pack=pack, facts=facts),
        stock=deal_words.cards_words(system.stock_after_deal(current.dealt_to, current.number)),
        pack=pack,
        notes=tuple(_notes(opened, current)),
        played_sample=_played_sample() if opened.is_made_up else "",
        places=places,
        went_out=_went_out(opened.game),
        call_limit=call_limit(system),
        call_rules=call_rules(system),
        asked=[clause for clause in system.clauses if clause.number in ASKED],
        coaching=coaching_words.coaching_line(game.advice),
        advises=advised_round(game) is not None,
    )


def _rounds_of(game: Game, current: Round) -> int:
    """Return how many rounds are shown as a bar; 0 if there is no last one, or no room."""
    if game.system.is_open_ended or len(current.places) > MOST_WITH_BAR:
        return 0
    return len(game.system.contracts)


def _went_out(game: Game) -> dict[int, Ending]:
    """Return how the last round was ended, by the player who ended it; empty if nobody did."""
    last = game.past[-1] if game.past else None
    if last is None or last.winner is None:
        return {}
    return {last.winner: Ending.BENT if was_bent(game, last) else Ending.OUT}


def _notes(opened: OpenGame, current: Round) -> Iterator[str]:
    """Yield notes on this round: the pool, a thin stock, a reshuffle, who waits for the next."""
    game = opened.game
    if opened.is_made_up:
        yield _("A made-up evening: tap around. It goes when you start your own game.")
    thin = deal_words.thin_now(game.system, players=current.dealt_to, number=current.number)
    notes = (pool_words.pool_words(game), thin, _reshuffles(game, current))
    yield from filter(None, notes)
    for player in game.waiting:
        yield waits_words(player.name)


def _played_sample() -> str:
    """Return the made-up game that is over; empty if this phone has none."""
    made_up = (game for game in open_games(games_here()) if game.is_made_up and game.game.is_over)
    return next((game.id for game in made_up), "")


def _sent(opened: OpenGame, seat: PlayerLine) -> str:
    """Return the points of this round that the player's own phone has sent; empty if none."""
    draft = get_draft(opened.id, draft_name(opened.game))
    return next(iter(sent_by(draft, seat.player.number)), "")


def _behind(game: Game, seat: PlayerLine) -> str:
    """Return how far a player is behind the leader; empty for a leader."""
    ahead = leaders(game)
    if seat.leads or not ahead:
        return ""
    points = seat.total - game.points_of(ahead[0].number)
    if points <= 0:  # who has won more rounds leads, and nobody before their first round
        return ""
    return _("%(points)s behind %(name)s", points=points, name=ahead[0].name)


def _over(opened: OpenGame) -> str:
    results = results_of(opened, FELT)
    placed = tuple(row for row in results.standings if row.place)
    return render(
        "table/over.html",
        results,
        last=_last(opened),
        undone=_undone(opened),
        headline=story_words.winner_headline(opened.game),
        story=story_words.story_words(opened.game),
        podium=placed[:3] if opened.game.scored else (),
        cards=all_cards(opened),
        goes_on=next_of(opened.id) is not None,
    )


def _last(opened: OpenGame) -> UndoableEntry | None:
    entry = last_entry(opened.entries)
    return _undoable(opened, entry) if entry else None


def _undone(opened: OpenGame) -> UndoableEntry | None:
    entry = last_undo(opened.entries)
    if entry is None:
        return None
    undone = amendments(opened.entries).acts[entry.seq][0].about
    return replace(_undoable(opened, entry), words=_label(opened, opened.entries[undone - 1]))


def _undoable(opened: OpenGame, entry: Entry) -> UndoableEntry:
    viewer, events = viewer_of(opened.id), {stored.seq: stored.event for stored in opened.entries}
    is_own = is_own_entry(events.get, entry.seq, player=viewer.player)
    is_mine = viewer.records or (viewer.writes and is_own)
    return UndoableEntry(entry.seq, _label(opened, entry), is_mine)


def _label(opened: OpenGame, entry: Entry) -> str:
    return entry_words(opened, entry).removesuffix(".")


def _facts(game: Game, current: Round) -> tuple[str, str]:
    """Return who deals how many cards, and who starts."""
    dealer, cards = game.player(current.dealer).name, game.rules_in(current).deal_of(current.number)
    deals = _("%(dealer)s deals %(cards)s each", dealer=dealer, cards=cards)
    return deals, _("%(starter)s starts", starter=_starter(game, current))


def _starter(game: Game, current: Round) -> str:
    if current.starter is not None:
        return game.player(current.starter).name
    if game.system.first_starter is Starter.YOUNGEST:
        return _("the youngest")
    return _("the player on the dealer’s left")


def _reshuffles(game: Game, current: Round) -> str:
    most = game.system.reshuffles
    if not current.reshuffles:
        return ""
    if most is None or current.reshuffles < most:
        return _("The stock was reshuffled.")
    return _("The stock was reshuffled. If it runs out again, the round is void.")
