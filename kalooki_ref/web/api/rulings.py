"""What every question of `judge` is: a record that answers itself with a verdict or an amount."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from flask_babel import ngettext

from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem


class Unit(StrEnum):
    """What an amount counts."""

    POINTS = "points"
    CALLS_MADE = "calls made"
    CALLS_LEFT = "calls left"
    CARDS = "cards"
    PACKS = "packs"
    WINNERS = "winners"


@dataclass(frozen=True, slots=True)
class Amount:
    """An answer that is a number."""

    number: int
    unit: Unit = Unit.POINTS


@dataclass(frozen=True, slots=True)
class NoLimit:
    """There is no limit on calls, so no number of them is left; the verdict is legal."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nobody can tell: the answer hangs on these facts, which the question leaves out."""

    missing: tuple[str, ...]


Ruling = Verdict | Amount | NoLimit


class Question(Protocol):
    """One question, its facts read; None stands for a missing fact."""

    def ruling(self, system: RuleSystem) -> Ruling:
        """Return the answer under these rules."""
        ...


def amount_words(amount: Amount) -> str:
    """Return the sentence for an answer that is a number."""
    number = amount.number
    match amount.unit:
        case Unit.POINTS:
            return ngettext("%(num)s point.", "%(num)s points.", number)
        case Unit.CALLS_MADE:
            return ngettext("%(num)s call granted.", "%(num)s calls granted.", number)
        case Unit.CALLS_LEFT:
            return ngettext("%(num)s call left.", "%(num)s calls left.", number)
        case Unit.CARDS:
            return ngettext("%(num)s card.", "%(num)s cards.", number)
        case Unit.PACKS:
            return ngettext("%(num)s pack.", "%(num)s packs.", number)
        case Unit.WINNERS:
            return ngettext("%(num)s winner.", "%(num)s winners.", number)
