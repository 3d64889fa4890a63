"""Whether a number written down for a round can be: too low, too high, odd, or no sum of cards."""

from collections.abc import Iterator
from dataclasses import replace

from kalooki_ref.referee.calls import call_limit, most_left
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, reachable_points, score_hand, total
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


def judge_score(points: int, system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> Verdict:
    """Judge a score as it is written down: doubled, with every fine and bonus.

    ``hand`` says what is known of the player, its own points and cards left aside. A finding's
    ``needed`` is the nearest score that can be.
    """
    possible = possible_scores(system, hand, facts) or (0,)
    return Verdict(tuple(_findings(points, possible)), assumes=_assumed(hand, system, facts))


def judge_worth(points: int, system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> Verdict:
    """Judge what a hand is said to be worth, before doubling, fines and bonuses."""
    possible = possible_worths(system, hand, facts) or (0,)
    return Verdict(tuple(_findings(points, possible)), assumes=_assumed(hand, system, facts))


def possible_scores(system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> tuple[int, ...]:
    """Return every score, rising, that this player can have made."""
    scores = set()
    for known in _readings(hand):
        for worth in possible_worths(system, known, facts):
            left = replace(known, points=worth, cards=None)
            scores.add(total(score_hand(left, system, facts)))
    return tuple(sorted(scores))


def possible_worths(system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> tuple[int, ...]:
    """Return every worth, rising, that the cards left in this hand can have, in points."""
    pack = system.pack_for(facts.players or system.max_players)
    return reachable_points(hand_sizes(system, hand, facts), pack, system)


def hand_sizes(system: RuleSystem, hand: LeftHand, facts: RoundFacts) -> tuple[int, ...]:
    """Return how many cards this player can hold when the round ends, rising.

    Where the round is not given, any round's; with as many calls as are allowed.
    Empty for a player who is down and has not won where coming down empties every hand.
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
    if hand.is_down:
        fewest = 0 if system.add_on_after_out else 1
        return range(fewest, most_left(system, number=number, calls=most) + 1)
    deal, each = system.deal_of(number), system.cards_per_call
    if system.contract_in_parts:
        return range(1, deal + each * most + 1)
    return range(deal, deal + each * most + 1, each)


def _most_calls(system: RuleSystem, hand: LeftHand, number: int, facts: RoundFacts) -> int:
    """Return the calls allowed and those too many; without a limit, as the stock serves."""
    limit = call_limit(system)
    if limit is not None:
        return limit + hand.overcalls
    return max(0, system.stock_after_deal(facts.players or system.min_players, number))


def _readings(hand: LeftHand) -> tuple[LeftHand, ...]:
    if hand.is_down is not None:
        return (hand,)
    return (replace(hand, is_down=True), replace(hand, is_down=False))


def _findings(points: int, possible: tuple[int, ...]) -> Iterator[Finding]:
    if points in possible:
        return
    nearest = min(possible, key=lambda score: abs(score - points))
    inside = possible[0] <= points <= possible[-1]
    all_even = len(possible) > 1 and not any(score % 2 for score in possible)
    is_odd = all_even and points % 2 == 1
    if is_odd:
        yield Finding(Code.POINTS_ODD, needed=nearest, found=points)
    if not inside:
        code = Code.POINTS_LOW if points < nearest else Code.POINTS_HIGH
        yield Finding(code, needed=nearest, found=points)
    elif not is_odd:
        yield Finding(Code.POINTS_GAP, needed=nearest, found=points)


def _assumed(hand: LeftHand, system: RuleSystem, facts: RoundFacts) -> tuple[Assumption, ...]:
    if hand.is_winner:
        return ()
    unknown = {
        Assumption.DOWN_UNKNOWN: hand.is_down is None,
        Assumption.CALLS_UNKNOWN: system.calling,
        Assumption.PLAYERS_UNKNOWN: facts.players is None and not system.packs,
    }
    return tuple(fact for fact, is_unknown in unknown.items() if is_unknown)
