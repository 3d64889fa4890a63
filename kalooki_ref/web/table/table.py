"""The table page: where the phone lies all evening."""

from typing import Any

from flask import Blueprint, Response, make_response, render_template
from flask_babel import gettext as _

from kalooki_ref.game.standings import leaders, standings
from kalooki_ref.game.state import Game, Round
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.rules.choices import Starter
from kalooki_ref.web.access.devices import remember, with_game
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.access.page_cache import kept
from kalooki_ref.web.history.minutes import last_act, last_undoing, told_of
from kalooki_ref.web.messages.rule_words import call_rules
from kalooki_ref.web.standings.present import contract_words, round_name
from kalooki_ref.web.table.coaching import coaching_line
from kalooki_ref.web.table.deal import cards_words, pack_words, thin_now
from kalooki_ref.web.table.places import shown_places

blueprint = Blueprint("table", __name__)


@blueprint.get("/g/<game_id>")
def show(game_id: str) -> Response:
    """Show the round at hand, or how the game ended, and note that this phone was here."""
    table = open_table(game_id)
    page = kept(table, lambda: _page(table))
    return remember(make_response(page), games=with_game(table.id))


def _page(table: Table) -> str:
    current = table.game.current
    return _over(table) if current is None else _playing(table, current)


def _playing(table: Table, current: Round) -> str:
    game = table.game
    system = game.system
    return render_template(
        "table/show.html",
        **_shared(table),
        round_name=round_name(current, system),
        contract=game.contract,
        contract_words=contract_words(game.contract, system),
        facts=_facts(game, current),
        thin=thin_now(system, players=len(current.places), number=current.number),
        places=shown_places(game),
        call_limit=call_limit(system),
        call_rules=call_rules(system),
        reshuffles=_reshuffles(game, current),
        coaching=coaching_line(game.advice),
    )


def _over(table: Table) -> str:
    return render_template(
        "table/over.html",
        **_shared(table),
        standings=standings(table.game),
        winners=leaders(table.game),
    )


def _shared(table: Table) -> dict[str, Any]:
    act, undoing = last_act(table.entries), last_undoing(table.entries)
    return {
        "table": table,
        "game": table.game,
        "last": act and {"seq": act.seq, "words": told_of(table, act)},
        "undone": undoing and {"seq": undoing.seq, "words": told_of(table, undoing)},
    }


def _facts(game: Game, current: Round) -> list[tuple[str, str]]:
    system, players = game.system, len(current.places)
    stock = system.stock_after_deal(players, current.number)
    return [
        (_("Deal to each"), cards_words(system.deal_of(current.number))),
        (_("Deals"), game.player(current.dealer).name),
        (_("Starts"), _starter(game, current)),
        (_("Stock"), cards_words(stock)),
        (_("Shuffle"), pack_words(system, players)),
    ]


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
        return _("The stock has been shuffled anew.")
    return _("The stock has been shuffled anew. When it is spent again, the round is void.")
