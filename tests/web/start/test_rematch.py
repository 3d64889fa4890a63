"""Rematches: phones keep their roles in the new game."""

import secrets
from collections.abc import Callable

import pytest
from flask import Flask

from kalooki_ref.game.events import HandLeft, PlayerLeft, RoundEnded
from kalooki_ref.store.links import Role, links_of
from kalooki_ref.web.start.games import same_again
from tests.folded import ANN, BEN, CAI, game
from tests.web.phone import Phone
from tests.web.phones.test_phones import (
    LINK,
    REMOVES,
    guard_table,
    join_table,
    let_in,
    send,
)
from tests.web.table.test_rounds import write
from tests.web.test_roles import listed_ways

NewPhone = Callable[[], Phone]
GO_ON = "Go to the new game"


@pytest.fixture
def phones(table: Phone, new_phone: NewPhone) -> dict[str, Phone]:
    """A finished guarded game: Ann keeps score, Ben and Eve have seats, Cleo has left."""
    guard_table(table)
    join_table(table, table, "1")
    seated = {"Ann": table}
    for name, seat in {"Ben": "2", "Cleo": "3", "Eve": "5", "Gus": "watch"}.items():
        seated[name] = new_phone()
        join_table(seated[name], table, seat)
        let_in(table)
    write(table)
    table.post("players/3/leave")
    table.post("end")
    return seated


def follow(phone: Phone) -> str:
    """Follow the link from the old game to the new one; return its URL."""
    page = phone.get()
    assert GO_ON in phone.words(page), phone.words(page)
    answer = phone.get("next")
    assert answer.status_code == 303
    phone.table = str(answer.location)
    return phone.table


def game_of(phone: Phone) -> str:
    return phone.table.removeprefix("/g/")


def status(phone: Phone, path: str, **fields: str) -> int:
    return send(phone, path, key=secrets.token_hex(16), base="1", **fields).status_code


def test_phones_keep_their_roles(app: Flask, phones: dict[str, Phone], new_phone: NewPhone) -> None:
    ann, old = phones["Ann"], phones["Ann"].table
    ann.table = ann.post("rematch").location
    for name in ("Ben", "Cleo", "Eve", "Gus"):
        assert follow(phones[name]) == ann.table != old
    with app.app_context():
        seats = {(link.role, link.player) for link in links_of(game_of(ann)) if link.player}
        watchers = [link for link in links_of(game_of(ann)) if link.role is Role.WATCH]
    assert seats == {(Role.SCOREKEEPER, 1), (Role.SEAT, 2), (Role.SEAT, 4)}
    assert len(watchers) == 2  # Gus, and Cleo, who has left
    assert ann.get("phones").status_code == 200
    assert status(phones["Ben"], "calls", player="2", answer="granted") == 303
    assert status(phones["Ben"], "calls", player="3", answer="granted") == 403
    assert status(phones["Eve"], "calls", player="4", answer="granted") == 303
    for name in ("Cleo", "Gus"):
        assert phones[name].get().status_code == 200
        assert status(phones[name], "calls", player="3", answer="granted") == 403
    assert new_phone().client.get(ann.table).status_code == 404


def test_every_address_is_guarded_as_before(app: Flask, phones: dict[str, Phone]) -> None:
    """Each role is refused the same requests as in the first game."""
    ann = phones["Ann"]
    ann.table = ann.post("rematch").location
    for name in ("Ben", "Gus"):
        follow(phones[name])
    for endpoint in app.view_functions:
        app.view_functions[endpoint] = lambda **_parts: "in"
    routes = app.url_map.bind("localhost")
    parts = {"index": 1, "number": 2, "form": "round-1", "kind": "tack", "game_id": game_of(ann)}
    for method, rule, need in listed_ways(app):
        address = routes.build(
            rule.endpoint, {name: parts[name] for name in rule.arguments}, method
        )
        own = {"player": "2"}
        for name, rights in {
            "Ann": {"ask", "watch", "own", "record", "manage"},
            "Ben": {"ask", "watch", "own"},
            "Gus": {"ask", "watch"},
        }.items():
            data = own if method == "POST" else None
            headers = {"Sec-Fetch-Site": "same-origin"}
            client = phones[name].client
            got = client.open(address, method=method, data=data, headers=headers).status_code
            is_nobodys = rule.endpoint == "undo.save" and name == "Ben"
            assert got == (200 if need in rights and not is_nobodys else 403), (name, address)


def test_removed_phone_stays_out(phones: dict[str, Phone]) -> None:
    ann, ben, eve = phones["Ann"], phones["Ben"], phones["Eve"]
    old = ann.table
    for link in REMOVES.findall(ann.get("phones").text)[:1]:
        assert send(ann, "phones/remove", link=link).status_code == 303
    assert ben.get("next").status_code == 403
    ann.table = ann.post("rematch").location
    assert ben.get("next").status_code == 403
    ben.table = ann.table
    assert ben.get().status_code == 404
    follow(eve)
    for link in REMOVES.findall(ann.get("phones").text):
        assert send(ann, "phones/remove", link=link).status_code == 303
    eve.table = old
    eve.get("next")
    eve.table = ann.table
    assert "isn’t at this table any more" in eve.words(
        eve.client.get(ann.table, follow_redirects=True)
    )
    assert status(eve, "calls", player="4", answer="granted") == 403


def test_unopened_link_works_for_the_rematch(phones: dict[str, Phone], new_phone: NewPhone) -> None:
    ann, dan = phones["Ann"], new_phone()
    send(ann, "phones/links", who="4")
    address = "/join/" + LINK.findall(ann.get("phones").text)[0].partition("/join/")[2]
    old = ann.table
    ann.table = ann.post("rematch").location
    assert send(dan, address).location == old
    dan.table = old
    assert follow(dan) == ann.table
    assert status(dan, "calls", player="3", answer="granted") == 303


def test_seat_that_records_can_start_a_rematch(phones: dict[str, Phone]) -> None:
    ann, eve = phones["Ann"], phones["Eve"]
    send(ann, "phones/access", access="seats")
    eve.table = eve.post("rematch").location
    assert status(eve, "calls", player="2", answer="granted") == 303
    assert eve.get("phones").status_code == 403
    follow(ann)
    assert "recovery code" in ann.words(ann.get("phones"))


def test_simultaneous_rematches_create_one_game(phones: dict[str, Phone]) -> None:
    ann, eve = phones["Ann"], phones["Eve"]
    send(ann, "phones/access", access="seats")
    first = ann.post("rematch").location
    second = eve.post("rematch").location
    assert eve.client.get(second).location == first or second == first


def test_game_whose_end_was_undone_meanwhile_goes_on(table: Phone) -> None:
    write(table)
    table.post("end")
    base = table.version()
    table.post("undo", seq=base)
    assert table.post("rematch", base=base).location == table.table
    assert "The game goes on: Round 2 of 9, dealt by Ben." in table.words(table.get())
    table.post("end")
    assert GO_ON not in table.words(table.get())


def test_finished_or_deleted_rematch_can_be_replaced(table: Phone) -> None:
    write(table)
    table.post("end")
    old = table.table
    second = table.post("rematch").location
    assert GO_ON in table.words(table.get())
    table.table = second
    table.post("delete")
    table.table = old
    assert GO_ON not in table.words(table.get())
    third = table.post("rematch").location
    assert third not in {old, second}


def test_phones_of_an_open_game_follow_to_the_rematch(table: Phone, new_phone: NewPhone) -> None:
    gus, ben = new_phone(), new_phone()
    join_table(gus, table, "watch")
    join_table(ben, table, "2")
    write(table)
    table.post("end")
    table.table = table.post("rematch").location
    board = gus.get("scoreboard")
    assert "/next?scoreboard=y" in board.text
    assert gus.get("next?scoreboard=y").location == f"{table.table}/scoreboard"
    follow(gus)
    follow(ben)
    assert status(gus, "calls", player="2", answer="granted") == 403
    assert status(ben, "calls", player="4", answer="granted") == 303
    assert ben.get("hand").status_code == 200


def test_rematch_of_the_made_up_evening_is_a_real_game(phone: Phone) -> None:
    phone.table = phone.post("/games/sample", base="0").location
    phone.post("end")
    again = phone.post("rematch").location
    phone.begin("Ann", "Ben", "Cleo")
    phone.table = again
    assert "made-up" not in phone.words(phone.get())
    assert "Mina, Theo, Rose, Winston, Jo" in phone.words(phone.get("/"))


@pytest.mark.parametrize(("comes_back", "players"), [(False, 3), (True, 4)])
def test_who_left_after_the_last_hand_is_not_in_the_rematch(
    phone: Phone, comes_back: bool, players: int
) -> None:
    phone.begin("Ann", "Bob", "Cat", "Dan", system="kalooki40", stake="10")
    phone.post("players/4/leave", when="after")
    hands = {f"hands-{index}-player": str(index + 1) for index in range(4)}
    points = {f"hands-{index}-points": "30" for index in range(1, 4)}
    assert phone.post("round", winner="1", **hands, **points).status_code == 303
    if comes_back:
        assert phone.post("players/4/return", after="3", start="zero").status_code == 303
    phone.post("end")
    assert "Dan leaves after this round." in phone.words(phone.get())
    phone.table = phone.post("rematch", stake="10").location
    words = phone.words(phone.get())
    assert f"The pool: {players} × 10 = {players}0" in words
    assert ("Dan" in words) is comes_back


def test_who_left_after_the_last_round_of_all_is_not_in_the_rematch() -> None:
    ended = RoundEnded(ANN, hands=tuple(HandLeft(seat, count=0) for seat in (ANN, BEN, CAI)))
    over = game("standard", *[ended] * 8, PlayerLeft(CAI, after_round=True), ended)
    assert over.is_over
    assert same_again(over, stake=0).names == ("Ann", "Ben")


def test_typed_address_of_a_rematch_asks_about_no_pool_where_there_was_none(table: Phone) -> None:
    words = table.words(table.get("rematch"))
    assert "Play again with the same people" in words
    assert "pool" not in words
