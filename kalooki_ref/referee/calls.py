"""Who may call the upcard, who answers, and how the number of cards proves the calls.

Draw and discard cancel out, so only a call makes a hand grow. ``number`` is the round from 1; any
will do where rounds have no contract.
"""

from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.referee.verdict import Finding, Verdict, legal_if
from kalooki_ref.rules import choices
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


class When(StrEnum):
    """When a hand was counted."""

    BETWEEN = "between"
    AFTER_DRAW = "after_draw"


class CalledCard(StrEnum):
    """Which card is called."""

    # The card another player has just discarded.
    DISCARD = "discard"
    # The card the caller has just discarded.
    OWN_DISCARD = "own_discard"
    # The card turned up after the deal.
    FIRST_UPCARD = "first_upcard"
    # A card below the upcard.
    BENEATH = "beneath"


class Moment(StrEnum):
    """When a card is called."""

    # It has left the hand and does not lie on the table yet.
    IN_THE_AIR = "in_the_air"
    # It is on the discard pile, and the player in turn has touched nothing.
    LYING = "lying"
    # The player in turn has touched the stock or the card, and has not drawn yet.
    TOUCHED = "touched"
    # The player in turn has drawn.
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Call:
    """A call: how often the caller was granted one this round, and what is called now, and when.

    ``is_again`` marks a further call in a turn that has had one; ``lays`` that the caller laid or
    discarded cards with it.
    """

    down: bool = False
    calls: int = 0
    card: CalledCard = CalledCard.DISCARD
    is_again: bool = False
    lays: bool = False
    moment: Moment = Moment.LYING


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """A call answered: by whom, and whether the player in turn takes the upcard or is down.

    ``by`` None means the player who decides.
    """

    by: choices.CallDecider | None = None
    in_turn_down: bool = False
    takes_upcard: bool = False


def call_limit(system: RuleSystem) -> int | None:
    """Return the granted calls a player may make in a round; None: no limit; 0: no calling."""
    return system.max_calls if system.calling else 0


def extra_cards(hand: int, system: RuleSystem, *, number: int, when: When, played: int = 0) -> int:
    """Return the cards a player has had beyond the deal; below 0 cards are missing.

    ``played`` are all cards this player has put on the table, tacks on other melds too. A hand
    that went out without a last discard still holds the draw of that turn among them.
    """
    extra = hand + played - system.deal_of(number) - int(when is When.AFTER_DRAW)
    is_out = hand == 0 and when is When.BETWEEN and not system.final_discard
    return extra - 1 if is_out and extra % system.cards_per_call == 1 else extra


def calls_behind(extra: int, system: RuleSystem) -> int | None:
    """Return the granted calls that explain this many cards beyond the deal, else None.

    >>> from kalooki_ref.rules.systems import system_of
    >>> calls_behind(4, system_of("jamaican"))
    2
    """
    if extra < 0 or extra % system.cards_per_call or (extra and not system.calling):
        return None
    return extra // system.cards_per_call


def calls_left(made: int, system: RuleSystem) -> int | None:
    """Return the calls a player still has, never below 0; None where there is no limit."""
    limit = call_limit(system)
    return None if limit is None else max(0, limit - made)


def hand_ceiling(system: RuleSystem, *, number: int) -> int | None:
    """Return the most cards that who is not down can hold between turns without an overcall.

    None where calls have no limit.
    """
    limit = call_limit(system)
    return None if limit is None else system.deal_of(number) + system.cards_per_call * limit


def fewest_laid(system: RuleSystem, *, number: int) -> int:
    """Return the fewest cards that can meet the opening: the contract, or enough for the threshold.

    Where a contract may come in parts, the smallest of its melds.
    For a threshold (002) every card is taken to be worth as much as the dearest natural, since a
    joker counts as what it stands for: three aces are 33, so 40 takes four cards.
    """
    contract = system.contract_of(number)
    if contract is not None and system.contract_in_parts:
        sizes = [contract.set_size] * contract.sets + [contract.run_size] * contract.runs
        return min(sizes)
    if contract is not None:
        return contract.cards
    dearest = max(1, *system.points.ranks, *system.points.aces)
    return max(min(system.set_min, system.run_min), -(-system.opening_of(number) // dearest))


def most_left(system: RuleSystem, *, number: int, calls: int) -> int:
    """Return the most cards a player who is down can hold between turns.

    As many must also be got rid of beyond the opening to bend the board, the last discard
    apart.
    """
    dealt = system.deal_of(number) + system.cards_per_call * calls
    return max(0, dealt - fewest_laid(system, number=number))


def most_to_lay(system: RuleSystem, *, number: int, calls: int) -> int:
    """Return the most cards that can be put down when coming down after a number of calls.

    The hand holds the deal, the calls and the draw, and keeps a card to discard where it must.
    """
    held = system.deal_of(number) + system.cards_per_call * calls
    return held + 1 - int(system.final_discard)


def calls_to_lay(cards: int, system: RuleSystem, *, number: int) -> int:
    """Return the calls needed to put ``cards`` cards down in one turn."""
    beyond = cards - most_to_lay(system, number=number, calls=0)
    return max(0, -(-beyond // system.cards_per_call))


def is_out_at_once(system: RuleSystem, *, number: int, calls: int) -> bool:
    """Whether coming down after this number of calls empties the hand in the same turn.

    True for a player who never called where the opening takes the whole deal: the one card over
    is discarded, and the board is bent where that means anything.
    """
    return most_left(system, number=number, calls=calls) == 0


def fewest_calls(hand: int, system: RuleSystem, *, number: int, when: When) -> int:
    """Return the calls that a player who is down must have made to hold this many cards."""
    kept = hand - int(when is When.AFTER_DRAW)
    beyond = kept + fewest_laid(system, number=number) - system.deal_of(number)
    return max(0, -(-beyond // system.cards_per_call))


def calls_over_table(
    cards: int, system: RuleSystem, *, players: int, number: int, drawn: int = 0
) -> int | None:
    """Return all calls made in a round from all cards in hands and on the table together.

    ``drawn`` is 1 while the player in turn has drawn and not discarded yet, or went out without a
    discard. None where no number of calls explains the cards.
    """
    return calls_behind(cards - drawn - players * system.deal_of(number), system)


def may_lay_after_overcall(system: RuleSystem) -> bool:
    """Whether an overcaller may still come down, and so hold more than the others."""
    return not any(isinstance(cost, choices.BarredFromLaying) for cost in system.overcall)


def may_call(call: Call, system: RuleSystem) -> Verdict:
    """Return whether this call may be made (000, 001, 003, 004: calling; 002 has none)."""
    if not system.calling:
        return Verdict((Finding(Code.NO_CALLING),))
    is_barred = call.down and not system.calls_while_down
    found = [Finding(Code.CALLER_DOWN)] if is_barred else []
    if system.max_calls is not None and call.calls >= system.max_calls:
        found.append(Finding(Code.OVERCALL, needed=system.max_calls, found=call.calls + 1))
    found += _card_findings(call.card, system)
    found += _moment_findings(call.moment, system)
    if call.is_again:
        found.append(Finding(Code.CALL_AGAIN))
    if call.lays:
        found.append(Finding(Code.LAYS_WHILE_CALLING))
    return Verdict(tuple(found))


def may_award(call: Call, answer: CallAnswer, system: RuleSystem) -> Verdict:
    """Return whether this call may be granted, and by this player."""
    found = may_call(call, system).findings
    if system.calling:
        found += tuple(_decider_findings(answer, system))
    return Verdict(found)


def may_refuse(answer: CallAnswer, system: RuleSystem) -> Verdict:
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
    order = system.call_order
    return legal_if(order is choices.CallOrder.FIRST_VOICE, Code.WRONG_SEAT, needed=order)


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


def _decider_findings(answer: CallAnswer, system: RuleSystem) -> list[Finding]:
    if answer.by is None or answer.by is system.call_decider:
        return []
    return [Finding(Code.NOT_THE_DECIDER, needed=system.call_decider)]
