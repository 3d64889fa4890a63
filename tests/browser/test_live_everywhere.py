"""Every page of a game follows it, or says what has happened since it was opened."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import (
    NO_NETWORK,
    Watch,
    begin_game,
    save_round,
    send,
    undo_button,
    wait_for_script,
)
from tests.browser.test_own_hands import points
from tests.browser.test_phones import ann, join, later, table_of, tap

__all__ = ["ann", "later"]
Open = Callable[..., Page]
POINTS = (0, 10, 20, 30, 40)


@pytest.fixture
def game(page: Page) -> str:
    """A game with one saved round, which Ann won."""
    game = begin_game(page)
    save_round(page, game, base=1, points=POINTS)
    return game


def correct_first_round(page: Page, game: str, *, ben: int, base: int = 2) -> None:
    """Correct the first round: Ben had ``ben`` points left."""
    fields = [("winner", "1"), ("insist", "1"), ("base", str(base))]
    for seat, left in enumerate((0, ben, *POINTS[2:]), 1):
        typed = "" if seat == 1 else str(left)
        fields += [(f"hands-{seat - 1}-player", str(seat)), (f"hands-{seat - 1}-points", typed)]
    send(page, f"{game}/rounds/1/amend", fields)


def bens_points(page: Page, row: str, cell: str) -> Locator:
    line = page.locator(row).filter(has=page.get_by_text("Ben", exact=True))
    return line.locator(cell)


@pytest.mark.parametrize(
    ("path", "row", "cell"),
    [
        ("rounds/1", ".review-line", ".review-points"),
        ("print", ".paper-places > li", ".paper-points"),
        ("end", ".place", ".place-points"),
        ("delete", ".place", ".place-points"),
    ],
)
def test_pages_without_fields_show_a_correction(
    page: Page, open_phone: Open, game: str, path: str, row: str, cell: str
) -> None:
    other = open_phone()
    other.goto(f"{game}/{path}")
    wait_for_script(other)
    expect(bens_points(other, row, cell).first).to_contain_text("10")
    correct_first_round(page, game, ben=11)
    expect(bens_points(other, row, cell).first).to_contain_text("11")


def test_example_follows_to_the_next_contract(page: Page, open_phone: Open, game: str) -> None:
    other = open_phone()
    other.goto(f"/learn/contract?game={game.rpartition('/')[2]}")
    wait_for_script(other)
    expect(other.locator(".bar-title")).to_contain_text("Round 2")
    words = other.locator(".contract-words").inner_text()
    save_round(page, game, base=2, points=POINTS)
    expect(other.locator(".bar-title")).to_contain_text("Round 3")
    expect(other.locator(".contract-words")).not_to_have_text(words)


def test_tonight_shows_a_game_that_ends(page: Page, open_phone: Open, game: str) -> None:
    other = open_phone()
    other.goto(game)
    other.goto(f"{game}/tonight")
    wait_for_script(other)
    expect(other.get_by_text("No game finished yet")).to_be_visible()
    send(page, f"{game}/end", [("base", "2")])
    expect(other.get_by_text("1 of 1 game won")).to_be_visible()


def test_tonight_of_a_circle_shows_a_game_that_ends(
    page: Page, open_phone: Open, game: str
) -> None:
    send(page, f"{game}/end", [("base", "2")])
    games = ("games", game.rpartition("/")[2])
    circle = send(page, "/circles", [("name", "Sunday cousins"), ("base", "0"), games])
    second = send(page, f"{game}/rematch", [])
    other = open_phone()
    for path in (second, circle, game, f"{game}/tonight"):
        other.goto(path)
    wait_for_script(other)
    expect(other.get_by_role("heading", name="Ann is ahead")).to_be_visible()
    expect(other.get_by_text("2 games")).to_have_count(0)
    save_round(page, second, base=1, points=POINTS)
    send(page, f"{second}/end", [("base", "2")])
    expect(other.get_by_text("2 games").first).to_be_visible()


def test_link_of_a_copy_holds_the_game_of_now(page: Page, open_phone: Open, game: str) -> None:
    other = open_phone()
    other.add_init_script("navigator.share = async ({ url }) => { window.shared = url; };")
    other.goto(f"{game}/send")
    wait_for_script(other)
    link = other.locator("[data-copy-link]")
    before = link.input_value()
    save_round(page, game, base=2, points=POINTS)
    expect(link).not_to_have_value(before)
    tap(other, "Share the link")
    assert other.evaluate("shared") == link.input_value()


def test_print_button_that_a_change_brings_prints(page: Page, game: str) -> None:
    page.goto(f"{game}/phones")
    wait_for_script(page)
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    tap(page, "What phones may do")
    page.get_by_text("Only the scorekeeper", exact=True).tap()
    tap(page, "Save")
    tap(page, "Print")
    assert page.evaluate("printed")


@pytest.mark.parametrize("path", ["players", "rounds/1/amend", "round?winner=1", "board/lay"])
def test_pages_with_fields_say_what_has_happened(
    page: Page, open_phone: Open, game: str, path: str
) -> None:
    other = open_phone()
    other.goto(f"{game}/{path}")
    wait_for_script(other)
    send(page, f"{game}/calls", [("base", "2"), ("player", "3")])
    correct_first_round(page, game, ben=11, base=3)
    moved = other.locator(".moved")
    expect(moved).to_contain_text("Ben")
    expect(moved).not_to_contain_text("called")
    assert not accessibility_faults(other)
    moved.get_by_role("link", name="Look again").tap()
    expect(other.locator("#main")).to_be_visible()
    wait_for_script(other)
    expect(moved).to_have_count(0)


def test_review_says_at_once_that_another_phone_saved_the_round(
    page: Page, open_phone: Open, game: str
) -> None:
    other = open_phone()
    other.goto(f"{game}/round?winner=2")
    wait_for_script(other)
    for name in ("Ann", "Cleo", "Dan", "Eve"):
        points(other, name).fill("5")
    other.keyboard.press("Escape")
    other.locator("footer #review").tap()
    expect(other.locator("#save")).to_be_visible()
    wait_for_script(other)
    save_round(page, game, base=2, points=POINTS)
    expect(other.locator(".moved")).to_contain_text("Round 2: Ann went out")


def test_first_page_follows_its_uppermost_game(page: Page, open_phone: Open, game: str) -> None:
    other = open_phone()
    other.goto(game)
    other.goto("/")
    wait_for_script(other)
    save_round(page, game, base=2, points=POINTS)
    ben = other.locator(".mini > li").filter(has=other.get_by_text("Ben", exact=True))
    expect(ben.locator(".number")).to_have_text("20")


def test_first_page_looks_again_when_it_is_shown(page: Page, game: str) -> None:
    page.goto(game)
    page.goto("/")
    wait_for_script(page)
    elsewhere = page.context.new_page()
    new = begin_game(elsewhere, names=("Fay", "Gus", "Hal"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".mini-name", has_text="Gus")).to_be_visible()
    send(elsewhere, f"{new}/players/2/name", [("base", "1"), ("name", "Ida")])
    expect(page.locator(".mini-name", has_text="Ida")).to_be_visible()


def test_takeover_is_told_on_the_first_page(ann: Page, open_phone: Open) -> None:
    ben = join(open_phone(), ann, "Ben")
    ann.goto("/")
    wait_for_script(ann)
    send(ben, f"{table_of(ben)}/takeover", [])
    expect(ann.get_by_text("Ben’s phone asks to keep score")).to_be_visible()
    tap(ann, "Object")
    expect(ann.get_by_text("The scorekeeper stays the same.")).to_be_visible()


def test_takeover_that_was_refused_leaves_every_first_page(ann: Page, open_phone: Open) -> None:
    ben, cai, table = join(open_phone(), ann, "Ben"), join(open_phone(), ann, "Cai"), table_of(ann)
    cai.goto("/")
    wait_for_script(cai)
    send(ben, f"{table}/takeover", [])
    asked = cai.get_by_text("Ben’s phone asks to keep score")
    expect(asked).to_be_visible()
    send(ann, f"{table}/takeover/object", [])
    expect(asked).to_have_count(0)


@pytest.mark.parametrize("path", ["", "/scoreboard", "/round?winner=1"])
def test_deleted_game_comes_back_when_it_is_restored(
    page: Page, open_phone: Open, game: str, watch: Watch, path: str
) -> None:
    watch.allow("status of 404")
    other = open_phone()
    other.goto(f"{game}{path}")
    wait_for_script(other)
    send(page, f"{game}/delete", [])
    gone = other.get_by_text("This phone can’t see this game any more.")
    expect(gone).to_be_visible()
    send(page, f"{game}/restore", [])
    expect(gone).to_have_count(0)
    save_round(page, game, base=2, points=POINTS)
    if not path:
        expect(other.get_by_role("heading", name="Round 3 of 9")).to_be_visible()


def test_tap_on_a_deleted_game_says_so(
    page: Page, open_phone: Open, game: str, watch: Watch
) -> None:
    watch.allow("status of 404")
    other = open_phone()
    other.goto(game)
    wait_for_script(other)
    send(page, f"{game}/delete", [])
    expect(other.get_by_text("This phone can’t see this game any more.")).to_be_visible()
    other.locator(".call[type=submit]").first.tap()
    expect(other.locator(".flash-error")).to_contain_text("can’t see this game any more")
    send(page, f"{game}/restore", [])
    expect(other.locator(".flash-error")).to_have_count(0)
    other.locator(".call[type=submit]").first.tap()
    expect(undo_button(other, "Ann called")).to_be_visible()


def test_scoreboard_goes_on_to_the_new_game(page: Page, open_phone: Open, game: str) -> None:
    board = open_phone()
    board.goto(f"{game}/scoreboard")
    wait_for_script(board)
    send(page, f"{game}/end", [("base", "2")])
    expect(board.get_by_role("heading", name="Game over")).to_be_visible()
    send(page, f"{game}/rematch", [])
    expect(board.get_by_role("heading", name="Round 1 of 9")).to_be_visible()
    assert board.url.endswith("/scoreboard")
    assert table_of(board) != game


def test_scoreboard_that_only_watches_goes_on_to_the_new_game(ann: Page, open_phone: Open) -> None:
    board, table = open_phone(), table_of(ann)
    send(board, f"/join/{ann.locator('.phones-code').inner_text()}", [("seat", "watch")])
    ann.locator("#asking").get_by_role("button", name="Allow").tap()
    expect(ann.locator("#asking")).to_have_count(0)
    board.goto(f"{table}/scoreboard")
    wait_for_script(board)
    ann.goto("about:blank")
    save_round(ann, table, base=1, points=POINTS)
    send(ann, f"{table}/end", [("base", "2")])
    expect(board.get_by_role("heading", name="Game over")).to_be_visible()
    new = send(ann, f"{table}/rematch", [])
    expect(board.get_by_role("heading", name="Round 1 of 9")).to_be_visible()
    assert board.url.endswith(f"{new}/scoreboard")


def test_old_phone_says_who_keeps_score_now(
    ann: Page, open_phone: Open, later: Callable[[], None], watch: Watch
) -> None:
    watch.allow("status of 403")
    ben, table = join(open_phone(), ann, "Ben"), table_of(ann)
    ann.goto(f"{table}/round?winner=2")
    wait_for_script(ann)
    send(ben, f"{table}/takeover", [])
    expect(ann.get_by_text("Ben’s phone asks to keep score")).to_be_visible()
    later()
    send(ben, f"{table}/takeover/finish", [])
    expect(ann.get_by_text("Ben’s phone keeps score now.")).to_be_visible()
    ann.goto(table)
    expect(ann.get_by_text("Ben’s phone keeps score now.")).to_be_visible()


def test_pages_that_lose_the_network_say_so(page: Page, game: str, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    page.route("**/stream", lambda route: route.abort())
    for path in ("", "rounds/1", "send"):
        page.goto(f"{game}/{path}" if path else "/")
        expect(page.locator(".lost")).to_contain_text("Not connected since")
    page.unroute("**/stream")
    expect(page.locator(".lost")).to_be_hidden()
