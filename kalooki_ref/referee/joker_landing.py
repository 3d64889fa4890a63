"""Where the joker of a run goes once the natural card has taken its place.

Not here: who may do it and with which card (referee.joker_moves), jokers in sets.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import JOKER, Card
from kalooki_ref.referee.meld import End
from kalooki_ref.referee.run_growth import (
    crowding_finding,
    has_reached_the_ace,
    joined,
    limit_of,
    next_place,
)
from kalooki_ref.referee.verdict import Assumption, Finding
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]
_BOTH = (End.HIGH, End.LOW)


class JokerTo(StrEnum):
    """Where the player wants the joker to go."""

    HIGH = "high"
    LOW = "low"
    REUSE_NOW = "reuse_now"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Landing:
    """The meld after the move, or why the joker cannot land, and what was taken on trust."""

    cards: Cards = ()
    findings: tuple[Finding, ...] = ()
    assumes: tuple[Assumption, ...] = ()
    unclear: bool = False


def land_joker(run: Cards, system: RuleSystem, *, goal: JokerTo | None) -> Landing:
    """Return where the joker goes from a run, low to high, whose natural card is in place.

    ``goal`` is where the player wants it, None where nobody said.
    """
    if goal in (JokerTo.HAND, JokerTo.REUSE_NOW) or system.joker_goes in _OFF_THE_MELD:
        return _land_off(run, system, goal)
    end = None if goal is None else End(goal.value)
    return _WAYS[system.joker_goes](run, system, end)


def taken_findings(system: RuleSystem, goal: JokerTo | None) -> tuple[Finding, ...]:
    """Return what speaks against taking a joker off the meld."""
    if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        return (Finding(Code.JOKER_NOT_REUSED),) if goal is JokerTo.HAND else ()
    if system.joker_goes is JokerGoes.INTO_THE_HAND:
        return ()
    is_choice_open = system.joker_goes is JokerGoes.CHOSEN_END and goal is JokerTo.REUSE_NOW
    return (Finding(Code.END_NEEDED if is_choice_open else Code.JOKER_INTO_HAND),)


def taken_assumes(system: RuleSystem, goal: JokerTo | None) -> tuple[Assumption, ...]:
    """Return what is taken on trust about a joker taken off the meld."""
    trusts = goal is None and system.joker_goes is JokerGoes.REUSED_AT_ONCE
    return (Assumption.REUSE_UNKNOWN,) if trusts else ()


def _land_off(run: Cards, system: RuleSystem, goal: JokerTo | None) -> Landing:
    if goal in (JokerTo.HIGH, JokerTo.LOW):
        return _at_end(run, system, End(goal.value))
    found = taken_findings(system, goal)
    return Landing(() if found else run, found, taken_assumes(system, goal))


def _at_end(run: Cards, system: RuleSystem, end: End) -> Landing:
    limit = limit_of(next_place(run, end), run, system)
    if limit is not None:
        is_a_tack = system.joker_goes in _OFF_THE_MELD
        return Landing(findings=(Finding(limit if is_a_tack else Code.NO_FREE_END, (JOKER,)),))
    crowding = crowding_finding(run, system, end)
    if crowding is not None:
        return Landing(findings=(crowding,))
    return Landing(joined(run, JOKER, end))


def _at_chosen_end(run: Cards, system: RuleSystem, end: End | None) -> Landing:
    if end is not None:
        return _at_end(run, system, end)
    landings = [_at_end(run, system, each) for each in _BOTH]
    open_ends = [landing for landing in landings if not landing.findings]
    if len(open_ends) == 1:
        return open_ends[0]
    if not open_ends:
        return landings[0]
    return Landing(assumes=(Assumption.END_UNKNOWN,), unclear=True)


def _high_else_low(run: Cards, system: RuleSystem, end: End | None) -> Landing:
    high = _at_end(run, system, End.HIGH)
    if end is End.HIGH or not high.findings:
        return _unless_low(end, high)
    return _at_end(run, system, End.LOW)


def _high_until_ace(run: Cards, system: RuleSystem, end: End | None) -> Landing:
    if has_reached_the_ace(run, system):
        return _at_end(run, system, end or End.LOW)
    return _unless_low(end, _at_end(run, system, End.HIGH))


def _unless_low(end: End | None, high: Landing) -> Landing:
    """Refuse the low end while the high end is the one to take."""
    if end is End.LOW:
        return Landing(findings=(Finding(Code.HIGH_END_FIRST, (JOKER,)),))
    return high


_OFF_THE_MELD = (JokerGoes.REUSED_AT_ONCE, JokerGoes.INTO_THE_HAND)
_WAYS: dict[JokerGoes, Callable[[Cards, RuleSystem, End | None], Landing]] = {
    JokerGoes.CHOSEN_END: _at_chosen_end,
    JokerGoes.HIGH_ELSE_LOW: _high_else_low,
    JokerGoes.HIGH_UNTIL_ACE: _high_until_ace,
}
