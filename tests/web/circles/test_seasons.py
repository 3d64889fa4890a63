"""Seasons by forms: the league, its rule, paper, CSV, and the podium at the end."""

import re

import pytest
from flask import Flask

from tests.web.circles.evenings import knowing, make_circle, stored
from tests.web.circles.test_circles import ANN_WINS, BEN_WINS, send
from tests.web.phone import SAME_SITE, Phone

FORM = {"name": "Autumn", "first": "2026-01-01", "last": "2099-12-31", "scoring": "points",
        "points": "10-7-5-3-1", "best": "", "least": ""}  # fmt: skip


@pytest.fixture
def circle(app: Flask, phone: Phone) -> str:
    """A circle with three evenings: Ann, Ben, Ann win."""
    games = [
        stored(app, points, week=week) for week, points in enumerate([ANN_WINS, BEN_WINS, ANN_WINS])
    ]
    return make_circle(knowing(phone, *games), *games)


def new_season(phone: Phone, circle: str, **changes: str) -> str:
    answer = phone.client.post(f"{circle}/seasons", data=FORM | changes, headers=SAME_SITE)
    assert answer.status_code == 303, phone.words(answer)
    return str(answer.location)


def test_league_adds_up_the_evenings(phone: Phone, circle: str) -> None:
    season = new_season(phone, circle)
    words = phone.words(phone.get(season))
    assert "Autumn is here. Undo" in words
    assert "Ann leads After 3 evenings · 10, 7, 5, 3 and 1 points" in words
    assert "same place" in words
    lines = re.findall(
        r'class="place-name">(\w+)</span>\s*<span class="place-points number">([\d.]+)',
        phone.get(season).text,
    )
    assert lines == [("Ann", "27"), ("Ben", "24"), ("Cleo", "15")]


def test_movement_shows_who_took_the_lead(app: Flask, phone: Phone) -> None:
    games = [
        stored(app, points, week=week)
        for points, week in ((BEN_WINS, 0), (ANN_WINS, 1), (ANN_WINS, 1))
    ]
    circle = make_circle(knowing(phone, *games), *games)
    words = phone.words(phone.get(new_season(phone, circle, scoring="wins")))
    assert "Ann takes the lead" in words
    assert "up 1" in words
    assert "down 1" in words


def test_season_that_is_over_has_a_podium(phone: Phone, circle: str) -> None:
    season = phone.get(new_season(phone, circle, last="2026-02-01"))
    assert "Ann wins Autumn, by 3 points" in phone.words(season)
    assert 'class="podium"' in season.text


def test_season_without_an_evening_says_so(phone: Phone, circle: str) -> None:
    words = phone.words(phone.get(new_season(phone, circle, first="2030-01-01")))
    assert "No evening in it yet" in words
    assert "1 January 2030" in words


def test_rule_says_what_it_changes_before_it_is_saved(phone: Phone, circle: str) -> None:
    season = new_season(phone, circle)
    wins = FORM | {"scoring": "average", "least": "9"}
    assert phone.client.post(f"{season}/edit", data=wins, headers=SAME_SITE).status_code == 303
    few = FORM | {"points": "3-1"}
    asked = phone.client.post(
        f"{season}/edit", data=few | {"last": "2026-01-12"}, headers=SAME_SITE
    )
    assert asked.status_code == 422
    assert "Ben moves from place 2 to 1." in phone.words(asked)
    assert "lowest average place" in phone.words(phone.get(season))
    sure = few | {"last": "2026-01-12", "sure": "1"}
    assert phone.client.post(f"{season}/edit", data=sure, headers=SAME_SITE).status_code == 303
    assert "3 and 1 points" in phone.words(phone.get(season))


@pytest.mark.parametrize(
    ("field", "text", "fault"),
    [
        ("name", " ", "Give the season a name."),
        ("first", "soon", "Enter a day"),
        ("last", "2025-01-01", "The last day is before the first one."),
        ("scoring", "luck", "Choose what decides the season."),
        ("points", "1-2-3", "Enter the points of each place"),
        ("points", "9" * 400, "Enter the points of each place"),
        ("best", "-1", "Enter a number of evenings"),
        ("least", "many", "Enter a number of evenings"),
    ],
)
def test_wrong_values_are_explained_and_kept(
    phone: Phone, circle: str, field: str, text: str, fault: str
) -> None:
    answer = phone.client.post(f"{circle}/seasons", data=FORM | {field: text}, headers=SAME_SITE)
    assert answer.status_code == 422
    assert fault in phone.words(answer)
    assert field in {"name", "scoring"} or f'value="{text}"' in answer.text


def test_league_is_sent_as_a_spreadsheet(phone: Phone, circle: str) -> None:
    text = phone.client.get(f"{new_season(phone, circle)}/league.csv").text.lstrip("\ufeff")
    assert text.splitlines() == [
        "place,name,2026-01-03,2026-01-10,2026-01-17,counts",
        "1,Ann,10,7,10,27",
        "2,Ben,7,10,7,24",
        "3,Cleo,5,5,5,15",
    ]


def test_paper_brackets_evenings_that_do_not_count(phone: Phone, circle: str) -> None:
    words = phone.words(phone.get(f"{new_season(phone, circle, best='2')}/print"))
    assert "1 Ann 10 (7) 10 20" in words
    assert "17 January 2026" in words


def test_league_is_shared_as_text(phone: Phone, circle: str) -> None:
    page = phone.get(new_season(phone, circle)).text
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert text.split("\n")[:2] == ["Sunday cousins, Autumn", "1 Ann: 27"]


def test_deleted_season_is_undone(phone: Phone, circle: str) -> None:
    season = new_season(phone, circle)
    send(phone, phone.get(f"{season}/edit").text, "/delete")
    assert phone.client.get(season).status_code == 404
    send(phone, phone.get(f"{circle}/seasons").text, "/undo")
    assert "Ann leads" in phone.words(phone.get(season))
