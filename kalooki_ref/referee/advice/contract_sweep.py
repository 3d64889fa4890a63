"""The least a contract leaves, place by place, where runs fight over the cards of a suit.

Not here: what a place allows (contract_places), and the quicker search for all other hands
(contract_lay).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.contract_ages import Growth, OpenRuns
from kalooki_ref.referee.advice.contract_later import Sizes
from kalooki_ref.referee.advice.contract_offers import Offer
from kalooki_ref.referee.advice.contract_places import Form, Place, Room
from kalooki_ref.referee.advice.contract_plan import Places, Row
from kalooki_ref.referee.advice.task import Task
from kalooki_ref.rules.model import RuleSystem

MOST_POINTS = 40_000
"""How many ways from point to point are tried at most, some tenths of a second."""
GLANCED_AT = 2
"""How many points of a kind a glance follows."""
JOKERS, SETS, SET_BITS, THROWN, ACES = 31, 5, 15, 1 << 9, 10
"""A ledger: jokers used; sets made and how aces were shared, above so many bits; a card thrown."""
KIND = (1 << ACES) - 1
"""The ledger without how aces were shared."""

Point = tuple[int, Form, int, tuple[Growth, ...]]
"""The least lost on the way to a form and ledger, those it comes from, and how runs grew."""


class End(NamedTuple):
    """Where a way ends: what is left, whether after a discard, the jokers, and the point."""

    left: int
    is_after: bool
    jokers: int
    form: Form
    ledger: int


Layer = dict[Form, dict[int, Point]]

Entry = tuple[int, int, int, int, int, int | None, Form, tuple[Growth, ...]]
"""A step as the ledger sees it: what it adds, the jokers it wants, its sets, the least that stays
in hand further on, what it loses and what throwing saves, the form it leads to, and the growths."""


class ContractSweep:
    """The sweep over one hand; ``suits`` are the numbers of those that can make runs."""

    def __init__(
        self, rows: Sequence[Row], suits: Sequence[int], at: tuple[RuleSystem, Task]
    ) -> None:
        system, self._task = at
        self._suits = suits
        sizes = Sizes(system.run_min, system.set_min, self._task.runs, self._task.sets)
        self._places = [Place(place, rows, suits, sizes) for place in range(LOW_ACE, HIGH_ACE + 1)]
        self._layers: list[Layer] = []
        self._shared_aces: list[Offer] = []
        self._dearest = max([max(prices) for _, prices in rows])
        self._wanted = (0, 0)
        self._most = 0
        self._points = 0

    def run(self, before: int, after: int) -> bool:
        """Look for less than two losses, before a discard and after it; return whether in time."""
        self._begin(before, after)
        for place in self._places:
            self._layers.append(self._layer_past(place))
            if self._points > MOST_POINTS:
                return False
        return True

    def glance(self, before: int, after: int) -> None:
        """Look for the same along the few most promising points of each place alone."""
        self._begin(before, after)
        *places, last = self._places
        for place in places:
            self._layers.append(self._most_promising(self._layer_past(place), place))
        self._layers.append(self._layer_past(last))

    def _begin(self, before: int, after: int) -> None:
        self._wanted = (before, after)
        self._most = max(before, after + self._dearest)
        self._points = 0
        start: Form = ((0,) * len(self._suits), self._task.runs)
        self._layers = [{start: {0: (0, start, 0, ())}}]

    def _layer_past(self, place: Place) -> Layer:
        """Return the points past a place that lead on from those before it."""
        layer: Layer = {}
        for form, points in self._layers[-1].items():
            self._pass(place, (form, points), layer)
        return layer

    def ends(self) -> list[End]:
        """Return every end of a way, those that leave the least first."""
        ends = [
            End(point[0], is_after, ledger & JOKERS, form, ledger)
            for form, points in self._layers[-1].items()
            for ledger, point in points.items()
            if ledger >> SETS & SET_BITS == self._task.sets
            for is_after in self._sides(ledger)
        ]
        return sorted(ends)

    def _sides(self, ledger: int) -> set[bool]:
        """Return whether a ledger ends before a discard, after it, or both: a joker is over."""
        thrown = ledger & THROWN > 0
        return {thrown, thrown or ledger & JOKERS < self._task.jokers}

    def runs_to(self, end: End) -> list[tuple[int, Places]]:
        """Return the runs on the way to an end, each with its suit and where naturals lie in it."""
        steps = []
        form, ledger = end.form, end.ledger
        for layer in reversed(self._layers[1:]):
            _, form, ledger, grown = layer[form][ledger]
            steps.append(grown)
        steps.reverse()
        runs = []
        for number, suit in enumerate(self._suits):
            replay = OpenRuns()
            for place, grown in enumerate(steps, LOW_ACE):
                replay.grow(place, grown[number])
            runs += [(suit, places) for places in replay.all]
        return runs

    def _pass(self, place: Place, here: tuple[Form, dict[int, Point]], layer: Layer) -> None:
        """Add the points past a place that lead on from a form."""
        form, points = here
        entries: dict[Offer | None, list[Entry]] = {}
        room = self._room(points)
        most_saved, set_jokers = place.later.saved, place.later.set_jokers
        dearest = place.later.dearest
        before, after = self._wanted
        for ledger, point in _undominated(points):
            aces = self._shared_aces[ledger >> ACES] if place is self._places[-1] else None
            if aces not in entries:
                entries[aces] = list(self._entries(place, (form, room), aces))
            loss, thrown = point[0], ledger & THROWN
            left = self._task.jokers - (ledger & JOKERS)
            wanted = self._task.sets - (ledger >> SETS & SET_BITS)
            limit, limit_saved = (after, 0) if thrown else (before, after)
            for entry, jokers, sets, bound, lost, saved, to, grown in entries[aces]:
                rest = wanted - sets
                if rest < 0 or jokers + set_jokers[rest] > left:
                    continue
                self._points += 1
                total = loss + lost
                ahead = total + max(0, bound - most_saved[rest])
                if ahead < limit or (total < limit_saved and ahead - dearest < limit_saved):
                    _keep(layer, to, ledger + entry, (total, form, ledger, grown))
                if saved is not None and ahead - saved < limit_saved:
                    cheaper = (total - saved, form, ledger, grown)
                    _keep(layer, to, ledger + entry + THROWN, cheaper)

    def _most_promising(self, layer: Layer, place: Place) -> Layer:
        """Return the points of each kind that are likely to leave the least in the end."""
        kinds: dict[int, list[tuple[int, Form, int]]] = {}
        for form, points in layer.items():
            ahead = place.likely_lost(form)
            for ledger, point in points.items():
                likely = point[0] + ahead + self._shared_aces[ledger >> ACES].price
                kinds.setdefault(ledger & KIND, []).append((likely, form, ledger))
        promising: Layer = {}
        for rows in kinds.values():
            for _, form, ledger in sorted(rows, key=_likely)[:GLANCED_AT]:
                promising.setdefault(form, {})[ledger] = layer[form][ledger]
        return promising

    def _room(self, points: dict[int, Point]) -> Room:
        """Return what the best of some points has left."""
        jokers = self._task.jokers - min([ledger & JOKERS for ledger in points])
        sets = self._task.sets - min([ledger >> SETS & SET_BITS for ledger in points])
        return Room(jokers, sets, self._most - min([point[0] for point in points.values()]))

    def _entries(
        self, place: Place, here: tuple[Form, Room], aces: Offer | None
    ) -> Iterator[Entry]:
        """Yield the steps past a place from a form, each with what it adds to the ledger.

        ``aces`` are what the low place left, for the high one.
        """
        form, room = here
        for jokers, owed, sets, bound, outcome, to, grown in place.steps(form, room, aces):
            entry = jokers + (sets << SETS)
            if outcome.aces is not None:
                entry += len(self._shared_aces) << ACES
                self._shared_aces.append(self._places[-1].offer_of(outcome.aces))
            yield entry, jokers + owed, sets, bound, outcome.lost, outcome.saved, to, grown


def _likely(row: tuple[int, Form, int]) -> int:
    return row[0]


def _keep(layer: Layer, form: Form, ledger: int, point: Point) -> None:
    there = layer.setdefault(form, {})
    known = there.get(ledger)
    if known is None or point[0] < known[0]:
        there[ledger] = point


def _undominated(points: dict[int, Point]) -> Iterator[tuple[int, Point]]:
    """Yield the points but those that leave no less than another with fewer jokers."""
    least: dict[int, int] = {}
    for ledger in sorted(points):
        point, kind = points[ledger], ledger >> SETS
        if kind not in least or point[0] < least[kind]:
            least[kind] = point[0]
            yield ledger, point
