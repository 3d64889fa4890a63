"""Lays written down with their cards: coming down, further melds, a false lay taken back.

Not here: coming down without cards (web.table.lays), and how melds are judged (game.turns).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.events import MeldsLaid
from kalooki_ref.game.turns import judge_event
from kalooki_ref.referee.lay import counted
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.web.board.boards import board_parts, noted, player_in, round_at_hand
from kalooki_ref.web.board.builders import (
    BuilderField,
    builder_fields,
    builders_in,
    sent_again,
)
from kalooki_ref.web.board.questions import Question, questioned
from kalooki_ref.web.book.writing import is_repeat, word_of_reason
from kalooki_ref.web.check.laid import kinds_found, rows_of
from kalooki_ref.web.check.lays import MOST_ROWS
from kalooki_ref.web.check.questions import Cards, cards_read
from kalooki_ref.web.table.tables import Table, open_table
from kalooki_ref.web.words.consequences import false_lay_words
from kalooki_ref.web.words.counted_words import melds_of
from kalooki_ref.web.words.opening_words import opening_words
from kalooki_ref.web.words.rulings_shown import ruling_of

blueprint = Blueprint("board_lays", __name__, url_prefix="/g/<game_id>/board/lay")

USUAL_ROWS = 3


@dataclass(frozen=True, slots=True)
class Sent:
    """A lay as it was sent: who laid, the cards of each meld, and what is wrong with them.

    ``builders`` and ``goes_out`` are asked where they help to open.
    """

    player: int | None
    fields: tuple[Cards, ...]
    faults: tuple[tuple[str, str], ...] = ()
    builders: tuple[BuilderField, ...] = ()
    goes_out: bool = False

    @property
    def errors(self) -> list[tuple[str, str]]:
        """What is wrong, by field."""
        numbered = enumerate(self.fields, 1)
        typed = [(f"meld-{at}", one.fault) for at, one in numbered if one.fault]
        built = [(one.name, one.fault) for one in self.builders if one.fault]
        return [*self.faults, *typed, *built]

    @property
    def again(self) -> tuple[tuple[str, str], ...]:
        """What else of the turn was told, as fields to send once more."""
        return sent_again(self.builders) + ((("out", "1"),) if self.goes_out else ())

    @property
    def laid(self) -> list[tuple[int, Cards]]:
        """The fields with cards in them, numbered from 1."""
        return [(at, typed) for at, typed in enumerate(self.fields, 1) if typed.cards]


@blueprint.get("")
def show(game_id: str) -> str:
    """Show the form, as far as the address fills it in."""
    table = open_table(game_id)
    player = player_in(request.args.get("player", ""), table.game)
    fields = _fields(table, request.args.getlist("meld"))
    return _page(table, _with_turn(table, Sent(player, fields), request.args))


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
    event = MeldsLaid(
        sent.player,
        _melds(table, sent),
        builders=builders_in(sent.builders),
        goes_out=sent.goes_out,
    )
    verdict = judge_event(table.game, event)
    word = word_of_reason(request.form.get("word", ""))
    if verdict.legal or word or is_repeat(table):
        kept = replace(event, overruled="" if verdict.legal else word)
        return noted(table, kept, _said(table, name, event.melds, verdict))
    return _questioned(table, sent, event.melds, verdict)


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


def _with_turn(table: Table, sent: Sent, given: Mapping[str, str]) -> Sent:
    """Return a first lay with what else of its turn was told; a further one as it is."""
    current = round_at_hand(table)
    place = None if sent.player is None else current.place_of(sent.player)
    if place is not None and place.is_down:
        return sent
    goes_out = table.system.going_out_opens and bool(given.get("out"))
    return replace(sent, builders=builder_fields(table, given), goes_out=goes_out)


def _sent(table: Table) -> Sent:
    current = round_at_hand(table)
    player = player_in(request.form.get("player", ""), table.game)
    fields = _fields(table, request.form.getlist("meld"))
    if player is None:
        fault = ("player", _("Choose who laid these cards."))
        return _with_turn(table, Sent(player, fields, (fault,)), request.form)
    place = current.place_of(player)
    told = any(typed.text.strip() for typed in fields) or request.form.get("returned")
    if place is not None and place.is_down and not told and not is_repeat(table):
        name = table.game.player(player).name
        said = _("%(name)s is down already: tap the cards of the further meld.", name=name)
        return Sent(player, fields, (("meld-1", said),))
    return _with_turn(table, Sent(player, fields), request.form)


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


def _said(table: Table, name: str, melds: tuple[Meld, ...], verdict: Verdict) -> str:
    if not melds:
        return _("%(name)s is down.", name=name)
    words = melds_of(counted(melds).name, table.system)
    said = _("%(name)s lays %(melds)s.", name=name, melds=words)
    how = opening_words(verdict.opening) if verdict.legal else ""
    return f"{said} {how}" if how else said


def _questioned(
    table: Table, sent: Sent, melds: tuple[Meld, ...], verdict: Verdict
) -> ResponseReturnValue:
    texts = [typed.text for _at, typed in sent.laid]
    ruling = ruling_of(verdict, table.system)
    question = Question(
        title=_("Can this be laid?"),
        ruling=ruling,
        action=request.path,
        fields=(
            ("player", str(sent.player)),
            *(("meld", text) for text in texts),
            *sent.again,
        ),
        back=url_for(
            "board_lays.show",
            game_id=table.id,
            player=sent.player,
            meld=texts,
            **dict(sent.again),
        ),
        rows=rows_of(melds, ruling, table.system),
        returned=_("False lay: cards back"),
        returned_costs=false_lay_words(table.system),
        draft=f"lay-{table.id}-{len(table.game.past) + 1}",
    )
    return questioned(table, question)
