"""The events of a game, as frozen dataclasses named in the past tense.

Players are numbered from 1 in the order their names were entered; numbers are never reused.
"""

from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import Cards
from kalooki_ref.referee.calls import When
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld, cards_in


class Coaching(StrEnum):
    """When a table allows advice on hands, which counts as coaching."""

    OFF = "off"
    AFTER_ROUND = "after_round"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game started with these players, in seat order, clockwise.

    ``dealer`` deals first; ``starter`` plays first, None if nobody was asked; ``stake`` is what
    each player puts into the pool, 0 without one. ``advice`` is when advice on hands is allowed;
    changing it later amends this entry. ``marks`` has one mark per name; empty for the default by
    seat. ``zone`` is the IANA name of the time zone the table is in; empty if it is unknown.
    """

    names: tuple[str, ...]
    dealer: int
    starter: int | None = None
    stake: int = 0
    advice: Coaching = Coaching.OFF
    marks: tuple[int, ...] = ()
    zone: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player has a new name from now on."""

    player: int
    name: str


@dataclass(frozen=True, slots=True)
class PlayerMarked:
    """A player has another mark, 1 to 16, or the next free one if that is taken."""

    player: int
    mark: int


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A late player sits down after ``after``, with the starting points the table agreed on.

    ``mark`` is 0 for the first free one. ``number`` is 0 in games of earlier versions, where it is
    the next one after those of the players at that point.
    ``next_round`` means that the cards of this round were dealt without this player.
    """

    name: str
    after: int
    points: int
    mark: int = 0
    number: int = 0
    next_round: bool = False


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player left, or leaves when this round has ended (``after_round``); scores remain.

    ``dealt`` means that the cards of this round had been dealt: the dealer and the player who
    started stay the same, even if it is this one.
    """

    player: int
    after_round: bool = False
    dealt: bool = False


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had left sits down again after ``after``, with the same number and scores.

    ``points`` were agreed on for the rounds between; ``next_round`` is as in PlayerJoined.
    """

    player: int
    after: int
    points: int = 0
    next_round: bool = False


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """The players at the table in their new order, clockwise, and who deals the current round."""

    order: tuple[int, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A player called the upcard; granted, or refused."""

    player: int
    granted: bool = True
    overruled: str = ""


@dataclass(frozen=True, slots=True)
class HandCounted:
    """A player counted the cards in hand, and those already on the board."""

    player: int
    cards: int
    when: When = When.BETWEEN
    played: int = 0


@dataclass(frozen=True, slots=True)
class Builder:
    """Cards tacked on a meld of the board in the turn of coming down, counted towards opening.

    The meld is as in `Tacked`.
    """

    meld: int
    cards: Cards
    end: End | None = None
    lay: str = ""
    part: int = 0


@dataclass(frozen=True, slots=True)
class MeldsLaid:
    """A player came down or laid further melds; without melds if the cards weren't recorded.

    ``returned`` marks a false lay: the cards went back into the hand. ``builders`` and
    ``goes_out`` are recorded if they matter for opening. ``later`` means that this was a later turn
    than the player's previous entry.
    """

    player: int
    melds: tuple[Meld, ...] = ()
    returned: bool = False
    overruled: str = ""
    builders: tuple[Builder, ...] = ()
    goes_out: bool = False
    later: bool = False

    @property
    def cards(self) -> Cards:
        """All cards put down: those of the melds, then the builders."""
        return cards_in(self.melds) + tuple(
            card for builder in self.builders for card in builder.cards
        )


@dataclass(frozen=True, slots=True)
class Tacked:
    """A player added cards to a meld on the board, counted from 0 in the order they were laid.

    That count changes when an earlier lay is undone. ``lay`` is the key of the entry that laid the
    meld, which is the same in every copy of the game, and ``part`` counts from 0 within that lay.
    Entries of earlier versions have only ``meld``.
    """

    player: int
    meld: int
    cards: Cards
    end: End | None = None
    overruled: str = ""
    lay: str = ""
    part: int = 0


@dataclass(frozen=True, slots=True)
class JokerMoved:
    """A player put cards in the place of a joker; ``place`` counts from 0 within the meld.

    ``to`` is where a joker that left its meld went, if recorded. The meld is as in `Tacked`.
    """

    player: int
    meld: int
    place: int
    cards: Cards
    end: End | None = None
    overruled: str = ""
    to: JokerTo | None = None
    lay: str = ""
    part: int = 0


@dataclass(frozen=True, slots=True)
class StockReshuffled:
    """The stock ran out and the discards were shuffled into a new one."""


@dataclass(frozen=True, slots=True)
class HandLeft:
    """One player's cards or points left at the end of a round.

    Either ``cards`` (entered one by one) or ``count`` (their points, not yet doubled);
    ``sum_text`` is a sum as it was typed; ``is_down`` is None if it is unknown whether the player
    had come down; ``fine`` is an agreed penalty; ``barred`` are cards laid although an overcall
    forbade it, which count as left in the hand.
    """

    player: int
    count: int | None = None
    cards: Cards | None = None
    sum_text: str = ""
    is_down: bool | None = None
    overcalls: int = 0
    false_lays: int = 0
    fine: int = 0
    barred: Cards = ()


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round ended: who went out, whether that bent the board, and each hand.

    Without a winner the round is void: not scored, and dealt again by the same dealer.
    ``hands`` has every player in the round, including the winner (for penalties). ``bend_stands``
    means that the table insisted on a bent board against the rules.
    """

    winner: int | None
    bent: bool = False
    hands: tuple[HandLeft, ...] = ()
    overruled: str = ""
    bend_stands: bool = False


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game was ended early."""


@dataclass(frozen=True, slots=True)
class EntryAmended:
    """An earlier entry was corrected, undone (None) or restored; the original stays in the history.

    ``also`` are further entries amended by the same act. ``back`` means that the event is the one
    before the latest correction, which this undoes.
    """

    seq: int
    event: "Event | None"
    also: "tuple[EntryAmended, ...]" = ()
    back: bool = False


Event = (
    GameStarted
    | PlayerRenamed
    | PlayerMarked
    | PlayerJoined
    | PlayerLeft
    | PlayerReturned
    | SeatsChanged
    | CallAnswered
    | HandCounted
    | MeldsLaid
    | Tacked
    | JokerMoved
    | StockReshuffled
    | RoundEnded
    | GameEnded
    | EntryAmended
)
# Events with cards on the board.
OnBoard = MeldsLaid | Tacked | JokerMoved
# Events that several phones may add to a round in any order, except on the same meld.
InRound = CallAnswered | HandCounted | OnBoard
# Events that conflict with every unseen entry.
TurningPoint = (
    RoundEnded
    | SeatsChanged
    | PlayerJoined
    | PlayerLeft
    | PlayerReturned
    | GameEnded
    | EntryAmended
)
