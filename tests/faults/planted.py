"""`python -m tests.faults.planted`: plants typical faults in a copy of the tree, one by one.

Each is a plausible mistake in a line of the app, with the tests that should then fail. Two more are
planted in every run of test_kill, one in test_disk. `make mutate` plants random faults.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.faults.copied_tree import LATER, copied_tree
from tests.faults.planted_circles import CIRCLES
from tests.faults.planted_evenings import PLANTED_EVENINGS
from tests.faults.planted_fault import Planted
from tests.faults.planted_imports import IMPORTS
from tests.faults.planted_judging import JUDGING
from tests.faults.planted_phones import PHONES
from tests.faults.planted_practice import PRACTICE
from tests.faults.planted_server import SERVER
from tests.faults.planted_texts import TEXTS

ROOT = Path(__file__).parents[2]
APPEND = """    with writing() as connection:
        version = locked_version(connection, game_id)
        saved ="""
SCHEDULES = "tests/pocket/test_lasting.py -k schedules"
REFUSAL = "store.tables.ConfigError: "
RAISED = """        raise_changes(connection, game_id, version=version + 1, saved_at=at)
    return Appended"""


PLANTED = (
    *CIRCLES,
    *IMPORTS,
    *PLANTED_EVENINGS,
    *JUDGING,
    *PHONES,
    *PRACTICE,
    *SERVER,
    *TEXTS,
    Planted(
        "a key sent twice is two entries",
        "kalooki_ref/store/event_store.py",
        "        if saved is not None:\n            _refuse_reuse",
        "        if not game_id:\n            _refuse_reuse",
        "tests/store/test_appending.py",
    ),
    Planted(
        "entry and version in two transactions",
        "kalooki_ref/store/event_store.py",
        RAISED,
        f"    with writing() as connection:\n{RAISED}",
        "tests/faults/test_disk.py",
    ),
    Planted(
        "the last to write wins",
        "kalooki_ref/store/event_store.py",
        "    if ahead or conflicts(",
        "    if ahead and conflicts(",
        "tests/store/test_appending.py tests/web/shared/test_append.py",
    ),
    Planted(
        "the version is checked outside the transaction",
        "kalooki_ref/store/event_store.py",
        APPEND,
        "    version = load(game_id).version\n"
        + APPEND.replace("        version = locked_version(connection, game_id)\n", ""),
        "tests/store/test_appending.py",
    ),
    Planted(
        "what one phone types replaces the whole form",
        "kalooki_ref/store/drafts.py",
        "json.dumps(_load(connection, game_id, form) | typed)",
        "json.dumps(typed)",
        "tests/web/table/test_drafts.py tests/store/test_changes.py",
    ),
    Planted(
        "a save does not wait for the disk",
        "kalooki_ref/store/sqlite.py",
        '"PRAGMA synchronous=FULL"',
        '"PRAGMA synchronous=NORMAL"',
        "tests/store/test_database.py tests/faults/test_disk.py",
    ),
    Planted(
        "PostgreSQL answers before it is on the disk",
        "kalooki_ref/store/postgres.py",
        '    "synchronous_commit": "on",\n    "lock_timeout"',
        '    "synchronous_commit": "off",\n    "lock_timeout"',
        "tests/store/test_database.py",
    ),
    Planted(
        "two write into one game at a time",
        "kalooki_ref/store/event_store.py",
        "SHOWN).with_for_update()",
        "SHOWN)",
        "tests/store/test_appending.py",
    ),
    Planted(
        "a name is taken for markup",
        "templates/table/scoreboard.html",
        '<span class="board-line-name">{{ player.name }}',
        '<span class="board-line-name">{{ player.name|safe }}',
        "tests/web/test_hostile_text.py -k 'not uses_safe'",
    ),
    Planted(
        "a deleted game can still be read",
        "kalooki_ref/store/event_store.py",
        "SHOWN = game.c.deleted_at.is_(None)",
        'SHOWN = game.c.id != ""',
        "tests/store/test_deletion.py",
    ),
    Planted(
        "the way back is any path",
        "kalooki_ref/web/shared/settings.py",
        "if OWN_PAGE.fullmatch(address)",
        'if address.startswith("/")',
        "tests/web/test_hostile_text.py",
    ),
    Planted(
        "a name can be a formula",
        "kalooki_ref/web/results/spreadsheet.py",
        "if name.startswith(FORMULA_SIGNS)",
        'if name == ""',
        "tests/web/copies/test_export.py",
    ),
    Planted(
        "any host is answered",
        "kalooki_ref/server/middleware/security.py",
        "    if match is None or not is_ours(",
        "    if match is None and not is_ours(",
        "tests/web/test_security.py",
    ),
    Planted(
        "another site can send our forms",
        "kalooki_ref/server/middleware/security.py",
        'OWN_SITES = {"same-origin", "none"}',
        'OWN_SITES = {"same-origin", "none", "cross-site"}',
        "tests/web/test_security.py",
    ),
    Planted(
        "the oldest table is forgotten, whoever keeps its score",
        "kalooki_ref/web/shared/rights.py",
        "key=lambda pair: needs[pair[0]]",
        "key=lambda pair: 0",
        "tests/web/phones/test_seats.py",
    ),
    Planted(
        "a seat signs as the scorekeeper's phone",
        "kalooki_ref/web/shared/append.py",
        "if _alike(label) in taken else label",
        "if not label else label",
        "tests/web/phones/test_seats.py",
    ),
    Planted(
        "slashes before a path hide whose page it is",
        "kalooki_ref/server/middleware/responses.py",
        'path = "/" + str(environ.get("PATH_INFO", "")).lstrip("/")',
        'path = str(environ.get("PATH_INFO", ""))',
        "tests/web/test_security.py",
    ),
    Planted(
        "a database that fails during a conflict is a 500",
        "kalooki_ref/server/middleware/errors.py",
        "    except (Unavailable, UnknownGame) as failure:",
        "    except UnknownGame as failure:",
        "tests/web/shared/test_append.py",
    ),
    Planted(
        "a backup is not checked",
        "kalooki_ref/store/backups.py",
        "    if not copy.is_file() or not is_sound(copy):",
        "    if not copy.is_file():",
        "tests/store/test_backups.py",
    ),
    Planted(
        "a phone answers first and saves later",
        "kalooki_ref/pocket/site/sw.js",
        "await storage.save(",
        "setTimeout(storage.save, 60_000, ",
        SCHEDULES,
    ),
    Planted(
        "what a phone's storage refused counts as saved",
        "kalooki_ref/pocket/site/sw.js",
        "{ isDraft: sent.method === 'PATCH' });",
        "{ isDraft: sent.method === 'PATCH' }).catch(() => {});",
        SCHEDULES,
    ),
    Planted(
        "a phone saves a part of its database",
        "kalooki_ref/pocket/site/worker/storage.js",
        "for (const at of changedPieces(kept.database, database))",
        "for (const at of [0])",
        SCHEDULES,
    ),
    Planted(
        "one address asks for no role",
        "kalooki_ref/web/shared/rights.py",
        '    "deletion.delete": Right.MANAGE,',
        '    "deletion.delete": Right.WATCH,',
        "tests/web/test_roles.py",
    ),
    Planted(
        "a seat records for others by naming itself too",
        "kalooki_ref/web/shared/rights.py",
        "        return sent == [str(viewer.player)]",
        "        return str(viewer.player) in sent",
        "tests/web/phones/test_phones.py",
    ),
    Planted(
        "a page that reads differently passes for the one a phone has",
        "kalooki_ref/web/phones/stream.py",
        'OF_ITS_OWN.sub("", page).encode()',
        'OF_ITS_OWN.sub("", page)[:400].encode()',
        "tests/web/phones/test_live_pages.py",
    ),
    Planted(
        "a code to join never ends",
        "kalooki_ref/store/join_codes.py",
        "access.c.join_until >= now()",
        'access.c.join_until >= ""',
        "tests/web/phones/test_phones.py",
    ),
)


def plant_all() -> Iterator[tuple[Planted, bool]]:
    """Plant each fault; yield it and whether its tests fail."""
    with copied_tree() as tree:
        for fault in PLANTED:
            file = tree / fault.path
            right = file.read_text("utf-8")
            write(file, right.replace(fault.right, fault.wrong))
            yield fault, fails(tree, fault)
            write(file, right)


def write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8")
    os.utime(file, (time := next(LATER), time))


def fails(tree: Path, fault: Planted) -> bool:
    """Return whether the tests of a fault fail.

    A random evening that fails isn't cut. Raises CalledProcessError if they couldn't be set up. An
    app that refuses to start because of the fault counts as failed.
    """
    command = f"{sys.executable} -m pytest -x -q -p no:cacheprovider {fault.tests}"
    own = {**os.environ, "PYTHONPATH": str(tree), "KALOOKI_UNCUT": "1"} | (
        {"KALOOKI_WHOLE": "1"} if fault.is_whole else {}
    )
    run = subprocess.run(
        command, shell=True, cwd=tree, env=own, capture_output=True, encoding="utf-8", check=False
    )
    is_set_up = "ERROR at setup" not in run.stdout or REFUSAL in run.stdout
    if run.returncode not in {0, 1} or not is_set_up:
        print(run.stdout[-3000:])
        raise subprocess.CalledProcessError(run.returncode, command, run.stdout, run.stderr)
    return run.returncode == 1


def main() -> int:
    missed = 0
    for fault, was_caught in plant_all():
        missed += not was_caught
        print(f"{'caught' if was_caught else 'MISSED':<8}{fault.name}", flush=True)
    print(f"{len(PLANTED) - missed} of {len(PLANTED)} caught")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
