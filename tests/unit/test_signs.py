"""Parts of names in whole signs, in Python and in the browser."""

import pytest

from kalooki_ref.words.signs import LONGEST_SIGN, initial, shortened
from tests.scripts.evaluated import results

INITIALS = {
    "ann": "A",
    "Élise": "É",
    "e\u0301lise": "E\u0301",
    "ßen": "ß",
    "👨‍👩‍👧‍👦 Fam": "👨‍👩‍👧‍👦",
    "🇯🇲 Jo": "🇯🇲",
    "🇯🇲🇯🇵": "🇯🇲",
    "👩🏽‍🦱 Al": "👩🏽‍🦱",
    "❤️ Di": "❤️",
    "👍🏿👍": "👍🏿",
    "1️⃣ Uno": "1️⃣",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿 Meg": "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "🏳️‍🌈 Ro": "🏳️‍🌈",
    "निशा": "नि",
    "각시": "각",
    "\u1100\u1161\u11a8시": "\u1100\u1161\u11a8",
    "7up": "7",
    "ツ": "ツ",
}


@pytest.mark.parametrize(("name", "sign"), INITIALS.items())
def test_initial_is_a_whole_sign(name: str, sign: str) -> None:
    assert initial(name) == sign


def test_initial_of_nothing_is_empty() -> None:
    assert initial("") == ""


def test_initial_of_thousands_of_accents_is_short() -> None:
    assert len(initial("e" + "\u0301" * 10_000)) == LONGEST_SIGN


def test_initials_are_the_same_in_the_browser() -> None:
    found = results("marks.js", "initial", list(INITIALS))
    assert found == list(INITIALS.values())


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        ("Alexandra", 9, "Alexandra"),
        ("Alexandra", 5, "Alex…"),
        ("Mary Ann", 6, "Mary…"),
        ("Ann 👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 6, "Ann 👨‍👩‍👧‍👦👨‍👩‍👧‍👦"),
        ("🇯🇲🇯🇵🇮🇹", 2, "🇯🇲…"),
    ],
)
def test_long_name_is_cut_between_signs(name: str, most: int, shown: str) -> None:
    assert shortened(name, most) == shown
