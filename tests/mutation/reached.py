"""Which tests reach which functions, and so may notice a fault there."""

import hashlib
import json
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path

from tests.mutation.faults import Fault
from tests.mutation.workers import OPTIONS, ROOT, copied_tree, files, pytest_in

KEPT = ROOT / ".pytest_cache" / "mutation.json"
TEST = re.compile("tests/.*/test_.*")
# So long may the tests chosen for a fault take without it; a fault that hangs is noticed.
SECONDS = 60
# They hold whole pages, answers and searches, and so notice most at once.
WHOLE = (
    "tests/web/test_stories.py",
    "tests/rulebook/test_answers.py",
    "tests/properties/test_work.py",
)
# The seconds of each test and the functions it reached; of a file, those that reading it did.
Reached = dict[str, tuple[float, list[str]]]


def reached_by(folders: Sequence[str], seed: int) -> tuple[str, Reached]:
    """Return how the tests fail, and what each reaches; only new or changed tests run.

    Where the package changed since, a test that would notice may not be chosen: the share that is
    caught is never too high by that.
    """
    now = {name: hash_of(name) for name in files() if TEST.match(name)}
    tests = [name for name in now if name.startswith(tuple(folders))]
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    missing = sorted(name for name in tests if kept.get(name, [""])[0] != now[name])
    if missing:
        print(f"{len(missing)} files of tests run once without a fault.", flush=True)
        failed, reached = noted(missing, seed)
        if failed:
            return failed, {}
        for name in missing:
            own = {test: found for test, found in reached.items() if test.startswith(name)}
            kept[name] = now[name], own
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(kept), "utf-8")
    return "", {test: found for name in tests for test, found in kept[name][1].items()}


def hash_of(name: str) -> str:
    """Return the hash of a file of tests and of what stands beside it for it, as its stories do."""
    path = ROOT / name
    own = path.stem.removeprefix("test_")
    beside = [path, *path.parent.glob(f"{own}*.*"), *path.parent.glob(f"{own}/*.*")]
    return hashlib.sha256(b"".join(one.read_bytes() for one in sorted(beside))).hexdigest()


def noted(tests: Sequence[str], seed: int) -> tuple[str, Reached]:
    """Run these files once; return how they fail, and what each test reached."""
    with copied_tree() as tree, tempfile.TemporaryDirectory() as folder:
        shared = ("--numprocesses=auto", "--dist=worksteal", f"--hypothesis-seed={seed}")
        command, own = pytest_in(
            tree, "-p", "tests.mutation.reach", *OPTIONS, *shared, *tests, KALOOKI_REACH=folder
        )
        ended = subprocess.run(command, cwd=tree, env=own, capture_output=True, check=False)
        parts = [json.loads(path.read_text("utf-8")) for path in Path(folder).iterdir()]
    reached = {name: found for part in parts for name, found in part.items()}
    return (ended.stdout + ended.stderr).decode()[-1500:] if ended.returncode else "", reached


def chosen(fault: Fault, known: Reached) -> list[str]:
    """Return the tests that may notice, in the order to run them.

    Those that reach the faulty function come first; then those whose file names the module, because
    it may be reached in another process; then those that hold whole pages and answers, and those
    called like the module or in a folder called like its room; of equals the quickest of each file,
    then the second of each. What runs when a module is read, or is reached by no test, may be
    noticed by every test.
    """
    module = fault.path.removesuffix(".py").replace("/", ".")
    naming = {name for name in known if module in source_of(name.partition("::")[0])}
    reaching = {name for name, (_, functions) in known.items() if fault.function in functions}
    maybe = reaching | naming if reaching else known

    place: dict[str, int] = {}
    before: Counter[str] = Counter()
    for one in sorted(maybe, key=lambda one: known[one][0]):
        file = one.partition("::")[0]
        place[one], before[file] = before[file], before[file] + 1

    def turn(one: str) -> tuple[bool, bool, bool, int]:
        subject = Path(one.partition("::")[0]).stem.removeprefix("test_")
        is_of_room = Path(one).parts[1] == module.split(".")[1]
        near = one.startswith(WHOLE) or subject in module or is_of_room
        return one not in reaching, one not in naming, not near, place[one]

    return sorted(place, key=turn)


def affordable(tests: Sequence[str], known: Reached) -> list[str]:
    """Return the first of these tests, as many as time allows."""
    spent = accumulate(known[name][0] for name in tests)
    return [name for name, seconds in zip(tests, spent, strict=True) if seconds < SECONDS]


@cache
def source_of(path: str) -> str:
    return (ROOT / path).read_text("utf-8")
