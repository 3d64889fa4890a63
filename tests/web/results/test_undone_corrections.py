"""Undo and restore of corrected rounds."""

import re

from tests.web.phone import Phone
from tests.web.results.test_undo import confirmed, end_round, scores, undo


def test_restored_round_has_its_corrections(three: Phone) -> None:
    end_round(three, 1, {2: "10", 3: "20"})
    counts = {"hands-0-player": "1", "hands-1-player": "2", "hands-1-points": "30"}
    counts |= {"hands-2-player": "3", "hands-2-points": "20"}
    assert three.post("rounds/1/amend", winner="1", **counts).status_code == 303
    assert scores(three)["Bob"] == 30
    three.post("undo", seq="2", sure="1")
    assert scores(three)["Bob"] == 0
    three.post("undo", seq="4")
    assert scores(three)["Bob"] == 30
    assert "Restored: Round 1, Ann went out." in three.words(three.get("history"))
    undo(three, "Corrected: ")
    assert scores(three)["Bob"] == 10
    assert "Undone: Corrected: Round 1, Bob: 10 → 30" in three.words(three.get("history"))
    three.post("undo", seq="6")
    assert scores(three)["Bob"] == 30


def test_undoing_from_the_end_goes_back_through_every_total(three: Phone) -> None:
    passed = [scores(three)]
    end_round(three, 1, {2: "10", 3: "20"})
    passed.append(scores(three))
    hands = {"hands-0-player": "1", "hands-1-player": "2", "hands-2-player": "3"}
    for points in ("30", "40"):
        three.post("rounds/1/amend", winner="1", **hands, **{"hands-1-points": points,
                   "hands-2-points": "20"})  # fmt: skip
        passed.append(scores(three))
    end_round(three, 2, {1: "7", 3: "8"})
    while passed:
        form = re.search(r'id="undo">.*?name="seq" value="(\d+)"', three.get().text, re.DOTALL)
        assert form
        three.post("undo", seq=form[1], sure="1")
        assert scores(three) == passed.pop()


def test_each_undone_correction_can_be_restored(three: Phone) -> None:
    """Stacked corrections come back in any order, and the page says what changes by now."""
    end_round(three, 1, {2: "10", 3: "20"})
    hands = {"hands-0-player": "1", "hands-1-player": "2", "hands-2-player": "3"}
    for points in ("30", "40"):
        three.post("rounds/1/amend", winner="1", **hands, **{"hands-1-points": points,
                   "hands-2-points": "20"})  # fmt: skip
    for seq in ("4", "3"):
        three.post("undo", seq=seq)
    assert three.get("history").text.count(">Restore</span>") == 2
    asked = confirmed(three, three.post("undo", seq="5", back="history"))
    assert "Restoring it changes: Bob: 10 → 40" in asked
    assert scores(three)["Bob"] == 40
    asked = confirmed(three, three.post("undo", seq="6", back="history"))
    assert "Restoring it changes: Bob: 40 → 30" in asked
    assert scores(three)["Bob"] == 30
    page = three.get("history").text
    assert "history-undone" not in page
    assert "Restored: Corrected: Round 1, Bob: 40 → 30" in three.words(three.get("history"))


def test_table_offers_to_restore_an_undone_correction_by_its_words(three: Phone) -> None:
    end_round(three, 1, {2: "10", 3: "20"})
    three.post("rounds/1/amend", winner="void")
    three.post("undo", seq="3", back="history", sure="1")
    offered = "Restore Corrected: Round 1, went out: Ann → nobody"
    assert offered in three.words(three.get())
    end_round(three, 2, {1: "10", 3: "20"})
    three.post("undo", seq="5", sure="1")
    assert "Restore Round 2: Bob went out" in three.words(three.get())
