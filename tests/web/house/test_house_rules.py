"""House rules: the form, validation, saving on the phone, links, and playing by them."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from io import BytesIO

import pytest
import segno
from flask import Flask
from sqlalchemy import select, update
from werkzeug.test import TestResponse

from kalooki_ref.store.database import writing
from kalooki_ref.store.event_store import now
from kalooki_ref.store.tables import db, house_rules
from kalooki_ref.web.shared.device import signed
from tests.web.phone import SAME_SITE, Phone

SUNDAY = {"base": "jamaican", "name": "Sunday rules", "max_calls": "2", "bend": "cards"}


def keep(phone: Phone, **changes: str) -> TestResponse:
    return phone.post("/house-rules", **{**SUNDAY, **changes})


def test_new_phone_has_no_house_rules(phone: Phone) -> None:
    assert "None yet" in phone.words(phone.get("/house-rules"))


def test_form_is_prefilled_from_the_system(phone: Phone) -> None:
    page = phone.get("/house-rules/new?base=caribbean")
    assert "switch-changed" not in page.text
    assert '<option value="always" selected>half, always (default)</option>' in page.text


def test_chapter_says_its_changed_values_or_its_most_telling_ones(phone: Phone) -> None:
    words = phone.words(phone.get("/house-rules/new?base=jamaican"))
    assert "Sets and runs Smallest set: 3 · Smallest run: 4" in words
    assert "Drawing and calling Calls in a round: 3" in words
    text = keep(phone, calls_while_down="yes").location.rpartition("/")[2]
    words = phone.words(phone.get(f"/house-rules/new?house={text}"))
    assert "Drawing and calling Calls while down: yes · Calls in a round: 2" in words


def test_clause_without_a_switch_shows_its_reason(phone: Phone) -> None:
    words = phone.words(phone.get("/house-rules/new?base=kalooki40"))
    assert words.count("Rule 5.5") == 1
    assert "The cards add up to one sum only." in words


def test_saved_rules_are_listed_with_their_changes(phone: Phone) -> None:
    kept = keep(phone)
    assert kept.status_code == 303
    words = phone.words(phone.get(kept.location))
    assert "Jamaican Kalooki with 2 changes" in words
    assert "now the others’ cards double was every score doubles" in words
    assert "Sunday rules" in phone.words(phone.get("/house-rules"))


def test_saved_rules_can_be_edited(phone: Phone) -> None:
    text = keep(phone).location.rpartition("/")[2]
    form = phone.get(f"/house-rules/new?house={text}").text
    assert 'value="Sunday rules"' in form
    assert '<option value="2" selected>2</option>' in form


def test_contradictory_rules_show_field_errors(phone: Phone) -> None:
    refused = keep(phone, opening="40", ace="high")
    assert refused.status_code == 422
    assert 'aria-describedby="opening-error"' in refused.text
    assert "An ace that is never low" in refused.text
    assert 'value="Sunday rules"' in refused.text
    assert '<option value="2" selected>2</option>' in refused.text


def test_fault_of_several_options_is_one_thing_to_correct(phone: Phone) -> None:
    refused = keep(phone, packs="2", deals="[40, 40, 40, 40, 40, 40, 40, 40, 40]")
    words = phone.words(refused)
    assert "One thing to correct The pack is too small" in words
    assert 'aria-describedby="packs-error"' in refused.text
    assert 'aria-describedby="deals-error"' in refused.text


@pytest.mark.parametrize("name", ["", "   ", "x" * 200, "a\u202eb\n"])
def test_invalid_rule_name(phone: Phone, name: str) -> None:
    refused = keep(phone, name=name)
    assert refused.status_code == 422
    assert 'id="name-error"' in refused.text


def test_rule_name_is_escaped(phone: Phone) -> None:
    kept = keep(phone, name="<script>x</script>")
    assert "<script>x" not in phone.get(kept.location).text


@pytest.mark.parametrize("changes", [{"max_calls": "77"}, {"base": "bridge"}])
def test_unknown_choices_are_refused(phone: Phone, changes: dict[str, str]) -> None:
    assert keep(phone, **changes).status_code in {404, 422}


@pytest.mark.parametrize("text", ["x", "eNq", "a" * 5000, "eNqLVgouzUtJrFQoKs1JLVbSUQ"])
def test_truncated_link_is_404(phone: Phone, text: str) -> None:
    refused = phone.get(f"/house-rules/{text}")
    assert refused.status_code == 404
    assert "The link may be cut short" in phone.words(refused)


def test_pasted_link_opens_the_rules_cut_short_or_whole(phone: Phone) -> None:
    kept = keep(phone).location
    link = f"Our rules: https://kalooki.example/open/?house={kept.rpartition('/')[2]} (Pearl)"
    opened = phone.post("/open/", base="", game=link)
    assert (opened.status_code, opened.location) == (303, kept)
    cut = phone.post("/open/", base="", game=link.partition(" (")[0][:-20])
    assert "cut short" in phone.words(cut)


def test_rules_saved_as_a_file_open_on_another_phone(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    kept = keep(phone).location
    file = phone.get(f"{kept}/file")
    assert file.headers["Content-Disposition"] == 'attachment; filename="kalooki-rules.txt"'
    sent = {"file": (BytesIO(file.data), "kalooki-rules.txt")}
    opened = new_phone().client.post("/open/", data=sent, headers=SAME_SITE)
    assert (opened.status_code, opened.location) == (303, kept)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"contracts": json.dumps([{"is": "Contract", "sets": 2, "runs": 0}] * 16)}, "contracts"),
        ({"points": json.dumps({"is": "PointTable", "ranks": [1000] * 12, "aces": [1] * 4,
                                "joker": 25})}, "points"),
        ({"max_calls": "from a newer version"}, "max_calls"),
    ],
)  # fmt: skip
def test_invalid_values_are_reported(phone: Phone, changes: dict[str, str], sentence: str) -> None:
    refused = keep(phone, **changes)
    assert refused.status_code == 422
    assert f'id="{sentence}-error"' in refused.text
    assert 'value="Sunday rules"' in refused.text


def test_link_carries_the_rules_to_another_phone(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    address = keep(phone).location
    other = new_phone()
    assert "Remove from this phone" in phone.words(phone.get(address))
    shown = other.words(other.get(address))
    assert "Sunday rules" in shown
    assert "Remove from this phone" not in shown
    begun = other.post(f"{address}/play", base="")
    assert begun.location.startswith("/games/new?system=house-")
    assert "Sunday rules" in other.words(other.get(begun.location))


def test_rules_have_a_code_to_scan(phone: Phone) -> None:
    shown = phone.get(keep(phone).location)
    link = re.search(r">(http[^<]*)</textarea>", shown.text)
    assert link
    drawn = segno.make(link[1], error="l", mask=0, micro=False, boost_error=False)
    assert drawn.svg_inline(omitsize=True, border=4, svgclass=None, lineclass=None) in shown.text


def test_game_keeps_the_rules_after_the_phone_forgets_them(phone: Phone) -> None:
    address = keep(phone).location
    key = phone.post(f"{address}/play", base="").location.rpartition("=")[2]
    assert phone.begin(system=key).status_code == 303
    assert phone.post(f"{address}/forget", base="").status_code == 303
    words = phone.words(phone.get("/house-rules"))
    assert "None yet" in words
    assert "The app’s own copy goes 400 days after a phone last used it." in words
    assert "Calls in a round: 2" in phone.words(phone.get("print"))


def test_rulebook_shows_the_games_house_rules(phone: Phone) -> None:
    text = keep(phone).location.rpartition("/")[2]
    words = phone.words(phone.get(f"/rules/jamaican?house={text}"))
    assert "You can have 2 calls granted in a round." in words
    assert "You can have 3 calls granted in a round." not in words
    summary = phone.words(phone.get(f"/rules/jamaican/summary?house={text}"))
    assert "You can have 2 calls granted" in summary
    assert "Calls in a round: 2" in phone.words(phone.get(f"/rules/jamaican/sheet?house={text}"))


def test_links_from_a_games_rules_keep_its_house_rules(phone: Phone) -> None:
    address = keep(phone).location
    key = phone.post(f"{address}/play", base="").location.rpartition("=")[2]
    phone.begin(system=key)
    summary = re.search(r'href="(/rules/jamaican/summary[^"]*)"', phone.get("rules").text)
    assert summary
    assert "You can have 2 calls granted" in phone.words(phone.get(unescape(summary[1])))


def test_forged_house_rules_cookie_is_ignored(phone: Phone) -> None:
    phone.client.set_cookie("houses", "W1siZXZpbCIsICJqYW1haWNhbiIsIHt9XV0.forged")
    assert "None yet" in phone.words(phone.get("/house-rules"))


def test_phone_remembers_two_dozen_large_sets_of_rules(phone: Phone) -> None:
    rounds = [{"is": "Contract", "sets": 1, "runs": 1, "set_size": 3 + n % 2} for n in range(15)]
    for number in range(24):
        kept = keep(phone, name=f"Rules {number}", contracts=json.dumps(rounds))
        assert kept.status_code == 303
    shown = phone.words(phone.get("/house-rules"))
    assert all(f"Rules {number}" in shown for number in range(24))


def test_cookie_of_an_earlier_release_keeps_its_rules(app: Flask, phone: Phone) -> None:
    with app.test_request_context():
        earlier = signed("houses", [["Our Fridays", "caribbean", {"max_calls": "3"}]])
    phone.client.set_cookie("houses", earlier)
    assert "Our Fridays" in phone.words(phone.get("/house-rules"))
    keep(phone)
    assert "Our Fridays" in phone.words(phone.get("/house-rules"))


def stored_days(app: Flask) -> list[str]:
    """Return when each set of rules in the database was last used."""
    with app.app_context(), db.engine.connect() as connection:
        return list(connection.execute(select(house_rules.c.at)).scalars())


def last_used(app: Flask, days: int) -> None:
    """Date the use of all house rules back, and let the next request look what is due."""
    with app.app_context(), writing() as connection:
        connection.execute(update(house_rules).values(at=now(ago=timedelta(days=days))))
    app.extensions["kalooki_purge_at"] = 0


def test_use_of_house_rules_is_noted_once_a_day(app: Flask, phone: Phone) -> None:
    keep(phone)
    last_used(app, days=399)
    assert "Sunday rules" in phone.get("/house-rules").text
    noted = stored_days(app)
    assert noted >= [now(ago=timedelta(minutes=5))]
    assert "Sunday rules" in phone.get("/house-rules").text
    assert stored_days(app) == noted


def test_house_rules_go_400_days_after_their_last_use(app: Flask, phone: Phone) -> None:
    key = phone.post(f"{keep(phone).location}/play", base="").location.rpartition("=")[2]
    assert phone.begin(system=key).status_code == 303
    last_used(app, days=401)
    assert "None yet" in phone.words(phone.get("/house-rules"))
    assert stored_days(app) == []
    assert "Calls in a round: 2" in phone.words(phone.get("print"))
    keep(phone)
    assert "Sunday rules" in phone.get("/house-rules").text


@pytest.mark.parametrize(
    "name",
    [
        "Super Kalooki", "Jamaican with 12 cards", "Seven rounds, 33 to 444",
        "Seven rounds, 10 then 12 cards",
        "51 to open",
    ],
)  # fmt: skip
def test_rules_that_many_tables_play_are_a_tap_away(phone: Phone, name: str) -> None:
    page = phone.get("/house-rules").text
    link = re.search(rf'href="([^"]*)">(?:(?!</a>).)*{name}', page, re.DOTALL)
    assert link
    begun = phone.post(f"{link[1]}/play", base="")
    key = begun.location.rpartition("=")[2]
    assert phone.begin("Ann", "Ben", "Cleo", "Dan", system=key).status_code == 303
    assert name in phone.words(phone.get("rules"))
