"""The sheet for paper: what game it was, and when, said once and so that nobody misreads it."""

from flask import Flask

from kalooki_ref.web.messages.game_words import day_words
from tests.web.phone import Phone


def test_a_day_names_its_month(app: Flask) -> None:
    with app.test_request_context():
        assert day_words("2026-03-04T12:00:00Z") == "4 March 2026"


def test_the_game_is_named_once(table: Phone) -> None:
    head = table.get("print").text.partition('<header class="sheet-head">')[2]
    assert head.partition("</header>")[0].count("Jamaican Kalooki") == 1


def test_the_pool_is_split_with_its_reasons_on_screen_and_on_paper(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kalooki40", stake="5")
    players = {f"hands-{at}-player": str(at + 1) for at in range(3)}
    players |= {"hands-0-points": "120", "hands-2-points": "30"}
    assert phone.post("round", winner="2", **players).status_code == 303
    for page in ("standings", "print"):
        words = phone.words(phone.get(page))
        assert "The pool: 3 × 5 = 15" in words
        assert "Ben wins at least 75 % of the pool, rounded up 12" in words
        assert "Cai has fewer than 100 points: an equal part of the rest 3" in words
        assert "Ann has 100 points or more: no part of the pool 0" in words
