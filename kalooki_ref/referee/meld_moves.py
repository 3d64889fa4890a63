"""Moves on a meld on the board: tacking cards, or replacing a joker."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product

from kalooki_ref.cards import HIGH_ACE, Card, Cards
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.referee.runs import main_suit
from kalooki_ref.referee.sets import missing_suits, set_rank
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem

# Cards that are tried as moves in every order: ten of them take two seconds.
MOST_MOVES = 5


class MoveKind(StrEnum):
    """The kinds of moves that add cards to a meld."""

    TACK = "tack"
    JOKER = "joker"


@dataclass(frozen=True, slots=True)
class Move:
    """Cards to add to a meld; ``place`` is the index of the replaced joker, None for a tack.

    ``end`` is the end for a tack, and ``to`` the joker's destination; None if unknown.
    """

    cards: Cards
    place: int | None = None
    end: End | None = None
    to: JokerTo | None = None

    @property
    def kind(self) -> MoveKind:
        """Whether the cards are tacked or replace a joker."""
        return MoveKind.TACK if self.place is None else MoveKind.JOKER

    def judge(
        self,
        target: Meld,
        system: RuleSystem,
        *,
        by: Owner | None,
        down: bool,
        supply: Supply,
    ) -> Verdict:
        """Judge this move without knowledge of the game's state."""
        if self.place is None:
            return judge_tack(target, self.cards, system, end=self.end, down=down, supply=supply)
        return judge_joker_move(
            target, self.place, self.cards, system, by=by, down=down, to=self.to, supply=supply
        )


def joker_places(meld: Meld) -> Iterator[int]:
    """Yield the indexes of a meld's jokers."""
    return (place for place, card in enumerate(meld.cards) if card.is_joker)


def cards_due(meld: Meld, place: int, system: RuleSystem) -> Cards:
    """Return the card a joker stands for, or, in a set, a card of each missing suit."""
    if meld.kind is MeldKind.SET:
        rank = set_rank(meld.cards)
        return tuple(Card(rank, suit) for suit in missing_suits(meld.cards, system) if rank)
    return meld_reading(meld, system)[place : place + 1]


def joker_goals(system: RuleSystem) -> tuple[JokerTo, ...]:
    """Return the destinations a player may choose for a joker, the default first."""
    if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        return (JokerTo.REUSE_NOW, JokerTo.HAND)
    if system.joker_goes is JokerGoes.INTO_THE_HAND:
        return (JokerTo.HAND, JokerTo.REUSE_NOW)
    return ()


def is_several_moves(
    cards: Cards, run: Meld, system: RuleSystem, *, by: Owner, supply: Supply
) -> bool:
    """Whether cards are several moves on a run: some replace jokers, the others are tacked.

    Either may come first, as it may make room for the other. Of more than `MOST_MOVES` cards only
    one may replace a joker.
    """

    @cache
    def is_added(cards: Cards, run: Meld) -> bool:
        """Whether all cards can be added if at least one of them replaces a joker."""
        for place, card in enumerate(cards):
            rest = cards[:place] + cards[place + 1 :]
            for swapped in _after_swap(card, run, system, by=by, supply=supply):
                if not rest or judge_tack(swapped, rest, system, supply=supply).legal:
                    return True
                if len(rest) < MOST_MOVES and is_added(rest, swapped):
                    return True
            tacked = Meld(MeldKind.RUN, judge_tack(run, rest, system, supply=supply).result)
            if any(_after_swap(card, tacked, system, by=by, supply=supply)):
                return True
        return False

    real = [card for card in cards if not card.is_joker]
    if run.kind is MeldKind.SET or len(cards) < 2 or len(set(real)) < len(real):
        return False
    longest = len(run.cards) + len(cards) - 1
    is_one_suit = {card.suit for card in real} == {main_suit(run.cards)}
    return is_one_suit and longest <= HIGH_ACE and is_added(cards, run)


def _after_swap(
    card: Card, run: Meld, system: RuleSystem, *, by: Owner, supply: Supply
) -> Iterator[Meld]:
    """Yield the run after the card replaced one of its jokers, for each way that is legal."""
    for place, to in product(joker_places(run), (None, *JokerTo)):
        if cards_due(run, place, system) != (card,):
            continue
        verdict = judge_joker_move(run, place, (card,), system, by=by, to=to, supply=supply)
        if verdict.legal and verdict.result:
            yield Meld(MeldKind.RUN, verdict.result)


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """What is known of a move: its kind, the end, the joker's index (from 1) and destination.

    ``opens`` is whether a player who isn't down takes the joker in order to come down in this turn.
    """

    kind: MoveKind | None = None
    end: End | None = None
    joker: int | None = None
    to: JokerTo | None = None
    by: Owner | None = None
    down: bool = True
    opens: bool = False


def move_of(
    cards: Cards, target: Meld, system: RuleSystem, facts: MoveFacts, *, supply: Supply
) -> Move:
    """Return the move that these cards make: the first legal or unclear candidate, tacks first.

    If all candidates are illegal, it is a replacement if the cards match a joker, otherwise a tack.
    """
    tack = Move(cards, end=facts.end)
    jokers = [Move(cards, place, to=facts.to) for place in joker_places(target)]
    if facts.joker and facts.joker <= len(jokers):
        jokers = jokers[facts.joker - 1 : facts.joker]
    if facts.kind is MoveKind.JOKER:
        moves = jokers or [Move(cards, len(target.cards), to=facts.to)]
    else:
        moves = [tack] if facts.kind or any(card.is_joker for card in cards) else [tack, *jokers]
    for move in moves:
        verdict = move.judge(target, system, by=facts.by, down=True, supply=supply)
        if verdict.legal:
            return move
    due = (
        move
        for move in moves
        if move.place is not None and cards == cards_due(target, move.place, system)
    )
    return next(due, moves[0])
