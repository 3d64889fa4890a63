"""The page of the current round's board, and the page that asks to confirm an illegal move.

Recording the board is optional, and the table can overrule the referee.
"""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.cards import Cards
from kalooki_ref.game.board_changes import meld_index
from kalooki_ref.game.events import JokerMoved, MeldsLaid, RoundEnded, Tacked
from kalooki_ref.game.record import in_force
from kalooki_ref.game.round_end import Proof, bend_proof
from kalooki_ref.game.state import Game, Player, Round, has_laid
from kalooki_ref.game.undo import last_entry
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import PickerFacts, picker_facts
from kalooki_ref.web.shared.settings import is_coached
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import meld_word
from kalooki_ref.words.faults import hint_words
from kalooki_ref.words.rulings import Ruling

blueprint = Blueprint("board", __name__, url_prefix="/g/<game_id>/board")

# Reasons for overruling the referee, by player or by meld.
Overruled = dict[int, list[str]]


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A ruling against a submitted move, and how to continue.

    ``fields`` are submitted again with a reason; ``ends`` are the ends to choose from; ``rows`` are
    the melds of a lay, ``before`` and ``added`` a meld with its added cards; ``returned`` submits a
    false lay; ``later`` is why it may have been a later turn.
    """

    title: str
    ruling: Ruling
    fields: tuple[tuple[str, str], ...]
    back: str
    rows: tuple[Any, ...] = ()
    before: Any = None
    added: tuple[Any, ...] = ()
    after_reading: tuple[Any, ...] = ()
    ends: tuple[tuple[str, str], ...] = ()
    returned: str = ""
    returned_costs: str = ""
    later: str = ""
    draft: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardParts:
    """The part shared by all pages of the board: the game, its players, and the card picker."""

    table: OpenGame
    game: Game
    system: RuleSystem
    picker: PickerFacts
    players: list[dict[str, str | Player]]


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld on the board: its number from 0, its cards as read, reasons for overruling.

    ``lay`` and ``part`` are as in `BoardMeld`. ``undo`` is the number of the game's last entry if
    it added to this meld, else 0.
    """

    number: int
    owner: Player
    meld: Meld
    label: str
    reading: Cards
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


@blueprint.get("")
def show(opened: OpenGame) -> ResponseReturnValue:
    """Show the board: the players who are down, and their melds."""
    current = opened.game.current
    if current is None:
        return see_other(url_for("table.show", game_id=opened.id))
    unplayed = dict.fromkeys(current.unplayed_jokers)
    return render(
        "table/board/show.html",
        board_parts(opened),
        board=board_of(opened),
        benders=benders(opened.game, current),
        unplayed=", ".join(opened.game.player(seat).name for seat in unplayed),
        reuse_clause=opened.system.clause_for(Code.JOKER_NOT_REUSED),
    )


def board_parts(opened: OpenGame) -> BoardParts:
    """Return the part shared by all pages of the board."""
    game = opened.game
    return BoardParts(
        table=opened,
        game=game,
        system=game.system,
        picker=picker_facts(game.system, game.pack),
        players=[
            {"value": str(player.number), "label": player.name, "player": player}
            for player in game.in_round
        ],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionedPage:
    """An illegal move to be confirmed; ``withheld`` hides the ruling's reasons and repairs.

    The form is submitted again to ``action``, with a reason.
    """

    question: BoardQuestion
    action: str
    ruling: Ruling
    withheld: bool


def questioned(opened: OpenGame, question: BoardQuestion) -> ResponseReturnValue:
    """Show the ruling for confirmation; nothing is saved yet."""
    page = QuestionedPage(
        question=question,
        action=request.script_root + request.path,
        ruling=question.ruling,
        withheld=not is_coached(),
    )
    return render("table/board/questioned.html", board_parts(opened), page), 422


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
            reading=meld_reading(laid.meld, game.system),
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
    at = meld_index(board, last.event)
    return (-1, 0) if at is None else (at, last.seq)


def benders(game: Game, current: Round) -> tuple[str, ...]:
    """Return hints about who might bend the board by going out now."""
    found: dict[Proof, list[str]] = {}
    for place in current.places:
        proof = bend_proof(game, current, place.player)
        if proof is not None and (current.calls or proof is not Proof.NEVER_CALLED):
            found.setdefault(proof, []).append(game.player(place.player).name)
    return hint_words(found)


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
                at = meld_index(board, entry.event)
                if at is not None:
                    additions.setdefault(at, []).append(word)
    return lays, additions
