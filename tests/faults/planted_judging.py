"""Planted faults: judging the order of cards; detected by the comparison of both referees."""

from tests.faults.planted_fault import Planted

REFEREES = "tests/reference/test_reference.py -k agree"
SWITCHES = "tests/reference/test_switches.py"

JUDGING = (
    Planted(
        "real cards of a run are judged in the order they were named",
        "kalooki_ref/referee/run_order.py",
        "return OrderedRun(cards) if order is None else OrderedRun(_picked(cards, order), order)",
        "return OrderedRun(cards)",
        REFEREES,
    ),
    Planted(
        "a block with a joker goes to the low end in one direction only",
        "kalooki_ref/referee/run_growth.py",
        "ways.append((add[::-1], (_LOW,)))",
        "ways.append((add, (_LOW,)))",
        REFEREES,
    ),
    Planted(
        "tacked cards go to both ends though one is named",
        "kalooki_ref/referee/run_growth.py",
        "ways = [(add, _BOTH if end is None else (end,))]",
        "ways = [(add, _BOTH)]",
        REFEREES,
    ),
    Planted(
        "a whole suit has its ace low only",
        "kalooki_ref/referee/run_order.py",
        "return rising, rising[1:] + rising[:1]",
        "return (rising,)",
        REFEREES,
    ),
    Planted(
        "a switch for calls in the air does nothing",
        "kalooki_ref/referee/calls.py",
        "    if moment is Moment.IN_THE_AIR and not system.calls_in_the_air:",
        "    if moment is Moment.IN_THE_AIR:",
        SWITCHES,
    ),
    Planted(
        "a last contract that takes all cards leaves some",
        "kalooki_ref/referee/lay.py",
        "    return [Finding(Code.CARDS_KEPT)] if turn.goes_out is False else []",
        "    return []",
        "tests/rulebook/test_last_contract.py",
    ),
    Planted(
        "the advice leaves a joker in one's own run",
        "kalooki_ref/referee/advice/table_runs.py",
        "    return TO_HAND if is_taken else AS_ANY",
        "    return FIXED if is_taken else AS_ANY",
        "tests/properties/test_joker_pairs.py",
    ),
    Planted(
        "a page checks a lay without its round",
        "kalooki_ref/web/rulings/cards_verdict.py",
        "LayFacts(query.round_in(system), rules.pack",
        "LayFacts(None, rules.pack",
        "tests/web/test_three_ways.py",
    ),
    Planted(
        "a lead is claimed over players who left ahead",
        "kalooki_ref/game/course.py",
        "        played |= present",
        "        played = present",
        "tests/unit/test_story.py",
    ),
)
