"""The review of a round before it is saved."""

import re
from collections.abc import Callable

import pytest

from tests.web.phone import SAME_SITE, Phone
from tests.web.table.test_rounds import FIVE_COUNTS, hands, totals, write

BENT_YES = re.compile(r'name="bent" value="yes"[^>]* checked')
KNOWN_BENT = re.compile(r'type="checkbox" name="bent" value="yes"[^>]* checked')
BENT_NO = re.compile(r'name="bent" value="no"[^>]* checked')


def review(table: Phone, counts: dict[int, str] = FIVE_COUNTS, **fields: str):  # type: ignore[no-untyped-def]
    answer = write(table, counts, step="review", **fields)
    assert answer.status_code == 200, table.words(answer)
    return answer


def hidden(page: str) -> dict[str, str]:
    """Return the hidden fields of a page's form."""
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))


def test_review_has_one_line_a_player_and_saves_nothing(table: Phone) -> None:
    write(table)
    words = table.words(review(table, {1: "15", 3: "5", 4: "35", 5: "16"}))
    assert "Ben went out" in words
    assert "Ann +15 total 57" in words
    assert "Ann 15, doubled 30 ×2 +30 total 72" in words
    assert "as counted" not in words
    assert "Round 2 of 9" in table.words(table.get())


def test_saving_the_review_saves_the_round(table: Phone) -> None:
    form = hidden(review(table).text)
    answer = table.client.post(
        table.address("round"), data={**form, "bent": "yes", "step": "save"}, headers=SAME_SITE
    )
    assert answer.status_code == 303
    assert "Ann 84" in totals(table)


def test_table_without_recorded_calls_is_saved_as_typed(phone: Phone) -> None:
    phone.begin(system="jamaican")
    page = review(phone, {1: "15", 3: "27", 4: "105", 5: "8"})
    assert BENT_NO.search(page.text)
    form = hidden(page.text)
    sent = {**form, "bent": "no", "step": "save"}
    phone.client.post(phone.address("round"), data=sent, headers=SAME_SITE)
    for line in ("Ann 15", "Cleo 27", "Dan 105", "Eve 8"):
        assert line in totals(phone)


def test_outdated_review_is_stale(table: Phone) -> None:
    write(table)
    mine = {**FIVE_COUNTS, 1: "77"}
    answer = table.post("round", winner="2", base="1", step="review", **hands(mine))
    assert answer.status_code == 409
    assert 'value="77"' in answer.text


def test_reviewed_values_are_in_the_form_again(
    table: Phone, new_phone: Callable[[], Phone]
) -> None:
    review(table, {**FIVE_COUNTS, 1: "10+5"})
    other = new_phone()
    other.table = table.table
    assert 'value="10+5"' in other.get("round").text
    back = write(table, {**FIVE_COUNTS, 1: "10+5"}, step="edit")
    assert 'value="10+5"' in back.text


def test_submitted_values_override_the_draft(
    table: Phone,
) -> None:
    assert "data-draft-fresh" not in table.get("round?winner=2").text
    assert "data-draft-fresh" in write(table, step="edit").text
    assert "data-draft-fresh" in write(table, {1: "many"}).text


def test_nobody_went_out_is_one_review(table: Phone) -> None:
    words = table.words(table.get("round?winner=void"))
    assert "The round is void: no points, and Ann deals again." in words
    assert "Save round" in words


def test_void_round_shows_the_totals_that_stay(table: Phone) -> None:
    write(table)
    review_of_void = table.get("round?winner=void")
    assert "Ann 0 total 42" in table.words(review_of_void)
    assert review_of_void.text.count("review-same") == 5
    assert table.post("round", winner="void").status_code == 303
    assert "Ann 0 total 42" in table.words(table.get("rounds/2"))


def test_cards_left_are_drawn_in_the_review(table: Phone) -> None:
    counts = {seat: text for seat, text in FIVE_COUNTS.items() if seat != 3}
    page = review(table, counts, cards_3="KS AS *")
    assert 'aria-label="King of spades"' in page.text
    assert "Cleo +75 total 75" in table.words(page)


CARIBBEAN = {1: "125", 3: "16", 4: "64", 5: "44"}


def test_caribbean_winner_bonus_and_penalty_for_not_coming_down(phone: Phone) -> None:
    phone.begin(system="caribbean")
    assert write(phone, CARIBBEAN, laid_1="no").status_code == 303
    shown = phone.words(phone.get("rounds/1"))
    assert "Ben went out −50 −50 total −50" in shown
    assert "125, never came down 50" in shown
    for line in ("Cleo +16", "Dan +64", "Eve +44"):
        assert line in shown


@pytest.mark.parametrize("page", ["", "scoreboard", "standings", "print"])
def test_negative_total_has_a_minus_sign(phone: Phone, page: str) -> None:
    phone.begin(system="caribbean")
    write(phone, CARIBBEAN, laid_1="no")
    shown = phone.get(page).text
    assert "-50" not in re.sub(r'="[^"]*"', "", shown)
    assert "−50" in shown


def test_caribbean_never_infers_who_came_down(phone: Phone) -> None:
    phone.begin(system="caribbean")
    assert "Who never came down? +50 each" in phone.words(phone.get("round?winner=2"))
    for step in ("review", "save"):
        answer = write(phone, CARIBBEAN, step=step)
        assert answer.status_code == 422
        assert "Choose who never came down, or “Everybody came down”." in phone.words(answer)
        assert 'value="125"' in answer.text
    cards = write(phone, {1: "125", 3: "16", 5: "44"}, cards_4="2H 3H 4H 5H 6H 7H 8H 9H 10H")
    assert cards.status_code == 422
    both = write(phone, CARIBBEAN, laid_1="no", everybody_down="yes")
    assert both.status_code == 422
    assert "not both" in phone.words(both)


def test_caribbean_everybody_came_down(phone: Phone) -> None:
    phone.begin(system="caribbean")
    assert write(phone, CARIBBEAN, everybody_down="yes").status_code == 303
    assert "never came down" not in phone.words(phone.get("rounds/1"))
    assert "Ann 125" in totals(phone)


def test_caribbean_prefills_only_complete_records(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="caribbean")
    ticked = re.compile(r'name="everybody_down" value="yes" checked')
    phone.post("lays", player="1")
    assert not ticked.search(phone.get("round?winner=2").text)
    phone.post("lays", player="3")
    assert ticked.search(phone.get("round?winner=2").text)
    assert not ticked.search(phone.get("round?winner=1").text)


def test_arrow_of_a_corrections_review_goes_back_to_its_round(table: Phone) -> None:
    write(table)
    write(table)
    sent = {"winner": "2", "step": "review", **hands({**FIVE_COUNTS, 1: "24"})}
    page = table.post("rounds/2/amend", **sent)
    assert page.status_code == 200
    assert 'form="round"\n    name="step" value="edit" id="back"' in page.text


def test_correction_asks_for_a_bent_board_only_of_another_winner(table: Phone) -> None:
    write(table, bent="y")
    sent = {"step": "review", "bent": "yes", "bent_for": "2"}
    counts = hands({**FIVE_COUNTS, 1: "24"})
    same = table.post("rounds/1/amend", winner="2", **sent, **counts)
    assert "Bent board?" not in table.words(same)
    assert KNOWN_BENT.search(same.text)
    other = {seat: text for seat, text in {**FIVE_COUNTS, 2: "7"}.items() if seat != 3}
    asked = table.post("rounds/1/amend", winner="3", **sent, **hands(other))
    assert "Bent board?" in table.words(asked)
    assert BENT_NO.search(asked.text)


def test_correction_to_void_says_that_the_scores_go(table: Phone) -> None:
    write(table)
    words = table.words(table.post("rounds/1/amend", winner="void", step="review"))
    assert "5 scores are taken away" in words
    assert "Ann before 42 0 total 42 0" in words
    assert "scores change" not in words
    assert "deals again" not in words


@pytest.mark.parametrize(("points", "line"), [("5", "Dan +5 total 5"), ("0", "Dan 0 total 0 Eve")])
def test_correction_adds_a_score_that_was_missing(table: Phone, points: str, line: str) -> None:
    table.post("players/4/leave")
    left = table.version()
    write(table, {1: "42", 3: "17", 5: "16"})
    table.post("undo", seq=left, sure="1")
    sent = hands({1: "42", 3: "17", 4: points, 5: "16"})
    words = table.words(table.post("rounds/1/amend", winner="2", step="review", **sent))
    assert "One score changes" in words
    assert line in words
    assert "Dan before" not in words


def test_answers_show_their_effect_on_the_scores(phone: Phone) -> None:
    phone.begin(system="standard")
    words = phone.words(review(phone))
    assert "No Scores stay Yes The others’ cards double" in words


def test_new_leader_is_named_after_the_first_round(table: Phone) -> None:
    assert "takes the lead" not in table.words(review(table))
    write(table)
    counts = {2: "99", 3: "99", 4: "99", 5: "99"}
    assert "Ann went out, takes the lead 0" in table.words(review(table, counts, winner="1"))
    write(table, counts, winner="1")
    assert "Ann went out, takes the lead 0 total 42" in table.words(table.get("rounds/2"))


def test_history_shows_who_went_out_before_a_correction(table: Phone) -> None:
    write(table)
    counts = {seat: text for seat, text in {**FIVE_COUNTS, 2: "7"}.items() if seat != 3}
    assert table.post("rounds/1/amend", winner="3", **hands(counts)).status_code == 303
    assert "went out: Ben → Cleo" in table.words(table.get("history"))
    assert table.post("rounds/1/amend", winner="void").status_code == 303
    assert "went out: Cleo → nobody" in table.words(table.get("history"))


def test_message_for_a_void_round_names_the_dealer(table: Phone) -> None:
    write(table)
    answer = table.client.post(
        table.address("round"),
        data={"key": "v" * 32, "base": table.version(), "winner": "void"},
        headers=SAME_SITE,
        follow_redirects=True,
    )
    assert "Round 2 void. Ben deals again." in table.words(answer)
    assert "Round 2 of 9 saved" not in table.words(answer)


def test_message_for_a_void_hand_of_kalooki_40_names_the_dealer(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    phone.post("round", winner="void")
    assert "Round 1 void. Ann deals again." in phone.words(phone.get())


def test_players_who_are_down_may_add_on_before_the_count(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kooky", starter="1")
    general = "Before you count: players who are down may still add cards to the board. Rule 9."
    assert general in phone.words(phone.get("round?winner=1"))
    phone.post("lays", player="2")
    phone.post("lays", player="1")
    words = phone.words(phone.get("round?winner=1"))
    assert "Before you count: Ben is down and may still add cards to the board." in words


def test_no_add_on_reminder_without_that_rule(table: Phone) -> None:
    table.post("lays", player="2")
    assert "Before you count" not in table.words(table.get("round?winner=1"))


def test_void_round_names_who_deals_it_again_if_the_dealer_leaves(table: Phone) -> None:
    table.post("players/1/leave", when="after")
    again = "The round is void: no points, and Ben deals again."
    assert again in table.words(table.get("round"))
    assert again in table.words(table.get("round?winner=void"))
    table.post("round", winner="void")
    words = table.words(table.get())
    assert "Round 1 void. Ben deals again." in words
    assert re.search(r"Ben deals \d+ each", words)


def test_page_of_a_void_round_says_only_that_it_was_void(table: Phone) -> None:
    table.post("round", winner="void")
    assert "Ann deals again" in table.words(table.get())
    for page in ("rounds/1", "rounds/1/amend"):
        words = table.words(table.get(page))
        assert "The round is void: no points." in words
        assert "deals again" not in words


def test_correction_to_nobody_says_that_rounds_move_and_the_game_goes_on(table: Phone) -> None:
    for _ in range(9):
        write(table)
    assert "Game over" in table.words(table.get())
    page = table.post("rounds/4/amend", winner="void", step="review")
    words = table.words(page)
    assert "These move; their points stay:" in words
    assert "Round 5 of 9 counts as Round 4 of 9: 3 runs, dealt by Dan." in words
    assert "Round 9 of 9 counts as Round 8 of 9" in words
    assert "The game goes on: Round 9 of 9, dealt by Dan." in words
    table.post("rounds/4/amend", winner="void")
    words = table.words(table.get("standings"))
    assert "Round 4 of 9 updated." in words
    assert "The game goes on: Round 9 of 9, dealt by Dan." in words


def test_correction_says_that_the_round_under_way_has_another_dealer(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kooky", starter="1")
    sent = {"hands-0-player": "1", "hands-1-player": "2", "hands-2-player": "3"}
    saved = {**sent, "hands-1-points": "10", "hands-2-points": "20", "everybody_down": "yes"}
    assert phone.post("round", winner="1", **saved).status_code == 303
    corrected = {**saved, "winner": "1", "hands-1-points": "30", "step": "review"}
    assert "Later rounds" not in phone.words(phone.post("rounds/1/amend", **corrected))
    phone.post("calls", player="2")
    words = phone.words(phone.post("rounds/1/amend", **corrected))
    assert re.search(r"These move; their points stay: Round 2 of \d+: dealt by Ben.", words)
    corrected["hands-1-points"] = "15"
    assert "Later rounds" not in phone.words(phone.post("rounds/1/amend", **corrected))


def test_reason_stays_when_the_form_is_shown_again(table: Phone) -> None:
    wild = {**FIVE_COUNTS, 3: "999"}
    for counts, step in ((wild, "edit"), ({**wild, 4: "abc"}, "save")):
        form = write(table, counts, step=step, insist="1", word="we counted twice")
        sent = hidden(form.text)
        assert 'value="we counted twice"' in review(table, wild, word=sent["word"]).text


def test_correction_is_reviewed_with_the_reason_given_before(table: Phone) -> None:
    wild = {**FIVE_COUNTS, 3: "999"}
    write(table, wild, insist="1", word="we counted twice")
    word = hidden(table.get("rounds/1/amend").text)["word"]
    sent = {"winner": "2", "word": word, **hands({**wild, 3: "998"})}
    page = table.post("rounds/1/amend", step="review", **sent)
    assert 'value="we counted twice"' in page.text
