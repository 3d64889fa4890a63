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
from kalooki_ref.cards import JOKER, Card, cards_text
from kalooki_ref.referee.advice.advise import advise, best_points, can_come_down
from kalooki_ref.referee.advice.holding import count_cards
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.rules.choices import ExtraMelds
from kalooki_ref.rules.contracts import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.properties.hands import dealt_hand, some_table

KILLER = "* * * * * * 3H 3H 4D 4H 4H 5D 5H 5H 6D 6H 6H 7D 7D 7H 8D 8H 8H 9H AD JH"
Asker = Callable[[Question], object]


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = Random(7)
    contracted = [system for system in SYSTEMS if system.contracts]
    dealt = [a_question(rng, rng.choice(contracted)) for _ in range(hands)]
    report("(b) the decision, counted hands as dealt", dealt, counted_decision, 10, 100)
    near = [near_miss(rng, rng.choice(contracted)) for _ in range(hands)]
    report("(b) the decision, near misses and hits", near, counted_decision, 10, 100)
    report("(b) counting the cards too", near, decision, None, None)
    down = [question for question in near if decision(question)]
    report("(b) the arrangement and its judging on top, hands that can", down, advise, None, 1000)
    only = [question for question in down if question.system.extra_melds is ExtraMelds.NEVER]
    report("(d) the least left, contract only", only, points_left, None, 1000)
    more = [question for question in down if question.system.extra_melds is not ExtraMelds.NEVER]
    report("(d) the least left, further melds", more, points_left, None, 10_000)
    table = [with_table(rng, question) for question in near + dealt]
    report("(c) the whole turn at a table", table[:hands], advise, None, 20_000)
    ours = measure("   ours, best lay, the same hands", down[:100], points_left)
    for name, timed in peers(down[:100]):
        theirs = spread([clock(one) for one in timed], f"   {name}")
        print(f"      {theirs / ours:.1f} times ours by the median")
    climb(rng, "(b) hill-climb, the decision", counted_decision, ExtraMelds.NEVER, 10_000)
    climb(rng, "(d) hill-climb, contract only", points_left, ExtraMelds.NEVER, 25_000)
    climb(rng, "(d) hill-climb, further melds", points_left, ExtraMelds.ANY_TIME, 250_000)
    free = replace(system_of("standard"), suits_apart=False)
    for system in (system_of("standard"), free):
        question = Question(parse(KILLER), system, Contract(0, 3))
        measure(
            f"(d) the known killer, {'suits apart' if system.suits_apart else 'free'}",
            [question] * 3,
            points_left,
        )


def parse(text: str) -> tuple[Card, ...]:
    from kalooki_ref.cards import parse_cards

    return parse_cards(text)


def a_question(rng: Random, system: RuleSystem) -> Question:
    number = rng.randrange(len(system.contracts))
    size = system.deals[number] + 1 + 2 * rng.randrange(4)
    return Question(dealt_hand(rng, system, size), system, system.contracts[number])


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


def with_table(rng: Random, question: Question) -> Question:
    return replace(question, table=some_table(rng, question.system, down=False))


def counted_decision(question: Question) -> Callable[[], object]:
    holding = count_cards(question.hand, question.system)
    return lambda: can_come_down(holding, question)


def decision(question: Question) -> object:
    return can_come_down(count_cards(question.hand, question.system), question)


def points_left(question: Question) -> object:
    return best_points(question)


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


def measure(title: str, questions: list[Question], asker: Asker) -> float:
    gc.collect()
    gc.disable()
    times = [clock(prepared(asker, question)) for question in questions]
    gc.enable()
    return spread(times, title)


def spread(times: list[float], title: str) -> float:
    times.sort()
    middle = statistics.median(times)
    late = times[min(len(times) - 1, len(times) * 99 // 100)]
    print(
        f"{title}: {len(times)} hands, median {middle:.1f} µs, p99 {late:.0f}, "
        f"worst {times[-1]:.0f}",
        flush=True,
    )
    return middle


def report(
    title: str, questions: list[Question], asker: Asker, middle: int | None, late: int | None
) -> None:
    times = [clock(prepared(asker, question)) for question in questions]
    found = spread(times, title)
    if middle:
        print(f"   median wanted {middle} µs: {'met' if found <= middle else 'MISSED'}")
    if late:
        reached = sorted(times)[len(times) * 99 // 100]
        print(f"   p99 wanted {late} µs: {'met' if reached <= late else 'MISSED'}")


def climb(rng: Random, title: str, asker: Asker, extras: ExtraMelds, most: int) -> None:
    """Change a card at a time and keep what takes longer."""
    worst, at = 0.0, None
    for _ in range(4):
        system = rng.choice([s for s in SYSTEMS if s.contracts and s.extra_melds is extras])
        now = replace(a_question(rng, system), contract=rng.choice(system.contracts))
        now = replace(now, hand=(*dealt_hand(rng, system, 23 - 6), *(JOKER,) * 6))
        slow = 0.0
        for _ in range(60):
            hand = list(now.hand)
            hand[rng.randrange(len(hand) - 8)] = Card(
                rng.randint(1, 13), rng.choice(system.suits[: rng.choice((1, 2, 4))])
            )
            tried = replace(now, hand=tuple(hand))
            taken = clock(prepared(asker, tried))
            if taken >= slow:
                now, slow = tried, taken
        if slow > worst:
            worst, at = slow, now
    name = at.contract.name if at and at.contract else ""
    print(f"{title}: worst {worst:.0f} µs, wanted {most}: {'met' if worst <= most else 'MISSED'}")
    print(f"   {at.system.slug if at else ''} {name}: {cards_text(at.hand) if at else ''}")


if __name__ == "__main__":
    main()
