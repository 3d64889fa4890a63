"""The round form: validation, questions, saving."""

import re

import pytest

from tests.web.phone import SAME_SITE, Phone

FIVE_COUNTS = {1: "42", 3: "65", 4: "35", 5: "16"}


def hands(counts: dict[int, str], **more: str) -> dict[str, str]:
    """Return the fields of five hands; `more` are fields by seat, such as cards_3="7H *"."""
    sent = {f"hands-{seat - 1}-player": str(seat) for seat in range(1, 6)}
    sent |= {f"hands-{seat - 1}-points": text for seat, text in counts.items()}
    for name, text in more.items():
        kind, seat = name.rsplit("_", 1)
        sent[f"hands-{int(seat) - 1}-{kind}"] = text
    return sent


def write(table: Phone, counts: dict[int, str] = FIVE_COUNTS, **fields: str):  # type: ignore[no-untyped-def]
    more = {name: text for name, text in fields.items() if name[-1].isdigit()}
    rest = {name: text for name, text in fields.items() if name not in more}
    return table.post("round", **{"winner": "2", **hands(counts, **more), **rest})


def totals(table: Phone) -> str:
    return table.words(table.get("standings"))


def test_round_is_saved(table: Phone) -> None:
    answer = write(table)
    assert (answer.status_code, answer.location) == (303, table.table)
    assert "Round 1 of 9 saved." in table.words(table.get())
    assert "Ben 0" in totals(table)
    assert "Cleo 65" in totals(table)


def test_word_that_is_no_card_has_an_example_of_the_pack(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kooky")
    answer = write(phone, {3: "5"}, cards_1="7H zz")
    assert "“zz” is not a card; write one like 7R, 10B or *." in phone.words(answer)


def test_bent_board_doubles_everyone(table: Phone) -> None:
    write(table, bent="y")
    shown = table.words(table.get("rounds/1"))
    assert "Ben went out 3 sets · bent board" in shown
    assert "Ann 42, doubled 84 ×2 +84 total 84" in shown


def test_saved_round_shows_contract_and_starter(table: Phone) -> None:
    table.post("calls", player="2")
    write(table)
    write(table, bent="y")
    first, second = (table.words(table.get(f"rounds/{number}")) for number in (1, 2))
    assert "Ben went out 3 sets Ann dealt · Ben started · 1 call" in first
    assert "2 sets and 1 run · bent board Ben dealt · Cleo started Ann" in second


def test_cards_left_are_listed_with_their_values(table: Phone) -> None:
    counts = {seat: text for seat, text in FIVE_COUNTS.items() if seat != 3}
    write(table, counts, cards_3="JS AC *")
    shown = table.get("rounds/1").text
    assert 'aria-label="Jack of spades"' in shown
    assert "Cleo +75 total 75" in table.words(table.get("rounds/1"))


def test_sum_is_kept_as_typed(table: Phone) -> None:
    write(table, {**FIVE_COUNTS, 1: "10+10+15"})
    assert "10 + 10 + 15 = 35" in table.words(table.get("rounds/1"))


@pytest.mark.parametrize(
    "cut",
    [
        {},
        {"hands-0-player": "77", "hands-0-points": "5"},
        {f"hands-{index}-player": "2" for index in range(5)},
        {f"hands-{index}-player": str(index + 70) for index in range(30)},
    ],
    ids=["none", "stranger", "all-one", "crowd"],
)
def test_missing_hand_is_an_error(table: Phone, cut: dict[str, str]) -> None:
    answer = table.post("round", winner="1", **cut)
    assert answer.status_code == 422
    for name in ("Ben", "Cleo", "Dan", "Eve"):
        assert f"How many points does {name} have left? Type 0 if none." in table.words(answer)
    assert table.get("rounds/1").status_code == 404


def test_player_who_joined_meanwhile_needs_a_hand(table: Phone) -> None:
    typed = {"winner": ["2"], **{name: [text] for name, text in hands(FIVE_COUNTS).items()}}
    table.client.put(table.address("drafts/round-1"), json=typed, headers=SAME_SITE)
    table.post("players", name="Fay", points="7", after="5")
    assert 'value="42"' in (page := table.get("round").text)
    assert 'aria-label="Fay"' in page


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "How many points does Cleo have left?"),
        ("abc", "Enter points as a number"),
        ("-5", "never below 0"),
        ("1e3", "Enter points as a number"),
        ("5,0", "Enter points as a number"),
        ("١٢٣", "Enter points as a number"),
        ("12345678901", "Enter points up to 99999, or a sum of up to 40 such numbers."),
        ("+".join("1" * 41), "Enter points up to 99999, or a sum of up to 40 such numbers."),
        ("10++15", "Enter points as a number"),
        ("10 5", "Enter points as a number"),
        ("10\n5", "Enter points as a number"),
        ("10\u00a05", "Enter points as a number"),
        ("10+1 5", "Enter points as a number"),
        ("−5", "never below 0"),
    ],
)
def test_invalid_points_show_a_field_error_and_are_kept(
    table: Phone, typed: str, sentence: str
) -> None:
    answer = write(table, {**FIVE_COUNTS, 3: typed})
    assert answer.status_code == 422
    assert sentence in table.words(answer)
    assert f'value="{typed}"' in answer.text
    assert 'value="35"' in answer.text
    assert 'href="#hands-2-points"' in answer.text
    assert "No round saved yet" in totals(table)


@pytest.mark.parametrize("typed", ["+35", "３５", "10 ＋ 25", "\u200e35"])
def test_points_of_other_keyboards_are_read(table: Phone, typed: str) -> None:
    write(table, {**FIVE_COUNTS, 3: typed})
    assert "Cleo 35" in totals(table)


def test_sum_of_another_keyboard_is_shown_in_plain_digits(table: Phone) -> None:
    write(table, {**FIVE_COUNTS, 1: "１０ ＋ 25"})
    assert "10 + 25 = 35" in table.words(table.get("rounds/1"))


@pytest.mark.parametrize(
    ("typed", "total"), [("−50", "−15"), ("-50", "−15"), ("+50", "85"), ("５０", "85")]
)
def test_agreed_points_are_read_with_any_sign(table: Phone, typed: str, total: str) -> None:
    write(table, fine_4=typed)
    assert f"Dan {total}" in totals(table)


@pytest.mark.parametrize("field", ["fine", "overcalls", "false_lays"])
@pytest.mark.parametrize("typed", ["1 5", "1.5", "+", "−"])
def test_invalid_extra_points_are_refused_at_the_field(
    table: Phone, field: str, typed: str
) -> None:
    answer = write(table, FIVE_COUNTS, **{f"{field}_4": typed})
    assert answer.status_code == 422
    assert f'href="#hands-3-{field}"' in answer.text
    assert f'value="{typed}"' in answer.text


def test_missing_winner_is_an_error(table: Phone) -> None:
    answer = table.post("round", **hands(FIVE_COUNTS))
    assert answer.status_code == 422
    assert "Tap who went out" in table.words(answer)


def lines_out(page: str) -> list[str]:
    """Return the players shown as out in the round form."""
    return re.findall(r'class="hand-left hand-won" aria-label="(\w+)"', page)


def test_form_shows_the_winner_without_script(table: Phone) -> None:
    assert lines_out(table.get("round").text) == []
    assert lines_out(table.get("round?winner=2").text) == ["Ben"]
    changed = write(table, winner="3")
    assert changed.status_code == 422
    assert "Ben" not in lines_out(changed.text), "Ben needs points now"


def test_winner_with_points_is_an_error(table: Phone) -> None:
    answer = write(table, {**FIVE_COUNTS, 2: "10"})
    assert answer.status_code == 422
    assert "Ben went out and has no points left" in table.words(answer)


def test_winner_with_cards_has_the_error_at_the_cards(table: Phone) -> None:
    page = write(table, cards_2="7H 8H").text
    assert 'href="#hands-1-cards"' in page
    assert 'href="#hands-1-points"' not in page


def test_points_must_match_the_cards(table: Phone) -> None:
    answer = write(table, cards_3="7H")
    assert answer.status_code == 422
    assert "The cards add up to 7, the points say 65." in table.words(answer)
    assert write(table, {**FIVE_COUNTS, 3: "65"}, cards_3="KH * 5D").status_code == 303
    assert "Cleo 65" in totals(table)


def test_card_of_another_pack_is_a_field_error(table: Phone) -> None:
    counts = {seat: text for seat, text in FIVE_COUNTS.items() if seat != 3}
    for card in ("AE", "7G"):
        answer = write(table, counts, cards_3=card)
        assert answer.status_code == 422
        assert 'href="#hands-2-cards"' in answer.text


@pytest.mark.parametrize("cards", ["7X", "<script>", "7H " * 70])
def test_invalid_cards_show_an_error_and_are_kept(table: Phone, cards: str) -> None:
    counts = {seat: text for seat, text in FIVE_COUNTS.items() if seat != 3}
    answer = write(table, counts, cards_3=cards)
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    assert 'href="#hands-2-cards"' in answer.text


@pytest.mark.parametrize(
    ("seat", "typed", "sentence"),
    [
        (3, "9999", "Cleo: 9999 is too high"),
        (4, "0", "Dan: 0 is too low. The lowest possible is 1"),
    ],
)
def test_impossible_numbers_can_be_confirmed(
    table: Phone, seat: int, typed: str, sentence: str
) -> None:
    counts = {**FIVE_COUNTS, seat: typed}
    answer = write(table, counts)
    assert answer.status_code == 422
    assert sentence in table.words(answer)
    assert f'value="{typed}"' in answer.text
    assert write(table, counts, insist="y", word="we counted twice").status_code == 303
    assert "we counted twice" in table.words(table.get("rounds/1"))


def test_hand_with_an_error_is_expanded(table: Phone) -> None:
    answer = write(table, {**FIVE_COUNTS, 3: "abc"}, overcalls_4="often")
    words = table.words(answer)
    assert "Cleo: Enter points as a number or a sum, such as 10+10+15." in words
    assert "Dan: Enter a number from 0 to 20." in words
    opened = re.findall(r'<details class="hand-more" open>.*?</summary>', answer.text, re.DOTALL)
    assert any("Cards and penalties for Dan" in summary for summary in opened)


def test_surplus_card_needs_confirmation(table: Phone) -> None:
    counts = {seat: text for seat, text in FIVE_COUNTS.items() if seat not in (3, 4)}
    answer = write(table, counts, cards_3="AS AS", cards_4="AS AS")
    assert answer.status_code == 422
    assert "Is that right?" in table.words(answer)


def test_insisting_without_a_question_overrules_nothing(table: Phone) -> None:
    write(table, insist="y", word="just because")
    assert "just because" not in table.words(table.get("rounds/1"))


def test_void_round_scores_nothing_and_is_dealt_again(table: Phone) -> None:
    assert table.post("round", winner="void", **hands({})).status_code == 303
    shown = table.words(table.get())
    assert "Round 1 of 9" in shown
    assert "Ann deals 9 each" in shown
    assert "void" in totals(table)


def test_recorded_overcall_is_prefilled(table: Phone) -> None:
    for _ in range(3):
        table.post("calls", player="3")
    table.post("calls", player="3", word="nobody noticed")
    page = table.get("round?winner=2").text
    field = page.split('id="hands-2-overcalls"')[1].split(">")[0]
    assert 'value="1"' in field


def test_recorded_false_lay_is_prefilled(phone: Phone) -> None:
    phone.begin(system="kooky")
    phone.post("lays", player="1", returned="1")
    page = phone.get("round?winner=2").text
    field = page.split('id="hands-0-false_lays"')[1].split(">")[0]
    assert 'value="1"' in field


def test_kalooki_40_adds_25_for_a_kalooki(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kalooki40")
    sent = {f"hands-{index}-player": str(index + 1) for index in range(3)}
    sent |= {"hands-0-points": "31", "hands-2-points": "2"}
    phone.post("round", winner="2", bent="y", **sent)
    shown = phone.words(phone.get("rounds/1"))
    assert "31, Kalooki 25" in shown
    assert "+56 total 56" in shown
    assert "+27 total 27" in shown


def test_missing_fines_cost_nothing(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kooky")
    assert write(phone, {1: "42", 3: "65"}).status_code == 303
    assert "Ben 0" in totals(phone)
    assert re.search(r"Ann \D*42\b", totals(phone))
    assert re.search(r"Cleo \D*65\b", totals(phone))


@pytest.mark.parametrize(
    ("system", "word"), [("kalooki40", "Kalooki"), ("standard", "bent table"), ("kooky", "")]
)
@pytest.mark.parametrize("path", ["standings", "print"])
def test_score_grid_marks_a_bend_in_the_systems_terms(
    phone: Phone, system: str, word: str, path: str
) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=system)
    counts = {f"hands-{index}-player": str(index + 1) for index in range(3)}
    phone.post("round", winner="1", bent="y", **counts,
               **{"hands-1-points": "42", "hands-2-points": "30"})  # fmt: skip
    words = phone.words(phone.get(path))
    assert f"0 went out {word} ".replace("  ", " ") in words
    assert "bent board" not in words


@pytest.mark.parametrize("path", ["rounds/1", "rounds/0", "rounds/99/amend", "rounds/x"])
def test_unknown_round_is_404(table: Phone, path: str) -> None:
    answer = table.get(path)
    assert answer.status_code == 404
    assert 'href="/"' in answer.text


def test_no_round_form_after_the_ninth_round(table: Phone) -> None:
    for _ in range(9):
        write(table)
    assert "Every round is saved" in table.words(table.get("round"))
    assert write(table).status_code == 409
