"""Counting hands: calls made and left, or how far a count is off; with or without a game."""

from dataclasses import dataclass

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.events import CallAnswered, HandCounted
from kalooki_ref.game.state import Game, Player, Round
from kalooki_ref.referee.calls import When, hand_ceiling, largest_hand
from kalooki_ref.referee.counts import together_findings
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.rulings.check import here, tables_alike
from kalooki_ref.web.shared.append import saved, write_times, written
from kalooki_ref.web.shared.device import this_device
from kalooki_ref.web.shared.offered_rules import offered
from kalooki_ref.web.shared.open_game import OpenGame, current_round
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table.count_forms import CountedHandForm, CountForm, hands_of, hands_sent
from kalooki_ref.web.table.play import seat_sent
from kalooki_ref.words.count_words import (
    CountWords,
    count_words,
    together_words,
    total_words,
)
from kalooki_ref.words.game_words import contract_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.rule_words import rule_tile
from kalooki_ref.words.rulings import State

blueprint = Blueprint("count", __name__)
MOST_CALLS = 20
# At least this many keys, in rows of seven; more if larger hands are possible.
FEWEST_KEYS, KEYS_IN_A_ROW = 28, 7
# Calls for whose cards there are keys: beyond the limit, or without one.
OVERCALLS, UNLIMITED_CALLS = 3, 9


@dataclass(frozen=True, slots=True)
class CountLine:
    """A player's line on the page: the entered counts, and what they prove.

    ``backs`` are the cards to draw face down: dealt, called, and those that can't be right.
    """

    player: Player
    hand: CountedHandForm
    message: CountWords | None
    backs: tuple[int, int, int] = (0, 0, 0)

    @property
    def asks(self) -> bool:
        """Whether the count can't be right, or proves other calls than History has."""
        found = self.message
        return found is not None and bool(
            found.state is not State.LEGAL or found.more or found.fewer
        )


@blueprint.get("/g/<game_id>/counts")
def show(opened: OpenGame) -> str:
    """Show a line per player, with the cards they hold by the record."""
    current = current_round(opened)
    hands = hands_of(current, opened.game.rules_in(current))
    return _page(opened, hands, drawn=_drawn(current))


@blueprint.post("/g/<game_id>/counts")
def read(opened: OpenGame) -> ResponseReturnValue:
    """Show what the entered counts prove; nothing is saved yet."""
    hands = hands_sent(request.form, current_round(opened), opened.system)
    faulty = [hand for hand in hands if not hand.validate()]
    page = _page(opened, hands, drawn=request.form.get("drawn", ""))
    return page, 422 if faulty else 200


@blueprint.post("/g/<game_id>/counts/record")
def record(opened: OpenGame) -> ResponseReturnValue:
    """Save one count."""
    player = seat_sent(opened)
    form = CountedHandForm(request.form, rules=opened.system)
    if not form.validate() or form.cards.data is None:
        abort(422, form.first_fault or _("There’s no count to save."))
    when = When.AFTER_DRAW if request.form.get("when") == When.AFTER_DRAW else When.BETWEEN
    event = HandCounted(player, form.cards.data, when, form.played.data or 0)
    message = _("%(name)s’s count is saved in History.", name=opened.game.player(player).name)
    return written(opened, event, message, back="count.show")


@blueprint.post("/g/<game_id>/counts/calls")
def add_calls(opened: OpenGame) -> ResponseReturnValue:
    """Record the missing calls that a count proves."""
    player = seat_sent(opened)
    times = whole_number(request.form, "times", most=MOST_CALLS)
    if not times:
        abort(422, _("There’s no call to add."))
    counted = _("The count proves it.")
    done = write_times(opened, CallAnswered(player, overruled=counted), times)
    name = opened.game.player(player).name
    message = ngettext(
        "One call of %(name)s was added.", "%(num)s calls of %(name)s were added.", times, name=name
    )
    flash(message, "success")
    return saved(url_for("count.show", game_id=opened.id), done)


@blueprint.get("/counts")
def alone() -> ResponseReturnValue:
    """Show what a single hand without a game proves."""
    form = CountForm(request.args, systems=offered(), system=this_device().rules)
    is_sent = "cards" in request.args
    fine = not is_sent or form.validate()
    message = (
        count_words(form.hand(), form.rules, number=form.round_number) if is_sent and fine else None
    )
    rules = form.system_rules
    tables = tables_alike(rules, lambda players: rules.at_table(players).deals)
    page = render(
        "table/count_alone.html",
        form=form,
        fault=form.first_fault,
        message=message,
        tables=tables,
        players=next(key for key, _words in tables if int(key) >= form.players),
        rounds=_rounds(form.rules),
        tiles=[
            rule_tile(key, system, is_here=key == form.key) for key, system in form.systems.items()
        ],
        here=here(),
        most_keys=most_keys(rules),
    )
    return page, 200 if fine else 422


def most_keys(system: RuleSystem) -> int:
    """Return the largest hand to choose with a key: the largest deal and the cards of calls."""
    numbers = range(system.min_players, system.max_players + 1)
    deal = max(max(system.at_table(players).deals) for players in numbers)
    limit = UNLIMITED_CALLS if system.max_calls is None else system.max_calls + OVERCALLS
    largest = deal + (limit * system.cards_per_call if system.calling else 0)
    rows = min(-(-largest // KEYS_IN_A_ROW), largest_hand(system) // KEYS_IN_A_ROW)
    return max(FEWEST_KEYS, rows * KEYS_IN_A_ROW)


def _rounds(system: RuleSystem) -> list[tuple[int, str]]:
    if system.is_open_ended:
        return [(1, _("Every round"))]
    return [
        (number, f"{number}: {contract_words(contract, system)}")
        for number, contract in enumerate(system.contracts, 1)
    ]


def _page(opened: OpenGame, hands: list[CountedHandForm], *, drawn: str) -> str:
    current = current_round(opened)
    rules = opened.game.rules_in(current)
    lines = [_line(opened, current, hand, drawn=drawn) for hand in hands]
    return render(
        "table/count.html",
        table=opened,
        game=opened.game,
        lines=lines,
        whose=[(str(line.hand.player), line.player.name) for line in lines],
        drawn=drawn,
        errors=[
            (f"{field.name}-{line.hand.player}", f"{line.player.name}: {field.errors[0]}")
            for line in lines
            for field in (line.hand.cards, line.hand.played)
            if field.errors
        ],
        ceiling=hand_ceiling(rules, number=current.number),
        deal=rules.deal_of(current.number),
        per_call=rules.cards_per_call if rules.calling else 0,
        most=largest_hand(rules),
        total=_total(opened.game, hands, drawn=bool(drawn)),
        faults_together=_faults_together(opened, hands, drawn=drawn),
        to_record=next((line for line in lines if line.message and line.message.more), None),
    )


def _faults_together(
    opened: OpenGame, hands: list[CountedHandForm], *, drawn: str
) -> tuple[str, ...]:
    """Return contradictions between counts that are possible individually."""
    read = [hand for hand in hands if hand.is_read]
    counted = [hand.counted(after_draw=drawn == str(hand.player)) for hand in read]
    names = [opened.game.player(hand.player).name for hand in read]
    found = together_findings(counted, opened.system, players=current_round(opened).dealt_to)
    return tuple(together_words(finding, names) for finding in found)


def _total(game: Game, hands: list[CountedHandForm], *, drawn: bool) -> str:
    """Return what all hands together prove; empty while one is missing.

    Also empty if somebody left who had called or laid: their cards are in no hand that is counted.
    """
    if game.current is None or not all(hand.is_complete for hand in hands):
        return ""
    gone = game.current.everyone[len(game.current.places) :]
    if any(place.calls or place.put_down != 0 for place in gone):
        return ""
    cards = sum((hand.cards.data or 0) + (hand.played.data or 0) for hand in hands)
    return total_words(game, cards=cards, hands=len(hands), drawn=drawn)


def _line(opened: OpenGame, current: Round, hand: CountedHandForm, *, drawn: str) -> CountLine:
    player = opened.game.player(hand.player)
    place = current.place_of(hand.player)
    if place is None or not hand.is_read:
        return CountLine(player, hand, None)
    counted = hand.counted(after_draw=drawn == str(hand.player))
    rules = opened.game.rules_in(current)
    message = count_words(counted, rules, number=current.number, on_record=place.calls)
    held, off = counted.hand, min(message.off, counted.hand)
    dealt = min(held - off, rules.deal_of(current.number))
    backs = (0, 0, 0) if counted.is_down or counted.played else (dealt, held - off - dealt, off)
    return CountLine(player, hand, message, backs)


def _drawn(current: Round) -> str:
    for place in current.places:
        if place.count is not None and place.count.when == When.AFTER_DRAW:
            return str(place.player)
    return ""
