"""Late players, players who leave and come back, and what the pages show of their rounds."""

import csv
import io
import json
import re

import pytest

from tests.web.phone import SAME_SITE, Phone

ANN, BEN, CLEO, DAN, EVE = range(1, 6)
CELL = re.compile(r"<t[hd][ >].*?</t[hd]>", re.DOTALL)
PLAYER = r'name="hands-\d-player" value="(\d)"'
POINTS = r'name="hands-\d-points"[^>]*? value="([^"]*)"'


@pytest.fixture
def four(phone: Phone) -> Phone:
    phone.begin("Ann", "Ben", "Cleo", "Dan", dealer="2")
    return phone


def seats(table: Phone) -> list[int]:
    """Return the players of the current round, as its form has them."""
    page = table.get("round").text
    return [int(number) for number in re.findall(r'name="hands-\d+-player" value="(\d+)"', page)]


def save(table: Phone, winner: int, counts: dict[int, str], path: str = "round") -> int:
    """Save a round with these counts, by player."""
    players = re.findall(r'name="(hands-\d+)-player" value="(\d+)"', table.get(path).text)
    fields = {"winner": str(winner), "everybody_down": "yes"}
    for at, player in players:
        fields |= {f"{at}-player": player, f"{at}-points": counts.get(int(player), "")}
    return table.post(path, **fields).status_code


def standings(table: Phone) -> dict[str, tuple[int | None, int]]:
    rows = table.client.get(f"{table.table}.json").get_json()["standings"]
    return {row["name"]: (row["place"], row["points"]) for row in rows}


def sheet(table: Phone) -> dict[str, list[str]]:
    """Return the columns of the CSV, by name."""
    rows = list(csv.reader(io.StringIO(table.get("export.csv").text.lstrip("\ufeff"))))
    return {
        name: [row[column] for row in rows[1:]] for column, name in enumerate(rows[0]) if column > 4
    }


def printed(table: Phone) -> dict[str, list[str]]:
    """Return the columns of the printed rounds, by name; those of the rounds as ""."""
    page = table.get("print").text.partition('<table class="paper-rounds">')[2]
    rows = [
        [" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in re.findall(CELL, row)]
        for row in page.partition("</table>")[0].split("<tr>")[1:]
    ]
    names = ["", *(name.split()[-1] for name in rows[0][1:])]
    return {name: [row[column] for row in rows[1:]] for column, name in enumerate(names)}


def test_late_player_can_wait_for_the_next_round(four: Phone) -> None:
    four.post("calls", player="4")
    page = four.get("players").text
    assert re.search(r'name="plays" value="next"[^>]* checked', page)
    four.post("players", name="Eve", after="2", plays="next")
    assert "Eve plays from the next round." in four.words(four.get())
    assert "From the next round" in four.words(four.get("players"))
    assert "Eve From the next round 0" in four.words(four.get("scoreboard"))
    assert "Eve joined with 0 points and plays from the next round." in four.words(
        four.get("history")
    )
    assert seats(four) == [ANN, BEN, CLEO, DAN]
    assert save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"}) == 303
    assert seats(four) == [ANN, BEN, EVE, CLEO, DAN]
    assert sheet(four)["Eve"] == ["", "0"]


def test_late_player_of_an_untouched_round_is_in_it(four: Phone) -> None:
    page = four.get("players").text
    assert re.search(r'name="plays" value="this"[^>]* checked', page)
    four.post("players", name="Eve", after="2")
    assert seats(four) == [ANN, BEN, EVE, CLEO, DAN]


def test_kalooki_costs_only_who_was_dealt_in(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    phone.post("calls", player="1")
    phone.post("players", name="Eve", after="2", plays="next")
    counts = {"hands-1-player": "2", "hands-1-points": "10"}
    assert phone.post("round", winner="1", bent="yes", insist="1", **counts).status_code == 303
    assert standings(phone)["Ben"][1] > 10
    assert standings(phone)["Eve"][1] == 0
    assert seats(phone) == [ANN, BEN, 3]


def test_kalooki_costs_who_joins_a_round_that_was_dealt(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    phone.post("players", name="Eve", after="2", plays="this")
    assert save(phone, 1, {2: "10"}) == 422
    counts = {"hands-1-player": "2", "hands-1-points": "10"}
    counts |= {"hands-2-player": "3", "hands-2-points": "0"}
    assert phone.post("round", winner="1", bent="yes", insist="1", **counts).status_code == 303
    assert standings(phone)["Eve"][1] > 0


def test_nobody_waits_for_a_round_after_the_last(four: Phone) -> None:
    for _round in range(8):
        save(four, ANN, {BEN: "1", CLEO: "1", DAN: "1"})
    assert 'name="plays"' not in four.get("players").text
    assert "After this round" not in four.words(four.get("players/3/leave"))
    four.post("players", name="Eve", after="2", start="zero", plays="next")
    assert EVE in seats(four)


def test_player_leaves_after_the_round(four: Phone) -> None:
    assert four.post("players/3/leave", when="after").status_code == 303
    assert "Leaves after this round" in four.words(four.get())
    assert seats(four) == [ANN, BEN, CLEO, DAN]
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    assert seats(four) == [ANN, BEN, DAN]
    assert standings(four)["Cleo"] == (None, 20)


@pytest.mark.parametrize("when", ["now", "after"])
def test_two_players_stay_whoever_else_leaves(phone: Phone, when: str) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    assert phone.post("players/1/leave", when="after").status_code == 303
    refused = phone.post("players/2/leave", when=when)
    assert refused.status_code == 422
    assert "That leaves one player." in phone.words(refused)


def test_dealer_who_leaves_in_the_round_dealt_it(four: Phone) -> None:
    four.post("calls", player="4")
    four.post("players/2/leave")
    assert "Ben deals 9 each · Cleo starts" in four.words(four.get())
    assert '<option value="2" selected>Ben' in four.get("players").text
    save(four, DAN, {ANN: "5", CLEO: "5"})
    assert "Ben dealt" in four.words(four.get("rounds/1"))
    assert "Cleo deals" in four.words(four.get())


def test_table_says_whether_a_leaving_dealer_has_dealt(four: Phone) -> None:
    assert "Ben has dealt this round" in four.words(four.get("players/2/leave"))
    assert "has dealt" not in four.words(four.get("players/3/leave"))
    four.post("players/2/leave")
    assert "Cleo deals 9 each" in four.words(four.get())
    four.post("undo", seq="2")
    four.post("players/2/leave", dealt="1")
    assert "Ben deals 9 each" in four.words(four.get())


@pytest.fixture
def away(four: Phone) -> Phone:
    """A table where Cleo left after round 1, and two rounds were played without her."""
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    four.post("players/3/leave")
    for _round in range(2):
        save(four, ANN, {BEN: "10", DAN: "30"})
    return four


def test_player_comes_back_to_the_same_column(away: Phone) -> None:
    assert "Cleo comes back" in away.words(away.get("players"))
    page = away.get("players/3/return")
    assert "90 The highest total" in away.words(page)
    assert "20 What Cleo had." in away.words(page)
    assert '<option value="2" selected>' in page.text
    unchosen = away.post("players/3/return", after="2")
    assert unchosen.status_code == 422
    assert "Choose how many points Cleo goes on with." in away.words(unchosen)
    assert away.post("players/3/return", after="2", start="highest").status_code == 303
    save(away, ANN, {BEN: "10", CLEO: "7", DAN: "30"})
    assert standings(away)["Cleo"] == (3, 97)
    assert sheet(away)["Cleo"] == ["20", "", "", "70", "7", "97"]
    assert "Cleo came back: +70 for the rounds between." in away.words(away.get("history"))


def test_player_comes_back_with_what_they_had(away: Phone) -> None:
    away.post("players/3/return", after="2", start="zero", plays="next")
    assert standings(away)["Cleo"] == (2, 20)
    assert seats(away) == [ANN, BEN, DAN]
    assert len(sheet(away)["Cleo"]) == 4


def test_history_says_what_the_rounds_between_cost_who_waits_for_the_next(away: Phone) -> None:
    away.post("players/3/return", after="2", start="highest", plays="next")
    sentence = "Cleo came back and plays from the next round: +70 for the rounds between."
    assert sentence in away.words(away.get("history"))


def test_highest_total_is_never_a_gift_to_who_comes_back(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "40", DAN: "11"})
    four.post("players/3/leave")
    save(four, BEN, {ANN: "10", DAN: "0"})
    page = four.words(four.get("players/3/return"))
    assert "The highest total" not in page
    assert "40 What Cleo had." in page
    assert four.post("players/3/return", after="2", start="highest").status_code == 303
    assert standings(four)["Cleo"] == (4, 40)


def test_player_who_leaves_after_the_last_round_keeps_the_place(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "40", DAN: "11"})
    four.post("players/1/leave", when="after")
    save(four, ANN, {BEN: "10", CLEO: "40", DAN: "11"})
    assert standings(four)["Ann"] == (None, 0)
    four.post("end")
    assert standings(four)["Ann"] == (1, 0)
    assert "Ann wins" in four.words(four.get())
    four.post("undo", seq=four.version())
    assert standings(four)["Ann"] == (None, 0)


def test_name_of_somebody_who_left_is_taken(away: Phone) -> None:
    answer = away.post("players", name="cleo", after="2", start="zero")
    assert answer.status_code == 422
    assert "tap “Cleo comes back”" in away.words(answer)
    assert away.post("players/1/name", name="Cleo").status_code == 422


def test_rounds_without_a_hand_stay_empty_when_leaving_is_undone(away: Phone) -> None:
    away.post("undo", seq="3", sure="1")
    assert sheet(away)["Cleo"] == ["20", "", "", "20"]
    away.post("end")
    assert printed(away)["Cleo"] == ["20", "", "", "20"]
    away.post("undo", seq=away.version(), sure="1")
    page = away.get("rounds/2/amend")
    assert "No hand in this round. Leave it blank, or enter points." in away.words(page)
    assert save(away, ANN, {BEN: "11", DAN: "30"}, "rounds/2/amend") == 303
    assert sheet(away)["Cleo"] == ["20", "", "", "20"]
    assert save(away, ANN, {BEN: "11", CLEO: "9", DAN: "30"}, "rounds/2/amend") == 303
    assert sheet(away)["Cleo"] == ["20", "9", "", "29"]


def test_start_is_a_row_so_that_columns_add_up(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    four.post("players", name="Eve", after="4", start="highest")
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30", EVE: "15"})
    assert sheet(four)["Eve"] == ["30", "", "15", "45"]
    four.post("end")
    assert printed(four)[""][0] == "Start"
    assert printed(four)["Eve"] == ["30", "", "15", "45"]
    page = four.get("standings")
    assert "Start 30" in four.words(page).replace(" ·", "")
    assert "Eve: 45 (start 30)" in page.text


def test_names_are_corrected_after_the_game(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    four.post("end")
    assert "Correct names" in four.words(four.get())
    assert four.get("players").status_code == 200
    assert four.post("players/1/name", name="Anne").status_code == 303
    assert four.post("players/2/name", name="anne").status_code == 422
    assert "Anne" in four.words(four.get("print"))
    assert four.post("players/9/name", name="Fay").status_code == 404


@pytest.mark.parametrize(
    ("language", "story"),
    [
        ("en", "Went out in seven of nine rounds."),
        ("it", "Ha chiuso in sette di nove mani."),
        ("es", "Cerró en siete de nueve rondas."),
    ],
)
def test_story_is_true_of_all_rounds_with_a_player_who_left(
    four: Phone, language: str, story: str
) -> None:
    for _round in range(2):
        save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    four.post("players/1/leave")
    for _round in range(7):
        save(four, BEN, {CLEO: "50", DAN: "60"})
    for page in ("", "standings", "print"):
        headers = {"Accept-Language": language}
        assert story in four.words(four.client.get(four.address(page), headers=headers))


def test_nobodys_place_is_none(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    four.post("players/3/leave")
    four.post("end")
    for path in ("", "scoreboard", "standings", "print", "tonight"):
        assert "None" not in four.words(four.get(path)), path
    assert "Left early" in four.words(four.get("scoreboard"))


def test_form_of_an_undone_round_is_filled_in(four: Phone) -> None:
    save(four, ANN, {BEN: "10+5", CLEO: "20", DAN: "30"})
    save(four, ANN, {BEN: "11+5", CLEO: "20", DAN: "30"}, "rounds/1/amend")
    four.post("undo", seq="2", sure="1")
    page = four.get("round").text
    assert re.search(r'name="winner" value="1"[^>]* checked', page)
    assert re.findall(POINTS, page) == ["", "11+5", "20", "30"]
    other = four.get("round?winner=2").text
    assert re.findall(POINTS, other) == ["", "", "20", "30"]
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    assert re.findall(POINTS, four.get("round").text) == [""] * 4


def test_form_of_an_undone_round_knows_who_joined_since(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    four.post("undo", seq="2", sure="1")
    four.post("players", name="Eve", after="4")
    four.post("players/1/leave")
    page = four.get("round").text
    assert not re.search(r'name="winner" value="\d"[^>]* checked', page)
    assert re.findall(POINTS, page) == ["10", "20", "30", ""]


def test_correction_of_the_last_round_returns_to_the_table(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    link = re.search(r'href="([^"]*/rounds/1/amend[^"]*)"', four.get().text)
    assert link
    assert save(four, ANN, {BEN: "11", CLEO: "20", DAN: "30"}, link[1]) == 303
    counts = {"hands-1-player": "2", "hands-1-points": "12"}
    page = four.post(link[1], winner="1", step="review", everybody_down="yes", **counts)
    assert page.status_code in {200, 422}
    answer = four.post("rounds/1/amend?back=table", winner="void")
    assert answer.location == four.table
    assert four.post("rounds/1/amend", winner="void").location.endswith("/standings")


def test_typed_points_stay_with_their_player_whoever_leaves(four: Phone) -> None:
    draft = {"hands-3-points": ["35"], "hands-1-points": ["7"]}
    address = f"{four.table}/drafts/round-1"
    assert four.client.patch(address, json=draft, headers=SAME_SITE).status_code == 204
    four.post("players/3/leave")
    four.post("players", name="Eve", after="1")
    names, points = (re.findall(f, four.get("round?winner=1").text) for f in (PLAYER, POINTS))
    assert dict(zip(names, points, strict=True)) == {"1": "", "5": "", "2": "7", "4": "35"}


def test_file_with_two_players_of_one_name_is_refused(four: Phone) -> None:
    data = four.get("export.json").get_json()
    data["entries"][0]["data"]["names"][3] = "ann"
    answer = four.client.post("/open/", data={"game": json.dumps(data)}, headers=SAME_SITE)
    assert "lists too many, or one of them twice" in four.words(answer)


def test_undone_new_name_is_not_given_back_if_somebody_else_has_it(four: Phone) -> None:
    four.post("players/3/name", name="Chloe")
    four.post("players", name="Cleo", after="4")
    asked = four.client.post(
        f"{four.table}/undo",
        data={"key": "k" * 20, "base": four.version(), "seq": "2"},
        headers=SAME_SITE,
        follow_redirects=True,
    )
    assert "Cleo joined" in four.words(asked)
    assert set(standings(four)) == {"Ann", "Ben", "Chloe", "Dan", "Cleo"}
