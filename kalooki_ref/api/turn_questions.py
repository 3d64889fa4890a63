"""Questions about a turn: coming down, further melds, the top discard kept or used."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, Literal

from kalooki_ref.api.fields import MOST_NUMBER, Decides, Fact, GivenMeld, Melds, Quantity, note
from kalooki_ref.api.given_rules import ROUNDS, contract_round
from kalooki_ref.api.outcomes import Outcome, amount
from kalooki_ref.api.signatures import named
from kalooki_ref.api.unreadable import ContradictionError, UnreadableError
from kalooki_ref.referee.lay import (
    demand_findings,
    extra_meld_findings,
    judge_extra_meld,
    judge_lay,
)
from kalooki_ref.referee.scoring import LeftHand, Reason, RoundFacts, score_hand, total
from kalooki_ref.referee.turn_rights import TurnState, may_end_turn, may_lay, may_stand
from kalooki_ref.referee.verdict import LEGAL, OpeningPoints, Verdict, legal_if
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.verdicts import say_verdict

_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
_SETS = ("three", "threes", "set", "sets")
_RUNS = ("four", "fours", "run", "runs")


@named(event="lay")
def come_down_question(
    system: RuleSystem,
    *,
    round: int | None = None,
    my_turn: Fact,
    drawn: Fact,
    overcalled: Fact,
    contract_ok: Fact,
    false_lays: Annotated[Quantity, note("This player's wrong lays this round.")] = 0,
    miscounted: Annotated[bool, note("Found with a card too many or too few this round.")] = False,
    melds_offered: Annotated[str | None, note('In words, such as "two sets and one run".')] = None,
) -> Outcome:
    """May this player come down now?"""
    turn = TurnState(
        my_turn=my_turn,
        drawn=drawn,
        overcalled=overcalled,
        opening_met=contract_ok,
        laid_falsely=false_lays > 0,
        miscounted=miscounted,
    )
    if melds_offered is None:
        return may_lay(turn, system)
    laid, contract = melds_named(melds_offered), _contract(round, system)
    short = demand_findings(contract, laid, system, laid=laid)
    if contract_ok is bool(short):
        raise ContradictionError('"contract_ok" and "melds_offered" contradict each other')
    return Verdict((*may_lay(replace(turn, opening_met=True), system).findings, *short))


def _contract(round: int | None, system: RuleSystem) -> Contract:
    number = contract_round(round, system)
    contract = None if number is None else system.contract_of(number)
    if contract is None:
        raise UnreadableError('say which "round" it is: the contract depends on it')
    return contract


def melds_named(text: str) -> Contract:
    """Return the melds named in words, such as "two threes and one four"."""
    sets = runs = 0
    for word, kind in pairwise(text.lower().split()):
        sets += _COUNTS.get(word, 0) if kind in _SETS else 0
        runs += _COUNTS.get(word, 0) if kind in _RUNS else 0
    if not sets + runs:
        raise UnreadableError(
            f'"melds_offered" {text!r} names no melds; write "two sets and one run"'
        )
    return Contract(sets, runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherMeld:
    """A meld beyond the first ones, and the turn it is laid in."""

    extra: GivenMeld | None = None
    meld: GivenMeld | None = None
    first_lay: Melds = ()
    round: Annotated[int, Decides(ROUNDS), note('The round of "first_lay", from 1.')]
    tacked_this_turn: Fact

    def judged(self, system: RuleSystem, *, down: bool) -> Verdict:
        """Return the verdict on it; raises ContradictionError if the first lay isn't legal."""
        if self.first_lay and not down:
            raise ContradictionError('"first_lay" is down: "laid" cannot be false')
        if self.extra and self.meld:
            raise ContradictionError('"extra" and "meld" are the same: give only one of them')
        own = [laid.meld for laid in self.first_lay]
        lay = judge_lay(own, system, number=contract_round(self.round, system))
        if own and not lay.legal:
            says = say_verdict(lay, system)
            raise ContradictionError(f'"first_lay" cannot have been laid: {says}')
        meld, tacked = self.extra or self.meld, self.tacked_this_turn
        if meld is None:
            return Verdict(extra_meld_findings(system, tacked_this_turn=tacked, down=down))
        return judge_extra_meld(meld.meld, system, own=own, tacked_this_turn=tacked, down=down)


@named(event="extra_meld_after_contract")
def extra_meld_question(system: RuleSystem, *, further: FurtherMeld, laid: bool = True) -> Outcome:
    """May another meld follow the contract? Without "laid" the player is down."""
    return further.judged(system, down=laid)


@named(event="later_meld")
def later_meld_question(system: RuleSystem, *, further: FurtherMeld, laid: Fact) -> Outcome:
    """May this player lay another meld in a later turn?"""
    return further.judged(system, down=laid)


def order_question(
    system: RuleSystem, *, event: Literal["lay_then_tack_same_turn", "tack_then_meld_same_turn"]
) -> Outcome:
    """May melds and tacks of one turn come in this order?"""
    if event == "lay_then_tack_same_turn":
        return LEGAL
    return Verdict(extra_meld_findings(system, tacked_this_turn=True))


def taken_discard_question(
    system: RuleSystem, *, event: Literal["keep_drawn_discard_in_hand", "draw_discard_and_tack_it"]
) -> Outcome:
    """May a top discard that was drawn be kept, or tacked?"""
    keeps = event == "keep_drawn_discard_in_hand"
    return may_end_turn(system, keeps_upcard=keeps, tacks_upcard=not keeps)


@named(event="draw_discard_and_use_in_first_lay")
def melded_discard_question(
    system: RuleSystem,
    *,
    value: Annotated[Quantity, Decides((0, MOST_NUMBER)), note("Points of the first lay.")],
) -> Outcome:
    """May a drawn discard be used in the first lay, which must be worth the opening by itself?"""
    is_enough, needed, found = value >= system.opening, system.opening, OpeningPoints(value, 0)
    return legal_if(is_enough, Code.OPENING_SHORT, needed=needed, found=found)


@named(event="barred_melds_stay")
def barred_lay_question(
    system: RuleSystem,
    *,
    tacked_on: Annotated[Fact, note("Whether anybody has added cards to them.")],
) -> Outcome:
    """Do melds stay that an overcaller laid, when that is found only afterwards?"""
    return may_stand(system, tacked_on=tacked_on)


@named(ask="false_lay_penalty")
def false_lay_question(system: RuleSystem, *, false_lays: Quantity = 1) -> Outcome:
    """What do false lays cost?"""
    lines = score_hand(LeftHand(false_lays=false_lays), system, RoundFacts())
    return amount(total(line for line in lines if line.reason is Reason.FALSE_LAY))
