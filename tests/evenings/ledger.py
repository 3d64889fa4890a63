"""What a test remembers of a game: each saved entry as it was sent, and the totals they give.

It learns from History only which entries are undone; what they say it knows from the forms.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.evenings.sheets import Sheet, scores


@dataclass(slots=True)
class Came:
    """A late player, or one who is back, with the points that were agreed on."""

    player: int
    points: int
    next_round: bool = False


@dataclass(slots=True)
class Went:
    """A player who left, at once or after the round."""

    player: int
    after_round: bool = False


@dataclass(slots=True)
class Saved:
    """The form of a round as it was saved."""

    sent: Mapping[str, str]

    @property
    def players(self) -> set[int]:
        """The players of whom it has a hand; nobody in a void round."""
        hands = (value for name, value in self.sent.items() if re.match(r"hands-\d+-player", name))
        return set() if self.sent["winner"] == "void" else {int(player) for player in hands}


@dataclass(slots=True)
class Corrected:
    """The form of a correction; ``seq`` is the number of the round's entry."""

    seq: int
    sent: Mapping[str, str]


Said = Came | Went | Saved | Corrected


@dataclass(slots=True)
class Played:
    """Totals, who is in the round, who will be in the next one, and the scores of each round."""

    totals: dict[int, int]
    dealt: set[int]
    coming: set[int]
    cells: list[dict[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Ledger:
    """The entries of a game by number, those undone, and how the game scores.

    ``undos`` are the entries that undo or restore others.
    """

    sheet: Sheet
    starters: int
    entries: dict[int, Said] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)
    undos: set[int] = field(default_factory=set)

    def last_player(self) -> int:
        """Return the number of the last late player; numbers are never used again."""
        came = {one.player for one in self.entries.values() if isinstance(one, Came)}
        return max(came | {self.starters})

    def in_force(self) -> list[tuple[int, Said]]:
        """Return the entries that aren't undone, in order."""
        return [pair for pair in sorted(self.entries.items()) if pair[0] not in self.undone]

    def rounds(self) -> list[int]:
        """Return the numbers of the entries that ended a round, in order."""
        return [seq for seq, one in self.in_force() if isinstance(one, Saved)]

    def seated(self) -> set[int]:
        """Return the players who are at the table now."""
        played = self._played()
        return played.dealt | played.coming

    def dealt(self) -> set[int]:
        """Return the players who are in the round."""
        return self._played().dealt

    def totals(self) -> dict[int, int]:
        """Return each player's total."""
        return self._played().totals

    def cells(self) -> list[dict[int, int]]:
        """Return the scores of each round, of those who had a hand in it."""
        return self._played().cells

    def _played(self) -> Played:
        """Play the entries again."""
        entries = self.in_force()
        read = {one.seq: one.sent for _, one in entries if isinstance(one, Corrected)}
        starters = range(1, self.starters + 1)
        now = Played(dict.fromkeys(starters, 0), set(starters), set(starters))
        for seq, one in entries:
            match one:
                case Came(player, points, next_round):
                    now.totals[player] = now.totals.get(player, 0) + points
                    now.coming.add(player)
                    now.dealt |= set() if next_round else {player}
                case Went(player, after_round):
                    now.coming.discard(player)
                    now.dealt -= set() if after_round else {player}
                case Saved(sent):
                    score = scores(self.sheet, read.get(seq, sent))
                    now.cells.append({one: score[one] for one in now.dealt & score.keys()})
                    for player, points in now.cells[-1].items():
                        now.totals[player] += points
                    now.dealt = set(now.coming)
        return now
