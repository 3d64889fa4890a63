"""Questions about cards: one meld, a first lay, a tack, a joker move, and what a hand costs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import OpeningTurn, judge_lay
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import judge_cards, judge_meld, meld_points
from kalooki_ref.referee.plausibility import judge_score
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, bends, score_hand, total
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.records import Cards, Count, Melds
from kalooki_ref.web.api.rulings import Amount, Ruling
from kalooki_ref.web.api.systems import contract_round, supply_of

Players = Annotated[int | None, "How many play, where the pack depends on it."]
Round = Annotated[int | None, "From 1."]


class MovedBy(StrEnum):
    """Who moves a joker: whoever laid the meld, or somebody else."""

    OWNER = "owner"
    OWN = "own"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldQuestion:
    """Is this a set or a run? Without "as" the referee takes the cards for what they are."""

    as_: MeldKind | None = None
    cards: Cards
    phase: Phase = Phase.LAY
    players: Players = None

    def ruling(self, system: RuleSystem) -> Ruling:
        pack = supply_of(self.players, system).pack
        if self.as_ is None:
            return judge_cards(self.cards, system, phase=self.phase, pack=pack)
        return judge_meld(Meld(self.as_, self.cards), system, phase=self.phase, pack=pack)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayQuestion:
    """Do these melds meet the contract? "ask": "value" wants their points instead."""

    ask: Literal["value"] | None = None
    melds: Melds
    round: Round = None
    builders_value: Annotated[Count, "Points tacked in the same turn."] = 0
    goes_out: Annotated[bool | None, "Whether the turn ends the round."] = None
    laid_before: Annotated[Melds, "The part of the contract laid in earlier turns."] = ()
    players: Players = None

    def ruling(self, system: RuleSystem) -> Ruling:
        if self.ask:
            return Amount(sum(meld_points(meld, system) for meld in self.melds))
        return judge_lay(
            self.melds,
            system,
            number=contract_round(self.round, system),
            turn=OpeningTurn(builders=self.builders_value, goes_out=self.goes_out),
            own=self.laid_before,
            supply=supply_of(self.players, system),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TackQuestion:
    """May these cards be added to a meld on the board?"""

    target: Meld
    add: Cards
    end: End | None = None
    laid: Annotated[bool | None, "Whether the player is down."] = None
    players: Players = None

    def ruling(self, system: RuleSystem) -> Ruling:
        supply = supply_of(self.players, system)
        return judge_tack(
            self.target, self.add, system, end=self.end, down=self.laid, supply=supply
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerMoveQuestion:
    """May a real card take the joker's place?"""

    target: Meld
    index: Annotated[int, "The joker's place in the meld, from 0."]
    with_: Cards
    by: MovedBy | None = None
    laid: Annotated[bool | None, "Whether the player is down."] = None
    to: JokerTo | None = None
    players: Players = None

    def ruling(self, system: RuleSystem) -> Ruling:
        owners = {MovedBy.OTHER: Owner.OTHER, None: None}
        return judge_joker_move(
            self.target,
            self.index,
            self.with_,
            system,
            by=owners.get(self.by, Owner.OWN),
            down=self.laid,
            to=self.to,
            supply=supply_of(self.players, system),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundScore:
    """What a score depends on besides the cards left in the hand."""

    round: Round = None
    laid: Annotated[bool | None, "Whether the player came down."] = None
    winner: bool = False
    bent: bool = False
    kalooki: bool = False
    overcalls: Count = 0
    false_lays: Count = 0
    bender_overcalled: bool = False

    def left_hand(self, cards: Cards | None) -> LeftHand:
        """Return what is left over, with the penalties."""
        return LeftHand(
            cards=cards,
            is_winner=self.winner,
            is_down=self.laid,
            overcalls=self.overcalls,
            false_lays=self.false_lays,
        )

    def facts(self, system: RuleSystem) -> RoundFacts:
        """Return what holds for every hand of the round."""
        claimed, over = self.bent or self.kalooki, int(self.bender_overcalled)
        bent = bends(system, same_turn=claimed, overcalls=over)
        return RoundFacts(bent=bent, number=contract_round(self.round, system))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreQuestion(RoundScore):
    """What does this hand cost?"""

    hand: Cards

    def ruling(self, system: RuleSystem) -> Ruling:
        foreign = foreign_findings(self.hand, system)
        if foreign:
            return Verdict(tuple(foreign))
        lines = score_hand(self.left_hand(self.hand), system, self.facts(system))
        return Amount(total(lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredQuestion(RoundScore):
    """Can this score be right?"""

    claim: Literal["entered_score"]
    value: int

    def ruling(self, system: RuleSystem) -> Ruling:
        return judge_score(self.value, system, self.left_hand(None), self.facts(system))


@dataclass(frozen=True, slots=True, kw_only=True)
class WinQuestion:
    """What is a total after winning a round?"""

    ask: Literal["total_after_win"]
    previous_total: int

    def ruling(self, system: RuleSystem) -> Ruling:
        return Amount(self.previous_total + system.winner_points)
