"""Divide tapped cards into the melds of a first lay, whatever lies beside what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kalooki_ref.cards import Cards, Pack
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import judge_lay, mark_of, must_differ
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld, meld_points
from kalooki_ref.referee.outlook import not_yet, open_kinds
from kalooki_ref.referee.partition import kinds_alike, partition
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

LEAST = 3  # minimum cards in a meld in any system


@dataclass(frozen=True, slots=True)
class Cut:
    """Melds, and the cards that belong to none of them.

    ``is_sorted`` is whether the melds take cards out of the order tapped, ``gave_up`` whether melds
    that may be laid were not found, but not all were tried.
    """

    melds: tuple[Meld, ...]
    rest: Cards = ()
    is_sorted: bool = False
    gave_up: bool = False


def cut_melds(
    parts: Sequence[Cards],
    system: RuleSystem,
    *,
    number: int | None = None,
    pack: Pack | None = None,
) -> Cut:
    """Divide the cards into legal melds, with as few cards left over as possible.

    No meld crosses the boundary of a part. Melds of cards tapped one after the other are preferred;
    if they can't be laid, cards of a single part are sorted. ``number`` is the round, None if it is
    unknown or there are no contracts.
    """
    reader = _Reader(system, number, pack)
    tapped = reader.in_rows(parts)
    if len(parts) > 1 or (not tapped.rest and may_be_laid(tapped.melds, system, number, pack)):
        return tapped
    found = partition(parts[0], system, number=number, pack=pack)
    whole = Cut(found.melds, is_sorted=True, gave_up=found.gave_up)
    is_stuck = tapped.rest and not reader.may_go_on(tapped)
    if whole.melds and (is_stuck or reader.faults(whole) < (2 if tapped.rest else 1)):
        return whole
    return replace(tapped, gave_up=found.gave_up)


def may_be_laid(
    melds: Sequence[Meld], system: RuleSystem, number: int | None, pack: Pack | None
) -> bool:
    """Whether nothing speaks against laying these melds, as far as known."""
    return judge_lay(melds, system, number=number, supply=Supply(pack)).legal


@dataclass(frozen=True, slots=True)
class _State:
    """The melds of the cards up to some place, and one row of cards skipped before it.

    ``has_gone_on`` is whether a meld follows the skipped cards, so that no others may be skipped.
    """

    melds: tuple[Meld, ...] = ()
    skipped: Cards = ()
    has_gone_on: bool = False


class _Reader:
    """Finds the best melds in rows of cards, by dynamic programming over their ends."""

    def __init__(self, system: RuleSystem, number: int | None, pack: Pack | None) -> None:
        self.system, self.number, self.pack = system, number, pack
        self.rules = system if number is None else system.in_round(number)
        self.contract = None if number is None else system.contract_of(number)
        self.melds_in = cache(self._melds_in)

    def in_rows(self, parts: Sequence[Cards]) -> Cut:
        """Return the best melds that are each a row of cards in one part."""
        states = [_State()]
        for part in parts:
            states = self._after(part, states)
        best = min(states, key=self._rank)
        return Cut(best.melds, best.skipped)

    def _rank(self, state: _State) -> tuple[bool, int, int, int, bool]:
        cut = Cut(state.melds, state.skipped)
        rank = not self.may_go_on(cut), len(cut.rest), self.faults(cut), len(cut.melds)
        # Of equal ones, take that which leaves the last cards tapped: they may begin a meld.
        return *rank, state.has_gone_on

    def may_go_on(self, cut: Cut) -> bool:
        """Whether these melds may be laid, or may be once the cards left over are a meld."""
        kinds = open_kinds(cut.melds, self.system, number=self.number)
        is_begun = len(cut.rest) < LEAST or not_yet(
            cut.rest, self.rules, kinds=kinds, pack=self.pack
        )
        return bool(is_begun) and self.faults(cut) < 2

    def faults(self, cut: Cut) -> int:
        """Return 0 for melds that may be laid, 1 if only more are missing, else 2.

        Also 2 if cards are left over, and no further meld may be laid.
        """
        melds, supply = cut.melds, Supply(self.pack)
        codes = judge_lay(melds, self.system, number=self.number, supply=supply).codes
        if codes in ((Code.OPENING_SHORT,), (Code.CONTRACT_SHORT,)):
            return 1
        is_full = cut.rest and not open_kinds(melds, self.system, number=self.number)
        return 2 if codes or is_full else 0

    def _after(self, part: Cards, states: Iterable[_State]) -> list[_State]:
        """Return the best state after a part for each combination of melds."""
        reached: list[dict[object, _State]] = [{} for _ in range(len(part) + 1)]
        for state in states:
            self._keep(reached[0], state)
        for start, card in enumerate(part):
            for state in reached[start].values():
                if not state.has_gone_on:
                    self._keep(reached[start + 1], _State(state.melds, (*state.skipped, card)))
                for end in range(start + LEAST, len(part) + 1):
                    for meld in self.melds_in(part[start:end]):
                        melds, skipped = (*state.melds, meld), state.skipped
                        self._keep(reached[end], _State(melds, skipped, bool(skipped)))
        return list(reached[-1].values())

    def _keep(self, states: dict[object, _State], state: _State) -> None:
        """Keep a state if it is the first with its key, or better than that one."""
        key = (self._key(state.melds), bool(state.skipped), state.has_gone_on)
        other = states.get(key)
        if other is None or self._cost(state) < self._cost(other):
            states[key] = state

    def _key(self, melds: Sequence[Meld]) -> object:
        """Return everything about melds that decides what may follow them."""
        marks = frozenset(mark_of(meld) for meld in melds if must_differ(meld, self.rules))
        if self.contract is None:
            return marks
        least = {MeldKind.SET: self.contract.set_size, MeldKind.RUN: self.contract.run_size}
        counts = sorted((meld.kind, len(meld.cards) >= least[meld.kind]) for meld in melds)
        return marks, tuple(counts)

    def _cost(self, state: _State) -> tuple[int, int, int]:
        points = 0
        if self.rules.opening:
            points = sum(meld_points(meld, self.rules) for meld in state.melds)
        return len(state.skipped), -points, len(state.melds)

    def _melds_in(self, cards: Cards) -> tuple[Meld, ...]:
        """Return the legal melds that are exactly these cards."""
        melds = (Meld(kind, cards) for kind in kinds_alike(cards))
        return tuple(meld for meld in melds if judge_meld(meld, self.rules, pack=self.pack).legal)
