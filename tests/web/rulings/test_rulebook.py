"""The rulebook: clauses, search, comparison, print pages."""

import json
import re

import pytest

from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.rulings.rule_search import highlighted
from tests.web.phone import Phone

# Jack, queen and king count 11, 12 and 13, which isn't printed on them.
COURT_VALUES = {"is": "PointTable", "ranks": [*range(2, 14)], "aces": [15, 1, 1, 15], "joker": 50}
COURTS = HouseRules("Courts", "jamaican", (("points", json.dumps(COURT_VALUES)),))
SLUGS = [system.slug for system in SYSTEMS]
each_slug = pytest.mark.parametrize("slug", SLUGS)


def test_rulebook_lists_all_systems(phone: Phone) -> None:
    shelf = phone.get("/rules/")
    assert all(f'href="/rules/{slug}"' in shelf.text for slug in SLUGS)


@pytest.mark.parametrize("system", SYSTEMS, ids=SLUGS)
def test_every_clause_can_be_linked_to(phone: Phone, system: RuleSystem) -> None:
    page = phone.get(f"/rules/{system.slug}")
    assert page.status_code == 200
    ids = re.findall(r'<li class="clause[^"]*" id="([\d.]+)"', page.text)
    assert ids == [clause.number for clause in system.clauses]


@each_slug
def test_search_finds_clauses_by_word_and_number(phone: Phone, slug: str) -> None:
    found = phone.get(f"/rules/{slug}?q=STOCK+void").text
    assert 'id="12.1"' in found or slug == "kalooki40"
    assert 'id="1.1"' not in found
    assert 'id="3.1"' in phone.get(f"/rules/{slug}?q=3.1").text


def test_search_without_results(phone: Phone) -> None:
    page = phone.get("/rules/kooky?q=zebra")
    assert "No rule found for that." in phone.words(page)
    assert "<script>alert" not in phone.get("/rules/kooky?q=<script>alert(1)").text


@pytest.mark.parametrize("address", ["/rules/bridge", "/rules/bridge/sheet", "/rules/x/summary"])
def test_unknown_system_is_404(phone: Phone, address: str) -> None:
    page = phone.get(address)
    assert page.status_code == 404
    assert "couldn’t find that game" in phone.words(page)


ALL_FIVE = "/rules/compare?" + "&".join(f"with={system.slug}" for system in SYSTEMS)


def test_comparison_of_five_systems_shows_differences(phone: Phone) -> None:
    words = phone.words(phone.get(ALL_FIVE))
    assert "Smallest run" in words
    assert "Kooky Kalooki" in words
    assert "Cards in all 108 to 216 108 106 112 108" in words
    assert "Several callers" not in words, "all five play it alike"


def test_comparison_of_two_games_shows_only_what_differs(phone: Phone) -> None:
    words = phone.words(phone.get("/rules/compare?with=jamaican&with=caribbean"))
    assert "Most players Jamaican Kalooki: 8 Caribbean Kalooki: 6" in words
    assert "Play Caribbean Kalooki" in words
    assert "Smallest run" not in words


def test_other_game_is_the_second_one_chosen(phone: Phone) -> None:
    words = phone.words(phone.get("/rules/compare?with=standard&with=kooky"))
    assert "Play Kooky Kalooki" in words


@pytest.mark.parametrize("query", ["", "?with=caribbean", "?with=caribbean&with=caribbean&with=x"])
def test_comparison_begins_with_two_games(phone: Phone, query: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="caribbean")
    words = phone.words(phone.get(f"/rules/compare{query}"))
    assert "Caribbean Kalooki: 6 Jamaican Kalooki: 8" in words


@each_slug
def test_rules_card_has_jokers_calls_and_penalties(phone: Phone, slug: str) -> None:
    system = next(system for system in SYSTEMS if system.slug == slug)
    words = phone.words(phone.get(f"/rules/{slug}/summary"))
    chapters = ("4.", "7.", "8.", "9.", "11.")
    assert all(one.text in words for one in system.clauses if one.number.startswith(chapters))
    assert words.count("rules don’t say") == 1


def test_rules_card_has_card_values_and_contracts(phone: Phone) -> None:
    words = phone.words(phone.get("/rules/jamaican/summary"))
    assert "Card values A 15 A 1 2–10 as printed J Q K 10 Joker 50" in words
    assert "3 1 set and 2 runs deal 11" in words
    gold = phone.words(phone.get("/rules/kooky/summary"))
    assert "A 15 A 10 A 5 A 0 2–13 as printed Kooky Kard 50 black red gold green" in gold
    assert "1 deck with 8 Kooky Kards, 112 cards" in gold


def test_rules_card_says_the_packs_for_every_number_of_players(phone: Phone) -> None:
    words = phone.words(phone.get("/rules/jamaican/summary"))
    assert (
        "3 to 4 players: 2 packs with 4 jokers, 108 cards · "
        "5 to 6 players: 3 packs with 6 jokers, 162 cards · "
        "7 to 8 players: 4 packs with 8 jokers, 216 cards"
    ) in words


def test_page_and_card_of_house_rules_say_their_own_opening(phone: Phone) -> None:
    text = house_text(HouseRules("51 to open", "kalooki40", (("opening", "51"),)))
    page = phone.words(phone.get(f"/rules/kalooki40?house={text}"))
    card = phone.words(phone.get(f"/rules/kalooki40/summary?house={text}"))
    for words in (page, card):
        assert "Kalooki 40 with 1 change" in words
        assert "open with 40 points" not in words
        assert "Your first melds must be worth at least 51 points together." in words
    plain = phone.words(phone.get("/rules/kalooki40/summary"))
    assert "open with 40 points" in plain
    assert "at least 40 points together" in plain
    assert "Your first melds" not in phone.words(phone.get("/rules/jamaican/summary"))


def test_paper_says_the_deals_of_larger_tables(phone: Phone) -> None:
    tables = '[{"is":"LargerTable","players":5,"packs":3,"jokers":6,"deals":[8]}]'
    text = house_text(HouseRules("Eight", "jamaican", (("larger_tables", tables),)))
    assert phone.get(f"/rules/jamaican/sheet?house={text}&players=4").text.count("deal 12") == 2
    assert phone.get(f"/rules/jamaican/sheet?house={text}&players=6").text.count(">deal 8<") == 9
    changes = (("larger_tables", tables), ("max_players", "6"))
    text40 = house_text(HouseRules("Eight", "kalooki40", changes))
    assert phone.get(f"/rules/kalooki40/sheet?house={text40}&players=6").text.count("deal 8") > 9
    card = phone.words(phone.get(f"/rules/jamaican/summary?house={text}"))
    assert "with 5 or more: 3 packs, 6 jokers, deal 8" in card


def test_comparison_names_nobody_who_answers_calls_in_kalooki_40(phone: Phone) -> None:
    text = phone.get(ALL_FIVE).text
    row = text.partition(">Who answers a call<")[2].partition("</tr>")[0]
    cells = re.findall(r'<a href="/rules/(\w+)[^"]*">([^<]*)</a>', row)
    assert dict(cells)["kalooki40"] == "doesn’t apply"
    assert dict(cells)["jamaican"] == "the player in turn"


@pytest.mark.parametrize(
    ("query", "columns"), [("players=3", 3), ("players=99", 5), ("", 5), ("players=x", 5)]
)
def test_blank_sheet_has_a_column_for_each(phone: Phone, query: str, columns: int) -> None:
    page = phone.get(f"/rules/jamaican/sheet?{query}").text
    assert page.count('class="blank-name"') == columns
    assert page.count("deal 12") == 2


@pytest.mark.parametrize(("slug", "rows"), [("jamaican", 9), ("kalooki40", 12)])
def test_blank_sheet_has_a_row_for_each_round(phone: Phone, slug: str, rows: int) -> None:
    page = phone.get(f"/rules/{slug}/sheet").text
    numbers = re.findall(r'<th scope="row"><b class="number">(\d+)</b>', page)
    assert numbers == [str(number) for number in range(1, rows + 1)]


def test_score_sheet_lists_the_contracts(phone: Phone) -> None:
    words = phone.words(phone.get("/rules/jamaican/sheet?players=8"))
    assert "4 packs with 8 jokers, 216 cards" in words


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("wild", "joker|kooky kard"),
        ("jolly", "joker|kooky kard"),
        ("lay off", "tack|builder|add"),
        ("tack", "tack|builder|add"),
        ("discard a joker", "joker|kooky kard"),
        ("bent board", ""),
        ("kalooki", ""),
    ],
)
def test_search_finds_synonyms(phone: Phone, slug: str, sought: str, found: str) -> None:
    answer = phone.get(f"/rules/{slug}?q={sought.replace(' ', '+')}")
    assert "No rule found for that." not in phone.words(answer)
    first = answer.text.split('<li class="clause ')[1].partition("</li>")[0]
    assert re.search(found, first.casefold())


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(
    "sought", ["overcall", "deadwood", "what is an ace worth", "tris", "scala"]
)
def test_search_with_players_words_finds_a_clause_in_every_game(
    phone: Phone, slug: str, sought: str
) -> None:
    answer = phone.get(f"/rules/{slug}?q={sought.replace(' ', '+')}")
    assert "No rule found for that." not in phone.words(answer)


@pytest.mark.parametrize("sought", ["hunt", "royal", "half and half", "terzine", "overcall"])
def test_one_search_over_all_games(phone: Phone, sought: str) -> None:
    words = phone.words(phone.get(f"/rules/?q={sought.replace(' ', '+')}"))
    assert re.search(r"\d+ found", words)
    assert "Jamaican Kalooki" in words.split(" found", 1)[1]


def test_found_words_are_highlighted(phone: Phone) -> None:
    assert "<mark>call</mark>" in phone.get("/rules/jamaican?q=call").text


@pytest.mark.parametrize("sought", ["comodín", "comodin", "COMODÍN", "comodines"])
def test_found_words_are_highlighted_with_their_accents(phone: Phone, sought: str) -> None:
    page = phone.client.get(f"/rules/jamaican?q={sought}", headers={"Accept-Language": "es"}).text
    assert "<mark>comodín</mark>" in page
    assert "<mark>comodin</mark>es" in page


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Un comodín.", ["comodín"]),
        ("Un comodi\u0301n y dos comodines.", ["comodi\u0301n", "comodin"]),
        ("El COMODÍN", ["COMODÍN"]),
        ("Nada", []),
        ("", []),
    ],
)
def test_highlighted_text_is_whole(text: str, marked: list[str]) -> None:
    pieces = list(highlighted(text, ["comodin"]))
    assert "".join(piece for piece, _is_found in pieces) == text
    assert [piece for piece, is_found in pieces if is_found] == marked


def test_reading_numbers_are_explained_only_on_the_about_page(phone: Phone) -> None:
    assert "R-002-3" not in phone.get("/rules/kalooki40").text
    words = phone.words(phone.get("/rules/about"))
    assert "R-002-3" in words
    assert "this app’s reading" in words


def test_rulebook_starts_with_the_game_last_played(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kooky")
    words = phone.words(phone.get("/rules/"))
    assert words.index("Kooky Kalooki Played last on this phone") < words.index("Jamaican Kalooki")


def test_chapter_of_melds_has_the_words_of_its_game(phone: Phone) -> None:
    assert "Threes and fours" in phone.words(phone.get("/rules/caribbean"))
    assert "Sets and runs" not in phone.words(phone.get("/rules/caribbean"))
    assert "Sets and runs" in phone.words(phone.get("/rules/jamaican"))


@pytest.mark.parametrize("page", ["", "/summary", "/sheet", "/accidents"])
def test_house_rules_that_cannot_be_read_are_not_shown_as_the_plain_ones(
    phone: Phone, page: str
) -> None:
    shown = phone.get(f"/rules/jamaican{page}?house=2x")
    assert shown.status_code == 404
    assert "We couldn’t read these house rules." in phone.words(shown)
    other = phone.get(f"/rules/kooky{page}?house={house_text(COURTS)}")
    assert other.status_code == 404


def test_rules_card_says_as_printed_only_of_printed_numbers(phone: Phone) -> None:
    words = phone.words(phone.get(f"/rules/jamaican/summary?house={house_text(COURTS)}"))
    assert "2–10 as printed J 11 Q 12 K 13 Joker 50" in words


def test_rules_card_keeps_ranks_of_one_value_together(phone: Phone) -> None:
    values = {**COURT_VALUES, "ranks": [5] * 7 + [10] * 5, "aces": [15] * 4, "joker": 25}
    house = HouseRules("Fives and tens", "jamaican", (("points", json.dumps(values)),))
    words = phone.words(phone.get(f"/rules/jamaican/summary?house={house_text(house)}"))
    assert "A 15 2–8 5 9–K 10 Joker 25" in words
