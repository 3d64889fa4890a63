"""Totals over the games of one evening."""

import json
import re
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from flask import Flask

from kalooki_ref.game.events import GameEnded, GameStarted, HandLeft, RoundEnded
from kalooki_ref.web.circles.tonight import head_to_head, tallies
from kalooki_ref.web.shared.open_game import OpenGame
from tests.folded import game as folded
from tests.web.circles.evenings import copied, make_circle
from tests.web.phone import Phone


def play(phone: Phone, winner: str, points: dict[str, str]) -> None:
    """Play one round and end the game."""
    fields = {"winner": winner}
    for at, player in enumerate("123"):
        fields[f"hands-{at}-player"] = player
        fields[f"hands-{at}-points"] = points.get(player, "")
    assert phone.post("round", **fields).status_code == 303
    assert phone.post("end").status_code == 303


def test_evening_without_a_finished_game(table: Phone) -> None:
    assert "No game finished yet" in table.words(table.get("tonight"))


def test_games_won_and_points_are_added_up(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "25"})
    answer = phone.post("rematch")
    phone.table = answer.location
    play(phone, "1", {"2": "5", "3": "20"})
    page = phone.get("tonight")
    words = phone.words(page)
    assert "page-card" in page.text
    assert "2 games" in words
    assert "1 Ann 2 of 2 games won" in words
    assert "Ben against Cleo 2 : 0" in words


def test_tonight_is_the_same_from_every_game_whoever_played(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "25"})
    first = phone.words(phone.get("tonight")).partition("Tonight: ")[2].partition("Play")[0]
    phone.begin("Ann", "Ben", "Dan")
    assert first in phone.words(phone.get("tonight"))
    play(phone, "1", {"2": "5", "3": "7"})
    words = phone.words(phone.get("tonight"))
    assert "1 Ann 2 of 2 games won points in all: 0 " in words
    assert "3 Cleo 0 of 1 game won points in all: 25 " in words
    assert "Cleo against Dan" not in words


def evening_shown(phone: Phone, path: str = "tonight") -> str:
    """Return the words of the evening's page about its games."""
    return phone.words(phone.get(path)).partition("Tonight: ")[2].partition("Counts the")[0]


def test_game_counts_once_on_a_phone_that_knows_a_copy(app: Flask, phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    original = phone.table
    copy = f"/g/{copied(app, original.removeprefix('/g/'))}"
    play(phone, "1", {"2": "10", "3": "25"})
    phone.table = copy
    phone.get()
    play(phone, "1", {"2": "7", "3": "20"})
    phone.post("undo", seq=phone.version())
    play(phone, "1", {"2": "5", "3": "20"})
    from_copy = evening_shown(phone)
    assert "1 game 1 Ann 1 of 1 game won points in all: 0 2 Ben" in from_copy
    assert "points in all: 12 " in from_copy
    assert evening_shown(phone, f"{original}/tonight") == from_copy
    circle = make_circle(phone, original.removeprefix("/g/"))
    assert phone.get(f"{original}/tonight").location.startswith(circle)


def test_made_up_game_counts_on_no_evening_of_real_ones(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    phone.table = phone.post("/games/sample", base="0").location
    assert phone.post("end").status_code == 303
    host = new_phone()
    host.begin("Ann", "Ben", "Cleo")
    play(host, "1", {"2": "10", "3": "25"})
    phone.get(host.table)
    assert evening_shown(phone, f"{host.table}/tonight") == evening_shown(host)
    assert "Mina" in phone.words(phone.get("tonight"))


def test_first_place_is_that_of_the_evening_in_a_circle(phone: Phone) -> None:
    """Two wins and two last places are less than one win and never the last place."""
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "25"})
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "3", {"1": "50", "2": "10"})
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "25"})
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "2", {"1": "50", "3": "10"})
    words = phone.words(phone.get("tonight"))
    assert "Tonight: Ben in front" in words
    assert "1 Ben 1 of 4 games won" in words
    assert "2 Ann 2 of 4 games won" in words


def test_points_of_different_rules_are_not_added_up(phone: Phone) -> None:
    for system in ("jamaican", "kooky"):
        phone.begin("Ann", "Ben", "Cleo", system=system)
        play(phone, "1", {"2": "10", "3": "25"})
    page = phone.get("tonight")
    words = phone.words(page)
    assert "1 Ann 2 of 2 games won 2 Ben 0 of 2 games won" in words
    assert "points in all" not in words
    assert "Points of different rules can’t be added up." in words
    assert "1 Ann: 2 wins\n2 Ben: 0 wins\n" in page.text


def test_one_win_in_one_game_is_ahead_of_two_in_three(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    for winner in "112":
        play(phone, winner, {number: "10" for number in "123" if number != winner})
        phone.table = phone.post("rematch").location
    phone.begin("Dan", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "10"})
    words = phone.words(phone.get("tonight"))
    assert "1 Dan 1 of 1 game won points in all: 0 2 Ann 2 of 3 games won" in words
    assert "Places go by the share of the table that each beat, averaged over their games." in words


def test_shared_first_place_has_one_headline(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "3", {"1": "10", "2": "10"})
    phone.table = phone.post("rematch").location
    assert "Cleo wins Stopped after round 1 of 9. 0" in phone.words(phone.get("/"))


def test_results_can_be_copied_as_text_without_script(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "25"})
    page = phone.get("standings").text
    assert "<textarea" in page
    assert "1 Ann: 0\n2 Ben: 10\n3 Cleo: 25\n" in page


def test_who_came_too_late_for_any_round_has_no_place(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    hands = {f"hands-{at}-player": str(at + 1) for at in range(3)}
    points = {"hands-1-points": "10", "hands-2-points": "25"}
    phone.post("round", winner="1", **hands, **points)
    phone.post("players", name="Eve", after="3", plays="next", start="zero")
    assert phone.post("end").status_code == 303
    assert "no round played" in phone.words(phone.get("standings"))
    words = phone.words(phone.get("tonight"))
    assert "2 Ben 0 of 1 game won points in all: 10 " in words
    assert "Eve" not in words


def test_points_of_a_game_that_somebody_left_count(phone: Phone) -> None:
    """Cleo leaves the first game after a round and stays in the second; Dan leaves that one."""
    hands = {f"hands-{at}-player": str(at + 1) for at in range(3)}
    for names, gone in (("Ann", "Ben", "Cleo"), "3"), (("Ann", "Cleo", "Dan"), "3"):
        phone.begin(*names)
        lost = {"hands-1-points": "10", "hands-2-points": "25"}
        assert phone.post("round", winner="1", **hands, **lost).status_code == 303
        assert phone.post(f"players/{gone}/leave").status_code == 303
        assert phone.post("end").status_code == 303
    words = phone.words(phone.get("tonight"))
    assert "1 Ann 2 of 2 games won points in all: 0 " in words
    assert "2 Ben 0 of 1 game won points in all: 10 " in words
    assert "2 Cleo 0 of 1 game won points in all: 35 " in words
    assert "– Dan left early points in all: 25 " in words
    assert "Ann against Cleo 1 : 0" in words
    assert "against Dan" not in words


def test_evening_of_another_day_is_not_called_tonight(finished: Phone) -> None:
    words = finished.words(finished.get("tonight"))
    assert "Tonight: Ann in front" in words
    game = shifted(finished, "2025-11-21T20:00", "UTC")
    page = game.get("tonight")
    assert "Ann is ahead 21 November 2025 · 1 game" in game.words(page)
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page.text, re.DOTALL)
    assert text.startswith("21 November 2025\n")
    assert "<title>Evening" in page.text


# From the start of a game to its end: 20 minutes for each of the three entries.
MINUTES = 20


def game_of(*names: str) -> OpenGame:
    """Return a game of one round that the first player won, the third with 7 points left."""
    started = GameStarted(names, dealer=1)
    hands = tuple(HandLeft(seat, count=count) for seat, count in ((1, 0), (2, 30), (3, 7)))
    played = folded("jamaican", RoundEnded(1, hands=hands), GameEnded(), started=started)
    return OpenGame(played, (), "", 2, "", "")


def test_players_of_one_name_have_figures_of_their_own() -> None:
    found = tallies((game_of("Ann", "Ann", "Cai"),))
    assert [(row.name, row.points) for row in found] == [("Ann", 0), ("Cai", 7), ("Ann (2)", 30)]


def test_spellings_of_one_name_are_one_person_under_the_newest() -> None:
    games = (
        game_of("Ann", "Bob", "Cat"),
        game_of("ann", "Bob", "Cat"),
        game_of("Ann", "bob", "CAT"),
    )
    rows = tallies(games)
    assert [(row.name, row.points) for row in rows] == [("Ann", 0), ("CAT", 21), ("bob", 90)]
    pairs = [(pair.one.name, pair.other.name, pair.ahead) for pair in head_to_head(rows, games)]
    assert pairs == [("Ann", "bob", 3), ("Ann", "CAT", 3), ("bob", "CAT", 0)]


def test_joiner_that_nobody_sees_makes_no_other_person() -> None:
    rows = tallies((game_of("Ann", "Ben", "Cleo"), game_of("ann\u200d", "Ben", "Cleo")))
    assert [(row.name, row.won) for row in rows] == [("ann\u200d", 2), ("Cleo", 0), ("Ben", 0)]


def test_spellings_in_one_old_game_are_players_of_one_name() -> None:
    found = tallies((game_of("Ann", "ann", "Cai"),))
    assert [row.name for row in found] == ["Ann", "Cai", "ann (2)"]


def at(start: str, minutes: int) -> str:
    begun = datetime.fromisoformat(start) + timedelta(minutes=minutes)
    return begun.strftime("%Y-%m-%dT%H:%M:%SZ")


def shifted(phone: Phone, start: str, zone: str = "") -> Phone:
    """Open a copy of the phone's game that began at this time, in this time zone."""
    data = json.loads(phone.get("export.json").text)
    data["created_at"] = at(start, 0)
    for turn, entry in enumerate(data["entries"]):
        entry |= {"at": at(start, MINUTES * turn), "key": f"~{secrets.token_hex(6)}"}
    data["entries"][0]["data"]["zone"] = zone
    kept = phone.post("/open/keep", game=json.dumps(data))
    copy = Phone(phone.client)
    copy.table = kept.location
    return copy


@pytest.fixture
def finished(new_phone: Callable[[], Phone]) -> Phone:
    """A phone on which a game of one round was played to the end."""
    phone = new_phone()
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "25"})
    return phone


def evenings_on_first_page(phone: Phone) -> list[str]:
    """Return the headings of the earlier games, after a new one was begun."""
    Phone(phone.client).begin("Zoe", "Yan", "Xi")
    return re.findall(r"<h2[^>]*>(\w+day \d+ \w+)</h2>", phone.get("/").text)


def test_evening_over_midnight_is_one_from_every_game(finished: Phone) -> None:
    starts = ("2025-11-21T10:00", "2025-11-21T20:00", "2025-11-22T00:30", "2025-11-22T05:10")
    games = [shifted(finished, start, "UTC") for start in starts]
    for game in games[:3]:
        words = game.words(game.get("tonight"))
        assert "21 November 2025 · 4 games" in words
        assert "Ann 4 of 4 games won" in words
    # The last one ended before six in the morning, and belongs to the evening, too.
    assert "21 November 2025 · 4 games" in games[3].words(games[3].get("tonight"))
    assert evenings_on_first_page(finished)[-1] == "Friday 21 November"


def test_friday_in_los_angeles_is_friday_everywhere(finished: Phone) -> None:
    game = shifted(finished, "2025-11-22T04:30", "America/Los_Angeles")
    for page in ("standings", "print", "tonight", ""):
        assert "21 November 2025" in game.get(page).text, page
    history = game.words(game.get("history"))
    assert "Friday 21 November 21:10" in history
    assert "22 November" not in history
    assert "Friday 21 November" in evenings_on_first_page(finished)
    opened = finished.post("/open/", game=game.get("export.json").text)
    assert "21 November 2025" in finished.words(opened)


def test_later_correction_moves_no_game_to_another_evening(finished: Phone) -> None:
    game = shifted(finished, "2025-11-21T20:00", "UTC")
    fields = {f"hands-{n}-player": str(n + 1) for n in range(3)}
    fields |= {"hands-1-points": "11", "hands-2-points": "25", "winner": "1"}
    assert game.post("rounds/1/amend", **fields).status_code == 303
    assert "21 November 2025" in game.words(game.get("standings"))
    assert "Friday 21 November" in evenings_on_first_page(finished)


def test_history_shows_the_day_where_it_changes(finished: Phone) -> None:
    game = shifted(finished, "2025-11-21T22:50", "Europe/Rome")
    words = game.words(game.get("history"))
    assert words.index("Saturday 22 November 00:30") < words.index("Friday 21 November 23:50")
    assert words.count("22 November") == 1


def test_zone_of_the_phone_is_kept_with_the_game(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", zone="Asia/Tokyo")
    play(phone, "1", {"2": "10", "3": "25"})
    phone.table = phone.post("rematch").location
    start = json.loads(phone.get("export.json").text)["entries"][0]["data"]
    assert start["zone"] == "Asia/Tokyo"


@pytest.mark.parametrize("told", ["", "Atlantis/Capital", "../../etc/passwd", "x" * 5000])
def test_phone_without_a_known_zone_gets_the_servers(app: Flask, phone: Phone, told: str) -> None:
    app.config["TIMEZONE"] = "Europe/Rome"
    phone.begin("Ann", "Ben", "Cleo", zone=told)
    start = json.loads(phone.get("export.json").text)["entries"][0]["data"]
    assert start["zone"] == "Europe/Rome"


@pytest.mark.parametrize(
    ("zone", "fault"),
    [
        *((zone, "is not the name of a time zone")
          for zone in ("../../etc/passwd", "Europe/", "Rome <b>", "Europe London")),
        ("x" * 401, "is too long"),
    ],
)  # fmt: skip
def test_file_with_a_zone_that_is_none_is_refused(finished: Phone, zone: str, fault: str) -> None:
    data = json.loads(finished.get("export.json").text)
    data["entries"][0]["data"]["zone"] = zone
    answer = finished.post("/open/", game=json.dumps(data))
    assert answer.status_code == 422
    assert f"entry 1: “zone” {fault}" in finished.words(answer).replace("the text in ", "")
