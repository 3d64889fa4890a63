"""The melds on the board of the current round, as pages show them."""

from dataclasses import dataclass

from kalooki_ref.game.board_changes import meld_index
from kalooki_ref.game.events import JokerMoved, MeldsLaid, RoundEnded, Tacked
from kalooki_ref.game.record import in_force
from kalooki_ref.game.state import Player, has_laid
from kalooki_ref.game.undo import last_entry
from kalooki_ref.referee.meld import Meld
from kalooki_ref.web.rulings.drawn_melds import DrawnCard, drawn_meld
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.words.amounts import meld_word

# Reasons for overruling the referee, by player or by meld.
Overruled = dict[int, list[str]]


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld on the board: its number from 0, its cards, reasons for overruling.

    ``lay`` and ``part`` are as in `BoardMeld`. ``undo`` is the number of the game's last entry if
    it added to this meld, else 0.
    """

    number: int
    owner: Player
    meld: Meld
    label: str
    cards: tuple[DrawnCard, ...]
    overruled: tuple[str, ...]
    lay: str = ""
    part: int = 0
    undo: int = 0

    @property
    def name(self) -> str:
        """Its name in forms, which stays the same if an earlier lay is undone."""
        return f"{self.lay.removeprefix('~')}-{self.part}"


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player who is down, their recorded melds if any, and reasons for overruling their lays."""

    player: Player
    melds: tuple[ShownMeld, ...]
    overruled: tuple[str, ...]


def board_of(opened: OpenGame) -> tuple[ShownPlayer, ...]:
    """Return the players who are down, clockwise, then those who laid melds and left.

    None once the game is over.
    """
    current = opened.game.current
    if current is None:
        return ()
    melds, (lays, _) = board_melds(opened), _overrulings(opened)
    down = [seat for seat in current.seats if has_laid(current, seat)]
    return tuple(
        ShownPlayer(
            opened.game.player(number),
            tuple(meld for meld in melds if meld.owner.number == number),
            tuple(lays.get(number, ())),
        )
        for number in dict.fromkeys((*down, *(meld.owner.number for meld in melds)))
    )


def board_melds(opened: OpenGame) -> tuple[ShownMeld, ...]:
    """Return every meld on the board in the order they were laid."""
    game = opened.game
    if game.current is None:
        return ()
    _, additions = _overrulings(opened)
    grown, seq = _last_addition(opened)
    return tuple(
        ShownMeld(
            number=number,
            owner=game.player(laid.owner),
            meld=laid.meld,
            label=meld_word(laid.meld.kind, game.system),
            cards=drawn_meld(laid.meld, game.system),
            overruled=tuple(additions.get(number, ())),
            lay=laid.lay,
            part=laid.part,
            undo=seq if number == grown else 0,
        )
        for number, laid in enumerate(game.current.board)
    )


def _last_addition(opened: OpenGame) -> tuple[int, int]:
    """Return the meld that the last entry added to and the entry's number; -1 and 0 without one."""
    last = last_entry(opened.entries)
    if last is None or not isinstance(last.event, Tacked | JokerMoved):
        return -1, 0
    board = opened.game.current.board if opened.game.current else ()
    index = meld_index(board, last.event)
    return (-1, 0) if index is None else (index, last.seq)


def _overrulings(opened: OpenGame) -> tuple[Overruled, Overruled]:
    """Return this round's overruling reasons: of lays by player, of additions by meld."""
    lays: Overruled = {}
    additions: Overruled = {}
    board = opened.game.current.board if opened.game.current else ()
    for entry in in_force(opened.entries):
        match entry.event:
            case RoundEnded():
                lays, additions = {}, {}
            case MeldsLaid(player=number, overruled=word) if word:
                lays.setdefault(number, []).append(word)
            case Tacked(overruled=word) | JokerMoved(overruled=word) if word:
                index = meld_index(board, entry.event)
                if index is not None:
                    additions.setdefault(index, []).append(word)
    return lays, additions
