"""What can still become legal: the cards a meld lacks, and the melds a first lay lacks."""

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
from kalooki_ref.referee.melds import arrange_run, judge_meld, meld_points
from kalooki_ref.referee.runs import card_at, main_suit
from kalooki_ref.referee.sets import largest_set, set_rank
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Completion:
    """The fewest further cards that make a legal meld.

    ``more`` is how many, ``cards`` one such meld, a run low to high. ``ways`` are all the single
    cards that would do, low to high and the joker last; empty where it takes more than one, and of
    jokers alone. ``row`` is the meld to draw, with a card at either end where both would do, and
    ``lacking`` the places of further cards in it.
    """

    kind: MeldKind
    more: int
    cards: Cards
    row: Cards
    lacking: tuple[int, ...]
    ways: Cards = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A meld that a contract asks for: its kind, and how many cards it has at least."""

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
    """Return what these cards lack, in whatever order; None where no further card can save them.

    Without a ``kind`` the one that lacks fewer cards, a run among equals; the meld has at least
    ``size`` cards. Every completion was judged legal, and None follows from trying all of them: a
    run can't lack a card that it would also hold twice, and a natural does whatever a further joker
    does.

    >>> from kalooki_ref.cards import parse_cards
    >>> from kalooki_ref.rules.jamaican import JAMAICAN
    >>> [str(card) for card in completion_of(parse_cards("5C 6C 7C"), JAMAICAN).ways]
    ['4C', '8C', '*']
    """
    kinds = (kind,) if kind else (MeldKind.RUN, MeldKind.SET)
    found = [found for one in kinds if (found := _completed(cards, one, size, system, pack))]
    return min(found, key=lambda one: one.more, default=None)


def further_melds(
    melds: Sequence[Meld], contract: Contract, system: RuleSystem, *, pack: Pack | None = None
) -> Contract | None:
    """Return the melds that a first lay of legal melds still lacks; None where none can save it."""
    missing = still_missing(contract, melds, system)
    asked = [Asked(MeldKind.SET, max(contract.set_size, system.set_min))] * missing.sets
    asked += [Asked(MeldKind.RUN, max(contract.run_size, system.run_min))] * missing.runs
    found = _grown(tuple(melds), asked, system, pack)
    if not asked or found is None:
        return None
    counting = long_enough(found, contract, system)
    is_short = demand_findings(contract, counting, system, laid=counted(found))
    return None if is_short else missing


def may_reach(
    melds: Sequence[Meld], points: int, system: RuleSystem, *, pack: Pack | None = None
) -> bool:
    """Whether one or two more melds beside these legal ones make them worth that many points."""
    for more in (1, 2):
        sets = [Asked(MeldKind.SET, system.set_min)] * more
        grown = _grown(tuple(melds), sets, system, pack)
        if grown and sum(meld_points(meld, system) for meld in grown) >= points:
            return True
    return False


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
        return Completion(kind, len(added), meld, meld, added)
    ways = _in_order([grown[_places_added(grown, cards)[0]] for grown in best])
    low = next((grown for grown in best if grown[1:] == meld[:-1]), None)
    row = meld if low is None or kind is MeldKind.SET else (low[0], *meld)
    return Completion(kind, 1, meld, row, _places_added(row, cards), ways)


def _larger_sets(cards: Cards, size: int, system: RuleSystem) -> Iterator[Cards]:
    """Yield sets with more cards of the same rank, from ``size`` cards up."""
    # Of jokers alone any rank can come; the highest stands for all.
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
    """Yield legal runs with more cards of the same suit, from ``size`` cards up."""
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
    """Yield choices of further naturals that lie within one run of that size with the others."""
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


def _in_order(ways: list[Card]) -> Cards:
    return tuple(sorted(dict.fromkeys(ways), key=lambda card: (not card.rank, card.rank)))


def _grown(
    melds: tuple[Meld, ...], asked: list[Asked], system: RuleSystem, pack: Pack | None
) -> tuple[Meld, ...] | None:
    """Return the melds with one for each that is asked, or None where there is no such meld."""
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
    """Yield the melds with one more, of naturals, that may lie beside them."""
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
    """Yield the suits of a set of that many cards, as different as they can be."""
    whole, rest = divmod(size, len(system.suits))
    for suits in combinations(system.suits, rest):
        yield system.suits * whole + suits
