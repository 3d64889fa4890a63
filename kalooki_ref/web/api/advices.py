"""A hand as plain data in, the advice as plain data out: one answer behind every door."""

import json
from typing import Any

from kalooki_ref.cards import CardError
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Advice, JokerMove, Question, Tack
from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.meld import Owner, Phase, TableMeld
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.asked import (
    Asked,
    AskedError,
    read_cards,
    read_choice,
    read_count,
    read_flag,
    read_list,
    read_meld,
    read_object,
    read_round,
    read_system,
)

Answered = dict[str, Any]
MOST_MELDS_OF_A_KIND = 6


def advise_line(line: str) -> Answered:
    """Return the answer to one line of JSON, with "error" where it cannot be read."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"this is not JSON: {error}"}
    return advise_object(asked)


def advise_object(asked: object) -> Answered:
    """Return the advice for an object with "system" or "sheet", "hand", and "contract" or "round".

    "table", "down", "calls" and "house" are taken into account where they are told. What cannot
    be read is answered with "error".
    """
    if not isinstance(asked, dict):
        return {"id": None, "error": "a question is an object, such as {...}"}
    name = asked.get("id")
    told: Answered = {"id": name if isinstance(name, str | int) else None}
    try:
        question = read_question(asked)
    except (AskedError, CardError) as error:
        return told | {"error": str(error)}
    return told | advice_object(advise(question))


def read_question(asked: Asked) -> Question:
    """Return the question an object asks; raises AskedError or CardError naming what is wrong."""
    system = read_system(asked)
    down = read_flag(asked, "down")
    hand = read_cards(asked, "hand")
    for finding in foreign_findings(hand, system):
        raise AskedError(f'"hand": {finding.cards[0]} is not in this pack')
    return Question(
        hand,
        system,
        _contract(asked, system, down=down),
        _table(asked, system),
        down,
        None if asked.get("calls") is None else read_count(asked, "calls"),
    )


def _contract(asked: Asked, system: RuleSystem, *, down: bool) -> Contract | None:
    if not system.contracts:
        return None
    name = asked.get("contract")
    if name is None:
        number = read_round(asked, system)
        if number is None and not down:
            raise AskedError('say what opens: "contract": "334" or "round": 2')
        return None if number is None else system.contract_of(number)
    return contract_named(name)


def contract_named(name: object) -> Contract | None:
    """Return the contract of a name such as "334": a 3 for each set, then a 4 for each run."""
    if isinstance(name, str) and name:
        contract = Contract(name.count("3"), name.count("4"))
        if contract.name == name and max(contract.sets, contract.runs) <= MOST_MELDS_OF_A_KIND:
            return contract
    raise AskedError(f'"contract" must be a name such as "334", not {name!r}')


def _table(asked: Asked, system: RuleSystem) -> tuple[TableMeld, ...]:
    if asked.get("table") is None:
        return ()
    rows = read_list(asked, "table")
    return tuple(_table_meld(row, f"table[{place}]", system) for place, row in enumerate(rows))


def _table_meld(row: object, name: str, system: RuleSystem) -> TableMeld:
    meld = read_meld(row, name)
    owner = read_choice(read_object(row, name), "owner", Owner)
    found = foreign_findings(meld.cards, system)
    found += meld_findings(meld, system, phase=Phase.TACK)
    if found:
        codes = ", ".join(finding.code.value for finding in found)
        raise AskedError(f'"{name}" is no {meld.kind.value} that can lie there: {codes}')
    return TableMeld(meld, owner or Owner.OTHER)


def advice_object(advice: Advice) -> Answered:
    """Return an advice as plain data."""
    steps = list(enumerate(advice.acts, 1))
    told: Answered = {
        "can_come_down": advice.can_come_down,
        "lay": [_laid(advice, place) for place in range(len(advice.lay))],
        "tacks": [_tack(act, step) for step, act in steps if isinstance(act, Tack)],
        "joker_moves": [_move(act, step) for step, act in steps if isinstance(act, JokerMove)],
        "discard": None if advice.discard is None else str(advice.discard),
        "leftover": advice.leftover,
        "leftover_after_discard": advice.leftover_after_discard,
        "goes_out": advice.goes_out,
        "bends": advice.bends,
        "proved": advice.proved,
    }
    if not advice.can_come_down:
        told["missing"] = [str(card) for card in advice.missing]
    if advice.barred:
        told["barred"] = True
    if advice.warnings:
        told["warnings"] = [str(card) for card in advice.warnings]
    return told


def _laid(advice: Advice, place: int) -> Answered:
    """Return a meld to lay; where it waits for jokers taken, after how many of the other steps."""
    meld = advice.lay[place]
    told: Answered = {"as": meld.kind.value, "cards": [str(card) for card in meld.cards]}
    if place >= advice.laid_first:
        told["after_step"] = advice.acts_before_the_rest
    return told


def _tack(tack: Tack, step: int) -> Answered:
    return {
        "step": step,
        "on": tack.where.value,
        "index": tack.index,
        "end": None if tack.end is None else tack.end.value,
        "cards": [str(card) for card in tack.cards],
    }


def _move(move: JokerMove, step: int) -> Answered:
    return {
        "step": step,
        "on": move.where.value,
        "index": move.index,
        "at": move.at,
        "with": [str(card) for card in move.cards],
        "to": None if move.to is None else move.to.value,
    }
