"""A question as plain data in, the ruling as plain data out: for the command and the API."""

import json
from collections.abc import Callable
from typing import Any

from flask_babel import gettext

from kalooki_ref.cards import CardError
from kalooki_ref.referee.verdict import Answer, Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api import call_questions as calls
from kalooki_ref.web.api import card_questions as cards
from kalooki_ref.web.api import round_questions as rounds
from kalooki_ref.web.api import turn_questions as turns
from kalooki_ref.web.api.given_rules import read_system
from kalooki_ref.web.api.outcomes import Amount, NoLimit, Question, Undecided, amount_words, settled
from kalooki_ref.web.api.records import (
    Json,
    UnreadableError,
    missing,
    read,
    read_object,
    words_of,
)
from kalooki_ref.web.messages.verdicts import say_verdict

Answered = dict[str, Any]
NAMES = ("event", "claim", "ask")
"""Where a question says which one of its kind it is; an event may also be given as a claim."""


KINDS: dict[str, tuple[type[Question], ...]] = {
    "meld": (cards.MeldQuestion,),
    "contract": (cards.LayQuestion,),
    "tack": (cards.TackQuestion,),
    "joker_replace": (cards.JokerMoveQuestion,),
    "calls": (
        calls.HandQuestion,
        calls.TableQuestion,
        calls.CallQuestion,
        calls.AwardQuestion,
        calls.RefusalQuestion,
        calls.DrawAfterRefusalQuestion,
        calls.RefusedCallsQuestion,
        calls.UpcardQuestion,
        calls.FirstVoiceQuestion,
        calls.OvercallQuestion,
        calls.MiscountQuestion,
        calls.MiscountCostQuestion,
    ),
    "laydown": (
        turns.ComeDownQuestion,
        turns.OrderQuestion,
        turns.ExtraMeldQuestion,
        turns.LaterMeldQuestion,
        calls.UpcardQuestion,
        turns.TakenDiscardQuestion,
        turns.MeldedDiscardQuestion,
        calls.OvercallQuestion,
        turns.BarredLayQuestion,
        turns.FalseLayQuestion,
    ),
    "score": (cards.ScoreQuestion, cards.EnteredQuestion, cards.WinQuestion),
    "end": (
        rounds.BendQuestion,
        rounds.KalookiQuestion,
        rounds.GoOutQuestion,
        rounds.DiscardQuestion,
        rounds.AddOnQuestion,
        rounds.StockOutQuestion,
        rounds.PoolQuestion,
        rounds.StartQuestion,
        rounds.SeatQuestion,
        rounds.DealQuestion,
        rounds.StockQuestion,
        rounds.PackQuestion,
        rounds.TotalsQuestion,
    ),
}
"""What can be asked, by the word in "kind"."""


def judge_line(line: str) -> Answered:
    """Return the answer to one line of JSON, with "error" where it cannot be read."""
    return answer_line(line, judge)


def judge(asked: object) -> Answered:
    """Return the answer to an object with "id", "system" or "sheet", "kind" and "input".

    The answer has "verdict" ("legal", "illegal", "unclear" or a number), "codes" and "says";
    "result" where cards lie differently afterwards; "instead", "reading" and "assumes" where
    there is something to say; "missing" are missing facts that decide. What cannot be read, or
    contradicts itself, is answered with "error".
    """
    return answer_object(asked, _judged)


def answer_line(line: str, answer: Callable[[object], Answered]) -> Answered:
    """Return the answer to one line of JSON, with "error" where it is none."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"this is not JSON: {error}"}
    return answer(asked)


def answer_object(asked: object, answer: Callable[[Json], Answered]) -> Answered:
    """Return the answer to an object under its own id, with "error" where it cannot be read."""
    if not isinstance(asked, dict):
        return {"id": None, "error": "a question is an object, such as {...}"}
    name = asked.get("id")
    known = isinstance(name, str | int) and not isinstance(name, bool)
    try:
        answered = answer(asked)
    except (UnreadableError, CardError) as error:
        answered = {"error": str(error)}
    return {"id": name if known else None} | answered


def _judged(asked: Json) -> Answered:
    system = read_system(asked)
    kind = asked.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnreadableError(f'"kind" must be one of {", ".join(KINDS)}')
    ruling = settled(_question(KINDS[kind], read_object(asked.get("input"), "input")), system)
    if isinstance(ruling, Undecided):
        return _undecided_data(ruling)
    if isinstance(ruling, NoLimit):
        says = gettext("There is no limit on calls.")
        return {"verdict": Answer.LEGAL.value, "codes": [], "says": says}
    if isinstance(ruling, Amount):
        return {"verdict": ruling.number, "codes": [], "says": amount_words(ruling)}
    return _verdict_data(ruling, system)


def _question(records: tuple[type[Question], ...], given: Json) -> Question:
    """Return the question, read as the record its event, claim or ask names.

    Where several could be meant, it is the first that has all it needs.
    """
    key = next((key for key in NAMES if given.get(key) is not None), None)
    by_name = [(record, words_of(record, *NAMES)) for record in records]
    if key is None or not any(words for _, words in by_name):
        meant = [one for one in records if not missing(one, given).intersection(NAMES)]
    else:
        meant = [record for record, words in by_name if given[key] in words]
        given = {**given, **dict.fromkeys(NAMES, given[key])}
    if not meant:
        known = ", ".join(dict.fromkeys(word for _, words in by_name for word in words))
        name = None if key is None else given[key]
        raise UnreadableError(f'"{key or "event"}" {name!r} is not known; there are {known}')
    record = next((one for one in meant if not missing(one, given)), meant[0])
    return read(record, given, "input")


def _undecided_data(ruling: Undecided) -> Answered:
    missing = list(ruling.missing)
    says = gettext("Can’t tell without knowing: %(facts)s.", facts=", ".join(missing))
    return {"verdict": Answer.UNCLEAR.value, "codes": [], "says": says, "missing": missing}


def _verdict_data(verdict: Verdict, system: RuleSystem) -> Answered:
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
    clauses = [finding.clause_in(system) for finding in verdict.findings]
    if any(clauses):
        numbers = [clause.number for clause in clauses if clause]
        told["clauses"] = list(dict.fromkeys(numbers))
    return told
