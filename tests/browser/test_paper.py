"""The largest score sheet: eight long names, nine rounds and two void ones, house rules.

An ordinary sheet is tested in test_evening, the rulebook's sheets in test_rulebook.
"""

import json
import re

import pytest
from playwright.sync_api import Page

from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.overrides import HouseRules
from tests.browser.phone import begin_game, save_round, send
from tests.browser.thumb import broken_words, cut_text, slides_sideways

PAGE_OBJECT = re.compile(rb"/Type\s*/Page[^s]")
SIGNS_OUTSIDE_THEIR_CELL = """[...document.querySelectorAll('.cell-penalty')].filter(sign => {
  const inner = sign.getBoundingClientRect(), cell = sign.closest('td').getBoundingClientRect();
  return inner.bottom > cell.bottom + 1 || inner.right > cell.right + 1;
}).length"""
LABELS_TOO_WIDE = """cells => cells.filter(cell => {
  const label = cell.querySelector('small').getBoundingClientRect();
  return label.right > cell.getBoundingClientRect().right + 1;
}).length"""
NAMES = [f"{letter}nnabella Wilhelmina-Carruthers the 2nd" for letter in "ABCDEFGH"]
SUNDAY = {"base": "jamaican", "name": "Sunday rules", "max_calls": "2", "bend": "cards"}
VOID = (2, 5)
# The most rounds and players that rules can have, each round with different melds.
FIFTEEN = [
    {"is": "Contract", "sets": 2, "runs": 1 + number % 2, "set_size": 4, "run_size": 5}
    for number in range(15)
]
LARGEST = HouseRules(
    "Grandma Pearl’s",
    "jamaican",
    (
        ("contracts", json.dumps(FIFTEEN)),
        ("larger_tables", '[{"is":"LargerTable","players":9,"packs":5,"jokers":15,"deals":[]}]'),
        ("max_players", "11"),
    ),
)


# Who isn't at the table in a round: the late player, and the one who leaves twice.
AWAY = {0: 8, 1: 8, 2: 3, 4: 3}


def hands(turn: int, *, away: int = 0) -> list[tuple[str, str]]:
    """Return the fields of everybody's hand but that of player number ``away``."""
    fields = []
    for seat in range(len(NAMES)):
        if seat + 1 == away:
            continue
        fields.append((f"hands-{seat}-player", str(seat + 1)))
        if seat != turn % len(NAMES):
            fields.append((f"hands-{seat}-points", str(131 + 17 * seat + turn)))
        fields.append((f"hands-{seat}-fine", "-1400" if seat == 0 else "50"))
    return fields


def full_table(page: Page) -> str:
    kept = send(page, "/house-rules", list(SUNDAY.items()))
    system = send(page, f"{kept}/play", []).partition("system=")[2]
    table = send(
        page, "/games", [("system", system), ("dealer", "1"), *(("names", n) for n in NAMES)]
    )
    for turn in range(9 + len(VOID)):
        winner = "void" if turn in VOID else str(turn % len(NAMES) + 1)
        fields = [("winner", winner), ("bent", "y"), ("insist", "1"), ("base", str(turn + 1))]
        send(page, f"{table}/round", fields + hands(turn))
    return table


def test_largest_score_sheet_fits_one_readable_page(page: Page) -> None:
    page.goto(full_table(page) + "/print")
    for size in ("A4", "Letter"):
        assert len(PAGE_OBJECT.findall(page.pdf(format=size))) == 1, size
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert page.locator(".cell-penalty").count() > 60
    assert page.evaluate(SIGNS_OUTSIDE_THEIR_CELL) == 0


def test_starts_and_returns_fit_the_page(page: Page) -> None:
    """Eight long names, nine rounds, two void ones, and three rows of agreed points."""
    table = begin_game(page, names=NAMES[:7])
    base = 1

    def post(path: str, *fields: tuple[str, str]) -> None:
        nonlocal base
        send(page, f"{table}/{path}", [("base", str(base)), *fields])
        base += 1

    for turn in range(9 + len(VOID)):
        post(
            "round",
            ("winner", "void" if turn in VOID else "1"),
            ("insist", "1"),
            *hands(0, away=AWAY.get(turn, 0)),
        )
        if turn == 1:
            post("players", ("name", NAMES[7]), ("after", "7"), ("start", "highest"))
        if turn in (1, 3):
            post("players/3/leave", ("when", "now"))
        if turn in (2, 4):
            post("players/3/return", ("after", "2"), ("start", "highest"))
    page.goto(f"{table}/print")
    assert page.locator(".paper-rounds tbody tr").count() == 9 + len(VOID) + 3
    for size in ("A4", "Letter"):
        assert len(PAGE_OBJECT.findall(page.pdf(format=size))) == 1, size


def test_places_are_printed_large(page: Page) -> None:
    """At least 21 pt for five players; still one page."""
    table = begin_game(page)
    save_round(page, table, 1, (0, 10, 20, 30, 40))
    page.goto(f"{table}/print")
    assert len(PAGE_OBJECT.findall(page.pdf(format="A4"))) == 1
    page.emulate_media(media="print")
    sizes = page.locator(".paper-name, .paper-points").evaluate_all(
        "found => found.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 28
    page.set_viewport_size({"width": 703, "height": 1032})
    sheet = page.locator(".paper").bounding_box()
    race = page.locator(".race").bounding_box()
    assert sheet is not None
    assert race is not None
    assert sheet["height"] > 0.9 * 1032
    assert race["height"] > 1032 / 3


def largest_game(page: Page, rounds: int = 15) -> str:
    """Play these rounds of eleven players; return the game."""
    names = (*NAMES, "Irmgard Wilhelmina-Carruthers", "Pearl", "Jo")
    system = send(page, f"/house-rules/{house_text(LARGEST)}/play", []).partition("system=")[2]
    fields = [("system", system), ("dealer", "1"), *(("names", name) for name in names)]
    game = send(page, "/games", fields)
    for base in range(1, rounds + 1):
        save_round(page, game, base, [100 + 7 * seat for seat in range(11)])
    return game


def test_fifteen_rounds_of_eleven_fit_one_page(page: Page) -> None:
    page.goto(largest_game(page) + "/print")
    assert len(PAGE_OBJECT.findall(page.pdf(format="A4"))) == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1032})
    marks = page.locator(".paper-rounds thead .mark")
    assert marks.count() == 11
    assert marks.last.is_visible()
    labels = page.locator(".paper-rounds tbody th").evaluate_all(LABELS_TOO_WIDE)
    assert labels == 0
    sheet, race = (page.locator(part).bounding_box() for part in (".paper", ".race > svg"))
    lines = page.locator(".race-grid").first.bounding_box()
    assert race["width"] > 0.95 * sheet["width"]
    assert lines["width"] > 0.7 * sheet["width"]
    assert page.locator(".race-name").first.bounding_box()["height"] > 12


@pytest.mark.parametrize("sheet", ["summary", "sheet"])
def test_paper_of_fifteen_rounds_and_eleven_players_is_one_page(page: Page, sheet: str) -> None:
    page.goto(f"/rules/jamaican/{sheet}?house={house_text(LARGEST)}&players=11")
    assert len(PAGE_OBJECT.findall(page.pdf(format="A4"))) == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1032})
    assert not slides_sideways(page)
    assert not (*cut_text(page), *broken_words(page))
