"""Replays requests and writes down the words, links and fields that players see.

A story is a text file. A line such as `GET /g/A` or `POST /g/A/calls player=2` is a request; a name
before it, as in `Ben: GET /g/A`, means another phone. The indented lines after a request are the
words, links and fields of the response. Lines shown on an earlier page are replaced by their number
and a hash of four characters. The first game is /g/A, the second /g/B, the first circle /c/A;
times and random keys are masked. All other lines are comments.
"""

import re
import tempfile
import zlib
from calendar import month_abbr, month_name
from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import unquote_plus

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kalooki_ref import create_app
from tests.web.phone import SAME_SITE

INLINE = {"a", "abbr", "b", "button", "bdi", "del", "em", "i", "small", "span", "strong", "time"}
SILENT = {"script", "style", "svg", "head"}
SHOWN = (
    "action", "alt", "aria-checked", "aria-current", "aria-expanded", "aria-invalid", "aria-label",
    "checked", "disabled", "formaction", "href", "inputmode", "max", "maxlength", "min", "name",
    "open", "placeholder", "required", "selected", "value",
)  # fmt: skip
MASKS = (
    (re.compile(r"\d{4}-\d\d-\d\d(T[\d:]+Z?)?"), "DAY"),
    (re.compile(r"\b[0-9a-zA-Z_-]{32,}\b"), "KEY"),
    (re.compile(r"\b\d\d:\d\d( UTC)?\b"), "TIME"),
    (re.compile(rf"\b(\w+day )?\d{{1,2}} ({'|'.join(month_name[1:])})( \d{{4}})?\b"), "DAY"),
    (re.compile(rf"\b\d{{1,2}} ({'|'.join(month_abbr[1:])})\b"), "DAY"),
    (re.compile(r"/assets/[0-9a-f]+/"), "/assets/"),
)
ASKED = re.compile(r"(?:(\w+): )?(GET|POST) (\S+)(.*)")
ADDRESS = re.compile(r"/([gc])/([\w-]{20,24})")
CODE = re.compile(r"/join/([0-9A-Z]{6})\b")


class Reader(HTMLParser):
    """Extracts the text of a page: a line per block, with the tags that users perceive."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in SILENT:
            self.silent += 1
            self.lines[-1] += f" ({label})" if (label := given.get("aria-label")) else ""
            return
        if tag not in INLINE:
            self.lines.append("")
        shown = [f"{name}={given[name]}" for name in SHOWN if name in given]
        if shown and "value=KEY" not in shown and not self.silent and tag != "html":
            self.lines[-1] += f" <{tag} {' '.join(shown)}>"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.silent:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in SILENT:
            self.silent -= 1
        elif tag == "a":
            self.lines[-1] += ">"
        elif tag not in INLINE:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.lines[-1] += data


class Replay:
    """Replays the requests and formats the responses."""

    def __init__(self, app: Flask) -> None:
        self.phones = defaultdict[str, FlaskClient](app.test_client)
        # By what is shown instead, such as "g/A".
        self.ids: dict[str, str] = {}
        self.codes: list[str] = []
        self.forms = 0
        self.seen: set[str] = set()

    def shown(self, line: str) -> list[str]:
        """Return the formatted response to a request line."""
        for shown, found in self.ids.items():
            line = re.sub(rf"/{shown}\b", f"/{shown[0]}/{found}", line)
        if self.codes:
            line = line.replace("CODE", self.codes[-1])
        name, method, address, sent = ASKED.fullmatch(line).groups()  # type: ignore[union-attr]
        phone = self.phones[name]
        if method == "GET":
            return self.answer(phone.get(address))
        pairs = [field.partition("=")[::2] for field in sent.split()]
        data = {name: [unquote_plus(v) for n, v in pairs if n == name] for name, _ in pairs}
        self.forms += 1
        data.setdefault("key", [f"the-key-of-form-number-{self.forms:04}"])
        data.setdefault("base", [self.version(phone, address)])
        return self.answer(phone.post(address, data=data, headers=SAME_SITE))

    def version(self, phone: FlaskClient, address: str) -> str:
        game = re.match(r"/g/[\w-]+", address)
        log = phone.get(f"{game[0]}/history").text if game else ""
        return str(max(map(int, re.findall(r'id="entry-(\d+)"', log)), default=0))

    def answer(self, answer: TestResponse) -> list[str]:
        lines: list[str] = []
        if answer.status_code != 303:
            lines = read(answer.text) if answer.mimetype == "text/html" else [answer.text]
        first = f"{answer.status_code} {answer.headers.get('Location', '')}"
        shown = self.masked("\n".join([first.strip(), *lines])).splitlines()
        fresh = [line for line in dict.fromkeys(shown[1:]) if line not in self.seen]
        self.seen.update(fresh)
        known = len(shown) - 1 - len(fresh)
        if known:
            shown[0] += f", {known} lines as before, {order_of(shown[1:])}"
        return [shown[0], *fresh]

    def masked(self, text: str) -> str:
        for kind, found in ADDRESS.findall(text):
            if found not in self.ids.values():
                of_kind = sum(shown[0] == kind for shown in self.ids)
                self.ids[f"{kind}/{chr(ord('A') + of_kind)}"] = found
        for shown, found in self.ids.items():
            text = text.replace(found, shown[2:])
        self.codes += [code for code in CODE.findall(text) if code not in self.codes]
        for code in self.codes:
            text = text.replace(code, "CODE")
        for pattern, instead in MASKS:
            text = pattern.sub(instead, text)
        return text


def order_of(lines: list[str]) -> str:
    """Return a hash of four characters of the lines in their order."""
    return f"{zlib.crc32(' '.join(lines).encode()) & 0xFFFF:04x}"


def read(html: str) -> list[str]:
    """Return the text of a page's main part, or of a fragment, by line."""
    _, begin, main = html.partition("<main")
    reader = Reader()
    reader.feed(begin + main.partition("</main>")[0] if begin else html)
    lines = (" ".join(line.split()) for line in reader.lines)
    return [line for line in lines if line and "name=key" not in line and "name=base" not in line]


def replayed(text: str) -> str:
    """Return the same requests with their current responses."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder, "LIMITS": False})
        return "".join(f"{line}\n" for line in _lines(text, Replay(app)))


def _lines(text: str, replay: Replay) -> Iterator[str]:
    for line in text.splitlines():
        if ASKED.fullmatch(line):
            yield line
            yield from (f"  {shown}" for shown in replay.shown(line))
        elif not line.startswith("  "):
            yield line
