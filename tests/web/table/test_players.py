"""Changes of players during a game: names, seats, late arrivals, departures."""

import re

import pytest
from werkzeug.test import TestResponse

from tests.web.phone import Phone
from tests.web.table.test_rounds import write


def test_new_name_is_shown_everywhere(table: Phone) -> None:
    assert table.post("players/2/name", name="  Benny ").status_code == 303
    page = table.get().text
    assert "Ben is now called Benny" in page
    assert "Benny" in page.split("Who went out?")[1]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Enter a name"),
        ("   ", "Enter a name"),
        ("ANN", "Ann is already playing"),
        ("x" * 200, "this one has 200"),
        ("a\x00b", ""),
    ],
)
def test_invalid_names(table: Phone, name: str, sentence: str) -> None:
    answer = table.post("players/2/name", name=name)
    assert answer.status_code in {400, 422}
    assert sentence in table.words(answer)
    assert "Ben" in table.get().text


def test_name_can_stay_the_same(table: Phone) -> None:
    assert table.post("players/2/name", name="BEN").status_code == 303


def test_unchanged_name_or_seats_add_no_entry(table: Phone) -> None:
    before = table.version()
    assert table.post("players/2/name", name=" Ben ").location == table.table
    assert "Nothing changed: the name is already Ben." in table.words(table.get())
    seats = ["1", "2", "3", "4", "5"]
    assert table.post("players/seats", order=seats, dealer="1").location == table.table
    words = table.words(table.get())
    assert "Nothing changed: seats and dealer are already like that." in words
    assert "Seats saved." not in words
    assert table.version() == before


def test_repeated_name_or_seats_are_not_said_to_be_unchanged(table: Phone) -> None:
    seats = {"order": ["2", "1", "3", "4", "5"], "dealer": "1"}
    for path, fields in (("players/2/name", {"name": "Benny"}), ("players/seats", seats)):
        sent = {"base": table.version(), "key": path.ljust(16, "x"), **fields}
        for _tap in range(2):
            assert table.post(path, **sent).status_code == 303
        assert "Nothing changed" not in table.words(table.get())


def test_seats_as_they_are_from_an_old_page_show_what_it_missed(table: Phone) -> None:
    base = table.version()
    table.post("players", name="Fay", after="5")
    seats = ["1", "2", "3", "4", "5"]
    assert table.post("players/seats", order=seats, dealer="1", base=base).status_code == 409


@pytest.mark.parametrize("path", ["players/9/name", "players/9/leave", "players/0/leave"])
def test_unknown_people(table: Phone, path: str) -> None:
    assert table.post(path, name="Fay").status_code == 404


def test_seats_move_without_script_before_they_are_saved(table: Phone) -> None:
    order = ["1", "2", "3", "4", "5"]
    answer = table.post("players/seats", order=order, dealer="1", arrange="up-2")
    assert answer.status_code == 200
    assert answer.text.index('name="order" value="2"') < answer.text.index('name="order" value="1"')
    assert "Seats:" not in table.get("history").text


@pytest.mark.parametrize("arrange", ["down-5", "up-1", "down-6", "up-0", "down-", "sideways"])
def test_seat_without_a_neighbour_cannot_move(table: Phone, arrange: str) -> None:
    order = ["1", "2", "3", "4", "5"]
    answer = table.post("players/seats", order=order, dealer="1", arrange=arrange)
    assert answer.status_code == 200
    assert re.findall(r'name="order" value="(\d)"', answer.text) == order


def test_last_seat_moves_up_and_the_one_before_it_down(table: Phone) -> None:
    order = ["1", "2", "3", "4", "5"]
    for arrange in ("up-5", "down-4"):
        answer = table.post("players/seats", order=order, dealer="1", arrange=arrange)
        moved = re.findall(r'name="order" value="(\d)"', answer.text)
        assert moved == ["1", "2", "3", "5", "4"]


def test_new_seats_change_who_starts(table: Phone) -> None:
    table.post("players/seats", order=["1", "3", "2", "4", "5"], dealer="1")
    assert "Cleo starts" in table.words(table.get())


def test_dealer_of_the_current_round_can_change(table: Phone) -> None:
    table.post("players/seats", order=["1", "2", "3", "4", "5"], dealer="5")
    assert "Eve deals 9 each · Ann starts" in table.words(table.get())


@pytest.mark.parametrize("order", [["1", "2"], ["1", "1", "2", "3", "4"], ["x"], []])
def test_invalid_seat_order_is_ignored(table: Phone, order: list[str]) -> None:
    table.post("players/seats", order=order, dealer="9")
    assert "Ann deals 9 each · Ben starts" in table.words(table.get())


def start_tiles(page: str) -> list[str]:
    """Return the options for starting points, with the selected one marked."""
    tiles = re.findall(r'<input[^>]* name="start" value="(\w+)"([^>]*)>', page)
    return [f"{value}!" if " checked" in rest else value for value, rest in tiles]


def test_before_any_score_a_late_player_starts_at_zero(table: Phone) -> None:
    assert start_tiles(table.get("players").text) == ["zero!", "other"]
    assert table.post("players", name="Fay", after="5").status_code == 303


def test_late_players_start_is_the_tables_choice(table: Phone) -> None:
    write(table, {1: "42", 3: "65", 4: "35", 5: "16"})
    page = table.get("players")
    assert start_tiles(page.text) == ["highest", "zero", "other"]
    assert "65 The highest total, so coming late is no advantage. 0" in table.words(page)
    answer = table.post("players", name="Fay", after="5")
    assert answer.status_code == 422
    assert "Choose how many points the late player starts with." in table.words(answer)
    assert 'value="Fay"' in answer.text
    table.post("players/3/leave")
    assert "42 The highest total" in table.words(table.get("players"))


@pytest.mark.parametrize(
    ("fields", "starts_with"),
    [
        ({"start": "highest"}, 65),
        ({"start": "zero"}, 0),
        ({"start": "other", "points": "50"}, 50),
        ({"points": "-7"}, -7),
        ({"start": "highest", "points": "65"}, 65),
    ],
)
def test_each_choice_starts_a_late_player_there(
    table: Phone, fields: dict[str, str], starts_with: int
) -> None:
    write(table, {1: "42", 3: "65", 4: "35", 5: "16"})
    assert table.post("players", name="Fay", after="5", **fields).status_code == 303
    standings = table.client.get(f"{table.table}.json").get_json()["standings"]
    assert {standing["name"]: standing["points"] for standing in standings}["Fay"] == starts_with


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"start": "other"}, "Enter the starting points, such as 120."),
        ({"start": "other", "points": "10000"}, "Enter a whole number from −9999 to 9999."),
        ({"start": "highest", "points": "50"}, "Choose “Other points” to start with the points"),
    ],
)
def test_contradictory_starting_points_are_refused(
    table: Phone, fields: dict[str, str], sentence: str
) -> None:
    write(table, {1: "42", 3: "65", 4: "35", 5: "16"})
    answer = table.post("players", name="Fay", after="5", **fields)
    assert answer.status_code == 422
    assert sentence in table.words(answer)


@pytest.mark.parametrize("start", ["highest", "other"])
def test_unreadable_starting_points_are_the_only_error(table: Phone, start: str) -> None:
    write(table, {1: "42", 3: "65", 4: "35", 5: "16"})
    answer = table.post("players", name="Fay", after="5", start=start, points="1o")
    assert answer.status_code == 422
    assert "Enter a whole number from −9999 to 9999." in table.words(answer)
    assert "Choose “Other points”" not in table.words(answer)
    assert 'value="1o"' in answer.text


def test_late_player_starts_with_agreed_points(table: Phone) -> None:
    table.post("players", name="Fay", after="2", points="120")
    page = table.words(table.get()).split("Who went out?")[1]
    assert page.index("Ben") < page.index("Fay") < page.index("Cleo")
    assert "120" in table.get("standings").text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": "", "points": "5"}, "Enter a name"),
        ({"name": "Ann", "points": "5"}, "Ann is already playing"),
        ({"name": "Fay", "points": "many"}, "whole number"),
        ({"name": "Fay", "points": "99999"}, "from −9999 to 9999"),
    ],
)
def test_invalid_late_players(table: Phone, fields: dict[str, str], sentence: str) -> None:
    answer = table.post("players", after="1", **fields)
    assert answer.status_code == 422
    assert sentence in table.words(answer)
    assert f'value="{fields["points"]}"' in answer.text


def test_extra_player_needs_confirmation_and_enough_cards(phone: Phone) -> None:
    phone.begin("A", "B", "C", "D", system="kalooki40")
    assert phone.post("players", name="E", after="1", points="0").status_code == 422
    assert phone.post("players", name="E", after="1", points="0", anyway="1").status_code == 303


def test_leaving_needs_confirmation_and_can_be_undone(table: Phone) -> None:
    assert "Is Ben leaving?" in table.get("players/2/leave").text
    table.post("players/2/leave")
    assert "winner=2" not in table.get().text
    table.post("undo", seq="2")
    assert "winner=2" in table.get().text


def is_led_back(table: Phone, answer: TestResponse, sentence: str) -> bool:
    """Whether an answer leads to the table, with this sentence."""
    return answer.location == table.table and sentence in table.words(table.get())


@pytest.mark.parametrize("when", ["now", "after"])
def test_player_who_left_already_leads_back_to_the_table(table: Phone, when: str) -> None:
    table.post("players/2/leave")
    sentence = "Ben has already left."
    again = table.post("players/2/leave", base="1", when=when)
    assert is_led_back(table, again, sentence)
    assert is_led_back(table, table.post("marks", player="2", base="1"), sentence)
    assert is_led_back(table, table.get("players/2/leave"), sentence)


def test_player_who_is_leaving_already_leads_back_to_the_table(table: Phone) -> None:
    table.post("players/2/leave", when="after")
    again = table.post("players/2/leave", when="after", base="1")
    assert is_led_back(table, again, "Ben is already leaving after this round.")


def test_player_who_is_back_already_leads_back_to_the_table(table: Phone) -> None:
    table.post("players/2/leave")
    back = {"after": "1", "plays": "this", "start": "zero"}
    assert table.post("players/2/return", **back).location == table.table
    sentence = "Ben is already at the table."
    assert is_led_back(table, table.post("players/2/return", base="2", **back), sentence)
    assert is_led_back(table, table.get("players/2/return"), sentence)


def test_double_tap_on_leaving_says_it_once(table: Phone) -> None:
    for _ in range(2):
        assert table.post("players/2/leave", key="l" * 32, base="1").location == table.table
    words = table.words(table.get())
    assert "Ben left the game." in words
    assert "already" not in words


def test_second_to_last_player_cannot_leave(phone: Phone) -> None:
    phone.begin("A", "B", system="kalooki40")
    assert "That leaves one player" in phone.get("players/1/leave").text


def test_number_of_an_undone_late_player_is_not_given_again(table: Phone) -> None:
    write(table)
    table.post("players", name="Fay", after="5", start="other", points="40")
    table.post("players", name="Gus", after="5", start="other", points="7")
    table.post("undo", seq="3", sure="1")
    assert "Gus 7" in table.words(table.get("standings"))
    table.post("players", name="Hal", after="5", start="other", points="3")
    standings = table.client.get(f"{table.table}.json").get_json()["standings"]
    people = {standing["name"]: (standing["player"], standing["points"]) for standing in standings}
    assert people["Gus"] == (7, 7)
    assert people["Hal"] == (8, 3)
