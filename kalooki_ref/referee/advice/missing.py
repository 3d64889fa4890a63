"""The smallest number of naturals that a hand lacks to come down.

For an opening in points, missing cards are modelled as additional jokers in the search, beside at
most one meld made of missing cards and jokers only.
"""

from collections.abc import Iterator
from dataclasses import replace

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, RANKS, Card, Cards
from kalooki_ref.referee.advice.best import all_cards_of, any_of, first_way, going_out_of
from kalooki_ref.referee.advice.decide import is_fit
from kalooki_ref.referee.advice.hand_counts import opening_rows, rank_at
from kalooki_ref.referee.advice.missing_contract import Missing, missing_for
from kalooki_ref.referee.advice.position import (
    Position,
    all_laid,
    opening_alone,
    position_of,
    under,
)
from kalooki_ref.referee.advice.set_limits import least_naturals, most_in_a_set
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.referee.runs import main_suit
from kalooki_ref.referee.sets import missing_suits
from kalooki_ref.rules.choices import Contract, JokerCap, SetJoker, TackEnds
from kalooki_ref.rules.model import RuleSystem


def missing_of(position: Position) -> Missing:
    """Return the fewest naturals with which the hand could come down.

    The result is proved to be minimal if it is a single card, or if the search was complete.
    """
    alone, contract = opening_alone(position), position.question.contract
    if contract and position.question.takes_all_cards:
        return _beside_all_cards(position, contract)
    missing = missing_for(alone, contract) if contract else _missing_points(alone)
    if len(missing.cards) == 1:
        return replace(missing, is_proved=True)
    return missing if contract else _with_the_table(position, missing)


def _beside_all_cards(position: Position, contract: Contract) -> Missing:
    """Return a single natural with which all cards can be laid, or those the contract lacks."""
    question, missing = position.question, missing_for(position, contract)
    lacking = missing.cards
    singles = [(card,) for card in _naturals(position.system)]
    for cards in (lacking, *singles) if len(lacking) < 2 else (lacking,):
        richer = position_of(replace(question, hand=(*question.hand, *cards)), position.budget)
        if cards and all_cards_of(all_laid(richer)).before is not None:
            return Missing(cards, is_proved=missing.is_proved or len(cards) == 1)
    return Missing((), is_proved=not position.budget.is_spent)


def _with_the_table(position: Position, missing: Missing) -> Missing:
    """Return the cards, or fewer if melds on the board contribute to the opening in points.

    Two cards are minimal if no single card will do.
    """
    number, is_proved = len(missing.cards), missing.is_proved
    has_builders = position.system.builders_open and position.targets.are_there
    may_help = has_builders or position.may_open_with_a_joker_taken
    may_go_out = position.system.going_out_opens
    goes_out = may_go_out and not _cannot_go_out(position, 2)
    if may_help or goes_out or not is_proved:
        single, is_proved = _single(position, missing.cards, goes_out=goes_out)
        if single is not None:
            return Missing((single,))
    if number != 2:
        fewer = number - 1 + _freed_beyond_cards(position)
        is_proved = missing.is_proved and (not may_help or _is_too_little(position, fewer))
        is_proved = is_proved and (not may_go_out or _cannot_go_out(position, number))
    return replace(missing, is_proved=is_proved)


def _is_too_little(position: Position, more: int) -> bool:
    """Whether ``more`` unrestricted jokers would not be enough to open.

    This relaxation bounds what missing cards can do: each is worth no more than such a joker, even
    if it frees one from a run; jokers freed from sets beyond that must be included in ``more``.
    Only conclusive if the jokers are too few for a meld of their own.
    """
    system, jokers = position.system, position.hand.jokers + more
    if jokers >= min(system.set_min, system.run_min):
        return False
    found = any_of(opening_alone(_freely(position, jokers)))
    return found.before is None and found.is_proved


def _freeing(position: Position) -> list[tuple[int, list[Card]]]:
    """Return, for sets that free more jokers than they take naturals, how many more, and which."""
    system = position.system
    if system.set_joker is SetJoker.STAYS:
        return []
    freeing = []
    for rank, melds in enumerate(position.targets.sets):
        rows = zip(system.suits, position.hand.counts, strict=True)
        held = {suit for suit, row in rows if row[rank]}
        for cards in melds:
            suits = missing_suits(cards, system)
            lacking = [suit for suit in suits if suit not in held]
            more = cards.count(JOKER) - max(1, len(lacking))
            if more > 0:
                freeing.append((more, [Card(rank, suit) for suit in suits]))
    return freeing


def _freed_beyond_cards(position: Position) -> int:
    """Return how many jokers missing cards can free from sets beyond their own number."""
    return sum([more for more, _ in _freeing(position)])


def _cannot_go_out(position: Position, number: int) -> bool:
    """Whether fewer than ``number`` cards can't empty the hand, which would also open.

    The cards may form melds of their own together with jokers, so fewer jokers are tried, too.
    """
    system = position.system
    jokers = position.hand.jokers + number - 1 + _freed_beyond_cards(position)
    is_short = jokers < min(system.set_min, system.run_min)
    is_thrown = sum(position.hand.totals) <= 1
    if not is_short and (position.targets.are_there or is_thrown):
        return False
    ways = (going_out_of(_freely(position, left)) for left in range(jokers + 1))
    return all(out.before is None and out.is_proved for out in ways)


def _freely(position: Position, jokers: int) -> Position:
    """Return the position relaxed to ``jokers`` jokers without any restrictions on jokers."""
    free = under(position, _as_free(position.system))
    return replace(free, hand=replace(position.hand, jokers=jokers))


def _single(position: Position, likely: Cards, *, goes_out: bool) -> tuple[Card | None, bool]:
    """Return a single natural that is enough, and whether the answer is proved."""
    question, is_proved = position.question, True
    for card in _singles(position, likely, goes_out=goes_out):
        if position.budget.is_spent:
            return None, False
        richer = replace(question, hand=(*question.hand, card))
        found, _ = first_way(position_of(richer, position.budget))
        if found.before is not None:
            return card, True
        is_proved = is_proved and found.is_proved
    return None, is_proved


def _singles(position: Position, likely: Cards, *, goes_out: bool) -> Iterator[Card]:
    """Yield candidates for a single natural: likely ones, then readings of jokers on the board.

    If one more joker would not be enough, only cards that free several jokers are candidates.
    """
    question, system = position.question, position.system
    yield from likely
    if not goes_out and _is_too_little(position, 1):
        yield from [card for _, lacking in _freeing(position) for card in lacking]
        return
    readings = {card for item in question.table for card in meld_reading(item.meld, system)}
    yield from sorted(_naturals(system), key=lambda card: card not in readings)


def _naturals(system: RuleSystem) -> list[Card]:
    return [Card(rank, suit) for suit in system.suits for rank in RANKS]


def _missing_points(position: Position) -> Missing:
    """Return the fewest naturals with which the melds reach the opening in points."""
    system, freed = position.system, _as_free(position.system)
    cards = _as_jokers(position)
    if freed == system or not cards:
        return Missing(cards, is_proved=bool(cards))
    fewest = _as_jokers(under(position, freed))
    return Missing(cards, is_proved=len(cards) == len(fewest))


def _as_jokers(position: Position) -> Cards:
    """Return the fewest additional jokers that reach the opening, as the cards they stand for.

    Empty if the budget was used up first.
    """
    system, jokers = position.system, position.hand.jokers
    for fewest in range(1, system.opening + 1):
        for size in (0, *range(system.set_min, HIGH_ACE)):
            for wild in range(
                min(jokers, max(0, size - least_naturals(system, system.set_min))) + 1
            ):
                found = _found(position, fewest, size, wild)
                if found is not None:
                    return found
                if position.budget.is_spent:
                    return ()
            if size > fewest + jokers:
                break
    return ()


def _found(position: Position, fewest: int, size: int, wild: int) -> Cards | None:
    """Return the missing cards if one meld consists of such cards and jokers only, or None."""
    system = position.system
    more = fewest - (size - wild)
    if more < 0 or (size and size == wild):
        return None
    if size > max(most_in_a_set(system), system.run_max or HIGH_ACE):
        return None
    worth, cards = _dearest_meld(system, size)
    aside = _naturals_of(cards, wild, system)
    if aside is None:
        return None
    opening = max(0, system.opening - worth)
    jokers = position.hand.jokers - wild
    if not opening:
        return aside
    melds = _melds(position, jokers + more, opening)
    if melds is None:
        return None
    named = [
        reading
        for meld in melds
        for card, reading in zip(meld.cards, meld_reading(meld, system), strict=True)
        if card.is_joker
    ]
    aside = _apart(aside, melds, system) if system.suits_apart else aside
    return None if aside is None else aside + tuple(named[jokers:])


def _apart(aside: Cards, melds: tuple[Meld, ...], system: RuleSystem) -> Cards | None:
    """Return the cards of a run in a suit that no other run has; None if all four are taken."""
    if len({card.rank for card in aside}) < len(aside):
        return aside
    taken = {main_suit(meld.cards) for meld in melds if meld.kind is MeldKind.RUN}
    free = next((suit for suit in system.suits if suit not in taken), None)
    return None if free is None else tuple(Card(card.rank, free) for card in aside)


def _melds(position: Position, jokers: int, opening: int) -> tuple[Meld, ...] | None:
    system = replace(position.system, opening=opening, builders_open=False)
    richer = replace(under(position, system), hand=replace(position.hand, jokers=jokers))
    found = any_of(opening_alone(richer))
    return None if found.before is None else found.write().melds


def _dearest_meld(system: RuleSystem, size: int) -> tuple[int, Cards]:
    """Return points and cards of the most valuable meld of a size: a set, else a run to the ace.

    Considering one such meld is enough: up to 60 points, two are worth no more than a single one of
    their total length.
    """
    rows = opening_rows(system)
    if size <= most_in_a_set(system):
        worth = {rank: min([row[rank] for row in rows]) for rank in RANKS[1:]}
        worth[LOW_ACE] = min([row[HIGH_ACE] for row in rows])
        rank = max(RANKS, key=lambda rank: (worth[rank], rank == LOW_ACE))
        suits = (system.suits * size)[:size]
        return size * worth[rank], tuple(Card(rank, suit) for suit in suits)
    places = range(HIGH_ACE, HIGH_ACE - size, -1)
    points = sum([rows[0][place] for place in places])
    return points, tuple(Card(rank_at(place), system.suits[0]) for place in places)


def _naturals_of(cards: Cards, wild: int, system: RuleSystem) -> Cards | None:
    """Return the meld's cards without those replaced by jokers; None if it can't have that many.

    Alternate places are replaced first, as adjacent jokers may be illegal.
    """
    places = [*range(1, len(cards), 2), *range(0, len(cards), 2)]
    kept = sorted(places[wild:])
    cells = tuple(int(place in kept) for place in range(len(cards)))
    if len(cards) > most_in_a_set(system) and not is_fit(cells, system):
        return None
    return tuple(cards[place] for place in kept)


def _as_free(system: RuleSystem) -> RuleSystem:
    """Return a relaxed system without restrictions on jokers.

    A missing card is then worth no more than a joker. What is infeasible there is infeasible in the
    system itself.
    """
    return replace(
        system,
        jokers_side_by_side=True,
        set_joker_cap=JokerCap.NEVER,
        run_joker_cap=JokerCap.NEVER,
        set_min_naturals=1,
        run_min_naturals=1,
        tack_ends=TackEnds.EITHER,
        joker_discard=True,
    )
