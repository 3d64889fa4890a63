"""Circles by forms and links, as a phone without script uses them."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from kalooki_ref.store.circles import GamesTaken, circles_with, create_circle
from kalooki_ref.web.circles import circle as circles
from tests.web.circles.evenings import (
    ANN_WINS,
    BEN_WINS,
    copied,
    href,
    knowing,
    make_circle,
    renew,
    send,
    stored,
)
from tests.web.phone import SAME_SITE, Phone


def test_people_who_keep_playing_are_offered_a_circle_once(phone: Phone, three: list[str]) -> None:
    assert three
    home = phone.get("/")
    assert "You 3 have played 3 times. Keep these evenings together?" in phone.words(home)
    send(phone, home.text, "/circles/not-now")
    assert "Keep these evenings together?" not in phone.words(phone.get("/"))


def test_two_games_are_no_reason_to_offer_a_circle(app: Flask, phone: Phone) -> None:
    knowing(phone, stored(app, ANN_WINS), stored(app, BEN_WINS))
    assert "Keep these evenings together?" not in phone.words(phone.get("/"))


def test_copies_of_one_game_are_no_reason_to_offer_a_circle(app: Flask, phone: Phone) -> None:
    game = stored(app, ANN_WINS)
    knowing(phone, game, copied(app, game), copied(app, game))
    assert "Keep these evenings together?" not in phone.words(phone.get("/"))


def test_circle_says_who_is_ahead_and_home_leads_there(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    words = phone.words(phone.get(circle))
    assert "Ann is ahead beats 83% of the table · 2026" in words
    assert "2 of 3 Ann" in words
    assert "1 of 3 Ben" in words
    assert "Ann won Saturday 17 January · 3 players" in words
    assert circle in phone.get("/").text


def test_results_of_many_games_are_made_in_portions_and_kept(
    phone: Phone, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circles, "PORTION", 2)
    address = make_circle(phone, *three)
    assert "2 of 3 Ann" not in phone.words(phone.get(address))
    assert "2 of 3 Ann" in phone.words(phone.get(address))


def test_form_sent_twice_makes_one_circle(phone: Phone, three: list[str]) -> None:
    sent = {"name": "Us", "games": tuple(three), "key": "k" * 20, "base": "0"}
    assert phone.post("/circles", **sent).location == phone.post("/circles", **sent).location


def test_second_phone_is_told_that_the_games_are_in_a_circle(
    phone: Phone, three: list[str], new_phone: Callable[[], Phone]
) -> None:
    """Both phones have the form open; the second one has ticked a fourth game, too."""
    other = knowing(new_phone(), *three)
    circle = make_circle(phone, *three)
    answer = other.post("/circles", name="Us", games=tuple(three), base="0")
    assert answer.status_code == 422
    words = other.words(answer)
    assert "3 games that you ticked are in a circle by now, or were deleted." in words
    assert 'value="Us"' in answer.text
    assert "Who is ahead" not in other.words(other.get("/"))
    assert "3 games" in phone.words(phone.get(f"{circle}/games"))


def test_what_else_was_ticked_stays_ticked(
    app: Flask, phone: Phone, three: list[str], new_phone: Callable[[], Phone]
) -> None:
    fourth = stored(app, BEN_WINS, week=3)
    other = knowing(new_phone(), *three, fourth)
    assert "that you ticked" not in other.words(other.get("/circles/new"))
    make_circle(phone, *three[:1])
    answer = other.post("/circles", name="Us", games=(three[0], fourth), base="0")
    assert "1 game that you ticked is in a circle by now" in other.words(answer)
    assert re.findall(r'value="([^"]*)"\s+checked', answer.text) == [fourth]
    circle = make_circle(other, fourth, name="Us")
    sent = {"games": [three[0], three[1]]}
    answer = other.client.post(f"{circle}/games", data=sent, headers=SAME_SITE)
    assert answer.status_code == 422
    assert "1 game that you ticked is in a circle by now" in other.words(answer)
    assert re.findall(r'value="([^"]*)"\s+checked', answer.text) == [three[1]]
    assert "1 game " in other.words(other.get(f"{circle}/games"))


def test_form_sent_again_leads_to_its_circle_although_its_games_are_in_it(
    phone: Phone, three: list[str]
) -> None:
    """The answer to the first was lost, with the cookie that remembers the circle."""
    sent = {"name": "Us", "games": tuple(three), "key": "k" * 20, "base": "0"}
    made = phone.post("/circles", **sent)
    phone.client.delete_cookie("circles")
    again = phone.post("/circles", **sent)
    assert (again.status_code, again.location) == (303, made.location)
    assert made.location in phone.get("/").text


def test_game_that_two_phones_add_at_once_is_in_one_circle(
    app: Flask, phone: Phone, three: list[str]
) -> None:
    """The second phone looked at its games before the first one had saved."""
    make_circle(phone, *three)
    with app.app_context(), pytest.raises(GamesTaken):
        create_circle("k" * 32, name="Us", zone="UTC", games=three)
    with app.app_context():
        assert not circles_with(["k" * 32])


def test_circle_without_a_name_keeps_what_was_ticked(phone: Phone, three: list[str]) -> None:
    answer = phone.post("/circles", name=" ", games=tuple(three[:1]), base="0")
    assert answer.status_code == 422
    assert "Give the circle a name." in phone.words(answer)
    ticked = re.findall(r'value="([^"]*)"\s+checked', answer.text)
    assert ticked == three[:1]


def test_every_figure_opens_into_its_games(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    ann = phone.get(href(phone.get(f"{circle}/people").text, "Ann"))
    assert "2 of 3 games won" in phone.words(ann)
    won = phone.get(href(ann.text, "games won"))
    words = phone.words(won)
    assert "Ann: Games won 2026 · 2 games" in words
    assert "17 January" in words
    assert "10 January" not in words


def test_averages_of_two_games_are_silent(app: Flask, phone: Phone) -> None:
    games = [stored(app, ANN_WINS), stored(app, ANN_WINS, week=1)]
    circle = make_circle(knowing(phone, *games), *games)
    assert "Not enough games yet" in phone.words(phone.get(circle))
    words = phone.words(phone.get(href(phone.get(f"{circle}/people").text, "Ann")))
    assert "2 games so far" in words
    assert "average place" not in words


def test_pair_counts_who_finished_ahead(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    ann = phone.get(href(phone.get(f"{circle}/people").text, "Ann"))
    words = phone.words(phone.get(href(ann.text, "Ben")))
    assert "2 : 1" in words
    assert "better place, 3 games at one table" in words


def test_who_only_sees_the_circle_gets_no_link_to_its_games(
    phone: Phone, three: list[str], new_phone: Callable[[], Phone]
) -> None:
    settings = phone.get(f"{make_circle(phone, *three)}/settings").text
    shown = re.findall(r"data-copy-link>http://localhost(/c/[\w-]+)<", settings)[0]
    reader = new_phone()
    for page in ("", "/people", "/games", "/evenings", "/records", "/counting"):
        answer = reader.get(shown + page)
        assert answer.status_code == 200
        assert "/g/" not in answer.text, page
        assert "<form" not in answer.text, page


def test_renewed_address_leads_nowhere(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    settings = phone.get(f"{circle}/settings").text
    shown = re.findall(r"data-copy-link>http://localhost(/c/[\w-]+)<", settings)[0]
    for which in ("shows", "changes"):
        gone = shown if which == "shows" else circle
        circle = renew(phone, circle, which)
        assert phone.client.get(gone).status_code == 404
        assert phone.client.get(circle).status_code == 200
    assert circle in phone.get("/").text


@pytest.mark.parametrize("after", [".", ")", ",", ">", "%20see", "%E2%80%8B"])
def test_tapped_link_may_have_a_sign_of_its_message_at_the_end(
    phone: Phone, three: list[str], after: str
) -> None:
    for address in (make_circle(phone, *three), f"/g/{three[0]}"):
        answer = phone.get(f"{address}{after}")
        assert answer.location == address
    assert phone.get(f"/c/nobody{after}").status_code == 404


def test_name_changed_on_another_phone_is_said_before_it_is_overwritten(
    phone: Phone, three: list[str]
) -> None:
    circle = make_circle(phone, *three)
    form = phone.get(f"{circle}/settings").text
    send(phone, form, "/settings", name="The Joneses")
    fields = {"name": "Us", "base": "1", "before": "Sunday cousins"}
    answer = phone.client.post(f"{circle}/settings", data=fields, headers=SAME_SITE)
    assert answer.status_code == 409
    assert "Another phone has called it The Joneses" in phone.words(answer)
    assert 'value="Us"' in answer.text
    send(phone, answer.text, "/settings", name="Us")
    assert "Us" in phone.words(phone.get(circle))


def test_name_sent_twice_is_given_once(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    form = phone.get(f"{circle}/settings").text
    send(phone, form, "/settings", name="Us")
    send(phone, form, "/settings", name="Us")
    said = phone.get(circle)
    assert "The circle is called Us now. Undo" in phone.words(said)
    send(phone, said.text, "/undo")
    assert "Sunday cousins" in phone.words(phone.get(circle))


def test_deleted_circle_is_gone_and_its_games_stay(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    send(phone, phone.get(f"{circle}/delete").text, "/delete")
    assert phone.client.get(circle).status_code == 404
    assert phone.get(f"/g/{three[0]}").status_code == 200
    assert "You 3 have played 3 times" in phone.words(phone.get("/"))


def test_tonight_is_the_evening_of_a_circle_that_the_phone_remembers(
    app: Flask, phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    games = [
        stored(app, ANN_WINS),
        stored(app, BEN_WINS),
        stored(app, ANN_WINS, names=("Ann", "Ben", "Dan")),
        stored(app, BEN_WINS, week=1),
    ]
    circle = make_circle(knowing(phone, *games), *games)
    answer = phone.get(f"/g/{games[0]}/tonight")
    assert answer.location == f"{circle}/games?evening=2026-01-03"
    evening = phone.get(answer.location)
    words = phone.words(evening)
    assert "Ann is ahead 3 January 2026 · 3 games" in words
    assert "1 Ann 3 games, 2 won points in all: 10 2 Ben 3 games, 1 won points in all: 20" in words
    assert "Ann against Ben 2 : 1" in words
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", evening.text, re.DOTALL)
    assert text.split("\n")[:2] == ["Sunday cousins, 3 January 2026", "1 Ann: 10"]
    assert new_phone().get(f"/g/{games[0]}/tonight").status_code == 200


def test_tonight_counts_a_game_that_is_not_in_the_circle(app: Flask, phone: Phone) -> None:
    inside, outside = stored(app, ANN_WINS), stored(app, BEN_WINS)
    make_circle(knowing(phone, inside, outside), inside)
    assert "· 2 games" in phone.words(phone.get(f"/g/{inside}/tonight"))


def test_evening_of_a_circle_follows_its_newest_game(app: Flask, phone: Phone) -> None:
    earlier, later = stored(app, ANN_WINS), stored(app, BEN_WINS, hours=1)
    circle = make_circle(knowing(phone, later, earlier), earlier, later)
    page = phone.get(f"{circle}/games?evening=2026-01-03").text
    assert f'data-live="/g/{later}/' in page


def test_tonight_stays_as_it_is_before_a_game_of_the_evening_is_over(phone: Phone) -> None:
    circle = make_circle(phone)
    phone.begin("Ann", "Ben", "Cleo", circle=circle.rpartition("/")[2])
    assert "No game finished yet" in phone.words(phone.get("tonight"))


def test_file_of_a_circle_that_is_gone_is_refused_with_a_page(
    phone: Phone, three: list[str]
) -> None:
    """A phone that taps the file gets a page with a way on, and a program JSON."""
    circle = make_circle(phone, *three)
    send(phone, phone.get(f"{circle}/delete").text, "/delete")
    tapped = {"Accept": "text/html,application/xml;q=0.9,*/*;q=0.8"}
    for address in (f"{circle}/circle.json", "/g/xxxxxxxxxxxxxxxxxxxxxx/export.json"):
        page = phone.client.get(address, headers=tapped)
        assert page.status_code == 404
        assert "All my games" in phone.words(page)
        for accept in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
            assert phone.client.get(address, headers=accept).get_json()["status"] == 404
