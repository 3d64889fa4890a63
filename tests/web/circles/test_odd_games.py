"""Copies of games, tables in other time zones, and people who aren't named."""

import pytest
from flask import Flask

from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.store.deletion import delete_game, restore_game
from kalooki_ref.web.circles import circles
from tests.web.circles.evenings import (
    ANN_WINS,
    BEN_WINS,
    copied,
    href,
    knowing,
    make_circle,
    play,
    send,
    stored,
)
from tests.web.circles.test_seasons import new_season
from tests.web.phone import SAME_SITE, Phone


def add(phone: Phone, circle: str, game: str) -> int:
    sent = {"link": f"http://localhost/g/{game}"}
    return phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE).status_code


def games_in(phone: Phone, circle: str, games: str) -> bool:
    return games in phone.words(phone.get(f"{circle}/games?year=all"))


def test_copy_takes_the_place_of_a_deleted_game(app: Flask, phone: Phone) -> None:
    games = [stored(app, points, week=week) for week, points in enumerate([ANN_WINS, BEN_WINS])]
    copy = copied(app, games[0])
    circle = make_circle(knowing(phone, *games), *games)
    assert add(phone, circle, copy) == 422
    with app.app_context():
        delete_game(games[0])
    assert games_in(phone, circle, "1 game ")
    assert add(phone, circle, copy) == 303
    assert games_in(phone, circle, "2 games")
    with app.app_context():
        restore_game(games[0])
    assert games_in(phone, circle, "2 games")


def test_finished_copy_takes_the_place_of_a_game_that_was_never_finished_here(
    app: Flask, phone: Phone
) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    begun = phone.table
    copy = copied(app, begun.rpartition("/")[2])
    circle = make_circle(phone)
    assert add(phone, circle, begun.rpartition("/")[2]) == 303
    phone.table = f"/g/{copy}"
    play(phone, "1", ("", "30", "40"))
    phone.post("end")
    assert add(phone, circle, copy) == 303
    page = phone.get(circle).text
    assert games_in(phone, circle, "1 game ")
    send(phone, page, "/undo")
    assert not games_in(phone, circle, "1 game ")


def test_evening_is_that_of_the_table_not_of_the_server(app: Flask, phone: Phone) -> None:
    """In Jamaica an evening lasts until 11:00 UTC."""
    games = [stored(app, ANN_WINS, hours=hours, zone="America/Jamaica") for hours in (6, 9, 12, 14)]
    knowing(phone, *games)
    circle = make_circle(phone)
    for game in games:
        assert add(phone, circle, game) == 303
    words = phone.words(phone.get(f"{circle}/evenings?year=all"))
    assert "4 games" in words


def test_leader_who_is_not_named_keeps_the_place(app: Flask, phone: Phone) -> None:
    games = [
        stored(app, points, week=week) for week, points in enumerate([ANN_WINS, BEN_WINS, ANN_WINS])
    ]
    circle = make_circle(knowing(phone, *games), *games)
    season = new_season(phone, circle, last="2026-02-01")
    people = phone.get(f"{circle}/people").text
    send(phone, phone.get(href(people, "Ann")).text, "/names/hide")
    assert "Somebody is ahead" in phone.words(phone.get(f"{circle}?year=all"))
    words = phone.words(phone.get(season))
    assert "Somebody wins Autumn, by 3 points" in words
    assert "2 Ben" in words or "2 same place Ben" in words
    page = phone.get(season).text
    assert 'class="podium' not in page
    # The place above Ben stays empty after each evening.
    assert 'points="10,42 164,42 318,42"' in page
    assert "Somebody wins" in phone.words(phone.get(f"{circle}/seasons"))
    assert "Ann" not in words


def test_record_of_somebody_who_is_not_named_stays(app: Flask, phone: Phone) -> None:
    games = [stored(app, ANN_WINS), stored(app, {2: 10, 3: 60}, week=1)]
    circle = make_circle(knowing(phone, *games), *games)
    send(phone, phone.get(href(phone.get(f"{circle}/people").text, "Cleo")).text, "/names/hide")
    words = phone.words(phone.get(f"{circle}/records"))
    assert "Most points in a round, Jamaican Somebody · 10 January 2026 60" in words


@pytest.mark.parametrize(
    ("language", "ahead", "won"),
    [
        ("en", "Somebody is ahead", "Somebody won"),
        ("it", "Qualcuno è in testa", "Ha vinto qualcuno"),
        ("es", "Alguien va en cabeza", "Ganó alguien"),
    ],
)
def test_somebody_has_a_capital_only_where_a_sentence_begins(
    phone: Phone, three: list[str], language: str, ahead: str, won: str
) -> None:
    circle = make_circle(phone, *three)
    send(phone, phone.get(href(phone.get(f"{circle}/people").text, "Ann")).text, "/names/hide")
    page = phone.client.get(f"{circle}?year=all", headers={"Accept-Language": language})
    assert ahead in phone.words(page)
    assert won in phone.words(page)


def test_evenings_of_all_time_say_their_year(app: Flask, phone: Phone) -> None:
    games = [stored(app, ANN_WINS, week=week) for week in (0, 60)]
    circle = make_circle(knowing(phone, *games), *games)
    for page in ("", "/evenings"):
        words = phone.words(phone.get(f"{circle}{page}?year=all"))
        assert "Ann won 27 February 2027 · 3 players Ann won 3 January 2026" in words
        assert "Ann won Saturday 3 January" in phone.words(phone.get(f"{circle}{page}?year=2026"))


def test_points_of_different_rules_are_not_added_up_on_an_evening(app: Flask, phone: Phone) -> None:
    house = HouseRules("Two calls", "jamaican", (("max_calls", "2"),))
    games = [stored(app, ANN_WINS), stored(app, ANN_WINS, hours=1, house=house)]
    circle = make_circle(knowing(phone, *games), *games)
    evening = phone.get(f"{circle}/games?evening=2026-01-03")
    words = phone.words(evening)
    assert "1 Ann 2 games, 2 won 2 Ben 2 games, 0 won" in words
    assert "Points of different rules can’t be added up." in words
    assert "1 Ann: 2 wins\n2 Ben: 0 wins\n" in evening.text


def test_evening_lists_nobody_who_came_too_late_for_a_round(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", ("", "30", "40"))
    phone.post("players", name="Eve", after="3", plays="next", start="zero")
    phone.post("end")
    circle = make_circle(phone, phone.table.removeprefix("/g/"))
    evening = phone.get(phone.get("tonight").location)
    assert circle in evening.text
    assert "3 Cleo 1 game, 0 won" in phone.words(evening)
    assert "Eve 0 games" not in phone.words(evening)


def test_evening_adds_no_points_of_a_game_without_a_round_played(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", ("", "30", "40"))
    phone.post("end")
    games = [phone.table.removeprefix("/g/")]
    phone.begin("Ann", "Ben", "Dan")
    play(phone, "1", ("", "10", "20"))
    phone.post("players", name="Cleo", after="3", plays="this", start="other", points="118")
    phone.post("end")
    before = phone.words(phone.get("tonight"))
    make_circle(phone, *games, phone.table.removeprefix("/g/"))
    after = phone.words(phone.get(phone.get("tonight").location))
    assert "Cleo 0 of 1 game won points in all: 40 " in before
    assert "Cleo 1 game, 0 won points in all: 40 " in after


def test_tonight_leaves_out_no_game_that_is_in_no_circle(app: Flask, phone: Phone) -> None:
    games = [stored(app, ANN_WINS), stored(app, {1: 5, 3: 40}, hours=1)]
    circle = make_circle(knowing(phone, *games), games[0])
    phone.get(circle)
    page = phone.get(f"/g/{games[0]}/tonight")
    assert page.status_code == 200
    assert "2 games" in phone.words(page)
    assert add(phone, circle, games[1]) == 303
    assert phone.get(f"/g/{games[0]}/tonight").location.startswith(circle)


def test_every_page_names_the_same_person_first_on_an_evening(app: Flask, phone: Phone) -> None:
    """Ann wins two of three games and is last in the third; Ben is second in each."""
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve")
    won = {2: 10, 3: 20, 4: 30, 5: 40}
    games = [
        stored(app, points, names=names, hours=hour)
        for hour, points in enumerate([won, won, {1: 40, 2: 10, 4: 20, 5: 30}])
    ]
    games.append(stored(app, won, names=("Ann", "Cleo", "Dan", "Eve", "Flo"), week=1))
    circle = make_circle(knowing(phone, *games), *games)
    evenings = phone.get(f"{circle}/evenings")
    words = phone.words(evenings)
    assert "Ben came first Saturday 3 January" in words
    assert "Ann won Saturday 10 January" in words
    evening = phone.words(phone.get(href(evenings.text, "Ben came first")))
    assert "Ben is ahead 3 January 2026 · 3 games" in evening
    for page in (words, evening):
        assert "First on an evening is who beat the largest share of the table" in page
    ann = phone.words(phone.get(href(phone.get(f"{circle}/people").text, "Ann")))
    assert "3 January 2026 6.7 no 10 January 2026" in ann


def test_earlier_evenings_are_on_further_pages(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circles, "EVENINGS_A_PAGE", 2)
    games = [stored(app, ANN_WINS, week=week) for week in range(3)]
    page = phone.get(f"{make_circle(knowing(phone, *games), *games)}/evenings")
    words = phone.words(page)
    assert "3 evenings" in words
    assert "10 January" in words
    assert "Saturday 3 January" not in words
    earlier = phone.words(phone.get(href(page.text, "Earlier evenings")))
    assert "3 evenings" in earlier
    assert "Saturday 3 January" in earlier
    assert "Earlier evenings" not in earlier
