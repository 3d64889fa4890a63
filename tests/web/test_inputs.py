"""Everything a request brings is measured and cleaned before a view reads it."""

import pytest

from kalooki_ref.server.middleware.inputs import (
    LONGEST_HEADER,
    LONGEST_NAME,
    LONGEST_VALUE,
    MOST_FIELDS,
)
from tests.web.phone import SAME_SITE, Phone


@pytest.mark.parametrize("name", ["Accept", "Accept-Language", "X-Sent-By", "If-None-Match"])
def test_header_longer_than_a_browsers_is_ignored(phone: Phone, name: str) -> None:
    answer = phone.client.get("/nowhere", headers={name: "x" * (LONGEST_HEADER + 1)})
    assert answer.status_code == 404
    assert "Page not found" in answer.text


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("label", "x" * LONGEST_VALUE, 422),
        ("label", "x" * (LONGEST_VALUE + 1), 413),
        ("x" * LONGEST_NAME, "", 303),
        ("x" * (LONGEST_NAME + 1), "", 413),
        ("label", "\0", 400),
        ("\0", "", 400),
    ],
)
def test_field_is_measured(table: Phone, name: str, value: str, status: int) -> None:
    sent = {"label": "Ann’s phone", name: value}
    assert table.post("history/writer", **sent).status_code == status


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("player=" + "x" * LONGEST_VALUE, 200),
        ("player=" + "x" * (LONGEST_VALUE + 1), 413),
        ("x" * (LONGEST_NAME + 1), 413),
        ("a&" * MOST_FIELDS, 200),
        ("a&" * (MOST_FIELDS + 1), 413),
    ],
)
def test_query_is_measured(phone: Phone, query: str, status: int) -> None:
    assert phone.client.get(f"/?{query}").status_code == status


@pytest.mark.parametrize(("count", "status"), [(MOST_FIELDS, 422), (MOST_FIELDS + 1, 413)])
def test_fields_of_a_form_are_counted(phone: Phone, count: int, status: int) -> None:
    kind = "application/x-www-form-urlencoded"
    sent = {"data": b"a&" * count, "content_type": kind, "headers": SAME_SITE}
    assert phone.client.post("/games", **sent).status_code == status


def test_form_sent_without_fields_is_read(table: Phone) -> None:
    """Its fields have the values of the record, which are texts."""
    table.post("calls", player="2", answer="granted")
    hands = {f"hands-{index}-player": str(index + 1) for index in range(5)}
    points = {f"hands-{index}-points": "10+5" for index in range(1, 5)}
    fines = {"hands-1-fine": "50"}
    saved = table.post(
        "round", winner="1", **hands, **points, **fines, insist="1", everybody_down="yes"
    )
    assert saved.status_code == 303
    headers = {**SAME_SITE, "Idempotency-Key": "k" * 20}
    amended = table.client.post(table.address("rounds/1/amend"), headers=headers)
    assert amended.status_code in {303, 409, 422}
