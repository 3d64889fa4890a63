"""Everybody counts their own hand on their own phone; the scorekeeper sees it, and saves."""

import re
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from tests.web.phone import Phone
from tests.web.test_phones import guarded, joined, let_in, send

FROM = re.compile(r'data-from="(\d)"(?! hidden)>')
FORM = re.compile(r'name="form" value="([^"]+)"')


@pytest.fixture
def seated(table: Phone, new_phone: Callable[[], Phone]) -> dict[str, Phone]:
    """The phones of Ben and Cleo, in their seats at a guarded table, by seat."""
    guarded(table)
    phones = {seat: new_phone() for seat in ("2", "3")}
    for seat, phone in phones.items():
        joined(phone, table, seat)
    let_in(table)
    return phones


def form_of(phone: Phone) -> str:
    """Return which round the page for the own hand is about."""
    found = FORM.search(phone.get("hand").text)
    assert found is not None
    return found[1]


def send_hand(phone: Phone, **fields: str) -> TestResponse:
    return send(phone, "hand", form=form_of(phone), **fields)


def points(table: Phone, at: int) -> str:
    page = table.get("round?winner=1").text
    found = re.search(rf'name="hands-{at}-points"[^>]*value="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_own_hands_come_together_in_one_form(table: Phone, seated: dict[str, Phone]) -> None:
    assert "Still counting on their phones: Ben, Cleo." in table.words(table.get("round?winner=1"))
    assert send_hand(seated["2"], points="10+5").location == f"{table.table}/hand"
    assert send_hand(seated["3"], cards="KH 2H").status_code == 303
    page = table.get("round?winner=1")
    assert [points(table, at) for at in (1, 2, 3)] == ["10+5", "", ""]
    assert 'value="KH 2H"' in page.text
    assert set(FROM.findall(page.text)) == {"2", "3"}
    assert "From Ben’s phone" in table.words(page)
    assert "Still counting" not in table.words(page)
    assert "The scorekeeper has it." in seated["2"].words(seated["2"].get("hand"))


def test_the_scorekeeper_types_over_and_saves(table: Phone, seated: dict[str, Phone]) -> None:
    send_hand(seated["2"], points="15")
    form = {"winner": "1", **{f"hands-{at}-player": str(at + 1) for at in range(5)}}
    counts = {
        f"hands-{at}-points": count for at, count in ((1, "20"), (2, "5"), (3, "7"), (4, "9"))
    }
    table.post("round", step="review", **form, **counts)
    assert points(table, 1) == "20"
    assert not FROM.findall(table.get("round").text)
    assert table.post("round", step="save", insist="1", **form, **counts).status_code == 303
    assert "The scorekeeper has it." not in seated["2"].words(seated["2"].get("hand"))
    assert "Round 2 of 9" in seated["2"].words(seated["2"].get("hand"))


def test_a_hand_counted_too_late_never_slips_into_the_next_round(
    table: Phone, seated: dict[str, Phone]
) -> None:
    counted = form_of(seated["2"])
    table.post("round", winner="void", step="save", insist="1")
    answer = send(seated["2"], "hand", form=counted, points="15")
    assert answer.status_code == 409
    assert "Another round has begun." in seated["2"].words(answer)
    assert 'value="15"' in answer.text
    assert points(table, 1) == ""
    assert send_hand(seated["2"], points="15").status_code == 303


def test_a_hand_that_came_first_keeps_what_is_recorded(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    phone.begin(system="kooky")
    for _ in range(4):
        phone.post("calls", player="2", insist="1")
    ben = new_phone()
    joined(ben, phone, "2")
    send_hand(ben, points="15")
    page = phone.get("round?winner=1").text
    assert re.search(r'name="hands-1-overcalls"[^>]*value="1"', page)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"points": ""}, "Enter the points you have left."),
        ({"points": "ten"}, "Enter points as a number or a sum"),
        ({"cards": "7X"}, "is not a card"),
        ({"points": "3", "cards": "KH"}, "The cards add up to"),
    ],
)
def test_a_wrong_count_is_said_and_kept(
    seated: dict[str, Phone], table: Phone, sent: dict[str, str], sentence: str
) -> None:
    answer = send_hand(seated["2"], **sent)
    assert answer.status_code == 422
    assert sentence in seated["2"].words(answer)
    for value in sent.values():
        assert f'value="{value}"' in answer.text
    assert points(table, 1) == ""


def test_a_phone_without_a_seat_counts_no_hand(table: Phone) -> None:
    assert table.get("hand").status_code == 404
    assert "This phone has no seat in this round." in table.words(table.get("hand"))


def test_a_seat_calls_with_its_own_button(table: Phone, seated: dict[str, Phone]) -> None:
    words = seated["2"].words(seated["2"].get())
    assert "Ben’s seat I call" in words
    assert "Check my hand" not in words
    table.post("advice", advice="open")
    assert "Check my hand" in seated["2"].words(seated["2"].get())
