"""Whether a joker can leave a set, and for which cards.

Not here: jokers in runs (referee.joker_landing), who may move them (referee.joker_moves).
"""

from kalooki_ref.cards import Card, cards_text
from kalooki_ref.referee.joker_landing import JokerTo, Landing, taken_assumes, taken_findings
from kalooki_ref.referee.sets import largest_set, missing_suits, set_rank
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.choices import SetJoker
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]


def free_set_joker(
    cards: Cards, index: int, with_cards: Cards, system: RuleSystem, *, goal: JokerTo | None
) -> Landing:
    """Return the set once naturals of every suit it lacks stand in it and its jokers are free.

    The first of them takes the joker's place at ``index``. A full set keeps its joker; where
    jokers stay in sets nothing frees one (002: sets).
    """
    if system.set_joker is SetJoker.STAYS:
        return Landing(findings=(Finding(Code.SET_JOKER_FIXED),))
    most = largest_set(system)
    if most is not None and len(cards) >= most:
        return Landing(findings=(Finding(Code.SET_LOCKED, cards, needed=most),))
    found = _card_findings(cards, with_cards, system) + taken_findings(system, goal)
    if found:
        return Landing(findings=found)
    filled = (*cards[:index], with_cards[0], *cards[index + 1 :], *with_cards[1:])
    result = tuple(card for card in filled if card.rank)
    return Landing(result, assumes=taken_assumes(system, goal))


def _card_findings(cards: Cards, with_cards: Cards, system: RuleSystem) -> tuple[Finding, ...]:
    rank = set_rank(cards)
    due = [Card(rank, suit) for suit in missing_suits(cards, system)]
    if not due:
        return (Finding(Code.SET_JOKER_FIXED),)
    found = []
    strays = tuple(c for i, c in enumerate(with_cards) if c not in due or c in with_cards[:i])
    if strays:
        found.append(Finding(Code.NOT_THE_CARD, strays, needed=cards_text(due)))
    lacking = tuple(card for card in due if card not in with_cards)
    if lacking:
        found.append(Finding(Code.SET_JOKER_FIXED, lacking, needed=cards_text(due)))
    return tuple(found)
