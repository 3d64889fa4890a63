"""Players count their hands on their own phones; the scorekeeper saves the round."""

import re
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from tests.web.phone import Phone
from tests.web.phones.test_phones import guard_table, join_table, let_in, send
from tests.web.table.test_drafts import patch_draft

FROM = re.compile(r'data-from="(\d)"[^>]*><span>([^<]+)<')
FORM = re.compile(r'name="form" value="([^"]+)"')


@pytest.fixture
def seated(table: Phone, new_phone: Callable[[], Phone]) -> dict[str, Phone]:
    """The phones of Ben and Cleo, in their seats at a guarded table, by seat."""
    guard_table(table)
    phones = {seat: new_phone() for seat in ("2", "3")}
    for seat, phone in phones.items():
        join_table(phone, table, seat)
    let_in(table)
    return phones


def form_of(phone: Phone) -> str:
    """Return the round in the page's hidden field."""
    found = FORM.search(phone.get("hand").text)
    assert found is not None
    return found[1]


def send_hand(phone: Phone, **fields: str) -> TestResponse:
    return send(phone, "hand", form=form_of(phone), **fields)


def points(table: Phone, index: int) -> str:
    page = table.get("round?winner=1").text
    found = re.search(rf'name="hands-{index}-points"[^>]*value="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_own_hands_are_merged_into_one_form(table: Phone, seated: dict[str, Phone]) -> None:
    assert "Still counting on their phones: Ben, Cleo." in table.words(table.get("round?winner=1"))
    assert send_hand(seated["2"], points="10+5").location == f"{table.table}/hand?round=1"
    assert send_hand(seated["3"], cards="KH 2H").status_code == 303
    page = table.get("round?winner=1")
    assert [points(table, index) for index in (1, 2, 3)] == ["10+5", "", ""]
    assert 'value="KH 2H"' in page.text
    assert FROM.findall(page.text) == [("2", "From Ben’s phone"), ("3", "From Cleo’s phone")]
    assert "Still counting" not in table.words(page)
    assert "The scorekeeper has it." in seated["2"].words(seated["2"].get("hand"))


def test_scorekeeper_types_over_and_saves(table: Phone, seated: dict[str, Phone]) -> None:
    send_hand(seated["2"], points="15")
    form = {"winner": "1", **{f"hands-{index}-player": str(index + 1) for index in range(5)}}
    counts = {
        f"hands-{index}-points": count for index, count in ((1, "20"), (2, "5"), (3, "7"), (4, "9"))
    }
    table.post("round", step="review", **form, **counts)
    assert points(table, 1) == "20"
    assert FROM.findall(table.get("round").text) == [("2", "Ben’s phone: 15")]
    assert "The scorekeeper has 20" in seated["2"].words(seated["2"].get("hand"))
    assert table.post("round", step="save", insist="1", **form, **counts).status_code == 303
    assert "The scorekeeper has" not in seated["2"].words(seated["2"].get("hand"))
    assert "Round 2 of 9" in seated["2"].words(seated["2"].get("hand"))


def test_sum_that_makes_the_points_sent_is_the_same_count(
    table: Phone, seated: dict[str, Phone]
) -> None:
    send_hand(seated["2"], points="15")
    form = {"winner": "1", **{f"hands-{index}-player": str(index + 1) for index in range(5)}}
    counts = {f"hands-{index}-points": count for index, count in ((1, "10+5"), (2, "5"), (3, "7"))}
    table.post("round", step="review", **form, **counts, **{"hands-4-points": "9"})
    assert points(table, 1) == "10+5"
    assert "The scorekeeper has it." in seated["2"].words(seated["2"].get("hand"))


def test_late_hand_is_not_stored_in_the_next_round(table: Phone, seated: dict[str, Phone]) -> None:
    counted = form_of(seated["2"])
    table.post("round", winner="void", step="save", insist="1")
    answer = send(seated["2"], "hand", form=counted, points="15")
    assert answer.status_code == 409
    assert "Another round has begun." in seated["2"].words(answer)
    assert 'value="15"' in answer.text
    assert points(table, 1) == ""
    assert send_hand(seated["2"], points="15").status_code == 303


def test_own_hand_does_not_overwrite_recorded_data(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    phone.begin(system="kooky")
    for _ in range(4):
        phone.post("calls", player="2", insist="1")
    ben = new_phone()
    join_table(ben, phone, "2")
    send_hand(ben, points="15")
    page = phone.get("round?winner=1").text
    assert re.search(r'name="hands-1-overcalls"[^>]*value="1"', page)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"points": ""}, "Enter the points you have left."),
        ({"points": "ten"}, "Enter points as a number or a sum"),
        ({"cards": "7X"}, "is not a card"),
        ({"points": "3", "cards": "KH"}, "The cards add up to"),
    ],
)
def test_invalid_count_shows_an_error_and_keeps_the_text(
    seated: dict[str, Phone], table: Phone, sent: dict[str, str], sentence: str
) -> None:
    answer = send_hand(seated["2"], **sent)
    assert answer.status_code == 422
    assert sentence in seated["2"].words(answer)
    for value in sent.values():
        assert f'value="{value}"' in answer.text
    assert points(table, 1) == ""


def test_phone_without_a_seat_counts_no_hand(table: Phone) -> None:
    assert table.get("hand").status_code == 404
    assert "This phone has no seat in this round." in table.words(table.get("hand"))


def test_phone_of_a_player_who_left_or_waits_is_led_to_the_table(
    table: Phone, seated: dict[str, Phone]
) -> None:
    ben, form = seated["2"], form_of(seated["2"])
    table.post("players/2/leave")
    for ask in (lambda: ben.get("hand"), lambda: send(ben, "hand", form=form, points="15")):
        answer = ask()
        assert (answer.status_code, answer.location) == (303, table.table)
        assert "Ben left the game." in ben.words(ben.get())
    table.post("players/2/return", plays="next")
    assert ben.get("hand").status_code == 303
    assert "Ben plays from the next round." in ben.words(ben.get())


def test_seat_calls_with_its_own_button(table: Phone, seated: dict[str, Phone]) -> None:
    page = seated["2"].get()
    assert "Ben’s seat" in seated["2"].words(page)
    assert "I call" in seated["2"].words(page)
    assert "advice?player=2" not in page.text
    table.post("advice", advice="open")
    assert "advice?player=2" in seated["2"].get().text


def save_round(table: Phone, *, winner: str = "1", **points: str) -> TestResponse:
    """Save the round on the scorekeeper's phone; ``points`` by place, such as ``at1``."""
    players = {f"hands-{index}-player": str(index + 1) for index in range(5)}
    counts = {f"hands-{name[2:]}-points": count for name, count in points.items()}
    form = {"winner": winner, "insist": "1", **players, **counts}
    return table.post("round", step="save", **form)


COUNTS = {"at2": "5", "at3": "7", "at4": "9"}


@pytest.mark.parametrize(
    ("saved", "said"),
    [
        ("15", "Round 1 of 9 saved. You: 15."),
        ("20", "Round 1 of 9 saved. You: 20. The scorekeeper counted 20, you sent 15."),
    ],
)
def test_phone_shows_that_its_hand_was_changed(
    table: Phone, seated: dict[str, Phone], saved: str, said: str
) -> None:
    ben = seated["2"]
    send_hand(ben, points="10+5")
    assert save_round(table, at1=saved, **COUNTS).status_code == 303
    answer = ben.get("hand?round=1")
    assert answer.location == ben.table
    shown = ben.words(ben.get())
    assert said in shown
    assert ("you sent" in said) == ("you sent" in shown)


def test_phone_without_a_hand_shows_the_saved_points(
    table: Phone, seated: dict[str, Phone]
) -> None:
    save_round(table, winner="3", at0="4", at1="30", at3="7", at4="9")
    for seat, said in (("2", "You: 30."), ("3", "You: 0.")):
        assert seated[seat].get("hand?round=1").location == table.table
        assert f"Round 1 of 9 saved. {said}" in seated[seat].words(seated[seat].get())


def test_cards_sent_and_points_typed_are_the_same_hand(
    table: Phone, seated: dict[str, Phone]
) -> None:
    send_hand(seated["2"], cards="KH 5H")
    table.post(
        "round", step="review", winner="1", **{"hands-1-player": "2", "hands-1-points": "15"}
    )
    assert "The scorekeeper has it." in seated["2"].words(seated["2"].get("hand"))


def test_differing_counts_can_be_chosen_between(table: Phone, seated: dict[str, Phone]) -> None:
    ben = seated["2"]
    send_hand(ben, cards="KH 5H")
    patch_draft(table, hands_1_points="12", hands_1_cards="")
    assert "The scorekeeper has 12. Which is right?" in ben.words(ben.get("hand"))
    assert re.findall(r'name="take" value="(\d+)"', ben.get("hand").text) == ["15", "12"]
    assert send_hand(ben, cards="KH 5H", take="12").status_code == 303
    assert points(table, 1) == "12"
    assert "The scorekeeper has it." in ben.words(ben.get("hand"))
    assert send_hand(ben, take="<b>").status_code == 422


def test_unreadable_count_is_not_offered(table: Phone, seated: dict[str, Phone]) -> None:
    send_hand(seated["2"], points="15")
    patch_draft(table, hands_1_points="many")
    page = seated["2"].get("hand")
    assert "The scorekeeper has many" in seated["2"].words(page)
    assert 'name="take"' not in page.text


def test_review_names_a_count_that_differs(table: Phone, seated: dict[str, Phone]) -> None:
    send_hand(seated["2"], points="50")
    send_hand(seated["3"], points="5")
    players = {f"hands-{index}-player": str(index + 1) for index in range(5)}
    counts = {f"hands-{index}-points": n for index, n in ((1, "12"), (2, "5"), (3, "7"), (4, "9"))}
    shown = table.words(table.post("round", step="review", winner="1", **players, **counts))
    assert "Ben’s phone: 50 Typed here: 12" in shown
    assert "Cleo’s phone" not in shown
    for asking, is_shown in ((table, True), (seated["3"], False)):
        piece = asking.words(asking.get("news?here-2=12&here-2=&here-3=5&here-9=x"))
        assert ("Ben’s phone: 50 Typed here: 12" in piece) == is_shown


def test_phone_shows_that_its_player_is_marked_as_winner(
    table: Phone, seated: dict[str, Phone]
) -> None:
    send_hand(seated["2"], points="50")
    players = {f"hands-{index}-player": str(index + 1) for index in range(5)}
    counts = {f"hands-{index}-points": "5" for index in (0, 2, 3, 4)}
    assert table.post("round", step="review", winner="2", **players, **counts).status_code == 200
    assert "The scorekeeper has you going out" in seated["2"].words(seated["2"].get("hand"))


def test_hand_of_a_player_who_left_since_is_nobody_elses(
    table: Phone, new_phone: Callable[[], Phone]
) -> None:
    table.post("players", name="Fay", after="1")
    guard_table(table)
    dan = new_phone()
    join_table(dan, table, "4")
    let_in(table)
    send_hand(dan, points="77")
    patch_draft(table, hands_2_points="12")
    table.post("players/4/leave")
    page = table.get("round?winner=1").text
    hands = dict(re.findall(r'name="hands-(\d)-points"[^>]*? value="([^"]*)"', page))
    assert hands == {"0": "", "5": "", "1": "", "2": "12", "4": ""}
