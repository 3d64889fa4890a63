"""Scores of a round: cards left, fines, bent boards."""

import json
from functools import lru_cache

from tests.reference.cards import (
    deck_size,
    every_card,
    jokers,
    numbers_of_players,
    pack_holds,
    packs,
    points,
)
from tests.reference.facts import BOTH, Answer, ContradictionError, legal_if, settle
from tests.reference.rules import Rules, call_limit, deal, takes_all
from tests.reference.rules import rounds as rounds_of

# Fines for an offence: once a round, and each time.
FINES = {
    "overcall": {"50": (50, 0), "50each": (0, 50), "50bend": (0, 50), "100": (100, 0),
                 "100each": (0, 100), "500bend": (500, 0)},
    "false_lay": {"50": (0, 50), "100": (0, 100), "50barred": (0, 50)},
}  # fmt: skip
# More cards than any pack has, for calls without a limit.
MOST_CARDS = 240
# Bends that double: every score, the others' cards, or those and a bonus for the winner.
DOUBLING = ("all", "cards", "bonus")
NO_BENDING = {"overcall": ("50bend", "500bend"), "false_lay": ("bend", "50barred")}


def fine(switch: str, rules: Rules, times: int) -> int:
    once, each = FINES[switch].get(rules[switch], (0, 0))
    return (once if times else 0) + each * times


def judge_score(query: Rules, rules: Rules) -> Answer:
    if query.get("claim") == "entered_score":
        facts = {"winner": BOTH, "laid": BOTH, "bent": BOTH, "round": rounds(rules)}
        return settle(bent_as_given(query, rules), lambda known: entered(known, rules), **facts)
    if query.get("ask") == "total_after_win":
        won = {**query, "hand": [], "winner": True}
        given = bent_as_given(won, rules)
        score = settle(given, lambda known: scored(known, rules), laid=BOTH, bent=BOTH)
        return score if isinstance(score, str) else query["previous_total"] + score
    facts = {"winner": BOTH, "laid": BOTH, "bent": BOTH}
    return settle(bent_as_given(query, rules), lambda known: scored(known, rules), **facts)


def rounds(rules: Rules) -> tuple[int | None, ...]:
    return (None,) if rules["contracts"] == "none" else tuple(rounds_of(rules))


def bent_as_given(query: Rules, rules: Rules) -> Rules:
    """Return the question with `kalooki` and `bent` unified.

    If nothing doubles, a Kalooki isn't a bent board, and "not bent" doesn't contradict it.
    """
    bent, kalooki = query.get("bent"), query.get("kalooki")
    if kalooki and rules["bend"] not in DOUBLING:
        bent = True
    if None not in (bent, kalooki) and bent is not kalooki:
        raise ContradictionError
    return {**query, "bent": kalooki if bent is None else bent}


def scored(known: Rules, rules: Rules) -> int:
    hand, winner, laid = known["hand"], known["winner"], known["laid"]
    if winner and (hand or not laid):
        raise ContradictionError
    if not winner and not hand and not (laid and rules["add_on_after_out"] == "yes"):
        raise ContradictionError
    if not any(pack_holds(hand, rules, players) for players in given_players(known, rules)):
        raise ContradictionError
    barred = known.get("laid_while_barred") or []
    if barred and (winner or rules["overcall"] != "barred"):
        raise ContradictionError
    counted = [*hand, *barred] if rules["barred_lay_counts"] == "yes" else hand
    cards = sum(points(card, rules) for card in counted)
    overcalls, false_lays = known.get("overcalls") or 0, known.get("false_lays") or 0
    return total(cards, overcalls, false_lays, known, rules)


def given_players(known: Rules, rules: Rules) -> range | tuple[int, ...]:
    return (known["players"],) if known.get("players") else numbers_of_players(rules)


def total(cards: int, overcalls: int, false_lays: int, known: Rules, rules: Rules) -> int:
    """Return the score of a player with these cards.

    A bend that doubles every score doubles the fines and the winner's bonus, too.
    """
    bend = rules["bend"] if known["bent"] else "none"
    if bend_is_void(known, overcalls, false_lays, rules):
        bend = "none"
    twice = 2 if bend == "all" else 1
    score = fines(known, overcalls, false_lays, rules)
    score *= twice if rules["fines_double"] == "yes" else 1
    if known["winner"]:
        return score + int(rules["winner_points"]) * twice - (50 if bend == "bonus" else 0)
    score += cards * (2 if bend in DOUBLING else 1)
    return score + (int(bend[4:]) if bend.startswith("plus") else 0)


def fines(known: Rules, overcalls: int, false_lays: int, rules: Rules) -> int:
    down = known["winner"] or known["laid"]
    never_down = 0 if down else int(rules["not_down"])
    return fine("overcall", rules, overcalls) + fine("false_lay", rules, false_lays) + never_down


def bend_is_void(known: Rules, overcalls: int, false_lays: int, rules: Rules) -> bool:
    """Whether the winner has lost the bend by an offence."""
    overcalled = overcalls > 0 if known["winner"] else known.get("bender_overcalled")
    false_lay = known["winner"] and false_lays > 0
    return bool(
        (overcalled and rules["overcall"] in (*NO_BENDING["overcall"], "barred"))
        or (false_lay and rules["false_lay"] in NO_BENDING["false_lay"])
    )


def entered(known: Rules, rules: Rules) -> Answer:
    """Judge whether any hand can have an entered score."""
    if known["winner"] and not known["laid"]:
        raise ContradictionError
    over, false = known.get("overcalls") or 0, known.get("false_lays") or 0
    possible = {
        total(cards, over, false, known, rules) for cards in card_points(known, over, rules)
    }
    return legal_if(known["value"] in possible)


def card_points(known: Rules, overcalls: int, rules: Rules) -> set[int]:
    """Return all possible points of the cards left in a hand."""
    if known["winner"]:
        return {0}
    per, limit = int(rules["cards_per_call"]), call_limit(rules)
    dealt = deal(rules, known["round"], known.get("players"))
    calls = range((in_stock(rules, known) if limit is None else limit + overcalls) + 1)
    counts = [dealt + per * c for c in calls]
    if rules["contract_in_parts"] == "yes":
        counts = list(range(1, counts[-1] + 1))
    if known["laid"]:
        most = most_laid(rules, known, overcalls)
        # Who has no card left by coming down is the winner, so there is nothing to add on (F6).
        adds_on = most > 0 and rules["add_on_after_out"] == "yes"
        counts = list(range(0 if adds_on else 1, most + 1))
    if not counts:
        raise ContradictionError
    players = max(given_players(known, rules))
    own = json.dumps(rules["points"]) if "points" in rules else ""
    pack = pack_values(rules["sheet"], packs(rules, players), jokers(rules, players), own)
    return set().union(*(pack[count] for count in counts if count < len(pack)))


def most_laid(rules: Rules, known: Rules, overcalls: int) -> int:
    from tests.reference.counts import least_on_table

    limit, all_gone = call_limit(rules), takes_all(rules, known["round"])
    spare = deal(rules, known["round"], known.get("players")) + all_gone
    spare -= least_on_table(rules, known["round"], known.get("players"))
    calls = in_stock(rules, known) if limit is None else limit + overcalls
    left = spare + int(rules["cards_per_call"]) * calls
    return min(0, left) if all_gone else left


def in_stock(rules: Rules, known: Rules) -> int:
    """Return the cards of the stock after the deal: the most calls where nothing limits them."""
    players = known.get("players")
    if not players:
        return MOST_CARDS
    dealt = players * deal(rules, known["round"], players) + (rules["upcard"] == "yes")
    return max(0, deck_size(rules, players) - dealt)


@lru_cache(maxsize=16)  # random card values rarely repeat
def pack_values(sheet: str, copies: int, wild: int, own: str) -> list[frozenset[int]]:
    """Return all possible sums of points by number of cards; ``own`` are own card values."""
    rules = {"sheet": sheet} | ({"points": json.loads(own)} if own else {})
    values = [points(card, rules) for card in every_card(rules)] * copies
    values += [points("*", rules)] * wild
    sums = [1] + [0] * len(values)
    for worth in values:
        for count in range(len(values), 0, -1):
            sums[count] |= sums[count - 1] << worth
    return [frozenset(i for i in range(bits.bit_length()) if bits >> i & 1) for bits in sums]
