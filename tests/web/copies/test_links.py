"""Links to games and house rules, as messengers and mail programs pass them on."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from quopri import encodestring
from urllib.parse import quote, urlsplit

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kalooki_ref.rules.house_text import house_of_text
from kalooki_ref.rules.link_text import bytes_of
from kalooki_ref.web.copies.game_links import packed
from kalooki_ref.web.shared.links import (
    LONGEST_LINK,
    game_in_link,
    house_in_link,
    plain_link,
    plain_links,
)
from tests.attacks.cost import measured
from tests.web.circles.evenings import ANN_WINS, knowing, make_circle, stored
from tests.web.phone import SAME_SITE, Phone
from tests.web.phones.test_phones import LINK, code_at, guard_table, send

APP = "https://somebody.github.io/kalooki-ref/open/"


def pieces(link: str, most: int) -> list[str]:
    return re.findall(f".{{1,{most}}}", link)


MESSENGERS: dict[str, Callable[[str], str]] = {
    "as it is": lambda link: link,
    "the # and the ? escaped": lambda link: link.replace("#", "%23").replace("?", "%3F"),
    "escaped throughout": lambda link: quote(link, safe=""),
    "escaped twice": lambda link: quote(quote(link, safe=""), safe=""),
    "in angle brackets": lambda link: f"<{link}>",
    "with a trailing bracket": lambda link: f"{link}>",
    "in a web page": lambda link: f'<a href="{link}">our game</a>',
    "in round brackets": lambda link: f"(see {link}).",
    "with words around": lambda link: f"Our game: {link} See you on Sunday!",
    "with a hashtag and a number": lambda link: f"Table #3 {link} #kalooki #2026",
    "with words on the next line": lambda link: f"{link}\nSent from my phone",
    "wrapped": lambda link: "\r\n".join(pieces(link, 70)),
    "wrapped within the address": lambda link: "\n".join(pieces(link, 43)),
    "quoted": lambda link: "> Our game:\n> " + "\n> ".join(pieces(link, 70)) + "\n> Bye",
    "quoted twice": lambda link: "\n>> ".join(["Hi", *pieces(link, 70), "Bye"]),
    "quoted-printable": lambda link: encodestring(f"Our game: {link}".encode()).decode(),
    "quoted-printable, quoted": lambda link: (
        "> " + encodestring(link.encode()).decode().replace("\n", "\n> ")
    ),
    "quoted-printable, with blanks at line ends": lambda link: "= \r\n".join(pieces(link, 43)),
    "quoted-printable throughout": lambda link: re.sub(
        "[#?&=]", lambda sign: f"={ord(sign[0]):02X}", link
    ),
    "hyphenated": lambda link: "-\r\n".join(pieces(link, 43)),
    "hyphenated, quoted": lambda link: "> " + "-\n> ".join(pieces(link, 70)) + "\n> Bye",
    "hyphenated within the address": lambda link: "\u2010\n".join(pieces(link, 9)),
    "wrapped behind signs": lambda link: re.sub("([/#?=])", r"\1\n", link),
    "with numbers for signs": lambda link: re.sub(
        "[#?&=-]", lambda sign: f"&#{ord(sign[0])};", link
    ),
    "with hexadecimal numbers for signs": lambda link: re.sub(
        "[:/#?&=]", lambda sign: f"&#x{ord(sign[0]):X};", link
    ),
    "with names for signs": lambda link: link.replace("#", "&num;").replace("?", "&quest;"),
    "with numbers for signs, escaped": lambda link: link.replace("#", "&amp;#35;").replace(
        "?", "%26%2363%3B"
    ),
    "with signs nobody sees": lambda link: "\u200b".join(pieces(link, 40)) + "\u2060",
    "with soft hyphens": lambda link: "\u00ad".join(pieces(link, 9)),
    "with blanks": lambda link: " ".join(pieces(link, 50)),
    "with escaped blanks": lambda link: "%20".join(pieces(link, 50)),
    "with a tracker": lambda link: f"{link}&amp;fbclid=IwAR0",
    "with marks of direction": lambda link: f"\u202a{link}\u202c",
    "with isolates": lambda link: "\u2069\u2068".join(pieces(link, 40)),
    "with hyphens that don't break": lambda link: link.replace("-", "\u2011"),
    "with other hyphens": lambda link: link.replace("-", "\u2010"),
}


@pytest.fixture
def game_link(table: Phone) -> str:
    return f"{APP}#{packed(table.get('export.json').get_json())}"


@pytest.fixture
def house_link(phone: Phone) -> str:
    kept = phone.post("/house-rules", base="jamaican", name="Sunday & sons", max_calls="2")
    return f"{APP}?house={kept.location.rpartition('/')[2]}"


def post_link(phone: Phone, link: str) -> TestResponse:
    return phone.client.post("/open/", data={"game": link}, headers=SAME_SITE)


@pytest.mark.parametrize("sent", MESSENGERS.values(), ids=MESSENGERS)
def test_link_to_a_game_survives_messengers(
    table: Phone, game_link: str, sent: Callable[[str], str]
) -> None:
    answer = post_link(table, sent(game_link))
    assert answer.status_code == 200, table.words(answer)
    assert "This game is here" in answer.text


@pytest.mark.parametrize("sent", MESSENGERS.values(), ids=MESSENGERS)
def test_link_to_house_rules_survives_messengers(
    phone: Phone, house_link: str, sent: Callable[[str], str]
) -> None:
    answer = post_link(phone, sent(house_link))
    assert answer.status_code == 303, phone.words(answer)
    assert "Sunday & sons" in phone.words(phone.get(answer.location))


def test_address_of_house_rules_can_be_pasted(phone: Phone, house_link: str) -> None:
    text = house_link.rpartition("=")[2]
    answer = post_link(phone, f"http://table.local/house-rules/{text}\nBye")
    assert answer.location == f"/house-rules/{text}"


TO_A_PAGE: dict[str, Callable[[str], str]] = {
    name: MESSENGERS[name]
    for name in (
        "as it is", "in angle brackets", "with words around", "with words on the next line",
        "wrapped within the address", "quoted", "escaped throughout", "with signs nobody sees",
    )
}  # fmt: skip


@pytest.mark.parametrize("sent", TO_A_PAGE.values(), ids=TO_A_PAGE)
@pytest.mark.parametrize("page", ["", "/", "/standings", "?seen=3#entry-5"])
def test_address_of_a_game_leads_to_it(table: Phone, sent: Callable[[str], str], page: str) -> None:
    answer = post_link(table, sent(f"http://table.local:5040{table.table}{page}"))
    assert answer.location == table.table, table.words(answer)


@pytest.mark.parametrize("sent", TO_A_PAGE.values(), ids=TO_A_PAGE)
def test_link_to_a_seat_leads_to_where_it_is_taken(
    table: Phone, new_phone: Callable[[], Phone], sent: Callable[[str], str]
) -> None:
    send(guard_table(table), "phones/links", who="3")
    phone = new_phone()
    for link in (LINK.findall(table.get("phones").text)[0], f"http://a.b/join/{code_at(table)}"):
        answer = post_link(phone, sent(link))
        assert answer.status_code == 303, phone.words(answer)
        page = phone.get(answer.location)
        assert page.status_code == 200, answer.location
        assert "Cleo" in phone.words(page)
        assert phone.get(table.table).status_code == 404


def test_link_to_a_seat_that_was_divided_with_a_hyphen_is_whole(table: Phone) -> None:
    send(guard_table(table), "phones/links", who="3")
    link = LINK.findall(table.get("phones").text)[0]
    answer = post_link(table, f"{link[:-5]}-\r\n{link[-5:]}")
    assert answer.location == urlsplit(link).path


def test_address_of_a_circle_leads_to_it(app: Flask, phone: Phone) -> None:
    game = stored(app, ANN_WINS)
    circle = make_circle(knowing(phone, game), game)
    answer = post_link(phone, f"Our league: http://table.local{circle}. See you!")
    assert answer.location == circle


def test_address_of_a_game_that_cannot_be_seen_is_named_as_that(
    table: Phone, new_phone: Callable[[], Phone]
) -> None:
    guard_table(table)
    stranger = new_phone()
    for address in (f"http://localhost{table.table}", "https://a.b/g/" + "x" * 22):
        answer = post_link(stranger, address)
        assert answer.status_code == 422
        assert "it’s the address of a game, not a copy" in stranger.words(answer)
        assert address in answer.text


def tapped_addresses(link: str) -> Iterator[str]:
    """Yield what a browser asks for if the link was escaped or lengthened on the way."""
    parts = urlsplit(link)
    rest = f"?{parts.query}" if parts.query else f"#{parts.fragment}"
    yield f"/open/{quote(rest, safe='')}"
    yield f"/open/{quote(quote(rest, safe=''), safe='')}"
    yield f"/open/{quote(rest + '>', safe='')}"


def test_tapped_link_to_a_game_with_an_escaped_hash_is_ready_to_open(
    table: Phone, game_link: str
) -> None:
    for address in tapped_addresses(game_link):
        page = table.client.get(address)
        assert page.status_code == 200
        assert "data-copy-tapped" in page.text
        typed = re.search(r"<textarea[^>]*>([^<]*)</textarea>", page.text)
        assert typed
        assert "This game is here" in post_link(table, typed[1]).text


@pytest.mark.parametrize("rest", ["35;", "x23;"])
def test_tapped_link_with_a_number_for_its_hash_opens(
    table: Phone, game_link: str, rest: str
) -> None:
    """A browser sends what is before the # of "&#35;", and the script what follows."""
    assert "data-copy-tapped" in table.client.get("/open/&").text
    sent = rest + game_link.partition("#")[2]
    assert "This game is here" in post_link(table, sent).text


def test_tapped_link_to_house_rules_opens_them(phone: Phone, house_link: str) -> None:
    text = house_link.rpartition("=")[2]
    endings = (">", ")", ".", "%20", "%E2%80%8B", "%C2%AD", "%0A", "&gt;")
    plain = [f"/open/?house={text}{end}" for end in ("", *endings)]
    plain += [f"/house-rules/{text}{end}" for end in ("", *endings)]
    plain += [f"/house-rules/new?house={text}{end}" for end in endings]
    for address in (*plain, *tapped_addresses(house_link)):
        answer = phone.client.get(address, follow_redirects=True)
        assert answer.status_code == 200, address
        assert "Sunday &amp; sons" in answer.text, address


@pytest.mark.parametrize("missing", [1, 2, 3, 5, 8, 20])
def test_cut_link_to_house_rules_is_refused(phone: Phone, house_link: str, missing: int) -> None:
    cut = house_link[:-missing]
    answer = post_link(phone, cut)
    assert answer.status_code == 422
    assert "the link to these house rules is cut short or changed." in phone.words(answer)
    assert cut in answer.text
    tapped = phone.get(f"/house-rules/{cut.rpartition('=')[2]}")
    assert tapped.status_code == 404
    assert "The link may be cut short" in phone.words(tapped)


def test_no_wrong_letter_changes_house_rules(house_link: str) -> None:
    text = house_link.rpartition("=")[2]
    house = house_of_text(text)
    assert house
    for place in range(len(text)):
        for letter in "AQgw_9":
            changed = text[:place] + letter + text[place + 1 :]
            is_same = bytes_of(changed) == bytes_of(text)
            assert house_of_text(changed) == (house if is_same else None)


@pytest.mark.parametrize("missing", [1, 2, 3, 5, 8, 20])
def test_cut_link_to_a_game_is_refused(table: Phone, game_link: str, missing: int) -> None:
    answer = post_link(table, game_link[:-missing])
    assert answer.status_code == 422
    assert "a part of it is missing or changed" in table.words(answer)


@pytest.mark.parametrize("text", ["Ann won #1!", "https://kalooki.example/", "{ }", "7H 8H"])
def test_text_without_a_link_is_refused_as_that(phone: Phone, text: str) -> None:
    answer = post_link(phone, text)
    assert answer.status_code == 422
    assert "not a game" in phone.words(answer) or "it holds no game" in phone.words(answer)


def test_link_of_a_newer_version_asks_for_an_update(phone: Phone, game_link: str) -> None:
    newer = re.sub(r"#.", "#9", game_link)
    assert "a newer version of this app" in phone.words(post_link(phone, newer))


def test_link_to_house_rules_of_a_newer_version_asks_for_an_update(
    phone: Phone, house_link: str
) -> None:
    newer = re.sub(r"=.", "=9", house_link)
    assert "a newer version of this app" in phone.words(post_link(phone, newer))


def test_file_of_house_rules_of_a_newer_version_asks_for_an_update(
    phone: Phone, house_link: str
) -> None:
    page = phone.get(f"/house-rules/{house_link.rpartition('=')[2]}/file").get_data()
    newer = re.sub(rb"(house=|/house-rules/).", rb"\g<1>9", page)
    sent = {"file": (BytesIO(newer), "rules.txt")}
    answer = phone.client.post("/open/", data=sent, headers=SAME_SITE)
    assert "a newer version of this app" in phone.words(answer)


WORST = [
    "&#35;",
    "&amp;#",
    "-\n",
    "= \t",
    "&#" + "9" * 4000,
    "\n",
    "> ",
    "=\n",
    "%2",
    "%25",
    "#3",
    "&amp;",
    "\u200b",
    "house=",
    "/house-rules/",
    "=3D",
]


@pytest.mark.parametrize("part", WORST)
def test_time_grows_with_the_length_only(part: str) -> None:
    text = part * (LONGEST_LINK // len(part))

    def read() -> None:
        plain = plain_link(text)
        game_in_link(plain)
        house_in_link(plain)

    _, cost = measured(read, seconds=0.5)
    assert cost.seconds < 0.5


def test_divided_link_may_end_with_a_hyphen_of_its_own() -> None:
    divided = "> http://localhost/open/#5cCLH6i2Nyw-\n> kXm9xv1Bo7Fy-\n> Bye"
    assert "http://localhost/open/#5cCLH6i2NywkXm9xv1Bo7Fy-Bye" in plain_links(divided)
