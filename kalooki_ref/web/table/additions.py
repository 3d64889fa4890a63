"""Tacks and joker moves: offers the spots where cards fit, judges and saves the addition.

Both kinds share one flow: a spot on the board, and the move made there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.cards import Cards, cards_text
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import JokerMoved, Tacked
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld
from kalooki_ref.referee.meld_moves import Move, MoveKind, cards_due, joker_goals, joker_places
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.referee.verdict import Assumption, Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.shared.append import is_repeat, reason_sent, stamp_sent, written
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import TypedCards, cards_read, choice
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table import board
from kalooki_ref.web.table.play import player_in
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import END_WORDS, GOAL_WORDS, ruling_of

blueprint = Blueprint(
    "additions", __name__, url_prefix="/g/<game_id>/board/<any(tack, joker):kind>"
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A possible move at a meld of the board, with its verdict."""

    shown: board.ShownMeld
    move: Move
    fits: bool = False
    result: Cards = ()
    reading: Cards = ()
    asks_end: bool = False

    @property
    def name(self) -> str:
        """Value of its button, without the end: the meld, and the place of a joker in it."""
        place = self.move.place
        return self.shown.name if place is None else f"{self.shown.name}.{place}"

    @property
    def counted_name(self) -> str:
        """Its name in forms of earlier versions: "2", or "0.1" for a joker."""
        number, place = self.shown.number, self.move.place
        return str(number) if place is None else f"{number}.{place}"

    @property
    def full_name(self) -> str:
        """Value of its button with the end."""
        return f"{self.name}.{self.move.end.value}" if self.move.end else self.name


@dataclass(frozen=True, slots=True)
class AdditionForm:
    """A submitted addition, and its errors."""

    kind: MoveKind
    player: int | None
    typed: TypedCards
    to: JokerTo | None = None
    spot: Spot | None = None
    faults: tuple[tuple[str, str], ...] = ()

    @property
    def errors(self) -> list[tuple[str, str]]:
        return [(field, fault) for field, fault in self.faults if fault]


@blueprint.get("")
def show(opened: OpenGame, kind: str) -> str:
    """Show the form, with fitting spots first."""
    return _page(opened, _form_given(MoveKind(kind), opened))


@blueprint.get("/fits")
def fits(opened: OpenGame, kind: str) -> str:
    """Return the spots as a fragment; scripts fetch it when the player or the cards change."""
    spots = _judged_spots(opened, _form_given(MoveKind(kind), opened))
    return render_template(f"table/board/_{kind}_fits.html", offers=spots)


@blueprint.post("")
def write(opened: OpenGame, kind: str) -> ResponseReturnValue:
    """Save the addition; an illegal one needs confirmation, but is never refused."""
    form = _sent(MoveKind(kind), opened)
    if form.errors or form.player is None or form.spot is None:
        return _page(opened, form), 422
    spot = form.spot
    verdict = judge_event(opened.game, _event(form.player, spot))
    word = reason_sent()
    if (verdict.legal and not _asks_end(verdict)) or word or is_repeat(opened):
        event = _event(form.player, spot, "" if verdict.legal else word)
        return written(opened, event, _saved_words(opened, event), back="board.show")
    return _questioned(opened, form, spot, verdict)


def _judged_spots(opened: OpenGame, form: AdditionForm) -> tuple[Spot, ...]:
    """Return every spot: where the cards fit, then the rest; in both, the tapped meld first."""
    spots = (_judged(opened, form.player, spot) for spot in _spots(opened, form))
    tapped = request.args.get("meld", "")
    return tuple(sorted(spots, key=lambda one: (not one.fits, one.name != tapped)))


def _spots(opened: OpenGame, form: AdditionForm) -> Iterator[Spot]:
    """Yield the spots for the cards; without cards, a joker's spot gets the card it represents."""
    typed = form.typed.cards
    for shown in board.board_melds(opened):
        if form.kind is MoveKind.TACK:
            yield Spot(shown, Move(typed))
            continue
        for place in joker_places(shown.meld):
            due = typed or cards_due(shown.meld, place, opened.system)
            yield Spot(shown, Move(due, place, to=form.to))


def _judged(opened: OpenGame, player: int | None, spot: Spot) -> Spot:
    if player is None or not spot.move.cards:
        return spot
    verdict = judge_event(opened.game, _event(player, spot))
    return replace(
        spot,
        fits=verdict.legal,
        result=verdict.result,
        reading=_reading(spot.shown.meld, verdict.result, opened.system),
        asks_end=_asks_end(verdict),
    )


def _event(player: int, spot: Spot, overruled: str = "") -> Tacked | JokerMoved:
    move, shown = spot.move, spot.shown
    on = (shown.lay, shown.part)
    if move.place is None:
        return Tacked(player, shown.number, move.cards, move.end, overruled, *on)
    return JokerMoved(
        player, shown.number, move.place, move.cards, move.end, overruled, move.to, *on
    )


def _page(opened: OpenGame, form: AdditionForm) -> str:
    return render(
        f"table/board/{form.kind.value}.html",
        board.board_parts(opened),
        sent=form,
        faults=dict(form.errors),
        offers=_judged_spots(opened, form),
        goals=[(to.value, GOAL_WORDS[to]) for to in joker_goals(opened.system)],
    )


def _form_given(kind: MoveKind, opened: OpenGame) -> AdditionForm:
    typed = cards_read(request.args.get("cards", ""))
    to = _goal(kind, opened, choice(request.args, "to", JokerTo))
    player = player_in(request.args, opened.game)
    return AdditionForm(kind, player, typed, to, faults=(("cards", typed.fault),))


def _sent(kind: MoveKind, opened: OpenGame) -> AdditionForm:
    typed = cards_read(request.form.get("cards", ""))
    to = _goal(kind, opened, choice(request.form, "to", JokerTo))
    form = AdditionForm(kind, player_in(request.form, opened.game), typed, to)
    is_tack = kind is MoveKind.TACK
    spot = _named(request.form.get("meld" if is_tack else "joker", ""), opened, form)
    no_player = _("Choose who tacked.") if is_tack else _("Choose who moved the joker.")
    fault = typed.fault
    if is_tack and not typed.cards:
        fault = fault or _("Tap the cards that were added.")
    if spot is None and not fault:
        tap_meld = _("Tap the meld they were added to.")
        fault = tap_meld if is_tack else _("Tap the joker that was replaced.")
    player_fault = "" if form.player else no_player
    return replace(form, spot=spot, faults=(("player", player_fault), ("cards", fault)))


def _named(text: str, opened: OpenGame, form: AdditionForm) -> Spot | None:
    """Return the spot and end for a button's value; None if it isn't on the board any more."""
    is_current = stamp_sent().base >= opened.version
    for spot in _spots(opened, form):
        for name in (spot.name, spot.counted_name) if is_current else (spot.name,):
            if text == name:
                return spot
            if text.startswith(f"{name}."):
                end = choice({"end": text.removeprefix(f"{name}.")}, "end", End)
                if end:
                    return replace(spot, move=replace(spot.move, end=end))
    return None


def _goal(kind: MoveKind, opened: OpenGame, wanted: JokerTo | None) -> JokerTo | None:
    """Return where a replaced joker goes; the default of the rules unless chosen."""
    goals = joker_goals(opened.system) if kind is MoveKind.JOKER else ()
    return wanted if wanted in goals else next(iter(goals), None)


def _asks_end(verdict: Verdict) -> bool:
    return verdict.legal and Assumption.END_UNKNOWN in verdict.assumes


def _reading(meld: Meld, cards: Cards, system: RuleSystem) -> Cards:
    return meld_reading(Meld(meld.kind, cards), system) if cards else ()


def _saved_words(opened: OpenGame, event: Tacked | JokerMoved) -> str:
    words = {"name": opened.game.player(event.player).name, "cards": cards_text(event.cards)}
    if isinstance(event, Tacked):
        return _("%(name)s tacks %(cards)s.", **words)
    joker = _(opened.system.words.joker)
    return _("%(name)s puts %(cards)s in the %(joker)s’s place.", joker=joker, **words)


def _questioned(
    opened: OpenGame, form: AdditionForm, spot: Spot, verdict: Verdict
) -> ResponseReturnValue:
    ruling = ruling_of(verdict, opened.system)
    asks_end = _asks_end(verdict)
    is_tack = form.kind is MoveKind.TACK
    query: dict[str, Any] = {
        "player": str(form.player),
        "cards": form.typed.text or cards_text(spot.move.cards),
    }
    if spot.move.to:
        query["to"] = spot.move.to.value
    question_title = _("Can this be tacked?") if is_tack else _("Can this joker be moved?")
    question = board.BoardQuestion(
        title=_("Which end?") if asks_end else question_title,
        ruling=ruling,
        fields=(*query.items(), ("meld" if is_tack else "joker", spot.full_name)),
        back=url_for("additions.show", game_id=opened.id, kind=form.kind.value, **query),
        before=spot.shown.meld,
        added=spot.move.cards,
        after_reading=_reading(spot.shown.meld, ruling.instead, opened.system),
        ends=tuple(
            (f"{spot.name}.{end}", str(words)) for end, words in END_WORDS.items() if asks_end
        ),
    )
    return board.questioned(opened, question)
