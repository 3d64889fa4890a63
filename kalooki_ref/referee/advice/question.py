"""Input and output types of the advice."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from kalooki_ref.cards import Card, Cards, Pack
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld, TableMeld
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem

# Default step limit; after it, the best result so far is returned as unproved.
MOST_STEPS = 8_000
# Work units per step; a unit is about one transition of one suit's runs.
WORK_A_STEP = 50


class OutOfSteps(Exception):
    """Raised when the step budget of a question is used up."""


class StepBudget:
    """The remaining work for a question; deterministic for equal questions.

    Work is counted in units where it is done, so that steps take equal time with melds on the
    board.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps * WORK_A_STEP

    @property
    def is_spent(self) -> bool:
        """Whether a search was cut short."""
        return self.left < 0

    def spend(self, work: int) -> None:
        """Use up work units. Raises OutOfSteps if too few are left."""
        self.left -= work
        if self.left < 0:
            raise OutOfSteps


class Where(StrEnum):
    """Whether a tack goes to a meld on the board or to one just laid."""

    LAY = "lay"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Question:
    """A player's hand in turn after drawing, and everything that affects the play.

    ``system`` is that of the round and ``contract`` its contract, None where points open; ``table``
    are the melds on the board, runs listed low to high; ``down`` is whether the player came down in
    an earlier turn; ``calls`` are the granted calls of the round and ``pack`` the full deck, None
    if unknown.
    """

    hand: Cards
    system: RuleSystem
    contract: Contract | None = None
    table: tuple[TableMeld, ...] = ()
    down: bool = False
    calls: int | None = None
    pack: Pack | None = None
    most_steps: int = MOST_STEPS

    @property
    def takes_all_cards(self) -> bool:
        """Whether the player comes down with all cards or not at all."""
        return self.system.last_contract_all_cards and not self.down and self.contract is not None

    @property
    def overcalls(self) -> int:
        """The number of calls beyond the limit."""
        most = self.system.max_calls
        return 0 if self.calls is None or most is None else max(0, self.calls - most)


@dataclass(frozen=True, slots=True)
class Tack:
    """Cards added to a meld, by its index among those on the board or those just laid.

    The card next to the meld comes first; ``end`` is None for a set.
    """

    where: Where
    index: int
    cards: Cards
    end: End | None


@dataclass(frozen=True, slots=True)
class JokerMove:
    """Naturals that replace a joker; ``at`` is its index in the meld at that time."""

    where: Where
    index: int
    at: int
    cards: Cards
    to: JokerTo | None


AdvisedMove = Tack | JokerMove


@dataclass(frozen=True, slots=True)
class Advice:
    """The best play, after the discard if there is one.

    ``lay`` are the melds to lay, ``moves`` the tacks and joker moves in order. ``leftover`` is the
    minimum, in points, of what can be left in hand before a discard, ``leftover_after_discard`` the
    minimum after the discard; ``leftover_before_discard`` is what this plan leaves before its
    discard. The plan is optimal after the discard, so ``leftover`` may belong to another plan. All
    are None if the hand can't come down; ``missing`` are then the fewest naturals needed, empty
    where all cards must be laid and other ones would be in the way.
    ``warnings`` are surplus copies of cards. ``proved`` is whether the result is certainly optimal.
    """

    can_come_down: bool
    lay: tuple[Meld, ...] = ()
    # How many of ``lay`` come before any move; the others come after jokers were taken for them.
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
        """How many moves come before melds that are laid later, taking jokers for them."""
        taken = takewhile(lambda move: isinstance(move, JokerMove), self.moves)
        return 0 if self.laid_first == len(self.lay) else sum([1 for _ in taken])
