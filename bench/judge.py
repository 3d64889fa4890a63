"""Times a verdict, beside the hand check of the mahjong package."""

import gc
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.rules.systems import SYSTEMS, system_of

ROUNDS = 4000
# Maximum median time of a verdict, in microseconds.
LIMIT = 20.0

HANDS = (
    ("run", "7H 8H 9H 10H"), ("run", "7H * 9H *"), ("run", "7H 8H * *"), ("run", "AD 2D 3D 4D"),
    ("run", "KD AD 2D 3D"), ("run", "2S 3S 4S 6S"), ("run", "5C 6C 7D 8C"), ("run", "5C 6C 7C"),
    ("run", "3H 4H * 6H 7H 8H 9H"), ("set", "7H 7D 7S"), ("set", "KH KD *"), ("set", "KH * *"),
    ("set", "9H 9H 9C 9S"), ("set", "9H 9H 8C"), ("set", "QH QD * *"), ("set", "4H 4D 4C 4S *"),
)  # fmt: skip
COLOURS = str.maketrans("HDSC", "BRGE")
COURTS = {"J": "11", "Q": "12", "K": "13"}


def questions() -> list[Callable[[], Any]]:
    """Return a call of the referee for every hand and system."""
    calls: list[Callable[[], Any]] = []
    for system in SYSTEMS:
        for kind, text in HANDS:
            words = text if system is not system_of("kooky") else in_colours(text)
            meld = Meld(MeldKind(kind), parse_cards(words))
            calls.append(partial(judge_meld, meld, system))
    return calls


def in_colours(text: str) -> str:
    return " ".join(in_colour(word) for word in text.split())


def in_colour(word: str) -> str:
    if word == "*":
        return word
    return COURTS.get(word[:-1], word[:-1]) + word[-1].translate(COLOURS)


def mahjong_checks() -> list[Callable[[], Any]]:
    """Return hand checks of the other package, for complete hands, some without points."""
    try:
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.tile import TilesConverter
    except ImportError:
        raise SystemExit("the mahjong package is missing: pip install mahjong") from None
    calculator = HandCalculator()
    hands = (
        ("22444", "333567", "444"),
        ("123456789", "11", "234"),
        ("123", "456789", "22456"),
        ("1223", "456789", "2256"),
    )
    checks: list[Callable[[], Any]] = []
    for man, pin, sou in hands:
        tiles = TilesConverter.string_to_136_array(man=man, pin=pin, sou=sou)
        win = tiles[-1]
        checks.append(partial(calculator.estimate_hand_value, tiles, win))
    return checks


def timed(calls: list[Callable[[], Any]], rounds: int) -> list[float]:
    """Return the times of the calls in microseconds, in ascending order."""
    for call in calls:
        call()
    gc.disable()
    taken = []
    for _ in range(rounds):
        for call in calls:
            before = time.perf_counter_ns()
            call()
            taken.append((time.perf_counter_ns() - before) / 1000)
    gc.enable()
    return sorted(taken)


def main() -> None:
    calls = questions()
    rows = {
        "a verdict, all five systems": timed(calls, ROUNDS // len(calls) * 4),
        "the same with its repair": timed([repaired(call) for call in calls], 10),
        "mahjong: a hand's value": timed(mahjong_checks(), ROUNDS // 8),
    }
    print(f"{'microseconds':32}{'median':>9}{'p99':>9}{'worst':>9}")
    for name, taken in rows.items():
        p99 = taken[int(len(taken) * 0.99)]
        print(f"{name:32}{statistics.median(taken):9.1f}{p99:9.1f}{taken[-1]:9.1f}")
    ours, theirs = (statistics.median(rows[name]) for name in (*rows,)[::2])
    print(f"one verdict: {ours:.1f} µs, {theirs / ours:.0f} times as fast as their check")
    if ours >= LIMIT:
        raise SystemExit(f"a verdict takes {ours:.1f} µs, more than {LIMIT:.0f}")


def repaired(call: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: call().instead


if __name__ == "__main__":
    main()
