"""What a test remembers of a game: each saved entry as it was sent, and the totals they give.

It learns from History only which entries are undone; what they say it knows from the forms.
"""

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


@dataclass(slots=True)
class Corrected:
    """The form of a correction; ``seq`` is the number of the round's entry."""

    seq: int
    sent: Mapping[str, str]


Said = Came | Went | Saved | Corrected


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

    def next_player(self) -> int:
        """Return the number of the next late player; numbers are never used again."""
        came = {one.player for one in self.entries.values() if isinstance(one, Came)}
        return 1 + max(came | {self.starters})

    def in_force(self) -> list[tuple[int, Said]]:
        """Return the entries that aren't undone, in order."""
        return [pair for pair in sorted(self.entries.items()) if pair[0] not in self.undone]

    def rounds(self) -> list[int]:
        """Return the numbers of the entries that ended a round, in order."""
        return [seq for seq, one in self.in_force() if isinstance(one, Saved)]

    def seated(self) -> set[int]:
        """Return the players who are at the table now."""
        return self._played()[1]

    def totals(self) -> dict[int, int]:
        """Return each player's total."""
        return self._played()[0]

    def _played(self) -> tuple[dict[int, int], set[int]]:
        """Play the entries again: totals, and who is at the table in the end."""
        entries = self.in_force()
        read = {one.seq: one.sent for _, one in entries if isinstance(one, Corrected)}
        totals = dict.fromkeys(range(1, self.starters + 1), 0)
        dealt, coming = set(totals), set(totals)
        for seq, one in entries:
            match one:
                case Came(player, points, next_round):
                    totals[player] = totals.get(player, 0) + points
                    coming.add(player)
                    dealt |= set() if next_round else {player}
                case Went(player, after_round):
                    coming.discard(player)
                    dealt -= set() if after_round else {player}
                case Saved(sent):
                    score = scores(self.sheet, read.get(seq, sent))
                    for player in dealt & score.keys():
                        totals[player] += score[player]
                    dealt = set(coming)
        return totals, dealt | coming
