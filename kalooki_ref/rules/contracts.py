"""The nine contracts of contract Kalooki and the cards dealt for them, told once.

Not here: which systems play them; each says so itself.
"""

from dataclasses import dataclass

SET_MINIMUM = 3
RUN_MINIMUM = 4


@dataclass(frozen=True, slots=True)
class Contract:
    """What a round demands: so many sets and so many runs.

    >>> Contract(2, 1).name, Contract(2, 1).cards
    ('334', 10)
    """

    sets: int
    runs: int

    @property
    def name(self) -> str:
        """The contract as tables call it: one digit a meld, sets first."""
        return str(SET_MINIMUM) * self.sets + str(RUN_MINIMUM) * self.runs

    @property
    def cards(self) -> int:
        """The fewest cards that meet it."""
        return SET_MINIMUM * self.sets + RUN_MINIMUM * self.runs


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

SETS_IN_FOUR_AND_NINE = (
    *NINE_CONTRACTS[:3],
    Contract(3, 0),
    *NINE_CONTRACTS[4:8],
    Contract(4, 0),
)
"""The nine with rounds 4 and 9 as sheet 004 prints them, its lost cells left empty."""

NINE_DEALS = tuple(contract.cards for contract in NINE_CONTRACTS)
"""Cards dealt to each player in rounds 1 to 9: 9, 10, 11, 12, 12, 13, 14, 15, 16."""
