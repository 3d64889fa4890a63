"""The cards at the end of a game, and the page of a finished game."""

from tests.web.phone import Phone


def play(phone: Phone, winner: str, points: dict[str, str], *, bent: bool = False) -> None:
    fields = {"winner": winner, "insist": "1", **({"bent": "y"} if bent else {})}
    for index, player in enumerate("123"):
        fields[f"hands-{index}-player"] = player
        fields[f"hands-{index}-points"] = points.get(player, "")
    assert phone.post("round", **fields).status_code == 303


def finished(phone: Phone) -> None:
    """Play two rounds: Ben bends the board, Ann wins by five points."""
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "2", {"1": "5", "3": "20"}, bent=True)
    play(phone, "1", {"2": "15", "3": "9"})
    assert phone.post("end").status_code == 303


def test_everybody_gets_a_card(phone: Phone) -> None:
    finished(phone)
    words = phone.words(phone.get("cards"))
    assert "The Comeback Second after one round, first in the end." in words
    assert "The Bender Bent board in round 1. It cost the others 25 points." in words
    assert "Close Shave Lost round 2 with 9 points." in words
    assert "Ann, first with 10" in words
    assert "Cleo: Close Shave. Lost round 2" in words


def test_cards_come_when_the_game_is_over(table: Phone) -> None:
    assert "everybody gets a card" in table.words(table.get("cards"))


def test_game_without_a_round_has_no_cards(table: Phone) -> None:
    table.post("end")
    assert "No cards yet" in table.words(table.get("cards"))
    assert "Everybody gets a card" not in table.words(table.get())


def test_end_of_a_game_shows_cards_gaps_and_moments(phone: Phone) -> None:
    finished(phone)
    page = phone.get()
    words = phone.words(page)
    assert "Everybody gets a card The Comeback Ann The Bender Ben Close Shave Cleo" in words
    assert "Ben +5 15" in words
    assert 'data-words="Ben: bent board"' in page.text
    assert "Replay" in words
