"""Times making a question to practise with, of each topic, under every system and own rules.

Fails if the slowest twentieth of a topic takes longer than its target.
"""

import statistics
import time
from collections.abc import Iterator

from kalooki_ref.practice.makers import Level
from kalooki_ref.practice.questions import Place, Topic, question_at, topics_of
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from tests.practice.own_systems import turned_together

QUESTIONS = 100
OWN = 20
# Milliseconds for a question, at most, of nineteen in twenty.
LIMIT = 100.0


def taken(topic: Topic, system: RuleSystem, count: int) -> Iterator[float]:
    """Yield the CPU milliseconds of each question, the levels in turn."""
    for number in range(count):
        before = time.thread_time()
        question_at(topic, Place(1, number), system, Level(1 + number % 3))
        yield (time.thread_time() - before) * 1000


def main() -> None:
    rules = [(system, QUESTIONS) for system in SYSTEMS]
    rules += [(system, QUESTIONS // OWN) for _, system in turned_together(OWN, seed=1)]
    print(f"{'milliseconds':<16}{'median':>9}{'p95':>9}{'worst':>9}")
    late = []
    for topic in Topic:
        asked = [(system, count) for system, count in rules if topic in topics_of(system)]
        times = sorted(ms for system, count in asked for ms in taken(topic, system, count))
        row = statistics.median(times), times[len(times) * 95 // 100], times[-1]
        print(f"{topic:<16}" + "".join(f"{ms:9.1f}" for ms in row))
        late += [topic] if row[1] > LIMIT else []
    if late:
        raise SystemExit(f"p95 above {LIMIT:.0f} ms: {', '.join(late)}")


if __name__ == "__main__":
    main()
