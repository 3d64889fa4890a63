"""Questions about cards: one meld, a first lay, a tack, a joker move, and what a hand costs."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Literal

from kalooki_ref.referee.inventory import foreign_findings, surplus_findings
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move, may_open_with_joker
from kalooki_ref.referee.lay import OpeningTurn, judge_lay
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import judge_cards, judge_meld, meld_findings, meld_points
from kalooki_ref.referee.plausibility import judge_score
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, bends, score_hand, total
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Assumption, Verdict
from kalooki_ref.rules.choices import BarredFromLaying
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.given_rules import contract_round, supply_of
from kalooki_ref.web.api.outcomes import Amount, Ruling
from kalooki_ref.web.api.records import (
    Cards,
    ContradictionError,
    Count,
    Decides,
    Fact,
    Melds,
)
from kalooki_ref.web.messages.verdicts import say_verdict

Players = Annotated[int | None, "How many play, where the pack depends on it."]
Round = Annotated[int | None, "From 1."]
ROUNDS = tuple(range(1, 10))


def check_meld(meld: Meld, system: RuleSystem, name: str, *, phase: Phase) -> None:
    """Raise ContradictionError where what is said to lie on the board is no meld."""
    findings = tuple(meld_findings(meld, system, phase=phase))
    if findings:
        says = say_verdict(Verdict(findings), system)
        raise ContradictionError(f'"{name}" is no {meld.kind}: {says}')


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
    round: Annotated[Round, Decides(ROUNDS)] = None
    builders_value: Annotated[Count, "Points tacked in the same turn."] = 0
    goes_out: Annotated[Fact, "Whether the turn ends the round."] = None
    laid_before: Annotated[Melds, "The part of the contract laid in earlier turns."] = ()
    players: Players = None

    def ruling(self, system: RuleSystem) -> Ruling:
        for at, meld in enumerate(self.melds if self.ask else ()):
            check_meld(meld, system, f"melds[{at}]", phase=Phase.LAY)
        for at, meld in enumerate(self.laid_before):
            check_meld(meld, system, f"laid_before[{at}]", phase=Phase.LAY)
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
    end: Annotated[End | None, "Left out, each card goes where it fits."] = None
    laid: Annotated[Fact, "Whether the player is down."] = None
    players: Players = None

    def ruling(self, system: RuleSystem) -> Ruling:
        check_meld(self.target, system, "target", phase=Phase.TACK)
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
    by: Annotated[MovedBy | None, Decides(tuple(MovedBy))] = None
    laid: Annotated[Fact, "Whether the player is down."] = None
    opens_this_turn: Annotated[
        Fact, "Whether a player who is not down opens in this turn, where points open."
    ] = None
    to: Annotated[JokerTo | None, "Left out, the joker goes where it must or may."] = None
    players: Players = None

    def ruling(self, system: RuleSystem) -> Ruling:
        check_meld(self.target, system, "target", phase=Phase.TACK)
        opens = bool(self.opens_this_turn) and may_open_with_joker(system)
        owners = {MovedBy.OTHER: Owner.OTHER, None: None}
        verdict = judge_joker_move(
            self.target,
            self.index,
            self.with_,
            system,
            by=owners.get(self.by, Owner.OWN),
            down=self.laid or opens,
            to=self.to,
            supply=supply_of(self.players, system),
        )
        return replace(
            verdict, unclear=verdict.unclear or Assumption.REUSE_UNKNOWN in verdict.assumes
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundScore:
    """What a score depends on besides the cards left in the hand."""

    round: Round = None
    laid: Annotated[Fact, "Whether the player came down."] = None
    winner: Annotated[bool | None, Decides((False, True))] = None
    bent: Annotated[Fact, "Whether the board was bent; Kalooki 40 calls it kalooki."] = None
    kalooki: Annotated[bool | None, "The same as bent."] = None
    overcalls: Count = 0
    false_lays: Count = 0
    bender_overcalled: bool = False

    def left_hand(self, cards: Cards | None) -> LeftHand:
        """Return what is left over, with the penalties."""
        return LeftHand(
            cards=cards,
            is_winner=bool(self.winner),
            is_down=self.laid,
            overcalls=self.overcalls,
            false_lays=self.false_lays,
        )

    def facts(self, system: RuleSystem) -> RoundFacts:
        """Return what holds for every hand of the round."""
        if self.kalooki is not None and self.kalooki is not self.bent:
            raise ContradictionError('"bent" and "kalooki" are the same and must agree')
        if self.winner and self.laid is False:
            raise ContradictionError('a winner has come down: "laid" cannot be false')
        bent = bends(
            system,
            same_turn=bool(self.bent),
            overcalls=self.overcalls if self.winner else int(self.bender_overcalled),
            false_lays=self.false_lays if self.winner else 0,
        )
        return RoundFacts(bent=bent, number=contract_round(self.round, system))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreQuestion(RoundScore):
    """What does this hand cost?"""

    hand: Cards
    laid_while_barred: Annotated[
        Cards, "Cards that stay on the board although an overcall barred the player from laying."
    ] = ()
    players: Players = None

    def ruling(self, system: RuleSystem) -> Ruling:
        foreign = foreign_findings(self.hand + self.laid_while_barred, system)
        if foreign:
            return Verdict(tuple(foreign))
        self._check_hand(system)
        left = replace(self.left_hand(self.hand), barred=self.laid_while_barred)
        lines = score_hand(left, system, self.facts(system))
        return Amount(total(lines))

    def _check_hand(self, system: RuleSystem) -> None:
        """Hold the cards left against the pack and against who won."""
        if surplus_findings(self.hand, system, supply=supply_of(self.players, system))[0]:
            raise ContradictionError('"hand" holds more of a card than the pack')
        if self.laid_while_barred and BarredFromLaying() not in system.overcall:
            raise ContradictionError("no overcall bars anybody from laying under these rules")
        if self.laid_while_barred and self.winner:
            raise ContradictionError("a player barred from laying cannot have won")
        if self.winner and self.hand:
            raise ContradictionError('a winner has no cards left: "winner" and "hand" contradict')
        adds_on = system.add_on_after_out and self.laid
        if not self.winner and not self.hand and not adds_on:
            raise ContradictionError("only the winner can have no cards left")


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredQuestion(RoundScore):
    """Can this score be right?"""

    round: Annotated[Round, Decides(ROUNDS)] = None
    claim: Literal["entered_score"]
    value: int

    def ruling(self, system: RuleSystem) -> Ruling:
        return judge_score(self.value, system, self.left_hand(None), self.facts(system))


@dataclass(frozen=True, slots=True, kw_only=True)
class WinQuestion:
    """What is a total after winning a round?"""

    ask: Literal["total_after_win"]
    previous_total: int
    bent: Fact = None

    def ruling(self, system: RuleSystem) -> Ruling:
        bent = bends(system, same_turn=bool(self.bent))
        lines = score_hand(LeftHand(is_winner=True), system, RoundFacts(bent=bent))
        return Amount(self.previous_total + total(lines))
