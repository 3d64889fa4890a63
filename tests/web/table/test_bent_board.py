"""A bent board in the review of a round: hinted at, proved, questioned, refused."""

import pytest

from tests.web.phone import Phone
from tests.web.table.test_drafts import patch_draft
from tests.web.table.test_review import BENT_NO, BENT_YES, hidden, review
from tests.web.table.test_rounds import FIVE_COUNTS, totals, write


@pytest.mark.parametrize("system", ["jamaican", "standard", "kalooki40"])
@pytest.mark.parametrize("before", ["nothing", "own call", "lays"])
def test_bent_is_no_by_default(phone: Phone, system: str, before: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=system)
    if before == "own call":
        phone.post("calls", player="2")
    if before == "lays":
        phone.post("lays", player="1")
    sent = {f"hands-{index}-player": str(index + 1) for index in range(3)}
    sent |= {"hands-0-points": "30", "hands-2-points": "30"}
    page = phone.post("round", winner="2", step="review", **sent).text
    assert BENT_NO.search(page)
    assert not BENT_YES.search(page)
    assert "tap Yes" not in page
    assert "Tap Yes or No first" not in page


def test_calls_only_hint_at_a_bent_board(table: Phone) -> None:
    assert "No call by Ben is recorded" not in table.words(review(table))
    table.post("calls", player="1")
    assert "No call by Ben is recorded" in table.words(review(table))
    assert "tap Yes" not in table.words(review(table))


def test_missing_call_is_no_hint_in_a_round_without_any(table: Phone) -> None:
    table.post("calls", player="1")
    assert write(table).status_code == 303
    page = review(table)
    assert "No call by Ben is recorded" not in table.words(page)
    assert BENT_NO.search(page.text)


def test_neither_answer_is_ticked_where_the_page_says_why_it_was_one(table: Phone) -> None:
    table.post("calls", player="1")
    page = review(table)
    assert not BENT_NO.search(page.text)
    assert not BENT_YES.search(page.text)
    assert "Tap Yes or No first" in table.words(page)
    form = {**hidden(page.text), "step": "save"}
    refused = table.post("round", **form)
    assert refused.status_code == 422
    assert "One thing to correct Tap Yes or No first" in table.words(refused)
    assert table.post("round", **form, bent="no").status_code == 303
    assert "Ann 42" in totals(table)


def test_recorded_lay_after_calls_is_asked_about_too(table: Phone) -> None:
    table.post("calls", player="1")
    table.post("lays", player="3")
    page = review(table)
    assert "Ben isn’t recorded as down, others are." in table.words(page)
    assert not BENT_NO.search(page.text)
    assert not BENT_YES.search(page.text)


def test_answer_of_another_winner_is_asked_for_again(table: Phone) -> None:
    table.post("calls", player="1")
    counts = {2: "42", 3: "65", 4: "35", 5: "16"}
    assert BENT_YES.search(review(table, counts, winner="1", bent="yes", bent_for="1").text)
    page = review(table, bent="yes", bent_for="1").text
    assert not BENT_NO.search(page)
    assert not BENT_YES.search(page)


def test_recorded_lays_prove_a_bent_board_for_this_winner_only(table: Phone) -> None:
    table.post("calls", player="1")
    table.lay(player="2", meld=("7H 7D 7C", "KH KC KD", "4D 4S 4C"))
    words = table.words(review(table))
    assert "Ben’s lay used every card but the discard. So it was a bent board: tap Yes." in words
    counts = {2: "42", 3: "65", 4: "35", 5: "16"}
    assert "tap Yes" not in table.words(review(table, counts, winner="1"))


def test_lay_that_proves_a_kalooki_is_asked_about_without_any_calls(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    phone.lay(player="2", meld=("2H 3H 4H", "5S 5D 5C", "2S 2D 2C", "3S 4S 5S 6S"))
    sent = {f"hands-{at}-player": str(at + 1) for at in range(3)}
    sent |= {"hands-0-points": "25", "hands-2-points": "25", "winner": "2"}
    page = phone.post("round", **sent, step="review")
    assert "So it was a Kalooki: tap Yes." in phone.words(page)
    assert not BENT_NO.search(page.text)
    assert not BENT_YES.search(page.text)
    form = {**hidden(page.text), "step": "save"}
    refused = phone.post("round", **form)
    assert refused.status_code == 422
    assert "Tap Yes or No first" in phone.words(refused)
    assert phone.post("round", **form, bent="yes").status_code == 303
    assert "Ann 50" in totals(phone)


def test_another_winner_sets_a_bent_board_back_to_no(table: Phone) -> None:
    assert BENT_YES.search(review(table, bent="yes", bent_for="2").text)
    counts = {2: "42", 3: "65", 4: "35", 5: "16"}
    assert BENT_NO.search(review(table, counts, winner="1", bent="yes", bent_for="2").text)
    again = write(table, bent="yes", bent_for="2", step="edit")
    assert hidden(again.text)["bent_for"] == "2"


def test_impossible_bend_is_questioned(table: Phone) -> None:
    table.post("lays", player="2")
    table.post("calls", player="1")
    answer = write(table, bent="yes")
    assert answer.status_code == 422
    assert "Ben: Already down from an earlier turn, says the record." in table.words(answer)
    assert write(table, bent="yes", insist="1", word="the lay was late").status_code == 303
    assert "the lay was late" in table.words(table.get("rounds/1"))
    assert "Ann 84" in totals(table)


def test_impossible_kalooki_is_questioned(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    phone.lay(player="2", meld=("KH KD KC", "QH QD QC"))
    phone.post("lays", player="1")
    sent = {"hands-0-player": "1", "hands-1-player": "2", "hands-0-points": "30"}
    answer = phone.post("round", winner="2", bent="yes", **sent)
    assert answer.status_code == 422
    assert "Ben: Already down from an earlier turn, says the record." in phone.words(answer)
    assert phone.post("round", winner="2", bent="no", **sent).status_code == 303


def test_barred_players_bend_is_refused_with_the_reason(table: Phone) -> None:
    for _ in range(4):
        table.post("calls", player="2", word="she got it")
    assert "tap Yes" not in table.words(review(table))
    answer = write(table, bent="yes")
    assert answer.status_code == 422
    assert "Called too often and wasn’t allowed to come down." in table.words(answer)


@pytest.mark.parametrize(
    ("system", "sentence", "insist"),
    [
        ("jamaican", "wasn’t allowed to come down", {"insist": "1"}),
        ("standard", "That rules out a bent table", {}),
    ],
)
def test_overcaller_bends_only_if_insisted(
    phone: Phone, system: str, sentence: str, insist: dict[str, str]
) -> None:
    phone.begin(system=system)
    answer = write(phone, bent="yes", overcalls_2="1")
    assert answer.status_code == 422
    assert sentence in phone.words(answer)
    assert write(phone, FIVE_COUNTS, bent="no", overcalls_2="1", **insist).status_code == 303
    assert "Ann 42" in totals(phone)
    assert write(phone, bent="yes", overcalls_2="1", insist="1").status_code == 303
    assert "Ann 126" in totals(phone)


BARRED = "Ben: Called too often, so may not come down in this round and can’t have gone out."


@pytest.mark.parametrize("bent", ["yes", "no"])
def test_barred_winner_is_questioned_with_the_rule(table: Phone, bent: str) -> None:
    for _ in range(4):
        table.post("calls", player="2", word="she got it")
    asked = review(table, bent=bent)
    assert BARRED in table.words(asked)
    assert (
        "Rule 11.1 A player with more granted calls than allowed may not come down"
        in table.words(asked)
    )
    assert write(table, bent=bent).status_code == 422
    assert write(table, bent=bent, insist="1", word="we let it pass").status_code == 303
    assert "we let it pass" in table.words(table.get("rounds/1"))
    assert ("Ann 84" if bent == "yes" else "Ann 42") in totals(table)


def test_overcall_entered_with_the_round_bars_the_winner_too(table: Phone) -> None:
    assert BARRED in table.words(review(table, overcalls_2="1"))
    assert BARRED not in table.words(review(table, overcalls_1="1"))


def test_winner_who_was_down_before_the_fault_is_not_questioned(table: Phone) -> None:
    table.post("lays", player="2")
    for _ in range(4):
        table.post("calls", player="2", word="still got it")
    assert BARRED not in table.words(review(table))


def test_false_lay_that_bars_is_questioned(phone: Phone) -> None:
    kept = phone.post("/house-rules", base="jamaican", name="Strict", false_lay="50barred")
    key = phone.post(f"{kept.location}/play", base="").location.rpartition("=")[2]
    phone.begin(system=key)
    asked = phone.words(review(phone, false_lays_2="1"))
    assert "Ben: Laid wrongly, so may not come down in this round" in asked
    assert "Rule 11.2 After a false lay" in asked
    assert write(phone, false_lays_2="1").status_code == 422


@pytest.mark.parametrize("system", ["kooky", "standard"])
def test_allowed_winner_is_not_questioned(phone: Phone, system: str) -> None:
    phone.begin(system=system)
    assert "can’t have gone out" not in phone.words(review(phone, overcalls_2="1"))


def test_undone_round_is_bent_again_with_points_from_another_phone(table: Phone) -> None:
    assert write(table, bent="yes").status_code == 303
    table.post("undo", seq="2", sure="1")
    assert patch_draft(table, hands_0_points="42").status_code == 204
    form = hidden(table.get("round").text)
    assert (form["bent"], form["bent_for"]) == ("yes", "2")
    assert "bent" not in hidden(table.get("round?winner=1").text)


def test_typed_answer_counts_more_than_that_of_the_undone_round(table: Phone) -> None:
    assert write(table, bent="yes").status_code == 303
    table.post("undo", seq="2", sure="1")
    review(table, bent="no", bent_for="2")
    assert "bent" not in hidden(table.get("round").text)
