"""The home page: current and finished games, and the search."""

import re

from flask import Flask

from kalooki_ref.store.deletion import erase_games
from kalooki_ref.web.shared.device import MOST_GAMES
from tests.web.phone import SAME_SITE, Phone


def points_of_a_round() -> dict[str, str]:
    points = {f"hands-{index}-points": str(10 * index) for index in range(5)}
    players = {f"hands-{index}-player": str(index + 1) for index in range(5)}
    return points | players | {"winner": "1"}


def finish(table: Phone) -> None:
    assert table.post("round", **points_of_a_round()).status_code == 303
    assert table.post("end").status_code == 303


def test_current_game_is_continued_with_one_tap(table: Phone) -> None:
    words = table.words(table.get("/"))
    assert "Round 1 of 9 Jamaican Kalooki · 3 sets 0 Ann" in words
    assert "0 Ann 0 Ben 0 Cleo 0 Dan 0 Eve Continue" in words
    table.post("round", **points_of_a_round())
    assert "Jamaican Kalooki · 2 sets and 1 run · Ann leads by 10" in table.words(table.get("/"))


def test_finished_game_names_its_winner(table: Phone) -> None:
    finish(table)
    words = table.words(table.get("/"))
    assert "Ann wins Jamaican Kalooki · Stopped after round 1 of 9." in words
    assert "40 Eve Play again with the same people" in words


def test_finished_games_are_grouped_by_evening(table: Phone) -> None:
    finish(table)
    table.begin("Zoe", "Ben", "Cleo")
    page = table.get("/").text
    assert re.search(r"<h2[^>]*>[A-Z][a-z]+day \d+ [A-Z][a-z]+</h2>", page)
    words = table.words(table.get("/"))
    assert "Ann wins Stopped after round 1 of 9. 0" in words
    assert words.index("Is it legal?") < words.index("Join a table") < words.index("Ann wins")


def test_more_games_of_tonight_are_not_called_those_of_earlier_evenings(phone: Phone) -> None:
    for _game in range(6):
        phone.begin()
        finish(phone)
    words = phone.words(phone.get("/"))
    earlier = words.partition("Earlier games")[2]
    assert re.match(r" [A-Z][a-z]+day \d+ [A-Z][a-z]+ Ann wins", earlier)
    assert (words.count("Ann wins"), earlier.count("Ann wins")) == (6, 2)
    assert "Earlier evenings" not in words


def test_more_than_ten_games_can_be_searched_by_player(phone: Phone) -> None:
    for number in range(10):
        phone.begin("Ann", f"Ben{number}", "Cleo")
    assert "Find games by player" not in phone.words(phone.get("/"))
    phone.begin("Ann", "Zoe", "Cleo")
    assert "Find games by player" in phone.words(phone.get("/"))
    found = phone.words(phone.get("/?player=zo"))
    assert "Zoe" in found
    assert "Ben3" not in found
    assert "No game with “Nobody”" in phone.words(phone.get("/?player=Nobody"))


def test_game_without_a_round_offers_deletion(table: Phone) -> None:
    assert "delete the game instead" in table.words(table.get("end"))
    assert table.post("end").status_code == 422
    assert "Continue" in table.words(table.get("/"))


def test_every_game_is_listed_last_saved_first(phone: Phone) -> None:
    for first in ("Ann", "Zoe"):
        phone.begin(first, "Ben", "Cleo")
    words = phone.words(phone.get("/"))
    assert words.index("0 Zoe 0 Ben 0 Cleo") < words.index("Ann, Ben, Cleo")


def begun(phone: Phone, count: int) -> list[str]:
    """Begin games of Zoe, Al and one more each; return their addresses, the oldest first."""
    return [phone.begin("Zoe", "Al", f"P{number}").location for number in range(count)]


def test_game_that_leaves_the_list_is_named_with_its_link(phone: Phone) -> None:
    oldest, *others = begun(phone, MOST_GAMES)
    assert "has left the list" not in phone.words(phone.get(others[-1]))
    phone.begin("Ann", "Ben", "Cleo")
    page = phone.get()
    assert "this one has left the list: Zoe, Al, P0 ." in phone.words(page)
    assert f'<a href="{oldest}">Zoe, Al, P0</a>' in page.text
    home = phone.get("/").text
    assert [game in home for game in (oldest, *others)] == [False, *[True] * (MOST_GAMES - 1)]
    assert "this one has left the list: Zoe, Al, P1 ." in phone.words(phone.get(oldest))


def test_erased_game_leaves_the_list_first_and_a_deleted_one_stays(
    app: Flask, phone: Phone
) -> None:
    games = begun(phone, MOST_GAMES)
    for game in (games[0], games[5]):
        phone.client.post(f"{game}/delete", headers=SAME_SITE)
    with app.app_context():
        erase_games([games[5].removeprefix("/g/")])
    for left in ([games[5]], [games[5], games[1]]):
        phone.begin("Ann", "Ben", "Cleo")
        assert ("has left the list" in phone.words(phone.get())) is (games[1] in left)
        home = phone.get("/").text
        assert {game for game in games if game not in home} == {*left}
    assert f"{games[0]}/restore" in home


def test_first_page_offers_an_evening_to_look_around_in(phone: Phone) -> None:
    assert "See a game in play" in phone.words(phone.get("/"))
    answer = phone.post("/games/sample", base="0")
    assert answer.status_code == 303
    table = phone.words(phone.get(answer.location))
    assert "A made-up evening: tap around." in table
    assert "Round 4 of 9 A made-up evening · 3 runs" in phone.words(phone.get("/"))


def test_made_up_evening_has_a_game_that_is_over(phone: Phone) -> None:
    phone.post("/games/sample", base="0")
    story = "Fourth after eight rounds. First after nine."
    assert story in phone.words(phone.get("/"))
    played = re.findall(r'href="(/g/[^"]+)"', phone.get("/").text)[-1]
    assert f"Rose wins {story}" in phone.words(phone.get(played))
    cards = phone.words(phone.get(f"{played}/cards"))
    assert "The Bender Bent board in round 3. It cost the others 165 points." in cards
    assert "First Voice 5 calls in the game." in cards
    assert "Rose 230" in phone.words(phone.get(f"{played}/standings"))
    phone.begin("Ann", "Ben", "Cleo")
    assert phone.get(played).status_code == 404


def test_made_up_table_leads_to_the_game_that_is_over(phone: Phone) -> None:
    table = phone.post("/games/sample", base="0").location
    link = re.compile(r'href="(/g/[^"]+)">See how last week’s evening ended</a>')
    found = link.search(phone.get(table).text)
    assert found
    assert "Rose wins" in phone.words(phone.get(found[1]))
    phone.client.post(f"{found[1]}/delete", headers=SAME_SITE)
    assert not link.search(phone.get(table).text)


def test_made_up_evening_is_kept_in_no_circle(phone: Phone) -> None:
    phone.post("/games/sample", base="0")
    assert "This phone has no finished game to add." in phone.get("/circles/new").text


def test_made_up_evening_goes_when_a_real_game_begins(phone: Phone) -> None:
    made_up = phone.post("/games/sample", base="0").location
    phone.begin("Ann", "Ben", "Cleo")
    assert "made-up" not in phone.words(phone.get("/"))
    assert phone.get(made_up).status_code == 404
    assert "Your first game" in phone.get("").text


def test_games_that_give_way_to_a_made_up_evening_are_named(phone: Phone) -> None:
    games = begun(phone, MOST_GAMES)
    words = phone.words(phone.get(phone.post("/games/sample", base="0").location))
    assert "this one has left the list: Zoe, Al, P0 ." in words
    assert "this one has left the list: Zoe, Al, P1 ." in words
    home = phone.get("/").text
    assert [game in home for game in games] == [False, False, *[True] * (MOST_GAMES - 2)]


def test_made_up_evening_leaves_no_names_for_the_next_game(phone: Phone) -> None:
    phone.post("/games/sample", base="0")
    assert "Winston" not in phone.get("/games/new").text


def test_two_taps_make_one_evening(phone: Phone) -> None:
    sent = {"key": "a" * 32, "base": "0"}
    assert len({phone.post("/games/sample", **sent).location for _ in range(2)}) == 1
