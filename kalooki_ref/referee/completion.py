"""Find the fewest cards to add to an incomplete meld or first lay to make it legal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, RANKS, Card, Cards, Pack, Suit
from kalooki_ref.referee.lay import (
    counted,
    demand_findings,
    distinctness_findings,
    long_enough,
    still_missing,
)
from kalooki_ref.referee.meld import Meld, MeldKind, cards_in
from kalooki_ref.referee.melds import arrange_run, judge_meld
from kalooki_ref.referee.runs import card_at, main_suit
from kalooki_ref.referee.sets import largest_set, set_rank
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Completion:
    """The fewest cards to add to make a legal meld.

    ``more`` is their number and ``cards`` one such meld, a run low to high. If a single card is
    enough, ``ways`` lists all that would do, low to high, the joker last; otherwise, and for jokers
    alone, it is empty. ``row`` is the meld for display, with a card at both ends of a run if either
    would do; ``lacking`` are the indexes of added cards in it. ``size`` is what the contract asks
    for of a meld that would otherwise be legal, 0 of any other.
    """

    kind: MeldKind
    more: int
    cards: Cards
    row: Cards
    lacking: tuple[int, ...]
    ways: Cards = ()
    size: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A meld that a contract requires: its kind and minimum size."""

    kind: MeldKind
    size: int


def completion_of(
    cards: Cards,
    system: RuleSystem,
    *,
    kind: MeldKind | None = None,
    size: int = 0,
    pack: Pack | None = None,
) -> Completion | None:
    """Return the fewest cards that complete these cards, in any order; None if nothing can.

    If ``kind`` is None, the kind that lacks fewer cards is used, a run if both lack the same. The
    meld has at least ``size`` cards. The search is exhaustive and every result is judged legal. It
    tries no duplicates in runs, and no added jokers beyond the first, since a natural can replace
    them.

    >>> from kalooki_ref.cards import parse_cards
    >>> from kalooki_ref.rules.jamaican import JAMAICAN
    >>> [str(card) for card in completion_of(parse_cards("5C 6C 7C"), JAMAICAN).ways]
    ['4C', '8C', '*']
    """
    kinds = (kind,) if kind else (MeldKind.RUN, MeldKind.SET)
    found = [found for kind in kinds if (found := _completed(cards, kind, size, system, pack))]
    return min(found, key=lambda outlook: outlook.more, default=None)


def further_melds(
    melds: Sequence[Meld], contract: Contract, system: RuleSystem, *, pack: Pack | None = None
) -> Contract | None:
    """Return the melds missing from a first lay of legal melds; None if no melds complete it."""
    missing = still_missing(contract, melds, system)
    asked = [Asked(MeldKind.SET, max(contract.set_size, system.set_min))] * missing.sets
    asked += [Asked(MeldKind.RUN, max(contract.run_size, system.run_min))] * missing.runs
    found = _grown(tuple(melds), asked, system, pack)
    if not asked or found is None:
        return None
    counting = long_enough(found, contract, system)
    is_short = demand_findings(contract, counting, system, laid=counted(found))
    return None if is_short else missing


def _completed(
    cards: Cards, kind: MeldKind, size: int, system: RuleSystem, pack: Pack | None
) -> Completion | None:
    tried = _larger_sets if kind is MeldKind.SET else _larger_runs
    best: list[Cards] = []
    for grown in tried(cards, max(size, len(cards) + 1), system):
        if best and len(grown) > len(best[0]):
            break
        if grown not in best and judge_meld(Meld(kind, grown), system, pack=pack).legal:
            best.append(grown)
    if not best:
        return None
    meld = max(best, key=lambda grown: sum(_places_added(grown, cards)))
    added = _places_added(meld, cards)
    if len(added) > 1 or not any(card.rank for card in cards):
        return Completion(kind, len(added), meld, meld, added, size=size)
    ways = dict.fromkeys(grown[_places_added(grown, cards)[0]] for grown in best)
    by_rank = tuple(sorted(ways, key=lambda card: (not card.rank, card.rank)))
    low = next((grown for grown in best if grown[1:] == meld[:-1]), None)
    row = meld if low is None or kind is MeldKind.SET else (low[0], *meld)
    return Completion(kind, 1, meld, row, _places_added(row, cards), by_rank, size)


def _larger_sets(cards: Cards, size: int, system: RuleSystem) -> Iterator[Cards]:
    """Yield sets extended by cards of the same rank, from ``size`` cards up."""
    # Jokers alone can become any rank; trying the highest is enough.
    rank = set_rank(cards) or RANKS[-1]
    if any(card.rank not in (0, rank) for card in cards):
        return
    held = [suit for suit in system.suits if Card(rank, suit) in cards]
    suits = [suit for suit in system.suits if suit not in held] + held
    choice = (*(Card(rank, suit) for suit in suits), JOKER)
    most = largest_set(system) or system.pack_for(system.max_players).copies * len(system.suits)
    for more in range(size - len(cards), most - len(cards) + 1):
        for added in combinations_with_replacement(choice, more):
            yield cards + added


def _larger_runs(cards: Cards, size: int, system: RuleSystem) -> Iterator[Cards]:
    """Yield legal runs extended by cards of the same suit, from ``size`` cards up."""
    suit = main_suit(cards) or system.suits[0]
    naturals = [card for card in cards if card.rank]
    is_one_suit = all(card.suit is suit for card in naturals)
    if not is_one_suit or len(set(naturals)) < len(naturals):
        return
    lacking = [Card(rank, suit) for rank in RANKS if Card(rank, suit) not in naturals]
    for more in range(size - len(cards), HIGH_ACE - LOW_ACE + 2 - len(cards)):
        for added in _near(lacking, naturals, more, len(cards) + more):
            yield from arrange_run(cards + added, system)
        if more == 1:
            yield from arrange_run((*cards, JOKER), system)


def _near(lacking: list[Card], naturals: list[Card], more: int, size: int) -> Iterator[Cards]:
    """Yield combinations of ``more`` naturals that fit in a run of ``size`` with the others."""
    for added in combinations(lacking, more):
        ranks = {card.rank for card in (*naturals, *added)}
        high = {HIGH_ACE if rank == LOW_ACE else rank for rank in ranks}
        if min(max(ranks) - min(ranks), max(high) - min(high)) < size:
            yield added


def _places_added(grown: Cards, cards: Cards) -> tuple[int, ...]:
    left = list(cards)
    places = []
    for place, card in enumerate(grown):
        if card in left:
            left.remove(card)
        else:
            places.append(place)
    return tuple(places)


def _grown(
    melds: tuple[Meld, ...], asked: list[Asked], system: RuleSystem, pack: Pack | None
) -> tuple[Meld, ...] | None:
    """Return the melds extended by one for each required meld; None if there is no such lay."""
    if not asked:
        return melds
    for longer in _longer(melds, asked[0], system, pack):
        found = _grown(longer, asked[1:], system, pack)
        if found is not None:
            return found
    return None


def _longer(
    melds: tuple[Meld, ...], asked: Asked, system: RuleSystem, pack: Pack | None
) -> Iterator[tuple[Meld, ...]]:
    """Yield the melds extended by one legal meld of naturals that is distinct from the others."""
    whole = pack or system.pack_for(system.max_players)
    for cards in _naturals_of(asked, system):
        meld = Meld(asked.kind, cards)
        grown = (*melds, meld)
        fits = not whole.surplus(cards_in(grown)) and not distinctness_findings(grown, system)
        if fits and judge_meld(meld, system, pack=whole).legal:
            yield grown


def _naturals_of(asked: Asked, system: RuleSystem) -> Iterator[Cards]:
    if asked.kind is MeldKind.SET:
        for rank in reversed(RANKS):
            for suits in _suits_of(asked.size, system):
                yield tuple(Card(rank, suit) for suit in suits)
        return
    for suit in system.suits:
        for start in range(LOW_ACE, HIGH_ACE - asked.size + 2):
            places = range(start, start + asked.size)
            yield tuple(card_at(place, suit) for place in places)


def _suits_of(size: int, system: RuleSystem) -> Iterator[tuple[Suit, ...]]:
    """Yield the suits for a set of that size, with as few repeated suits as possible."""
    whole, rest = divmod(size, len(system.suits))
    for suits in combinations(system.suits, rest):
        yield system.suits * whole + suits
