"""Score tables as pages and files show them: a column a player, a row a round."""

import csv
import io
import re
from dataclasses import dataclass
from html import unescape

# Columns of the file before those of the players.
BEFORE_SCORES = 5
VOID = "–"
NOT_IN_ROUND = "·"
UNSEEN = re.compile(r'<(span class="unseen"|abbr|svg).*?</(?:span|abbr|svg)>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Rows are a round's number, "Start" or "Back", and a text for each of the names."""

    names: list[str]
    rows: list[tuple[str, list[str]]]
    totals: list[str]

    def rows_before(self, number: int) -> list[tuple[str, list[str]]]:
        """Return the rows without those of rounds to come, which are empty on paper."""
        return [
            (head, cells)
            for head, cells in self.rows
            if any(cells) or not head.isdigit() or int(head) < number
        ]

    def columns(self) -> list[list[int]]:
        """Return the numbers in each player's column."""
        texts = ([cells[column] for _, cells in self.rows] for column in range(len(self.names)))
        return [[int(text) for text in column if text.strip("–")] for column in texts]


def in_file(text: str) -> ScoreTable:
    """Read the table for spreadsheets."""
    head, *rows, totals = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    return ScoreTable(
        head[BEFORE_SCORES:],
        [(row[0].capitalize(), row[BEFORE_SCORES:]) for row in rows],
        totals[BEFORE_SCORES:],
    )


def on_screen(page: str) -> ScoreTable | None:
    """Read the table of the standings; None where it is turned, as for nine players."""
    table = _table(page, "rounds")
    if not table:
        return None
    head, *rows = _rows(table)
    players = "".join(head[1:])
    return ScoreTable(
        [unescape(name) for name in re.findall(r'class="rounds-name[^>]*>([^<]*)<', players)],
        [_row(row) for row in rows if "round-to-come" not in row[0]],
        [_number(total) for total in re.findall(r'class="rounds-total[^>]*>([^<]*)<', players)],
    )


def on_paper(page: str) -> ScoreTable:
    """Read the printed table."""
    head, *rows, totals = _rows(_table(page, "paper-rounds"))
    return ScoreTable([_text(name) for name in head[2:]], list(map(_row, rows)), _row(totals)[1])


def _table(page: str, name: str) -> str:
    found = re.search(rf'<table class="{name}\b.*?</table>', page, re.DOTALL)
    return found[0] if found else ""


def _rows(table: str) -> list[list[str]]:
    """Return the rows: the opening tag, then the content of each cell."""
    rows = re.findall(r"(<tr\b[^>]*>)(.*?)</tr>", table, re.DOTALL)
    cells = re.compile(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", re.DOTALL)
    return [[tag, *cells.findall(content)] for tag, content in rows]


def _row(row: list[str]) -> tuple[str, list[str]]:
    _tag, head, *cells = row
    number = re.search(r'<b class="number">(\d+)</b>', head)
    return number[1] if number else _text(head), [_number(_text(cell)) for cell in cells]


def _text(cell: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", UNSEEN.sub("", cell))).strip()


def _number(text: str) -> str:
    return text.replace("−", "-").replace(NOT_IN_ROUND, "")
