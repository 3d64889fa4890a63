"""The board of a round: adds cards to its melds, and tracks the turn of its entries.

Legal cards are placed by the referee; cards added against the rules go where the players put them.
Consecutive board entries of one player count as one turn; a call, a counted hand, a reshuffle or
another player's entry ends it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import JOKER, Cards
from kalooki_ref.game import events
from kalooki_ref.game.events import Builder, JokerMoved, Tacked
from kalooki_ref.game.state import BoardMeld, BoardTurn, Game, Round, has_laid
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import builder_points
from kalooki_ref.referee.meld import End, MeldKind, Owner
from kalooki_ref.referee.run_growth import NOTHING_ADDED, Added, added_at_ends
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

Board = tuple[BoardMeld, ...]


@dataclass(frozen=True, slots=True)
class Built:
    """The result of adding builders: their cards, the points of those that fit, the findings.

    ``unclear`` are the indexes of builders that could go to either end.
    """

    cards: Cards = ()
    points: int = 0
    findings: tuple[Finding, ...] = ()
    unclear: tuple[int, ...] = ()


def meld_index(board: Board, added: Tacked | JokerMoved | Builder) -> int | None:
    """Return the index on the board of the meld that cards are added to; None if it isn't there."""
    if not added.lay:
        return added.meld if 0 <= added.meld < len(board) else None
    melds = [(laid.lay, laid.part) for laid in board]
    wanted = (added.lay, added.part)
    return melds.index(wanted) if wanted in melds else None


def with_meld_indexes(event: events.Event, board: Board) -> events.Event:
    """Return an event with the melds it adds to counted on this board, where lays may be undone."""
    if isinstance(event, events.MeldsLaid) and event.builders:
        found = [meld_index(board, builder) for builder in event.builders]
        pairs = zip(event.builders, found, strict=True)
        indexed = tuple(
            replace(builder, meld=index) for builder, index in pairs if index is not None
        )
        return replace(event, builders=indexed)
    if isinstance(event, Tacked | JokerMoved):
        at = meld_index(board, event)
        return replace(event, meld=len(board) if at is None else at)
    return event


def with_added(board: Board, event: Tacked | JokerMoved, system: RuleSystem) -> Board:
    """Return the board with the cards added to their meld, or put in the joker's place."""
    if not 0 <= event.meld < len(board):
        return board
    laid = board[event.meld]
    cards = laid.meld.cards
    if isinstance(event, Tacked):
        grown = judge_tack(laid.meld, event.cards, system, end=event.end).result
        is_below = laid.meld.kind is MeldKind.RUN and event.end is End.LOW
        forced = event.cards[::-1] + cards if is_below else cards + event.cards
        return _with_cards(board, event.meld, grown or forced)
    by = Owner.OWN if laid.owner == event.player else Owner.OTHER
    verdict = judge_joker_move(
        laid.meld, event.place, event.cards, system, by=by, to=event.to or event.end
    )
    forced = cards[: event.place] + event.cards + cards[event.place + 1 :]
    return _with_cards(board, event.meld, verdict.result or forced)


def supply_beside(
    game: Game, board: Board, *, but: int | None = None, but_meld: int | None = None
) -> Supply:
    """Return the pack and the cards on the board, except one player's or one meld's."""
    others = tuple(
        card
        for index, laid in enumerate(board)
        if laid.owner != but and index != but_meld
        for card in laid.meld.cards
    )
    return Supply(game.pack, others)


def judge_added(
    game: Game,
    board: Board,
    added: Tacked | Builder,
    *,
    down: bool = True,
    earlier: Added = NOTHING_ADDED,
) -> Verdict:
    """Return the verdict on cards added to a meld of this board.

    ``earlier`` is what the player added to runs earlier in the same turn.
    """
    if not 0 <= added.meld < len(board):
        return Verdict((Finding(Code.NO_FIT, added.cards),))
    return judge_tack(
        board[added.meld].meld,
        added.cards,
        game.system,
        end=added.end,
        down=down,
        supply=supply_beside(game, board, but_meld=added.meld),
        earlier=earlier,
    )


def judge_builders(game: Game, current: Round, builders: Sequence[Builder]) -> Built:
    """Judge builders one after another, each on the board that the previous ones leave."""
    board, built = current.board, Built()
    for number, builder in enumerate(builders):
        verdict = judge_added(game, board, builder)
        points = 0
        if verdict.result:
            before = board[builder.meld].meld
            points = builder_points(before, replace(before, cards=verdict.result), game.system)
            board = _with_cards(board, builder.meld, verdict.result)
        built = Built(
            built.cards + builder.cards,
            built.points + points,
            built.findings + tuple(replace(finding, at=()) for finding in verdict.findings),
            built.unclear + ((number,) if Assumption.END_UNKNOWN in verdict.assumes else ()),
        )
    return built


def _with_cards(board: Board, at: int, cards: Cards) -> Board:
    grown = replace(board[at], meld=replace(board[at].meld, cards=cards))
    return (*board[:at], grown, *board[at + 1 :])


_ENDS = (events.CallAnswered, events.HandCounted, events.StockReshuffled)


def track_turn(game: Game, before: Round | None, event: events.Event) -> Game:
    """Return the game with its board turn updated; the event itself is already folded in.

    ``before`` is the round before the event.
    """
    after = game.current
    if before is None or after is None or isinstance(event, events.RoundEnded):
        return game
    turn = _turn_after(before, after, event, game.system)
    jokers = _unplayed_jokers(before, turn)
    if (turn, jokers) == (after.turn, after.unplayed_jokers):
        return game
    return replace(game, current=replace(after, turn=turn, unplayed_jokers=jokers))


def _turn_after(
    before: Round, after: Round, event: events.Event, system: RuleSystem
) -> BoardTurn | None:
    if isinstance(event, _ENDS):
        return None
    if not isinstance(event, events.OnBoard):
        return before.turn
    own = _own_turn(before, event)
    freed = _freed(before, after, event, system)
    lay = event if isinstance(event, events.MeldsLaid) else None
    comes_down = lay and not (lay.returned or has_laid(before, lay.player))
    tacks = lay.builders if lay else isinstance(event, events.Tacked)
    return replace(
        own,
        came_down=own.came_down or bool(comes_down),
        has_tacked=own.has_tacked or bool(tacks),
        owed=max(0, own.owed + freed - _jokers_played(event)),
        added=_added(before, after, event, own) if isinstance(event, Tacked) else own.added,
    )


def _added(
    before: Round, after: Round, event: Tacked, turn: BoardTurn
) -> tuple[tuple[int, Added], ...]:
    """Return the additions to runs in this turn, including this entry's."""
    if not 0 <= event.meld < len(before.board):
        return turn.added
    old, new = before.board[event.meld].meld, after.board[event.meld].meld
    if old.kind is MeldKind.SET:
        return turn.added
    (low, high), (below, above) = turn.added_to(event.meld), added_at_ends(old.cards, new.cards)
    return tuple((dict(turn.added) | {event.meld: (low + below, high + above)}).items())


def _own_turn(before: Round, event: events.OnBoard) -> BoardTurn:
    turn = before.turn
    is_later = isinstance(event, events.MeldsLaid) and event.later
    if turn is None or turn.player != event.player or is_later:
        return BoardTurn(event.player)
    return turn


def _unplayed_jokers(before: Round, turn: BoardTurn | None) -> tuple[int, ...]:
    """Return the players who took a joker and didn't replay it in that turn, as recorded."""
    left = before.turn
    if left is None or not left.owed or (turn is not None and turn.player == left.player):
        return before.unplayed_jokers
    return (*before.unplayed_jokers, left.player)


def _freed(before: Round, after: Round, event: events.OnBoard, system: RuleSystem) -> int:
    """Return the number of jokers taken off melds that must be played in the same turn (002)."""
    if not isinstance(event, events.JokerMoved) or event.to is JokerTo.HAND:
        return 0
    if system.joker_goes is not JokerGoes.REUSED_AT_ONCE:
        return 0
    return jokers_taken(before, after)


def jokers_taken(before: Round, after: Round) -> int:
    """Return how many jokers left the board between these two states of a round."""
    return max(0, before.table_cards.count(JOKER) - after.table_cards.count(JOKER))


def _jokers_played(event: events.OnBoard) -> int:
    is_returned = isinstance(event, events.MeldsLaid) and event.returned
    if isinstance(event, events.JokerMoved) or is_returned:
        return 0
    return event.cards.count(JOKER)
