"""Replays requests and writes down the words, links and fields that players see.

A story is a text file. A line such as `GET /g/A` or `POST /g/A/calls player=2` is a request; a name
before it, as in `Ben: GET /g/A`, means another phone. The indented lines after a request are the
words, links and fields of the response. Lines shown on an earlier page, maybe of another game, are
replaced by their number and a hash of four characters of the whole page. The first game is /g/A,
the second /g/B, the first circle /c/A, and so with everything in `IDS`; times and random keys are
masked. All other lines are comments.

In a request, g/A behind "=" or "#" is the id alone. CODE is the newest code to join, CODE1 the
first; HOUSE1 are the first house rules in a link, which a page shows as HOUSE if it was asked for
with them. SAVED is the file that was saved last, SAVED|an|the the same with other words, HALF its
beginning; a field named "file" is sent as a file. The clock is a second later with each request. A
line such as `At 2026-01-03 20:00` sets it; such a story shows days and times.
"""

import re
import tempfile
import zlib
from calendar import month_abbr, month_name
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta, tzinfo
from io import BytesIO
from typing import Self
from unittest.mock import patch
from urllib.parse import unquote_plus

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kalooki_ref import create_app
from kalooki_ref.store.event_store import entries_since
from tests.web.phone import SAME_SITE
from tests.web.stories.reading import read

TIMES = (
    (re.compile(r"\d{4}-\d\d-\d\d(T[\d:]+Z?)?"), "DAY"),
    (re.compile(r"\b\d\d:\d\d( UTC)?\b"), "TIME"),
    (re.compile(rf"\b(\w+day )?\d{{1,2}} ({'|'.join(month_name[1:])})( \d{{4}})?\b"), "DAY"),
    (re.compile(rf"\b\d{{1,2}} ({'|'.join(month_abbr[1:])})\b"), "DAY"),
)
MASKS = (
    (re.compile(r"\b[0-9a-zA-Z_-]{32,}\b"), "KEY"),
    (re.compile(r"~[0-9a-f]{12}\b"), "~KEY"),
    (re.compile(r"/assets/[0-9a-f]+/"), "/assets/"),
)
ASKED = re.compile(r"(?:(\w+): )?(GET|POST) (\S+)(.*)")
PERSON = r"[0-9a-f]{16}|~[0-9a-f]{12}\.\d+"
# Random or hashed, so a story has letters for them.
IDS = {
    "g": re.compile(r"/g/([\w-]{20,24})"),
    "c": re.compile(r"(?:/c/|again=)([\w-]{20,24})"),
    "people": re.compile(rf"(?:/people/|name=(?:person|spelling) value=)({PERSON})"),
    "seasons": re.compile(r"/seasons/([0-9a-f]{16})"),
    "played": re.compile(r"name=game value=(~[0-9a-f]{12})\b"),
    "answer": re.compile(r"name=(?:sure|before) value=([0-9a-f]{16})\b"),
    "doubts": re.compile(r"name=doubted value=([0-9a-f]{16})\b"),
    "phone": re.compile(r"name=link value=([0-9a-f]{64})\b"),
    "join": re.compile(r"/join/([\w-]{22})(?![\w-])"),
    "recovery": re.compile(r"\b((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})\b"),
    "copy": re.compile(r"(?:/open/#|name=(?:game|held) value=)([\w-]{40,})"),
}
CODE = re.compile(r"/join/([0-9A-Z]{6})\b")
HOUSE = re.compile(r"(?:/house-rules/|\bhouse=)(2[\w-]{12,})")
# What may differ in a line that isn't shown again: the game, the entry, the page to come back to.
VARIES = re.compile(r"(?<=/g/)[A-Z]\b|(?<=game=)[A-Z]\b|(?<=seq value=)\d+|(?<=/settings\?back=).*")
CLOCK = re.compile(r"At (\d{4}-\d\d-\d\d \d\d:\d\d)")
ASK_THE_CLOCK = (
    "store.event_store", "web.learn.today", "web.phones.phones", "web.phones.takeover",
    "web.start.sample",
)  # fmt: skip
FIRST_EVENING = datetime(2026, 1, 3, 20, tzinfo=UTC)
CONFIG = {"LIMITS": False, "MACHINE_NAME": "laptop.local", "TIMEZONE": "Europe/London"}


class Clock(datetime):
    """The time in a story, a second later with each request."""

    shown = FIRST_EVENING

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls.fromtimestamp(cls.shown.timestamp(), tz)


class Replay:
    """Replays the requests and formats the responses."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.phones = defaultdict[str, FlaskClient](app.test_client)
        # By what is shown instead, such as "g/A".
        self.ids: dict[str, str] = {}
        self.codes: list[str] = []
        # Texts of house rules in links, and the last request with them.
        self.houses: list[str] = []
        self.asked = ""
        self.forms = 0
        self.seen: set[str] = set()
        self.saved = b""
        self.masks: tuple[tuple[re.Pattern[str], str], ...] = TIMES + MASKS

    def set_clock(self, text: str) -> None:
        Clock.shown = datetime.fromisoformat(f"{text}+00:00")
        self.masks = MASKS

    def shown(self, line: str) -> list[str]:
        """Return the formatted response to a request line."""
        # A pair of people has one after the other: /people/A/B.
        line = re.sub(r"(/people/[A-Z]/)(?=[A-Z]\b)", r"\1~people/", line)
        for shown, found in self.ids.items():
            line = re.sub(rf"/{shown}\b", f"/{shown.partition('/')[0]}/{found}", line)
            line = re.sub(rf"(?:(?<=[=#])|(?<=%23)|~){shown}\b", found, line)
        Clock.shown += timedelta(seconds=1)
        if self.codes:
            line = re.sub(r"\bCODE(\d*)", lambda found: self.codes[int(found[1] or 0) - 1], line)
        line = re.sub(r"\bHOUSE(\d+)", lambda found: self.houses[int(found[1]) - 1], line)
        self.asked = line
        name, method, address, sent = ASKED.fullmatch(line).groups()  # type: ignore[union-attr]
        phone = self.phones[name]
        if method == "GET":
            return self.answer(phone.get(address))
        pairs = [field.partition("=")[::2] for field in sent.split()]
        data = {name: [self.typed(v) for n, v in pairs if n == name] for name, _ in pairs}
        text = "".join(data.pop("file", ())).encode("utf-8", "surrogateescape")
        files = {"file": (BytesIO(text), "file.json")} if " file=" in sent else {}
        self.forms += 1
        data.setdefault("key", [f"the-key-of-form-number-{self.forms:04}"])
        data.setdefault("base", [self.version(address)])
        return self.answer(phone.post(address, data=data | files, headers=SAME_SITE))

    def typed(self, text: str) -> str:
        """Return the value of a field, with the saved file in it."""
        saved = self.saved.decode()
        text = unquote_plus(text, errors="surrogateescape").replace("HALF", saved[:200])
        kept, *changes = text.split("|") if text.startswith("SAVED") else [text]
        text = kept.replace("SAVED", saved)
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            text = text.replace(old, new)
        return text

    def version(self, address: str) -> str:
        game = re.match(r"/g/([\w-]+)", address)
        with self.app.app_context():
            return str(len(entries_since(game[1], 0)) if game else 0)

    def answer(self, answer: TestResponse) -> list[str]:
        lines: list[str] = []
        if "attachment" in answer.headers.get("Content-Disposition", ""):
            self.saved = answer.data
        if answer.status_code != 303:
            lines = read(answer.text) if answer.mimetype == "text/html" else [answer.text]
        first = f"{answer.status_code} {answer.headers.get('Location', '')}"
        shown = self.masked("\n".join([first.strip(), *lines])).splitlines()
        fresh = [line for line in dict.fromkeys(shown[1:]) if VARIES.sub("", line) not in self.seen]
        self.seen.update(VARIES.sub("", line) for line in fresh)
        known = len(shown) - 1 - len(fresh)
        if known:
            shown[0] += f", {known} lines as before, {order_of(shown[1:])}"
        return [shown[0], *fresh]

    def masked(self, text: str) -> str:
        for kind, pattern in IDS.items():
            for found in pattern.findall(text):
                if found not in self.ids.values():
                    of_kind = sum(shown.startswith(f"{kind}/") for shown in self.ids)
                    self.ids[f"{kind}/{chr(ord('A') + of_kind)}"] = found
        for shown, found in sorted(self.ids.items(), key=lambda pair: -len(pair[1])):
            text = text.replace(found, shown.partition("/")[2])
        self.codes += [code for code in CODE.findall(text) if code not in self.codes]
        for code in self.codes:
            text = text.replace(code, "CODE")
        self.houses = list(dict.fromkeys(self.houses + HOUSE.findall(text)))
        for number, house in enumerate(self.houses, 1):
            text = text.replace(house, "HOUSE" if house in self.asked else f"HOUSE{number}")
        for pattern, instead in self.masks:
            text = pattern.sub(instead, text)
        return text


def order_of(lines: list[str]) -> str:
    """Return a hash of four characters of the lines in their order."""
    return f"{zlib.crc32(' '.join(lines).encode()) & 0xFFFF:04x}"


def replayed(text: str) -> str:
    """Return the same requests with their current responses."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        for module in ASK_THE_CLOCK:
            stack.enter_context(patch(f"kalooki_ref.{module}.datetime", Clock))
        Clock.shown = FIRST_EVENING
        app = create_app({"INSTANCE": folder} | CONFIG)
        return "".join(f"{line}\n" for line in _lines(text, Replay(app)))


def _lines(text: str, replay: Replay) -> Iterator[str]:
    for line in text.splitlines():
        if ASKED.fullmatch(line):
            yield line
            yield from (f"  {shown}" for shown in replay.shown(line))
        elif not line.startswith("  "):
            if clock := CLOCK.fullmatch(line):
                replay.set_clock(clock[1])
            yield line
