"""How long advice takes: the decision, the best lay, the turn at a table; ours beside the peers.

`python bench/advise.py [HANDS]`; hands are dealt, then spoilt and enriched, and a hill-climb
looks for the worst. Not here: whether the answers are right (tests/properties).
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.peers import peers
from kalooki_ref.cards import JOKER, Card, cards_text, parse_cards
from kalooki_ref.referee.advice.advise import advise, best_points, can_come_down, come_down
from kalooki_ref.referee.advice.hand_counts import count_cards
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.rules.choices import Contract, ExtraMelds
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.properties.hands import dealt_hand, some_table
from tests.properties.shapes import Wanted, many_jokers, nearly_one_suit, sparse_with_jokers

KILLER = "* * * * * * 3H 3H 4D 4H 4H 5D 5H 5H 6D 6H 6H 7D 7D 7H 8D 8H 8H 9H AD JH"
CLIMBS, STEPS = 5, 80
MOST_JOKERS, MOST_CALLS = 8, 3
Asker = Callable[[Question], object]
Targets = tuple[int | None, int | None, int | None]


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = Random(7)
    contracted = [system for system in SYSTEMS if system.contracts]
    dealt = [a_question(rng, rng.choice(contracted)) for _ in range(hands)]
    report("(b) the decision, hands as dealt", dealt, counted_decision, (10, 100, None))
    near = [near_miss(rng, rng.choice(contracted)) for _ in range(hands)]
    report("(b) the decision, near misses and hits", near, counted_decision, (10, 100, None))
    both = [question for pair in zip(dealt, near, strict=True) for question in pair]
    report("(b) the decision, both", both, counted_decision, (10, 100, None))
    report("(b) counting the cards too", both, decision, (None, None, None))
    down = [question for question in near if decision(question)]
    report("(b) a lay and its judging on top", down, come_down, (None, 1000, None))
    only, more = split(down)
    report("(d) the least left, contract only", only, best_points, (None, 1000, 25_000))
    report("(d) the least left, further melds", more, best_points, (None, 10_000, 250_000))
    cramped = [cramped_one(rng) for _ in range(hands)]
    report("(d) the least left, contract only, cramped", cramped, best_points, (None, None, 25_000))
    table = [with_table(rng, question) for question in both[:hands]]
    report("(c) the whole turn at a table", table, advise, (None, 20_000, 250_000))
    points = [with_table(rng, by_points(rng)) for _ in range(hands)]
    report("(c) the same where points open", points, advise, (None, 20_000, 250_000))
    compare(down[:100])
    climb(rng, "(b) hill-climb, the decision", counted_decision, (ExtraMelds.NEVER, 10_000))
    climb(rng, "(d) hill-climb, contract only", best_points, (ExtraMelds.NEVER, 25_000))
    climb(rng, "(d) hill-climb, further melds", best_points, (ExtraMelds.ANY_TIME, 250_000))
    free = replace(system_of("standard"), suits_apart=False)
    for system in (system_of("standard"), free):
        question = Question(parse_cards(KILLER), system, Contract(0, 3))
        name = "suits apart" if system.suits_apart else "suits free"
        report(f"(d) the known killer, {name}", [question], best_points, (None, None, 250_000))


def split(questions: list[Question]) -> tuple[list[Question], list[Question]]:
    """Return the hands that may lay the contract only, and those that may lay more."""
    only = [one for one in questions if one.system.extra_melds is ExtraMelds.NEVER]
    return only, [one for one in questions if one.system.extra_melds is not ExtraMelds.NEVER]


def compare(questions: list[Question]) -> None:
    """Print how long other people's searches take beside ours."""
    ours = spread("   ours, best lay, the same hands", times_of(questions, best_points))
    for name, timed in peers(questions):
        theirs = spread(f"   {name}", [clock(one) for one in timed])
        print(f"      {theirs / ours:.2g} times ours by the median")


def a_question(rng: Random, system: RuleSystem) -> Question:
    number = rng.randrange(len(system.contracts))
    hand = dealt_hand(rng, system, a_size(rng, system, number))
    return Question(hand, system, system.contracts[number])


def near_miss(rng: Random, system: RuleSystem) -> Question:
    """Return a hand that has a lay, or one that lost a card of it."""
    question = a_question(rng, system)
    contract = question.contract or Contract(0, 0)
    cards: list[Card] = []
    for _ in range(contract.sets):
        rank = rng.randint(1, 13)
        cards += [Card(rank, suit) for suit in rng.choices(system.suits, k=3)]
    for suit in rng.sample(system.suits, contract.runs):
        start = rng.randint(1, 10)
        cards += [Card(rank, suit) for rank in range(start, start + 4)]
    for place in rng.sample(range(len(cards)), rng.choice((0, 1, 1, 2))):
        cards[place] = rng.choice((JOKER, question.hand[0], question.hand[1]))
    rest = question.hand[len(cards) :]
    return replace(question, hand=(*cards, *rest))


def cramped_one(rng: Random) -> Question:
    """Return a large hand of few suits or ranks, up to eight jokers, for the contract only."""
    system = rng.choice([one for one in SYSTEMS if one.extra_melds is ExtraMelds.NEVER])
    contract = rng.choice(system.contracts)
    shape = rng.choice((nearly_one_suit, many_jokers, sparse_with_jokers))
    return Question(shape(rng, Wanted(system, contract, 23)), system, contract)


def by_points(rng: Random) -> Question:
    """Return a hand dealt in a system where points open."""
    system = rng.choice([one for one in SYSTEMS if not one.contracts])
    return Question(dealt_hand(rng, system, a_size(rng, system, 0)), system, None)


def a_size(rng: Random, system: RuleSystem, number: int) -> int:
    """Return how many cards a hand may have in a round: dealt, one drawn, and two for each call."""
    calls = rng.randrange(MOST_CALLS + 1) if system.calling else 0
    return system.deals[number] + 1 + 2 * calls


def with_table(rng: Random, question: Question) -> Question:
    return replace(question, table=some_table(rng, question.system, down=False))


def counted_decision(question: Question) -> Callable[[], object]:
    holding = count_cards(question.hand, question.system)
    return lambda: can_come_down(holding, question)


def decision(question: Question) -> object:
    return can_come_down(count_cards(question.hand, question.system), question)


def clock(act: Callable[[], object]) -> float:
    """Return the processor time something takes, in microseconds; the better of two goes."""
    times = []
    for _ in range(2):
        begin = time.thread_time()
        act()
        times.append(time.thread_time() - begin)
    return min(times) * 1e6


def prepared(asker: Asker, question: Question) -> Callable[[], object]:
    if asker is counted_decision:
        return counted_decision(question)
    return lambda: asker(question)


def times_of(questions: list[Question], asker: Asker) -> list[float]:
    gc.collect()
    gc.disable()
    times = [clock(prepared(asker, question)) for question in questions]
    gc.enable()
    return times


def spread(title: str, times: list[float]) -> float:
    """Print median, p99 and worst, in microseconds; return the median."""
    times.sort()
    middle = statistics.median(times)
    print(
        f"{title}: {len(times)} hands, median {middle:.1f} µs, p99 {late(times):.0f}, "
        f"worst {times[-1]:.0f}",
        flush=True,
    )
    return middle


def late(times: list[float]) -> float:
    return times[min(len(times) - 1, len(times) * 99 // 100)]


def report(title: str, questions: list[Question], asker: Asker, wanted: Targets) -> None:
    """Print the times and which targets they meet: for the median, p99 and worst."""
    times = times_of(questions, asker)
    middle = spread(title, times)
    found = (middle, late(times), times[-1])
    for name, most, time_taken in zip(("median", "p99", "worst"), wanted, found, strict=True):
        if most:
            print(f"   {name} wanted {most} µs: {'met' if time_taken <= most else 'MISSED'}")


def climb(rng: Random, title: str, asker: Asker, wanted: tuple[ExtraMelds, int]) -> None:
    """Change a card at a time and keep what takes longer."""
    extras, most = wanted
    systems = [one for one in SYSTEMS if one.contracts and one.extra_melds is extras]
    worst, at = 0.0, a_question(rng, systems[0])
    for _ in range(CLIMBS):
        slow, now = 0.0, heavy(rng, rng.choice(systems))
        for _ in range(STEPS):
            tried = changed(rng, now)
            taken = clock(prepared(asker, tried))
            if taken >= slow:
                now, slow = tried, taken
        if slow > worst:
            worst, at = slow, now
    print(f"{title}: worst {worst:.0f} µs, wanted {most}: {'met' if worst <= most else 'MISSED'}")
    name = at.contract.name if at.contract else ""
    print(f"   {at.system.slug} {name}: {cards_text(at.hand)}")


def heavy(rng: Random, system: RuleSystem) -> Question:
    """Return a hand of 23 cards, cramped or as many jokers among them as two packs have."""
    if system.extra_melds is ExtraMelds.NEVER and rng.random() < 0.5:
        return cramped_one(rng)
    jokers = min(6, max(system.jokers))
    hand = (*dealt_hand(rng, system, 23 - jokers), *(JOKER,) * jokers)
    return Question(hand, system, rng.choice(system.contracts))


def changed(rng: Random, question: Question) -> Question:
    """Return the question with one card of its hand another."""
    hand, suits = list(question.hand), question.system.suits
    card = Card(rng.randint(1, 13), rng.choice(suits[: rng.choice((1, 2, 4))]))
    jokers = hand.count(JOKER)
    place = rng.randrange(len(hand))
    hand[place] = JOKER if jokers < MOST_JOKERS and rng.random() < 0.1 else card
    return replace(question, hand=tuple(hand))


if __name__ == "__main__":
    main()
