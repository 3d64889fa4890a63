"""Check a whole lay without a game: several melds against a round's contract, or the opening."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import OpeningTurn, judge_lay
from kalooki_ref.referee.meld import Meld
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.check.elsewhere import elsewhere, read_for
from kalooki_ref.web.check.laid import kinds_found, laid_said, rows_of
from kalooki_ref.web.check.opening import Turn, turn_asked
from kalooki_ref.web.check.page import chooser, page_parts
from kalooki_ref.web.check.questions import (
    Cards,
    Ground,
    cards_read,
    ground_asked,
    picker_facts,
)
from kalooki_ref.web.messages.amounts import melds_of
from kalooki_ref.web.messages.rulings import Ruling, ruling_of

blueprint = Blueprint("lay_checks", __name__, url_prefix="/check/lay")

USUAL_ROWS = 3
MOST_ROWS = 8


@blueprint.get("")
def show() -> ResponseReturnValue:
    """Show the melds and the verdict on them together."""
    ground = ground_asked()
    if ground.system is None:
        return chooser(ground)
    told = _told(ground, ground.system)
    page = render_template(
        "check/lay.html",
        **page_parts(ground),
        **told,
        picker=picker_facts(ground.system, ground.pack),
        rounds=_rounds(ground.system),
    )
    return page, 422 if any(told["faults"].values()) else 200


@blueprint.get("/verdict")
def verdict() -> str:
    """Show the verdict alone."""
    ground = ground_asked()
    if ground.system is None:
        abort(404)
    told = _told(ground, ground.system)
    return render_template("check/piece.html", **page_parts(ground), **told)


def _told(ground: Ground, system: RuleSystem) -> dict[str, Any]:
    number = _number(ground, system)
    fields = _fields(_contract(system, number))
    melds = _melds(fields, system, number)
    turn = turn_asked(system)
    faults = _faults(fields, turn, system)
    is_read = not any(faults.values())
    ruling = _ruling(melds, system, ground, number=number, turn=turn.read) if is_read else None
    places = [place for place, typed in enumerate(fields, 1) if typed.cards]
    rows = zip(places, rows_of(melds, ruling, system), strict=True) if ruling else ()
    return {
        "number": number,
        "fields": fields,
        "turn": turn,
        "ruling": ruling,
        "rows": list(rows),
        "faults": faults,
        "fault_word": "" if any(typed.fault for typed in fields) else _("Not a number"),
        "elsewhere": elsewhere(
            system,
            lambda other: _under(other, fields, ground) if is_read else None,
            cards=("meld",),
        ),
        "empty_words": _("Tap the melds one after the other; the verdict is on all of them."),
        "why": "check/_why_lay.html",
    }


def _faults(fields: Sequence[Cards], turn: Turn, system: RuleSystem) -> dict[str, str]:
    """Return what could not be read, by field; no verdict is given on the rest alone."""
    faults = {f"meld-{at}": typed.fault for at, typed in enumerate(fields, 1)}
    return faults | ({"builders": turn.fault} if system.builders_open else {})


def _under(system: RuleSystem, fields: Sequence[Cards], ground: Ground) -> Ruling | None:
    """Return the ruling on the same lay in the same round of another system."""
    number = _number(ground, system)
    melds = _melds([read_for(typed, system) for typed in fields], system, number)
    turn = turn_asked(system).read
    return _ruling(melds, system, ground.under(system), number=number, turn=turn)


def _melds(fields: Sequence[Cards], system: RuleSystem, number: int | None) -> tuple[Meld, ...]:
    laid = [typed.cards for typed in fields if typed.cards]
    return kinds_found(laid, system, _contract(system, number))


def _contract(system: RuleSystem, number: int | None) -> Contract | None:
    return system.contract_of(number) if number else None


def _ruling(
    melds: Sequence[Meld],
    system: RuleSystem,
    ground: Ground,
    *,
    number: int | None,
    turn: OpeningTurn,
) -> Ruling | None:
    if not melds:
        return None
    verdict = judge_lay(melds, system, number=number, supply=Supply(ground.pack), turn=turn)
    return ruling_of(verdict, system, said=laid_said(melds, system, verdict.opening))


def _fields(contract: Contract | None) -> tuple[Cards, ...]:
    texts = request.args.getlist("meld")[:MOST_ROWS]
    asked = request.args.get("rows", "")
    least = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else 0
    usual = contract.sets + contract.runs if contract else USUAL_ROWS
    rows = min(MOST_ROWS, max(least, usual, len(texts)))
    return tuple(cards_read(text) for text in texts + [""] * (rows - len(texts)))


def _number(ground: Ground, system: RuleSystem) -> int | None:
    sent = request.args.get("round", "")
    if not system.contracts:
        return None
    if not sent and ground.table and ground.table.game.current and "round" not in request.args:
        return ground.table.game.current.number
    number = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 3 else 0
    return number if 1 <= number <= len(system.contracts) else None


def _rounds(system: RuleSystem) -> list[tuple[str, str]]:
    named = [
        (
            str(number),
            _("Round %(number)s: %(melds)s", number=number, melds=melds_of(one.name, system)),
        )
        for number, one in enumerate(system.contracts, 1)
    ]
    return [("", _("Not told")), *named] if named else []
