"""The answer about a hand: the line that says it, and the plan drawn as cards on a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import JOKER, Card, Cards, beyond
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import (
    Advice,
    AdvisedMove,
    JokerMove,
    Question,
    Tack,
    Where,
)
from kalooki_ref.referee.advice.replay import judge_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.melds import meld_points, meld_reading
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.advice.hand_query import AdviceQuery
from kalooki_ref.words import advice_words
from kalooki_ref.words.amounts import meld_word
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.verdicts import say

SEARCH_STEPS = 4_000
"""A page answers within a moment, proved or not."""


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """The line (``tone``: good, wait or stop), the plan, what is missing, doubted, left in hand."""

    tone: str
    word: str
    message: Message
    plan: "ShownPlan | None" = None
    missing: Cards = ()
    caveats: tuple[str, ...] = ()
    surplus: Cards = ()
    stays: str = ""


def answer_of(query: AdviceQuery) -> HandAnswer | None:
    """Return what there is to say; None while too little is given."""
    question = query.question
    if question is None:
        return None
    question = replace(question, most_steps=SEARCH_STEPS)
    advice = advise(question)
    if advice.barred:
        return HandAnswer("stop", _("May not come down"), say(Finding(Code.BARRED), query.system))
    if not (advice.can_come_down or query.down):
        return _not_yet(advice, question, query)
    plan = plan_of(advice, query)
    return HandAnswer(
        tone="good" if advice.goes_out or not query.down else "wait",
        word=advice_words.advice_word(advice, query.system, down=query.down),
        message=advice_words.advice_message(advice, len(plan.kept)),
        plan=plan,
        caveats=advice_words.caveats_of(advice),
        surplus=advice.warnings,
        stays=advice_words.points_left(advice, plan.kept),
    )


def _not_yet(advice: Advice, question: Question, query: AdviceQuery) -> HandAnswer:
    missing = advice.missing
    then = advise(replace(question, hand=question.hand + missing)) if missing else advice
    return HandAnswer(
        "wait",
        advice_words.no_way_word(advice),
        advice_words.no_way_message(advice, query.system),
        plan=plan_of(then, query, missing=missing) if then.can_come_down else None,
        missing=missing,
        caveats=advice_words.caveats_of(advice),
        surplus=advice.warnings,
    )


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card where it lies; ``stands`` is what a joker stands for, ``state`` missing, new or ""."""

    card: Card
    stands: Card | None = None
    state: str = ""


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A meld to draw: its name, what to do, its cards low to high, its worth where that opens."""

    label: str
    message: Message
    spots: tuple[PlacedCard, ...]
    worth: str = ""


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """What to do in order: lay, take jokers, lay the rest, tack and move, discard; what is kept."""

    first: tuple[PlanRow, ...]
    taken: tuple[PlanRow, ...]
    then: tuple[PlanRow, ...]
    steps: tuple[PlanRow, ...]
    discard: Card | None
    kept: Cards


def plan_of(advice: Advice, query: AdviceQuery, *, missing: Cards = ()) -> ShownPlan:
    """Return the advice ready to draw; ``missing`` are cards in it that the hand does not hold."""
    laid = laid_rows(advice.lay, query.system, missing)
    steps, gained = _steps(advice, query)
    held = [*query.hand.cards, *missing, *(JOKER,) * gained]
    return ShownPlan(
        first=laid[: advice.laid_first],
        taken=steps[: advice.moves_before_the_rest],
        then=laid[advice.laid_first :],
        steps=steps[advice.moves_before_the_rest :],
        discard=advice.discard,
        kept=beyond(held, _played(advice)),
    )


def laid_rows(melds: Sequence[Meld], system: RuleSystem, missing: Cards) -> tuple[PlanRow, ...]:
    """Return the melds to lay, the cards that are missing marked where they belong."""
    wanted = list(missing)
    return tuple(_laid(meld, system, wanted) for meld in melds)


def _laid(meld: Meld, system: RuleSystem, wanted: list[Card]) -> PlanRow:
    worth = _("counts %(points)s", points=meld_points(meld, system)) if system.opening else ""
    states = []
    for card in meld.cards:
        states.append("missing" if card in wanted else "")
        if card in wanted:
            wanted.remove(card)
    return PlanRow(
        meld_word(meld.kind, system).capitalize(), (), _spots(meld, system, states), worth
    )


def _spots(meld: Meld, system: RuleSystem, states: Sequence[str]) -> tuple[PlacedCard, ...]:
    reading = meld_reading(meld, system) or meld.cards
    triples = zip(meld.cards, reading, states, strict=True)
    return tuple(
        PlacedCard(card, None if stands.is_joker else stands, state)
        for card, stands, state in triples
    )


def _steps(advice: Advice, query: AdviceQuery) -> tuple[tuple[PlanRow, ...], int]:
    """Return the moves one by one, each with its meld afterwards, and the jokers they freed."""
    lying = {(Where.LAY, at): meld for at, meld in enumerate(advice.lay)}
    lying |= {(Where.TABLE, at): item.meld for at, item in enumerate(query.table)}
    shown, freed = [], 0
    for move in advice.moves:
        before = lying[move.where, move.index]
        after = Meld(before.kind, _after(move, before, query))
        freed += (before.cards + move.cards).count(JOKER) - after.cards.count(JOKER)
        lying[move.where, move.index] = after
        shown.append(_step(move, before, after, query))
    return tuple(shown), freed


def _after(move: AdvisedMove, before: Meld, query: AdviceQuery) -> Cards:
    owner = Owner.OWN if move.where is Where.LAY else query.table[move.index].owner
    result = judge_move(move, before, owner, query.system).result
    if isinstance(move, JokerMove):
        return result or (*before.cards[: move.at], *move.cards, *before.cards[move.at + 1 :])
    low = move.end is End.LOW
    return result or (move.cards[::-1] + before.cards if low else before.cards + move.cards)


def _step(move: AdvisedMove, before: Meld, after: Meld, query: AdviceQuery) -> PlanRow:
    new = _new_places(move, before, after)
    states = ["new" if place in new else "" for place in range(len(after.cards))]
    is_laid = move.where is Where.LAY
    label = advice_words.target_words(
        move,
        before,
        query.system,
        is_own=is_laid or query.table[move.index].owner is Owner.OWN,
        owner=query.owners[move.index] if query.owners and not is_laid else "",
    )
    message = advice_words.step_message(move, query.system)
    return PlanRow(label, message, _spots(after, query.system, states))


def _new_places(move: AdvisedMove, before: Meld, after: Meld) -> range | tuple[int, ...]:
    if isinstance(move, Tack):
        count = len(move.cards)
        return range(count) if move.end is End.LOW else range(len(after.cards))[-count:]
    if before.kind is MeldKind.SET:
        return tuple(at for at, card in enumerate(after.cards) if card in move.cards)
    shifted = after.cards[move.at] != move.cards[0]
    return (move.at + shifted,)


def _played(advice: Advice) -> list[Card]:
    played = [card for meld in advice.lay for card in meld.cards]
    played += [card for move in advice.moves for card in move.cards]
    return played if advice.discard is None else [*played, advice.discard]
