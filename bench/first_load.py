"""Measures the first load of each page: compressed bytes of HTML, CSS and JS, and requests.

Targets: 30 kB and 13 requests for every page.
"""

import gzip
import logging
import re
import tempfile
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from flask.testing import FlaskClient

from kalooki_ref import create_app
from kalooki_ref.words.language import SOURCE
from tests.games.whole_game import read
from tests.web.phone import Phone

MOST_KILOBYTES = 30
MOST_REQUESTS = 13
# Of the scripts that every page loads later; browsers cache them for all pages.
MOST_LATER_KILOBYTES = 16
MOST_PAGES = 150
SMALL = {"Accept-Encoding": "gzip"}
ASSET = re.compile(
    r'<(?:link rel="(?:stylesheet|modulepreload)" href|script type="module" src)="([^"]+)"'
)
IMPORT = re.compile(r"import.*?'\./([\w-]+\.js)'")
LINK = re.compile(r'<a [^>]*href="(/[^"#]*)')
# Filled-in pages, which aren't linked.
TYPED = (
    "/check?system=jamaican&cards=7H+8H+*+*",
    "/check?system=standard&round=2&cards=7H+7D+7C+/+3S+4S+5S+*",
    "/check?system=kooky&on=7R+8R+9R&cards=10R",
    "/advice?system=standard&round=2&hand=7H+7D+7C+9S+9D+*+3C+4C+5C+6C+KD",
    "/house-rules/new?base=jamaican",
    "/nowhere",
)
HANDS = {f"hands-{number}-player": str(number + 1) for number in range(5)} | {
    f"hands-{number}-points": str(10 + number) for number in range(1, 5)
}


@dataclass(frozen=True, slots=True)
class Visit:
    """A response; ``size`` in bytes."""

    page: str
    text: str
    size: int


@dataclass(frozen=True, slots=True)
class Load:
    """The first load of a page; ``size`` in bytes, including the HTML."""

    page: str
    size: int
    requests: int


def loads(language: str = SOURCE) -> tuple[Load, ...]:
    """Return the first loads of all linked pages, largest first."""
    phone = played()
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    sizes: dict[str, int] = {}
    found = (load(phone.client, visit, sizes) for visit in walk_all(phone))
    return tuple(sorted(found, key=lambda load: -load.size))


def played() -> Phone:
    """Return a phone with a game on it: three rounds, and a lay in the fourth."""
    phone = Phone(create_app({"INSTANCE": tempfile.mkdtemp()}).test_client())
    phone.begin(*read("jamaican").names)
    for _ in range(3):
        phone.post("round", winner="1", step="save", insist="1", **HANDS)
    phone.post("lays", player="2")
    return phone


def walk_all(phone: Phone) -> tuple[Visit, ...]:
    """Return all linked pages of this phone's app."""
    typed = (*TYPED, f"{phone.table}/round?winner=2", f"{phone.table}/check")
    return tuple(walk(phone.client, ("/", phone.table, *typed)))


def walk(client: FlaskClient, starts: tuple[str, ...]) -> Iterator[Visit]:
    """Crawl from these pages; each path is visited with one query string only."""
    waiting, seen = deque(starts), set[str]()
    while waiting and len(seen) < MOST_PAGES:
        page = waiting.popleft().replace("&amp;", "&")
        known = page if page in starts else page.partition("?")[0]
        if known not in seen:
            seen.add(known)
            answer = client.get(page, headers=SMALL, follow_redirects=True)
            if answer.mimetype == "text/html":
                is_small = answer.content_encoding == "gzip"
                text = (gzip.decompress(answer.data) if is_small else answer.data).decode()
                waiting.extend(LINK.findall(text))
                yield Visit(page, text, len(answer.data))


def load(client: FlaskClient, visit: Visit, sizes: dict[str, int]) -> Load:
    """Return the first load of a page; ``sizes`` caches the sizes of files."""
    assets = set(ASSET.findall(visit.text))
    for address in assets - sizes.keys():
        sizes[address] = size_of_response(client, address)
    return Load(visit.page, visit.size + sum(sizes[asset] for asset in assets), 1 + len(assets))


def size_of_response(client: FlaskClient, address: str) -> int:
    """Return the compressed size of a response in bytes."""
    return len(client.get(address, headers=SMALL, follow_redirects=True).data)


def later() -> int:
    """Return the bytes that a page of a game loads later."""
    phone = played()
    scripts = [script for script in ASSET.findall(phone.get().text) if script.endswith(".js")]
    folder = next(script for script in scripts if script.endswith("/page.js"))
    now = {script.rpartition("/")[2] for script in scripts}
    waiting, sizes = deque(now), dict[str, int]()
    while waiting:
        address = folder.replace("page.js", waiting.popleft())
        for name in IMPORT.findall(phone.client.get(address).text):
            if name not in now | sizes.keys():
                sizes[name] = size_of_response(phone.client, folder.replace("page.js", name))
                waiting.append(name)
    return sum(sizes.values())


def main() -> None:
    logging.disable(logging.CRITICAL)
    print(f"{'page':<44}{'kB gzip':>10}{'target':>8}{'requests':>10}{'target':>8}")
    for load in loads():
        page = re.sub(r"^/g/[^/?]+", "/g/…", load.page)[:42]
        kilobytes = load.size / 1000
        print(
            f"{page:<44}{kilobytes:>10.1f}{MOST_KILOBYTES:>8}{load.requests:>10}{MOST_REQUESTS:>8}"
        )
    print(f"{'what comes once it is open':<44}{later() / 1000:>10.1f}{MOST_LATER_KILOBYTES:>8}")


if __name__ == "__main__":
    main()
