"""Sending a game as a link or a file, and opening it as a new game."""

import base64
import contextlib
import hashlib
import io
import json
import re
import zlib
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask

from kalooki_ref.game.events import GameStarted, HandLeft, RoundEnded
from kalooki_ref.game.record import event_data
from kalooki_ref.rules.link_text import RAW_DEFLATE, link_text
from kalooki_ref.rules.revisions import REVISION
from kalooki_ref.web.copies.earlier_links import KNOWN
from kalooki_ref.web.copies.game_links import (
    MOST_BYTES,
    VERSION,
    packed,
    unpacked,
    unpacked_link,
)
from kalooki_ref.web.shared.qr import LONGEST_CODE
from kalooki_ref.words.import_words import ExportError
from tests.attacks.cost import measured
from tests.web.phone import Phone

LINK = re.compile(r"data-copy-link>([^<]*)<")
HELD = re.compile(r'name="game" value="([^"]*)"')
COUNTS = (0, 137, 42, 5, 68, 250, 13, 99, 31)


def exported(phone: Phone) -> dict[str, object]:
    data = phone.get("export.json").get_json()
    assert isinstance(data, dict)
    return data


def nine_bare_rounds(phone: Phone) -> dict[str, object]:
    """Return a game of five with nine rounds, with only winners and points recorded."""
    data = exported(phone)
    events = [
        RoundEnded(
            winner=number % 5 + 1,
            bent=number == 4,
            hands=tuple(
                HandLeft(seat, count=COUNTS[(number + seat * 2) % 9])
                if seat != number % 5 + 1
                else HandLeft(seat)
                for seat in range(1, 6)
            ),
        )
        for number in range(9)
    ]
    rows = data["entries"]
    assert isinstance(rows, list)
    for seq, event in enumerate(events, 2):
        kind, fields = event_data(event)
        at = f"2026-11-22T{18 + seq // 4}:{seq * 7 % 60:02}:{seq * 13 % 60:02}Z"
        entry = {"seq": seq, "kind": kind, "data": fields, "by": "", "at": at}
        rows.append(entry | {"key": f"~{hashlib.sha256(at.encode()).hexdigest()[:12]}"})
    return data


def test_nine_rounds_of_five_fit_into_a_qr_code(table: Phone) -> None:
    link = "https://somebody.github.io/kalooki-ref/open/#" + packed(nine_bare_rounds(table))
    assert len(link) <= LONGEST_CODE - 150, len(link)


def test_packed_game_round_trips(table: Phone) -> None:
    data = nine_bare_rounds(table)
    del data["standings"]
    assert unpacked(packed(data)) == data


def test_house_rule_is_packed_as_its_value(table: Phone) -> None:
    data = nine_bare_rounds(table)
    del data["standings"]
    data["rules"] |= {"name": "Sunday rules", "max_calls": 4}  # type: ignore[operator]
    assert unpacked(packed(data)) == data


def test_corrupted_link_is_refused(table: Phone) -> None:
    data = nine_bare_rounds(table)
    del data["standings"]
    text = packed(data)
    for place in range(1, len(text)):
        for letter in "AQgw_9":
            with contextlib.suppress(ExportError):
                assert unpacked(text[:place] + letter + text[place + 1 :]) == data


def test_link_is_previewed_and_opens_as_a_new_game(
    table: Phone, new_phone: Callable[[], Phone]
) -> None:
    phone, page = new_phone(), table.get("send").text
    assert "<svg" in page
    (link,) = LINK.findall(page)
    answer = phone.client.post("/open/", data={"game": unescape(link)}, headers=SAME)
    assert answer.status_code == 200
    assert "Ann, Ben" in phone.words(answer)
    (text,) = HELD.findall(answer.text)
    kept = [keep(phone, text, key="one-key-of-this-form") for _ in range(2)]
    assert kept[0] == kept[1] != table.table
    assert "To bring it back later, tap “Send a copy”." in phone.words(phone.get(kept[0]))
    assert keep(phone, text, key="another-key-of-a-form") not in {*kept, table.table}
    before, after = exported(table), phone.client.get(f"{kept[0]}/export.json").get_json()
    assert after == before


SAME = {"Sec-Fetch-Site": "same-origin"}


def keep(phone: Phone, text: str, *, key: str) -> str:
    answer = phone.client.post("/open/keep", data={"game": text, "key": key}, headers=SAME)
    assert answer.status_code == 303
    return str(answer.location)


def test_file_larger_than_any_form_opens(table: Phone) -> None:
    text = table.get("export.json").text + " " * 100_000
    sent = {"file": (io.BytesIO(text.encode()), "kalooki.json")}
    answer = table.client.post("/open/", data=sent, headers=SAME)
    assert answer.status_code == 200
    assert "This game is here" in answer.text


def deflated(body: bytes) -> str:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE, 9, zdict=KNOWN.read_bytes())
    raw = squeeze.compress(body) + squeeze.flush()
    return "1" + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def linked(whole: object) -> str:
    return VERSION + link_text(json.dumps(whole).encode())


HOSTILE = {
    "nothing": "1",
    "a later format": "6abc",
    "rules of a later release": linked([["jamaican", REVISION + 1, {}], [], "", 0, ""]),
    "rules of no game": linked([["whist", 0, {}], [], "", 0, ""]),
    "rules that are a list": linked([["jamaican", 0, [1]], [], "", 0, ""]),
    "a bomb today": linked(" " * (MOST_BYTES + 1)),
    "cut short": packed(
        {
            "created_at": "2026-11-22T18:00:00Z",
            "entries": [],
            "rules": {"slug": "jamaican"},
            "title": "",
            "home": "",
        }
    )[:-3],
    "a bomb": deflated(b" " * (MOST_BYTES + 1)),
    "no game": deflated(b'{"a": 1}'),
    "deep": deflated(b"[" * 100_000),
    "a time beyond all clocks": deflated(b'[{}, [["GameStarted", {}, "", 9e99]], "", 1e300]'),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_invalid_game_is_refused_with_a_reason(phone: Phone, text: str) -> None:
    with pytest.raises(ExportError):
        unpacked(text)
    answer = phone.client.post("/open/", data={"game": text}, headers=SAME)
    assert answer.status_code == 422
    assert "This can’t be opened" in phone.words(answer)


@pytest.mark.parametrize("path", ["/open/", "/open/keep", "copy"])
@pytest.mark.parametrize("blank", [" ", "\t", " \n", "\n", "#", "=\n"])
def test_blanks_in_a_link_cost_no_time(table: Phone, path: str, blank: str) -> None:
    text = f"3{blank * (199_000 // len(blank))}x"
    answer, cost = measured(lambda: table.post(path, game=text, base="1"), seconds=0.5)
    assert answer.status_code == 422
    assert cost.seconds < 0.5


def test_text_longer_than_any_link_is_refused(app: Flask) -> None:
    with app.test_request_context("/open/"), pytest.raises(ExportError, match="longer"):
        unpacked_link("3" + "\n" * 400_000)


def test_impossible_game_is_refused_before_it_is_stored(table: Phone, app: Flask) -> None:
    data = exported(table)
    kind, fields = event_data(GameStarted(("Ann", "Ann"), 9))
    data["entries"] = [{"seq": 1, "kind": kind, "data": fields, "by": "", "at": data["created_at"]}]
    for path in ("/open/", "/open/keep"):
        sent = {"game": json.dumps(data), "key": "a key that is long enough".replace(" ", "-")}
        assert app.test_client().post(path, data=sent, headers=SAME).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        b'[{}, [["GameStarted", {}, "", 0, "", ""]], "", 1]',
        b'[{}, {}, "", 1, {}]',
        b'[{}, [], "", 1, "", ""]',
        b'[{}, [["GameStarted", {}, "", 0, {}]], "", 1, "javascript:"]',
    ],
)
def test_packed_data_of_another_kind_is_refused(phone: Phone, body: bytes) -> None:
    for version in "12":
        sent = {"game": version + deflated(body)[1:]}
        assert phone.client.post("/open/", data=sent, headers=SAME).status_code == 422
