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
