"""Faults in what is undone, who is in a round and what counts, which random evenings find."""

from tests.faults.planted_fault import Planted

EVENINGS = "tests/evenings"
FOLD = "kalooki_ref/game/fold.py"
PAPER = "templates/results/paper.html"
SCORES = "kalooki_ref/game/round_scores.py"
FIT = "kalooki_ref/game/fit.py"

PLANTED_EVENINGS = (
    Planted(
        "what builds on an undone entry is kept",
        "kalooki_ref/game/consequences.py",
        "return replace(change, also=change.also + _undoing((*found.lost, *sorted(found.within))))",
        "return change",
        EVENINGS,
    ),
    Planted(
        "the number of an undone player is given again",
        "kalooki_ref/web/table/arrival_forms.py",
        "next_number(entry.event for entry in opened.entries)",
        "next_number(()) + max(one.number for one in opened.game.players)",
        EVENINGS,
    ),
    Planted(
        "a tack lies on the meld that has its number now",
        "kalooki_ref/game/board_changes.py",
        "    if not added.lay:\n",
        "    if added:\n",
        EVENINGS,
    ),
    Planted(
        "calls of an undone round count in the next",
        "kalooki_ref/game/consequences.py",
        "(*found.lost, *sorted(found.within))",
        "found.lost",
        "tests/web/results/test_undo.py",
    ),
    Planted(
        "an empty cell is 0 on paper",
        PAPER,
        "{%- if cell is none %}<td></td>",
        "{%- if cell is none %}<td>0</td>",
        EVENINGS,
    ),
    Planted(
        "a player without a hand gets 0",
        SCORES,
        "if not end.hands or seat in known)",
        "if end is not None)",
        EVENINGS,
    ),
    Planted(
        "the last player but one may leave",
        FIT,
        "FEWEST_PLAYERS = 2",
        "FEWEST_PLAYERS = 0",
        EVENINGS,
    ),
    Planted(
        "an undo can be undone by another undo",
        "kalooki_ref/game/undo.py",
        "        if not isinstance(entry.event, EntryAmended):\n            return True",
        "        if entry:\n            return True",
        EVENINGS,
    ),
    Planted(
        "who leaves after the round leaves at once",
        FOLD,
        "    if event.after_round:",
        "    if not event.player:",
        EVENINGS,
    ),
    Planted(
        "who plays from the next round is in this one",
        FOLD,
        "    if event.next_round:",
        "    if not event.after:",
        EVENINGS,
    ),
    Planted(
        "the points for the rounds away are lost",
        "kalooki_ref/game/state.py",
        "agreed = player.points + sum(again.points for again in player.returns)",
        "agreed = player.points",
        EVENINGS,
    ),
    Planted(
        "an agreed extra is doubled by a bent board",
        "kalooki_ref/referee/scoring.py",
        "    return lines + bent + agreed",
        "    return lines + bent + agreed + (agreed if facts.bent else ())",
        EVENINGS,
    ),
    Planted(
        "the void round counts as played",
        SCORES,
        "    if end.winner is None:\n        return ()\n    facts",
        "    if end is None:\n        return ()\n    facts",
        EVENINGS,
    ),
)
