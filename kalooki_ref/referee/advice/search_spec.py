"""What a search is to find, apart from the cards and the table (position)."""

from dataclasses import dataclass

from kalooki_ref.referee.advice.position import Position
from kalooki_ref.referee.advice.rank_sets import absorbs, is_bounded, least_naturals
from kalooki_ref.rules.choices import Contract, ExtraMelds, JokerCap, JokerGoes
from kalooki_ref.rules.model import RuleSystem

NOTHING = Contract(0, 0)
MOST_COUNTED = 31
"""How far the search counts jokers."""


@dataclass(frozen=True, slots=True)
class SearchSpec:
    """What a search is to find, apart from the cards."""

    system: RuleSystem
    jokers: int
    borrowable: int
    """Jokers of the table that may be counted on before they are had."""
    sets: int
    runs: int
    opening: int
    contract_only: bool
    """Whether no more melds than the contract's may be laid."""
    has_room: bool
    """Whether every joker left over is sure to find a place."""
    must_lay: bool
    """Whether at least one meld must be laid, where points alone do not see to that."""
    goes_out: bool = False
    """Whether all but a card to throw must go; the loss is then the price of that card."""

    @property
    def most_jokers(self) -> int:
        """How many jokers may be used at once: those of the hand, and those borrowed."""
        return self.jokers + self.borrowable

    @property
    def most_runs(self) -> int:
        """How far runs are counted: enough to know whether one was laid where that is asked."""
        return max(self.runs, int(self.must_lay))

    @property
    def most_sets(self) -> int:
        """How far sets are counted: enough to know whether there is one."""
        return self.sets if self.contract_only else max(self.sets, 1)

    @property
    def must_reuse(self) -> bool:
        """Whether jokers taken from the table must all be played again."""
        return self.system.joker_goes is JokerGoes.REUSED_AT_ONCE

    @property
    def counts_cards(self) -> bool:
        """Whether sets differ by each card and joker in them: they fill up, or points open."""
        return is_bounded(self.system) or self.opening > 0 or self.must_reuse

    @property
    def least_in_a_set(self) -> int:
        """The fewest naturals with which a set can be laid."""
        return least_naturals(self.system)

    def has_room_with(self, sets: int) -> bool:
        """Return whether every joker left over finds a place beside so many sets."""
        return self.has_room or (sets > 0 and absorbs(self.system))

    def is_met_by(self, sets: int, runs: int, points: int) -> bool:
        """Return whether so much laid is enough to come down."""
        if sets < self.sets or runs < self.runs or points < self.opening:
            return False
        return bool(sets or runs) or not self.must_lay


def spec_of(position: Position) -> SearchSpec:
    """Return what it takes to do one's best."""
    question, targets, jokers = position.question, position.targets, position.hand.jokers
    system = question.system
    contract = NOTHING if question.down else question.contract
    sets, runs = (contract.sets, contract.runs) if contract else (0, 0)
    return SearchSpec(
        system=system,
        jokers=jokers,
        borrowable=min(targets.borrowable, max(0, MOST_COUNTED - jokers) // 2),
        sets=sets,
        runs=runs,
        opening=0 if question.down else system.opening,
        contract_only=contract is not None and system.extra_melds is ExtraMelds.NEVER,
        has_room=targets.absorbs or _has_room(system, sets, runs),
        must_lay=not question.down and system.builders_open,
    )


def _has_room(system: RuleSystem, sets: int, runs: int) -> bool:
    """Whether a lay of so many melds has room for every joker: an open set, or two open runs."""
    if sets and absorbs(system):
        return True
    return runs > 1 and system.jokers_side_by_side and system.run_joker_cap is not JokerCap.ALWAYS
