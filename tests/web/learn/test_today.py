"""Today's hand without script: every tap is a link, and the result says what the best lay is."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest

from kalooki_ref.cards import cards_text
from kalooki_ref.practice.today import hand_of_day
from kalooki_ref.referee.meld import MeldKind
from kalooki_ref.rules.systems import system_of
from tests.web.phone import Phone

DAY = date(2026, 11, 27)
HAND = hand_of_day(DAY.toordinal(), system_of("jamaican"))


def links(page: str, kind: str) -> list[str]:
    return re.findall(rf'<a class="{kind}[^"]*"\s+href="([^"]*)"', unescape(page))


def held(page: str) -> list[str]:
    """Return the links of the cards in the hand."""
    hand = page[page.index("todays-hand") :]
    return re.findall(r'<li><a href="([^"]*)">', unescape(hand))


def laid(*, done: bool = False) -> str:
    """Return the URL of the best lay, its sets first."""
    melds = sorted(HAND.lay, key=lambda meld: meld.kind is MeldKind.RUN)
    cards = " / ".join(cards_text(meld.cards) for meld in melds)
    return f"/today?day={DAY}&cards={cards.replace(' ', '+')}" + ("&done=1" if done else "")


def test_tap_lays_a_card_and_undo_takes_it_back(phone: Phone) -> None:
    page = phone.get(f"/today?day={DAY}").text
    assert len(held(page)) == 13
    after = phone.get(held(page)[0]).text
    assert len(held(after)) == 12
    (undo, *_rest) = links(after, "button button-quiet")
    assert len(held(phone.get(undo).text)) == 13


def test_best_lay_is_found_and_shared_in_signs(phone: Phone) -> None:
    page = phone.get(laid()).text
    (down,) = links(page, "button button-primary")
    words = phone.words(phone.get(down))
    assert "Best lay" in words
    assert "★★★" in words
    signs = re.search(r"<textarea[^>]*>(.*?)</textarea>", phone.get(down).text, re.DOTALL)
    assert signs
    assert not re.search(r"[♠♥♦♣]|\d[SHDC]\b", signs[1])


def test_no_coming_down_before_all_three_are_melds(phone: Phone) -> None:
    page = phone.get(f"/today?day={DAY}").text
    assert not links(page, "button button-primary")
    assert "data-result" not in phone.get(f"/today?day={DAY}&done=1").text


def test_same_hand_for_everybody_on_a_day(phone: Phone, new_phone: Callable[[], Phone]) -> None:
    first, other = (asker.words(asker.get(f"/today?day={DAY}")) for asker in (phone, new_phone()))
    assert first == other
    assert first != phone.words(phone.get(f"/today?day={DAY - timedelta(days=1)}"))


def test_without_a_day_it_is_the_servers(phone: Phone) -> None:
    assert f'data-day="{datetime.now(UTC).date()}"' in phone.get("/today").text


@pytest.mark.parametrize(
    "strange",
    [
        "day=tomorrow",
        "day=9999-12-31",
        "day=0001-01-01",
        "cards=xx",
        "cards=KS+KS+KS+KS",
        "at=9",
        "cards=////",
    ],
)
def test_strange_url_shows_the_hand(phone: Phone, strange: str) -> None:
    page = phone.get(f"/today?{strange}")
    assert page.status_code == 200
    assert "todays-hand" in page.text
