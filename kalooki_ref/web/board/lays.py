"""Lays written down with their cards: coming down, further melds, a false lay taken back.

Not here: coming down without cards (web.table.lays), and how melds are judged (game.turns).
"""

from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.events import MeldsLaid
from kalooki_ref.game.turns import judge_event
from kalooki_ref.referee.lay import counted
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.web.board.boards import board_parts, noted, player_in, round_at_hand
from kalooki_ref.web.board.questions import Question, questioned
from kalooki_ref.web.book.writing import is_repeat, word_of_reason
from kalooki_ref.web.check.lays import MOST_ROWS, kinds_found, rows_of
from kalooki_ref.web.check.questions import Cards, cards_read
from kalooki_ref.web.table.tables import Table, open_table
from kalooki_ref.web.words.consequences import false_lay_words
from kalooki_ref.web.words.counted_words import melds_of
from kalooki_ref.web.words.rulings_shown import ruling_of

blueprint = Blueprint("board_lays", __name__, url_prefix="/g/<game_id>/board/lay")

USUAL_ROWS = 3


@dataclass(frozen=True, slots=True)
class Sent:
    """A lay as it was sent: who laid, the cards of each meld, and what is wrong with them."""

    player: int | None
    fields: tuple[Cards, ...]
    faults: tuple[tuple[str, str], ...] = ()

    @property
    def errors(self) -> list[tuple[str, str]]:
        """What is wrong, by field."""
        numbered = enumerate(self.fields, 1)
        typed = [(f"meld-{at}", one.fault) for at, one in numbered if one.fault]
        return [*self.faults, *typed]

    @property
    def laid(self) -> list[tuple[int, Cards]]:
        """The fields with cards in them, numbered from 1."""
        return [(at, typed) for at, typed in enumerate(self.fields, 1) if typed.cards]


@blueprint.get("")
def show(game_id: str) -> str:
    """Show the form, as far as the address fills it in."""
    table = open_table(game_id)
    player = player_in(request.args.get("player", ""), table.game)
    return _page(table, Sent(player, _fields(table, request.args.getlist("meld"))))


@blueprint.post("")
def lay(game_id: str) -> ResponseReturnValue:
    """Write a lay down; what is not legal is questioned first, and never refused."""
    table = open_table(game_id)
    sent = _sent(table)
    if sent.errors or sent.player is None:
        return _page(table, sent), 422
    name = table.game.player(sent.player).name
    if request.form.get("returned"):
        costs = false_lay_words(table.system)
        said = _("%(name)s takes the cards back.", name=name)
        return noted(table, MeldsLaid(sent.player, returned=True), f"{said} {costs}")
    melds = _melds(table, sent)
    verdict = judge_event(table.game, MeldsLaid(sent.player, melds))
    word = word_of_reason(request.form.get("word", ""))
    if verdict.legal or word or is_repeat(table):
        kept = "" if verdict.legal else word
        return noted(
            table, MeldsLaid(sent.player, melds, overruled=kept), _said(table, name, melds)
        )
    return _questioned(table, sent, melds, verdict)


def _page(table: Table, sent: Sent) -> str:
    is_fresh = not sent.laid and not sent.errors
    return render_template(
        "board/lay.html",
        **board_parts(table),
        sent=sent,
        costs=false_lay_words(table.system),
        draft=f"lay-{table.id}-{len(table.game.past) + 1}",
        is_fresh=is_fresh,
        faults=dict(sent.errors),
    )


def _sent(table: Table) -> Sent:
    current = round_at_hand(table)
    player = player_in(request.form.get("player", ""), table.game)
    fields = _fields(table, request.form.getlist("meld"))
    if player is None:
        return Sent(player, fields, (("player", _("Choose who laid these cards.")),))
    place = current.place_of(player)
    told = any(typed.text.strip() for typed in fields) or request.form.get("returned")
    if place is not None and place.is_down and not told and not is_repeat(table):
        name = table.game.player(player).name
        said = _("%(name)s is down already: tap the cards of the further meld.", name=name)
        return Sent(player, fields, (("meld-1", said),))
    return Sent(player, fields)


def _fields(table: Table, texts: list[str]) -> tuple[Cards, ...]:
    contract = table.game.contract
    usual = contract.sets + contract.runs if contract else USUAL_ROWS
    asked = request.args.get("rows", "")
    more = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else 0
    rows = min(MOST_ROWS, max(usual, len(texts), more))
    texts = texts[:MOST_ROWS]
    return tuple(cards_read(text) for text in texts + [""] * (rows - len(texts)))


def _melds(table: Table, sent: Sent) -> tuple[Meld, ...]:
    cards = [typed.cards for _at, typed in sent.laid]
    return kinds_found(cards, table.system, table.game.contract)


def _said(table: Table, name: str, melds: tuple[Meld, ...]) -> str:
    if not melds:
        return _("%(name)s is down.", name=name)
    words = melds_of(counted(melds).name, table.system)
    return _("%(name)s lays %(melds)s.", name=name, melds=words)


def _questioned(
    table: Table, sent: Sent, melds: tuple[Meld, ...], verdict: Verdict
) -> ResponseReturnValue:
    texts = [typed.text for _at, typed in sent.laid]
    ruling = ruling_of(verdict, table.system)
    question = Question(
        title=_("Can this be laid?"),
        ruling=ruling,
        action=request.path,
        fields=(("player", str(sent.player)), *(("meld", text) for text in texts)),
        back=url_for("board_lays.show", game_id=table.id, player=sent.player, meld=texts),
        rows=rows_of(melds, ruling, table.system),
        returned=_("False lay: cards back"),
        returned_costs=false_lay_words(table.system),
        draft=f"lay-{table.id}-{len(table.game.past) + 1}",
    )
    return questioned(table, question)
