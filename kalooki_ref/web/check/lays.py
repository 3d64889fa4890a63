"""Check a whole lay without a game: several melds against a round's contract, or the opening.

Not here: one meld (web.check.melds), and lays that are written down (web.board.boards).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import counted, judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld, kind_of
from kalooki_ref.referee.opening import OpeningTurn
from kalooki_ref.referee.verdict import Opening
from kalooki_ref.rules.contracts import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.check.opening import turn_asked
from kalooki_ref.web.check.elsewhere import elsewhere, read_for
from kalooki_ref.web.check.page import chooser, page_parts
from kalooki_ref.web.check.questions import (
    Cards,
    Ground,
    cards_read,
    ground_asked,
    picker_facts,
)
from kalooki_ref.web.words.card_words import Said
from kalooki_ref.web.words.counted_words import melds_of
from kalooki_ref.web.words.opening_words import opening_words
from kalooki_ref.web.words.rulings_shown import Ruling, repair_said, ruling_of

blueprint = Blueprint("lay_checks", __name__, url_prefix="/check/lay")

USUAL_ROWS = 3
MOST_ROWS = 8


@dataclass(frozen=True, slots=True)
class Row:
    """One meld of a lay: where it was typed, how it lies, what is wrong in it, how to mend it."""

    field: int
    label: str
    cards: tuple[Card, ...]
    reading: tuple[Card, ...]
    wrong: tuple[int, ...]
    is_legal: bool
    instead: tuple[Card, ...]
    repair: Said


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


def kinds_found(
    all_cards: Sequence[tuple[Card, ...]], system: RuleSystem, contract: Contract | None
) -> tuple[Meld, ...]:
    """Return the cards as melds; what could be a set and a run is what the contract still lacks."""
    melds: list[Meld] = []
    for cards in all_cards:
        kind = kind_of(cards, system)
        other = MeldKind.RUN if kind is MeldKind.SET else MeldKind.SET
        if _is_full(melds, kind, contract) and _could_be(cards, other, system):
            kind = other
        melds.append(Meld(kind, cards))
    return tuple(melds)


def rows_of(melds: Sequence[Meld], ruling: Ruling, system: RuleSystem) -> tuple[Row, ...]:
    """Return the melds of a lay one by one, each with what is wrong in it."""
    rows = []
    before = 0
    for field, meld in enumerate(melds, 1):
        own = range(before, before + len(meld.cards))
        rows.append(_row(meld, field, own, ruling, system))
        before += len(meld.cards)
    return tuple(rows)


def laid_said(melds: Sequence[Meld], system: RuleSystem, opening: Opening | None) -> Said:
    """Return what a legal lay is: its melds counted, and its worth where that opens."""
    words = melds_of(counted(melds).name, system)
    if opening is None:
        return (_("%(melds)s: that comes down.", melds=words[:1].upper() + words[1:]),)
    how = opening_words(opening)
    if how:
        return (_("%(melds)s. %(how)s", melds=words[:1].upper() + words[1:], how=how),)
    return (_("%(melds)s worth %(points)s: that opens.", melds=words, points=opening.worth),)


def _told(ground: Ground, system: RuleSystem) -> dict[str, Any]:
    number = _number(ground, system)
    contract = system.contract_of(number) if number else None
    fields = _fields(contract)
    melds = kinds_found([typed.cards for typed in fields if typed.cards], system, contract)
    turn = turn_asked(system)
    ruling = _ruling(melds, system, ground, number=number, turn=turn.read)
    rows = rows_of(melds, ruling, system) if ruling else ()
    places = [place for place, typed in enumerate(fields, 1) if typed.cards]
    return {
        "number": number,
        "fields": fields,
        "turn": turn,
        "ruling": ruling,
        "rows": list(zip(places, rows, strict=True)),
        "faults": {
            **{f"meld-{at}": typed.fault for at, typed in enumerate(fields, 1)},
            **({"builders": turn.fault} if system.builders_open else {}),
        },
        "empty_words": _("Tap the melds one after the other; the verdict is on all of them."),
        "why": "check/_why_lay.html",
    }


def _under(system: RuleSystem, fields: Sequence[Cards], ground: Ground) -> Ruling | None:
    """Return the ruling on the same lay in the same round of another system."""
    number = _number(ground, system)
    melds = _melds([read_for(typed, system) for typed in fields], system, number)
    return _ruling(melds, system, Ground(system), number)


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


def _row(meld: Meld, field: int, own: range, ruling: Ruling, system: RuleSystem) -> Row:
    alone = judge_meld(meld, system)
    instead = alone.instead or ()
    is_set = meld.kind is MeldKind.SET
    return Row(
        field=field,
        label=_(system.words.set if is_set else system.words.run),
        cards=meld.cards,
        reading=alone.reading,
        wrong=tuple(place - own.start for place in ruling.wrong if place in own),
        is_legal=alone.legal and not any(place in own for place in ruling.wrong),
        instead=instead,
        repair=repair_said(meld.cards, instead) if instead else (),
    )


def _could_be(cards: tuple[Card, ...], kind: MeldKind, system: RuleSystem) -> bool:
    """Whether the cards may as well be meant as this kind: legal so, or a lone natural."""
    naturals = sum(1 for card in cards if not card.is_joker)
    return naturals < 2 or judge_meld(Meld(kind, cards), system).legal


def _is_full(melds: Sequence[Meld], kind: MeldKind, contract: Contract | None) -> bool:
    if contract is None:
        return False
    laid = counted(melds)
    if kind is MeldKind.SET:
        return laid.sets >= contract.sets
    return laid.runs >= contract.runs


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
