"""A question as plain data in, the ruling as plain data out: one answer behind every door."""

import json
from collections.abc import Callable
from typing import Any

from kalooki_ref.cards import CardError
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.asked import Asked, AskedError, read_object, read_system
from kalooki_ref.web.api.calls import Ruling, rule_calls
from kalooki_ref.web.api.ends import rule_end
from kalooki_ref.web.api.melds import rule_contract, rule_joker_move, rule_meld, rule_tack
from kalooki_ref.web.api.number_words import number_words
from kalooki_ref.web.api.scores import rule_score
from kalooki_ref.web.api.turns import rule_laydown
from kalooki_ref.web.messages.wording import say_verdict

Answered = dict[str, Any]

KINDS: dict[str, Callable[[Asked, RuleSystem], Ruling]] = {
    "meld": rule_meld,
    "contract": rule_contract,
    "tack": rule_tack,
    "joker_replace": rule_joker_move,
    "calls": rule_calls,
    "laydown": rule_laydown,
    "score": rule_score,
    "end": rule_end,
}
"""What can be asked, by the word in "kind"."""


def rule_line(line: str) -> Answered:
    """Return the answer to one line of JSON, with "error" where it cannot be read."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"this is not JSON: {error}"}
    return rule(asked)


def rule(asked: object) -> Answered:
    """Return the answer to an object with "id", "system" or "sheet", "kind" and "input".

    The answer has "verdict" ("legal", "illegal", "unclear" or a number), "codes" and "says";
    "result" where cards lie differently afterwards; "instead", "reading" and "assumes" where
    there is something to say. What cannot be read is answered with "error".
    """
    if not isinstance(asked, dict):
        return {"id": None, "error": "a question is an object, such as {...}"}
    told: Answered = {"id": _id_of(asked)}
    try:
        return told | _ruled(asked)
    except (AskedError, CardError) as error:
        return told | {"error": str(error)}


def _id_of(asked: Asked) -> str | int | None:
    name = asked.get("id")
    return name if isinstance(name, str | int) and not isinstance(name, bool) else None


def _ruled(asked: Asked) -> Answered:
    system = read_system(asked)
    kind = asked.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise AskedError(f'"kind" must be one of {", ".join(KINDS)}')
    given = read_object(asked.get("input"), "input")
    ruling = KINDS[kind](given, system)
    if isinstance(ruling, int):
        says = number_words(ruling, kind, given)
        return {"verdict": ruling, "codes": [], "says": says}
    return _told(ruling, system)


def _told(verdict: Verdict, system: RuleSystem) -> Answered:
    told: Answered = {
        "verdict": verdict.answer.value,
        "codes": [code.value for code in verdict.codes],
        "says": say_verdict(verdict, system),
    }
    more = {
        "result": verdict.result,
        "instead": verdict.instead,
        "reading": verdict.reading,
    }
    told |= {name: [str(card) for card in cards] for name, cards in more.items() if cards}
    if verdict.assumes:
        told["assumes"] = [assumption.value for assumption in verdict.assumes]
    clauses = [system.clause_for(code) for code in verdict.codes]
    if any(clauses):
        told["clauses"] = [clause.number for clause in clauses if clause]
    return told
