"""`python -m tests.reference 100000 SEED`: compare the two referees on random questions."""

import json
import sys
from collections import Counter
from secrets import randbelow

from tests.reference.compare import Comparison, compare

SHOWN = 40


def main(words: list[str]) -> int:
    count = int(words[0]) if words else 10_000
    seed = int(words[1]) if len(words) > 1 else randbelow(2**32)
    print(f"{count} questions, seed {seed}")
    found = compare(count, seed)
    show(found)
    return 1 if found.differences else 0


def show(found: Comparison) -> None:
    for question, first, second in found.differences[:SHOWN]:
        print(f"first {first}, second {second}: {json.dumps(question)}")
    for title, counter in (
        ("answers", found.verdicts),
        ("codes", found.codes),
        ("switches", found.switches),
        ("asked about", found.asked),
    ):
        show_counts(title, counter)
    print(f"{len(found.differences)} differences in {found.questions} questions")


def show_counts(title: str, counter: Counter[str]) -> None:
    print(f"\n{title}")
    for name, count in sorted(counter.items()):
        print(f"{count:8} {name}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
