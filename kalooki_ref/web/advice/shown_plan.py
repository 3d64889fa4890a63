"""An advice as cards on a table: melds to lay, each tack and joker's move, what stays in hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from kalooki_ref.cards import JOKER, Card, Cards, beyond
from kalooki_ref.referee.advice.question import Advice, AdvisedMove, JokerMove, Tack, Where
from kalooki_ref.referee.advice.replay import judge_move
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.melds import meld_points, meld_reading
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.advice.hand_query import AdviceQuery
from kalooki_ref.web.messages.amounts import meld_word
from kalooki_ref.web.messages.card_words import Message, filled, listed


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
    """Return the acts one by one, each with its meld afterwards, and the jokers they freed."""
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
    message = filled(_("Add %(cards)s."), cards=listed(move.cards))
    if isinstance(move, JokerMove):
        joker = _(query.system.words.joker)
        message = filled(str(_GOALS[move.to]), cards=listed(move.cards), joker=joker)
    return PlanRow(_target(move, before, query), message, _spots(after, query.system, states))


def _new_places(move: AdvisedMove, before: Meld, after: Meld) -> range | tuple[int, ...]:
    if isinstance(move, Tack):
        count = len(move.cards)
        return range(count) if move.end is End.LOW else range(len(after.cards))[-count:]
    if before.kind is MeldKind.SET:
        return tuple(at for at, card in enumerate(after.cards) if card in move.cards)
    shifted = after.cards[move.at] != move.cards[0]
    return (move.at + shifted,)


def _target(move: AdvisedMove, meld: Meld, query: AdviceQuery) -> str:
    is_set, words = meld.kind is MeldKind.SET, query.system.words
    name = query.owners[move.index] if query.owners and move.where is Where.TABLE else ""
    if move.where is Where.LAY:
        message = _("On the %(set)s just laid") if is_set else _("On the %(run)s just laid")
    elif name:
        message = _("On a %(set)s of %(name)s") if is_set else _("On a %(run)s of %(name)s")
    elif query.table[move.index].owner is Owner.OWN:
        message = _("On a %(set)s of your own") if is_set else _("On a %(run)s of your own")
    else:
        message = _("On someone else’s %(set)s") if is_set else _("On someone else’s %(run)s")
    return message % {"set": _(words.set), "run": _(words.run), "name": name}


def _played(advice: Advice) -> list[Card]:
    played = [card for meld in advice.lay for card in meld.cards]
    played += [card for move in advice.moves for card in move.cards]
    return played if advice.discard is None else [*played, advice.discard]


_GOALS = {
    JokerTo.HIGH: _l("Put %(cards)s in the %(joker)s’s place. The %(joker)s goes to the high end."),
    JokerTo.LOW: _l("Put %(cards)s in the %(joker)s’s place. The %(joker)s goes to the low end."),
    JokerTo.REUSE_NOW: _l(
        "Put %(cards)s in the %(joker)s’s place, and play the %(joker)s again at once."
    ),
    JokerTo.HAND: _l(
        "Put %(cards)s in the %(joker)s’s place, and take the %(joker)s into your hand."
    ),
    None: _l("Put %(cards)s in the %(joker)s’s place."),
}
