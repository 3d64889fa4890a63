"""A game on two phones whose pages are checked: no errors, right totals, sound files."""

import io
import json
import re
from random import Random
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import TestResponse

from kalooki_ref.store.event_store import load
from kalooki_ref.web.copies.imports import audit_of
from kalooki_ref.web.shared.open_game import open_stored
from tests.evenings.board import Added, Laid, shown_board
from tests.evenings.filling import Pairs, filled
from tests.evenings.ledger import Ledger, Said, Saved
from tests.evenings.page import Page
from tests.evenings.score_tables import VOID, ScoreTable, in_file, on_paper, on_screen
from tests.web.phone import SAME_SITE

SEE_OTHER = 303
FEWEST = 2


class Broken(AssertionError):
    """Something is wrong with a game; the message says what."""


class CheckedGame:
    """A game and the ledger that its pages are compared with; a subclass plays it."""

    game: str
    ledger: Ledger
    table: Page

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.mine, self.theirs = app.test_client(), app.test_client()
        self.is_undoing_all = False
        # Pages as they were opened since the last form was sent.
        self.answers: dict[str, TestResponse] = {}

    def send(
        self, address: str, data: Pairs | None = None, *, theirs: bool = False
    ) -> TestResponse:
        """Send a request; fails if the answer is an error of the server."""
        client = self.theirs if theirs else self.mine
        if data is None and not theirs and address in self.answers:
            return self.answers[address]
        if data is None:
            answer = client.get(address)
        else:
            self.answers = {}
            kind = "application/x-www-form-urlencoded"
            answer = client.post(
                address, data=urlencode(data), content_type=kind, headers=SAME_SITE
            )
        if answer.status_code >= 500:
            verb = "GET" if data is None else "POST"
            raise Broken(f"{verb} {address} answers {answer.status_code}")
        if data is None and not theirs:
            self.answers[address] = answer
        return answer

    def open(self, address: str, *, theirs: bool = False) -> Page:
        """Open a page of the game, or one at a whole path."""
        path = address if address.startswith("/g") else self.game + address
        answer = self.send(path, theirs=theirs)
        if answer.status_code == SEE_OTHER and answer.location:
            return self.open(answer.location, theirs=theirs)
        return Page(path, answer.text, status=answer.status_code)

    def state(self) -> dict:  # type: ignore[type-arg]
        state: dict = json.loads(self.send(f"{self.game}.json").text)  # type: ignore[type-arg]
        return state

    def check_starter(self) -> None:
        """A round that was just dealt is started by somebody who plays it."""
        current = self.state()["round"]
        seats = {seat["player"] for seat in current["players"]} if current else set()
        if current and current["starter"] not in {None, *seats}:
            raise Broken(f"{current['starter']} starts a round of {seats}")

    def compare_rounds(self, was: list[tuple[int, Said]]) -> None:
        """What was laid in the current round isn't in another one if the last round changes."""
        now = self.ledger.in_force()
        ends = [max(_rounds(entries), default=0) for entries in (was, now)]
        laid = [pair for pair in now if pair in was and isinstance(pair[1], Laid | Added)]
        late = [seq for seq, _ in laid if seq > max(ends)]
        if late and ends[0] != ends[1]:
            raise Broken(f"{late} were laid after {ends[0]}, and count after {ends[1]}")

    def look(self, *, past: bool = False) -> None:
        """Look at the table and the standings after a save; at every page if the past changed."""
        if past:
            self.read_history()
        self.table = self.open("")
        self.compare(paper=past)
        if past and not self.is_undoing_all:
            self.look_at_every_page()

    def read_history(self) -> None:
        text = self.send(f"{self.game}/history").text
        lines = re.findall(r'<li class="(history-entry[^"]*)" id="entry-(\d+)"', text)
        self.ledger.undone = {int(seq) for classes, seq in lines if "history-undone" in classes}

    def compare(self, *, paper: bool = False) -> None:
        """Compare totals, tables and board with the ledger; ``paper`` too."""
        standings = self.state()["standings"]
        theirs = {standing["player"]: standing["points"] for standing in standings}
        played = self.ledger.played()
        if theirs != played.totals:
            raise Broken(f"the standings say {theirs}, by the sheets they are {played.totals}")
        if len(self.ledger.seated()) < FEWEST:
            raise Broken(f"only {self.ledger.seated()} are left at the table")
        numbers = {standing["name"]: standing["player"] for standing in standings}
        self._compare_tables(numbers, paper=paper)
        self._compare_boards()

    def _compare_tables(self, numbers: dict[str, int], *, paper: bool) -> None:
        """Compare the rows of the standings, the file and the sheet, whose columns add up."""
        file = self.send(f"{self.game}/export.csv?separator=comma").text
        tables = {
            "file": in_file(file),
            "grid": on_screen(self.send(f"{self.game}/standings").text),
        }
        if paper:
            tables["sheet"] = on_paper(self.send(f"{self.game}/print").text)
        for where, table in tables.items():
            if table is not None:
                self._compare_table(where, table, [numbers[name] for name in table.names])

    def _compare_table(self, where: str, table: ScoreTable, players: list[int]) -> None:
        played = self.ledger.played()
        rows = [
            (head, [cells.get(player, "") for player in players]) for head, cells in played.rows()
        ]
        if where == "file":
            rows = [(head, [cell.replace(VOID, "") for cell in cells]) for head, cells in rows]
        theirs = table.rows_before(played.number) if where == "sheet" else table.rows
        if theirs != rows:
            raise Broken(f"the {where} has the rows {theirs}, by the sheets they are {rows}")
        totals = [str(played.totals[player]) for player in players]
        if table.totals != totals:
            raise Broken(f"the {where} has the totals {table.totals}, not {totals}")
        if [str(sum(column)) for column in table.columns()] != totals:
            raise Broken(f"the columns of the {where} don’t add up")

    def _compare_boards(self) -> None:
        page = self.open("/board")
        if not page.address.endswith("/board"):
            return  # the game is over
        ours, theirs = [*self.ledger.played().board.melds.values()], shown_board(page.text)
        shown = zip(ours, theirs, strict=False)
        if len(ours) != len(theirs) or not all(meld.is_shown(*drawn) for meld, drawn in shown):
            raise Broken(f"the board shows {theirs}, by the entries it has {ours}")

    def look_at_every_page(self) -> None:
        """Open all pages of the game that other pages lead to, each with one of its queries."""
        pages = [self.table, *(self.open(path) for path in ("/standings", "/board", "/history"))]
        links = {link.partition("?")[0]: link for page in pages for link in page.links}
        for path, link in links.items():
            if path.startswith(self.game) and not path.endswith(("/export.json", "/rules")):
                self.send(link)

    def audit(self) -> None:
        """Recalculate the stored game as `kalooki-ref audit` does."""
        with self.app.app_context():
            try:
                audit_of(open_stored(load(self.game.rpartition("/")[2])))
            except Exception as error:
                raise Broken(f"the audit says {error}") from error

    def export_and_open(self) -> None:
        """Open the game's own file on a phone that doesn't know it, with the same standings."""
        exported = self.send(f"{self.game}/export.json").data
        other = self.app.test_client()
        asked = other.post(
            "/open/",
            data={"game": "", "file": (io.BytesIO(exported), "game.json")},
            headers=SAME_SITE,
        )
        form = next((f for f in Page("/open/", asked.text).forms if f.action == "/open/keep"), None)
        if form is None:
            raise Broken(f"its own file can’t be opened: {_words(asked.text)}")
        kept = other.post("/open/keep", data=dict(filled(form, Random(1))), headers=SAME_SITE)
        if kept.status_code != SEE_OTHER:
            raise Broken(f"its own file isn’t kept: {kept.status_code}")
        copy = json.loads(other.get(f"{kept.location}.json").text)
        if copy["standings"] != self.state()["standings"]:
            raise Broken("its own file has other standings")


def _rounds(entries: list[tuple[int, Said]]) -> list[int]:
    return [seq for seq, entry in entries if isinstance(entry, Saved)]


def _words(text: str) -> str:
    body = re.sub(r"<(script|style|svg|head)\b.*?</\1>", "", text, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())[:300]
