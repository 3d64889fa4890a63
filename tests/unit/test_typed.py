"""Limits on typed numbers and cards."""

import pytest

from kalooki_ref.web.shared.query import cards_read, number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("0", 0), ("7", 7), ("07", 7), ("99", 99), ("100", None), ("007", None), ("-1", None)),
        *(("", None), (None, None), ("4.5", None), ("٣", None), ("²", None), ("1e1", None)),
    ],
)
def test_number_is_whole_and_plain(text: str | None, number: int | None) -> None:
    assert number_in(text, most=99) == number


@pytest.mark.parametrize(("text", "number"), [("30", 30), ("31", None), ("100", None)])
def test_number_is_at_most_the_given_maximum(text: str, number: int | None) -> None:
    assert number_in(text, most=30) == number


def test_field_accepts_at_most_30_cards() -> None:
    thirty = cards_read(" ".join(["7H"] * 30))
    assert (len(thirty.cards), thirty.fault) == (30, "")
    more = cards_read(" ".join(["7H"] * 31))
    assert more.cards == ()
    assert more.fault == "You can check at most 30 cards at a time."
    assert more.text == " ".join(["7H"] * 31)


def test_invalid_card_is_named_in_a_shortened_message() -> None:
    typed = cards_read("7H " + "x" * 400)
    assert typed.fault == f"“{'x' * 20}” is not a card; write one like 7H, 10S or *."
    assert typed.text == "7H " + "x" * 297
