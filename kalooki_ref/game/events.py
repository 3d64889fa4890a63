"""What can happen at a table, each as a frozen value named in the past tense.

Players are small numbers that never change hands: 1 for the first name typed, and so on.
"""

from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import Cards
from kalooki_ref.referee.calls import When
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld, cards_in


class Coaching(StrEnum):
    """When a table lets the phone advise on hands, because that is coaching."""

    OFF = "off"
    AFTER_ROUND = "after_round"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Names in seat order, clockwise; the first dealer; who starts, if asked; the stake.

    ``advice`` is when hands may be advised on; changing it later amends this entry. ``marks`` has
    one mark a name; empty where they go by seat number.
    """

    names: tuple[str, ...]
    dealer: int
    starter: int | None = None
    stake: int = 0
    advice: Coaching = Coaching.OFF
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player is called something else from now on."""

    player: int
    name: str


@dataclass(frozen=True, slots=True)
class PlayerMarked:
    """A player has another mark, 1 to 16, or the next free one where somebody has that."""

    player: int
    mark: int


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A late player sits down behind ``after`` with the points the table agreed.

    ``mark`` is 0 for the first free one.
    """

    name: str
    after: int
    points: int
    mark: int = 0


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player leaves; the scores so far stay."""

    player: int


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
    """A player counted the cards in hand, and those already on the table."""

    player: int
    cards: int
    when: When = When.BETWEEN
    played: int = 0


@dataclass(frozen=True, slots=True)
class Builder:
    """Cards tacked in the turn of coming down, on a meld of the table, to open with."""

    meld: int
    cards: Cards
    end: End | None = None


@dataclass(frozen=True, slots=True)
class MeldsLaid:
    """A player came down, or laid more; without melds when the table names no cards.

    ``returned`` marks a false lay: the cards went back into the hand. ``builders`` and
    ``goes_out`` are given where they help to open. ``later`` is set when the table said that this
    was a later turn than the player's entry before it.
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
        return cards_in(self.melds) + tuple(card for one in self.builders for card in one.cards)


@dataclass(frozen=True, slots=True)
class Tacked:
    """A player added cards to a meld on the table, counted from 0 in the order they were laid."""

    player: int
    meld: int
    cards: Cards
    end: End | None = None
    overruled: str = ""


@dataclass(frozen=True, slots=True)
class JokerMoved:
    """A player put cards in the place of a joker; ``place`` counts from 0 within the meld.

    ``to`` is where a joker that leaves its meld went, where the table said so.
    """

    player: int
    meld: int
    place: int
    cards: Cards
    end: End | None = None
    overruled: str = ""
    to: JokerTo | None = None


@dataclass(frozen=True, slots=True)
class StockReshuffled:
    """The stock ran out and the discards were shuffled into a new one."""


@dataclass(frozen=True, slots=True)
class HandLeft:
    """What one player was left with when the round ended.

    Either ``cards`` (tapped one by one) or ``count`` (their worth in points, not yet doubled);
    ``sum_text`` keeps a sum as it was typed; ``is_down`` is None where unknown whether the
    player had come down; ``fine`` is what the table agreed on top; ``barred`` are cards laid
    although an overcall forbade it, which count as in hand.
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
    """A round was played out: who went out, whether that bent the board, what each hand held.

    No winner means the round is void: nothing scored, dealt again by the same dealer.
    ``hands`` lists every player at the table, the winner too (for penalties). ``bend_stands`` is
    set when the table insisted on a bent board that this winner may not have by the rules.
    """

    winner: int | None
    bent: bool = False
    hands: tuple[HandLeft, ...] = ()
    overruled: str = ""
    bend_stands: bool = False


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The table stopped: nothing more is played."""


@dataclass(frozen=True, slots=True)
class EntryAmended:
    """An earlier entry reads differently now, or not at all; its first reading stays on record."""

    seq: int
    event: "Event | None"


Event = (
    GameStarted
    | PlayerRenamed
    | PlayerMarked
    | PlayerJoined
    | PlayerLeft
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
# What a player does with cards on the board.
OnBoard = MeldsLaid | Tacked | JokerMoved
# What several phones may write down in one round, in any order: not on the same meld, though.
InRound = CallAnswered | HandCounted | OnBoard
# What changes the ground under everything that was seen before.
TurningPoint = RoundEnded | SeatsChanged | PlayerJoined | PlayerLeft | GameEnded | EntryAmended
