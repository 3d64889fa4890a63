"""The best turn that opens with the hand's own jokers, and only then takes any from the table.

The search that counts on a joker of the table does not know which meld it goes to: it may open
with it. Here every opening is tried, and the rest of the turn is asked of each. Not here: the
openings themselves (opening_lays).
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from kalooki_ref.cards import JOKER
from kalooki_ref.referee.advice.opening_lays import Lay, opening_lays
from kalooki_ref.referee.advice.played import bends_by
from kalooki_ref.referee.advice.question import Act, Advice, Question, Where
from kalooki_ref.referee.advice.replay import is_sound
from kalooki_ref.referee.meld import Owner, TableMeld
from kalooki_ref.referee.scoring import hand_points

Least = tuple[int | None, int | None]
MOST_OPENINGS = 150
MOST_JOKERS = 2


def first_lays(question: Question) -> list[Lay] | None:
    """Return all ways to open; None where they are too many to be tried."""
    if question.hand.count(JOKER) > MOST_JOKERS:
        return None
    lays = list(islice(opening_lays(question), MOST_OPENINGS + 1))
    return lays if len(lays) <= MOST_OPENINGS else None


def open_first(
    question: Question,
    lays: list[Lay],
    advise: Callable[[Question], Advice],
    least: Least | None,
) -> Advice | None:
    """Return the best advice over all openings; None where none is sound.

    ``advise`` answers for a player who is down. ``least`` is what is known to be the least that can
    stay in hand, before and after the discard: no opening need be tried after one that gets there.
    """
    best, proved = None, True
    for asked, lay in sorted([(_opened(question, lay), lay) for lay in lays], key=_points_left):
        advice = _joined(question, lay, advise(asked))
        if advice.leftover is None or not is_sound(question, advice):
            proved = False
            continue
        proved = proved and advice.proved
        best = advice if best is None else _better(best, advice)
        if (best.leftover, best.leftover_after_discard) == least:
            return replace(best, proved=True)
    return None if best is None else replace(best, proved=proved)


def _points_left(opened: tuple[Question, Lay]) -> int:
    question, _ = opened
    return hand_points(question.hand, question.system)


def _better(one: Advice, other: Advice) -> Advice:
    """Return the advice that leaves less after the discard, with the least either leaves before."""
    befores = [advice.leftover for advice in (one, other) if advice.leftover is not None]
    return replace(min(one, other, key=_after), leftover=min(befores))


def _after(advice: Advice) -> tuple[bool, int]:
    after = advice.leftover_after_discard
    return (after is None, after or 0)


def _opened(question: Question, lay: Lay) -> Question:
    """Return the question once a lay lies on the table."""
    hand = list(question.hand)
    for card in [card for meld in lay for card in meld.cards]:
        hand.remove(card)
    table = (*question.table, *[TableMeld(meld, Owner.OWN) for meld in lay])
    return replace(question, hand=tuple(hand), table=table, down=True)


def _joined(question: Question, lay: Lay, rest: Advice) -> Advice:
    """Return a lay and what follows it as one turn."""
    acts = tuple([_moved(act, len(question.table), len(lay)) for act in rest.acts])
    return replace(
        rest,
        can_come_down=True,
        bends=rest.goes_out and bends_by(question),
        lay=(*lay, *rest.lay),
        laid_first=len(lay) + (rest.laid_first if len(rest.lay) == rest.laid_first else 0),
        acts=acts,
    )


def _moved(act: Act, table: int, laid: int) -> Act:
    """Return an act with its meld counted among the lay where it was laid in this turn."""
    if act.where is Where.LAY:
        return replace(act, index=act.index + laid)
    if act.index < table:
        return act
    return replace(act, where=Where.LAY, index=act.index - table)
