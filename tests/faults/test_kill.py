"""Kills the server at random times under four writers; no entry is lost or duplicated.

`KALOOKI_SEED` selects another run, `KALOOKI_KILLS` sets its length. Planted faults verify that the
test detects losses and duplicates.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.commits import seed_of_this_run
from tests.faults.forked import start_forked
from tests.faults.record import Damage, damage
from tests.faults.writers import Crowd, Phone
from tests.server import Server, free_port, start

Launch = Callable[[Path, int], Server]

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("KALOOKI_KILLS", "20"))
# Seconds of writing before a kill.
SOON, LATE = 0.02, 0.25


def killed(folder: Path, kills: int, launch: Launch = start_forked) -> Damage:
    """Kill the server repeatedly under four writers; return the first damage."""
    seed = seed_of_this_run()
    chance = random.Random(seed)
    instance, port = folder / "instance", free_port()
    server = launch(instance, port)
    crowd = Crowd(port, seed)
    crowd.game = new_game(port, chance)
    found = Damage((), (), (), (), ())
    with crowd.writing():
        for _ in range(kills):
            crowd.saves_again()
            time.sleep(chance.uniform(SOON, LATE))
            acked = frozenset(crowd.acked.copy())
            server.kill()
            found = damage(instance, folder / "copy", acked=acked, sent=None)
            server = launch(instance, port)
            crowd.game = new_game(port, chance)
            if found:
                break
    server.kill()
    print(f"{len(crowd.acked)} acknowledged, {crowd.refused} refused; {crowd.strange[:3]}")
    found = found or compare_after_the_end(instance, folder / "copy", crowd)
    assert found or not crowd.strange, "a game that is lost is found missing too"
    assert crowd.refused < len(crowd.acked) / 10
    return found


def compare_after_the_end(instance: Path, copy: Path, crowd: Crowd) -> Damage:
    """Compare once all writers have stopped, including entries sent but not acknowledged."""
    sent = frozenset(crowd.sent)
    return damage(instance, copy, acked=frozenset(crowd.acked), sent=sent)


def new_game(port: int, chance: random.Random) -> str:
    with closing(Phone(port)) as phone:
        return phone.begin_game(f"{chance.getrandbits(128):032x}")


def planted(name: str) -> Launch:
    """Return a function that starts the app with a fault of tests/faults."""
    command = (sys.executable, "-m", f"tests.faults.{name}")
    return lambda instance, port: start(instance, command=command, port=port, PYTHONPATH=str(ROOT))


def test_kills_lose_and_duplicate_nothing(tmp_path: Path) -> None:
    """Two servers run in parallel, each with its own writers."""
    tables = [tmp_path / name for name in ("one", "other")]
    with ThreadPoolExecutor(len(tables)) as pool:
        found = list(pool.map(killed, tables, [KILLS // len(tables)] * len(tables)))
    assert not any(found), found


def test_missing_keys_are_detected_as_duplicates(tmp_path: Path) -> None:
    assert killed(tmp_path, 20, planted("without_keys")).doubled


def test_response_before_the_commit_is_detected_as_lost(tmp_path: Path) -> None:
    assert killed(tmp_path, 20, planted("answer_first")).lost


@pytest.mark.parametrize("name", ["without_keys", "answer_first", "early_commit"])
def test_planted_faults_are_in_tests_only(name: str) -> None:
    product = (ROOT / "kalooki_ref").rglob("*.py")
    assert not [path for path in product if name in path.read_text("utf-8")]
