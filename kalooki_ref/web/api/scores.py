"""Questions about scores: what a hand costs, and whether a number written down can be."""

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.plausibility import judge_entered
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, bends, score_hand, total
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api import asked as read
from kalooki_ref.web.api.asked import Asked, AskedError
from kalooki_ref.web.api.calls import Ruling


def rule_score(asked: Asked, system: RuleSystem) -> Ruling:
    """Answer with the points of a hand, a total after a win, or a verdict on a typed number."""
    if asked.get("ask") == "total_after_win":
        return read.read_number(asked, "previous_total") + system.winner_points
    if "ask" in asked:
        raise AskedError(f'"ask" must be total_after_win, not {asked["ask"]!r}')
    if "claim" in asked:
        return _entered(asked, system)
    cards = read.read_cards(asked, "hand")
    foreign = foreign_findings(cards, system)
    if foreign:
        return Verdict(tuple(foreign))
    hand = _hand(asked, cards)
    return total(score_hand(hand, system, _facts(asked, system)))


def _hand(asked: Asked, cards: tuple[Card, ...] | None) -> LeftHand:
    return LeftHand(
        cards=cards,
        is_winner=read.read_flag(asked, "winner"),
        is_down=read.read_maybe(asked, "laid"),
        overcalls=read.read_count(asked, "overcalls", 0),
        false_lays=read.read_count(asked, "false_lays", 0),
    )


def _facts(asked: Asked, system: RuleSystem) -> RoundFacts:
    claimed = read.read_flag(asked, "bent") or read.read_flag(asked, "kalooki")
    overcalls = int(read.read_flag(asked, "bender_overcalled"))
    return RoundFacts(
        bent=bends(system, same_turn=claimed, overcalls=overcalls),
        number=read.read_round(asked, system),
    )


def _entered(asked: Asked, system: RuleSystem) -> Verdict:
    if asked["claim"] != "entered_score":
        raise AskedError(f'"claim" must be entered_score, not {asked["claim"]!r}')
    points = read.read_number(asked, "value")
    return judge_entered(points, system, _hand(asked, None), _facts(asked, system))
