"""Circles by forms and links, as a phone without script uses them."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from kalooki_ref.store.deletion import delete_game, erase_games, restore_game
from kalooki_ref.store.links import NewLink, Role, guard_game
from kalooki_ref.store.tables import db
from tests.web.circles.evenings import knowing, make_circle, stored
from tests.web.phone import SAME_SITE, Phone

ANN_WINS, BEN_WINS = {2: 10, 3: 25}, {1: 10, 3: 30}


@pytest.fixture
def three(app: Flask, phone: Phone) -> list[str]:
    """Three games of Ann, Ben and Cleo on three evenings: Ann wins two."""
    games = [
        stored(app, points, week=week) for week, points in enumerate([ANN_WINS, BEN_WINS, ANN_WINS])
    ]
    knowing(phone, *games)
    return games


def href(page: str, label: str) -> str:
    """Return the URL of the link whose content has this label."""
    links = re.findall(r'<a\b[^>]*href="([^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    return next(to.replace("&amp;", "&") for to, inside in links if label in inside)


def send(phone: Phone, page: str, action: str, **changes: str) -> None:
    """Submit the form of a page with this action, with its hidden fields."""
    forms = re.findall(r'<form\b[^>]*action="([^"]*)"[^>]*>(.*?)</form>', page, re.DOTALL)
    address, inside = next(form for form in forms if form[0].endswith(action))
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', inside))
    answer = phone.client.post(address, data=fields | changes, headers=SAME_SITE)
    assert answer.status_code == 303, phone.words(answer)


def test_people_who_keep_playing_are_offered_a_circle_once(phone: Phone, three: list[str]) -> None:
    assert three
    home = phone.get("/")
    assert "You 3 have played 3 times. Keep these evenings together?" in phone.words(home)
    send(phone, home.text, "/circles/not-now")
    assert "Keep these evenings together?" not in phone.words(phone.get("/"))


def test_two_games_are_no_reason_to_offer_a_circle(app: Flask, phone: Phone) -> None:
    knowing(phone, stored(app, ANN_WINS), stored(app, BEN_WINS))
    assert "Keep these evenings together?" not in phone.words(phone.get("/"))


def test_circle_says_who_is_ahead_and_home_leads_there(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    words = phone.words(phone.get(circle))
    assert "Ann is ahead beats 83% of the table · 2026" in words
    assert "2 Ann" in words
    assert "1 Ben" in words
    assert "Ann won Saturday 17 January · 3 players" in words
    assert circle in phone.get("/").text


def test_form_sent_twice_makes_one_circle(phone: Phone, three: list[str]) -> None:
    sent = {"name": "Us", "games": tuple(three), "key": "k" * 20, "base": "0"}
    assert phone.post("/circles", **sent).location == phone.post("/circles", **sent).location


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


def bobs(app: Flask, phone: Phone) -> str:
    """Return a circle in which Bob played one game and Bobby another."""
    games = [
        stored(app, ANN_WINS, names=("Ann", "Bob", "Cleo")),
        stored(app, BEN_WINS, names=("Ann", "Bobby", "Cleo"), week=1),
    ]
    return make_circle(knowing(phone, *games), *games)


def names_of(phone: Phone, circle: str) -> list[str]:
    page = phone.get(f"{circle}/people").text
    return sorted(re.findall(r'class="place-name">(\w+)', page))


def test_two_spellings_become_one_person_and_two_again(app: Flask, phone: Phone) -> None:
    circle = bobs(app, phone)
    people = phone.get(f"{circle}/people")
    assert "One person?" in phone.words(people)
    send(phone, people.text, "/names/join")
    assert names_of(phone, circle) == ["Ann", "Bob", "Cleo"]
    bob = phone.get(href(phone.get(f"{circle}/people").text, "Bob"))
    assert "2 games, 1 won" in phone.words(bob)
    send(phone, bob.text, "/names/part")
    assert names_of(phone, circle) == ["Ann", "Bob", "Bobby", "Cleo"]
    assert "One person?" not in phone.words(phone.get(f"{circle}/people"))


def test_what_was_done_is_said_once(app: Flask, phone: Phone) -> None:
    circle = bobs(app, phone)
    send(phone, phone.get(f"{circle}/people").text, "/names/apart")
    assert "stay two people. Undo" in phone.words(phone.get(f"{circle}/people"))
    assert "Undo" not in phone.words(phone.get(f"{circle}/people"))


def test_undo_brings_back_what_was_joined(app: Flask, phone: Phone) -> None:
    circle = bobs(app, phone)
    send(phone, phone.get(f"{circle}/people").text, "/names/join")
    said = phone.get(circle)
    assert "is Bob now. Undo" in phone.words(said)
    send(phone, said.text, "/undo")
    assert names_of(phone, circle) == ["Ann", "Bob", "Bobby", "Cleo"]


def test_undo_is_refused_after_somebody_elses_change(
    app: Flask, phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    circle = bobs(app, phone)
    send(phone, phone.get(f"{circle}/people").text, "/names/join")
    said = phone.get(circle).text
    other = new_phone()
    other.client.post(
        f"{circle}/settings", data={"name": "Us", "before": "Sunday cousins"}, headers=SAME_SITE
    )
    send(phone, said, "/undo")
    assert "nothing was undone" in phone.words(phone.get(circle))
    assert names_of(phone, circle) == ["Ann", "Bob", "Cleo"]


def test_two_who_met_cannot_be_one(app: Flask, phone: Phone, three: list[str]) -> None:
    assert app
    circle = make_circle(phone, *three)
    page = phone.get(f"{circle}/people").text
    one, other = (href(page, name).split("?")[0].rpartition("/")[2] for name in ("Ann", "Ben"))
    sent = {"person": one, "into": other}
    phone.client.post(f"{circle}/names/join", data=sent, headers=SAME_SITE)
    assert "played in the same game" in phone.words(phone.get(circle))
    assert names_of(phone, circle) == ["Ann", "Ben", "Cleo"]


def test_two_of_one_name_in_a_game_are_two_people(app: Flask, phone: Phone) -> None:
    game = stored(app, ANN_WINS, names=("Ann", "Bob", "Bob"))
    circle = make_circle(knowing(phone, game), game)
    assert names_of(phone, circle) == ["Ann", "Bob", "Bob"]


def test_one_game_was_another_person_of_that_name(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    ann = phone.get(href(phone.get(f"{circle}/people").text, "Ann"))
    game = re.findall(r'<option value="(~[0-9a-f]+)"', ann.text)[0]
    send(phone, ann.text, "/names/seat", game=game, into="")
    people = phone.words(phone.get(f"{circle}/people"))
    assert "Ann 2 games, 1 won" in people
    assert "Ann 1 game, 1 won" in people


def test_somebody_taken_out_is_named_nowhere(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    send(phone, phone.get(href(phone.get(f"{circle}/people").text, "Cleo")).text, "/names/hide")
    phone.get(circle)
    for page in ("", "/games", "/evenings", "/records"):
        assert "Cleo" not in phone.words(phone.get(circle + page)), page
    assert "3 somebody 25" in phone.words(phone.get(f"{circle}/games"))
    send(phone, phone.get(f"{circle}/people").text, "/names/hide")
    assert names_of(phone, circle) == ["Ann", "Ben", "Cleo"]


def test_deleted_game_leaves_the_figures_until_it_is_restored(
    app: Flask, phone: Phone, three: list[str]
) -> None:
    circle = make_circle(phone, *three)
    with app.app_context():
        delete_game(three[0])
    assert "2 games" in phone.words(phone.get(f"{circle}/games"))
    with app.app_context():
        restore_game(three[0])
    assert "3 games" in phone.words(phone.get(f"{circle}/games"))


def test_erased_game_leaves_nothing_in_any_table(app: Flask, phone: Phone) -> None:
    game = stored(app, {2: 7}, names=("Gwendolyn", "Featherstone"))
    circle = make_circle(knowing(phone, game), game)
    page = phone.get(href(phone.get(f"{circle}/people").text, "Gwendolyn")).text
    send(
        phone,
        page,
        "/names/seat",
        game=re.findall(r'<option value="(~[0-9a-f]+)"', page)[0],
        into="",
    )
    with app.app_context():
        erase_games([game])
        rows = [
            row for one in db.metadata.sorted_tables for row in db.session.execute(one.select())
        ]
    assert not [row for row in rows if game in row or "Gwendolyn" in str(row) or "/1" in str(row)]
    assert "No finished game here yet." in phone.words(phone.get(circle))


def play(phone: Phone, winner: str, points: tuple[str, str, str], to: str = "round") -> None:
    """Save a round of three players by its form."""
    fields = {"winner": winner}
    for at in range(3):
        fields |= {f"hands-{at}-player": str(at + 1), f"hands-{at}-points": points[at]}
    assert phone.post(to, **fields).status_code == 303


def test_corrected_game_counts_as_corrected(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", ("", "30", "40"))
    phone.post("end")
    circle = make_circle(phone, phone.table.removeprefix("/g/"))
    assert "1 Ann 0" in phone.words(phone.get(f"{circle}/games"))
    play(phone, "2", ("5", "", "40"), "rounds/1/amend")
    assert "1 Ben 0" in phone.words(phone.get(f"{circle}/games"))


def test_game_being_played_does_not_count(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    circle = make_circle(phone)
    sent = {"link": f"http://localhost{phone.table}"}
    answer = phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE)
    assert answer.status_code == 303
    assert "No finished game here yet." in phone.words(phone.get(circle))
    play(phone, "1", ("", "30", "40"))
    phone.post("end")
    assert "1 game" in phone.words(phone.get(f"{circle}/games"))


def test_play_again_stays_in_the_circle(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    phone.table = f"/g/{three[2]}"
    phone.table = phone.post("rematch").location
    play(phone, "2", ("4", "", "9"))
    phone.post("end")
    assert "4 games" in phone.words(phone.get(f"{circle}/games?year=all"))


def test_evening_starts_with_the_last_players_and_counts(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    form = phone.get(href(phone.get(circle).text, "Start an evening"))
    assert re.findall(r'name="names" value="(\w+)"', form.text) == ["Ann", "Ben", "Cleo"]
    phone.begin("Ann", "Ben", "Dan", circle=circle.rpartition("/")[2])
    play(phone, "1", ("", "8", "9"))
    phone.post("end")
    assert "4 games" in phone.words(phone.get(f"{circle}/games?year=all"))


def test_older_game_is_added_by_its_link_once(app: Flask, phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    older = stored(app, BEN_WINS, week=9)
    for _time in range(2):
        sent = {"link": f"> http://localhost/g/{older} <"}
        assert phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE).status_code == 303
    assert "4 games" in phone.words(phone.get(f"{circle}/games"))


@pytest.mark.parametrize("link", ["", "nonsense", "http://localhost/g/xxxxxxxxxxxxxxxxxxxxxx"])
def test_link_that_leads_nowhere_is_kept_with_a_word(
    phone: Phone, three: list[str], link: str
) -> None:
    circle = make_circle(phone, *three)
    answer = phone.client.post(f"{circle}/games", data={"link": link}, headers=SAME_SITE)
    assert answer.status_code == 422
    assert f'value="{link}"' in answer.text


def test_guarded_game_is_added_by_its_scorekeeper_only(app: Flask, phone: Phone) -> None:
    game = stored(app, ANN_WINS)
    circle = make_circle(phone)
    with app.app_context():
        guard_game(game, NewLink("somebody else's", Role.SCOREKEEPER))
    sent = {"link": f"http://localhost/g/{game}"}
    assert phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE).status_code == 422
    assert "No finished game here yet." in phone.words(phone.get(circle))


def test_game_of_another_circle_stays_there(phone: Phone, three: list[str]) -> None:
    make_circle(phone, *three)
    other = make_circle(phone, name="The club")
    sent = {"link": f"http://localhost/g/{three[0]}"}
    answer = phone.client.post(f"{other}/games", data=sent, headers=SAME_SITE)
    assert "belongs to another circle" in phone.words(answer)


def test_game_taken_out_stays_as_it_is(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    send(phone, phone.get(f"{circle}/games").text, "/games/remove")
    assert "2 games" in phone.words(phone.get(f"{circle}/games"))
    assert phone.get(f"/g/{three[2]}/standings").status_code == 200


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
        sent = {"which": which}
        answer = phone.client.post(f"{circle}/renew", data=sent, headers=SAME_SITE)
        gone, circle = (
            (shown if which == "shows" else circle),
            answer.location.removesuffix("/settings"),
        )
        assert phone.client.get(gone).status_code == 404
        assert phone.client.get(circle).status_code == 200
    assert circle in phone.get("/").text


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


def test_deleted_circle_is_gone_and_its_games_stay(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    send(phone, phone.get(f"{circle}/delete").text, "/delete")
    assert phone.client.get(circle).status_code == 404
    assert phone.get(f"/g/{three[0]}").status_code == 200
    assert "You 3 have played 3 times" in phone.words(phone.get("/"))


def test_phone_remembers_eight_circles(phone: Phone) -> None:
    made = [make_circle(phone, name=f"Circle {number}") for number in range(9)]
    home = phone.get("/").text
    assert [one in home for one in made] == [False, *[True] * 8]


def test_tonight_leads_to_the_evening_of_a_circle_that_the_phone_remembers(
    phone: Phone, three: list[str], new_phone: Callable[[], Phone]
) -> None:
    make_circle(phone, *three)
    tonight = phone.get(f"/g/{three[0]}/tonight")
    evening = phone.get(href(tonight.text, "Sunday cousins"))
    assert "3 January 2026 · 1 game" in phone.words(evening)
    assert "Sunday cousins" not in new_phone().get(f"/g/{three[0]}/tonight").text


def test_rules_and_year_choose_the_games(app: Flask, phone: Phone) -> None:
    games = [stored(app, ANN_WINS, week=week) for week in (0, 60)]
    circle = make_circle(knowing(phone, *games), *games)
    assert "2027 · 1 game" in phone.words(phone.get(f"{circle}/games"))
    assert "2026 · 1 game" in phone.words(phone.get(f"{circle}/games?year=2026"))
    assert "All time · 2 games" in phone.words(phone.get(f"{circle}/games?year=all"))
    assert "No game counts here" in phone.words(phone.get(f"{circle}/games?rules=Chess"))
