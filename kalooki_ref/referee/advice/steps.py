"""The moves of a plan one by one, with the meld before and after each."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_ref.cards import JOKER, Card, Cards
from kalooki_ref.referee.advice.question import Advice, AdvisedMove, JokerMove, Tack, Where
from kalooki_ref.referee.advice.replay import judge_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, TableMeld
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Step:
    """A move, its meld before and after, and the indexes of new cards in the result."""

    move: AdvisedMove
    before: Meld
    after: Meld
    new: tuple[int, ...]


def steps_of(advice: Advice, table: Sequence[TableMeld], system: RuleSystem) -> tuple[Step, ...]:
    """Return the moves of a plan in order, applied successively to their melds."""
    lying = {(Where.LAY, index): meld for index, meld in enumerate(advice.lay)}
    lying |= {(Where.TABLE, index): item.meld for index, item in enumerate(table)}
    steps = []
    for move in advice.moves:
        before = lying[move.where, move.index]
        owner = Owner.OWN if move.where is Where.LAY else table[move.index].owner
        after = Meld(before.kind, _after(move, before, owner, system))
        lying[move.where, move.index] = after
        steps.append(Step(move, before, after, _new_places(move, before, after)))
    return tuple(steps)


def jokers_freed(steps: Sequence[Step]) -> int:
    """Return how many jokers the moves took from melds into the hand."""
    return sum(
        (step.before.cards + step.move.cards).count(JOKER) - step.after.cards.count(JOKER)
        for step in steps
    )


def cards_played(advice: Advice) -> list[Card]:
    """Return every card that a plan plays: laid, moved and discarded."""
    played = [card for meld in advice.lay for card in meld.cards]
    played += [card for move in advice.moves for card in move.cards]
    return played if advice.discard is None else [*played, advice.discard]


def _after(move: AdvisedMove, before: Meld, owner: Owner, system: RuleSystem) -> Cards:
    # If the resulting reading is ambiguous, cards are shown where they were added.
    result = judge_move(move, before, owner, system).result
    if isinstance(move, JokerMove):
        return result or (*before.cards[: move.at], *move.cards, *before.cards[move.at + 1 :])
    low = move.end is End.LOW
    return result or (move.cards[::-1] + before.cards if low else before.cards + move.cards)


def _new_places(move: AdvisedMove, before: Meld, after: Meld) -> tuple[int, ...]:
    if isinstance(move, Tack):
        places = range(len(after.cards))
        count = len(move.cards)
        return tuple(places[:count] if move.end is End.LOW else places[-count:])
    if before.kind is MeldKind.SET:
        return tuple(index for index, card in enumerate(after.cards) if card in move.cards)
    shifted = after.cards[move.at] != move.cards[0]
    return (move.at + shifted,)
