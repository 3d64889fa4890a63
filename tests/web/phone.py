"""A test client that behaves like a phone without script: opens pages and submits forms."""

import re
import secrets
from html import unescape
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kalooki_ref.store.event_store import load

SAME_SITE = {"Sec-Fetch-Site": "same-origin"}
FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")


class Phone:
    """Wraps a Flask test client; fills in key and base of forms, and remembers its game."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.table = ""

    def get(self, path: str = "") -> TestResponse:
        """Open a page and check its ids; a relative path is one of the game's."""
        answer = self.client.get(self.address(path))
        assert not (doubled := doubled_ids(answer)), f"{path}: duplicate ids: {doubled}"
        return answer

    def post(self, path: str, **fields: Any) -> TestResponse:
        """Submit a form with a new key and the current version."""
        sent = {"key": secrets.token_hex(16), **fields}
        if path not in {"/games", "/games/new"} and "base" not in sent:
            sent["base"] = self.version()
        data = {name: list(v) if isinstance(v, tuple) else v for name, v in sent.items()}
        return self.client.post(self.address(path), data=data, headers=SAME_SITE)

    def lay(self, *, meld: str | tuple[str, ...] = (), **fields: Any) -> TestResponse:
        """Record a lay, or ask about it: ``meld`` is the cards of a meld, or of several."""
        melds = [meld] if isinstance(meld, str) else meld
        return self.post("check", cards=" / ".join(melds), **fields)

    def add(self, **fields: Any) -> TestResponse:
        """Record cards added to a meld of the board, or in a joker's place, or ask about it."""
        return self.post("check", add="1", **fields)

    def address(self, path: str) -> str:
        if path.startswith("/"):
            return path
        return f"{self.table}/{path}" if path else self.table

    def version(self) -> str:
        """Return the game's current version."""
        with self.client.application.app_context():
            return str(load(self.table.removeprefix("/g/")).version)

    def spot(self, where: str) -> str:
        """Return what a form calls a spot on the board: a meld counted from 0, then place or end.

        A meld that isn't there is named as given.
        """
        number, dot, rest = where.partition(".")
        # Cards that fit nowhere, so that the melds are in their order.
        page = self.get("check?add=1&move=tack&cards=AS+5D+9C+KH").text
        melds = re.findall(r'name="spot" value="([^".]*)"', page)
        named = dict(zip(map(str, range(len(melds))), melds, strict=True))
        return f"{named.get(number, number)}{dot}{rest}"

    def begin(self, *names: str, system: str = "jamaican", **fields: Any) -> TestResponse:
        """Create a game with the first player as dealer, and remember it."""
        form = {"system": system, "names": names or FIVE, "dealer": "1", **fields}
        answer = self.post("/games", **form)
        if answer.status_code == 303:
            self.table = answer.location
        return answer

    def words(self, answer: TestResponse) -> str:
        """Return the visible text of a page."""
        text = re.sub(r"<(script|svg)\b.*?</\1>", "", answer.text, flags=re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def doubled_ids(answer: TestResponse) -> set[str]:
    """Return duplicate ids of a page; SVG references would use the wrong element."""
    if answer.mimetype != "text/html":
        return set()
    ids = re.findall(r'<[^>]*\sid="([^"]*)"', answer.text)
    return {name for name in ids if ids.count(name) > 1}
