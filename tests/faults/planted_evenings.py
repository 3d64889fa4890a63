"""Faults in what is undone, who is in a round and what counts, mostly found by random evenings."""

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
        "lays of the next round are on the board of one that is played again",
        "kalooki_ref/game/consequences.py",
        "        return was[:at][-1:] != now[-1:]\n",
        "        return False\n",
        EVENINGS,
    ),
    Planted(
        "what somebody scored in a round they waited for doesn’t count",
        FOLD,
        "    for player in waited_for(game, event):\n",
        "    for player in ():\n",
        EVENINGS,
    ),
    Planted(
        "somebody who left starts a round that is dealt again",
        "kalooki_ref/game/next_round.py",
        " and last.starter in (None, *seats):",
        ":",
        "tests/unit/test_who_plays.py",
    ),
    Planted(
        "the form of an undone round has the counts of a later one",
        "kalooki_ref/game/undo.py",
        "(amended.undone[seq], -seq)",
        "seq",
        "tests/web/results/test_undo.py",
    ),
    Planted(
        "who left after the last round is in the rematch",
        "kalooki_ref/game/next_round.py",
        "    gone = gone_since(game) if game.past else set()\n",
        "    gone: set[int] = set()\n",
        "tests/web/start/test_rematch.py",
    ),
    Planted(
        "a correction moves the round under way without a word",
        "kalooki_ref/web/results/later_rounds.py",
        "before.end or (goes_on and is_under_way(before))",
        "before.end",
        "tests/web/table/test_review.py",
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
