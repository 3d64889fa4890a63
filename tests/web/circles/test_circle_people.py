"""Who is who in a circle: names joined, parted and taken out, and what undoes that."""

import re
from collections.abc import Callable

from flask import Flask

from tests.web.circles.evenings import (
    ANN_WINS,
    bobs,
    href,
    knowing,
    make_circle,
    names_of,
    person_page,
    send,
    stored,
)
from tests.web.phone import SAME_SITE, Phone


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


def test_blank_that_nobody_sees_makes_no_second_person(app: Flask, phone: Phone) -> None:
    """Earlier versions kept no-break spaces and joiners in the names of games."""
    names = ("Ann", "Ann\u00a0", "\u3000Ann", "Ann\u200d", "Ann\ufe0f")
    games = [
        stored(app, ANN_WINS, names=(name, "Ben", "Cleo"), week=week)
        for week, name in enumerate(names)
    ]
    circle = make_circle(knowing(phone, *games), *games)
    assert len(names_of(phone, circle)) == 3
    assert "5 games" in phone.words(phone.get(person_page(phone, circle, "Ann")))


def test_game_of_another_ann_is_taken_apart_again(app: Flask, phone: Phone) -> None:
    """One of Ann's games is said to be Bea's; Ann herself was Anna before."""
    players = (("Ann", "Cleo"), ("Ann", "Dan"), ("Anna", "Cleo"), ("Bea", "Dan"))
    games = [stored(app, {2: 5}, names=names, week=week) for week, names in enumerate(players)]
    circle = make_circle(knowing(phone, *games), *games)
    people = {
        name: person_page(phone, circle, name).split("?")[0].rpartition("/")[2]
        for name in ("Ann", "Anna", "Bea")
    }
    ann = phone.get(person_page(phone, circle, "Ann")).text
    game = re.findall(r'<option value="(~[0-9a-f]+)"', ann)[0]
    send(phone, ann, "/names/seat", game=game, into=people["Bea"])
    sent = {"person": people["Ann"], "into": people["Anna"]}
    phone.client.post(f"{circle}/names/join", data=sent, headers=SAME_SITE)
    assert "2 games" in phone.words(phone.get(person_page(phone, circle, "Anna")))
    bea = phone.get(person_page(phone, circle, "Bea"))
    assert "2 games" in phone.words(bea)
    send(phone, bea.text, "/names/part")
    assert names_of(phone, circle) == ["Anna", "Bea", "Cleo", "Dan"]
    assert "1 game" in phone.words(phone.get(person_page(phone, circle, "Bea")))
    assert "3 games" in phone.words(phone.get(person_page(phone, circle, "Anna")))


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
    page = phone.get(f"{circle}/people")
    other = re.findall(rf'href="({circle}/people/~[^"]*)"', page.text)[0]
    assert phone.get(other).status_code == 200
    people = phone.words(page)
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


def test_hiding_somebody_who_is_joined_meanwhile_says_that_it_did_nothing(
    app: Flask, phone: Phone
) -> None:
    circle = bobs(app, phone)
    page = phone.get(f"{circle}/people").text
    bobby = phone.get(href(page, "Bobby")).text
    send(phone, page, "/names/join")
    send(phone, bobby, "/names/hide")
    assert "Nobody like that plays in this circle." in phone.words(phone.get(f"{circle}/people"))
    assert names_of(phone, circle) == ["Ann", "Bob", "Cleo"]


def test_form_sent_twice_joins_once_and_is_undone_once(app: Flask, phone: Phone) -> None:
    circle = bobs(app, phone)
    form = phone.get(f"{circle}/people").text
    send(phone, form, "/names/join")
    send(phone, form, "/names/join")
    said = phone.get(circle)
    assert "Bobby is Bob now. Undo" in phone.words(said)
    assert "played in the same game" not in phone.words(said)
    send(phone, said.text, "/undo")
    send(phone, said.text, "/undo")
    assert "nothing was undone" not in phone.words(phone.get(circle))
    assert names_of(phone, circle) == ["Ann", "Bob", "Bobby", "Cleo"]


def test_somebody_hidden_twice_is_shown_again_by_one_undo(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    form = phone.get(person_page(phone, circle, "Cleo")).text
    send(phone, form, "/names/hide")
    send(phone, form, "/names/hide")
    send(phone, phone.get(circle).text, "/undo")
    assert names_of(phone, circle) == ["Ann", "Ben", "Cleo"]


def test_page_of_a_name_leads_to_who_that_is_by_now(
    app: Flask, phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    """Another phone still shows Bobby, and asks whether he is Bob, when he is Bob already."""
    circle = bobs(app, phone)
    other = new_phone()
    people = other.get(f"{circle}/people").text
    bobby = other.get(href(people, "Bobby"))
    send(phone, phone.get(f"{circle}/people").text, "/names/join")
    assert "2 games, 1 won" in other.words(other.get(href(people, "Bobby")))
    assert "Bob: Games won" in other.words(other.get(href(bobby.text, "game won")))
    assert "Bob" in other.words(other.get(href(bobby.text, "Ann")))
    send(other, people, "/names/apart")
    assert "Bobby is Bob now." in other.words(other.get(circle))
    assert names_of(other, circle) == ["Ann", "Bob", "Cleo"]


def test_game_said_twice_to_be_somebody_elses_is_so_once(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    ann = phone.get(person_page(phone, circle, "Ann")).text
    game = re.findall(r'<option value="(~[0-9a-f]+)"', ann)[0]
    send(phone, ann, "/names/seat", game=game, into="")
    send(phone, ann, "/names/seat", game=game, into="")
    words = phone.words(phone.get(circle))
    assert "In that game it was another Ann. Undo" in words
    assert "changes nothing" not in words


def test_undo_beside_an_older_message_undoes_nothing_else(app: Flask, phone: Phone) -> None:
    """Two tabs: the message about the Bobs is still in one, the circle got a name in the other."""
    circle = bobs(app, phone)
    send(phone, phone.get(f"{circle}/people").text, "/names/join")
    said = phone.get(circle).text
    send(phone, phone.get(f"{circle}/settings").text, "/settings", name="Us")
    renamed = phone.get(circle).text
    send(phone, said, "/undo")
    words = phone.words(phone.get(circle))
    assert "nothing was undone" in words
    assert "Us" in words
    assert names_of(phone, circle) == ["Ann", "Bob", "Cleo"]
    send(phone, renamed, "/undo")
    assert "Sunday cousins" in phone.words(phone.get(circle))


def test_game_is_given_to_who_a_chosen_name_is_by_now(app: Flask, phone: Phone) -> None:
    """The page on which Bobby is chosen is older than that he is Bob."""
    circle = bobs(app, phone)
    game = stored(app, ANN_WINS, names=("Eve", "Flo", "Gus"), week=2)
    sent = {"link": f"http://localhost/g/{game}"}
    phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE)
    eve = phone.get(person_page(phone, circle, "Eve")).text
    bobby = re.findall(r'<option value="([^"]+)">Bobby<', eve)[0]
    send(phone, phone.get(f"{circle}/people").text, "/names/join")
    key = re.findall(r'<option value="(~[0-9a-f]+)"', eve)[0]
    send(phone, eve, "/names/seat", game=key, into=bobby)
    assert "In that game it was Bob. Undo" in phone.words(phone.get(circle))
    assert names_of(phone, circle) == ["Ann", "Bob", "Cleo", "Flo", "Gus"]
