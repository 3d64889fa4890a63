"""Drafts: several phones fill in one form, field by field."""

import json
import shutil
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from kalooki_ref import create_app
from kalooki_ref.store.drafts import MOST_BYTES
from kalooki_ref.web.table.round.shared_draft import LONGEST, MOST_VALUES
from tests.web.phone import SAME_SITE, Phone
from tests.web.table.test_rounds import write


def patch_draft(phone: Phone, **fields: str) -> TestResponse:
    sent = {name.replace("_", "-"): [text] for name, text in fields.items()}
    return phone.client.patch(phone.address("drafts/round-1"), json=sent, headers=SAME_SITE)


@pytest.fixture
def other(table: Phone, new_phone) -> Phone:  # type: ignore[no-untyped-def]
    """Another phone at the same table."""
    other: Phone = new_phone()
    other.table = table.table
    return other


def test_fields_of_two_phones_are_merged(table: Phone, other: Phone) -> None:
    assert patch_draft(table, hands_0_points="42").status_code == 204
    assert patch_draft(other, hands_2_points="17").status_code == 204
    assert table.get("drafts/round-1").get_json() == {
        "hands-0-points": ["42"],
        "hands-2-points": ["17"],
    }
    page = table.get("round").text
    assert 'value="42"' in page
    assert 'value="17"' in page


@pytest.mark.parametrize(("field", "text"), [("points", "35"), ("cards", "7H *")])
def test_hand_of_a_player_who_left_is_named_before_saving(
    table: Phone, other: Phone, field: str, text: str
) -> None:
    patch_draft(other, **{f"hands_3_{field}": text, "hands_0_points": "42"})
    assert "isn’t in this round any more" not in table.words(table.get("round"))
    other.post("players/4/leave")
    page = table.get("round")
    assert f"Dan isn’t in this round any more. Not counted: {text}." in table.words(page)
    assert 'value="42"' in page.text
    assert "hands-3-" not in page.text


def test_last_value_of_a_field_wins(table: Phone, other: Phone) -> None:
    patch_draft(table, hands_0_points="42")
    patch_draft(other, hands_0_points="24")
    assert table.get("drafts/round-1").get_json() == {"hands-0-points": ["24"]}


def test_review_keeps_draft_fields_not_on_its_page(table: Phone, other: Phone) -> None:
    patch_draft(other, hands_3_fine="5")
    table.post("round", step="review", winner="void")
    assert table.get("drafts/round-1").get_json() == {"hands-3-fine": ["5"], "winner": ["void"]}


def test_unchanged_draft_returns_304(table: Phone, other: Phone) -> None:
    tag = table.get("drafts/round-1").headers["ETag"]
    conditional = {"If-None-Match": tag}
    assert table.client.get(table.address("drafts/round-1"), headers=conditional).status_code == 304
    patch_draft(other, hands_0_points="42")
    assert table.client.get(table.address("drafts/round-1"), headers=conditional).status_code == 200


@pytest.mark.parametrize("field", ["hands_0_points", "hands_9_points", "other"])
def test_draft_that_adds_nothing_is_no_news_to_other_phones(table: Phone, field: str) -> None:
    patch_draft(table, hands_0_points="42")
    tag = table.get("drafts/round-1").headers["ETag"]
    assert patch_draft(table, **{field: "42"}).status_code == 204
    assert table.get("drafts/round-1").headers["ETag"] == tag
    patch_draft(table, hands_0_points="43")
    assert table.get("drafts/round-1").headers["ETag"] != tag


def test_draft_of_a_saved_round_is_closed(table: Phone) -> None:
    assert write(table).status_code == 303
    assert table.get("drafts/round-1").status_code == 204
    assert table.get("drafts/round-2").get_json() == {}
    assert patch_draft(table, hands_0_points="42").status_code == 400


def test_only_fields_of_the_form_are_kept(table: Phone) -> None:
    typed = {"hands-4-points": ["7"], "hands-5-points": ["8"], "x" * 9000: ["1"], "key": ["k"]}
    address = table.address("drafts/round-1")
    assert table.client.patch(address, json=typed, headers=SAME_SITE).status_code == 204
    assert table.get("drafts/round-1").get_json() == {"hands-4-points": ["7"]}
    table.post("round", step="review", winner="void", **{"hands-4-fine": "5", "hands-5-fine": "5"})
    assert table.get("drafts/round-1").get_json().keys() == {
        "winner",
        "hands-4-points",
        "hands-4-fine",
    }


def test_draft_of_all_phones_together_is_limited(table: Phone) -> None:
    address = table.address("drafts/round-1")
    for seat in range(5):
        typed = {f"hands-{seat}-cards": ["x" * LONGEST] * MOST_VALUES}
        answer = table.client.patch(address, json=typed, headers=SAME_SITE)
        kept = len(json.dumps(table.get("drafts/round-1").get_json()))
        assert answer.status_code == (204 if seat < 3 else 413)
        assert kept <= MOST_BYTES
    table.post("round", step="review", winner="void", **{"hands-4-cards": ("9" * LONGEST,) * 99})
    assert "hands-4-cards" not in table.get("drafts/round-1").get_json()


def test_growing_drafts_are_counted_like_imports(new_instance: Path, tmp_path: Path) -> None:
    instance = shutil.copytree(new_instance, tmp_path / "instance")
    app = create_app({"INSTANCE": str(instance), "MOST_IMPORTED": "12/hour"})
    table = Phone(app.test_client())
    table.begin()
    address = table.address("drafts/round-1")
    for times in range(50):
        assert patch_draft(table, hands_0_points=str(times)).status_code == 204
    full = {"hands-1-cards": ["x" * LONGEST] * MOST_VALUES}
    assert table.client.patch(address, json=full, headers=SAME_SITE).status_code == 204
    more = {"hands-2-cards": ["x" * LONGEST] * MOST_VALUES}
    assert table.client.patch(address, json=more, headers=SAME_SITE).status_code == 429


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"winner": ["1"] * MOST_VALUES}, 204),
        ({"winner": ["1"] * (MOST_VALUES + 1)}, 400),
        ({"winner": ["1" * LONGEST]}, 204),
        ({"winner": ["1" * (LONGEST + 1)]}, 400),
        ({"winner": "1"}, 400),
        ({"winner": [1]}, 400),
        (["winner"], 400),
        ({}, 204),
    ],
)
def test_number_and_length_of_draft_values_are_limited(
    table: Phone, sent: object, status: int
) -> None:
    address = table.address("drafts/round-1")
    assert table.client.patch(address, json=sent, headers=SAME_SITE).status_code == status


@pytest.mark.parametrize(("more", "status"), [(0, 204), (1, 400)])
def test_draft_size_is_limited(table: Phone, more: int, status: int) -> None:
    body = b'{"winner": ["1"]}'
    body += b" " * (MOST_BYTES + more - len(body))
    headers = {**SAME_SITE, "Content-Type": "application/json"}
    address = table.address("drafts/round-1")
    assert table.client.patch(address, data=body, headers=headers).status_code == status


def test_review_drops_texts_beyond_the_maximum_length(table: Phone) -> None:
    for name, size in (("hands-0-cards", LONGEST), ("hands-1-cards", LONGEST + 1)):
        table.post("round", step="review", winner="void", **{name: " " * size})
    kept = table.get("drafts/round-1").get_json()
    assert kept == {"winner": ["void"], "hands-0-cards": [" " * LONGEST]}


def test_draft_is_kept_for_the_second_phone(table: Phone) -> None:
    typed = {"winner": ["2"], "hands-0-points": ["42"]}
    headers = {"Sec-Fetch-Site": "same-origin"}
    kept = table.client.put(f"{table.table}/drafts/round-1", json=typed, headers=headers)
    assert kept.status_code == 204
    assert 'value="42"' in table.get("round").text
    write(table)
    assert 'value="42"' not in table.get("round").text


@pytest.mark.parametrize("data", [[], {"a": "b"}, {"a": [1]}, {"a": ["x" * 500]}, "x"])
def test_invalid_draft_is_refused(table: Phone, data: object) -> None:
    headers = {"Sec-Fetch-Site": "same-origin"}
    answer = table.client.put(f"{table.table}/drafts/round-1", json=data, headers=headers)
    assert answer.status_code == 400
