"""A phone without script, as tests of pages hold it: it opens pages and sends their forms.

Not here: a real browser (tests/browser).
"""

import re
import secrets
from html import unescape
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

SAME_SITE = {"Sec-Fetch-Site": "same-origin"}
FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")


class Phone:
    """Opens pages, fills in what every form carries, and remembers its table."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.table = ""

    def get(self, path: str = "") -> TestResponse:
        """Open a page, no id on it twice; a path without a first slash is one of the table's."""
        answer = self.client.get(self.address(path))
        assert not (doubled := doubled_ids(answer)), f"{path}: stands there twice: {doubled}"
        return answer

    def post(self, path: str, **fields: Any) -> TestResponse:
        """Send a form with a key of its own and the version the table has now."""
        sent = {"key": secrets.token_hex(16), **fields}
        if path not in {"/games", "/games/new"} and "base" not in sent:
            sent["base"] = self.version()
        data = {name: list(v) if isinstance(v, tuple) else v for name, v in sent.items()}
        return self.client.post(self.address(path), data=data, headers=SAME_SITE)

    def address(self, path: str) -> str:
        if path.startswith("/"):
            return path
        return f"{self.table}/{path}" if path else self.table

    def version(self) -> str:
        """Return how far the table's record has come."""
        log = self.client.get(f"{self.table}/history").text
        return str(max(int(seq) for seq in re.findall(r'id="entry-(\d+)"', log)))

    def begin(self, *names: str, system: str = "jamaican", **fields: Any) -> TestResponse:
        """Begin a game, dealt first by the first player, and stay at its table."""
        form = {"system": system, "names": names or FIVE, "dealer": "1", **fields}
        answer = self.post("/games", **form)
        if answer.status_code == 303:
            self.table = answer.location
        return answer

    def words(self, answer: TestResponse) -> str:
        """Return what a person would read of a page."""
        text = re.sub(r"<(script|svg)\b.*?</\1>", "", answer.text, flags=re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def doubled_ids(answer: TestResponse) -> set[str]:
    """Return the ids that stand on a page more than once: a drawing would go to the wrong one."""
    if answer.mimetype != "text/html":
        return set()
    ids = re.findall(r'<[^>]*\sid="([^"]*)"', answer.text)
    return {name for name in ids if ids.count(name) > 1}
