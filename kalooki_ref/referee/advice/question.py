"""What can be asked of the advice, and what it answers."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from kalooki_ref.cards import Card, Cards
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld, TableMeld
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem

# How far a search goes before it gives the best so far, unproved.
MOST_STEPS = 8_000
# How much work a step is; a unit is about one way of one suit's runs, looked at.
WORK_A_STEP = 50


class OutOfSteps(Exception):
    """A question has taken as many steps as it may."""


class StepBudget:
    """The work a question may still take; the same question always takes the same.

    It is counted where it is done, so that melds on the table do not make steps dearer.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps * WORK_A_STEP

    @property
    def is_spent(self) -> bool:
        """Return whether a search was cut short."""
        return self.left < 0

    def spend(self, work: int) -> None:
        """Take work off. Raises OutOfSteps where too little is left."""
        self.left -= work
        if self.left < 0:
            raise OutOfSteps


class Where(StrEnum):
    """Where a meld lies that is tacked on."""

    LAY = "lay"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Question:
    """A hand in turn, after the draw, and all that bears on what to do with it now.

    ``contract`` is what the round demands, None where a threshold opens; ``table`` are the melds
    on it, runs low to high; ``down`` is whether the player has come down in an earlier
    turn; ``calls`` are the granted calls of the round, None where nobody counted.
    """

    hand: Cards
    system: RuleSystem
    contract: Contract | None = None
    table: tuple[TableMeld, ...] = ()
    down: bool = False
    calls: int | None = None
    most_steps: int = MOST_STEPS

    @property
    def overcalls(self) -> int:
        """How many of the calls were more than a player may make in a round."""
        most = self.system.max_calls
        return 0 if self.calls is None or most is None else max(0, self.calls - most)


@dataclass(frozen=True, slots=True)
class Tack:
    """Cards added to a meld: one of the table's, or one just laid, by its place there from 0.

    The card nearest to the meld comes first; ``end`` is None for a set.
    """

    where: Where
    index: int
    cards: Cards
    end: End | None


@dataclass(frozen=True, slots=True)
class JokerMove:
    """Naturals put in the place of a joker: ``at`` is its place in the meld then, from 0."""

    where: Where
    index: int
    at: int
    cards: Cards
    to: JokerTo | None


AdvisedMove = Tack | JokerMove


@dataclass(frozen=True, slots=True)
class Advice:
    """The best that can be done, after the discard where there is one.

    ``lay`` are the melds to lay, ``moves`` the tacks and joker moves in the order to make them.
    ``leftover`` is the least value in points that can stay in hand while nothing need be discarded,
    ``leftover_after_discard`` the least after the turn's discard; ``leftover_before_discard`` is
    what this plan itself leaves before its discard. The plan is the best after the discard, so the
    first may belong to another. All are None where the hand cannot come down.
    ``missing`` are the fewest naturals that would let it come down. ``warnings`` are cards there
    are more of than the pack holds. ``proved`` is whether nothing better exists for certain.
    """

    can_come_down: bool
    lay: tuple[Meld, ...] = ()
    # How many of ``lay`` come before any move; the others once jokers were taken.
    laid_first: int = 0
    moves: tuple[AdvisedMove, ...] = ()
    discard: Card | None = None
    leftover: int | None = None
    leftover_after_discard: int | None = None
    leftover_before_discard: int | None = None
    goes_out: bool = False
    bends: bool = False
    missing: Cards = ()
    warnings: Cards = ()
    barred: bool = False
    proved: bool = True

    @property
    def moves_before_the_rest(self) -> int:
        """How many moves come before the melds that are not laid first: jokers taken for them."""
        taken = takewhile(lambda move: isinstance(move, JokerMove), self.moves)
        return 0 if self.laid_first == len(self.lay) else sum([1 for _ in taken])
