"""Times the advice: the decision, the best lay, and the turn with a board, beside other solvers.

`python bench/advise.py [HANDS]`; hands are dealt and modified, and hill climbing searches for the
worst ones. Targets are for a machine on which mahjong's shanten takes 37 µs (median); the same run
measures that, and scales them.
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

from bench.peers import mahjong, peers
from kalooki_ref.cards import JOKER, Card, parse_cards
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.best import best_of
from kalooki_ref.referee.advice.hand_counts import count_cards
from kalooki_ref.referee.advice.position import position_of
from kalooki_ref.referee.advice.question import Question, StepBudget
from kalooki_ref.rules.choices import Contract, ExtraMelds
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.properties.counted import can_come_down
from tests.properties.hands import dealt_hand, some_table
from tests.properties.shapes import Wanted, many_jokers, nearly_one_suit, sparse_with_jokers
from tests.properties.written import write_question

KILLER = "* * * * * * 3H 3H 4D 4H 4H 5D 5H 5H 6D 6H 6H 7D 7D 7H 8D 8H 8H 9H AD JH"
CLIMBS, STEPS = 3, 40
MOST_JOKERS, MOST_CALLS = 8, 3
Asker = Callable[[Question], object]
Begin = Callable[[], Question]
# Maximum time for any hand, in microseconds.
WORST = 250_000
# Time of mahjong's shanten on the reference machine, in microseconds.
SHANTEN = 37.0


class Bench:
    """Prints the table: each row with its targets, scaled for this machine."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    def time(
        self, title: str, questions: list[Question], asker: Asker, **wanted: float
    ) -> list[float]:
        """Time each question and print median, p99 and worst."""
        return self.row(title, times_of(questions, asker), **wanted)

    def row(self, title: str, times: list[float], **wanted: float) -> list[float]:
        times.sort()
        found = {"median": statistics.median(times), "p99": late(times), "worst": times[-1]}
        words = "".join([f"{micro:>12,.0f}" for micro in found.values()])
        goals = [self.goal(name, found[name], most) for name, most in wanted.items()]
        print(f"{title:<46}{len(times):>6}{words}   {', '.join(goals)}", flush=True)
        return times

    def goal(self, name: str, found: float, most: float) -> str:
        met = "met" if found <= most * self.factor else "MISSED"
        return f"{name} ≤ {most * self.factor:,.0f}: {met}"

    def climb(self, rng: Random, title: str, begin: Begin, asker: Asker) -> None:
        """Hill climbing: change a card at a time and keep the slower hand."""
        worst, slowest = 0.0, begin()
        for _ in range(CLIMBS):
            slow, now = 0.0, begin()
            for _ in range(STEPS):
                tried = changed(rng, now)
                taken = clock(prepared(asker, tried))
                if taken >= slow:
                    now, slow = tried, taken
            if slow > worst:
                worst, slowest = slow, now
        self.row(title, [worst], worst=WORST)
        print(f"   {write_question(slowest, ())}")


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = Random(7)
    contracted = [system for system in SYSTEMS if system.contracts]
    dealt = [a_question(rng, rng.choice(contracted)) for _ in range(hands)]
    near = [near_miss(rng, rng.choice(contracted)) for _ in range(hands)]
    both = [question for pair in zip(dealt, near, strict=True) for question in pair]
    down = [question for question in near if decision(question)]
    only, more = split(down)
    bench = Bench(factor_of(both))
    print(f"{'microseconds':<46}{'hands':>6}{'median':>12}{'p99':>12}{'worst':>12}   wanted")
    bench.time("the decision, dealt and spoilt hands", both, counted_decision, median=10, p99=100)
    bench.time("counting the cards too", both, decision)
    bench.time("the best lay, judged", down, advise)
    # Parts of a turn, which has a target as a whole.
    ours = bench.time("the least left, contract only", only, least_left)
    ours += bench.time("the least left, further melds", more, least_left)
    cramped = [cramped_one(rng) for _ in range(hands)]
    bench.time("the least left, contract only, cramped", cramped, least_left)
    table = [with_table(rng, question) for question in both[:hands]]
    bench.time("the whole turn at a table", table, advise, p99=8000)
    points = [with_table(rng, by_points(rng)) for _ in range(hands)]
    # No contract bounds this search, and nobody notices 20 ms.
    bench.time("the same where points open", points, advise, p99=20_000)
    compare(bench, down[:100], statistics.median(ours))
    climbs(rng, bench)


def climbs(rng: Random, bench: Bench) -> None:
    """Search for the slowest hands, with and without a board."""
    only, more = split([a_question(rng, system) for system in SYSTEMS if system.contracts])
    begins: list[tuple[str, Begin, Asker]] = [
        ("the decision", lambda: heavy(rng, rng.choice(only).system), counted_decision),
        ("contract only", lambda: heavy(rng, rng.choice(only).system), least_left),
        ("further melds", lambda: heavy(rng, rng.choice(more).system), least_left),
        ("a table", lambda: with_table(rng, heavy(rng, rng.choice(more).system)), advise),
        ("points", lambda: with_table(rng, by_points(rng)), advise),
    ]
    for name, begin, asker in begins:
        bench.climb(rng, f"worst of a hill-climb, {name}", begin, asker)
    free = replace(system_of("standard"), suits_apart=False)
    for system in (system_of("standard"), free):
        question = Question(parse_cards(KILLER), system, Contract(0, 3))
        name = "suits apart" if system.suits_apart else "suits free"
        bench.time(f"the known killer, {name}", [question], least_left, worst=WORST)


def factor_of(questions: list[Question]) -> float:
    """Return how much slower this machine is than the reference machine."""
    try:
        taken = statistics.median([clock(question) for question in mahjong(questions[:500])])
    except ImportError:
        print("mahjong is not installed: the wanted times are taken as they are")
        return 1.0
    print(f"mahjong's shanten: {taken:.1f} µs by the median, factor {taken / SHANTEN:.2f}")
    return taken / SHANTEN


def compare(bench: Bench, questions: list[Question], ours: float) -> None:
    """Print the times of other solvers beside ours."""
    for name, timed in peers(questions):
        theirs = bench.row(f"   {name}", [clock(question) for question in timed])
        print(f"      {statistics.median(theirs) / ours:.2g} times ours by the median")


def split(questions: list[Question]) -> tuple[list[Question], list[Question]]:
    """Split the hands into those that may lay only the contract, and those that may lay more."""
    only = [question for question in questions if question.system.extra_melds is ExtraMelds.NEVER]
    return only, [
        question for question in questions if question.system.extra_melds is not ExtraMelds.NEVER
    ]


def a_question(rng: Random, system: RuleSystem) -> Question:
    number = rng.randrange(len(system.contracts))
    hand = dealt_hand(rng, system, a_size(rng, system, number))
    return Question(hand, system, system.contracts[number])


def near_miss(rng: Random, system: RuleSystem) -> Question:
    """Return a hand that can come down, or one with a card of its lay removed."""
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
    """Return a large hand of few suits or ranks, with up to eight jokers, for the contract only."""
    system = rng.choice([system for system in SYSTEMS if system.extra_melds is ExtraMelds.NEVER])
    contract = rng.choice(system.contracts)
    shape = rng.choice((nearly_one_suit, many_jokers, sparse_with_jokers))
    return Question(shape(rng, Wanted(system, contract, 23)), system, contract)


def by_points(rng: Random) -> Question:
    """Return a dealt hand in a system where points open."""
    system = rng.choice([system for system in SYSTEMS if not system.contracts])
    return Question(dealt_hand(rng, system, a_size(rng, system, 0)), system, None)


def a_size(rng: Random, system: RuleSystem, number: int) -> int:
    """Return a possible hand size: the deal, one drawn card, and two per call."""
    calls = rng.randrange(MOST_CALLS + 1) if system.calling else 0
    return system.deals[number] + 1 + 2 * calls


def with_table(rng: Random, question: Question) -> Question:
    return replace(question, table=some_table(rng, question.system, down=False))


def counted_decision(question: Question) -> Callable[[], object]:
    hand = count_cards(question.hand, question.system)
    return lambda: can_come_down(hand, question)


def decision(question: Question) -> object:
    return can_come_down(count_cards(question.hand, question.system), question)


def least_left(question: Question) -> object:
    """Return the least points left, before a plan is made or judged."""
    return best_of(position_of(question, StepBudget(question.most_steps)))


def clock(act: Callable[[], object]) -> float:
    """Return the CPU time of a call in microseconds, the better of two runs."""
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


def late(times: list[float]) -> float:
    return times[min(len(times) - 1, len(times) * 99 // 100)]


def heavy(rng: Random, system: RuleSystem) -> Question:
    """Return a hand of 23 cards with few suits, or with all jokers of two packs."""
    if system.extra_melds is ExtraMelds.NEVER and rng.random() < 0.5:
        return cramped_one(rng)
    jokers = min(6, max(system.jokers))
    hand = (*dealt_hand(rng, system, 23 - jokers), *(JOKER,) * jokers)
    return Question(hand, system, rng.choice(system.contracts))


def changed(rng: Random, question: Question) -> Question:
    """Return the question with one card of its hand changed."""
    hand, suits = list(question.hand), question.system.suits
    card = Card(rng.randint(1, 13), rng.choice(suits[: rng.choice((1, 2, 4))]))
    jokers = hand.count(JOKER)
    place = rng.randrange(len(hand))
    hand[place] = JOKER if jokers < MOST_JOKERS and rng.random() < 0.1 else card
    return replace(question, hand=tuple(hand))


if __name__ == "__main__":
    main()
