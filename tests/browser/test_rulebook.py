"""The rulebook: search while typing, house rules, printing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.browser.axe import accessibility_faults, axe
from tests.browser.phone import late_script, show_early
from tests.browser.thumb import slides_sideways

PAGE_OBJECT = re.compile(rb"/Type\s*/Page\b")
SLUGS = [system.slug for system in SYSTEMS]


def printed_pages(page: Page) -> dict[str, int]:
    """Return the number of printed sheets of a page, by paper size."""
    return {size: len(PAGE_OBJECT.findall(page.pdf(format=size))) for size in ("A4", "Letter")}


@pytest.mark.parametrize("slug", SLUGS)
def test_score_sheet_fits_one_page(page: Page, slug: str) -> None:
    system = system_of(slug)
    for players in (system.min_players, system.max_players):
        page.goto(f"/rules/{slug}/sheet?players={players}")
        assert printed_pages(page) == {"A4": 1, "Letter": 1}, players


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("locale", ["en-GB", "it-IT", "es-ES"])
def test_rules_card_is_one_page(open_phone: Callable[..., Page], slug: str, locale: str) -> None:
    page = open_phone(locale=locale)
    page.goto(f"./rules/{slug}/summary")
    assert printed_pages(page) == {"A4": 1, "Letter": 1}
    page.emulate_media(media="print")
    line = page.locator(".rules-line").first
    assert line.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") > 12.5, "9.5 points"


def test_search_filters_while_typing(open_phone: Callable[..., Page]) -> None:
    page = open_phone()
    page.goto("./rules/standard")
    field = page.get_by_label("Search these rules")
    field.press_sequentially("overcall")
    expect(page.locator(".clause-number").first).to_have_text("11.1")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^\d found$"))).to_be_visible()
    expect(page).to_have_url(re.compile(r"q=overcall$"))
    expect(field).to_be_focused()
    field.fill("")
    expect(page.locator(".clause:visible")).to_have_count(len(SYSTEMS[4].clauses))


def test_found_clause_leads_to_its_place_in_the_rulebook(open_phone: Callable[..., Page]) -> None:
    page = open_phone()
    page.goto("./rules/standard")
    page.get_by_label("Search these rules").press_sequentially("overcall")
    expect(page).to_have_url(re.compile(r"q=overcall$"))
    page.get_by_role("link", name="11.1", exact=True).click()
    expect(page.locator("[id='11.2']")).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".clause-number").first).to_have_text("11.1")


def test_search_of_all_games_while_typing(open_phone: Callable[..., Page]) -> None:
    page = open_phone()
    page.goto("./rules/")
    page.get_by_label("Search all games").press_sequentially("hunt")
    expect(page.locator(".clause-number").first).to_have_text("9.4")


def test_italian_article_does_not_hide_results(open_phone: Callable[..., Page]) -> None:
    page = open_phone(locale="it-IT")
    page.goto("./rules/jamaican")
    page.get_by_role("searchbox").press_sequentially("l’asso")
    expect(page.locator(".clause-number").first).to_have_text("3.5")
    expect(page.locator("[id='3.6']")).to_be_visible()
    expect(page.locator("[id='1.1']")).to_have_count(0)


def test_link_to_a_clause_shows_it(open_phone: Callable[..., Page]) -> None:
    page = open_phone()
    page.goto("./rules/kooky#9.6")
    expect(page.locator("[id='9.6']")).to_be_in_viewport()


def test_option_changed_before_the_script_has_loaded_is_listed(page: Page) -> None:
    with late_script(page, "rulebook.js"):
        show_early(page, "./house-rules/new?base=jamaican")
        page.get_by_role("heading", name="Sets and runs").click()
        page.get_by_label("Where may an ace stand in a run?").select_option("high")
    expect(page.locator(".differs")).to_contain_text("Ace")
    expect(page.get_by_text("Ace in a run: high only")).to_be_visible()


def test_house_rules_are_edited_validated_and_saved(open_phone: Callable[..., Page]) -> None:
    page = open_phone()
    page.goto("./house-rules")
    page.locator('[href$="?base=jamaican"]').click()
    page.get_by_label("Name of your rules").fill("Sunday rules")
    page.get_by_role("heading", name="Sets and runs").click()
    ace = page.get_by_label("Where may an ace stand in a run?")
    ace.select_option("high")
    expect(page.get_by_text("Ace in a run: high only")).to_be_visible()
    page.get_by_role("heading", name="Drawing and calling").click()
    page.get_by_label("How many granted calls may a player").select_option("2")
    page.locator("#bend").evaluate("field => field.closest('details').open = true")
    page.locator("#bend").select_option("cards")
    expect(page.locator(".differs")).to_contain_text("Bent board now the others’ cards double")
    page.get_by_role("button", name="Back to the default Bent board").click()
    expect(page.locator("#bend")).to_have_value("all")
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_role("alert")).to_contain_text("can’t be at both ends")
    assert not axe(page)
    expect(page.get_by_label("Name of your rules")).to_have_value("Sunday rules")
    expect(page.get_by_label("How many granted calls may a player")).to_have_value("2")
    page.get_by_label("May a run have an ace at each end?").select_option("no")
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("Jamaican Kalooki with 3 changes")).to_be_visible()
    page.get_by_role("button", name="Start a game with these rules").click()
    expect(page.get_by_role("heading", name="Sunday rules")).to_be_visible()


def test_another_game_is_compared_at_once(page: Page) -> None:
    page.goto("/rules/compare?with=jamaican&with=caribbean")
    page.get_by_label("The other game").select_option("kooky")
    expect(page.get_by_role("link", name="Play Kooky Kalooki")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 568})
    assert not slides_sideways(page)


def test_comparison_is_shared_by_its_address(page: Page) -> None:
    page.add_init_script("navigator.share = async ({ url }) => { document.title = url; };")
    page.goto("/rules/compare")
    page.get_by_role("button", name="Share").tap()
    expect(page).to_have_title(re.compile(r"/rules/compare\?with=\w+&with=\w+$"))


def test_comparison_is_copied_where_nothing_is_shared(page: Page) -> None:
    page.add_init_script(
        "navigator.clipboard.writeText = async (url) => { document.title = url; };"
    )
    page.goto("/rules/compare?with=jamaican&with=kooky")
    page.get_by_role("button", name="Share").tap()
    expect(page.get_by_text("Copied.")).to_be_visible()
    expect(page).to_have_title(re.compile("with=jamaican&with=kooky$"))


def test_pages_are_accessible(page: Page) -> None:
    wrong = {}
    for address in (
        "/rules/standard?q=drew+two",
        "/rules/kooky/accidents",
        "/rules/compare?with=kooky",
        "/rules/compare?with=kooky&with=jamaican&with=kalooki40",
        "/house-rules/new",
    ):
        page.goto(address)
        wrong[address] = accessibility_faults(page)
    assert not {address: found for address, found in wrong.items() if found}
