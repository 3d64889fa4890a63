"""Tacks written down: cards, and the meld they go to, offered where they fit.

Not here: how tacks are judged (game.turns), and jokers that move (web.board.jokers).
"""

from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.cards import Card, cards_text
from kalooki_ref.game.events import Tacked
from kalooki_ref.game.turns import judge_event
from kalooki_ref.referee.meld import End, Meld
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.web.board.boards import board_parts, noted, player_in, round_at_hand
from kalooki_ref.web.board.questions import Question, questioned
from kalooki_ref.web.board.shown import ShownMeld, melds_of
from kalooki_ref.web.book.writing import is_repeat, word_of_reason
from kalooki_ref.web.check.questions import Cards, cards_read
from kalooki_ref.web.table.tables import Table, open_table
from kalooki_ref.web.words.rulings_shown import ruling_of

blueprint = Blueprint("board_tacks", __name__, url_prefix="/g/<game_id>/board/tack")


@dataclass(frozen=True, slots=True)
class Offer:
    """A meld the cards could go to: whether they fit, how it would lie, the ends to choose from."""

    shown: ShownMeld
    fits: bool = False
    result: tuple[Card, ...] = ()
    reading: tuple[Card, ...] = ()
    asks_end: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """A tack as it was sent, and what is wrong with it."""

    player: int | None
    typed: Cards
    meld: int | None = None
    end: End | None = None
    player_fault: str = ""
    cards_fault: str = ""

    @property
    def errors(self) -> list[tuple[str, str]]:
        """What is wrong, by field."""
        faults = (("player", self.player_fault), ("cards", self.cards_fault))
        return [(field, fault) for field, fault in faults if fault]


@blueprint.get("")
def show(game_id: str) -> str:
    """Show the form, the melds the cards fit first."""
    table = open_table(game_id)
    return _page(table, _asked(table))


@blueprint.get("/fits")
def fits(game_id: str) -> str:
    """Show the melds alone; asked by script while cards are tapped."""
    table = open_table(game_id)
    return render_template("board/_fits.html", offers=offers(table, _asked(table)))


@blueprint.post("")
def tack(game_id: str) -> ResponseReturnValue:
    """Write a tack down; what does not fit is questioned first, and never refused."""
    table = open_table(game_id)
    sent = _sent(table)
    if sent.errors or sent.player is None or sent.meld is None:
        return _page(table, sent), 422
    event = Tacked(sent.player, sent.meld, sent.typed.cards, sent.end)
    verdict = judge_event(table.game, event)
    word = word_of_reason(request.form.get("word", ""))
    is_clear = verdict.legal and not verdict.unclear
    if is_clear or word or is_repeat(table):
        kept = "" if verdict.legal else word
        event = Tacked(sent.player, sent.meld, sent.typed.cards, sent.end, kept)
        return noted(table, event, _said(table, event))
    return _questioned(table, sent, melds_of(table)[sent.meld].meld, verdict)


def offers(table: Table, sent: Sent) -> tuple[Offer, ...]:
    """Return every meld on the board, those the cards fit first."""
    shown = melds_of(table)
    if sent.player is None or not sent.typed.cards:
        return tuple(Offer(one) for one in shown)
    offered = [_offer(table, one, sent.player, sent.typed.cards) for one in shown]
    return tuple(sorted(offered, key=lambda one: not one.fits))


def meld_and_end(text: str, table: Table) -> tuple[int | None, End | None]:
    """Return the meld and the end that a button names: "2", "2.low", "2.high"."""
    number, _dot, end = text.partition(".")
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else -1
    board = round_at_hand(table).board
    return (at if 0 <= at < len(board) else None), (End(end) if end in list(End) else None)


def _offer(table: Table, shown: ShownMeld, player: int, cards: tuple[Card, ...]) -> Offer:
    verdict = judge_event(table.game, Tacked(player, shown.number, cards))
    return Offer(
        shown,
        fits=verdict.legal,
        result=verdict.result,
        reading=meld_reading(Meld(shown.meld.kind, verdict.result), table.system)
        if verdict.result
        else (),
        asks_end=verdict.legal and verdict.unclear,
    )


def _page(table: Table, sent: Sent) -> str:
    return render_template(
        "board/tack.html", **board_parts(table), sent=sent, offers=offers(table, sent)
    )


def _asked(table: Table) -> Sent:
    player = player_in(request.args.get("player", ""), table.game)
    typed = cards_read(request.args.get("cards", ""))
    return Sent(player, typed, cards_fault=typed.fault)


def _sent(table: Table) -> Sent:
    player = player_in(request.form.get("player", ""), table.game)
    typed = cards_read(request.form.get("cards", ""))
    meld, end = meld_and_end(request.form.get("meld", ""), table)
    fault = typed.fault or ("" if typed.cards else _("Tap the cards that were added."))
    if meld is None and not fault:
        fault = _("Tap the meld they were added to.")
    return Sent(player, typed, meld, end, "" if player else _("Choose who tacked."), fault)


def _said(table: Table, event: Tacked) -> str:
    name = table.game.player(event.player).name
    return _("%(name)s tacks %(cards)s.", name=name, cards=cards_text(event.cards))


def _questioned(table: Table, sent: Sent, meld: Meld, verdict: Verdict) -> ResponseReturnValue:
    ruling = ruling_of(verdict, table.system)
    where = f"{sent.meld}.{sent.end.value}" if sent.end else str(sent.meld)
    both = ((f"{sent.meld}.low", _("Low end")), (f"{sent.meld}.high", _("High end")))
    question = Question(
        title=_("Which end?") if verdict.legal else _("Can this be tacked?"),
        ruling=ruling,
        action=request.path,
        fields=(("player", str(sent.player)), ("cards", sent.typed.text), ("meld", where)),
        back=url_for(
            "board_tacks.show", game_id=table.id, player=sent.player, cards=sent.typed.text
        ),
        before=meld,
        added=sent.typed.cards,
        after_reading=meld_reading(Meld(meld.kind, ruling.instead), table.system)
        if ruling.instead
        else (),
        ends=both if verdict.legal else (),
    )
    return questioned(table, question)
