"""Features of a question, for statistics: order of cards, ends of a run, house rules."""

from collections.abc import Iterator

from tests.reference.cards import JOKER, naturals, rank
from tests.reference.melds import Row, lies_one_way, readings
from tests.reference.rules import Rules, rules_of

SHUFFLED = "real cards shuffled"
SHUFFLED_JOKERS = "real cards shuffled between jokers"
SHUFFLED_TACK = "tacked cards shuffled"
BOTH_ENDS = "tacked at both ends"
JOKER_TACKED = "joker among tacked cards"
WHOLE_SUIT = "whole suit tacked on"
NAMED_END = "end of a run named"
HOUSE = "house rules"
ORDERS = {SHUFFLED, SHUFFLED_JOKERS, SHUFFLED_TACK, BOTH_ENDS}
ORDER_UNDER_HOUSE = "order or both ends, under house rules"


def features(question: Rules) -> set[str]:
    """Return the features of a question."""
    rules, asked = rules_of(question), question["input"]
    found = {kind for run in runs(asked) for kind in shuffled(run, rules)}
    if question["kind"] == "tack" and asked["target"]["as"] == "run":
        found |= set(tacked(asked, rules))
    if question.get("house"):
        found |= {HOUSE, ORDER_UNDER_HOUSE} if found & ORDERS else {HOUSE}
    return found


def runs(asked: Rules) -> Iterator[list[str]]:
    """Yield the cards of each run in the question."""
    given = [asked, *(asked.get(name) for name in ("target", "extra", "meld"))]
    for name in ("melds", "laid_before", "first_lay"):
        given += asked.get(name) or ()
    yield from (meld["cards"] for meld in given if meld and meld.get("as") == "run")


def shuffled(cards: list[str], rules: Rules) -> Iterator[str]:
    if JOKER in cards:
        if not lies_one_way(cards, rules):
            yield SHUFFLED_JOKERS
        return
    # An ace listed first or last may belong at the other end: A-10-J-Q-K.
    ways = [way for read, _, _ in readings(cards, rules) for way in (read, read[::-1])]
    if cards not in ways if ways else not lies_one_way(cards, rules):
        yield SHUFFLED


def tacked(asked: Rules, rules: Rules) -> Iterator[str]:
    add, target = asked["add"], asked["target"]["cards"]
    if asked.get("end"):
        yield NAMED_END
    if JOKER in add and len(add) > 1:
        yield JOKER_TACKED
    if not lies_one_way(add, rules):
        yield SHUFFLED_TACK
    if len(target) == 13 and JOKER not in target:
        yield WHOLE_SUIT
    if any(both_ends(row, add) for _, row, _ in readings(target, rules)):
        yield BOTH_ENDS


def both_ends(row: Row, add: list[str]) -> bool:
    """Whether natural cards are added directly below and above a run."""
    below, above = row[0] - 1, row[-1] + 1
    ranks = {rank(card) % 13 for card in naturals(add)}
    return below >= 1 and above <= 14 and {below % 13, above % 13} <= ranks
