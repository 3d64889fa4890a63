"""Conditions that a rule needs from other rules to have any effect."""

from collections.abc import Callable
from dataclasses import dataclass

from kalooki_ref.rules import choices
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition for a rule to have an effect.

    ``fields`` are the fields that it tests; ``reason`` says why changing the rule is pointless
    where it doesn't hold (an English msgid).
    """

    fields: tuple[str, ...]
    holds: Callable[[RuleSystem], bool]
    reason: str


def has_any_jokers(system: RuleSystem) -> bool:
    """Whether there are jokers in any pack, if only where more people play."""
    return any(system.jokers) or any(table.jokers for table in system.larger_tables)


def _low_end_waits(system: RuleSystem) -> bool:
    """Whether the low end of a run opens only once its high end has reached the ace."""
    by_tacks = system.tack_ends is choices.TackEnds.HIGH_UNTIL_ACE
    return by_tacks or system.joker_goes is choices.JokerGoes.HIGH_UNTIL_ACE


CALLING = Condition(
    ("calling",),
    lambda system: system.calling,
    "Without calling, no other rule about calls applies: turn calling on.",
)
BARRING = Condition(
    ("overcall",),
    lambda system: choices.BarredFromLaying() in system.overcall,
    "This applies only where a call too many bars a player from coming down.",
)
JOKERS = Condition(
    ("jokers", "larger_tables"),
    has_any_jokers,
    "There are no jokers in the pack, so this rule has nothing to apply to.",
)
REPLACED_JOKERS = Condition(
    ("joker_mover",),
    lambda system: system.joker_mover is not choices.JokerMover.NOBODY,
    "A joker that nobody may replace has nowhere to go.",
)
WAITING_LOW_END = Condition(
    ("tack_ends", "joker_goes"),
    _low_end_waits,
    "Here the low end is always open, whether the run has reached the ace or not.",
)
BUILDERS_IN_OPENING = Condition(
    ("contracts",),
    lambda system: system.opens_with_points,
    "This game opens with a contract, and no builder can be one of its melds.",
)
GOING_OUT_UNOPENED = Condition(
    ("contracts",),
    lambda system: system.opens_with_points,
    "This game opens with a contract, which is laid before anyone can go out.",
)
MELDED_CONTRACT = Condition(
    ("contracts",),
    lambda system: any(not contract.opens_with_points for contract in system.contracts),
    "This game opens with points, and there is no contract to lay in parts.",
)
LAST_CONTRACT = Condition(
    ("contracts",),
    lambda system: bool(system.contracts) and not system.contracts[-1].opens_with_points,
    "The last round has no contract of sets and runs that all cards could be laid in.",
)
OPENING_POINTS = Condition(
    ("contracts",),
    lambda system: system.opens_with_points,
    "This game opens with a contract, so no card counts toward an opening.",
)
BENDING = Condition(
    ("bend",),
    lambda system: bool(system.bend),
    "A bent board changes no score here, so it doesn’t matter who bends it.",
)
DOUBLING = Condition(
    ("bend",),
    lambda system: system.doubles_every_score,
    "Penalties can double only where a bent board doubles every score.",
)
LOSER_DEALS = Condition(
    ("next_dealer",),
    lambda system: system.next_dealer is choices.NextDealer.LOSER,
    "Here the loser doesn’t deal, so equal losers don’t matter.",
)
