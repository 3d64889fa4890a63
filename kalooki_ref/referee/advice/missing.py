"""What a hand lacks that cannot come down: the fewest naturals that would do."""

from dataclasses import replace

from kalooki_ref.cards import JOKER, RANKS, Card
from kalooki_ref.referee.advice.best import any_of, first_way
from kalooki_ref.referee.advice.missing_contract import Missing, missing_for
from kalooki_ref.referee.advice.missing_points import as_free, missing_points
from kalooki_ref.referee.advice.position import Position, opening_alone, position_of
from kalooki_ref.referee.sets import missing_suits
from kalooki_ref.rules.choices import Contract, SetJoker


def missing_of(position: Position) -> Missing:
    """Return the fewest naturals with which the hand could come down.

    One is the fewest there can be, so two are as soon as no single one will do.
    """
    alone = opening_alone(position)
    contract = position.question.contract
    missing = missing_points(alone) if contract is None else missing_for(alone, contract)
    if position.may_open_with_a_joker_taken and missing.is_proved:
        missing = replace(missing, is_proved=_are_fewest(position, len(missing.cards)))
    if missing.is_proved or len(missing.cards) == 1:
        return replace(missing, is_proved=True)
    single, is_proved = _single(position)
    if single is not None:
        return Missing((single,))
    return replace(missing, is_proved=is_proved and len(missing.cards) == 2)


def _are_fewest(position: Position, number: int) -> bool:
    """Return whether fewer cards than that will not do, with the jokers of the table.

    A missing card does no more than a joker that lies as it likes, even where it frees one of a
    run; what it frees of sets beyond that is counted as had. Melds of missing cards alone leave
    the contract.
    """
    system, contract = position.system, position.question.contract
    jokers = position.hand.jokers + number - 1
    if system.set_joker is not SetJoker.STAYS:
        jokers += _freed_beyond_cards(position)
    if contract is None:
        is_short = jokers < min(system.set_min, system.run_min)
        return is_short and _is_impossible(position, jokers, None)
    return all(
        _is_impossible(position, left, Contract(contract.sets - sets, contract.runs - runs))
        for sets in range(contract.sets + 1)
        for runs in range(contract.runs + 1)
        if (left := jokers - sets * system.set_min - runs * system.run_min) >= 0
    )


def _freed_beyond_cards(position: Position) -> int:
    """Return the jokers of sets that missing cards could free beyond one for each such card."""
    more = 0
    for rank, melds in enumerate(position.targets.sets):
        rows = zip(position.system.suits, position.hand.counts, strict=True)
        held = {suit for suit, row in rows if row[rank]}
        for cards in melds:
            lacking = [suit for suit in missing_suits(cards, position.system) if suit not in held]
            more += max(0, cards.count(JOKER) - max(1, len(lacking)))
    return more


def _is_impossible(position: Position, jokers: int, contract: Contract | None) -> bool:
    """Return whether nothing opens for certain with so many jokers that lie as they like."""
    question = replace(position.question, system=as_free(position.system), contract=contract)
    hand = replace(position.hand, jokers=jokers)
    found = any_of(opening_alone(replace(position, question=question, hand=hand)))
    return found.before is None and found.is_proved


def _single(position: Position) -> tuple[Card | None, bool]:
    """Return one natural that would do by itself, None where none was found; whether proved."""
    question, is_proved = position.question, True
    for suit in question.system.suits:
        for rank in RANKS:
            richer = replace(question, hand=(*question.hand, Card(rank, suit)))
            if position.budget.is_spent:
                return None, False
            found, _ = first_way(position_of(richer, position.budget))
            if found.before is not None:
                return Card(rank, suit), True
            is_proved = is_proved and found.is_proved
    return None, is_proved
