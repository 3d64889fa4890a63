"""Which games a circle has: added, played again, corrected, taken out, deleted, chosen."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from kalooki_ref.store import circles
from kalooki_ref.store.deletion import delete_game, erase_games, restore_game
from kalooki_ref.store.links import NewLink, Role, guard_game
from kalooki_ref.store.tables import db, hidden_person, spelling
from tests.web.circles.evenings import (
    ANN_WINS,
    BEN_WINS,
    href,
    knowing,
    make_circle,
    names_of,
    person_page,
    play,
    renew,
    send,
    stored,
)
from tests.web.phone import SAME_SITE, Phone


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


def test_page_beyond_the_end_is_the_last(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    phone.get(circle)  # which says once what was done
    for page in ("games", "evenings"):
        last = phone.words(phone.get(f"{circle}/{page}?page=1"))
        assert phone.words(phone.get(f"{circle}/{page}?page=2")) == last


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
    assert not [row for row in rows if game in row or "Gwendolyn" in str(row) or ".1" in str(row)]
    assert "No finished game here yet." in phone.words(phone.get(circle))


def other_gwendolyn(app: Flask, phone: Phone) -> tuple[str, list[str], str]:
    """Return a circle, its games, and the page that says that somebody was hidden.

    In the first game it was another Gwendolyn, who is hidden. Gwen of the second game is her, too.
    """
    games = [
        stored(app, {2: 7}, names=(name, "Cleo"), week=week)
        for week, name in enumerate(("Gwendolyn", "Gwen", "Gwendolyn"))
    ]
    circle = make_circle(knowing(phone, *games), *games)
    page = phone.get(person_page(phone, circle, "Gwendolyn")).text
    first = re.findall(r'<option value="(~[0-9a-f]+)"', page)[-1]
    send(phone, page, "/names/seat", game=first, into="")
    gwen = person_page(phone, circle, "Gwen").split("?")[0].rpartition("/")[2]
    sent = {"person": gwen, "into": f"{first}.1"}
    phone.client.post(f"{circle}/names/join", data=sent, headers=SAME_SITE)
    send(phone, phone.get(f"{circle}/people/{first}.1?year=all").text, "/names/hide")
    said = phone.get(circle).text
    assert names_of(phone, circle) == ["Cleo", "Gwendolyn"]
    return circle, games, said


def keys_in(app: Flask) -> str:
    """Return what the tables of people hold."""
    with app.app_context():
        tables = (spelling, hidden_person)
        return str([sorted(db.session.execute(table.select())) for table in tables])


def test_erased_game_leaves_no_trace_of_its_players_among_people(app: Flask, phone: Phone) -> None:
    """Who was known by a player of the game, too, stays hidden."""
    circle, games, _said = other_gwendolyn(app, phone)
    assert "~" in keys_in(app)
    with app.app_context():
        erase_games(games[:1])
    assert "~" not in keys_in(app)
    assert names_of(phone, circle) == ["Cleo", "Gwendolyn"]


def test_change_before_a_game_was_erased_is_not_undone(app: Flask, phone: Phone) -> None:
    circle, games, said = other_gwendolyn(app, phone)
    with app.app_context():
        erase_games(games[:1])
    send(phone, said, "/undo")
    assert "nothing was undone" in phone.words(phone.get(circle))
    assert "~" not in keys_in(app)


def test_game_taken_out_takes_along_who_its_players_were(app: Flask, phone: Phone) -> None:
    circle, _games, _said = other_gwendolyn(app, phone)
    page = phone.get(f"{circle}/games?year=all").text
    key = re.findall(r'name="game" value="(~[0-9a-f]+)"', page)[-1]
    before = keys_in(app)
    send(phone, page, "/games/remove", game=key)
    said = phone.get(circle).text
    assert "~" not in keys_in(app)
    assert names_of(phone, circle) == ["Cleo", "Gwendolyn"]
    send(phone, said, "/undo")
    assert keys_in(app) == before


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


def test_evening_of_a_circle_with_a_new_address_says_that_it_is_in_none(
    phone: Phone, three: list[str], new_phone: Callable[[], Phone]
) -> None:
    circle = make_circle(phone, *three)
    other = new_phone()
    form = other.get(href(other.get(circle).text, "Start an evening"))
    renew(phone, circle, "changes")
    again = other.get(f"/games/new?circle={circle.rpartition('/')[2]}")
    assert "or its address has changed" in other.words(again)
    fields = dict(re.findall(r'name="(circle|key)" value="([^"]*)"', form.text))
    other.begin("Ann", "Ben", "Cleo", **fields)
    assert "This game is in no circle" in other.words(other.get())
    other.begin("Ann", "Ben", "Cleo")
    assert "This game is in no circle" not in other.words(other.get())


def test_older_game_is_added_by_its_link_once(app: Flask, phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    older = stored(app, BEN_WINS, week=9)
    for status in (303, 422):
        sent = {"link": f"> http://localhost/g/{older} <"}
        answer = phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE)
        assert answer.status_code == status
    assert "or a copy of it, is in this circle already" in phone.words(answer)
    assert "4 games" in phone.words(phone.get(f"{circle}/games"))


@pytest.mark.parametrize(
    "pasted",
    [
        *("{0} see you", "{0}\nSent from my phone", "Here: {0}/standings", "{0}, our game"),
        *("http://localhost/g/xxxxxxxxxxxx {0} bye", "<{0}>", "\u2068{0}\u2069"),
        *("{wrapped}", "> {wrapped}\n>", "{wrapped} see you"),
    ],
)
def test_older_game_is_added_however_its_link_was_passed_on(
    app: Flask, phone: Phone, three: list[str], pasted: str
) -> None:
    circle = make_circle(phone, *three)
    link = f"http://localhost/g/{stored(app, BEN_WINS, week=9)}"
    sent = {"link": pasted.format(link, wrapped=f"{link[:25]}\n> {link[25:]}")}
    answer = phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE)
    assert answer.status_code == 303, phone.words(answer)


def test_game_ticked_and_sent_twice_is_added_once(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three[:2])
    sent = {"games": three[2]}
    for _turn in range(2):
        answer = phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE)
        assert answer.status_code == 303
    said = phone.get(circle)
    assert "1 game added. Undo" in phone.words(said)
    send(phone, said.text, "/undo")
    assert "2 games" in phone.words(phone.get(f"{circle}/games"))


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


def test_full_circle_takes_no_game_and_says_so(
    app: Flask, phone: Phone, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    circle = make_circle(phone, *three)
    monkeypatch.setattr(circles, "MOST_GAMES", 3)
    sent = {"link": f"http://localhost/g/{stored(app, ANN_WINS, week=5)}"}
    answer = phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE)
    assert answer.status_code == 422
    assert "This circle takes 2000 games. Start a new one." in phone.words(answer)


def test_rules_and_year_choose_the_games(app: Flask, phone: Phone) -> None:
    games = [stored(app, ANN_WINS, week=week) for week in (0, 60)]
    circle = make_circle(knowing(phone, *games), *games)
    assert "2027 · 1 game" in phone.words(phone.get(f"{circle}/games"))
    assert "2026 · 1 game" in phone.words(phone.get(f"{circle}/games?year=2026"))
    assert "All time · 2 games" in phone.words(phone.get(f"{circle}/games?year=all"))
    assert "No game counts here" in phone.words(phone.get(f"{circle}/games?rules=Chess"))
