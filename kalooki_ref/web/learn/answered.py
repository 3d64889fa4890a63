"""The answer to a question: what is right, why, by which rule, and what would have done."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kalooki_ref.cards import RANKS, Card, Cards
from kalooki_ref.practice.examples import contract_example
from kalooki_ref.practice.subjects import (
    HandHeld,
    HandScored,
    JokerMoved,
    Judged,
    LaidMeld,
    Lay,
    Subject,
    Tacked,
    TwoLays,
    advice_on,
    clause_about,
    judge,
    points_of,
    readings_behind,
    right_lay,
)
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.referee.sets import missing_suits, set_rank
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import NUMBERS
from kalooki_ref.web.learn.asked import Asked, CardRow, lay_options, read_row, rows_of
from kalooki_ref.words.advice_words import MOST_NAMED, no_way_message
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.own_words import clause_text
from kalooki_ref.words.practice_words import held_words, left_words, score_line
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

    ``why`` is what a hand lacks that doesn't come down; ``missing`` are cards that it doesn't name.
    ``would_do`` are melds that would be legal, with ``repair`` in words; ``clauses`` say why, and
    ``readings`` are those that are this app's own and that the answer depends on.
    """

    asked: Asked
    said: int
    right: int
    message: Message
    clauses: tuple[Clause, ...]
    readings: tuple[Clause, ...] = ()
    why: Message = ()
    repair: Message = ()
    would_do: tuple[CardRow, ...] = ()
    missing: Cards = ()

    @property
    def is_right(self) -> bool:
        return self.said == self.right


def answered(subject: Subject, asked: Asked, said: int, system: RuleSystem) -> Answered:
    """Return the result of an answer, with the reasons."""
    match subject:
        case HandScored():
            result = _scored(subject, asked, said, system)
        case HandHeld():
            result = _held(subject, asked, said, system)
        case TwoLays():
            result = _compared(subject, asked, said, system)
        case _:
            result = _judged(subject, asked, said, system)
    known = {clause.number for clause in result.clauses}
    ours = tuple(
        clause for clause in readings_behind(subject, system) if clause.number not in known
    )
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
    """Return a legal form of the meld or the lay, or the meld on the board after a legal move."""
    match subject:
        case Lay(number=number) if not verdict.legal:
            example = contract_example(number, system)
            return tuple(read_row(meld, system) for meld in example.lay.melds) if example else ()
        case LaidMeld(meld) if verdict.instead:
            return (read_row(Meld(meld.kind, verdict.instead), system),)
        case Tacked(target) | JokerMoved(target):
            after = verdict.result or verdict.instead or _after_another(subject, system)
            row = read_row(Meld(target.kind, after), system)
            label = _("Afterwards") if verdict.legal else _("This would be legal")
            return (replace(row, label=label),) if after else ()
    return ()


def _after_another(subject: Tacked | JokerMoved, system: RuleSystem) -> Cards:
    """Return the meld after a legal move with other cards; empty without such a move."""
    verdicts = (judge(other, system) for other in _with_other_cards(subject, system))
    return next((verdict.result for verdict in verdicts if verdict.legal and verdict.result), ())


def _with_other_cards(
    subject: Tacked | JokerMoved, system: RuleSystem
) -> Iterator[Tacked | JokerMoved]:
    """Yield the move with each card of the pack, or with those that a joker stands for."""
    target = subject.target
    if isinstance(subject, Tacked):
        cards = [Card(rank, suit) for suit in system.suits for rank in RANKS]
        yield from (replace(subject, cards=(card,)) for card in cards)
    elif target.kind is MeldKind.SET:
        suits = missing_suits(target.cards, system)
        missing = tuple(Card(set_rank(target.cards), suit) for suit in suits)
        yield from (replace(subject, cards=missing[:count]) for count in (1, 2))
    elif reading := meld_reading(target, system):
        yield replace(subject, cards=(reading[subject.index],))


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
        clauses=tuple(clause for clause in system.clauses if clause.number in numbers),
    )


def _held(subject: HandHeld, asked: Asked, said: int, system: RuleSystem) -> Answered:
    advice = advice_on(subject, system)
    can = advice.can_come_down
    fields = ["opening"]
    fields += ["last_contract_all_cards"] if system.takes_all_cards(subject.number) else []
    numbers = {NUMBERS[field] for field in fields}
    return Answered(
        asked=asked,
        said=said,
        right=int(not can),
        message=(held_words(advice),),
        clauses=tuple(clause for clause in system.clauses if clause.number in numbers),
        why=() if can else no_way_message(advice, system.in_round(subject.number)),
        would_do=tuple(read_row(meld, system) for meld in advice.lay),
        missing=advice.missing if len(advice.missing) > MOST_NAMED else (),
    )


def _compared(subject: TwoLays, asked: Asked, said: int, system: RuleSystem) -> Answered:
    return Answered(
        asked=replace(asked, lays=lay_options(subject, system, is_read=True)),
        said=said,
        right=right_lay(subject, system) or 0,
        message=(left_words(subject, system),),
        clauses=tuple(clause for clause in system.clauses if clause.number == NUMBERS["points"]),
    )
