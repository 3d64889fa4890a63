"""Numbers as people type them, in Python and in the browser."""

import doctest

import pytest

from kalooki_ref import typed_numbers
from kalooki_ref.typed_numbers import LONGEST, plain_number, whole_number
from kalooki_ref.web.shared.fields import NumberError, SumField
from tests.scripts.evaluated import results

SUMS = {
    "50": 50, "+50": 50, " 50\n": 50, "５０": 50, "1０": 10, "10+5": 15, "10 + 5": 15, "10＋5": 15,
    "\u200e50\u202c": 50, "5\u200b0": 50, "\ufeff7": 7, "+10+5": 15,
    "\u206850\u2069": 50, "\u20665\u20690\u2067": 50, "\u061c7": 7,
}  # fmt: skip
SEPARATED = [
    *("10 5", "10\n5", "10\u00a05", "10\u20095", "1 5", "10+1 5"),
    *("10, 5", "1,000", "10.5", "1_0"),
]
SINGLE = [text for text in SUMS if text.replace("＋", "+").rfind("+") < 1]
NEGATIVE = {"-50": -50, "−50": -50, "– 50": -50, "－５０": -50, "−\u00a050": -50}
NEITHER = ["", "-", "+", "--5", "5-", "abc", "²", "١٢٣", "①"]


def test_docstring_examples_hold() -> None:
    assert doctest.testmod(typed_numbers).failed == 0


@pytest.mark.parametrize("text", SINGLE)
def test_whole_number_is_read(text: str) -> None:
    assert whole_number(text) == SUMS[text]


@pytest.mark.parametrize(("text", "number"), NEGATIVE.items())
def test_every_minus_is_read(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", SEPARATED + NEITHER)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="write one like 50 or -50"):
        whole_number(text)


@pytest.mark.parametrize(("text", "points"), SUMS.items())
def test_points_are_a_number_or_a_sum(text: str, points: int) -> None:
    assert SumField.read(None, text) == points  # type: ignore[arg-type]


@pytest.mark.parametrize("text", SEPARATED)
def test_points_with_a_blank_or_a_separator_are_refused(text: str) -> None:
    with pytest.raises(NumberError):
        SumField.read(None, text)  # type: ignore[arg-type]


def test_text_longer_than_any_number_stays_as_it_is() -> None:
    assert plain_number(" " * LONGEST + "5") == " " * LONGEST + "5"


def test_keypad_reads_what_the_server_reads() -> None:
    texts = [*SUMS, *NEGATIVE, *SEPARATED, *NEITHER]
    expected = {**dict.fromkeys(SEPARATED + NEITHER), **SUMS, **NEGATIVE}
    assert dict(zip(texts, results("numbers.js", "sum", texts), strict=True)) == expected
