"""Check whether a recorded score is possible: too low, too high, odd, or no sum of card values."""

from collections.abc import Iterator
from dataclasses import replace

from kalooki_ref.referee.calls import call_limit, fewest_laid, most_left
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, reachable_points, score_hand, total
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.choices import Double
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


def judge_score(points: int, system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> Verdict:
    """Judge a final score, including doubling, fines and bonuses.

    ``hand`` is what is known of the player; its points and cards are ignored. ``needed`` in a
    finding is the nearest possible score.
    """
    possible = possible_scores(system, hand, facts) or (0,)
    doubles = facts.bent and any(isinstance(cost, Double) for cost in system.bend)
    found = tuple(_findings(points, possible, doubles=doubles))
    return Verdict(found, assumes=_assumed(hand, system, facts))


def judge_worth(points: int, system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> Verdict:
    """Judge the card points of a hand before doubling, fines and bonuses."""
    possible = possible_worths(system, hand, facts) or (0,)
    found = tuple(_findings(points, possible, doubles=False))
    return Verdict(found, assumes=_assumed(hand, system, facts))


def possible_scores(system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> tuple[int, ...]:
    """Return all possible scores of this player, ascending."""
    scores = set()
    for known in _readings(hand):
        for worth in possible_worths(system, known, facts):
            left = replace(known, points=worth, cards=None)
            scores.add(total(score_hand(left, system, facts)))
    return tuple(sorted(scores))


def possible_worths(system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> tuple[int, ...]:
    """Return all possible card points of this player's hand, ascending."""
    pack = system.pack_for(facts.players or system.max_players)
    return reachable_points(hand_sizes(system, hand, facts), pack, system)


def hand_sizes(system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> tuple[int, ...]:
    """Return all possible sizes of this player's hand at the end of a round, ascending.

    Assumes up to as many calls as allowed, and any round if none is given. Empty for a player who
    is down but did not win, where coming down always empties the hand.
    """
    if hand.is_winner:
        return (0,)
    system = system.at_table(facts.players) if facts.players else system
    rounds = (
        (facts.number,) if facts.number is not None else range(1, (len(system.contracts) or 1) + 1)
    )
    sizes = {
        size
        for known in _readings(hand)
        for number in rounds
        for size in _sizes(system, known, number, facts)
    }
    return tuple(sorted(sizes))


def _sizes(system: RuleSystem, hand: LeftHand, number: int, facts: RoundFacts) -> range:
    most = _most_calls(system, hand, number, facts)
    largest = system.deal_of(number) + system.cards_per_call * most
    drawn = int(system.takes_all_cards(number))
    if hand.is_down and largest + drawn < fewest_laid(system, number=number):
        return range(0)
    if hand.is_down:
        left = most_left(system, number=number, calls=most)
        fewest = 0 if left and system.add_on_after_out else 1
        return range(fewest, left + 1)
    deal, each = system.deal_of(number), system.cards_per_call
    if system.contract_in_parts:
        return range(1, largest + 1)
    return range(deal, largest + 1, each)


def _most_calls(system: RuleSystem, hand: LeftHand, number: int, facts: RoundFacts) -> int:
    """Return the maximum calls, with overcalls; without a limit, what the stock allows."""
    limit = call_limit(system)
    if limit is not None:
        return limit + hand.overcalls
    return max(0, system.stock_after_deal(facts.players or system.min_players, number))


def _readings(hand: LeftHand) -> tuple[LeftHand, ...]:
    if hand.is_down is not None:
        return (hand,)
    return (replace(hand, is_down=True), replace(hand, is_down=False))


def _findings(points: int, possible: tuple[int, ...], *, doubles: bool) -> Iterator[Finding]:
    """Yield what is wrong with these points; ``doubles`` is whether everything counts twice."""
    if points in possible:
        return
    nearest = min(possible, key=lambda score: abs(score - points))
    inside = possible[0] <= points <= possible[-1]
    all_even = len(possible) > 1 and not any(score % 2 for score in possible)
    is_odd = doubles and all_even and points % 2 == 1
    if is_odd:
        yield Finding(Code.POINTS_ODD, needed=nearest, found=points)
    if not inside:
        code = Code.POINTS_LOW if points < nearest else Code.POINTS_HIGH
        yield Finding(code, needed=nearest, found=points)
    elif not is_odd:
        yield Finding(Code.POINTS_GAP, needed=nearest, found=points, rule="points")


def _assumed(hand: LeftHand, system: RuleSystem, facts: RoundFacts) -> tuple[Assumption, ...]:
    if hand.is_winner:
        return ()
    unknown = {
        Assumption.DOWN_UNKNOWN: hand.is_down is None,
        Assumption.CALLS_UNKNOWN: system.calling,
        Assumption.PLAYERS_UNKNOWN: facts.players is None and not system.packs,
    }
    return tuple(fact for fact, is_unknown in unknown.items() if is_unknown)
