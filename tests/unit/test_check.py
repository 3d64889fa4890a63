"""`kalooki-ref check`: its output and exit codes."""

import pytest

from kalooki_ref.cli import main

THIRTY_SEVEN = ("4D 5D 6D 7D", "5H 5C 5S", "--system", "kalooki40")
# Cards with more ways to sort them into melds than are tried.
MANY_WAYS = "QC 9D JD 9S 9D JS 9H QD QS 10D 10H 9S 10D QS JS JH 10S 9C 9C QD 10H 10S *"
ONE_ROUND = ("--house", 'contracts=[{"is": "Contract", "sets": 2, "runs": 0}]')
CASES = (
    (["7H 8H 9H 10H"], 0, "Legal"),
    (["7H * 9H 10H"], 0, "The joker is 8♥."),
    (["7H", "8H", "9H", "10H"], 0, "Legal"),
    (["5H 6H 7H 7H"], 1, "7♥ is in this four twice."),
    (["* AC QC KC", "--system", "kalooki40"], 0, "The joker is J♣."),
    (["7h,8h,9h,10h"], 0, "Legal"),
    (["\u20687H\u2069 \u200e8H\u200b 9\u00adH \ufeff10H \u200f"], 0, "Legal"),
    (["７Ｈ ８Ｈ 9♥️ 10♥︎"], 0, "Legal"),
    (["7H 8H * *"], 1, "9♥ and 10♥ are jokers side by side; in a four they must be apart."),
    (["7H 8H * *"], 1, "This would be legal: ★ 7♥ 8♥ ★"),
    (["7H 8H * *"], 1, "  4.5  "),
    (["7H 8H * *", "--house", "jokers_side_by_side=yes"], 0, "Legal"),
    (["13E 13B *", "--system", "kooky"], 0, "The Kooky Kard is one of the 13s."),
    (["8S 7S 6S 5S", "--system", "001"], 0, "Legal"),
    (["KH QH AH", "--system", "kalooki40"], 0, "Legal"),
    (["AH 10H JH QH KH"], 0, "Legal"),
    (["3H AH 2H", "--system", "kalooki40"], 1, "This would be legal: 2♥ 3♥ 4♥"),
    (["7H 7H 7H", "--system", "000"], 1, "It depends on how many play"),
    (["7H 7H 7H", "--system", "000", "--players", "5"], 0, "Legal"),
    (["7H 7H 7H", "--system", "000", "--players", "4"], 1, "Not legal"),
    (["7H 7H 7H", "--system", "000", "--players", "4"], 1, "This would be legal: 7♥ 7♥ 7♠"),
    (["7H * * *", "--system", "000"], 1, "  4.3  When a set is laid"),
    (["7H * *", "--system", "000", "--as", "set"], 1, "  4.3  When a set is laid"),
    (["* * * *", "--system", "003"], 1, "A run needs at least 1 real card; this one has 0."),
    (["8H * *", "--as", "set"], 1, "A three needs at least 2 real cards; this one has 1."),
    (["7H", "--system", "000"], 1, "A run needs at least 4 cards; this one has 1."),
    (["13B KD *", "--system", "003"], 1, "This would be legal: black 13, ★, red 13"),
    (["3H * *", "--system", "002"], 0, "say which"),
    (["3H * *", "--system", "002", "--as", "run"], 0, "The jokers are 4♥ 5♥."),
    (["2H 2D 2C", "7S 7S 7H", "9D 10D JD QD", "--round", "2"], 0, "Legal"),
    (["2H 2D 2C", "7S 7S 7H", "--round", "2"], 1, "The contract is 2 threes and 1 four"),
    (["2H 2D 2C", "7S 7S 7H"], 1, "Can’t tell"),
    (["JH QH KH AH", "--lay", "--system", "kalooki40"], 0, "Legal"),
    (["QH * *", "2H 3H 4H", "--system", "kalooki40"], 0, "The jokers are K♥ A♥."),
    (["QH KH AH", "--lay", "--system", "kalooki40"], 1, "must be worth 40; these are worth 31"),
    (
        [*THIRTY_SEVEN, "--house", "builders_open=yes", "--builders", "5"],
        0,
        "5 in builders make 42",
    ),
    ([*THIRTY_SEVEN, "--builders", "+５"], 1, "these are worth 37"),
    ([*THIRTY_SEVEN, "--house", "going_out_opens=yes", "--out"], 0, "Worth 37, not 40"),
    ([*THIRTY_SEVEN, "--house", "going_out_opens=yes"], 1, "Can’t tell"),
    ([*THIRTY_SEVEN, "--house", "going_out_opens=yes", "--no-out"], 1, "these are worth 37"),
    ([MANY_WAYS, "--system", "caribbean", "--round", "8"], 1, "Can’t tell"),
    (["2H 2D 2C", "7S 7S 7H", *ONE_ROUND], 0, "Legal"),
)
UNREADABLE = (
    (["7H 8Z"], "'8Z' is not a card"),
    (["7R 8Z", "--system", "kooky"], "'8Z' is not a card; write one like 7R, 10B or *"),
    ([""], 'there are no cards in ""; write some, such as "7H 8H * 10H"'),
    (["", "--system", "kooky"], 'write some, such as "7R 8R * 10R"'),
    (["\u200b"], "there are no cards"),
    ([","], "there are no cards"),
    (["7H 8H 9H 10H", "--round", "12"], "no round 12"),
    (["7H 8H", "--builders", "-1"], "0 points or more"),
    (["7H 8H", "--players", "0"], "at most 5 players"),
    (["7H 8H", "--house", "jokers_side_by_side=maybe"], "is one of yes, no"),
    (["7H 8H", "--house", "colour=blue"], "nothing is called 'colour'"),
)


@pytest.mark.parametrize(("words", "code", "line"), CASES)
def test_check_prints_the_verdict(
    words: list[str], code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *words]) == code
    assert line in capsys.readouterr().out


@pytest.mark.parametrize(("words", "reason"), UNREADABLE)
def test_invalid_input_is_named(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *words]) == 2
    printed = capsys.readouterr()
    assert reason in printed.err
    assert not printed.out


@pytest.mark.parametrize("typed", ["1 0", "1_0", "1,0", "x"])
def test_number_with_anything_between_its_digits_is_refused(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["check", *THIRTY_SEVEN, "--builders", typed])
    assert f"{typed!r} is not a whole number; write one like 50 or -50" in capsys.readouterr().err


def test_unknown_system_is_refused() -> None:
    with pytest.raises(SystemExit) as left:
        main(["check", "7H 8H 9H 10H", "--system", "bridge"])
    assert left.value.code == 2


def test_output_is_english_in_any_locale(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("LANG", "LANGUAGE", "LC_ALL"):
        monkeypatch.setenv(name, "it_IT.UTF-8")
    assert main(["check", "7H 8H 9H 10H"]) == 0
    assert capsys.readouterr().out.startswith("Legal\n")


@pytest.mark.parametrize(
    "melds", [["7H " * 31], ["7H"] * 31, ["7H 8H 9H"] * 21, ["7H " * 30_000]], ids=len
)
def test_more_cards_than_on_any_board_are_refused(
    melds: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *melds]) == 2
    assert "at most 20 melds of at most 30 cards" in capsys.readouterr().err
