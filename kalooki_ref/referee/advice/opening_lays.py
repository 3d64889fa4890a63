"""Every way to open with the cards and the jokers of the hand alone, no meld more than it takes.

Not here: what can be done afterwards (opened_first).
"""

from collections.abc import Iterator

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, RANKS, Card
from kalooki_ref.referee.advice.hand_counts import rank_at
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.lay import distinctness_findings, opening_findings
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.rules.choices import ExtraMelds
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]
Lay = tuple[Meld, ...]


def opening_lays(question: Question) -> Iterator[Lay]:
    """Yield the lays that are worth the opening; longer ones only where nothing may follow."""
    system = question.system
    melds = [
        meld
        for meld in (*_sets(question.hand, system), *_runs(question.hand, system))
        if not meld_findings(meld, system, phase=Phase.LAY)
    ]
    yield from _chosen(melds, (), question.hand, system)


def _chosen(melds: list[Meld], lay: Lay, hand: Cards, system: RuleSystem) -> Iterator[Lay]:
    """Yield the openings that begin with some melds, made of the rest of the hand."""
    if lay and not opening_findings(lay, system):
        yield lay
        if system.extra_melds is not ExtraMelds.NEVER:
            return
    for place, meld in enumerate(melds):
        rest = _without(hand, meld.cards)
        if rest is not None and not distinctness_findings((*lay, meld), system):
            yield from _chosen(melds[place:], (*lay, meld), rest, system)


def _without(hand: Cards, cards: Cards) -> Cards | None:
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def _sets(hand: Cards, system: RuleSystem) -> Iterator[Meld]:
    """Yield every choice of a rank's cards, with every number of jokers."""
    jokers = hand.count(JOKER)
    for rank in RANKS:
        picks: list[Cards] = [()]
        for suit in system.suits:
            card = Card(rank, suit)
            most = range(hand.count(card) + 1)
            picks = [pick + (card,) * count for pick in picks for count in most]
        for pick in picks:
            if pick:
                for wild in range(jokers + 1):
                    yield Meld(MeldKind.SET, pick + (JOKER,) * wild)


def _runs(hand: Cards, system: RuleSystem) -> Iterator[Meld]:
    """Yield every run the hand has the cards for, a joker in any place."""
    jokers = hand.count(JOKER)
    for suit in system.suits:
        for start in range(LOW_ACE, HIGH_ACE):
            rows: list[Cards] = [()]
            for place in range(start, HIGH_ACE + 1):
                card = Card(rank_at(place), suit)
                natural = [(*row, card) for row in rows] if card in hand else []
                rows = natural + [(*row, JOKER) for row in rows if row.count(JOKER) < jokers]
                for row in rows if place - start + 1 >= system.run_min else ():
                    yield Meld(MeldKind.RUN, row)
