"""Hold an arrangement against the referee: every act legal, every card accounted for.

Not here: whether it is the best there is.
"""

from kalooki_ref.cards import JOKER, Pack
from kalooki_ref.referee.advice.question import Advice, Question, Tack, Where
from kalooki_ref.referee.apart import apart_findings
from kalooki_ref.referee.going_out import may_discard
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import judge_joker_move
from kalooki_ref.referee.lay import contract_findings, judge_lay
from kalooki_ref.referee.meld import Meld, Owner
from kalooki_ref.referee.points import hand_points
from kalooki_ref.referee.tack import judge_tack


def take(hand, cards):
    for card in cards:
        hand.remove(card)


def replay(question: Question, advice: Advice):
    """Play the advice act by act; return the points left, or the reason it is not legal."""
    system = question.system
    supply = Supply(Pack(system.suits, 9, 99), ())
    hand = list(question.hand)
    table = [(item.meld, item.owner) for item in question.table]
    own = [meld for meld, owner in table if owner is Owner.OWN]
    if question.down:
        assert not apart_findings(advice.lay, system, own=own)
    else:
        assert judge_lay(advice.lay, system, supply=supply).legal
        first = advice.lay[: advice.laid_first]
        assert judge_lay(first, system, supply=supply).legal
        assert not contract_findings(first, question.contract, system)
    laid = [(meld, Owner.OWN) for meld in advice.lay]
    for meld in advice.lay[: advice.laid_first]:
        take(hand, meld.cards)
    later = [card for meld in advice.lay[advice.laid_first :] for card in meld.cards]
    for act in advice.acts:
        rows = laid if act.where is Where.LAY else table
        meld, owner = rows[act.index]
        if later and isinstance(act, Tack):
            take(hand, later)
            later = []
        take(hand, act.cards)
        if isinstance(act, Tack):
            verdict = judge_tack(meld, act.cards, system, end=act.end, supply=supply)
        else:
            verdict = judge_joker_move(
                meld, act.at, act.cards, system, by=owner, to=act.to, supply=supply
            )
            freed = len(meld.cards) + len(act.cards) - len(verdict.result)
            hand += [JOKER] * freed
        assert verdict.legal, (verdict.codes, meld, act)
        rows[act.index] = (Meld(meld.kind, verdict.result), owner)
    take(hand, later)
    if advice.discard is not None:
        assert may_discard(advice.discard, system).legal
        hand.remove(advice.discard)
    elif hand or system.final_discard:
        assert advice.leftover_after_discard is None
    assert advice.goes_out == (
        not hand and (advice.discard is not None or not system.final_discard)
    )
    return hand_points(hand, system)
