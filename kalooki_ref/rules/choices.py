"""The types a rule system is built from: enumerations, consequences and contracts."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Ace(StrEnum):
    """The positions an ace may take in a run."""

    HIGH = "high"
    BOTH = "both"


class JokerCap(StrEnum):
    """When the jokers of a meld may not outnumber its naturals."""

    NEVER = "never"
    AT_THE_LAY = "at_the_lay"
    ALWAYS = "always"


class ExtraMelds(StrEnum):
    """When a player who has met the opening may lay further melds."""

    NEVER = "never"
    BEFORE_TACKING = "before_tacking"
    ANY_TIME = "any_time"


class TackEnds(StrEnum):
    """Which end of a run may grow."""

    EITHER = "either"
    HIGH_UNTIL_ACE = "high_until_ace"


class JokerMover(StrEnum):
    """Who may put the natural card in a joker's place in a run."""

    NOBODY = "nobody"
    OWNER = "owner"
    ANYONE_DOWN = "anyone_down"
    # Including players who are not down yet.
    ANYONE = "anyone"


class JokerGoes(StrEnum):
    """Where a joker goes when the natural card replaces it."""

    HIGH_ELSE_LOW = "high_else_low"
    HIGH_UNTIL_ACE = "high_until_ace"
    CHOSEN_END = "chosen_end"
    REUSED_AT_ONCE = "reused_at_once"
    INTO_THE_HAND = "into_the_hand"


class SetJoker(StrEnum):
    """Whether a joker can leave a set."""

    STAYS = "stays"
    FOR_ALL_MISSING_SUITS = "for_all_missing_suits"


class TakenUpcard(StrEnum):
    """What a player must do with an upcard taken in turn."""

    MAY_STAY = "may_stay"
    MELDED = "melded"
    MELDED_OR_TACKED = "melded_or_tacked"


class Miscount(StrEnum):
    """How a hand with a card too many or too few is corrected."""

    # In the player's next turn: draw without discarding, or discard without drawing.
    NEXT_TURN = "next_turn"
    # Immediately when found: draw a card from the stock, or put one back under it.
    AT_ONCE = "at_once"
    # Never: the player plays on with the wrong number of cards.
    AS_IT_IS = "as_it_is"


class CallDecider(StrEnum):
    """Who decides whether a call is granted."""

    IN_TURN = "in_turn"
    DISCARDER = "discarder"


class CallOrder(StrEnum):
    """Who gets the card when several players call it."""

    FIRST_VOICE = "first_voice"
    NEAREST_IN_TURN = "nearest_in_turn"


class NextDealer(StrEnum):
    """Who deals the next round."""

    LEFT = "left"
    LOSER = "loser"


class LoserTie(StrEnum):
    """Which of several players tied for the most points deals the next round."""

    # The one with the higher total; of equal totals the nearest to the dealer's left.
    HIGHER_TOTAL = "higher_total"
    # The nearest to the dealer's left.
    DEALERS_LEFT = "dealers_left"


class Starter(StrEnum):
    """Who plays first in a round."""

    LEFT_OF_DEALER = "left_of_dealer"
    YOUNGEST = "youngest"
    WINNER = "winner"


class TieBreak(StrEnum):
    """How equal totals are ranked."""

    SHARED = "shared"
    MORE_ROUNDS_WON = "more_rounds_won"


class SetWord(StrEnum):
    """What a system calls cards of one rank."""

    SET = "set"
    THREE = "three"


class RunWord(StrEnum):
    """What a system calls consecutive cards of one suit."""

    RUN = "run"
    FOUR = "four"


class JokerWord(StrEnum):
    """What a system calls a card that stands in for any other."""

    JOKER = "joker"
    KOOKY_KARD = "Kooky Kard"


class WhoDoubles(StrEnum):
    """Whose scores a bent board doubles."""

    EVERY_SCORE = "every_score"
    OPPONENTS_CARDS = "opponents_cards"


@dataclass(frozen=True, slots=True)
class Fine:
    """Points on the player's score; once a round, or for each offence."""

    points: int
    each: bool = False


@dataclass(frozen=True, slots=True)
class BarredFromLaying:
    """The player may not come down in this round."""


@dataclass(frozen=True, slots=True)
class NoBending:
    """The player's going out does not bend the board."""


@dataclass(frozen=True, slots=True)
class Double:
    """Scores are doubled."""

    who: WhoDoubles


@dataclass(frozen=True, slots=True)
class Surcharge:
    """Points added to the score of everyone who did not go out."""

    points: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points subtracted from the score of the player who went out."""

    points: int


Consequence = Fine | BarredFromLaying | NoBending | Double | Surcharge | Bonus
# Size that matches any set or run, where only their number matters.
ANY_SIZE = 0
SET_MINIMUM = 3
RUN_MINIMUM = 4


@dataclass(frozen=True, slots=True)
class Contract:
    """What a player needs to come down: sets and runs of a minimum size each, or points.

    ``points`` is the least that the first melds must be worth together; it replaces sets and runs.

    >>> Contract(2, 1).name, Contract(2, 1).cards
    ('334', 10)
    >>> Contract(2, 1, set_size=4, run_size=5).name
    '2 sets of 4, 1 run of 5'
    """

    sets: int
    runs: int
    set_size: int = SET_MINIMUM
    run_size: int = RUN_MINIMUM
    points: int = 0

    @property
    def is_short(self) -> bool:
        """Whether ``name`` can use one digit per meld.

        There are several melds then: a lone digit could be a number of anything. All sets have 3
        cards and all runs 4.
        """
        usual_sets = self.set_size == SET_MINIMUM or not self.sets
        usual_runs = self.run_size == RUN_MINIMUM or not self.runs
        return usual_sets and usual_runs and self.sets + self.runs > 1

    @property
    def opens_with_points(self) -> bool:
        """Whether the contract asks for points instead of melds."""
        return self.points > 0

    @property
    def name(self) -> str:
        """The usual name, such as "334", sets first; spelled out where digits are ambiguous."""
        if self.is_short:
            return self.digits
        if self.opens_with_points:
            return f"{self.points} points"
        return ", ".join(self._melds())

    @property
    def digits(self) -> str:
        """One digit per meld, sets first, whatever their sizes."""
        return str(SET_MINIMUM) * self.sets + str(RUN_MINIMUM) * self.runs

    @property
    def cards(self) -> int:
        """The minimum number of cards that meets the contract."""
        return self.set_size * self.sets + self.run_size * self.runs

    def _melds(self) -> Iterator[str]:
        if self.sets:
            yield f"{self.sets} set{'s' * (self.sets > 1)} of {self.set_size}"
        if self.runs:
            yield f"{self.runs} run{'s' * (self.runs > 1)} of {self.run_size}"


NINE_CONTRACTS = (
    Contract(3, 0),
    Contract(2, 1),
    Contract(1, 2),
    Contract(0, 3),
    Contract(4, 0),
    Contract(3, 1),
    Contract(2, 2),
    Contract(1, 3),
    Contract(0, 4),
)
# Sheet 004's nine contracts; the sheet leaves the cells of rounds 4 and 9 empty.
SETS_IN_FOUR_AND_NINE = (
    *NINE_CONTRACTS[:3],
    Contract(3, 0),
    *NINE_CONTRACTS[4:8],
    Contract(4, 0),
)
# Cards dealt to each player in rounds 1 to 9: 9, 10, 11, 12, 12, 13, 14, 15, 16.
NINE_DEALS = tuple(contract.cards for contract in NINE_CONTRACTS)
# Seven rounds as in Trinidad and in Contract Rummy: 33, 34, 44, 333, 334, 344, 444.
SEVEN_CONTRACTS = (
    Contract(2, 0),
    Contract(1, 1),
    Contract(0, 2),
    Contract(3, 0),
    Contract(2, 1),
    Contract(1, 2),
    Contract(0, 3),
)
# Packs that rules can have; the sheets stop at four.
MOST_PACKS = 5


def jokers_with(packs: int, listed: tuple[int, ...]) -> int | None:
    """Return the jokers for a number of packs; ``listed`` are those with 1, 2, 3 and more packs.

    Beyond the list, a pack adds as many as each before it; None where they added different numbers.

    >>> jokers_with(5, (2, 4, 6, 8)), jokers_with(5, (2, 4, 8, 10))
    (10, None)
    """
    if packs <= len(listed):
        return listed[packs - 1]
    each = listed[0]
    is_even = listed == tuple(each * count for count in range(1, len(listed) + 1))
    return each * packs if is_even else None
