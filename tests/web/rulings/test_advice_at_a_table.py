"""Advice in a game: who may have it when, and what it takes from the record."""

import pytest
from werkzeug.test import TestResponse

from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.overrides import HouseRules
from tests.web.phone import Phone
from tests.web.rulings.test_hands import THREE_SETS, ask
from tests.web.table.test_rounds import write


def allow(table: Phone, when: str) -> TestResponse:
    return table.post("advice", advice=when)


def test_advice_is_off_by_default(table: Phone) -> None:
    answer = table.get("advice")
    words = table.words(answer)
    assert "No advice at this table" in words
    assert "Try a hand without a game" in words
    assert "data-hand" not in answer.text
    assert "No advice on hands at this table" in table.words(table.get())
    answer = table.get(f"advice/verdict?hand={THREE_SETS.replace(' ', '+')}")
    assert "No advice at this table" in table.words(answer)
    assert "Down and out" not in answer.text


def test_open_table_takes_the_round_from_the_record(table: Phone) -> None:
    answer = allow(table, "open")
    assert (answer.status_code, answer.location) == (303, f"{table.table}/advice")
    words = table.words(ask(table, "advice", hand=THREE_SETS))
    assert "Down and out: bent board" in words
    assert "Round 1 of 9" in words
    assert "Advice: open" in table.words(table.get())


def test_changed_setting_is_in_the_history_and_can_be_undone(table: Phone) -> None:
    allow(table, "open")
    assert "Advice on hands: off → open" in table.words(table.get("history"))
    table.post("undo", seq="2")
    assert "No advice at this table" in table.words(table.get("advice"))


def test_advice_after_the_round_only(table: Phone) -> None:
    allow(table, "after_round")
    assert "Not while you play" in table.words(table.get("advice"))
    write(table)
    words = table.words(ask(table, "advice", hand=THREE_SETS))
    assert "Round 1 of 9, as recorded" in words
    assert "Down and out" in words
    table.post("calls", player="1")
    assert "A new round has started" in table.words(table.get("advice"))


def test_unchanged_setting_saves_nothing(table: Phone) -> None:
    allow(table, "off")
    assert table.version() == "1"


def test_double_tap_saves_one_entry(table: Phone) -> None:
    sent = {"advice": "open", "key": "d" * 32, "base": "1"}
    assert [table.post("advice", **sent).status_code for _ in range(3)] == [303] * 3
    assert table.version() == "2"


@pytest.mark.parametrize("when", ["", "always", "OPEN", "\x00"])
def test_invalid_setting_is_refused(table: Phone, when: str) -> None:
    assert allow(table, when).status_code in {400, 422}
    assert table.version() == "1"


def test_new_game_can_choose_and_a_rematch_keeps_it(phone: Phone) -> None:
    phone.begin(advice="open")
    assert "Advice: open" in phone.words(phone.get())
    phone.table = phone.post("rematch").location
    assert "Advice: open" in phone.words(phone.get())


def test_new_game_refuses_an_invalid_setting(phone: Phone) -> None:
    assert phone.begin(advice="sometimes").status_code == 422


def test_hand_of_a_player_counts_its_calls(table: Phone) -> None:
    allow(table, "open")
    for _ in range(4):
        table.post("calls", player="2", word="all agreed")
    ben = table.words(ask(table, "advice", hand=THREE_SETS, player="2"))
    ann = table.words(ask(table, "advice", hand=THREE_SETS, player="1"))
    assert "Down and out: bent board" in ann
    assert "bent board" not in ben.split("Whose hand")[0]


def test_advice_in_a_game_tacks_on_its_board(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40", advice="open")
    laid = phone.lay(player="2", meld=("10C JC QC KC", "3H 4H 5H 6H"))
    assert laid.status_code == 303, phone.words(laid)
    hand = "7H 7S 7D 9D 10D JD QD 2H 3S"
    words = phone.words(ask(phone, "advice", hand=hand, player="1"))
    assert "2 melds on the board" in words
    assert "On a run of Ben" in words
    assert "Down and out: Kalooki" in words
    bens = phone.words(ask(phone, "advice", hand="2H 3S", player="2"))
    assert "Can go out" in bens


def test_unknown_game_is_404_and_unknown_player_is_ignored(table: Phone) -> None:
    assert table.get("/g/nowhere/advice").status_code == 404
    allow(table, "open")
    assert ask(table, "advice", player="99", hand="7H").status_code == 200


def test_advice_with_a_game_leads_to_its_table(table: Phone) -> None:
    game_id = table.table.rsplit("/", 1)[1]
    answer = table.get(f"/advice?game={game_id}")
    assert answer.location == f"{table.table}/advice"


SEVEN = '[{"is":"LargerTable","players":7,"packs":0,"jokers":0,"deals":[]}]'
ONE_JOKER = "9H 9D 9S * 5C 6C 7C 8C 2H"
MORE = "More copies than the pack holds"


def test_cards_are_counted_against_the_pack_of_this_table(phone: Phone) -> None:
    house = HouseRules("Seven", "jamaican", (("larger_tables", SEVEN),))
    key = phone.post(f"/house-rules/{house_text(house)}/play", base="").location.rpartition("=")[2]
    assert MORE not in phone.words(ask(phone, "/advice", system=key, round="1", hand=ONE_JOKER))
    assert 'data-jokers="6"' in phone.get(f"/advice?system={key}&round=1").text
    seven = phone.words(ask(phone, "/check", system=key, cards="* * * * * * *"))
    assert "the pack has only 6 of this card" in seven
    for number, jokers in ((3, 4), (7, 0)):
        phone.begin(*"ABCDEFG"[:number], system=key)
        allow(phone, "open")
        page = ask(phone, "advice", hand=ONE_JOKER)
        assert (MORE in phone.words(page)) is (jokers == 0)
        assert f'data-jokers="{jokers}"' in page.text
        many = phone.words(ask(phone, "advice", hand=f"* * * * {ONE_JOKER}"))
        assert MORE in many
