"""Calls read off the number of cards: draw and discard cancel out, only a call makes a hand grow.

Not here: whether a count can be right (referee.counts), the stock (referee.stock), and who may
call when (referee's turn questions). ``number`` is the round from 1; any will do where rounds
have no contract.
"""

from enum import StrEnum

from kalooki_ref.rules.choices import BarredFromLaying
from kalooki_ref.rules.contracts import RUN_MINIMUM, SET_MINIMUM
from kalooki_ref.rules.model import RuleSystem


class When(StrEnum):
    """When a hand was counted."""

    BETWEEN = "between"
    AFTER_DRAW = "after_draw"


def call_limit(system: RuleSystem) -> int | None:
    """Return the granted calls a player may make in a round; None: no limit; 0: no calling."""
    return system.max_calls if system.calling else 0


def extra_cards(hand: int, system: RuleSystem, *, number: int, when: When, played: int = 0) -> int:
    """Return the cards a player has had beyond the deal; below 0 cards are missing (F1, F7).

    ``played`` are all cards this player has put on the table, tacks on other melds too. A hand
    that went out without a last discard still holds the draw of that turn among them.
    """
    extra = hand + played - system.deal_of(number) - int(when is When.AFTER_DRAW)
    is_out = hand == 0 and when is When.BETWEEN and not system.final_discard
    return extra - 1 if is_out and extra % system.cards_per_call == 1 else extra


def calls_made(
    hand: int, system: RuleSystem, *, number: int, when: When, played: int = 0
) -> int | None:
    """Return the granted calls that explain a hand (F1, F2, F7); None where none can.

    >>> from kalooki_ref.rules.systems import system_of
    >>> calls_made(13, system_of("jamaican"), number=1, when=When.BETWEEN)
    2
    """
    extra = extra_cards(hand, system, number=number, when=when, played=played)
    if extra < 0 or extra % system.cards_per_call:
        return None
    return extra // system.cards_per_call if system.calling or not extra else None


def calls_left(made: int, system: RuleSystem) -> int | None:
    """Return the calls a player still has, never below 0; None where there is no limit (F2)."""
    limit = call_limit(system)
    return None if limit is None else max(0, limit - made)


def hand_ceiling(system: RuleSystem, *, number: int, when: When) -> int | None:
    """Return the most cards a player who is not down can hold without an overcall (F3, F11, F12).

    None where calls have no limit.
    """
    limit = call_limit(system)
    if limit is None:
        return None
    drawn = int(when is When.AFTER_DRAW)
    return system.deal_of(number) + system.cards_per_call * limit + drawn


def fewest_laid(system: RuleSystem, *, number: int) -> int:
    """Return the fewest cards that can meet the opening: the contract, or enough for the threshold.

    Where a contract may come in parts, the smallest of its melds.
    For a threshold (002) every card is taken to be worth as much as the dearest natural, since a
    joker counts as what it stands for: three aces are 33, so 40 takes four cards (F11).
    """
    contract = system.contract_of(number)
    if contract is not None and system.contract_in_parts:
        return SET_MINIMUM if contract.sets else RUN_MINIMUM
    if contract is not None:
        return contract.cards
    dearest = max(system.points.ranks + system.points.aces)
    return max(min(system.set_min, system.run_min), -(-system.opening // dearest))


def most_left(system: RuleSystem, *, number: int, calls: int) -> int:
    """Return the most cards a player who is down can hold between turns (F4, F5, F11).

    As many must also be got rid of beyond the opening to bend the board, the last discard
    apart (F9).
    """
    dealt = system.deal_of(number) + system.cards_per_call * calls
    return max(0, dealt - fewest_laid(system, number=number))


def is_out_at_once(system: RuleSystem, *, number: int, calls: int) -> bool:
    """Whether coming down after so many calls empties the hand in the same turn (F6).

    True for a player who never called where the opening takes the whole deal: the one card over
    is thrown, and the board is bent where that means anything.
    """
    return most_left(system, number=number, calls=calls) == 0


def fewest_calls(hand: int, system: RuleSystem, *, number: int, when: When) -> int:
    """Return the calls that a player who is down and holds so many cards must have made (F6)."""
    kept = hand - int(when is When.AFTER_DRAW)
    beyond = kept + fewest_laid(system, number=number) - system.deal_of(number)
    return max(0, -(-beyond // system.cards_per_call))


def calls_over_table(
    cards: int, system: RuleSystem, *, players: int, number: int, drawn: int = 0
) -> int | None:
    """Return all calls made in a round from all cards in hands and on the table together (F7).

    ``drawn`` is 1 while the player in turn has drawn and not thrown yet, or went out without a
    discard. None where no number of calls explains the cards.
    """
    extra = cards - drawn - players * system.deal_of(number)
    if extra < 0 or extra % system.cards_per_call or (extra and not system.calling):
        return None
    return extra // system.cards_per_call


def may_lay_after_overcall(system: RuleSystem) -> bool:
    """Whether an overcaller may still come down, and so hold more than the others (F13)."""
    return not any(isinstance(cost, BarredFromLaying) for cost in system.overcall)
