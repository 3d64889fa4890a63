"""Cards laid without saying which make a meld: every way of dividing them is tried."""

from collections.abc import Iterator
from itertools import combinations

from tests.reference.cards import JOKER, naturals, numbers_of_players, rank
from tests.reference.facts import BOTH, LEGAL, Answer, ContradictionError, legal_if, settle
from tests.reference.lays import Melds, judge_contract
from tests.reference.melds import is_meld, is_run_lying, rows
from tests.reference.rules import Rules, rounds

Row = list[str | None]


def judge_cards(query: Rules, rules: Rules) -> Answer:
    """Judge whether any reading of the cards may be laid."""
    if not query["cards"]:
        raise ContradictionError
    facts = {"players": numbers_of_players(rules)}
    facts |= {"goes_out": BOTH} | ({} if rules["opening"] != "0" else {"round": rounds(rules)})

    def rule(known: Rules) -> Answer:
        told = {name: value for name, value in known.items() if name != "cards"}
        lays = readings(list(known["cards"]), rules)
        return legal_if(any(judge_contract(told | {"melds": m}, rules) == LEGAL for m in lays))

    return settle(query, rule, **facts)


def readings(cards: list[str], rules: Rules) -> Iterator[Melds]:
    """Yield all melds that the cards can be: in the order laid, or sorted if they are several."""
    yield from in_order(cards, rules)
    end = len(cards)
    while end and cards[end - 1] == JOKER:
        end -= 1
    yield from (m for m in around(cards[:end], len(cards) - end, rules) if len(m) > 1)


def in_order(cards: list[str], rules: Rules) -> Iterator[Melds]:
    if not cards:
        yield []
    for end in range(3, len(cards) + 1):
        for first in kinds(cards[:end], rules):
            yield from ([first, *others] for others in in_order(cards[end:], rules))


def kinds(cards: list[str], rules: Rules) -> list[Rules]:
    """Return the legal melds that these cards are, as they lie."""
    melds = [{"as": kind, "cards": cards} for kind in ("set", "run")]
    return [meld for meld in melds if is_meld(meld, rules)]


def around(row: Row, jokers: int, rules: Rules) -> Iterator[Melds]:
    """Yield the melds of a row: jokers in it stay between their neighbours, others are free."""
    if JOKER not in row:
        yield from sorted_melds([card for card in row if card], jokers, rules)
        return
    place = row.index(JOKER)
    for start in range(place + 1):
        for end in range(place + 1, len(row) + 1):
            taken = [card for card in row[start:end] if card]
            if len(taken) < max(3, end - start):
                continue
            for meld in kinds(taken, rules):
                left = around([*row[:start], None, *row[end:]], jokers, rules)
                yield from ([meld, *others] for others in left)


def sorted_melds(real: list[str], jokers: int, rules: Rules) -> Iterator[Melds]:
    if not real:
        if not jokers:
            yield []
        return
    first, *rest = real
    alike = [i for i, card in enumerate(rest) if rank(card) == rank(first) or card[-1] == first[-1]]
    for size in range(len(alike) + 1):
        for chosen in combinations(alike, size):
            cards = [first, *(rest[i] for i in chosen)]
            left = [card for i, card in enumerate(rest) if i not in chosen]
            for more in range(jokers + 1):
                for meld in arranged(cards, more, rules):
                    others = sorted_melds(left, jokers - more, rules)
                    yield from ([meld, *further] for further in others)


def arranged(real: list[str], jokers: int, rules: Rules) -> Iterator[Rules]:
    """Yield the legal melds of these real cards with this many jokers, in any places."""
    meld = {"as": "set", "cards": real + [JOKER] * jokers}
    if len({rank(card) for card in real}) == 1 and is_meld(meld, rules):
        yield meld
    if len({card[-1] for card in real}) > 1:
        return
    for row in rows(len(real) + jokers, rules):
        left, lying = list(real), []
        for place in row:
            fitting = next((card for card in left if rank(card) % 13 == place % 13), JOKER)
            lying.append(fitting)
            if fitting != JOKER:
                left.remove(fitting)
        if not left and is_run_lying(lying, rules, laid_now=True):
            yield {"as": "run", "cards": lying}


def tapped(melds: Melds) -> list[str]:
    """Return the cards of melds one after the other."""
    return [card for meld in melds for card in meld["cards"]]


def is_small(cards: list[str]) -> bool:
    """Whether there are few enough cards to try every way, in any suit."""
    real = naturals(cards)
    in_suits = [sum(card[-1] == suit for card in real) for suit in {card[-1] for card in real}]
    return len(real) <= 11 and max(in_suits, default=0) <= 6
