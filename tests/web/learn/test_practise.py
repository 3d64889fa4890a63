"""The practise pages without script: questions, answers, what comes back, strange URLs."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.overrides import HouseRules
from tests.web.phone import Phone

TOPICS = ("legal", "cost", "down", "lay")
BEGIN = "/practise/legal?system=jamaican&seed=5"


def options_of(phone: Phone, address: str) -> list[str]:
    return re.findall(r'class="answer" href="([^"]*)"', unescape(phone.get(address).text))


def next_of(page: str) -> str:
    return re.findall(r'href="([^"]*)" data-next', unescape(page))[0]


def question_in(page: str) -> str:
    """Return the question with its cards."""
    return re.findall(r'class="quiz-words">.*?<div class="answers', page, re.DOTALL)[0]


def answered(phone: Phone, address: str, *, rightly: bool) -> str:
    """Answer the question at an address as asked, and return the page of the answer."""
    pages = [phone.get(option).text for option in options_of(phone, address)]
    return next(page for page in pages if (f'data-right="{int(rightly)}"' in page))


def played(phone: Phone, address: str, answers: str) -> str:
    """Return the address after these answers, "r" or "w"."""
    for answer in answers:
        address = next_of(answered(phone, address, rightly=answer == "r"))
    return address


def test_new_phone_is_asked_for_the_rules(phone: Phone) -> None:
    assert "Which game do you play?" in phone.words(phone.get("/practise"))


def test_home_and_rules_lead_to_it(table: Phone) -> None:
    assert 'href="/practise"' in table.get("/").text
    game = re.search(r'href="(/practise\?game=[^"]*)"', table.get("rules").text)
    assert game
    assert "Your game’s rules" in table.words(table.get(game[1]))


def test_lays_are_asked_about_where_the_best_can_be_proved(phone: Phone) -> None:
    assert "What would you lay?" in phone.words(phone.get("/practise?system=jamaican"))
    assert "What would you lay?" not in phone.words(phone.get("/practise?system=kalooki40"))
    assert phone.get("/practise/lay?system=kalooki40").status_code == 404


def test_both_lays_stay_and_the_answer_says_what_each_leaves(phone: Phone) -> None:
    address = "/practise/lay?system=jamaican&seed=5"
    assert len(options_of(phone, address)) == 2
    for option in options_of(phone, address):
        page = phone.get(option)
        words = phone.words(page)
        assert "First lay" in words
        assert "Second lay" in words
        assert re.search(r"After the discard this leaves \d+ points, and the other one \d+", words)


@pytest.mark.parametrize(
    ("system", "topic"),
    [
        (system, topic)
        for system in ("jamaican", "caribbean", "kalooki40", "kooky", "standard")
        for topic in TOPICS
        if (system, topic) != ("kalooki40", "lay")
    ],
)
def test_each_answer_says_which_is_right_and_by_which_rule(
    phone: Phone, topic: str, system: str
) -> None:
    for number in range(4):
        address = f"/practise/{topic}?system={system}&seed={number}"
        rights = []
        for option in options_of(phone, address):
            page = phone.get(option)
            assert page.status_code == 200
            assert re.search(r"Rule \d+\.\d+", phone.words(page))
            rights.append('data-right="1"' in page.text)
        assert rights.count(True) == 1


@pytest.mark.parametrize(
    "address", ["/practise/legal?system=jamaican&seed={}", "/learn/5?system=jamaican&seed={}"]
)
def test_answer_and_its_rule_say_no_sentence_twice(phone: Phone, address: str) -> None:
    for number in range(12):
        page = phone.get(f"{address.format(number)}&said=0").text
        (reason,) = re.findall(r'<div class="reason".*', page, re.DOTALL)
        said = re.findall(r"<(?:h2|p class=\"said\"|span)>([^<]{20,}?)</", reason)
        assert len({*said}) == len(said)


def test_lay_that_is_not_legal_is_answered_with_one_that_is(phone: Phone) -> None:
    for number in range(20):
        address = f"/practise/legal?system=jamaican&seed={number}"
        page = phone.get(options_of(phone, address)[0])
        words = phone.words(page)
        if "You come down with this." in words and "Not legal is right" in words:
            assert 'class="would-do"' in page.text
            return
    raise AssertionError("no such question")


def test_felt_stays_green_for_a_wrong_answer(phone: Phone) -> None:
    page = answered(phone, BEGIN, rightly=False)
    assert "This one comes back." in page
    assert "ruling-illegal" not in page


def test_wrong_one_comes_back_after_the_ten(phone: Phone) -> None:
    first = question_in(phone.get(BEGIN).text)
    after_ten = played(phone, BEGIN, "w" + "r" * 9)
    assert "1/10" in phone.words(phone.get(after_ten))
    assert question_in(phone.get(after_ten).text) == first
    over = played(phone, after_ten, "r")
    assert "9 of 10 right first time" in phone.words(phone.get(over))


def test_wrong_one_comes_back_in_the_next_ten_until_it_is_right(phone: Phone) -> None:
    first = question_in(phone.get(BEGIN).text)
    over = phone.get(f"{BEGIN}&was=wrrrrrrrrrr")
    assert "you missed come back later" in phone.words(over)
    third = played(phone, next_of(over.text), "rr")
    page = phone.get(third)
    assert question_in(page.text) == first
    assert "You missed this one before." in phone.words(page)
    rest = phone.get(f"{next_of(over.text)}&was=rrrrrrrrrr")
    assert "come back" not in phone.words(rest)
    again = phone.get(f"{next_of(over.text)}&was=rrwrrrrrrrr")
    assert "missed" not in next_of(rest.text)
    assert parse_qs(urlsplit(next_of(again.text)).query)["missed"] == ["0.1"]


def test_missed_ones_take_turns(phone: Phone) -> None:
    over = phone.get(f"{BEGIN}&was={'w' * 5}{'r' * 10}")
    assert parse_qs(urlsplit(next_of(over.text)).query)["missed"] == ["0.1-1.1-2.1-3.1-4.1"]
    after = phone.get(f"{next_of(over.text)}&was={'r' * 10}")
    assert parse_qs(urlsplit(next_of(after.text)).query)["missed"] == ["3.1-4.1"]


def test_right_answers_make_the_next_ten_harder(phone: Phone) -> None:
    over = phone.get(f"{BEGIN}&was=rrrrrrrrrr")
    assert "a little harder" in phone.words(over)
    asked = parse_qs(urlsplit(next_of(over.text)).query)
    assert (asked["ten"], asked["level"]) == (["1"], ["3"])


@pytest.mark.parametrize(
    "strange",
    [
        "seed=-1", "seed=99999999999", "was=xyz", "was=" + "w" * 500, "ten=5000", "level=9",
        "said=7", "said=x", "was=rrrrrrrrrrr", "seed=5&seed=6", "missed=x", "missed=9999.3-1.9",
        "missed=" + "17.2-" * 99, "missed=0.1-0.1&was=wwrrrrrrrr",
    ],
)  # fmt: skip
def test_strange_url_still_asks_something(phone: Phone, strange: str) -> None:
    for topic in TOPICS:
        page = phone.get(f"/practise/{topic}?system=jamaican&{strange}")
        assert page.status_code == 200


def test_unknown_topic_is_not_found(phone: Phone) -> None:
    assert phone.get("/practise/poker?system=jamaican").status_code == 404


def test_game_with_own_rules_is_asked_about_by_them(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    game = phone.table.rsplit("/", 1)[1]
    page = phone.words(phone.get(f"/practise/down?game={game}&seed=1"))
    assert "40 points" in page


def test_hands_in_a_game_are_as_large_as_its_deals(phone: Phone) -> None:
    tables = '[{"is":"LargerTable","players":5,"packs":3,"jokers":6,"deals":[13]}]'
    house = HouseRules("Thirteen", "jamaican", (("larger_tables", tables),))
    key = phone.post(f"/house-rules/{house_text(house)}/play", base="").location.rpartition("=")[2]
    phone.begin("Ann", "Ben", "Cleo", "Dan", "Eve", system=key)
    game = phone.table.rsplit("/", 1)[1]
    for seed in range(5):
        question = question_in(phone.get(f"/practise/down?game={game}&seed={seed}").text)
        assert question.count('class="playing-card') == 13 + 1


@pytest.mark.parametrize(("language", "words"), [("it", "Non valido"), ("es", "No válido")])
def test_questions_speak_the_language_of_the_phone(phone: Phone, language: str, words: str) -> None:
    phone.client.set_cookie("language", language)
    assert words in phone.words(phone.get(BEGIN))
