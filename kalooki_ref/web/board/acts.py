"""Cards added to a meld on the board: asked for, offered where they fit, judged, written down.

One act of two kinds (web.board.kinds).
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.cards import Card, cards_text
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.referee.verdict import Assumption, Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.access.append import is_repeat, word_of_reason
from kalooki_ref.web.access.open_game import OpenGame, open_game
from kalooki_ref.web.board.boards import board_parts, noted, player_in, round_at_hand
from kalooki_ref.web.board.kinds import Kind, Spot
from kalooki_ref.web.board.questions import Question, questioned
from kalooki_ref.web.board.shown import ShownMeld, melds_of
from kalooki_ref.web.check.questions import Cards, cards_read
from kalooki_ref.web.messages.rulings import ruling_of


@dataclass(frozen=True, slots=True)
class Offer:
    """A spot on the board: the cards for it, whether they fit, how the meld would lie."""

    shown: ShownMeld
    spot: Spot
    cards: tuple[Card, ...] = ()
    fits: bool = False
    result: tuple[Card, ...] = ()
    reading: tuple[Card, ...] = ()
    asks_end: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """An act as it was sent, and what is wrong with it."""

    player: int | None
    typed: Cards
    to: JokerTo | None = None
    spot: Spot | None = None
    player_fault: str = ""
    cards_fault: str = ""

    @property
    def errors(self) -> list[tuple[str, str]]:
        """What is wrong, by field."""
        faults = (("player", self.player_fault), ("cards", self.cards_fault))
        return [(field, fault) for field, fault in faults if fault]


def act_pages(kind: Kind) -> Blueprint:
    """Return the pages of a kind: the form, the offers alone, and writing one down."""
    prefix = f"/g/<game_id>/board/{kind.noun}"
    pages = Blueprint(f"board_{kind.noun}s", __name__, url_prefix=prefix)
    pages.add_url_rule("", "show", partial(_show, kind))
    pages.add_url_rule("/fits", "fits", partial(_fits, kind))
    pages.add_url_rule("", "write", partial(_write, kind), methods=["POST"])
    return pages


def _show(kind: Kind, game_id: str) -> str:
    """Show the form, the spots the cards fit first."""
    table = open_game(game_id)
    return _page(kind, table, _asked(kind, table))


def _fits(kind: Kind, game_id: str) -> str:
    """Show the spots alone; asked by script when the player or the cards change."""
    table = open_game(game_id)
    offered = offers(kind, table, _asked(kind, table))
    return render_template(f"board/_{kind.noun}_fits.html", offers=offered)


def _write(kind: Kind, game_id: str) -> ResponseReturnValue:
    """Write the act down; what is not legal is questioned first, and never refused."""
    table = open_game(game_id)
    sent = _sent(kind, table)
    if sent.errors or sent.player is None or sent.spot is None:
        return _page(kind, table, sent), 422
    meld = melds_of(table)[sent.spot.meld].meld
    cards = sent.typed.cards or kind.cards_for(meld, sent.spot, table.system)
    verdict = judge_event(table.game, kind.event(sent.player, sent.spot, cards))
    word = word_of_reason(request.form.get("word", ""))
    if (verdict.legal and not _asks_end(verdict)) or word or is_repeat(table):
        event = kind.event(sent.player, sent.spot, cards, "" if verdict.legal else word)
        name = table.game.player(sent.player).name
        return noted(table, event, kind.done(name, event, table.system))
    return _questioned(kind, table, sent, cards, verdict)


def offers(kind: Kind, table: OpenGame, sent: Sent) -> tuple[Offer, ...]:
    """Return every spot on the board, those the cards fit first."""
    offered = [
        _offer(kind, table, shown, spot, sent)
        for shown in melds_of(table)
        for spot in kind.spots(shown.number, shown.meld)
    ]
    return tuple(sorted(offered, key=lambda one: not one.fits))


def _offer(kind: Kind, table: OpenGame, shown: ShownMeld, spot: Spot, sent: Sent) -> Offer:
    cards = sent.typed.cards or kind.cards_for(shown.meld, spot, table.system)
    if sent.player is None or not cards:
        return Offer(shown, spot, cards)
    at = replace(spot, to=sent.to)
    verdict = judge_event(table.game, kind.event(sent.player, at, cards))
    return Offer(
        shown,
        spot,
        cards,
        fits=verdict.legal,
        result=verdict.result,
        reading=_reading(shown.meld, verdict.result, table.system),
        asks_end=_asks_end(verdict),
    )


def _page(kind: Kind, table: OpenGame, sent: Sent) -> str:
    offered = offers(kind, table, sent)
    return render_template(
        f"board/{kind.noun}.html",
        **board_parts(table),
        kind=kind,
        sent=sent,
        offers=offered,
        goals=[(to.value, words) for to, words in kind.goals(table.system)],
    )


def _asked(kind: Kind, table: OpenGame) -> Sent:
    player = player_in(request.args.get("player", ""), table.game)
    typed = cards_read(request.args.get("cards", ""))
    to = _goal_in(request.args.get("to", ""), kind, table)
    return Sent(player, typed, to, cards_fault=typed.fault)


def _sent(kind: Kind, table: OpenGame) -> Sent:
    said = kind.said()
    player = player_in(request.form.get("player", ""), table.game)
    typed = cards_read(request.form.get("cards", ""))
    to = _goal_in(request.form.get("to", ""), kind, table)
    spot = _spot_in(request.form.get(kind.field, ""), kind, table)
    fault = typed.fault or ("" if typed.cards else said.no_cards)
    if spot is None and not fault:
        fault = said.no_spot
    at = replace(spot, to=to) if spot else None
    return Sent(player, typed, to, at, "" if player else said.no_player, fault)


def _spot_in(text: str, kind: Kind, table: OpenGame) -> Spot | None:
    """Return the spot and the end that a button names: "2", "2.low", "0.1.high"."""
    for number, laid in enumerate(round_at_hand(table).board):
        for spot in kind.spots(number, laid.meld):
            if text == spot.name:
                return spot
            if text.startswith(f"{spot.name}."):
                return _at_end(spot, text.removeprefix(f"{spot.name}."))
    return None


def _at_end(spot: Spot, end: str) -> Spot:
    return replace(spot, end=End(end) if end in list(End) else None)


def _goal_in(text: str, kind: Kind, table: OpenGame) -> JokerTo | None:
    """Return where a joker goes that leaves its meld; the usual where nothing else was said."""
    goals = [to for to, _words in kind.goals(table.system)]
    return next((to for to in goals if to.value == text), goals[0] if goals else None)


def _asks_end(verdict: Verdict) -> bool:
    return verdict.legal and Assumption.END_UNKNOWN in verdict.assumes


def _reading(meld: Meld, cards: tuple[Card, ...], system: RuleSystem) -> tuple[Card, ...]:
    return meld_reading(Meld(meld.kind, cards), system) if cards else ()


def _questioned(
    kind: Kind, table: OpenGame, sent: Sent, cards: tuple[Card, ...], verdict: Verdict
) -> ResponseReturnValue:
    spot = sent.spot or Spot(0)
    meld = melds_of(table)[spot.meld].meld
    ruling = ruling_of(verdict, table.system)
    text = sent.typed.text or cards_text(cards)
    where = f"{spot.name}.{spot.end.value}" if spot.end else spot.name
    asks_end = _asks_end(verdict)
    told: dict[str, Any] = {"player": str(sent.player), "cards": text}
    if spot.to:
        told["to"] = spot.to.value
    question = Question(
        title=_("Which end?") if asks_end else kind.said().asked,
        ruling=ruling,
        action=request.script_root + request.path,
        fields=(*told.items(), (kind.field, where)),
        back=url_for(f"board_{kind.noun}s.show", game_id=table.id, **told),
        before=meld,
        added=cards,
        after_reading=_reading(meld, ruling.instead, table.system),
        ends=_ends(spot) if asks_end else (),
    )
    return questioned(table, question)


def _ends(spot: Spot) -> tuple[tuple[str, str], ...]:
    return (f"{spot.name}.low", _("Low end")), (f"{spot.name}.high", _("High end"))
