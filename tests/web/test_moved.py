"""An address that changed still leads to its page: links by 301, forms by 308."""

import pytest

from tests.web.phone import SAME_SITE, Phone


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/house", "/house-rules"),
        ("/house/new?base=caribbean", "/house-rules/new?base=caribbean"),
        ("/house/eNo/play", "/house-rules/eNo/play"),
    ],
)
def test_house_rules_moved(phone: Phone, old: str, new: str) -> None:
    answer = phone.client.get(old)
    assert (answer.status_code, answer.location) == (301, new)


def test_the_history_of_a_game_moved(table: Phone) -> None:
    answer = table.client.get(f"{table.table}/log")
    assert (answer.status_code, answer.location) == (301, f"{table.table}/history")


def test_a_form_is_sent_on_with_what_it_holds(phone: Phone) -> None:
    sent = phone.client.post("/house", data={"base": "jamaican"}, headers=SAME_SITE)
    assert (sent.status_code, sent.location) == (308, "/house-rules")
