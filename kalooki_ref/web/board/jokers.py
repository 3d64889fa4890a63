"""Jokers moved on the board: a natural takes a joker's place, offered where it may.

Not here: how such moves are judged (game.turns), and plain tacks (web.board.tacks).
"""

from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.cards import Card, cards_text
from kalooki_ref.game.events import JokerMoved
from kalooki_ref.game.turns import judge_event
from kalooki_ref.referee.meld import End, Meld, MeldKind
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.referee.sets import missing_suits, set_rank
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.board.boards import board_parts, noted, player_in, round_at_hand
from kalooki_ref.web.board.questions import Question, questioned
from kalooki_ref.web.board.shown import ShownMeld, melds_of
from kalooki_ref.web.book.writing import is_repeat, word_of_reason
from kalooki_ref.web.check.questions import Cards, cards_read
from kalooki_ref.web.table.tables import Table, open_table
from kalooki_ref.web.words.rulings_shown import ruling_of

blueprint = Blueprint("board_jokers", __name__, url_prefix="/g/<game_id>/board/joker")


@dataclass(frozen=True, slots=True)
class Offer:
    """A joker on the board, the cards for its place, and whether they may take it."""

    shown: ShownMeld
    place: int
    cards: tuple[Card, ...]
    fits: bool = False
    asks_end: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """A move as it was sent; ``meld`` and ``place`` count from 0."""

    player: int | None
    typed: Cards
    meld: int | None = None
    place: int = 0
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
    """Show every joker on the board, those that may be moved first."""
    table = open_table(game_id)
    return _page(table, _asked(table))


@blueprint.get("/fits")
def fits(game_id: str) -> str:
    """Show the jokers alone; asked by script when the player or the cards change."""
    table = open_table(game_id)
    return render_template("board/_jokers.html", offers=offers(table, _asked(table)))


@blueprint.post("")
def move(game_id: str) -> ResponseReturnValue:
    """Write a move down; what is not legal is questioned first, and never refused."""
    table = open_table(game_id)
    sent = _sent(table)
    if sent.errors or sent.player is None or sent.meld is None:
        return _page(table, sent), 422
    meld = melds_of(table)[sent.meld].meld
    cards = sent.typed.cards or cards_for(meld, sent.place, table.system)
    event = JokerMoved(sent.player, sent.meld, sent.place, cards, sent.end)
    verdict = judge_event(table.game, event)
    word = word_of_reason(request.form.get("word", ""))
    if (verdict.legal and not verdict.unclear) or word or is_repeat(table):
        kept = "" if verdict.legal else word
        event = JokerMoved(sent.player, sent.meld, sent.place, cards, sent.end, kept)
        return noted(table, event, _said(table, event))
    return _questioned(table, event, meld, verdict)


def offers(table: Table, sent: Sent) -> tuple[Offer, ...]:
    """Return every joker on the board, those that may be moved first."""
    offered = [
        _offer(table, shown, place, sent)
        for shown in melds_of(table)
        for place, card in enumerate(shown.meld.cards)
        if card.is_joker
    ]
    return tuple(sorted(offered, key=lambda one: not one.fits))


def cards_for(meld: Meld, place: int, system: RuleSystem) -> tuple[Card, ...]:
    """Return the naturals a joker makes way for: the one it stands for, or all a set lacks."""
    if meld.kind is MeldKind.SET:
        rank = set_rank(meld.cards)
        return tuple(Card(rank, suit) for suit in missing_suits(meld.cards, system) if rank)
    reading = meld_reading(meld, system)
    return reading[place : place + 1]


def _offer(table: Table, shown: ShownMeld, place: int, sent: Sent) -> Offer:
    cards = sent.typed.cards or cards_for(shown.meld, place, table.system)
    if sent.player is None:
        return Offer(shown, place, cards)
    verdict = judge_event(table.game, JokerMoved(sent.player, shown.number, place, cards))
    return Offer(
        shown, place, cards, fits=verdict.legal, asks_end=verdict.legal and verdict.unclear
    )


def _page(table: Table, sent: Sent) -> str:
    return render_template(
        "board/joker.html", **board_parts(table), sent=sent, offers=offers(table, sent)
    )


def _asked(table: Table) -> Sent:
    player = player_in(request.args.get("player", ""), table.game)
    typed = cards_read(request.args.get("cards", ""))
    return Sent(player, typed, cards_fault=typed.fault)


def _sent(table: Table) -> Sent:
    player = player_in(request.form.get("player", ""), table.game)
    typed = cards_read(request.form.get("cards", ""))
    meld, place, end = _joker_in(request.form.get("joker", ""), table)
    fault = typed.fault
    if meld is None and not fault:
        fault = _("Tap the joker that was replaced.")
    who = "" if player else _("Choose who moved the joker.")
    return Sent(player, typed, meld, place, end, who, fault)


def _joker_in(text: str, table: Table) -> tuple[int | None, int, End | None]:
    """Return meld, place and end that a button names: "0.2", "0.2.low", "0.2.high"."""
    numbers, end = text.split(".")[:2], text.split(".")[2:]
    if len(numbers) < 2 or not all(n.isascii() and n.isdigit() and len(n) < 4 for n in numbers):
        return None, 0, None
    meld, place = int(numbers[0]), int(numbers[1])
    board = round_at_hand(table).board
    is_there = meld < len(board) and place < len(board[meld].meld.cards)
    is_joker = is_there and board[meld].meld.cards[place].is_joker
    chosen = End(end[0]) if end and end[0] in list(End) else None
    return (meld if is_joker else None), place, chosen


def _said(table: Table, event: JokerMoved) -> str:
    name = table.game.player(event.player).name
    joker = _(table.system.words.joker)
    cards = cards_text(event.cards)
    return _("%(name)s puts %(cards)s in the %(joker)s's place.",
             name=name, cards=cards, joker=joker)  # fmt: skip


def _questioned(
    table: Table, event: JokerMoved, meld: Meld, verdict: Verdict
) -> ResponseReturnValue:
    ruling = ruling_of(verdict, table.system)
    where = f"{event.meld}.{event.place}"
    both = ((f"{where}.low", _("Low end")), (f"{where}.high", _("High end")))
    text = cards_text(event.cards)
    question = Question(
        title=_("Which end?") if verdict.legal else _("Can this joker be moved?"),
        ruling=ruling,
        action=request.path,
        fields=(("player", str(event.player)), ("cards", text), ("joker", where)),
        back=url_for("board_jokers.show", game_id=table.id, player=event.player, cards=text),
        before=meld,
        added=event.cards,
        after_reading=meld_reading(Meld(meld.kind, ruling.instead), table.system)
        if ruling.instead
        else (),
        ends=both if verdict.legal else (),
    )
    return questioned(table, question)
