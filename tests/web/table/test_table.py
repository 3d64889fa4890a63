"""The table page: calls, lays, the stock, undo; repeated, stale and invalid forms."""

import re

import pytest

from tests.web.phone import Phone
from tests.web.table.test_rounds import write


def calls_left(phone: Phone, name: str) -> str:
    found = re.search(r"(No|[0-9]+) calls? left", row_of(phone, name))
    return found[0] if found else ""


def row_of(phone: Phone, name: str) -> str:
    return next(row for row in phone.get().text.split('<li class="player"')[1:] if name in row)


def test_call_takes_one_tap_and_shows_the_penalty_card(table: Phone) -> None:
    answer = table.post("calls", player="2")
    assert answer.status_code == 303
    assert "Ben takes the upcard and one card from the stock" in table.get().text
    assert calls_left(table, "Ben") == "2 calls left"


def test_refused_call_costs_nothing(table: Phone) -> None:
    table.post("calls", player="2", answer="refused")
    assert "costs Ben nothing" in table.get().text
    assert calls_left(table, "Ben") == "3 calls left"


@pytest.mark.parametrize(
    ("system", "sentence"),
    [
        ("standard", "Refused, but Ben had no call left. It costs 50 points each time."),
        ("kooky", "Refused: it costs Ben nothing. The player in turn takes the upcard."),
    ],
)
def test_refused_call_without_any_left(phone: Phone, system: str, sentence: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=system)
    for _ in range(3):
        phone.post("calls", player="2")
    phone.post("calls", player="2", answer="refused")
    words = phone.words(phone.get())
    assert sentence in words
    assert ("Starts Overcall" in words) is (system == "standard")


def test_double_tap_saves_one_call(table: Phone) -> None:
    sent = {"player": "2", "key": "d" * 32, "base": "1"}
    assert [table.post("calls", **sent).status_code for _ in range(3)] == [303] * 3
    assert calls_left(table, "Ben") == "2 calls left"


def test_double_tap_on_the_last_call_is_not_an_overcall(table: Phone) -> None:
    for _ in range(2):
        table.post("calls", player="2")
    sent = {"player": "2", "key": "d" * 32, "base": "3"}
    assert [table.post("calls", **sent).status_code for _ in range(2)] == [303] * 2
    assert "· Overcall" not in table.words(table.get())


@pytest.mark.parametrize(
    ("system", "sentence"),
    [
        ("jamaican", "may not come down this round"),
        ("kooky", "100 points, once a round"),
        ("standard", "50 points each time"),
    ],
)
def test_overcall_is_questioned_and_kept_when_the_table_insists(
    phone: Phone, system: str, sentence: str
) -> None:
    phone.begin(system=system)
    for _ in range(3):
        phone.post("calls", player="1")
    answer = phone.post("calls", player="1")
    assert answer.status_code == 422
    assert sentence in phone.words(answer)
    assert phone.post("calls", player="1", word="we saw it").status_code == 303
    assert "Overcall" in phone.get().text
    assert "we saw it" in phone.get("history").text


def test_call_of_a_player_who_is_down_needs_confirmation(table: Phone) -> None:
    table.post("lays", player="3")
    answer = table.post("calls", player="3")
    assert answer.status_code == 422
    assert "A player who is down can’t call" in table.words(answer)


def test_player_comes_down_once(table: Phone) -> None:
    for _ in range(2):
        assert table.post("lays", player="3").location == table.table
    assert "Cleo is already down." in table.words(table.get())
    assert table.version() == "2"
    table.post("undo", seq="2")
    assert table.get().text.count("Came down") == 5


def test_overcaller_is_barred_from_coming_down_if_the_system_has_that_rule(table: Phone) -> None:
    for _ in range(4):
        table.post("calls", player="1", word="so be it")
    answer = table.post("lays", player="1")
    assert answer.status_code == 422
    assert table.post("lays", player="1", word="all agreed").status_code == 303


def test_false_lay_is_saved_with_its_cost(phone: Phone) -> None:
    phone.begin(system="kooky")
    phone.post("lays", player="1", returned="1")
    assert "It costs 50 points each time" in phone.get().text
    assert "False lay" in phone.get().text


@pytest.mark.parametrize("player", ["0", "9", "x", "", "-1", "٣"])
@pytest.mark.parametrize("path", ["calls", "lays", "counts/record", "counts/calls"])
def test_unknown_players(table: Phone, path: str, player: str) -> None:
    answer = table.post(path, player=player, cards="9", times="1")
    assert answer.status_code == 404
    assert "All games" in answer.text


@pytest.mark.parametrize("path", ["", "/history", "/players", "/counts", "/stock", "/end"])
def test_unknown_games(phone: Phone, path: str) -> None:
    assert phone.get(f"/g/nothing-lies-here{path}").status_code == 404


@pytest.mark.parametrize("path", ["calls", "lays", "undo", "reshuffles", "rematch", "players"])
def test_forms_of_unknown_games(phone: Phone, path: str) -> None:
    answer = phone.post(f"/g/nothing-lies-here/{path}", base="1", player="1", seq="1")
    assert answer.status_code == 404


@pytest.mark.parametrize("lost", ["key", "base"])
def test_form_without_key_or_base(table: Phone, lost: str) -> None:
    answer = table.post("calls", player="1", **{lost: "not one"})
    assert answer.status_code == 400
    assert calls_left(table, "Ann") == "3 calls left"


def test_calls_of_two_phones_do_not_conflict(table: Phone) -> None:
    assert table.post("calls", player="1", base="1").status_code == 303
    assert table.post("calls", player="2", base="1").status_code == 303


def test_stale_page_asks_and_keeps_the_form(table: Phone) -> None:
    table.post("players/seats", order=["2", "1", "3", "4", "5"], dealer="1")
    answer = table.post("players", name="Fay", after="2", points="120", base="1")
    assert answer.status_code == 409
    assert 'name="name" value="Fay"' in answer.text
    assert 'name="points" value="120"' in answer.text
    assert "Seats: Ben, Ann, Cleo, Dan, Eve; Ann deals." in table.words(answer)


def test_undo_removes_the_last_entry_and_can_be_undone(table: Phone) -> None:
    table.post("calls", player="2")
    table.post("undo", seq="2")
    assert calls_left(table, "Ben") == "3 calls left"
    assert "<span>Restore</span>" in table.get().text
    table.post("undo", seq="3")
    assert calls_left(table, "Ben") == "2 calls left"
    assert "<span>Restore</span>" not in table.get().text


def test_undo_twice_goes_one_further_back(table: Phone) -> None:
    for player in ("1", "2"):
        table.post("calls", player=player)
    assert 'name="seq" value="3"' in table.get().text
    table.post("undo", seq="3")
    assert 'name="seq" value="2"' in table.get().text


def test_undo_of_an_undone_entry_changes_nothing(table: Phone) -> None:
    table.post("calls", player="1")
    table.post("undo", seq="2")
    assert table.post("undo", seq="2").status_code == 303
    assert "already undone" in table.get().text


@pytest.mark.parametrize("seq", ["1", "99", "x", ""])
def test_undo_with_an_invalid_entry(table: Phone, seq: str) -> None:
    assert table.post("undo", seq=seq).status_code == 404


def test_start_cannot_be_undone(table: Phone) -> None:
    assert "/undo" not in table.get().text


def test_second_reshuffle_voids_the_round(table: Phone) -> None:
    assert table.post("reshuffles").status_code == 303
    assert "reshuffled" in table.get().text
    answer = table.post("reshuffles")
    assert answer.status_code == 422
    assert "This round is void" in answer.text
    assert "winner=void" in answer.text
    assert table.post("reshuffles", insist="1").status_code == 303


def test_reshuffle_is_announced(table: Phone) -> None:
    table.post("reshuffles")
    words = table.words(table.get())
    assert "Leave the top discard and shuffle the rest." in words
    assert "If the stock runs out again, the round is void." in words
    assert "The discards were shuffled into a new stock" in table.words(table.get("history"))


def test_allowed_reshuffle_does_not_void_the_round(phone: Phone) -> None:
    phone.post("/house-rules", base="jamaican", name="Twice", reshuffles="2")
    [key] = set(re.findall(r'value="(house-[^"]*)"', phone.get("/check").text))
    phone.begin(system=key)
    for is_last in (False, True):
        assert phone.post("reshuffles").status_code == 303
        words = phone.words(phone.get())
        assert ("the round is void" in words) is is_last
        assert "reshuffled once" not in words
    assert phone.post("reshuffles").status_code == 422


def test_no_call_buttons_without_calls(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    page = phone.get().text
    assert "/calls" not in page
    assert "Open with 40 points" in page


def test_calls_without_a_limit_are_counted(phone: Phone) -> None:
    phone.begin(system="caribbean")
    for _ in range(4):
        assert phone.post("calls", player="1").status_code == 303
    assert "4 calls" in phone.get().text


@pytest.mark.parametrize(
    ("system", "starts"), [("jamaican", "Ben"), ("kooky", "the youngest"), ("caribbean", "Ben")]
)
def test_who_starts(phone: Phone, system: str, starts: str) -> None:
    phone.begin(system=system)
    assert f"{starts} starts" in phone.words(phone.get())


def test_winner_buttons_lead_to_the_end_of_the_round(table: Phone) -> None:
    assert f"{table.table}/round?winner=3" in table.get().text


def test_ending_a_game_needs_confirmation(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    assert phone.get("end").status_code == 200


def test_scoreboard_has_totals_and_one_link(table: Phone) -> None:
    page = table.get("scoreboard")
    words = table.words(page)
    assert "2 sets" in words or "3 sets" in words
    assert all(
        re.search(rf"{name} (Deals |Starts )?0", words)
        for name in ("Ann", "Ben", "Cleo", "Dan", "Eve")
    )
    main = page.text.split("<main")[1].split("</main>")[0]
    assert not any(f"<{control}" in main for control in ("form", "button", "a "))
    assert '<noscript><meta http-equiv="refresh"' in page.text
    assert f"{table.table}/scoreboard" in table.get().text


@pytest.mark.parametrize("path", ["calls", "lays", "counts/record", "counts/calls"])
def test_entry_after_the_end_says_that_the_game_is_over(table: Phone, path: str) -> None:
    write(table)
    base = table.version()
    table.post("end")
    answer = table.post(path, player="2", base=base)
    assert answer.status_code == 404
    assert "The game is over No round is being played any more." in table.words(answer)
    assert "isn’t in this round" not in table.words(answer)


def test_what_was_typed_is_shown_after_another_phone_ended_the_game(table: Phone) -> None:
    write(table)
    table.post("end")
    joined = table.post("players", name="Zoe", after="5", plays="this", start="zero")
    assert "What you typed: Zoe" in table.words(joined)
    laid = table.post("check", player="1", cards="7H 7D 7C", do="save")
    assert "What you typed: 7H 7D 7C" in table.words(laid)


def test_scoreboard_of_a_game_that_is_over_shows_the_places(table: Phone) -> None:
    hands = {f"hands-{place}-player": str(place + 1) for place in range(5)}
    hands |= {f"hands-{place}-points": "20" for place in range(1, 5)}
    assert table.post("round", winner="1", **hands).status_code == 303
    table.post("end")
    table.get()
    words = table.words(table.get("scoreboard"))
    assert "Ann won with 0 Ann Place 1 0 Ben Place 2 20" in words


def test_rules_of_a_game_link_back(table: Phone) -> None:
    page = table.get("rules?q=joker")
    bar = page.text.split("<header")[1].split("</header>")[0]
    assert f'href="{table.table}"' in bar.split("</a>")[0]
    assert f"{table.table}/standings" in page.text
    assert f'href="{table.table}/rules"' in page.text


def test_coming_down_without_a_call_shows_a_hint(table: Phone) -> None:
    table.post("lays", player="2")
    assert "If Ben never called, only the discard is left." in table.words(table.get())


def test_coming_down_after_a_call_leaves_more_than_the_discard(table: Phone) -> None:
    table.post("calls", player="2")
    table.get()
    table.post("lays", player="2")
    assert "only the discard" not in table.words(table.get())


def test_player_who_is_down_has_no_calls_left_to_count(table: Phone) -> None:
    assert calls_left(table, "Ben") == "3 calls left"
    table.post("lays", player="2")
    for page in ("", "scoreboard"):
        words = table.words(table.get(page))
        assert words.count("3 calls left") == 4
        assert "Down" in words


ACT = re.compile(
    r'<(?:a|button) class="[^"]*\bact\b[^"]*"[^>]*><svg[^>]*><path d="([^"]+)"/></svg><span>(.*?)<'
)
LEAVES = "Ann leaves the game"


def test_each_icon_of_menu_and_player_sheet_has_one_meaning(table: Phone) -> None:
    page = table.get().text
    acts = set(ACT.findall(page))
    by_icon = {icon: sorted(label for other, label in acts if other == icon) for icon, _ in acts}
    shared = [labels for labels in by_icon.values() if len(labels) > 1]
    assert len(by_icon) > 15
    # A hand is counted from the menu and from a player's sheet; any player may leave.
    assert ["Count hands", "Count the hand"] in shared
    assert [labels[0] for labels in shared] in (["Count hands", LEAVES], [LEAVES, "Count hands"])


def test_menu_marks_the_page_it_is_opened_on(table: Phone) -> None:
    for path, label in (("", "The table"), ("standings", "Standings")):
        (marked,) = re.findall(
            r'aria-current="page">(?:<svg.*?</svg>)<span>([^<]+)', table.get(path).text
        )
        assert marked == label


@pytest.mark.parametrize("path", ["", "scoreboard", "/check?cards=7H+8H+9H&system=jamaican"])
def test_signs_of_the_cards_are_defined_before_the_first_card(table: Phone, path: str) -> None:
    page = table.get(path).text
    assert 0 < page.index('<symbol id="suit-h"') < page.index("<use ")


def test_what_a_table_asks_in_play_is_below_the_round(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    words = phone.words(phone.get())
    assert "3.5 In a run the ace stands only over the king, never under the 2." in words
    assert "6.3 A run may grow at either end." in words
    assert "8.2 An upcard you take must go into a meld in the same turn." in words
    assert "10.1 You score the cards left in your hand" in words


def test_call_tapped_on_two_phones_is_asked_about(table: Phone) -> None:
    """Both phones show the table before either call; nothing is refused."""
    asked = "Another call of Ben was saved meanwhile."
    for answer in ("granted", "refused"):
        base = table.version()
        table.post("calls", player="2", base=base, answer=answer)
        assert asked not in table.words(table.get())
        table.post("calls", player="3", base=base, answer=answer)
        assert "meanwhile" not in table.words(table.get())
        sent = {"player": "2", "base": base, "answer": answer, "key": f"{answer:*<32}"}
        for is_asked in (True, False):
            assert table.post("calls", **sent).status_code == 303
            assert (asked in table.words(table.get())) is is_asked
    assert table.post("calls", player="2").status_code == 303
    assert asked not in table.words(table.get())


def test_no_stock_runs_out_after_the_end(table: Phone) -> None:
    write(table)
    table.post("end")
    assert "The game is over" in table.words(table.get("stock"))
    assert "Void the round" not in table.words(table.get("stock"))
