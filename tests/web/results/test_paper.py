"""The printed score sheet, and the pool."""

from tests.web.phone import Phone


def test_game_is_named_once(table: Phone) -> None:
    head = table.get("print").text.partition('<header class="paper-head">')[2]
    assert head.partition("</header>")[0].count("Jamaican Kalooki") == 1


def test_pool_is_split_with_its_reasons_on_screen_and_on_paper(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kalooki40", stake="5")
    players = {f"hands-{at}-player": str(at + 1) for at in range(3)}
    players |= {"hands-0-points": "120", "hands-2-points": "30"}
    assert phone.post("round", winner="2", **players).status_code == 303
    for page in ("standings", "print"):
        words = phone.words(phone.get(page))
        assert "The pool: 3 × 5 = 15" in words
        assert "Ben wins at least 75 % of the pool, rounded up 12" in words
        assert "Cai has fewer than 100 points: an equal part of the rest 3" in words
        assert "Ann has 100 points or more: no part of the pool 0" in words


def test_tied_pool_is_split_evenly_one_number_a_player(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40", stake="14")
    for winner, loser in (("1", 1), ("2", 0)):
        hands = {"hands-0-player": "1", "hands-1-player": "2", f"hands-{loser}-points": "20"}
        assert phone.post("round", winner=winner, **hands).status_code == 303
    words = phone.words(phone.get("standings"))
    assert "Ann shares the win: an equal part of the whole pool 14" in words
    assert "Ben shares the win: an equal part of the whole pool 14" in words
    assert "75" not in words.partition("The pool:")[2].partition("Print")[0]


def test_odd_unit_goes_to_the_winner_who_sits_first(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kalooki40", stake="5")
    losers = {"1": "0-points", "2": "1-points"}
    for winner, other in (("1", "2"), ("2", "1")):
        hands = {f"hands-{at}-player": str(at + 1) for at in range(3)}
        hands |= {f"hands-{losers[other]}": "20", "hands-2-points": "80"}
        assert phone.post("round", winner=winner, **hands).status_code == 303
    words = phone.words(phone.get("standings"))
    assert "Ann shares the win: an equal part of the whole pool." in words
    assert "The odd 1 goes to the one of them who sits first 8" in words
    assert "Ben shares the win: an equal part of the whole pool 7" in words


def test_stake_is_on_the_table_page_while_it_counts(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kalooki40", stake="5")
    assert "The pool: 3 × 5 = 15" in phone.words(phone.get())
    phone.begin("Ann", "Ben", "Cai", system="kalooki40")
    assert "pool" not in phone.words(phone.get())


def test_rematch_has_no_stake_by_default(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40", stake="5")
    phone.post(
        "round", winner="1", **{"hands-0-player": "1", "hands-1-player": "2", "hands-1-points": "9"}
    )
    phone.post("end")
    before = phone.table
    asked = phone.post("rematch")
    assert asked.location == f"{before}/rematch"
    words = phone.words(phone.get("rematch"))
    assert "Last time everyone put in 5." in words
    assert "Yes, 5 each" in words
    again = phone.post("rematch", stake="0")
    phone.table = again.location
    assert "pool" not in phone.words(phone.get())
    phone.table = before


def test_rematch_for_the_same_stake_is_one_visible_choice(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40", stake="5")
    phone.post(
        "round", winner="1", **{"hands-0-player": "1", "hands-1-player": "2", "hands-1-points": "9"}
    )
    phone.post("end")
    assert phone.post("rematch", stake="500").location.endswith("/rematch")
    again = phone.post("rematch", stake="5")
    phone.table = again.location
    assert "The pool: 2 × 5 = 10" in phone.words(phone.get())


def test_rematch_without_a_stake_takes_one_tap(table: Phone) -> None:
    table.post("round", winner="1", **{f"hands-{at}-player": str(at + 1) for at in range(5)},
               **{f"hands-{at}-points": "9" for at in range(1, 5)})  # fmt: skip
    table.post("end")
    assert not table.post("rematch").location.endswith("/rematch")
