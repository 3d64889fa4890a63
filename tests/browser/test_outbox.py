"""Every entry is saved exactly once and in order despite failures of phone, network and server.

KALOOKI_OUTBOX=200 runs that many random schedules; KALOOKI_SEED selects others.
"""

import os
import random
from pathlib import Path

import pytest

from tests.browser.outbox import Schedule
from tests.commits import seed_of_this_run

SCHEDULES = int(os.environ.get("KALOOKI_OUTBOX", "2"))
SEED = seed_of_this_run()
STEPS = 14
# Planted faults: the script, the original text, and its replacement.
PLANTED = {
    "deleted before the answer": (
        "sending.js",
        "const answer = await post(item.address,",
        "await drop(item.n); const answer = await post(item.address,",
    ),
    "only in memory": ("queue.js", "indexedDB.open('kalooki-outbox', 1)", "Promise.reject()"),
    "key made at send time": ("sending.js", "['key', item.key]", "['key', freshKey()]"),
}


def damage(schedule: Schedule) -> str:
    """Restore everything and return what was lost or doubled, or ""."""
    waiting = schedule.come_back()
    if waiting:
        return f"{waiting} still wait"
    saved = schedule.saved()
    return "" if saved == schedule.intents else f"saved {saved}, tapped {schedule.intents}"


def test_random_schedules_save_every_entry_once(browser_path: Path, tmp_path: Path) -> None:
    schedule = Schedule(browser_path, tmp_path, random.Random(SEED))
    with schedule.begun():
        for seed in range(SEED, SEED + SCHEDULES):
            schedule.next_game(random.Random(seed))
            schedule.play(STEPS)
            assert not damage(schedule), f"KALOOKI_SEED={seed}"


@pytest.mark.parametrize("fault", [None, *PLANTED])
def test_schedules_detect_planted_faults(
    browser_path: Path, tmp_path: Path, fault: str | None
) -> None:
    """The schedule: a lost response, a call without a server, then the phone is killed."""
    faults = (PLANTED[fault],) if fault else ()
    schedule = Schedule(browser_path, tmp_path / "one", random.Random(SEED), faults)
    with schedule.begun():
        schedule.lose_answer()
        schedule.tap_surely("Ann")
        schedule.kill_server()
        schedule.tap_surely("Ben")
        schedule.kill_phone()
        assert bool(damage(schedule)) is (fault is not None)
