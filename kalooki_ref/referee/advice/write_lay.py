"""Convert the path found by a search into a plan: melds, tacks, and cards kept."""

from operator import itemgetter

from kalooki_ref.cards import JOKER, LOW_ACE, Card, Cards
from kalooki_ref.referee.advice.best_first import SearchSpace
from kalooki_ref.referee.advice.hand_counts import rank_at
from kalooki_ref.referee.advice.open_runs import PAST, OpenRun, RunChange
from kalooki_ref.referee.advice.plan import Cells, Plan, RankTacks, RunTack
from kalooki_ref.referee.advice.rank_moves import RankMove, suit_state
from kalooki_ref.referee.advice.rank_sets import left_cards
from kalooki_ref.referee.advice.run_states import RunStep
from kalooki_ref.referee.advice.table_runs import TableRun
from kalooki_ref.referee.meld import Meld, MeldKind

# A suit's open runs with their cells so far; for runs on the board, the added cells.
OpenRow = list[tuple[OpenRun | TableRun, Cells]]


def write_lay(space: SearchSpace, path: tuple[RankMove, ...]) -> Plan:
    """Return the plan for a path; jokers without a place are counted as spare."""
    automaton = space.moves.automaton
    states = [suit_state(space.moves.start, suit) for suit in range(len(space.spec.system.suits))]
    rows: list[OpenRow] = [[(run, ()) for run in automaton.states[state].open] for state in states]
    writer = _Writer(space)
    used = 0
    for place, move in enumerate(path, space.first):
        used += move.jokers
        for suit, step in move.steps:
            rows[suit] = writer.grow_runs(rows[suit], step, place, suit)
        if LOW_ACE < place < PAST:
            writer.make_sets(place, move)
    return writer.plan(space.spec.jokers - used)


class _Writer:
    """Accumulates melds, tacks and kept cards from place to place."""

    def __init__(self, space: SearchSpace) -> None:
        self.space = space
        self.suits = space.spec.system.suits
        self.sets: list[Meld] = []
        self.runs: list[Meld] = []
        self.kept: list[Card] = []
        self.run_tacks: list[RunTack] = []
        self.rank_tacks: list[RankTacks] = []

    def plan(self, spare: int) -> Plan:
        """Return the accumulated plan."""
        return Plan(
            tuple(self.sets),
            tuple(self.runs),
            tuple(self.kept),
            tuple(self.run_tacks),
            tuple(self.rank_tacks),
            spare,
        )

    def grow_runs(self, row: OpenRow, step: RunStep, place: int, suit: int) -> OpenRow:
        """Return a suit's runs after a step, recording those that ended."""
        automaton = self.space.moves.automaton
        grown: OpenRow = []
        for (run, cells), growth in zip(row, step.growths, strict=True):
            if growth.run is None:
                self._end(run, cells, growth, place, suit)
            elif growth.naturals or growth.jokers > 0:
                card = Card(rank_at(place), self.suits[suit]) if growth.naturals else JOKER
                grown.append((growth.run, (*cells, (place, card))))
            else:
                grown.append((growth.run, cells))
        if step.begun or step.extra:
            sizes = automaton.sizes
            card = Card(rank_at(place), self.suits[suit])
            for size, number in ((sizes[0], step.begun), (sizes[-1], step.extra)):
                grown += [(automaton.runs.start(place, size), ((place, card),))] * number
        return sorted(grown, key=itemgetter(0))

    def _end(
        self, run: OpenRun | TableRun, cells: Cells, growth: RunChange, place: int, suit: int
    ) -> None:
        if isinstance(run, TableRun):
            self.run_tacks.append(RunTack(suit, run, cells))
            return
        above = self.space.moves.automaton.runs.pads_above(run, place, suit, growth.jokers)
        cards = tuple(card for _, card in cells)
        below = growth.jokers - above
        self.runs.append(Meld(MeldKind.RUN, (JOKER,) * below + cards + (JOKER,) * above))

    def make_sets(self, place: int, move: RankMove) -> None:
        """Record the sets of a rank, the tacks to the board, and the cards kept."""
        made, rank = move.made, rank_at(place)
        cards = self.space.moves.cards_of(place, move.rests)
        tacked = [suit for tack in made.tacks for suit in tack.suits]
        free = tuple(rest - tacked.count(suit) for suit, rest in enumerate(cards.rests))
        differ = self.space.spec.system.set_suits_differ
        most = made.sets + made.extra if differ else sum(free)
        left = left_cards(cards._replace(rests=free), most, made.naturals)
        self.kept += self._cards(rank, left)
        chosen = [s for s, rest in enumerate(free) for _ in range(rest - left.count(s))]
        jokers = made.jokers - sum([tack.jokers - tack.freed for tack in made.tacks])
        sizes = (cards.set_size,) * made.sets + (cards.smallest,) * made.extra
        shared = _shared(self._cards(rank, chosen) + (JOKER,) * jokers, sizes, differ=differ)
        self.sets += [Meld(MeldKind.SET, meld) for meld in shared]
        if made.tacks:
            tacks = tuple((tack, self._cards(rank, list(tack.suits))) for tack in made.tacks)
            self.rank_tacks.append(RankTacks(rank, tacks))

    def _cards(self, rank: int, suits: list[int]) -> Cards:
        return tuple(Card(rank, self.suits[suit]) for suit in suits)


def _shared(cards: Cards, sizes: tuple[int, ...], *, differ: bool) -> list[Cards]:
    """Divide a rank's cards among sets of these sizes, filling the one that lacks the most first.

    ``differ`` is whether each suit may be in a set only once.
    """
    melds: list[Cards] = [() for _ in sizes]
    for card in cards if sizes else ():
        barred = [differ and card.rank and card in meld for meld in melds]
        lacks = [size - len(meld) for size, meld in zip(sizes, melds, strict=True)]
        at = max(range(len(sizes)), key=lambda i: (not barred[i], lacks[i]))
        melds[at] += (card,)
    return melds
