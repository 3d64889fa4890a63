"""A joker at an end of a run read anew: moved to the other end by whoever adds to the run.

Not here: tacks and joker moves themselves (referee.tack, referee.joker_moves).
"""

from kalooki_ref.cards import JOKER, Card
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]


def other_readings(run: Cards, system: RuleSystem) -> list[Cards]:
    """Return a legal run, low to high, with the joker of one end at the other, where that may be.

    Sheet 002, on a joker that could be two cards.
    """
    if not system.end_joker_reread:
        return []
    turned = []
    if not run[-1].rank:
        turned.append((JOKER, *run[:-1]))
    if not run[0].rank:
        turned.append((*run[1:], JOKER))
    return [cards for cards in turned if _stands(cards, system)]


def _stands(cards: Cards, system: RuleSystem) -> bool:
    return not meld_findings(Meld(MeldKind.RUN, cards), system, phase=Phase.TACK)
