"""Where cards go on the board: at each of its melds a tack, or the place of a joker."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import JokerMoved, Tacked
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.meld import End
from kalooki_ref.referee.meld_moves import Move, MoveKind, cards_due, joker_goals, joker_places
from kalooki_ref.referee.verdict import Assumption, Verdict
from kalooki_ref.web.rulings.check_query import CheckQuery
from kalooki_ref.web.rulings.drawn_melds import DrawnCard, drawn_grown
from kalooki_ref.web.rulings.shown_board import ShownMeld, board_melds
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.words.rulings import END_WORDS


@dataclass(frozen=True, slots=True)
class Spot:
    """A possible move at a meld of the board, with its verdict; None without cards."""

    shown: ShownMeld
    move: Move
    verdict: Verdict | None = None

    @property
    def name(self) -> str:
        """Value of its button, without the end: the meld, and the place of a joker in it."""
        place = self.move.place
        return self.shown.name if place is None else f"{self.shown.name}.{place}"

    @property
    def fits(self) -> bool:
        return self.verdict is not None and self.verdict.legal

    @property
    def ends(self) -> tuple[tuple[str, str], ...]:
        """Values and words of the buttons that choose an end; none where the cards fit only one."""
        if not self.fits or Assumption.END_UNKNOWN not in (self.verdict or Verdict()).assumes:
            return ()
        return tuple((self.name_at(end), str(words)) for end, words in END_WORDS.items())

    def name_at(self, end: End) -> str:
        """Return the value of its button at an end of the meld."""
        return f"{self.name}.{end}"

    def event(self, player: int, overruled: str = "") -> Tacked | JokerMoved:
        """Return the move as an entry."""
        move, shown = self.move, self.shown
        on = (shown.lay, shown.part)
        if move.place is None:
            return Tacked(player, shown.number, move.cards, move.end, overruled, *on)
        return JokerMoved(
            player, shown.number, move.place, move.cards, move.end, overruled, move.to, *on
        )


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A meld of the board and the moves offered there, best first; drawn as after the first."""

    shown: ShownMeld
    cards: tuple[DrawnCard, ...]
    spots: tuple[Spot, ...]

    @property
    def fits(self) -> bool:
        return any(spot.fits for spot in self.spots)


def board_rows(query: CheckQuery, opened: OpenGame) -> tuple[BoardRow, ...]:
    """Return every meld of the board: where the cards fit, then the rest; in both, ``spot`` first.

    A joker whose place they don't fit is offered only where they may be meant for it.
    """
    rows = []
    for shown in board_melds(opened):
        found = [_judged(spot, query, opened) for spot in _spots(shown, query, opened)]
        found.sort(key=lambda spot: not spot.fits)
        is_open = query.move.kind or not query.cards.cards
        spots = [spot for index, spot in enumerate(found) if spot.fits or is_open or index == 0]
        after = spots[0].verdict.result if spots and spots[0].verdict else ()
        is_shown_after = spots and spots[0].fits and after and query.cards.cards
        cards = drawn_grown(shown.meld, after, opened.system) if is_shown_after else shown.cards
        rows.append(BoardRow(shown, cards, tuple(spots)))
    wanted = query.spot.partition(".")[0]
    return tuple(sorted(rows, key=lambda row: (not row.fits, row.shown.name != wanted)))


def spot_named(query: CheckQuery, opened: OpenGame) -> Spot | None:
    """Return the spot and end of a button's value; None if it isn't on the board any more."""
    for shown in board_melds(opened):
        for spot in _spots(shown, replace(query, move=replace(query.move, kind=None)), opened):
            if query.spot == spot.name:
                return _judged(spot, query, opened)
            for end in End:
                if query.spot == spot.name_at(end):
                    move = replace(spot.move, end=end)
                    return _judged(replace(spot, move=move), query, opened)
    return None


def _spots(shown: ShownMeld, query: CheckQuery, opened: OpenGame) -> Iterator[Spot]:
    """Yield the spots for the cards; without cards, a joker's spot gets the card it stands for."""
    typed, kind = query.cards.cards, query.move.kind
    if kind is not MoveKind.JOKER:
        yield Spot(shown, Move(typed))
    if kind is MoveKind.TACK:
        return
    goals = joker_goals(opened.system)
    to = query.move.to if query.move.to in goals else next(iter(goals), None)
    for place in joker_places(shown.meld):
        due = typed or cards_due(shown.meld, place, opened.system)
        yield Spot(shown, Move(due, place, to=to))


def _judged(spot: Spot, query: CheckQuery, opened: OpenGame) -> Spot:
    """Return a spot with its verdict: on the player's entry, or on the cards alone."""
    if not spot.move.cards:
        return spot
    if query.player is None:
        supply = Supply(opened.game.pack)
        verdict = spot.move.judge(spot.shown.meld, opened.system, by=None, down=True, supply=supply)
    else:
        verdict = judge_event(opened.game, spot.event(query.player))
    return replace(spot, verdict=verdict)
