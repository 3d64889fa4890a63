"""Rules of calling the upcard, and the number of calls that a hand size implies.

A turn's draw and discard cancel out, so a hand only grows by calls. ``number`` is the round, from
1; any number will do for systems whose rounds are all alike.
"""

from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.referee.verdict import Finding, OnlyFor, Verdict, legal_if
from kalooki_ref.rules import choices
from kalooki_ref.rules.clause_index import OPENING_CLAUSE
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


class When(StrEnum):
    """Whether a hand was counted between turns or after the draw."""

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

    # It was discarded, but has not reached the discard pile.
    IN_THE_AIR = "in_the_air"
    # It is on the discard pile, and the player in turn has touched nothing.
    LYING = "lying"
    # The player in turn has touched the stock or the card, and has not drawn yet.
    TOUCHED = "touched"
    # The player in turn has drawn.
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Call:
    """A call for a card.

    ``has_begun`` is whether the caller has laid a part of the contract and isn't down yet,
    ``calls`` are the caller's granted calls in this round before it. ``is_again`` marks a second
    call in the same turn; ``lays`` that the caller laid or discarded cards with it.
    """

    down: bool = False
    has_begun: bool = False
    calls: int = 0
    card: CalledCard = CalledCard.DISCARD
    is_again: bool = False
    lays: bool = False
    moment: Moment = Moment.LYING


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """The answer to a call.

    ``by`` is who answered, None for the player entitled to. ``in_turn_down`` is whether the player
    in turn is down, ``takes_upcard`` whether that player takes the card.
    """

    by: choices.CallDecider | None = None
    in_turn_down: bool = False
    takes_upcard: bool = False


def call_limit(system: RuleSystem) -> int | None:
    """Return the granted calls a player may make in a round; None: no limit; 0: no calling."""
    return system.max_calls if system.calling else 0


def extra_cards(hand: int, system: RuleSystem, *, number: int, when: When, played: int = 0) -> int:
    """Return how many cards a player received beyond the deal; negative if cards are missing.

    ``played`` is the number of cards this player put on the board, including tacks on other melds.
    The draw of the last turn is not counted as extra if the player went out without a discard.
    """
    extra = hand + played - system.deal_of(number) - int(when is When.AFTER_DRAW)
    is_out = hand == 0 and when is When.BETWEEN
    if is_out and system.takes_all_cards(number):
        return extra - 1
    may_lay_last = is_out and not system.final_discard
    return extra - 1 if may_lay_last and extra % system.cards_per_call == 1 else extra


def calls_behind(extra: int, system: RuleSystem) -> int | None:
    """Return the number of granted calls that gives this many extra cards; None if there is none.

    >>> from kalooki_ref.rules.systems import system_of
    >>> calls_behind(4, system_of("jamaican"))
    2
    """
    if extra < 0 or extra % system.cards_per_call or (extra and not system.calling):
        return None
    return extra // system.cards_per_call


def calls_left(made: int, system: RuleSystem) -> int | None:
    """Return the calls a player has left, at least 0; None where there is no limit."""
    limit = call_limit(system)
    return None if limit is None else max(0, limit - made)


def hand_ceiling(system: RuleSystem, *, number: int) -> int | None:
    """Return the maximum hand size, between turns, of a player who isn't down and made no overcall.

    None where calls have no limit.
    """
    limit = call_limit(system)
    return None if limit is None else system.deal_of(number) + system.cards_per_call * limit


def largest_hand(system: RuleSystem) -> int:
    """Return the most cards that a hand can have, in any round and with any number of players.

    Calls without a limit, and calls beyond it, can bring a player everything that isn't dealt to
    the others.
    """
    tables = range(system.min_players, system.max_players + 1)
    return max(
        system.at_table(players).deal_of(number)
        + system.stock_after_deal(players, number)
        + int(system.upcard)
        for players in tables
        for number in range(1, (len(system.contracts) or 1) + 1)
    )


def fewest_laid(system: RuleSystem, *, number: int) -> int:
    """Return a lower bound for the number of cards a player lays to come down.

    This is the size of the contract; where it may be laid in parts, of its smallest meld, and where
    it takes all cards, that of the hand. For an
    opening in points (002) every card counts as the dearest natural, since a joker is worth the
    card it stands for: three aces are worth 33, so an opening of 40 takes four cards.
    """
    contract = system.contract_of(number)
    if contract is not None and system.contract_in_parts:
        sizes = [contract.set_size] * contract.sets + [contract.run_size] * contract.runs
        return min(sizes)
    if contract is not None:
        whole = system.deal_of(number) + 1 if system.takes_all_cards(number) else 0
        return max(contract.cards, whole)
    values = system.opening_values
    dearest = max(1, *values.ranks, *values.aces)
    return max(min(system.set_min, system.run_min), -(-system.opening_of(number) // dearest))


def most_left(system: RuleSystem, *, number: int, calls: int) -> int:
    """Return the maximum hand size, between turns, of a player who is down.

    It is also how many cards beyond the opening, not counting the last discard, the player must
    play to bend the board.
    """
    if system.takes_all_cards(number):
        return 0
    dealt = system.deal_of(number) + system.cards_per_call * calls
    return max(0, dealt - fewest_laid(system, number=number))


def most_to_lay(system: RuleSystem, *, number: int, calls: int) -> int:
    """Return how many cards a player can lay on coming down after a number of calls.

    The hand has the cards of the deal, the calls and the draw; one is kept if the rules require a
    final discard.
    """
    held = system.deal_of(number) + system.cards_per_call * calls
    return held + 1 - int(system.final_discard and not system.takes_all_cards(number))


def calls_to_lay(cards: int, system: RuleSystem, *, number: int) -> int:
    """Return how many calls a player needs to put ``cards`` cards down in one turn."""
    beyond = cards - most_to_lay(system, number=number, calls=0)
    return max(0, -(-beyond // system.cards_per_call))


def is_out_at_once(system: RuleSystem, *, number: int, calls: int) -> bool:
    """Whether coming down after this number of calls necessarily empties the hand.

    This is the case without calls where the opening takes all dealt cards: the only card left is
    discarded, and the board is bent if the rules have that.
    """
    return most_left(system, number=number, calls=calls) == 0


def fewest_calls(hand: int, system: RuleSystem, *, number: int, when: When) -> int:
    """Return a lower bound for the calls of a player who is down and holds this many cards."""
    takes_all = system.takes_all_cards(number)
    kept = 0 if takes_all else max(0, hand - int(when is When.AFTER_DRAW))
    held = system.deal_of(number) + int(takes_all)
    beyond = kept + fewest_laid(system, number=number) - held
    return max(0, -(-beyond // system.cards_per_call))


def calls_over_table(
    cards: int, system: RuleSystem, *, players: int, number: int, drawn: int = 0
) -> int | None:
    """Return the number of all calls in a round, from the cards in all hands and on the board.

    ``drawn`` is 1 while the player in turn has drawn and not discarded, and after going out without
    a discard. None if no number of calls gives these cards.
    """
    return calls_behind(cards - drawn - players * system.deal_of(number), system)


def may_lay_after_overcall(system: RuleSystem) -> bool:
    """Whether an overcaller may still come down, and so may hold more cards than other players."""
    return not any(isinstance(cost, choices.BarredFromLaying) for cost in system.overcall)


def may_call(call: Call, system: RuleSystem) -> Verdict:
    """Judge whether this call may be made (000, 001, 003, 004: calling; 002 has no calls)."""
    if not system.calling:
        return Verdict((Finding(Code.NO_CALLING),))
    found: list[Finding] = []
    if call.down and not system.calls_while_down:
        found.append(Finding(Code.CALLER_DOWN))
    elif call.has_begun and not system.calls_while_down:
        found.append(Finding(Code.CALLER_DOWN, needed=OnlyFor.NOTHING_LAID, number=OPENING_CLAUSE))
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
    """Judge whether this call may be granted, and by this player."""
    found = may_call(call, system).findings
    if system.calling:
        found += tuple(_decider_findings(answer, system))
    return Verdict(found)


def may_refuse(answer: CallAnswer, system: RuleSystem) -> Verdict:
    """Judge whether a call may be refused by this player, with or without taking the upcard.

    A player in turn who is down and may not take the upcard must grant the call. In some systems a
    player who refuses must take the upcard (000, 003, 004). Where the discarder decides (001), the
    player in turn has no say.
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
    """Judge whether the player in turn may take the upcard.

    After a granted call the called card is gone, and the card below it can't be taken.
    """
    found = []
    if down and not system.down_draws_upcard:
        found.append(Finding(Code.UPCARD_WHILE_DOWN))
    if after_granted_call:
        found.append(Finding(Code.UPCARD_AFTER_CALL if system.calling else Code.NO_CALLING))
    return Verdict(tuple(found))


def may_take_as_first_voice(system: RuleSystem) -> Verdict:
    """Judge whether the card goes to the player who called first."""
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
