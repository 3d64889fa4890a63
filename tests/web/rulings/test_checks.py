"""The check page without game or script: verdicts, reasons, repairs, errors."""

import re
from urllib.parse import urlencode

import pytest
from flask import Flask

from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.overrides import HouseRules
from tests.web.phone import SAME_SITE, Phone

SYSTEMS = ("jamaican", "caribbean", "kalooki40", "kooky", "standard")


def check(phone: Phone, page: str = "/check", /, **query: object) -> str:
    answer = phone.get(f"{page}?{urlencode(query, doseq=True)}")
    assert answer.status_code == 200
    return phone.words(answer)


def verdict_of(phone: Phone, page: str = "/check", /, **query: object) -> str:
    text = phone.get(f"{page}?{urlencode(query, doseq=True)}").text
    return re.findall(r'class="verdict-word">([^<]*)<', text)[0]


@pytest.mark.parametrize(
    ("system", "cards", "word"),
    [
        ("standard", "7H 8H * *", "Move a joker"),
        ("standard", "5H 6H 6H 7H 8H", "Not legal"),
        ("jamaican", "5C 6C 7C", "Keep going"),
        ("standard", "* 7H 8H *", "Legal"),
        ("jamaican", "7H 8H * *", "Legal"),
        ("kalooki40", "KH KH KS", "Not legal"),
        ("kooky", "7R * 9R 10R", "Legal"),
        ("standard", "", "No cards yet"),
    ],
)
def test_full_screen_verdict_word(phone: Phone, system: str, cards: str, word: str) -> None:
    assert verdict_of(phone, system=system, cards=cards) == word


def test_reason_cites_clause_and_provenance(phone: Phone) -> None:
    page = phone.get("/check?system=standard&cards=7H+8H+*+*").text
    assert 'href="/rules/standard#4.5"' in page
    assert "the rules say so" in page
    assert phone.get("/rules/standard").text.count('id="4.5"') == 1


def test_repair_takes_one_tap(phone: Phone) -> None:
    page = phone.get("/check?system=standard&cards=7H+8H+*+*").text
    assert "legal in this order" in page
    link = re.findall(r'class="repair-take"\s+href="([^"]*)"', page)[0].replace("&amp;", "&")
    again = phone.get(link)
    assert 'class="verdict-word">Legal<' in again.text


def repair_of(phone: Phone, **query: object) -> str:
    """Return the cards that a tap on the repair takes; empty if none is offered."""
    page = phone.get(f"/check?{urlencode(query)}").text
    return next(iter(re.findall(r'data-take="([^"]*)"', page)), "")


def test_jokers_of_several_melds_are_moved_by_one_tap(phone: Phone) -> None:
    lay = {"system": "standard", "round": 3, "cards": "KH KD KC / 7H 8H * * / 4S 5S * *"}
    assert verdict_of(phone, **lay) == "Move a joker"
    taken = repair_of(phone, **lay)
    assert taken == "KH KD KC / * 7H 8H * / * 4S 5S *"
    assert verdict_of(phone, **lay | {"cards": taken}) == "Legal"


@pytest.mark.parametrize(
    ("system", "number", "cards"),
    [
        ("standard", 3, "4H 5H 6H 7H / 9H 10H JH / KH KD KC"),
        ("standard", 3, "9H 10H JH / 4H 5H 6H 7H / KH KD KC"),
        ("kooky", 1, "8R 8G 8B / 8R 8E 7E / 4R 4B 4G"),
        ("jamaican", 2, "5H 5D 5C KH KD KC 9S 9H"),
        ("standard", 6, "5H 5D 5S / 3H 3C 3C 3D / AC * 9C 4C 5C 6C / QS QC QC"),
    ],
)
def test_repair_of_one_meld_is_not_offered_if_the_lay_stays_illegal(
    phone: Phone, system: str, number: int, cards: str
) -> None:
    lay = {"system": system, "round": number, "cards": cards}
    assert verdict_of(phone, **lay) == "Not legal"
    assert not repair_of(phone, **lay)
    one = {"system": "standard", "round": 2, "cards": "KH KD KC / 5H 5S 5D / 7H 8H 9H JH"}
    assert repair_of(phone, **one) == "KH KD KC / 5H 5S 5D / 7H 8H 9H 10H JH"


def test_repair_of_a_lay_with_melds_to_come_does_not_call_it_legal(phone: Phone) -> None:
    lay = {"system": "jamaican", "round": 1, "cards": "7H 7D 8C / 9H 9S 9C"}
    assert repair_of(phone, **lay) == "7H 7D 7S / 9H 9S 9C"
    assert "This would be legal" not in phone.get(f"/check?{urlencode(lay)}").text


def test_all_faulty_melds_of_a_lay_are_repaired_by_one_tap(phone: Phone) -> None:
    lay = {"system": "standard", "round": 2, "cards": "KH KD KC / 5H 5S 6D / 7H 8H 9H JH"}
    assert verdict_of(phone, **lay) == "Not legal"
    taken = repair_of(phone, **lay)
    assert taken.startswith("KH KD KC / 5H 5S 5")
    assert verdict_of(phone, **lay | {"cards": taken}) == "Legal"


@pytest.mark.parametrize(("players", "taken"), [(4, "7H 7H 7S / KH KD KC"), (6, "")])
def test_repair_of_a_lay_takes_cards_of_the_pack_in_play(
    phone: Phone, players: int, taken: str
) -> None:
    lay = {"system": "jamaican", "players": players, "cards": "7H 7H 7H / KH KD KC"}
    assert repair_of(phone, **lay) == taken


def test_joker_is_drawn_as_the_card_it_represents(phone: Phone) -> None:
    page = phone.get("/check?system=standard&cards=7H+*+9H+10H").text
    assert 'aria-label="Joker as 8 of hearts"' in page


def test_chosen_kind_decides(phone: Phone) -> None:
    assert verdict_of(phone, system="jamaican", cards="7H 7S 7D") == "Legal"
    assert verdict_of(phone, system="jamaican", cards="7H 7S 7D", **{"as": "run"}) == "Not legal"


def test_verdict_only_hides_reasons_and_is_remembered(phone: Phone) -> None:
    sent = {"verdicts": "only", "back": "/check?system=standard&cards=7H+8H+*+*"}
    back = phone.client.post("/settings", data=sent, headers=SAME_SITE).location
    for page in (phone.get(back).text, phone.get("/check?system=standard&cards=7H+8H+*+*").text):
        assert "reasons are hidden" in page
        assert "side by side" not in page.split('id="which"')[0]
        assert "Use this" not in page
    lay = phone.get("/check?system=standard&round=1&as=lay&cards=7H+8H+*+*").text
    assert "side by side" not in lay.split('id="which"')[0]
    full = phone.get("/check/full?system=standard&cards=7H+8H+*+*").text
    assert "side by side" not in full
    begun = phone.words(phone.get("/check?system=standard&cards=7H+8H"))
    assert "Tap the rest." in begun
    assert "make a run" not in begun
    phone.client.post("/settings", data={"verdicts": "", "back": "/check"}, headers=SAME_SITE)
    assert "side by side" in phone.get(back).text


@pytest.mark.parametrize(
    "text", ["7H zz", "<script>alert(1)</script>", "♠", "7H" * 300, "💥", "7H " * 200, "'\"><b>x"]
)
@pytest.mark.parametrize("field", ["cards", "on"])
def test_invalid_text_shows_an_error(phone: Phone, text: str, field: str) -> None:
    answer = phone.get(f"/check?{urlencode({'system': 'standard', field: text})}")
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    assert "<b>x" not in answer.text


def test_word_at_fault_has_an_example_of_the_pack(phone: Phone) -> None:
    for page in ("check?cards=7H+zz", "check?cards=7H&on=zz", "advice?hand=7H+zz"):
        answer = phone.get(f"/{page}&system=kooky")
        assert "“zz” is not a card; write one like 7R, 10B or *." in phone.words(answer), page


def test_pasted_cards_may_have_signs_that_nobody_sees(phone: Phone) -> None:
    cards = "\u20687H\u2069 8H\u200b 9H 10\u00adH / \u200e"
    answer = phone.get(f"/check?{urlencode({'system': 'standard', 'cards': cards})}")
    assert answer.status_code == 200
    assert "Legal" in phone.words(answer)


def test_word_at_fault_is_named_at_the_field(phone: Phone) -> None:
    answer = phone.get("/check?system=standard&cards=7H+zz")
    assert answer.status_code == 422
    assert "“zz” is not a card" in answer.text
    assert 'value="7H zz"' in answer.text
    assert 'aria-invalid="true"' in answer.text


def test_too_many_cards_show_an_error(phone: Phone) -> None:
    answer = phone.get(f"/check?system=standard&cards={'7H+' * 200}")
    assert answer.status_code == 422
    assert "at most 90 cards" in answer.text


def test_lay_of_more_than_thirty_cards_is_judged(phone: Phone) -> None:
    runs = "+/+".join("+".join(f"{rank}{suit}" for rank in range(2, 11)) for suit in "SHDC")
    words = phone.words(phone.get(f"/check?system=caribbean&round=9&cards={runs}"))
    assert "Legal" in words


@pytest.mark.parametrize("page", ["/check", "/check/verdict", "/check/full"])
def test_unknown_game_is_not_found(phone: Phone, page: str) -> None:
    assert phone.get(f"{page}?game=nowhere").status_code == 404


def test_check_in_a_game_uses_its_rules_and_pack(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", "Dan", system="jamaican")
    assert f'href="{phone.table}/check"' in phone.get().text
    assert verdict_of(phone, f"{phone.table}/check", cards="7H 7H 7H") == "Not legal"


@pytest.mark.parametrize(
    ("query", "most"),
    [
        ({"cards": "7H 7H 7H"}, "Legal"),
        ({"cards": "* * * * * 7H 7D 7C 7S 7H"}, "Legal"),
        ({"round": "1", "cards": "7H 7H 7H / 8H 8D 8C / 9H 9D 9C"}, "Legal"),
        ({"on": "7H 7H 7D", "cards": "7H"}, "Legal"),
        ({"cards": "7H 7H 7H 7H 7H"}, "Not legal"),
    ],
)
def test_unknown_number_of_players_can_leave_it_unclear(
    phone: Phone, query: dict[str, object], most: str
) -> None:
    query["system"] = "jamaican"
    word = verdict_of(phone, **query)
    assert word == ("Can’t tell" if most == "Legal" else most)
    assert verdict_of(phone, **query, players="4") == "Not legal"
    assert verdict_of(phone, **query, players="8") == most


def test_number_of_players_is_asked_if_the_pack_depends_on_it(phone: Phone) -> None:
    words = check(phone, system="jamaican", cards="7H 7H 7H")
    assert "It depends on how many play: up to 4 have 2 of each card and 4 jokers." in words
    assert "How many play? Not sure 3 to 4 5 to 6 7 to 8" in words
    assert "How many play?" not in check(phone, system="standard", cards="7H 7H 7H")
    tables = '[{"is":"LargerTable","players":4,"packs":3,"jokers":6,"deals":[]}]'
    house = HouseRules("Three packs", "standard", (("larger_tables", tables),))
    key = phone.post(f"/house-rules/{house_text(house)}/play", base="").location.rpartition("=")[2]
    words = check(phone, system=key, cards="7H 7H 7H")
    assert "It depends on how many play: up to 3 have 2 of each card" in words
    assert "How many play? Not sure 3 4 to 5" in words
    assert verdict_of(phone, system=key, cards="7H 7H 7H", players="5") == "Legal"
    for nonsense in ("0", "99", "-1", "x", "²"):
        query = {"system": "jamaican", "cards": "7H 7H 7H", "players": nonsense}
        assert verdict_of(phone, **query) == "Can’t tell"


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ({"round": "1", "cards": "7H 7D 7C KH KC * 4D 4S 4C"}, "Legal"),
        ({"round": "1", "cards": "7H 7D 7C KH KC *"}, "Keep going"),
        ({"round": "2", "cards": "7H 7D 7C / KH KC * / 4D 5D 6D 7D"}, "Legal"),
        ({"cards": "7H 7D 7C KH KC * 4D 4S 4C"}, "Can’t tell"),
        ({"round": "77", "cards": "7H 7D 7C KH KC *"}, "Can’t tell"),
        ({"cards": "3H 4H 5H 6H 8H 9H 10H JH", "round": "4"}, "Not legal"),
    ],
)
def test_first_lay_is_compared_with_the_contract(
    phone: Phone, query: dict[str, object], word: str
) -> None:
    assert verdict_of(phone, system="standard", **query) == word
    assert "Taken as coming down" in check(phone, system="standard", **query)


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("7H", "A verdict needs at least three cards."),
        ("7H 8H", "2 more cards make a four."),
        ("KH 3C", "A verdict needs at least three cards."),
        ("7H 7D 7C KH", "1 three so far."),
        ("7H 8H 9H 10H 3D 3S", "makes a three"),
    ],
)
def test_incomplete_cards_show_keep_going(phone: Phone, cards: str, sentence: str) -> None:
    assert verdict_of(phone, system="standard", cards=cards) == "Keep going"
    assert sentence in check(phone, system="standard", cards=cards)


@pytest.mark.parametrize(
    ("system", "cards", "sentence"),
    [
        ("kooky", "13B * *", "A set needs at least 2 real cards; this one has 1."),
        ("caribbean", "KH * *", "there can’t be more jokers than real cards."),
    ],
)
def test_lone_card_among_jokers_fails_as_a_set(
    phone: Phone, system: str, cards: str, sentence: str
) -> None:
    words = check(phone, system=system, cards=cards)
    assert sentence in words
    assert "at least 4 cards" not in words.split("Rules:")[0]


def test_lone_card_among_jokers_is_read_as_the_contract_needs(phone: Phone) -> None:
    words = check(phone, system="jamaican", round="1", cards="4D * *", **{"as": "lay"})
    assert "Set" in words.split("Taken as coming down")[1].split("Under other")[0]


def test_lay_compared_with_the_forty_points(phone: Phone) -> None:
    query = {"system": "kalooki40", "as": "lay"}
    assert verdict_of(phone, cards="10H JH QH KH", **query) == "Legal"
    short = check(phone, cards="2H 3H 4H", **query)
    assert "must be worth 40; these are worth 9" in short


@pytest.mark.parametrize(
    ("former", "now"),
    [
        (
            "/check/lay?system=standard&round=1&meld=7H+7D+7C&meld=KH+KC",
            "/check?system=standard&round=1&cards=7H+7D+7C+%2F+KH+KC&as=lay",
        ),
        (
            "/check/tack?system=standard&on=7H+8H+9H+10H&cards=6H&as=run&end=low",
            "/check?system=standard&on=7H+8H+9H+10H&cards=6H&kind=run&end=low&move=tack",
        ),
        ("/check/lay?round=1&meld=", "/check?round=1&cards=&as=lay"),
        ("/check/tack/verdict?cards=6H", "/check?cards=6H&on=&move=tack"),
        (
            "/check/joker/verdict?game=x&cards=8H&joker=2",
            "/check?game=x&cards=8H&joker=2&on=&move=joker",
        ),
    ],
)
def test_old_urls_redirect(phone: Phone, former: str, now: str) -> None:
    answer = phone.get(former)
    assert (answer.status_code, answer.location) == (301, now)


def test_lay_with_an_invalid_meld_gets_no_verdict(phone: Phone) -> None:
    query = "system=kalooki40&cards=KH+KD+KS+KC+/+8Q"
    for page in ("/check", "/check/verdict"):
        answer = phone.get(f"{page}?{query}")
        assert 'verdict-word">Not a card<' in answer.text
        assert "other-rules-word" not in answer.text


def test_full_screen_verdict_can_be_flipped(phone: Phone) -> None:
    page = phone.get("/check/full?system=standard&cards=7H+8H+*+*")
    assert "Move a joker" in phone.words(page)
    assert "full-flipped" not in page.text
    turned = re.findall(r'href="(/check/full\?flip=1[^"]*)"', page.text)[0].replace("&amp;", "&")
    assert "full-flipped" in phone.get(turned).text
    assert 'href="/check?system=standard&amp;cards=7H+8H+*+*"' in phone.get(turned).text


def test_fragment_is_small(app: Flask) -> None:
    phone = Phone(app.test_client())
    for query in ("cards=JH+zz", "cards=7H+7S+7D", "on=7H+8H+9H+10H&cards=JH", "as=lay&cards=7H"):
        answer = phone.get(f"/check/verdict?system=standard&{query}")
        assert answer.status_code == 200
        assert "<html" not in answer.text
        assert 'data-piece="ruling"' in answer.text
    assert phone.get("/check/verdict?system=none").status_code == 404


@pytest.mark.parametrize(
    ("system", "cards", "shown"),
    [
        ("jamaican", "7H 5H 6H 8H", "5 6 7 8"),
        ("kalooki40", "KH QH AH", "Queen King Ace"),
        ("kalooki40", "AH QH KH", "Queen King Ace"),
        ("standard", "AH 10H JH QH KH", "10 Jack Queen King Ace"),
    ],
)
def test_natural_cards_in_any_order_are_legal_and_sorted(
    phone: Phone, system: str, cards: str, shown: str
) -> None:
    query = {"system": system, "cards": cards}
    assert verdict_of(phone, **query) == "Legal"
    page = phone.get(f"/check?{urlencode(query)}").text.partition('id="reasons"')[2]
    drawn = re.findall(r'role="img" aria-label="(\w+) of hearts"', page)
    assert drawn[: len(shown.split())] == shown.split()


def test_ace_is_never_low_in_kalooki_40(phone: Phone) -> None:
    for cards in ("AH 2H 3H", "2H 3H AH", "3H AH 2H"):
        words = check(phone, system="kalooki40", cards=cards)
        assert "here the ace is high only" in words
