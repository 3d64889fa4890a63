"""What cards are taken for while nobody says: a set, a run, a first lay, or a move on a meld."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import Card, Cards
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import still_missing
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import judge_meld, kind_of, meld_reading, tidied
from kalooki_ref.referee.sets import missing_suits, set_rank
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import Contract, JokerGoes
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.language import gettext as _


class MoveKind(StrEnum):
    """What adding cards to a meld can be."""

    TACK = "tack"
    JOKER = "joker"


@dataclass(frozen=True, slots=True)
class Move:
    """Cards for a meld; ``place`` is the joker that makes way, from 0, None for a tack.

    ``end`` is the end a tack goes to, and ``to`` where the joker goes, None where unknown.
    """

    cards: Cards
    place: int | None = None
    end: End | None = None
    to: JokerTo | None = None

    @property
    def kind(self) -> MoveKind:
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
        """Return the verdict on this move without a game."""
        if self.place is None:
            return judge_tack(target, self.cards, system, end=self.end, down=down, supply=supply)
        return judge_joker_move(
            target, self.place, self.cards, system, by=by, down=down, to=self.to, supply=supply
        )


def joker_places(meld: Meld) -> Iterator[int]:
    """Yield where the jokers of a meld lie, from 0."""
    return (place for place, card in enumerate(meld.cards) if card.is_joker)


def cards_due(meld: Meld, place: int, system: RuleSystem) -> Cards:
    """Return the card a joker stands for, or all that a set lacks."""
    if meld.kind is MeldKind.SET:
        rank = set_rank(meld.cards)
        return tuple(Card(rank, suit) for suit in missing_suits(meld.cards, system) if rank)
    return meld_reading(meld, system)[place : place + 1]


def joker_goals(system: RuleSystem) -> tuple[tuple[JokerTo, str], ...]:
    """Return where a joker that moves may go as its mover likes, the usual first; none for none."""
    again = (JokerTo.REUSE_NOW, _("Played again at once"))
    kept = (JokerTo.HAND, _("Into the hand"))
    if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        return (again, kept)
    return (kept, again) if system.joker_goes is JokerGoes.INTO_THE_HAND else ()


LEAST = 3
"""Cards of the smallest meld in any game."""


class Taken(StrEnum):
    """What cards can be taken for where no meld of the board is chosen."""

    SET = "set"
    RUN = "run"
    LAY = "lay"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody said of a move: its kind, the end, which joker (from 1) and where it goes.

    ``opens`` is whether a player who isn't down comes down in this turn, the joker in hand.
    """

    kind: MoveKind | None = None
    end: End | None = None
    joker: int | None = None
    to: JokerTo | None = None
    by: Owner | None = None
    down: bool = True
    opens: bool = False


def parted(parts: Sequence[Cards], system: RuleSystem) -> tuple[Cards, ...]:
    """Return the cards as melds, in the order tapped; parts that were separated stay apart.

    Cards are cut where legal melds end; what is left over at the end stays together. Cards of one
    suit or of one rank with something left over are one meld, and a wrong one.
    """
    found = tuple(part for part in parts if part)
    if len(found) != 1:
        return found
    (cards,) = found
    if len(cards) <= LEAST or _is_legal(cards, system):
        return found
    cuts = _best_cuts(cards, system)
    cut = tuple(cards[start:end] for start, end in zip(cuts, (*cuts[1:], len(cards)), strict=True))
    return found if is_alike(cards) and not _is_legal(cut[-1], system) else cut


def is_unfinished(parts: Sequence[Cards], system: RuleSystem) -> bool:
    """Whether the cards could still become anything: too few for a meld, after legal ones."""
    *others, last = parts
    return len(last) < LEAST and all(_is_legal(cards, system) for cards in others)


def as_melds(
    parts: Sequence[Cards], system: RuleSystem, contract: Contract | None
) -> tuple[Meld, ...]:
    """Return the cards as melds; what could be a set and a run is what the contract still lacks."""
    melds: list[Meld] = []
    for cards in parts:
        kind = kind_of(cards, system)
        other = MeldKind.RUN if kind is MeldKind.SET else MeldKind.SET
        if _is_full(melds, kind, contract) and _could_be(cards, other, system):
            kind = other
        melds.append(Meld(kind, cards))
    return tuple(melds)


def board_meld(cards: Cards, kind: MeldKind | None, system: RuleSystem) -> Meld | None:
    """Return cards on the board as a meld; None while there are none."""
    if not cards:
        return None
    return tidied(Meld(kind or kind_of(cards, system, phase=Phase.TACK), cards), system)


def move_of(
    cards: Cards, target: Meld, system: RuleSystem, wishes: Wishes, *, supply: Supply
) -> Move:
    """Return the move these cards are: the first that is not illegal, else what they look like.

    A tack comes first. Cards that a joker stands for look like its replacement.
    """
    tack = Move(cards, end=wishes.end)
    jokers = [Move(cards, place, to=wishes.to) for place in joker_places(target)]
    if wishes.joker and wishes.joker <= len(jokers):
        jokers = jokers[wishes.joker - 1 : wishes.joker]
    if wishes.kind is MoveKind.JOKER:
        moves = jokers or [Move(cards, len(target.cards), to=wishes.to)]
    else:
        moves = [tack] if wishes.kind or any(card.is_joker for card in cards) else [tack, *jokers]
    for move in moves:
        verdict = move.judge(target, system, by=wishes.by, down=True, supply=supply)
        if verdict.legal:
            return move
    due = (
        move
        for move in moves
        if move.place is not None and cards == cards_due(target, move.place, system)
    )
    return next(due, moves[0])


def is_alike(cards: Cards) -> bool:
    """Whether the real cards are all of one rank or all of one suit."""
    naturals = [card for card in cards if not card.is_joker]
    return len({card.rank for card in naturals}) < 2 or len({card.suit for card in naturals}) < 2


def _is_legal(cards: Cards, system: RuleSystem) -> bool:
    if len(cards) < LEAST or not is_alike(cards):
        return False
    return judge_meld(Meld(kind_of(cards, system), cards), system).legal


def _best_cuts(cards: Cards, system: RuleSystem) -> tuple[int, ...]:
    """Return where melds begin: all in legal melds if that can be, else the longest legal start.

    Among equals the fewest melds.
    """
    cuts: dict[int, tuple[int, ...]] = {0: ()}
    for end in range(LEAST, len(cards) + 1):
        starts = [start for start in cuts if _is_legal(cards[start:end], system)]
        if starts:
            best = min(starts, key=lambda start: (len(cuts[start]), -start))
            cuts[end] = (*cuts[best], best)
    reached = max(cuts)
    return cuts[reached] if reached == len(cards) else (*cuts[reached], reached)


def _could_be(cards: Cards, kind: MeldKind, system: RuleSystem) -> bool:
    """Whether the cards may as well be meant as this kind: legal so, or a lone natural."""
    naturals = sum(1 for card in cards if not card.is_joker)
    return naturals < 2 or judge_meld(Meld(kind, cards), system).legal


def _is_full(melds: Sequence[Meld], kind: MeldKind, contract: Contract | None) -> bool:
    if contract is None:
        return False
    missing = still_missing(contract, melds)
    return not (missing.sets if kind is MeldKind.SET else missing.runs)
