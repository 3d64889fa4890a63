"""Seasons by forms: the league, its rule, paper, CSV, and the podium at the end."""

import re
import secrets

import pytest
from flask import Flask

from kalooki_ref.web.circles import seasons
from tests.web.circles.evenings import ANN_WINS, BEN_WINS, href, knowing, make_circle, send, stored
from tests.web.phone import SAME_SITE, Phone

FORM = {"name": "Autumn", "first": "2026-01-01", "last": "2099-12-31", "scoring": "points",
        "points": "10-7-5-3-1", "best": "", "least": ""}  # fmt: skip

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
PLACES = re.compile(r'class="place-name">(\w+)')


@pytest.fixture
def circle(app: Flask, phone: Phone) -> str:
    """A circle with three evenings: Ann, Ben, Ann win."""
    games = [
        stored(app, points, week=week) for week, points in enumerate([ANN_WINS, BEN_WINS, ANN_WINS])
    ]
    return make_circle(knowing(phone, *games), *games)


def new_season(phone: Phone, circle: str, **changes: str) -> str:
    sent = {"key": secrets.token_hex(16)} | FORM | changes
    answer = phone.client.post(f"{circle}/seasons", data=sent, headers=SAME_SITE)
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


def test_table_of_the_places_names_its_evenings(phone: Phone, circle: str) -> None:
    season = new_season(phone, circle)
    for page in (season, f"{season}/print"):
        words = phone.words(phone.get(page))
        assert "Name Evening 1 Evening 2 Evening 3 Ann 1 1 1 Ben 2 1 2" in words


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


def test_form_sent_twice_makes_one_season_that_is_undone_once(phone: Phone, circle: str) -> None:
    form = phone.get(f"{circle}/seasons/new").text
    key = dict(HIDDEN.findall(form))["key"]
    season = new_season(phone, circle, key=key)
    assert new_season(phone, circle, key=key) == season
    seasons = phone.get(f"{circle}/seasons")
    assert "1 season " in phone.words(seasons)
    send(phone, seasons.text, "/undo")
    assert "0 seasons" in phone.words(phone.get(f"{circle}/seasons"))


def test_deleted_season_is_deleted_again_without_a_word(phone: Phone, circle: str) -> None:
    season = new_season(phone, circle)
    form = phone.get(f"{season}/edit").text
    send(phone, form, "/delete")
    send(phone, form, "/delete")
    assert "Autumn is deleted. Its games stay. Undo" in phone.words(phone.get(f"{circle}/seasons"))


def test_people_with_one_score_are_in_the_order_of_their_names(app: Flask, phone: Phone) -> None:
    """A shared first place in a season, on an evening and in the circle."""
    names = ("Zoe", "Mia", "Ann", "Kim", "Bea")
    lost = {2: 10, 3: 10, 4: 10, 5: 10}
    games = [stored(app, lost, names=names[turn:] + names[:turn], week=turn) for turn in range(5)]
    circle = make_circle(knowing(phone, *games), *games)
    season = phone.get(new_season(phone, circle, last="2026-03-01"))
    assert "Ann, Bea, Kim, Mia and Zoe share the season" in phone.words(season)
    assert PLACES.findall(season.text) == ["Ann", "Bea", "Kim", "Mia", "Zoe"]
    assert "Ann, Bea, Kim, Mia and Zoe are ahead" in phone.words(phone.get(circle))


def test_season_without_an_evening_says_so(phone: Phone, circle: str) -> None:
    season = new_season(phone, circle, first="2030-01-01", points="1")
    words = phone.words(phone.get(season))
    assert "No evening in it yet" in words
    assert "No evening in it yet · 1 point" in phone.words(phone.get(f"{season}/print"))
    assert "1 January 2030" in words


def test_rule_says_what_it_changes_before_it_is_saved(phone: Phone, circle: str) -> None:
    season = new_season(phone, circle)
    average = FORM | {"scoring": "average", "last": "2026-01-12"}
    asked = phone.client.post(f"{season}/edit", data=average, headers=SAME_SITE)
    assert asked.status_code == 422
    words = phone.words(asked)
    assert "This changes the league. Save it?" in words
    assert "Ann stays on place 1, with 1.50 instead of 27." in words
    assert "Ben moves from place 2 to 1." in words
    assert "10, 7, 5, 3 and 1 points" in phone.words(phone.get(season))
    send(phone, asked.text, "/edit", **average)
    assert "lowest average place" in phone.words(phone.get(season))


@pytest.mark.parametrize(
    "typed",
    [
        "10–7–5",
        "10—7—5",
        "10 − 7 − 5",
        "10\u00a07\u00a05",
        "１０-７-５",
        "10, 7, 5,",
        "10/7/5",
        "10; 7; 5",
        "\u200e10-7-5",
    ],
)
def test_points_are_read_as_people_type_them(phone: Phone, circle: str, typed: str) -> None:
    season = new_season(phone, circle, points=typed)
    assert "10, 7 and 5 points" in phone.words(phone.get(season))


@pytest.mark.parametrize("typed", ["", "-", "ten", "-10", "5-7", "10x7", "10+7", "1000", "3²"])
def test_points_that_are_no_numbers_or_rise_are_refused(
    phone: Phone, circle: str, typed: str
) -> None:
    sent = {"key": secrets.token_hex(16)} | FORM | {"points": typed}
    answer = phone.client.post(f"{circle}/seasons", data=sent, headers=SAME_SITE)
    assert answer.status_code == 422
    assert "Enter the points of each place, such as 10-7-5-3-1." in phone.words(answer)


def test_places_of_averages_differ_in_what_is_shown(app: Flask, phone: Phone) -> None:
    """Ben's places are 3, 2, 2, 2, 2, and Ann's 2, 2, 2, 3, without evenings of each other."""
    games: list[str] = []
    for name, places in (("Ben", (3, 2, 2, 2, 2)), ("Ann", (2, 2, 2, 3))):
        for place in places:
            names = ["Cleo", "Dan"]
            names.insert(place - 1, name)
            games.append(stored(app, {2: 10, 3: 20}, names=tuple(names), week=len(games)))
    circle = make_circle(knowing(phone, *games), *games)
    season = new_season(phone, circle, scoring="average", last="2026-12-31")
    scores = re.findall(
        r'class="place-name">(\w+)</span>\s*<span class="place-points number">([\d.]+)',
        phone.get(season).text,
    )
    assert {("Ben", "2.20"), ("Ann", "2.25")} <= {*scores}
    text = phone.client.get(f"{season}/league.csv").text
    assert ",2.20" in text
    assert ",2.25" in text


def test_answer_confirms_only_what_was_asked(phone: Phone, circle: str) -> None:
    """Other points are typed after the question, and a game is added after it."""
    season = new_season(phone, circle)
    asked = phone.client.post(f"{season}/edit", data=FORM | {"points": "3-1"}, headers=SAME_SITE)
    sure = dict(HIDDEN.findall(asked.text))
    other = FORM | sure | {"points": "5-4"}
    again = phone.client.post(f"{season}/edit", data=other, headers=SAME_SITE)
    assert again.status_code == 422
    assert "Ann stays on place 1, with 14 instead of 27." in phone.words(again)
    sure = dict(HIDDEN.findall(again.text))
    send(phone, phone.get(f"{circle}/games").text, "/games/remove")
    late = phone.client.post(f"{season}/edit", data=other | sure, headers=SAME_SITE)
    assert late.status_code == 422
    assert "with 9 instead of 17." in phone.words(late)
    send(phone, late.text, "/edit", **FORM | {"points": "5-4"})
    assert "5 and 4 points" in phone.words(phone.get(season))


def test_scores_that_change_without_places_are_said(phone: Phone, circle: str) -> None:
    season = new_season(phone, circle)
    twice = FORM | {"points": "20-14-10"}
    asked = phone.client.post(f"{season}/edit", data=twice, headers=SAME_SITE)
    assert asked.status_code == 422
    assert "Cleo stays on place 3, with 30 instead of 15." in phone.words(asked)


def test_season_saved_on_another_phone_is_said_before_it_is_replaced(
    phone: Phone, circle: str
) -> None:
    season = new_season(phone, circle)
    form = phone.get(f"{season}/edit").text
    send(phone, form, "/edit", **FORM | {"name": "Spring"})
    mine = dict(HIDDEN.findall(form)) | FORM | {"name": "Winter"}
    answer = phone.client.post(f"{season}/edit", data=mine, headers=SAME_SITE)
    assert answer.status_code == 409
    words = phone.words(answer)
    assert "Another phone has saved this season meanwhile: Spring, 1 January 2026" in words
    assert 'value="Winter"' in answer.text
    send(phone, answer.text, "/edit", **FORM | {"name": "Winter"})
    assert "Winter" in phone.words(phone.get(season))


@pytest.mark.parametrize(
    ("field", "text", "fault"),
    [
        ("name", " ", "Give the season a name."),
        ("first", "soon", "Enter a day"),
        ("last", "2025-01-01", "The last day is before the first one."),
        ("scoring", "luck", "Choose what decides the season."),
        ("points", "1-2-3", "Enter the points of each place"),
        ("points", "9" * 400, "Up to 20 places with up to 999 points each"),
        ("best", "100", "Enter a number of evenings up to 99, or leave it blank."),
        ("least", "many", "Enter a number of evenings"),
    ],
)
def test_wrong_values_are_explained_and_kept(
    phone: Phone, circle: str, field: str, text: str, fault: str
) -> None:
    sent = FORM | {"key": "k" * 20, field: text}
    answer = phone.client.post(f"{circle}/seasons", data=sent, headers=SAME_SITE)
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


@pytest.mark.parametrize(
    ("language", "other", "sign"), [("en", "semicolon", ";"), ("it", "comma", ",")]
)
def test_other_separator_is_beside_the_spreadsheet(
    phone: Phone, circle: str, language: str, other: str, sign: str
) -> None:
    season = new_season(phone, circle)
    phone.client.set_cookie("language", language)
    address = f"{season}/league.csv?separator={other}"
    assert address in phone.get(season).text
    assert f"1{sign}Ann{sign}10{sign}7{sign}10{sign}27" in phone.get(address).text


def test_paper_brackets_evenings_that_do_not_count(phone: Phone, circle: str) -> None:
    page = phone.get(f"{new_season(phone, circle, best='2')}/print")
    words = phone.words(page)
    assert "1 Ann 10 (7) 10 20" in words
    assert "Scores in brackets" in words
    assert "17 January 2026" in words
    assert "Places by evening Name Evening 1 Evening 2 Evening 3 Ann 1 1 1 Ben 2 1 2" in words


def test_paper_has_several_tables_of_many_evenings(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seasons, "MOST_ACROSS", 2)
    games = [stored(app, ANN_WINS, week=week) for week in range(4)]
    circle = make_circle(knowing(phone, *games), *games)
    words = phone.words(phone.get(f"{new_season(phone, circle)}/print"))
    assert "Evenings 3 to 4 Place Name 3 4 Counts 1 Ann 10 10 40" in words
    assert "Evenings 1 to 2 Place Name 1 2 1 Ann 10 10 2 Ben 7 7" in words


def test_paper_of_a_season_that_is_over_says_each_thing_once(phone: Phone, circle: str) -> None:
    words = phone.words(phone.get(f"{new_season(phone, circle, last='2026-02-01')}/print"))
    about = "Ann wins Sunday cousins · Autumn · by 3 points · After 3 evenings · 10, 7, 5, 3 and 1"
    assert about in words
    assert "Scores in brackets" not in words


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


def test_figures_are_of_the_season_that_was_chosen(app: Flask, phone: Phone) -> None:
    games = [
        stored(app, points, week=week) for week, points in enumerate([ANN_WINS] * 3 + [BEN_WINS])
    ]
    circle = make_circle(knowing(phone, *games), *games)
    season = new_season(phone, circle, last="2026-01-20")
    league = phone.get(season)
    people = phone.get(href(league.text, "People"))
    assert "Ann 3 games, 3 won" in phone.words(people)
    ann = phone.get(href(people.text, "Ann"))
    assert "3 games, 3 won Place 1 of 3 , Autumn" in phone.words(ann)
    won = phone.words(phone.get(href(ann.text, "games won")))
    assert "Autumn · 3 games" in won
    pair = phone.words(phone.get(href(ann.text, "Ben")))
    assert "3 : 0" in pair
    assert "Autumn" in phone.words(phone.get(href(league.text, "Records")))
    whole = phone.get(href(people.text, "All"))
    assert "Ann 4 games, 3 won" in phone.words(whole)
    chosen = phone.get(href(whole.text, "Autumn"))
    assert 'aria-current="page">Autumn' in chosen.text


def test_guests_are_not_in_the_league_and_take_nobodys_place(app: Flask, phone: Phone) -> None:
    games = [
        stored(app, ANN_WINS, names=("Ann", "Ben", "Cleo")),
        stored(app, {2: 10, 3: 25}, names=("Dan", "Ann", "Ben"), week=1),
    ]
    circle = make_circle(knowing(phone, *games), *games)
    with_guests = phone.get(new_season(phone, circle))
    assert PLACES.findall(with_guests.text) == ["Ann", "Ben", "Dan", "Cleo"]
    without = phone.get(new_season(phone, circle, name="Without", least="2"))
    assert PLACES.findall(without.text) == ["Ann", "Ben"]
    assert "Ann 20" in phone.words(without)
