"""Sort cards into melds whatever their order, by a bounded depth-first search."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, RANKS, Card, Cards, Pack
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import counted, is_part, judge_lay, mark_of, must_differ
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld, meld_points
from kalooki_ref.referee.runs import card_at
from kalooki_ref.rules.choices import Contract, ExtraMelds
from kalooki_ref.rules.model import RuleSystem

# States and melds looked at before the search gives up; nearly all lays need a hundredth of them.
MOST_STATES, MOST_LOOKED = 1_500, 4_000
# Part of a row of cards, with None where other cards were taken out of it.
Row = tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Partition:
    """Cards sorted into two or more melds, or no melds if none were found.

    ``gave_up`` is whether melds that may be laid were not found, but not all were tried.
    """

    melds: tuple[Meld, ...] = ()
    gave_up: bool = False


def partition(
    cards: Cards, system: RuleSystem, *, number: int | None = None, pack: Pack | None = None
) -> Partition:
    """Return two or more melds made of exactly these cards, which may be laid if possible.

    The real cards are sorted. Jokers after the last of them go wherever they help; any other joker
    stays beside its neighbours, in a meld that lies as tapped.
    """
    end = len(cards)
    while end and cards[end - 1] == JOKER:
        end -= 1
    rules = system if number is None else system.in_round(number)
    contract = None if number is None else system.contract_of(number)
    searches = [_Search(system, number, pack)]
    if contract is not None and rules.extra_melds is ExtraMelds.NEVER:
        # More melds than the contract has can't be laid; they only show what the cards could be.
        searches.insert(0, _Search(system, number, pack, contract))
    for search in searches:
        found = search.around_jokers(cards[:end], len(cards) - end, ())
        may_be_laid = any(len(melds) > 1 and search.keep(melds) for melds in found)
        if search.best:
            gave_up = searches[0].gave_up and not may_be_laid
            # In the order of their first real cards.
            melds = sorted(
                search.best,
                key=lambda meld: min(cards.index(card) for card in meld.cards if card.rank),
            )
            return Partition(tuple(melds), gave_up)
    return Partition(gave_up=searches[0].gave_up)


class _Search:
    """A search for melds under the rules of a round, no more of them than ``most`` has.

    ``best`` are the best ones so far.
    """

    def __init__(
        self,
        system: RuleSystem,
        number: int | None,
        pack: Pack | None,
        most: Contract | None = None,
    ) -> None:
        self.system, self.number, self.pack, self.most = system, number, pack, most
        self.rules = system if number is None else system.in_round(number)
        self.best: tuple[Meld, ...] = ()
        self.judged: dict[Meld, bool] = {}
        self.seen: set[object] = set()
        self.looked = 0

    @property
    def gave_up(self) -> bool:
        """Whether some states or melds were not looked at."""
        return len(self.seen) > MOST_STATES or self.looked > MOST_LOOKED

    def keep(self, melds: tuple[Meld, ...]) -> bool:
        """Keep melds that may be laid, or are worth most so far; return whether they may be."""
        supply = Supply(self.pack)
        may_be_laid = judge_lay(melds, self.system, number=self.number, supply=supply).legal
        if may_be_laid or not self.best or self.points(melds) > self.points(self.best):
            self.best = melds
        return may_be_laid

    def points(self, melds: tuple[Meld, ...]) -> int:
        """Return what melds are worth where points open, else 0."""
        if not self.rules.opening:
            return 0
        return sum(meld_points(meld, self.rules) for meld in melds)

    def around_jokers(
        self, row: Row, jokers: int, melds: tuple[Meld, ...]
    ) -> Iterator[tuple[Meld, ...]]:
        """Yield melds of a row whose jokers stay where they lie; ``jokers`` others are free."""
        if JOKER not in row:
            naturals = Counter(card for card in row if card)
            yield from self.sorted_melds(naturals, jokers, melds)
            return
        first = row.index(JOKER)
        for start in range(first, -1, -1):
            for end in range(max(first, start + 2) + 1, len(row) + 1):
                taken = tuple(card for card in row[start:end] if card)
                if len(taken) < end - start or not (kinds := kinds_alike(taken)):
                    break
                for meld in self.legal(Meld(kind, taken) for kind in kinds):
                    left = (*row[:start], None, *row[end:])
                    yield from self.around_jokers(left, jokers, (*melds, meld))

    def sorted_melds(
        self, left: Counter[Card], jokers: int, melds: tuple[Meld, ...]
    ) -> Iterator[tuple[Meld, ...]]:
        """Yield melds made of all these real cards and jokers, besides the ones so far."""
        if not left:
            if not jokers:
                yield melds
            return
        if self.most is not None and not is_part(counted(melds), self.most):
            return
        marks = frozenset(mark_of(meld) for meld in melds if must_differ(meld, self.rules))
        shapes = frozenset(Counter((meld.kind, len(meld.cards)) for meld in melds).items())
        state = (frozenset(left.items()), jokers, shapes, marks, self.points(melds))
        if state in self.seen or len(self.seen) > MOST_STATES:
            return
        self.seen.add(state)
        # The card with the fewest others near it has the fewest melds, or none at all.
        hardest = min(left, key=lambda card: (_neighbours(card, left), str(card)))
        for meld in self.legal(_melds_with(hardest, left, jokers, self.rules)):
            if must_differ(meld, self.rules) and mark_of(meld) in marks:
                continue
            rest = left - Counter(meld.cards)
            used = meld.cards.count(JOKER)
            yield from self.sorted_melds(rest, jokers - used, (*melds, meld))

    def legal(self, melds: Iterator[Meld]) -> Iterator[Meld]:
        """Yield the legal ones among these melds, until too many have been looked at."""
        for meld in melds:
            self.looked += 1
            if self.looked > MOST_LOOKED:
                return
            known = self.judged.get(meld)
            if known is None:
                known = self.judged[meld] = judge_meld(meld, self.rules, pack=self.pack).legal
            if known:
                yield meld


def kinds_alike(cards: Cards) -> tuple[MeldKind, ...]:
    """Return the kinds of meld whose real cards are alike: of one rank, or of one suit.

    Without real cards that is both, and a run has 14 cards at most.
    """
    naturals = [card for card in cards if card.rank]
    is_set = len({card.rank for card in naturals}) <= 1
    is_run = len(cards) <= HIGH_ACE and len({card.suit for card in naturals}) <= 1
    return (MeldKind.SET,) * is_set + (MeldKind.RUN,) * is_run


def _neighbours(card: Card, left: Counter[Card]) -> int:
    """Return how many cards have the same rank, or the same suit and a rank at most 3 away."""
    near = 0
    for other, count in left.items():
        gap = abs(other.rank - card.rank)
        is_near = other.suit is card.suit and min(gap, len(RANKS) - gap) <= 3
        near += count if is_near or not gap else 0
    return near


def _melds_with(card: Card, left: Counter[Card], jokers: int, system: RuleSystem) -> Iterator[Meld]:
    """Yield sets and runs with this card made of these cards and jokers, legal or not."""
    alike = [other for other in left.elements() if other.rank == card.rank]
    alike.remove(card)
    for more in range(jokers + 1):
        for size in range(max(0, system.set_min - 1 - more), len(alike) + 1):
            for others in _selections(tuple(sorted(alike, key=str)), size):
                yield Meld(MeldKind.SET, (card, *others, *(JOKER,) * more))
        yield from _runs_with(card, left, more, system)


def _selections(cards: Cards, size: int) -> Iterator[Cards]:
    """Yield each choice of this many cards, equal cards side by side, without repeating one."""
    if not size:
        yield ()
        return
    if size > len(cards):
        return
    first = cards[0]
    there = cards.count(first)
    for taken in range(min(there, size), -1, -1):
        for others in _selections(cards[there:], size - taken):
            yield (first,) * taken + others


def _runs_with(card: Card, left: Counter[Card], jokers: int, system: RuleSystem) -> Iterator[Meld]:
    """Yield runs that contain this card and exactly ``jokers`` jokers."""
    suit = card.suit
    if suit is None:
        return
    whole = tuple(card_at(rank, suit) for rank in range(HIGH_ACE + 1))
    lacking = [not left[card] for card in whole]
    for place in (LOW_ACE, HIGH_ACE) if card.rank == LOW_ACE else (card.rank,):
        for start in range(LOW_ACE, place + 1):
            gaps = sum(lacking[start:place])
            for end in range(place, HIGH_ACE + 1):
                gaps += lacking[end] and end > place
                if gaps > jokers:
                    break
                if end - start + 1 >= system.run_min:
                    yield from _with_jokers(whole[start : end + 1], place - start, left, jokers)


def _with_jokers(row: Cards, kept: int, left: Counter[Card], jokers: int) -> Iterator[Meld]:
    """Yield this run with ``jokers`` jokers for its missing cards, then others but ``kept``."""
    others = [index for index in range(len(row)) if index != kept]
    lacking = [index for index in others if not left[row[index]]]
    if len(lacking) > jokers:
        return
    spare = [index for index in others if index not in lacking]
    for more in combinations(spare, jokers - len(lacking)):
        gone = {*lacking, *more}
        cards = tuple(JOKER if index in gone else card for index, card in enumerate(row))
        # A run with both aces needs two of them.
        if not Counter(card for card in cards if card.rank) - left:
            yield Meld(MeldKind.RUN, cards)
