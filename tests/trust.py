"""`make trust`: runs the long versions of fault and attack tests, and prints a table of results.

Each row is a promise of SECURITY.md with the tests that try to break it and their number of cases.
The settings below lengthen the regular tests, unless they are set in the environment.
"""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow

ROOT = Path(__file__).parents[1]
LONGER = {
    "KALOOKI_KILLS": "1000",
    "KALOOKI_CUTS": "500",
    "KALOOKI_FAILURES": "100",
    "KALOOKI_REQUESTS": "10000",
    "KALOOKI_TABLES": "10",
    "KALOOKI_ALTERED": "10000",
    "KALOOKI_SCHEDULES": "200",
    "KALOOKI_ANSWERS": "1",
    "KALOOKI_ROUNDS": "9",
    "KALOOKI_LATENCY": "800",
    "KALOOKI_EVENINGS": "1000",
    "KALOOKI_OUTBOX": "200",
    "KALOOKI_WHOLE": "1",
    "PYTEST_TIMEOUT": "0",
    "KALOOKI_SEED": str(randbelow(10**6)),
    "CI": "1",
}
SETTINGS = LONGER | os.environ


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise, the command that tries to break it, and the settings that count its cases."""

    name: str
    command: str
    counted: tuple[str, ...] = ()


PROMISES = (
    Promise(
        "a saved entry survives kill -9, once",
        "pytest tests/faults/test_kill.py tests/store/test_appending.py",
        ("KALOOKI_KILLS",),
    ),
    Promise(
        "failing disks and power cuts lose nothing",
        "pytest tests/faults/test_disk.py",
        ("KALOOKI_CUTS",),
    ),
    Promise(
        "failing servers and networks lose nothing",
        "pytest tests/faults/test_servers.py",
        ("KALOOKI_FAILURES",),
    ),
    Promise(
        "a master outlives what it started",
        "pytest tests/faults/test_servers.py -k master",
        ("KALOOKI_FAILURES",),
    ),
    Promise("locks hold up no reader", "pytest tests/faults/test_locks.py"),
    Promise(
        "damage is noticed, backups restore",
        "pytest tests/store/test_backups.py tests/store/test_database.py",
    ),
    Promise(
        "entries of a phone come once, in order",
        "pytest tests/browser/test_outbox.py",
        ("KALOOKI_OUTBOX",),
    ),
    Promise(
        "phones at one table see what others do",
        "pytest tests/browser/test_live.py tests/attacks/test_streams.py "
        "tests/web/table/test_drafts.py",
    ),
    Promise(
        "five phones show the same after every round",
        "pytest tests/browser/test_five_phones.py",
        ("KALOOKI_ROUNDS",),
    ),
    Promise(
        "random evenings add up, whatever is undone",
        "pytest tests/evenings",
        ("KALOOKI_EVENINGS",),
    ),
    Promise("a take-over is seen before it happens", "pytest tests/web/phones/test_takeover.py"),
    Promise(
        "a lost answer shuts no scorekeeper out",
        "pytest tests/web/phones tests/browser/test_phones.py -k lost_answer",
    ),
    Promise("old games open and score the same", "pytest tests/store/test_releases.py"),
    Promise(
        "a file that is restored is whole or refused",
        "pytest tests/web/copies/test_export.py tests/web/copies/test_copies.py",
    ),
    Promise(
        "rules from elsewhere hold only what is offered",
        "pytest tests/unit/test_foreign_rules.py",
    ),
    Promise(
        "games from elsewhere are bounded, dated, counted",
        "pytest tests/web/copies/test_imports.py",
    ),
    Promise(
        "altered files are refused or playable",
        "pytest tests/attacks/test_altered_exports.py",
        ("KALOOKI_ALTERED",),
    ),
    Promise(
        "nothing is overwritten in silence",
        "pytest tests/web/shared/test_append.py tests/web/table/test_review.py",
    ),
    Promise(
        "one client leaves threads for the others",
        "pytest tests/unit/test_http_server.py -k client",
    ),
    Promise(
        "blanks and accents cost no time",
        "pytest tests/web/copies/test_copies.py tests/web/start/test_games.py -k cost",
    ),
    Promise(
        "slow clients and hard questions hold nobody up",
        "pytest tests/attacks/test_slow_clients.py tests/attacks/test_heavy_questions.py",
    ),
    Promise(
        "who guesses codes has to wait, and nobody else",
        "pytest tests/attacks/test_code_guesses.py",
    ),
    Promise(
        "a phone keeps its tables and its own name",
        "pytest tests/web/phones/test_seats.py",
    ),
    Promise(
        "a link with a wrong letter opens no other game",
        "pytest tests/web/copies/test_copies.py -k corrupted_link",
    ),
    Promise(
        "chunks and two lengths close the connection",
        "pytest tests/attacks/test_hostile_requests.py -k chunk",
    ),
    Promise("long heads are refused", "pytest tests/attacks/test_hostile_requests.py -k head"),
    Promise(
        "half-sent bodies hold little memory",
        "pytest tests/attacks/test_hostile_requests.py -k incomplete_bodies",
    ),
    Promise(
        "files take no room that forms need",
        "pytest tests/attacks/test_hostile_requests.py -k uploads",
    ),
    Promise("pages are quick beside attackers", "bench.attacks"),
    Promise("small costly requests slow nobody, behind Caddy too", "bench.hostile"),
    Promise("held connections slow nobody, nor two servers", "bench.held"),
    Promise(
        "floods are told to wait, fifty phones never are", "pytest tests/attacks/test_limits.py"
    ),
    Promise(
        "generated requests never break the API",
        "pytest tests/attacks/test_generated_requests.py tests/web/test_api_schema.py",
        ("KALOOKI_REQUESTS", "KALOOKI_REQUESTS"),
    ),
    Promise(
        "what is typed is never run, and breaks no page",
        "pytest tests/web/test_hostile_text.py tests/web/test_errors.py",
    ),
    Promise(
        "the worst texts cost little, at every way in",
        "pytest tests/attacks/test_worst_texts.py tests/attacks/test_worst_commands.py",
    ),
    Promise(
        "slashes before a path change no header",
        "pytest tests/web/test_security.py -k slashes",
    ),
    Promise(
        "a conflict that can't be explained is no 500",
        "pytest tests/web/shared/test_append.py -k rendering_a_conflict",
    ),
    Promise("other sites can't act for you", "pytest tests/web/test_security.py"),
    Promise(
        "a deleted game is gone",
        "pytest tests/store/test_deletion.py tests/web/start/test_deletion.py",
    ),
    Promise(
        "a game on a phone lasts",
        "pytest tests/pocket/test_lasting.py tests/pocket/test_starting.py",
        ("KALOOKI_SCHEDULES",),
    ),
    Promise(
        "a phone answers and plays as a server does",
        "pytest tests/pocket/test_answers.py tests/pocket/test_journeys.py"
        " tests/browser/test_evening.py",
    ),
    Promise(
        "what a browser deletes comes back, or is said to be gone",
        "pytest tests/pocket/test_what_browsers_delete.py -k deleted",
    ),
    Promise(
        "pockets of one host keep apart",
        "pytest tests/pocket/test_what_browsers_delete.py -k pockets",
    ),
    Promise("a phone needs no network", "pytest tests/pocket/test_offline.py"),
    Promise("two builds of the pocket are the same", "pytest tests/pocket/built_twice.py"),
    Promise("planted faults are caught", "tests.faults.planted"),
)
COUNT = re.compile(r"(\d+) (?:passed|failed|errors?|of \d+ (?:caught|held))")


def tried(promise: Promise) -> tuple[int, bool]:
    """Run the tests of a promise; return the number of cases, and whether all passed."""
    command = [sys.executable, "-m", *promise.command.split()]
    if "pytest" in command:
        command += ["-q", "--no-header"]
    run = subprocess.run(
        command, cwd=ROOT, env=SETTINGS, capture_output=True, encoding="utf-8", check=False
    )
    if run.returncode:
        print(run.stdout[-4000:], run.stderr[-1000:], file=sys.stderr)
    more = sum(int(SETTINGS[name]) - 1 for name in promise.counted)
    return sum(map(int, COUNT.findall(run.stdout))) + more, run.returncode == 0


def main() -> int:
    """Print the table row by row; return 1 if a promise was broken."""
    print(f"KALOOKI_SEED={SETTINGS['KALOOKI_SEED']}")
    print(f"{'promise':<49}{'cases':>7}{'seconds':>9}  result", flush=True)
    all_held = True
    for promise in PROMISES:
        begun = time.monotonic()
        cases, held = tried(promise)
        all_held &= held
        seconds = time.monotonic() - begun
        result = "held" if held else "BROKEN"
        print(f"{promise.name:<49}{cases:>7}{seconds:>9.0f}  {result}", flush=True)
    return 0 if all_held else 1


if __name__ == "__main__":
    sys.exit(main())
