"""An arrangement played act by act before the referee, so that none is shown that is not legal.

Not here: whether it is the best there is (referee.advice.advise).
"""

from collections.abc import Iterable

from kalooki_ref.cards import JOKER, Card
from kalooki_ref.referee.advice.question import Advice, JokerMove, Question, Tack, Where
from kalooki_ref.referee.advice.table_moves import supply_of
from kalooki_ref.referee.joker_moves import judge_joker_move
from kalooki_ref.referee.lay import (
    OpeningTurn,
    builder_points,
    contract_findings,
    distinctness_findings,
    judge_lay,
)
from kalooki_ref.referee.meld import Meld, Owner
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.turn_rights import may_discard
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem

Row = list[tuple[Meld, Owner]]


def is_sound(question: Question, advice: Advice) -> bool:
    """Return whether the referee finds nothing against any step, and every card is in the hand."""
    hand = list(question.hand)
    first, later = advice.lay[: advice.laid_first], advice.lay[advice.laid_first :]
    if not _take(hand, _cards_of(first)):
        return False
    waiting = list(_cards_of(later))
    rows = {
        Where.LAY: [(meld, Owner.OWN) for meld in advice.lay],
        Where.TABLE: [(item.meld, item.owner) for item in question.table],
    }
    builders = 0
    for act in advice.acts:
        if waiting and isinstance(act, Tack):
            if not _take(hand, waiting):
                return False
            waiting = []
        row = rows[act.where]
        before = row[act.index][0]
        if not _take(hand, act.cards) or not _acts_soundly(row, act, question, hand):
            return False
        if isinstance(act, Tack) and act.where is Where.TABLE:
            builders += builder_points(before, row[act.index][0], question.system)
    turn = OpeningTurn(builders, advice.goes_out)
    lays = _take(hand, waiting) and _lays_soundly(question, advice, turn)
    plays_again = _plays_again(question, advice, hand)
    return lays and plays_again and _discards_soundly(hand, advice, question.system)


def _plays_again(question: Question, advice: Advice, hand: list[Card]) -> bool:
    """Return whether every joker taken is played again, where it must be; ``hand`` is what stays.

    Jokers are taken before anything else but the first melds.
    """
    if question.system.joker_goes is not JokerGoes.REUSED_AT_ONCE:
        return True
    tacked = [card for act in advice.acts if isinstance(act, Tack) for card in act.cards]
    later = (*_cards_of(advice.lay[advice.laid_first :]), *tacked).count(JOKER)
    first = (*_cards_of(advice.lay[: advice.laid_first]),).count(JOKER)
    taken = hand.count(JOKER) + first + later - question.hand.count(JOKER)
    return later >= taken


def _lays_soundly(question: Question, advice: Advice, turn: OpeningTurn) -> bool:
    system, supply = question.system, supply_of(question.system)
    own = [item.meld for item in question.table if item.owner is Owner.OWN]
    if question.down:
        alone = [judge_meld(meld, system, pack=supply.pack) for meld in advice.lay]
        return all(verdict.legal for verdict in alone) and not distinctness_findings(
            advice.lay, system, own=own
        )
    first = advice.lay[: advice.laid_first]
    lays = (advice.lay, first)
    judged = [judge_lay(lay, system, supply=supply, turn=turn, own=own) for lay in lays]
    met = not contract_findings(first, question.contract, system)
    return met and all(not verdict.findings for verdict in judged)


def _acts_soundly(row: Row, act: Tack | JokerMove, question: Question, hand: list[Card]) -> bool:
    meld, owner = row[act.index]
    verdict = _judged(meld, act, owner, question.system)
    row[act.index] = (Meld(meld.kind, verdict.result), owner)
    if isinstance(act, JokerMove):
        hand += [JOKER] * (len(meld.cards) + len(act.cards) - len(verdict.result))
    return verdict.legal


def _judged(meld: Meld, act: Tack | JokerMove, owner: Owner, system: RuleSystem) -> Verdict:
    supply = supply_of(system)
    if isinstance(act, Tack):
        return judge_tack(meld, act.cards, system, end=act.end, supply=supply)
    return judge_joker_move(meld, act.at, act.cards, system, by=owner, to=act.to, supply=supply)


def _discards_soundly(hand: list[Card], advice: Advice, system: RuleSystem) -> bool:
    if advice.discard is None:
        return not advice.goes_out or (not hand and not system.final_discard)
    thrown = may_discard(advice.discard, system).legal and _take(hand, (advice.discard,))
    return thrown and advice.goes_out == (not hand)


def _take(hand: list[Card], cards: Iterable[Card]) -> bool:
    """Take the cards out of the hand; say whether all were there."""
    for card in cards:
        if card not in hand:
            return False
        hand.remove(card)
    return True


def _cards_of(melds: Iterable[Meld]) -> Iterable[Card]:
    return (card for meld in melds for card in meld.cards)
