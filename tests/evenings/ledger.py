"""What a test remembers of a game: each saved entry as it was sent, and the scores they give.

It learns from History only which entries are undone; what they say it knows from the forms.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.evenings.board import Added, Board, Laid
from tests.evenings.score_tables import VOID
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


Said = Came | Went | Saved | Corrected | Laid | Added
Row = tuple[str, dict[int, str]]


@dataclass(slots=True)
class Played:
    """What entries give: totals, who is in this round and in the next, the board, and the rows.

    ``start`` and ``back`` are points that the table agreed on: at a player's start, and since the
    last round.
    """

    totals: dict[int, int]
    dealt: set[int]
    coming: set[int]
    board: Board = field(default_factory=Board)
    rounds: list[Row] = field(default_factory=list)
    start: dict[int, int] = field(default_factory=dict)
    back: dict[int, int] = field(default_factory=dict)
    number: int = 1

    def came(self, arrival: Came) -> None:
        agreed = self.back if arrival.player in self.totals else self.start
        agreed[arrival.player] = agreed.get(arrival.player, 0) + arrival.points
        self.totals[arrival.player] = self.totals.get(arrival.player, 0) + arrival.points
        self.coming.add(arrival.player)
        self.dealt |= set() if arrival.next_round else {arrival.player}

    def ended(self, scores: dict[int, int]) -> None:
        """End the round with these scores; it is void without any.

        Who waits for the next one and has a score played it: the round before was undone.
        """
        self.dealt |= self.coming & scores.keys()
        cells = {player: str(scores[player]) for player in self.dealt & scores.keys()}
        cells = cells if scores else dict.fromkeys(self.dealt, VOID)
        self.rounds += [*_agreed("Back", self.back), (str(self.number), cells)]
        for player in self.dealt & scores.keys():
            self.totals[player] += scores[player]
        self.number += bool(scores)
        self.dealt, self.back, self.board = set(self.coming), {}, Board()

    def rows(self) -> list[Row]:
        """Return the rows of a score table."""
        return [*_agreed("Start", self.start), *self.rounds, *_agreed("Back", self.back)]


def _agreed(label: str, points: dict[int, int]) -> list[Row]:
    cells = {player: str(agreed) for player, agreed in points.items() if agreed}
    return [(label, cells)] if cells else []


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
        came = {entry.player for entry in self.entries.values() if isinstance(entry, Came)}
        return max(came | {self.starters})

    def in_force(self) -> list[tuple[int, Said]]:
        """Return the entries that aren't undone, in order."""
        return [pair for pair in sorted(self.entries.items()) if pair[0] not in self.undone]

    def rounds(self) -> list[int]:
        """Return the numbers of the entries that ended a round, in order."""
        return [seq for seq, entry in self.in_force() if isinstance(entry, Saved)]

    def seated(self) -> set[int]:
        """Return the players who are at the table now."""
        played = self.played()
        return played.dealt | played.coming

    def played(self) -> Played:
        """Play the entries again."""
        entries = self.in_force()
        read = {entry.seq: entry.sent for _, entry in entries if isinstance(entry, Corrected)}
        starters = range(1, self.starters + 1)
        now = Played(dict.fromkeys(starters, 0), set(starters), set(starters))
        for seq, entry in entries:
            match entry:
                case Came():
                    now.came(entry)
                case Laid() | Added():
                    now.board.after(entry)
                case Went(player, after_round):
                    now.coming.discard(player)
                    now.dealt -= set() if after_round else {player}
                case Saved(sent):
                    now.ended(scores(self.sheet, read.get(seq, sent)))
        return now
