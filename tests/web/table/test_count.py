"""Counting hands: results, saving counts, and correcting the recorded calls."""

import re

import pytest

from kalooki_ref.rules.house_text import house_key, house_text
from kalooki_ref.rules.overrides import HouseRules, with_choices
from kalooki_ref.rules.systems import system_of
from kalooki_ref.web.table.count import most_keys
from tests.web.phone import Phone


def hands(*cards: str, **more: str) -> dict[str, str]:
    return {f"cards-{player}": count for player, count in enumerate(cards, 1)} | more


def test_calls_made_and_left(table: Phone) -> None:
    answer = table.post("counts", **hands("9", "11", "13", "15", "9"))
    words = table.words(answer)
    assert answer.status_code == 200
    assert "1 call made, 2 left" in words
    assert "3 calls made, 0 left" in words
    assert "57 cards: 6 calls at this table" in words


def test_counts_begin_with_the_cards_expected(table: Phone) -> None:
    table.post("calls", player="2")
    page = table.get("counts")
    assert ['value="9"' in page.text, 'value="11"' in page.text] == [True, True]
    assert "Ben 1 call made, 2 left" in table.words(page)


def test_odd_count_says_which_are_possible(table: Phone) -> None:
    assert "Ann Odd: 9 or 11" in table.words(table.post("counts", **hands("10")))


def test_after_the_draw_one_card_more(table: Phone) -> None:
    answer = table.post("counts", drawn="2", **hands("", "12"))
    assert "1 call made, 2 left" in table.words(answer)


@pytest.mark.parametrize(
    ("count", "sentence"),
    [("10", "one card too many or too few"), ("7", "7"), ("17", "4 calls")],
)
def test_impossible_counts(table: Phone, count: str, sentence: str) -> None:
    assert sentence in table.words(table.post("counts", **hands(count)))


@pytest.mark.parametrize(
    ("system", "sentence"),
    [
        ("jamaican", "may not come down"),
        ("kooky", "100 points, once a round"),
        ("standard", "50 points each time"),
    ],
)
def test_overcall_and_its_cost(phone: Phone, system: str, sentence: str) -> None:
    phone.begin(system=system)
    assert sentence in phone.words(phone.post("counts", **hands("17")))


def test_backs_show_how_a_count_is_made_up_unless_cards_were_laid(table: Phone) -> None:
    assert table.post("counts", **hands("9")).text.count('class="back-dealt"') == 9
    assert 'class="back-' not in table.post("counts", **hands("9", **{"down-1": "1"})).text


def test_player_who_is_down_with_all_cards_counted(table: Phone) -> None:
    fields = hands("4", **{"down-1": "1", "played-1": "9"})
    answer = table.post("counts", **fields)
    assert "2 calls made." in table.words(answer)


@pytest.mark.parametrize("count", ["abc", "-1", "9999", "1.5"])
def test_invalid_count_keeps_the_typed_text(table: Phone, count: str) -> None:
    answer = table.post("counts", **hands(count))
    assert answer.status_code == 422
    assert f'value="{count}"' in answer.text
    assert 'aria-invalid="true"' in answer.text


def test_error_leads_to_the_cards_laid_where_they_are_wrong(table: Phone) -> None:
    page = table.post("counts", **hands("4", **{"down-1": "1", "played-1": "nine"}))
    assert page.status_code == 422
    assert 'href="#played-1"' in page.text
    assert 'href="#cards-1"' not in page.text


def test_no_counts_prove_nothing(table: Phone) -> None:
    assert table.post("counts").status_code == 200


def test_count_is_saved_and_prefilled(table: Phone) -> None:
    assert table.post("counts/record", player="1", cards="13", played="").status_code == 303
    assert "Ann held 13 cards" in table.get("history").text
    assert 'value="13"' in table.get("counts").text


@pytest.mark.parametrize("cards", ["", "x", "999"])
def test_invalid_count_is_not_saved(table: Phone, cards: str) -> None:
    assert table.post("counts/record", player="1", cards=cards).status_code == 422


def test_missing_calls_are_recorded_in_one_tap(table: Phone) -> None:
    assert "Record 2 calls of Ann" in table.post("counts", **hands("13")).text
    sent = {"player": "1", "times": "2", "key": "m" * 32, "base": "1"}
    assert [table.post("counts/calls", **sent).status_code for _ in range(2)] == [303, 303]
    assert "1 call left" in table.get().text


@pytest.mark.parametrize("times", ["0", "-1", "x", "99", ""])
def test_invalid_number_of_calls(table: Phone, times: str) -> None:
    assert table.post("counts/calls", player="1", times=times).status_code == 422


def test_more_calls_on_record_than_the_count_shows(table: Phone) -> None:
    table.post("calls", player="1")
    assert "History has 1 more call" in table.words(table.post("counts", **hands("9")))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("system=jamaican&round=3&cards=15", "2 calls made, 1 left"),
        ("system=jamaican&round=3&cards=16&when=after_draw", "2 calls made, 1 left"),
        ("system=kalooki40&round=1&cards=13", "13: right between turns."),
        ("system=caribbean&round=1&cards=21", "6 calls made"),
        ("system=nothing&round=99&cards=16", "0 calls made"),
    ],
)
def test_hand_without_a_game(phone: Phone, query: str, sentence: str) -> None:
    answer = phone.get(f"/counts?{query}")
    assert answer.status_code == 200
    assert sentence in phone.words(answer)


@pytest.mark.parametrize("cards", ["", "x", "-3", "9999"])
def test_invalid_hand_without_a_game(phone: Phone, cards: str) -> None:
    assert phone.get(f"/counts?system=jamaican&round=1&cards={cards}").status_code == 422


def test_hand_is_counted_by_the_rules_last_played(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="caribbean")
    assert "Rules: Caribbean Kalooki" in phone.words(phone.get("/counts"))


def test_two_players_with_no_cards_left(table: Phone) -> None:
    down = {f"{name}-{player}": value for player in (1, 2)
            for name, value in (("down", "1"), ("played", "10"))}  # fmt: skip
    words = table.words(table.post("counts", **hands("0", "0"), **down))
    assert "These counts can’t all be right" in words
    assert "No cards left: Ann, Ben. Only one player can go out" in words
    assert "No cards left" not in table.words(table.post("counts", **hands("0", "1"), **down))


def test_two_players_with_no_cards_left_where_others_may_add_on(phone: Phone) -> None:
    phone.begin(system="kooky")
    down = {"down-1": "1", "played-1": "10", "down-2": "1", "played-2": "10"}
    assert "can’t all be right" not in phone.words(phone.post("counts", **hands("0", "0"), **down))


def test_more_cards_than_the_pack_has(table: Phone) -> None:
    answer = table.post("counts", **hands("50", "50", "50", "9", "9"))
    assert "All together 168 cards are too many: the pack has 162." in table.words(answer)


def test_single_count_has_keys_for_possible_hands() -> None:
    assert [most_keys(system_of(slug)) for slug in ("jamaican", "kalooki40")] == [28, 28]
    assert most_keys(system_of("caribbean")) >= max(system_of("caribbean").deals) + 18
    large = with_choices(system_of("jamaican"), {"deals": "[25, 25, 25, 25, 25, 25, 25, 25, 25]"})
    assert most_keys(large) >= 25 + 2 * 6


def test_laid_cards_are_those_the_player_put_down(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    for player, melds in (("1", ("2H 2D 2C", "3H 3D 3C", "4H 4D 4C")),
                          ("2", ("5H 5D 5C", "6H 6D 6C", "7H 7D 7C"))):  # fmt: skip
        phone.post("calls", player=player)
        phone.lay(player=player, meld=melds)
    phone.add(player="2", cards="2S", spot=phone.spot("0"))
    page = phone.get("counts").text
    assert ['value="9"' in page, 'value="10"' in page] == [True, True]
    down = {"down-1": "1", "played-1": "9", "down-2": "1", "played-2": "10"}
    words = phone.words(phone.post("counts", **hands("2", "1", "9"), **down))
    assert "No number of calls" not in words
    assert "31 cards: 2 calls at this table" in words


def test_hands_prove_nothing_of_all_calls_once_a_caller_has_left(table: Phone) -> None:
    table.post("players/4/leave", when="now", dealt="yes")
    assert "All hands and melds come to 36 cards" in table.words(table.get("counts"))
    table.post("calls", player="2")
    table.post("players/2/leave", when="now")
    assert "All hands and melds" not in table.words(table.get("counts"))
    table.post("players/2/return", after="1", plays="this", start="zero")
    assert "38 cards: 1 call at this table" in table.words(table.get("counts"))


def test_player_who_is_down_has_no_calls_left_to_make(table: Phone) -> None:
    down = {"down-1": "1", "played-1": "9"}
    words = table.words(table.post("counts", **hands("2"), **down))
    assert "1 call made." in words
    assert "left" not in words


def test_player_who_is_down_may_call_where_the_rules_let_them(phone: Phone) -> None:
    rules = HouseRules("Our Fridays", "jamaican", (("calls_while_down", "yes"),))
    phone.post(f"/house-rules/{house_text(rules)}/play", base="")
    phone.begin("Ann", "Ben", "Cleo", system=house_key(rules))
    down = {"down-1": "1", "played-1": "9"}
    assert "1 call made, 2 left" in phone.words(phone.post("counts", **hands("2"), **down))
    phone.post("lays", player="1")
    phone.post("calls", player="1")
    assert "2 calls left" in phone.words(phone.get())


def test_overcall_found_after_coming_down(table: Phone) -> None:
    down = {"down-1": "1", "played-1": "9"}
    words = table.words(table.post("counts", **hands("8"), **down))
    assert "go back to the hand if nobody has tacked on them" in words
    assert "may not come down" not in words


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("cards=13", "13: right between turns."),
        ("cards=14&when=after_draw", "14: right before the discard."),
        ("cards=14", "14: right before the discard."),
        ("cards=1&down=y", "This count can be right."),
        ("cards=1", "1 card is too few"),
    ],
)
def test_hand_in_a_game_without_calls(phone: Phone, query: str, sentence: str) -> None:
    assert sentence in phone.words(phone.get(f"/counts?system=kalooki40&{query}"))


def test_size_alone_says_when_a_hand_without_calls_is_right(phone: Phone) -> None:
    words = phone.words(phone.get("/counts?system=kalooki40&cards=14"))
    assert "It adds up" in words
    assert "too many" not in words
    assert "Count again" in phone.words(phone.get("/counts?system=kalooki40&cards=15"))


@pytest.mark.parametrize("last", ["13", "15"])
def test_table_without_calls_is_told_of_none(phone: Phone, last: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    words = phone.words(phone.post("counts", **hands("13", "13", last)))
    assert "13: right between turns." in words
    assert not re.search(r"\bcalls?\b", words)


def test_false_opening_in_a_game_of_points(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    phone.post("lays", player="2", returned="1")
    words = phone.words(phone.get("history"))
    assert "Ben laid cards that weren’t enough to open" in words
    assert "contract" not in words


def test_false_opening_is_said_by_what_its_round_asks_for(phone: Phone) -> None:
    rounds = '[{"is":"Contract","sets":0,"runs":0,"points":51},{"is":"Contract","sets":2,"runs":0}]'
    house = HouseRules("Pearl’s", "jamaican", (("contracts", rounds),))
    begun = phone.post(f"/house-rules/{house_text(house)}/play", base="")
    phone.begin("Ann", "Ben", "Cleo", system=begun.location.rpartition("=")[2])
    phone.post("lays", player="2", returned="1")
    left = {"hands-0-player": "2", "hands-0-points": "9"}
    left |= {"hands-1-player": "3", "hands-1-points": "8"}
    assert phone.post("round", winner="1", **left).status_code == 303
    phone.post("lays", player="3", returned="1")
    words = phone.words(phone.get("history"))
    assert "Ben laid cards that weren’t enough to open" in words
    assert "Cleo laid cards that didn’t meet the contract" in words


def test_hand_alone_is_counted_by_the_deal_for_its_table(phone: Phone) -> None:
    tables = '[{"is":"LargerTable","players":5,"packs":3,"jokers":6,"deals":[8]}]'
    house = HouseRules("Eight", "jamaican", (("larger_tables", tables),))
    key = phone.post(f"/house-rules/{house_text(house)}/play", base="").location.rpartition("=")[2]
    asked = phone.words(phone.get(f"/counts?system={key}&cards=9"))
    assert "How many play? 3 to 4 5 to 8" in asked
    assert "0 calls made" in asked
    page = phone.get(f"/counts?system={key}&cards=10&players=6")
    assert "1 call made" in phone.words(page)
    assert re.search(r'name="players" value="8"[^>]* checked', page.text)
    assert "How many play?" not in phone.words(phone.get("/counts?system=jamaican&cards=9"))


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [("", "There’s no count to save."), ("many", "Enter how many cards, from 0 to 162.")],
)
def test_count_that_cannot_be_saved_says_why(table: Phone, cards: str, sentence: str) -> None:
    refused = table.post("counts/record", player="1", cards=cards)
    assert refused.status_code == 422
    assert sentence in table.words(refused)


def counted(table: Phone, player: int) -> str:
    """Return the cards that the page begins with for a player."""
    field = re.search(rf'<input[^>]* name="cards-{player}"[^>]*>', table.get("counts").text)
    value = re.search(r' value="(\d*)"', field[0]) if field else None
    assert value is not None
    return value[1]


def test_saved_count_is_out_of_date_once_its_player_has_laid(table: Phone) -> None:
    table.post("calls", player="2")
    table.post("counts/record", player="2", cards="11", played="")
    table.lay(player="2", meld=("7H 7D 7C", "KH KC KD", "4D 4S 4C"))
    assert counted(table, 2) == "2"
    assert "Too many calls" not in table.words(table.get("counts"))
    assert "Ben held 11 cards" in table.get("history").text


def test_saved_count_is_out_of_date_once_its_player_has_called(table: Phone) -> None:
    table.post("counts/record", player="2", cards="10", played="", when="after_draw")
    assert counted(table, 2) == "10"
    table.post("calls", player="3")
    assert counted(table, 2) == "10"
    table.post("calls", player="2")
    assert counted(table, 2) == "11"
    assert "History has 1 more call" not in table.words(table.get("counts"))


def test_saved_count_is_out_of_date_once_its_player_has_tacked(table: Phone) -> None:
    table.lay(player="2", meld=("7H 7D 7C", "KH KC KD", "4D 4S 4C"))
    table.post("calls", player="2", insist="1")
    table.post("counts/record", player="2", cards="2", played="9")
    table.add(player="2", cards="7S", spot=table.spot("0"), insist="1")
    assert counted(table, 2) == "1"


def test_refused_call_leaves_a_saved_count(table: Phone) -> None:
    table.post("counts/record", player="2", cards="13", played="")
    table.post("calls", player="2", answer="refused")
    assert counted(table, 2) == "13"


def test_cards_tacked_without_coming_down_are_counted(table: Phone) -> None:
    table.lay(player="2", meld=("7H 7D 7C", "KH KC KD", "4D 4S 4C"))
    table.add(player="3", cards="7S", spot=table.spot("0"), word="we let her")
    assert counted(table, 3) == "8"
    page = table.get("counts")
    assert "too few" not in table.words(page)
    assert "Cleo 0 calls made, 3 left" in table.words(page)
    assert re.search(r'name="played-3"[^>]* value="1"', page.text)
    sent = hands("9", "0", "10", **{"down-2": "1", "played-2": "9", "played-3": "1"})
    assert "Record Cleo’s call" in table.words(table.post("counts", **sent))


def test_count_begins_empty_where_calls_must_be_missing(table: Phone) -> None:
    table.lay(player="2", meld=("7H 7D 7C", "KH KC KD", "4D 4S 4C"))
    table.lay(player="3", meld=("8H 8D 8C 8S", "QH QC QD", "5D 5S 5C"), word="we let her")
    assert (counted(table, 2), counted(table, 3)) == ("", "")
    assert "These counts can’t all be right" not in table.words(table.get("counts"))
