"""View models of the advice on a hand: its headline, and the plan as melds to draw."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import JOKER, Card, Cards, beyond
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import (
    Advice,
    Question,
    Where,
)
from kalooki_ref.referee.advice.steps import Step, cards_played, jokers_freed, steps_of
from kalooki_ref.referee.meld import Meld, Owner
from kalooki_ref.referee.melds import meld_points, meld_reading
from kalooki_ref.referee.verdict import BarredBy
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.rulings.advice_query import AdviceQuery
from kalooki_ref.web.rulings.drawn_melds import CardState, DrawnMeld, drawn
from kalooki_ref.words import advice_words
from kalooki_ref.words.amounts import meld_word
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import State
from kalooki_ref.words.verdicts import say

# Limits the search, so that a page answers quickly even if the best play isn't proved.
SEARCH_STEPS = 4_000


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """The headline and its colour, the plan, the missing cards and the caveats."""

    state: State
    word: str
    message: Message
    plan: "ShownPlan | None" = None
    missing: Cards = ()
    caveats: tuple[str, ...] = ()
    surplus: Cards = ()


def answer_of(query: AdviceQuery) -> HandAnswer | None:
    """Return the answer to a query; None while it is incomplete."""
    question = query.question
    if question is None:
        return None
    question = replace(question, most_steps=SEARCH_STEPS)
    advice = advise(question)
    if advice.barred:
        message = say(BarredBy.OVERCALL.finding, query.rules)
        return HandAnswer(State.ILLEGAL, _("May not come down"), message)
    if not (advice.can_come_down or query.down):
        return _not_yet(advice, question, query)
    plan = plan_of(advice, query)
    return HandAnswer(
        state=State.LEGAL if advice.goes_out or not query.down else State.WAIT,
        word=advice_words.advice_word(advice, query.rules, down=query.down),
        message=advice_words.advice_message(advice, query.system, plan.kept),
        plan=plan,
        caveats=advice_words.caveats_of(advice),
        surplus=advice.warnings,
    )


def _not_yet(advice: Advice, question: Question, query: AdviceQuery) -> HandAnswer:
    missing = advice.missing
    then = advise(replace(question, hand=question.hand + missing)) if missing else advice
    return HandAnswer(
        State.WAIT,
        advice_words.no_way_word(advice),
        advice_words.no_way_message(advice, query.rules),
        plan=plan_of(then, query, missing=missing) if then.can_come_down else None,
        missing=missing,
        caveats=advice_words.caveats_of(advice),
        surplus=advice.warnings,
    )


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """The steps in order: lay, take jokers, lay the rest, tack and move, discard; cards kept.

    ``words`` are the same steps in sentences.
    """

    first: tuple[DrawnMeld, ...]
    taken: tuple[DrawnMeld, ...]
    then: tuple[DrawnMeld, ...]
    steps: tuple[DrawnMeld, ...]
    discard: Card | None
    kept: Cards
    words: tuple[Message, ...] = ()

    @property
    def melds(self) -> tuple[DrawnMeld, ...]:
        """Every meld that cards are put on, in order."""
        return self.first + self.taken + self.then + self.steps


def plan_of(advice: Advice, query: AdviceQuery, *, missing: Cards = ()) -> ShownPlan:
    """Return the advice as melds to draw; ``missing`` are cards that aren't in the hand."""
    laid = laid_rows(advice.lay, query.rules, missing)
    moves = steps_of(advice, query.table, query.rules)
    steps = tuple(_row(step, query) for step in moves)
    held = [*query.hand.cards, *missing, *(JOKER,) * jokers_freed(moves)]
    plan = ShownPlan(
        first=laid[: advice.laid_first],
        taken=steps[: advice.moves_before_the_rest],
        then=laid[advice.laid_first :],
        steps=steps[advice.moves_before_the_rest :],
        discard=advice.discard,
        kept=beyond(held, cards_played(advice)),
    )
    return replace(plan, words=tuple(_steps_in_words(advice, plan, query.rules)))


def _steps_in_words(advice: Advice, plan: ShownPlan, system: RuleSystem) -> Iterator[Message]:
    first, then = advice.lay[: advice.laid_first], advice.lay[advice.laid_first :]
    if first:
        yield advice_words.lay_message(first, system, is_first=True)
    yield from ((f"{row.label}: ", *row.message) for row in plan.taken)
    if then:
        yield advice_words.lay_message(then, system, is_first=False)
    yield from ((f"{row.label}: ", *row.message) for row in plan.steps)
    yield from advice_words.rest_messages(advice, plan.kept)


def laid_rows(melds: Sequence[Meld], system: RuleSystem, missing: Cards) -> tuple[DrawnMeld, ...]:
    """Return the melds to lay, with missing cards marked."""
    wanted = list(missing)
    return tuple(_laid(meld, system, wanted) for meld in melds)


def _laid(meld: Meld, system: RuleSystem, wanted: list[Card]) -> DrawnMeld:
    worth = _("counts %(points)s", points=meld_points(meld, system)) if system.opening else ""
    missing = []
    for place, card in enumerate(meld.cards):
        if card in wanted:
            wanted.remove(card)
            missing.append(place)
    label = meld_word(meld.kind, system).capitalize()
    cards = drawn(meld.cards, meld_reading(meld, system), CardState.MISSING, missing)
    return DrawnMeld(label, cards, worth=worth)


def _row(step: Step, query: AdviceQuery) -> DrawnMeld:
    move = step.move
    is_laid = move.where is Where.LAY
    label = advice_words.target_words(
        move,
        step.before,
        query.rules,
        is_own=is_laid or query.table[move.index].owner is Owner.OWN,
        owner=query.owners[move.index] if query.owners and not is_laid else "",
    )
    message = advice_words.step_message(move, query.rules)
    reading = meld_reading(step.after, query.rules)
    cards = drawn(step.after.cards, reading, CardState.NEW, step.new)
    return DrawnMeld(label, cards, message=message)
