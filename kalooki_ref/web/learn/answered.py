"""The answer to a question: what is right, why, by which rule, and what would have done."""

from dataclasses import dataclass, replace

from kalooki_ref.cards import Cards
from kalooki_ref.practice.subjects import (
    HandHeld,
    HandScored,
    JokerMoved,
    Judged,
    LaidMeld,
    Lay,
    Subject,
    Tacked,
    advice_on,
    clause_about,
    judge,
    points_of,
    readings_behind,
)
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import NUMBERS
from kalooki_ref.web.learn.asked import Asked, CardRow, read_row, rows_of
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.own_words import clause_text
from kalooki_ref.words.practice_words import held_words, score_line
from kalooki_ref.words.rulings import (
    lay_message,
    meld_message,
    move_message,
    repair_message,
    ruling_of,
)


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that was given: ``said`` and ``right`` are indexes of the options.

    ``would_do`` are melds that would be legal, with ``repair`` in words; ``clauses`` say why, and
    ``readings`` are those that are this app's own and that the answer depends on.
    """

    asked: Asked
    said: int
    right: int
    message: Message
    clauses: tuple[Clause, ...]
    readings: tuple[Clause, ...] = ()
    repair: Message = ()
    would_do: tuple[CardRow, ...] = ()
    missing: Cards = ()

    @property
    def is_right(self) -> bool:
        return self.said == self.right


def answered(subject: Subject, asked: Asked, said: int, system: RuleSystem) -> Answered:
    """Return what comes of an answer."""
    match subject:
        case HandScored():
            result = _scored(subject, asked, said, system)
        case HandHeld():
            result = _held(subject, asked, said, system)
        case _:
            result = _judged(subject, asked, said, system)
    known = {clause.number for clause in result.clauses}
    ours = tuple(one for one in readings_behind(subject, system) if one.number not in known)
    return replace(result, readings=ours)


def _judged(subject: Judged, asked: Asked, said: int, system: RuleSystem) -> Answered:
    verdict = judge(subject, system)
    ruling = ruling_of(verdict, system, message=_legal_message(subject, verdict, system))
    about = clause_about(subject, system)
    clauses = [reason.clause for reason in ruling.reasons] if ruling.reasons else [about]
    message = ruling.message or ((clause_text(about),) if about else ())
    rows = rows_of(subject, system, wrong=ruling.wrong, is_read=verdict.legal)
    return Answered(
        asked=replace(asked, rows=rows),
        said=said,
        right=int(not verdict.legal),
        message=message,
        clauses=tuple(dict.fromkeys(filter(None, clauses))),
        repair=_repair(subject, verdict),
        would_do=_would_do(subject, verdict, system),
    )


def _legal_message(subject: Judged, verdict: Verdict, system: RuleSystem) -> Message:
    match subject:
        case LaidMeld(meld):
            return meld_message(meld, verdict.reading, system)
        case Lay(melds):
            return lay_message(melds, system, verdict.opening)
        case Tacked(target, cards):
            return move_message(cards, target, verdict, system, is_tack=True)
        case JokerMoved(target, cards=cards):
            return move_message(cards, target, verdict, system, is_tack=False)
    return ()


def _repair(subject: Judged, verdict: Verdict) -> Message:
    """Return how a meld would be legal, in words."""
    if isinstance(subject, LaidMeld) and verdict.instead:
        return repair_message(subject.meld.cards, verdict.instead)
    return ()


def _would_do(subject: Judged, verdict: Verdict, system: RuleSystem) -> tuple[CardRow, ...]:
    """Return the meld in a legal form, or the meld on the board after a legal move."""
    match subject:
        case LaidMeld(meld) if verdict.instead:
            return (read_row(Meld(meld.kind, verdict.instead), system),)
        case Tacked(target) | JokerMoved(target) if verdict.result or verdict.instead:
            after = verdict.result or verdict.instead or ()
            row = read_row(Meld(target.kind, after), system)
            label = _("Afterwards") if verdict.legal else _("This would be legal")
            return (replace(row, label=label),)
    return ()


def _scored(subject: HandScored, asked: Asked, said: int, system: RuleSystem) -> Answered:
    fields = ["points"]
    fields += ["bend"] if subject.bent else []
    fields += [] if subject.down else ["not_down"]
    fields += ["overcall"] if subject.overcalls else []
    fields += ["false_lay"] if subject.false_lays else []
    numbers = {NUMBERS[field] for field in fields}
    return Answered(
        asked=asked,
        said=said,
        right=asked.options.index(str(points_of(subject, system))),
        message=(score_line(subject, system),),
        clauses=tuple(one for one in system.clauses if one.number in numbers),
    )


def _held(subject: HandHeld, asked: Asked, said: int, system: RuleSystem) -> Answered:
    advice = advice_on(subject, system)
    number = NUMBERS["opening"]
    return Answered(
        asked=asked,
        said=said,
        right=int(not advice.can_come_down),
        message=(held_words(advice),),
        clauses=tuple(one for one in system.clauses if one.number == number),
        would_do=tuple(read_row(meld, system) for meld in advice.lay),
        missing=advice.missing,
    )
