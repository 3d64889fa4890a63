"""Undoing a call or a lay whose penalty a saved round still counts."""

from tests.web.phone import Phone
from tests.web.results.test_undo import restore, scores, undo


def call(table: Phone, player: int, answer: str = "granted", *, times: int = 1) -> None:
    for _ in range(times):
        sent = table.post("calls", player=str(player), answer=answer, insist="1", word="late")
        assert sent.status_code == 303, table.words(sent)


def save_with_penalties(table: Phone, winner: int, player: int, **penalties: str) -> None:
    """Save a round in which one player has 60 points and penalties, and the third 50."""
    form = {f"hands-{seat - 1}-player": str(seat) for seat in (1, 2, 3)}
    form |= {f"hands-{seat - 1}-points": "50" for seat in (1, 2, 3) if seat != winner}
    form |= {f"hands-{player - 1}-points": "60"}
    form |= {f"hands-{player - 1}-{name}": text for name, text in penalties.items()}
    answer = table.post("round", winner=str(winner), bent="no", insist="1", **form)
    assert answer.status_code == 303, table.words(answer)


def test_undone_overcall_of_a_saved_round_says_that_its_cost_stays(phone: Phone) -> None:
    phone.begin("Ann", "Bob", "Cat", system="standard")
    call(phone, 2, times=5)
    call(phone, 2, "refused")
    save_with_penalties(phone, 1, 2, overcalls="3")
    before = scores(phone)
    asked = undo(phone, "Bob called and was refused")
    assert "Round 1 still counts 3 overcalls for Bob. Correct this round" in asked
    assert scores(phone) == before
    assert not restore(phone, "Undone: Bob called and was refused.")


def test_undone_call_asks_nothing_where_the_round_counts_as_many(phone: Phone) -> None:
    phone.begin("Ann", "Bob", "Cat", system="standard")
    call(phone, 2, times=5)
    save_with_penalties(phone, 1, 2, overcalls="1")
    assert not undo(phone, "one call too many")
    assert "Round 1 still counts 1 overcall for Bob." in undo(phone, "one call too many")


def test_undone_false_lay_of_a_saved_round_says_that_its_cost_stays(phone: Phone) -> None:
    phone.begin("Ann", "Bob", "Cat")
    phone.lay(player="2", meld="7H 7D 7S", returned="1", insist="1")
    save_with_penalties(phone, 1, 2, false_lays="1")
    asked = undo(phone, "took them back", agree=False)
    assert "Round 1 still counts 1 false lay for Bob." in asked
