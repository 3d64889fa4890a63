"""The fourteen places of a suit, the ace at both ends, and sets of them as bits.

Not here: how many cards a hand has at each (holding), and runs on the table (referee.runs).
"""

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.model import RuleSystem


def rank_at(place: int) -> int:
    """Return the rank of a place: the ace stands at both ends."""
    return LOW_ACE if place == HIGH_ACE else place


def first_place(system: RuleSystem) -> int:
    """Return the lowest place of a run: the ace, or the two where aces are high only."""
    return LOW_ACE if system.ace is Ace.BOTH else LOW_ACE + 1


def count_bits(bits: int) -> int:
    """Return how many places a set of them as bits has."""
    return bin(bits).count("1")
