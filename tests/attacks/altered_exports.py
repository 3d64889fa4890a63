"""`python -m tests.attacks.altered_exports 10000 SEED`: fuzz tests of game imports.

Each file is a whole game with one to three changes, opened by the web app, the command line or the
pocket in turn: it must be refused with a reason, or all pages must render and the game continue.
"""

import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask.testing import FlaskClient

from kalooki_ref import create_app
from kalooki_ref.cards import parse_cards
from kalooki_ref.cli import main as cli
from kalooki_ref.game import events
from kalooki_ref.game.game_file import FORMAT
from kalooki_ref.game.record import event_data
from kalooki_ref.pocket.bridge import Bridge
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.rules.systems import SYSTEMS
from tests.pocket.test_bridge import ADDRESS, awake

# Kilobytes.
MOST_MEMORY = 200 * 1024
PAGES = ("", "scoreboard", "standings", "print", "history", "round", "rounds/1", "board", "counts",
         "players", "rules", "send", "export.csv", "export.json", "tonight")  # fmt: skip
MISSING_WHEN_OVER = {"rounds/1", "board", "counts"}
SAME = {"Sec-Fetch-Site": "same-origin"}
REASON = re.compile(r'id="fault"[^>]*>([^<]*)<')
WAITS = {429}


def whole_game(slug: str) -> dict[str, Any]:
    """Return an exported game that has every kind of entry."""
    system = next(system for system in SYSTEMS if system.slug == slug)
    suits = [suit.value for suit in system.suits]
    run = Meld(MeldKind.RUN, parse_cards(" ".join(f"{n}{suits[0]}" for n in (5, 6, 7, 8))))
    three = Meld(MeldKind.SET, parse_cards(" ".join(f"9{suit}" for suit in suits[:3])))
    hands = (
        events.HandLeft(1, is_down=True),
        events.HandLeft(2, count=25, sum_text="10+15", overcalls=1),
        events.HandLeft(3, cards=parse_cards(f"2{suits[0]} 7{suits[1]}"), is_down=True),
        events.HandLeft(4, count=7, fine=50, barred=parse_cards(f"4{suits[2]}")),
    )
    written: list[events.Event] = [
        events.GameStarted(("Ann", "Ben", "Cleo"), 1, stake=5),
        events.PlayerJoined("Dee", 3, 10, number=4),
        events.SeatsChanged((1, 3, 2, 4), 3),
        events.CallAnswered(2),
        events.CallAnswered(3, granted=False),
        events.EntryAmended(4, None),
        events.MeldsLaid(1, (three, three, run), overruled="The table says so."),
        events.Tacked(1, 2, parse_cards(f"9{suits[0]}"), lay=f"~{7:012x}", part=2),
        events.JokerMoved(1, 2, 0, parse_cards(f"5{suits[0]}")),
        events.HandCounted(2, 9),
        events.StockReshuffled(),
        events.RoundEnded(1, bent=True, hands=hands),
        events.EntryAmended(12, events.RoundEnded(1, hands=hands)),
        events.PlayerRenamed(2, "Benjamin"),
        events.PlayerMarked(2, 11),
        events.RoundEnded(None),
        events.PlayerLeft(4),
        events.CallAnswered(1),
        events.PlayerReturned(4, after=1, points=15, next_round=True),
        events.PlayerLeft(2, after_round=True),
        events.EntryAmended(20, None, also=(events.EntryAmended(12, None),)),
        events.EntryAmended(12, events.RoundEnded(1, hands=hands)),
        events.EntryAmended(12, events.RoundEnded(1, bent=True, hands=hands), back=True),
    ]
    rows = []
    for seq, event in enumerate(written, 1):
        kind, data = event_data(event)
        at = f"2026-11-22T18:{seq:02}:07Z"
        row = {"seq": seq, "kind": kind, "data": data, "by": "Ann’s phone", "at": at}
        rows.append(row | {"key": f"~{seq:012x}"})
    return {
        "format": FORMAT,
        "title": system.name,
        "created_at": "2026-11-22T18:00:00Z",
        "home": "http://192.168.1.5:5040/open/",
        "rules": as_data(system),
        "entries": rows,
    }


DATES = (
    *("2026-02-30T10:00:00Z", "2026-11-22T24:00:00Z", "2026-11-22T23:59:60Z", "", "2026-11-22"),
    *("9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z"),
    *("10000-01-01T00:00:00Z", "0000-00-00T00:00:00Z"),
)
HOMES = (
    *("http://[x/", "https://evil.example/open/", "http://[::1]/", "http://a:99999/"),
    *("javascript:alert(1)", "http://a b/", "https://[::ffff:1.2.3.4]:1/", "http://../"),
)
TEXTS = (
    *("", " ", "x" * 41, "x" * 500, "%", "%(x)s", "%s%n", "{{7*7}}", "<script>alert(1)</script>"),
    *("\u202egnp", "\u200b", "e" + "\u0301" * 40, "\0", "\ud800", "\u2028", "=1+1", "\u0130"),
    *("\U0001f0a1\U0001f469\u200d\U0001f467", "a\nb", "{}", "\x7f"),
)
NUMBERS = (
    *(-1, 0, 1, 2, 3, 4, 5, 8, 17, 60, 99, 1000, 4999, 10**5, 10**7, 10**9, 2**63, 10**30),
    *(-(10**12), 1.5, -0.0, 1e300, float("nan"), float("inf"), True, False),
)
OTHERS = (None, [], {}, [[]], [0] * 300, ["7H"] * 250, "7H", "*", "3e1", "left")
VALUES = (*DATES, *HOMES, *TEXTS, *NUMBERS, *OTHERS)


def places_in(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in the data: its container, and its key or index."""
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from places_in(data[key])


def change_value(data: Any, draw: random.Random) -> None:
    holder, key = draw.choice(list(places_in(data)))
    holder[key] = draw.choice(VALUES)


def change_rule(data: Any, draw: random.Random) -> None:
    field = draw.choice(list(data["rules"]))
    others = [as_data(system)[field] for system in SYSTEMS]
    data["rules"][field] = draw.choice([*others, *NUMBERS])


def change_date(data: Any, draw: random.Random) -> None:
    holder = draw.choice([data, *data["entries"]])
    holder["created_at" if holder is data else "at"] = draw.choice(DATES)


def change_home(data: Any, draw: random.Random) -> None:
    data["home"] = draw.choice(HOMES)


def change_name(data: Any, draw: random.Random) -> None:
    texts = draw.choice(TEXTS)
    row = draw.choice(data["entries"])
    draw.choice([
        lambda: data.update(title=texts),
        lambda: data["rules"].update(name=texts),
        lambda: row.update(by=texts),
        lambda: data["entries"][0]["data"]["names"].append(texts),
    ])()  # fmt: skip


def repeat(data: Any, draw: random.Random) -> None:
    """Repeat an entry, unchanged or renumbered, up to some hundred times."""
    rows = data["entries"]
    row, is_new = draw.choice(rows), draw.random() < 0.8
    for _ in range(draw.choice([1, 1, 2, 60, 400])):
        seq = len(rows) + 1
        rows.append(row | {"seq": seq, "key": f"~{seq:012x}"} if is_new else row)


def leave_out(data: Any, draw: random.Random) -> None:
    holder, key = draw.choice(list(places_in(data)))
    del holder[key]


def swap(data: Any, draw: random.Random) -> None:
    (holder, key), (other, place) = (
        draw.choice(list(places_in(data["entries"]))) for _ in range(2)
    )
    try:
        holder[key], other[place] = json.loads(json.dumps([other[place], holder[key]]))
    except (KeyError, IndexError):
        return


def nest(data: Any, draw: random.Random) -> None:
    holder, key = draw.choice(list(places_in(data)))
    for _ in range(draw.choice([1, 30, 500])):
        amendment = {"event": holder[key], "is": "EntryAmended", "seq": 1}
        holder[key] = draw.choice([[holder[key]], amendment])


def renumber(data: Any, draw: random.Random) -> None:
    draw.shuffle(data["entries"])
    for seq, row in enumerate(data["entries"], 1):
        if isinstance(row, dict):
            row["seq"] = seq


CHANGES: tuple[Callable[[Any, random.Random], None], ...] = (
    *(change_value, change_value, change_rule, change_date, change_home, change_name),
    *(repeat, leave_out, swap, nest, renumber),
)


def altered(seed: int) -> str:
    """Return the text of an altered file; the same for the same seed."""
    draw = random.Random(seed)
    data = json.loads(json.dumps(whole_game(draw.choice(SYSTEMS).slug)))
    for _ in range(draw.choice([1, 1, 2, 3])):
        try:
            draw.choice(CHANGES)(data, draw)
        except (
            KeyError,
            IndexError,
            TypeError,
            AttributeError,
            RecursionError,
        ):  # an earlier change removed it, or it is nested too deeply
            continue
    try:
        text = json.dumps(data, ensure_ascii=draw.random() < 0.5)
    except RecursionError:
        text = "[" * 5000
    return text[: draw.randrange(len(text))] if draw.random() < 0.05 else text


# The message for an oversized body.
TOO_LARGE = re.compile("The form is larger than a game ever needs")


class Unsound(AssertionError):
    """An altered file was neither refused with a reason nor playable."""


class Readers:
    """Web, command line and pocket, each with an instance of its own."""

    def __init__(self, folder: Path, bridge: Bridge) -> None:
        self.folder = folder
        self.bridge = bridge
        self.app = create_app({"INSTANCE": str(folder / "web"), "LIMITS": False})
        self.told: Counter[str] = Counter()

    def open(self, seed: int) -> None:
        """Open an altered file; raises Unsound."""
        readers = (self.by_web, self.by_command, self.by_pocket)
        text = altered(seed).encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        readers[seed % 3](text, seed)

    def by_web(self, text: str, seed: int) -> None:
        client = self.app.test_client()
        sent = {"game": text, "key": f"altered-export-{seed:08}"}
        asked = client.post("/open/", data=sent, headers=SAME)
        kept = client.post("/open/keep", data=sent, headers=SAME)
        if (asked.status_code, kept.status_code) == (422, 422):
            self.refuse(REASON.findall(kept.text), seed)
            return
        if (asked.status_code, kept.status_code) == (413, 413):
            self.refuse(REASON.findall(kept.text) or TOO_LARGE.findall(kept.text), seed)
            return
        if (asked.status_code, kept.status_code) != (200, 303):
            raise Unsound(f"{seed}: {asked.status_code}, then {kept.status_code}")
        self.play(client, str(kept.location), seed)

    def by_command(self, text: str, seed: int) -> None:
        file = self.folder / "altered.json"
        file.write_text(text, "utf-8")
        out, errors = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(errors):
            status = cli(["restore", str(file), "--instance", self.app.instance_path])
        if status == 2:
            self.refuse([errors.getvalue()], seed)
        elif status == 0:
            self.play(self.app.test_client(), f"/g/{out.getvalue().strip()}", seed)
        else:
            raise Unsound(f"{seed}: the command ended with {status}")

    def by_pocket(self, text: str, seed: int) -> None:
        sent = {"game": text, "key": f"altered-export-{seed:08}"}
        status, headers, body = self.ask("POST", "/kalooki/open/keep", sent)
        if status in (413, 422):
            self.refuse(REASON.findall(body.decode()) or TOO_LARGE.findall(body.decode()), seed)
        elif status == 303:
            table = dict(headers)["Location"]
            found = {page: self.ask("GET", f"{table}/{page}".rstrip("/"), {})[0] for page in PAGES}
            self.judge(found | {"home": self.ask("GET", "/kalooki/", {})[0]}, seed)
        else:
            raise Unsound(f"{seed}: the pocket answers {status}")

    def ask(self, method: str, path: str, sent: dict[str, str]) -> tuple[int, Any, bytes]:
        about = {"method": method, "path": path, "query": "", "headers": {
            "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin",
        }}  # fmt: skip
        body = urlencode(sent, errors="surrogatepass").encode()
        status, headers, content = self.bridge.answer(json.dumps(about), body)
        return status, json.loads(headers), content

    def refuse(self, reasons: list[str], seed: int) -> None:
        if not reasons or len(reasons[0].split()) < 4:
            raise Unsound(f"{seed}: refused without a sentence: {reasons}")
        self.told["refused"] += 1

    def play(self, client: FlaskClient, table: str, seed: int) -> None:
        """Show every page of a game and record a call."""
        client.get(table)  # the phone then remembers the game
        found = {page: client.get(f"{table}/{page}".rstrip("/")).status_code for page in PAGES}
        found["home"] = client.get("/").status_code
        version = client.get(f"{table}.json").get_json()["version"]
        sent = {"player": "1", "answer": "granted", "base": version, "key": f"call-after-{seed:08}"}
        called = client.post(f"{table}/calls", data=sent, headers=SAME).status_code
        if called not in {303, 404, 422}:
            raise Unsound(f"{seed}: a call gets {called}")
        self.judge(found, seed)

    def judge(self, found: dict[str, int], seed: int) -> None:
        broken = {page: status for page, status in found.items() if status not in (200, 302, 303)}
        is_over = {page: status for page, status in broken.items() if status == 404}
        if set(is_over) != set(broken) or not set(is_over) <= MISSING_WHEN_OVER:
            raise Unsound(f"{seed}: pages answer {broken}")
        self.told["playable"] += 1


def memory() -> int:
    """Return the peak memory of this process, in kilobytes.

    The `resource` module would include the parent process's peak from before the exec.
    """
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def main(count: int, seed: int) -> int:
    """Open ``count`` altered files; return how many were unsound."""
    unsound = 0
    with tempfile.TemporaryDirectory() as folder:
        disk = Path(folder) / "pocket"
        disk.mkdir()
        with awake(ADDRESS, disk) as bridge:
            readers = Readers(Path(folder), bridge)
            for number in range(seed, seed + count):
                try:
                    readers.open(number)
                except Exception as error:  # report it and continue
                    unsound += 1
                    print(f"{type(error).__name__}: {error} (seed {number})", flush=True)
    held = memory()
    told = readers.told
    print(f"{told['refused']} refused, {told['playable']} playable, {unsound} unsound")
    print(f"{count - unsound} of {count} held; {held // 1024} MB of memory")
    return int(unsound > 0 or held > MOST_MEMORY)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
