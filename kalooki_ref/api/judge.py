"""Rulings on questions as plain data, for `kalooki-ref judge` and the HTTP API."""

import json
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from kalooki_ref.api import call_questions as calls
from kalooki_ref.api import card_questions as cards
from kalooki_ref.api import outcomes
from kalooki_ref.api import round_questions as rounds
from kalooki_ref.api import turn_questions as turns
from kalooki_ref.api.answers import Ruling, any_of, words_of_cards
from kalooki_ref.api.given_rules import read_system
from kalooki_ref.api.signatures import (
    NAMES,
    Json,
    keywords_of,
    missing,
    read,
    read_object,
    unread,
    words_of,
)
from kalooki_ref.api.unreadable import UnreadableError
from kalooki_ref.cards import CardError, Suit
from kalooki_ref.decoding import BYTE_ORDER_MARK
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.verdicts import say_verdict

Answered = dict[str, Any]
# Question functions by "kind".
KINDS: dict[str, tuple[outcomes.QuestionFunction, ...]] = {
    "meld": (cards.meld_question,),
    "contract": (cards.lay_question, cards.laid_cards_question),
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

    The answer has "verdict" ("legal", "illegal", "unclear" or a number), "codes" and "says". Other
    keys are optional: "result" (the cards as they lie afterwards, if different), "instead",
    "reading", "assumes", "missing" (facts that would decide), "ignored" (unknown fields). An
    invalid or contradictory question is answered with "error".
    """
    return answer_object(query, _judged)


def lines_of(text: str) -> list[str]:
    """Return the lines that aren't blank; `str.splitlines` would cut strings at U+2028."""
    return [line for line in StringIO(text, newline=None) if line.strip()]


def answer_line(line: str, answer: Callable[[object], Answered]) -> Answered:
    """Return the answer to one line of JSON; an object with "error" if it can't be parsed."""
    try:
        # Files put one behind another have a mark in the middle.
        query = json.loads(line.removeprefix(BYTE_ORDER_MARK))
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"this is not JSON: {error}"}
    return answer(query)


def answer_object(query: object, answer: Callable[[Json], Struct]) -> Answered:
    """Return the answer to an object with its id, or with "error" if it is invalid."""
    if not isinstance(query, dict):
        return {"id": None, "error": "a question is an object, such as {...}"}
    name = query.get("id")
    known = isinstance(name, str | int) and not isinstance(name, bool)
    try:
        answered: Answered = msgspec.to_builtins(answer(query))
    except (UnreadableError, CardError) as error:
        answered = {"error": str(error)}
    return {"id": None} | answered | {"id": name if known else None}


def _judged(query: Json) -> Ruling:
    system = read_system(query)
    kind = query.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnreadableError(f'"kind" must be one of {", ".join(KINDS)}')
    given = read_object(query.get("input"), "input")
    question, read_as = _question(KINDS[kind], given, system.suits)
    facts = keywords_of(question, read_as)
    ruling = _ruling(outcomes.certain_outcome(question, facts, system), system)
    facts_only = {key: given[key] for key in given if key not in NAMES}
    return structs.replace(ruling, ignored=ignored(facts_only, read_as, "input"))


def ignored(given: Json, read_as: Struct, path: str = "") -> list[str] | UnsetType:
    """Return the unknown fields by path; UNSET if there are none."""
    return any_of(list(unread(given, read_as, path)))


def _question(
    questions: tuple[outcomes.QuestionFunction, ...], given: Json, suits: Sequence[Suit]
) -> tuple[outcomes.QuestionFunction, Struct]:
    """Return the function that "event", "claim" or "ask" selects, and its decoded input.

    Of several candidates it is the first whose required fields are all given.
    """
    key = next((key for key in NAMES if given.get(key) is not None), None)
    by_name = [(question, words_of(question)) for question in questions]
    if key is None or not any(words for _, words in by_name):
        meant = [kind for kind in questions if not missing(kind, given).intersection(NAMES)]
    else:
        meant = [question for question, words in by_name if given[key] in words]
        given = {**given, **dict.fromkeys(NAMES, given[key])}
    if not meant:
        known = ", ".join(dict.fromkeys(word for _, words in by_name for word in words))
        name = None if key is None else given[key]
        raise UnreadableError(f'"{key or "event"}" {name!r} is not known; there are {known}')
    question = next((kind for kind in meant if not missing(kind, given)), meant[0])
    return question, read(question, given, "input", suits)


def _ruling(outcome: outcomes.Outcome, system: RuleSystem) -> Ruling:
    if not isinstance(outcome, Verdict):
        missing = any_of(list(outcome.missing))
        return Ruling(verdict=outcome.answer, codes=[], says=outcome.says, missing=missing)
    clauses = [finding.clause_in(system) for finding in outcome.findings]
    numbers = dict.fromkeys(clause.number for clause in clauses if clause)
    return Ruling(
        verdict=outcome.answer,
        codes=list(outcome.codes),
        says=say_verdict(outcome, system),
        result=any_of(words_of_cards(outcome.result)),
        instead=any_of(words_of_cards(outcome.instead or ())),
        reading=any_of(words_of_cards(outcome.reading)),
        assumes=list(outcome.assumes) or UNSET,
        clauses=any_of(list(numbers)),
    )
