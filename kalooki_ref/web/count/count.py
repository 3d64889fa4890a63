"""Hands counted: calls made and left, or by how much a count is off; at a table, or without one."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.game.events import CallAnswered, HandCounted
from kalooki_ref.game.state import Round
from kalooki_ref.referee.calls import hand_ceiling
from kalooki_ref.referee.counts import When
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.access.append import saved
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.access.writing import write, write_times
from kalooki_ref.web.count.form import CountForm, HandForm, hands_of, hands_sent, is_asked
from kalooki_ref.web.house_rules.offers import offered
from kalooki_ref.web.messages.count_words import Told, all_told, told
from kalooki_ref.web.standings.present import contract_words
from kalooki_ref.web.table.calls import seat_sent

blueprint = Blueprint("counts", __name__)
MOST_CALLS = 20


@dataclass(frozen=True, slots=True)
class Line:
    """One player on the page: what was typed, and what it tells once it was asked."""

    name: str
    hand: HandForm
    told: Told | None


@blueprint.get("/g/<game_id>/counts")
def show(game_id: str) -> str:
    """Show a line for each player, filled with what the record knows."""
    table = open_table(game_id)
    current = _round(table)
    return _page(table, hands_of(current), drawn=_drawn(current))


@blueprint.post("/g/<game_id>/counts")
def read(game_id: str) -> ResponseReturnValue:
    """Say what the typed counts tell; nothing is written down yet."""
    table = open_table(game_id)
    hands = hands_sent(request.form, _round(table))
    faulty = [hand for hand in hands if not hand.validate()]
    page = _page(table, hands, drawn=request.form.get("drawn", ""), tell=True)
    return page, 422 if faulty else 200


@blueprint.post("/g/<game_id>/counts/record")
def record(game_id: str) -> ResponseReturnValue:
    """Write one count down."""
    table = open_table(game_id)
    player = seat_sent(table.game)
    form = HandForm(request.form)
    if not form.validate() or form.cards.data is None:
        abort(422, form.first_fault or _("There is no count to write down."))
    when = When.AFTER_DRAW if request.form.get("when") == When.AFTER_DRAW else When.BETWEEN
    done = write(table, HandCounted(player, form.cards.data, when, form.played.data or 0))
    flash(_("%(name)s's count is in the log.", name=table.game.player(player).name), "success")
    return saved(url_for("counts.show", game_id=table.id), done)


@blueprint.post("/g/<game_id>/counts/calls")
def mend(game_id: str) -> ResponseReturnValue:
    """Set the record of calls right: as many more as the count proves."""
    table = open_table(game_id)
    player = seat_sent(table.game)
    sent = request.form.get("times", "")
    times = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 3 else 0
    if not 0 < times <= MOST_CALLS:
        abort(422, _("There is no call to add."))
    counted = _("The count proves it.")
    done = write_times(table, CallAnswered(player, overruled=counted), times)
    name = table.game.player(player).name
    said = ngettext(
        "One call of %(name)s was added.", "%(num)s calls of %(name)s were added.", times, name=name
    )
    flash(said, "success")
    return saved(url_for("counts.show", game_id=table.id), done)


@blueprint.get("/counts")
def alone() -> ResponseReturnValue:
    """Read a single hand without a game: system, round, cards."""
    form = CountForm(request.args, systems=offered())
    asked = "cards" in request.args
    fine = not asked or form.validate()
    said = told(form.hand(), form.rules, number=form.round_number) if asked and fine else None
    page = render_template(
        "count/alone.html",
        form=form,
        said=said,
        systems=[(key, _(system.name)) for key, system in form.systems.items()],
        rounds=_rounds(form.rules),
    )
    return page, 200 if fine else 422


def _rounds(system: RuleSystem) -> list[tuple[int, str]]:
    if system.is_open_ended:
        return [(1, _("Every hand"))]
    return [
        (number, f"{number}: {contract_words(contract, system)}")
        for number, contract in enumerate(system.contracts, 1)
    ]


def _page(table: Table, hands: list[HandForm], *, drawn: str, tell: bool = False) -> str:
    current = _round(table)
    lines = [_line(table, current, hand, drawn=drawn, tell=tell) for hand in hands]
    return render_template(
        "count/show.html",
        table=table,
        game=table.game,
        lines=lines,
        whose=[(str(line.hand.player), line.name) for line in lines],
        drawn=drawn,
        errors=list(_faults(lines)),
        ceiling=hand_ceiling(table.system, number=current.number, when=When.BETWEEN),
        deal=table.system.deal_of(current.number),
        total=all_told(table.game, [line.hand for line in lines], drawn) if tell else None,
    )


def _line(table: Table, current: Round, hand: HandForm, *, drawn: str, tell: bool) -> Line:
    player = table.game.player(hand.player)
    place = current.place_of(hand.player)
    if not tell or place is None or not is_asked(hand):
        return Line(player.name, hand, None)
    counted = hand.counted(after_draw=drawn == str(hand.player))
    said = told(counted, table.system, number=current.number, on_record=place.calls)
    return Line(player.name, hand, said)


def _faults(lines: list[Line]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if line.hand.first_fault:
            yield f"cards-{line.hand.player}", f"{line.name}: {line.hand.first_fault}"


def _drawn(current: Round) -> str:
    for place in current.places:
        if place.count is not None and place.count.when == When.AFTER_DRAW:
            return str(place.player)
    return ""


def _round(table: Table) -> Round:
    if table.game.current is None:
        abort(404, _("This game is over; there are no hands to count."))
    return table.game.current
