"""The practise pages without script: questions, answers, what comes back, strange URLs."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.web.phone import Phone

TOPICS = ("legal", "cost", "down")
BEGIN = "/practise/legal?system=jamaican&seed=5"


def options_of(phone: Phone, address: str) -> list[str]:
    return re.findall(r'class="answer" href="([^"]*)"', unescape(phone.get(address).text))


def next_of(page: str) -> str:
    return re.findall(r'href="([^"]*)" data-next', unescape(page))[0]


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


@pytest.mark.parametrize("system", ["jamaican", "caribbean", "kalooki40", "kooky", "standard"])
@pytest.mark.parametrize("topic", TOPICS)
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


def test_felt_stays_green_for_a_wrong_answer(phone: Phone) -> None:
    page = answered(phone, BEGIN, rightly=False)
    assert "This one comes back." in page
    assert "ruling-illegal" not in page


def test_wrong_one_comes_back_after_the_ten(phone: Phone) -> None:
    first = phone.words(phone.get(BEGIN))
    after_ten = played(phone, BEGIN, "w" + "r" * 9)
    assert "1 of 10" in phone.words(phone.get(after_ten))
    assert phone.words(phone.get(after_ten)) == first
    over = played(phone, after_ten, "r")
    assert "9 of 10 at once" in phone.words(phone.get(over))


def test_right_answers_make_the_next_ten_harder(phone: Phone) -> None:
    over = phone.get(f"{BEGIN}&was=rrrrrrrrrr")
    assert "a little harder" in phone.words(over)
    again = re.findall(r'href="([^"]*)"[^>]*><span>Ten more', unescape(over.text))[0]
    asked = parse_qs(urlsplit(again).query)
    assert (asked["ten"], asked["level"]) == (["1"], ["3"])


@pytest.mark.parametrize(
    "strange",
    [
        "seed=-1", "seed=99999999999", "was=xyz", "was=" + "w" * 500, "ten=5000", "level=9",
        "said=7", "said=x", "was=rrrrrrrrrrr", "seed=5&seed=6",
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


@pytest.mark.parametrize(("language", "words"), [("it", "Non valido"), ("es", "No válido")])
def test_questions_speak_the_language_of_the_phone(phone: Phone, language: str, words: str) -> None:
    phone.client.set_cookie("language", language)
    assert words in phone.words(phone.get(BEGIN))
