"""A question as plain data in, the ruling as plain data out: for the command and the API."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from kalooki_ref.api import call_questions as calls
from kalooki_ref.api import card_questions as cards
from kalooki_ref.api import outcomes
from kalooki_ref.api import round_questions as rounds
from kalooki_ref.api import turn_questions as turns
from kalooki_ref.api.given_rules import read_system
from kalooki_ref.api.signatures import (
    NAMES,
    Json,
    Schema,
    UnreadableError,
    missing,
    read,
    read_object,
    schema_of,
    words_of,
)
from kalooki_ref.cards import CardError
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.verdicts import say_verdict

Answered = dict[str, Any]
# What can be asked, by the word in "kind".
KINDS: dict[str, tuple[outcomes.QuestionFunction, ...]] = {
    "meld": (cards.meld_question,),
    "contract": (cards.lay_question,),
    "tack": (cards.tack_question,),
    "joker_replace": (cards.joker_move_question,),
    "calls": (
        calls.hand_question,
        calls.table_question,
        calls.call_question,
        calls.award_question,
        calls.refusal_question,
        calls.draw_after_refusal_question,
        calls.refused_calls_question,
        calls.upcard_question,
        calls.first_voice_question,
        calls.overcall_question,
        calls.miscount_question,
        calls.miscount_cost_question,
    ),
    "laydown": (
        turns.come_down_question,
        turns.order_question,
        turns.extra_meld_question,
        turns.later_meld_question,
        calls.upcard_question,
        turns.taken_discard_question,
        turns.melded_discard_question,
        calls.overcall_question,
        turns.barred_lay_question,
        turns.false_lay_question,
    ),
    "score": (cards.score_question, cards.entered_question, cards.win_question),
    "end": (
        rounds.bend_question,
        rounds.kalooki_question,
        rounds.go_out_question,
        rounds.discard_question,
        rounds.add_on_question,
        rounds.stock_out_question,
        rounds.pool_question,
        rounds.start_question,
        rounds.seat_question,
        rounds.next_dealer_question,
        rounds.deal_question,
        rounds.stock_question,
        rounds.pack_question,
        rounds.totals_question,
    ),
}


def judge(query: object) -> Answered:
    """Return the answer to an object with "id", "system" or "sheet", "kind" and "input".

    The answer has "verdict" ("legal", "illegal", "unclear" or a number), "codes" and "says";
    "result" where cards lie differently afterwards; "instead", "reading" and "assumes" where
    there is something to say; "missing" are missing facts that decide, "ignored" fields of the
    input that nothing reads. What cannot be read, or contradicts itself, is answered with "error".
    """
    return answer_object(query, _judged)


def answer_line(line: str, answer: Callable[[object], Answered]) -> Answered:
    """Return the answer to one line of JSON; an object with "error" if it can't be parsed."""
    try:
        query = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"this is not JSON: {error}"}
    return answer(query)


def answer_object(query: object, answer: Callable[[Json], Answered]) -> Answered:
    """Return the answer to an object under its own id, with "error" where it cannot be read."""
    if not isinstance(query, dict):
        return {"id": None, "error": "a question is an object, such as {...}"}
    name = query.get("id")
    known = isinstance(name, str | int) and not isinstance(name, bool)
    try:
        answered = answer(query)
    except (UnreadableError, CardError) as error:
        answered = {"error": str(error)}
    return {"id": name if known else None} | answered


def _judged(query: Json) -> Answered:
    system = read_system(query)
    kind = query.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnreadableError(f'"kind" must be one of {", ".join(KINDS)}')
    given = read_object(query.get("input"), "input")
    question, facts = _question(KINDS[kind], given)
    answered = _outcome_data(outcomes.certain_outcome(question, facts, system), system)
    facts_only = {key: given[key] for key in given if key not in NAMES}
    return answered | ignored(schema_of(question), facts_only, "input")


def ignored(schema: Schema, value: object, path: str = "") -> Answered:
    """Return "ignored" with the fields that nothing reads, and nothing where all are read."""
    fields = list(_unread(schema, value, path))
    return {"ignored": fields} if fields else {}


def _unread(schema: Schema, value: object, path: str) -> Iterator[str]:
    if isinstance(value, list):
        for place, part in enumerate(value):
            yield from _unread(schema.get("items", {}), part, f"{path}[{place}]")
    elif isinstance(value, dict) and "properties" in schema:
        for key, part in value.items():
            name = f"{path}.{key}" if path else key
            if key in schema["properties"]:
                yield from _unread(schema["properties"][key], part, name)
            else:
                yield name


def _question(
    questions: tuple[outcomes.QuestionFunction, ...], given: Json
) -> tuple[outcomes.QuestionFunction, Json]:
    """Return the question that the event, claim or ask names, and the facts given to it.

    Where several could be meant, it is the first that has all it needs.
    """
    key = next((key for key in NAMES if given.get(key) is not None), None)
    by_name = [(question, words_of(question)) for question in questions]
    if key is None or not any(words for _, words in by_name):
        meant = [one for one in questions if not missing(one, given).intersection(NAMES)]
    else:
        meant = [question for question, words in by_name if given[key] in words]
        given = {**given, **dict.fromkeys(NAMES, given[key])}
    if not meant:
        known = ", ".join(dict.fromkeys(word for _, words in by_name for word in words))
        name = None if key is None else given[key]
        raise UnreadableError(f'"{key or "event"}" {name!r} is not known; there are {known}')
    question = next((one for one in meant if not missing(one, given)), meant[0])
    return question, read(question, given, "input")


def _outcome_data(outcome: outcomes.Outcome, system: RuleSystem) -> Answered:
    if isinstance(outcome, Verdict):
        return _verdict_data(outcome, system)
    answered: Answered = {"verdict": outcome.answer, "codes": [], "says": outcome.says}
    return answered | ({"missing": list(outcome.missing)} if outcome.missing else {})


def _verdict_data(verdict: Verdict, system: RuleSystem) -> Answered:
    answered: Answered = {
        "verdict": verdict.answer.value,
        "codes": [code.value for code in verdict.codes],
        "says": say_verdict(verdict, system),
    }
    more = {
        "result": verdict.result,
        "instead": verdict.instead,
        "reading": verdict.reading,
    }
    answered |= {name: [str(card) for card in cards] for name, cards in more.items() if cards}
    if verdict.assumes:
        answered["assumes"] = [assumption.value for assumption in verdict.assumes]
    clauses = [finding.clause_in(system) for finding in verdict.findings]
    if any(clauses):
        numbers = [clause.number for clause in clauses if clause]
        answered["clauses"] = list(dict.fromkeys(numbers))
    return answered
