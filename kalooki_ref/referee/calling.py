"""Who may call the upcard, who answers, and what answering obliges to.

Not here: counting calls (referee.calls), what an overcall costs (referee.scoring).
"""

from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.referee.verdict import Finding, Verdict
from kalooki_ref.rules.choices import CallDecider, CallOrder
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


class CalledCard(StrEnum):
    """Which card is called."""

    DISCARD = "discard"
    """The card another player has just thrown."""
    OWN_DISCARD = "own_discard"
    """The card the caller has just thrown."""
    FIRST_UPCARD = "first_upcard"
    """The card turned up after the deal."""
    BENEATH = "beneath"
    """A card below the upcard."""


class Moment(StrEnum):
    """When a card is called."""

    IN_THE_AIR = "in_the_air"
    """It has left the hand and does not lie on the table yet."""
    LYING = "lying"
    """It lies there, and the player in turn has touched nothing."""
    TOUCHED = "touched"
    """The player in turn has touched the stock or the card, and has not drawn yet."""
    DRAWN = "drawn"
    """The player in turn has drawn."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call: how often the caller was granted one this round, and what is called now, and when.

    ``is_again`` marks a further call in a turn that has had one; ``lays`` that the caller laid or
    threw cards with it.
    """

    down: bool = False
    calls: int = 0
    card: CalledCard = CalledCard.DISCARD
    is_again: bool = False
    lays: bool = False
    moment: Moment = Moment.LYING


@dataclass(frozen=True, slots=True)
class Answer:
    """A call answered: by whom, and whether the player in turn takes the upcard or is down.

    ``by`` None means whoever has the say.
    """

    by: CallDecider | None = None
    in_turn_down: bool = False
    takes_upcard: bool = False


def may_call(call: Call, system: RuleSystem) -> Verdict:
    """Return whether this call may be made (000, 001, 003, 004: calling; 002 has none)."""
    if not system.calling:
        return Verdict((Finding(Code.NO_CALLING),))
    found = [Finding(Code.CALLER_DOWN)] if call.down else []
    if system.max_calls is not None and call.calls >= system.max_calls:
        found.append(Finding(Code.OVERCALL, needed=system.max_calls, found=call.calls + 1))
    found += _card_findings(call.card, system)
    found += _moment_findings(call.moment, system)
    if call.is_again:
        found.append(Finding(Code.CALL_AGAIN))
    if call.lays:
        found.append(Finding(Code.LAYS_WHILE_CALLING))
    return Verdict(tuple(found))


def may_award(call: Call, answer: Answer, system: RuleSystem) -> Verdict:
    """Return whether this call may be granted, and by this player."""
    found = may_call(call, system).findings
    if system.calling:
        found += tuple(_decider_findings(answer, system))
    return Verdict(found)


def may_refuse(answer: Answer, system: RuleSystem) -> Verdict:
    """Return whether a call may be refused so: by this player, taking the upcard or not.

    A player who is down must grant where she could not take the upcard herself; elsewhere
    refusing may oblige the player in turn to take it (000, 003, 004). Where the discarder
    answers (001), the player in turn has no say.
    """
    if not system.calling:
        return Verdict((Finding(Code.NO_CALLING),))
    found = _decider_findings(answer, system)
    if answer.in_turn_down and not system.down_draws_upcard:
        found.append(Finding(Code.MUST_GRANT))
        if answer.takes_upcard:
            found.append(Finding(Code.UPCARD_WHILE_DOWN))
    elif system.refusing_takes_upcard and not answer.takes_upcard:
        found.append(Finding(Code.REFUSED_UNTAKEN))
    return Verdict(tuple(found))


def may_draw_upcard(system: RuleSystem, *, down: bool, after_granted_call: bool = False) -> Verdict:
    """Return whether the player in turn may take the upcard.

    Once a call is granted the called card is gone and the one beneath it is dead.
    """
    found = []
    if down and not system.down_draws_upcard:
        found.append(Finding(Code.UPCARD_WHILE_DOWN))
    if after_granted_call:
        found.append(Finding(Code.UPCARD_AFTER_CALL if system.calling else Code.NO_CALLING))
    return Verdict(tuple(found))


def may_take_as_first_voice(system: RuleSystem) -> Verdict:
    """Return whether the first to call gets the card when several do."""
    if not system.calling:
        return Verdict((Finding(Code.NO_CALLING),))
    if system.call_order is CallOrder.FIRST_VOICE:
        return Verdict()
    return Verdict((Finding(Code.WRONG_SEAT, needed=system.call_order.value),))


def calls_after_refusal(calls: int) -> int:
    """Return the granted calls once another was refused: as many as before."""
    return calls


def _card_findings(card: CalledCard, system: RuleSystem) -> list[Finding]:
    if card is CalledCard.OWN_DISCARD and not system.own_discard_callable:
        return [Finding(Code.OWN_DISCARD)]
    if card is CalledCard.BENEATH:
        return [Finding(Code.DEAD_CARD)]
    if card is CalledCard.FIRST_UPCARD and not system.first_upcard_callable:
        return [Finding(Code.FIRST_UPCARD)]
    return []


def _moment_findings(moment: Moment, system: RuleSystem) -> list[Finding]:
    if moment is Moment.IN_THE_AIR and not system.calls_in_the_air:
        return [Finding(Code.CALL_TOO_EARLY)]
    is_late = moment is Moment.TOUCHED and not system.calls_until_drawn
    return [Finding(Code.CALL_TOO_LATE)] if is_late or moment is Moment.DRAWN else []


def _decider_findings(answer: Answer, system: RuleSystem) -> list[Finding]:
    if answer.by is None or answer.by is system.call_decider:
        return []
    return [Finding(Code.NOT_THE_DECIDER, needed=system.call_decider.value)]
