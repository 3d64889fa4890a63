"""Cards added to a meld on the board: a tack, or a joker move; one kind of value for both."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from flask_babel import gettext as _

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.referee.sets import missing_suits, set_rank
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import JokerGoes, JokerMover
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.messages.cards import Said, filled, listed


class MoveKind(StrEnum):
    """What adding cards to a meld can be."""

    TACK = "tack"
    JOKER = "joker"


@dataclass(frozen=True, slots=True)
class Move:
    """Cards for a meld; ``place`` is the joker that makes way, from 0, None for a tack.

    ``end`` is the end a tack goes to, and ``to`` where the joker goes, None where nobody said.
    """

    cards: tuple[Card, ...]
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


def cards_due(meld: Meld, place: int, system: RuleSystem) -> tuple[Card, ...]:
    """Return the card a joker stands for, or all that a set lacks."""
    if meld.kind is MeldKind.SET:
        rank = set_rank(meld.cards)
        return tuple(Card(rank, suit) for suit in missing_suits(meld.cards, system) if rank)
    return meld_reading(meld, system)[place : place + 1]


def takes_owner(target: Meld, system: RuleSystem) -> bool:
    """Whether it matters whose meld it is when its joker moves."""
    return target.kind is MeldKind.RUN and system.joker_mover is JokerMover.OWNER


def joker_goals(system: RuleSystem) -> tuple[tuple[JokerTo, str], ...]:
    """Return where a joker that moves may go as its mover likes, the usual first; none for none."""
    again = (JokerTo.REUSE_NOW, _("Played again at once"))
    kept = (JokerTo.HAND, _("Into the hand"))
    if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        return (again, kept)
    return (kept, again) if system.joker_goes is JokerGoes.INTO_THE_HAND else ()


def allowed_words(move: Move, target: Meld, verdict: Verdict, system: RuleSystem) -> Said:
    """Return what a legal move is: what fits where, and where a joker that makes way goes."""
    cards = listed(move.cards)
    if move.place is None:
        word = _(system.words.set if target.kind is MeldKind.SET else system.words.run)
        return filled(_("%(cards)s can be tacked to this %(meld)s."), cards=cards, meld=word)
    joker = _(system.words.joker)
    said = filled(_("%(cards)s takes the %(joker)s's place."), cards=cards, joker=joker)
    where = _landing(target, verdict)
    return (*said, " ", *filled(where, joker=joker)) if where else said


def _landing(target: Meld, verdict: Verdict) -> str:
    """Return where the joker has gone, as the meld looks afterwards; empty while that is open."""
    before, after = target.cards, verdict.result
    if not after:
        return ""
    if sum(card.is_joker for card in after) < sum(card.is_joker for card in before):
        return _("The %(joker)s can be played again.")
    if after[-1].is_joker and not before[-1].is_joker:
        return _("The %(joker)s goes to the high end.")
    if after[0].is_joker and not before[0].is_joker:
        return _("The %(joker)s goes to the low end.")
    return ""
