"""What a referee says: findings, how jokers were read, a repair, and what was taken on trust."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from kalooki_ref.cards import Cards, Suit
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import Clause, RuleSystem


class Assumption(StrEnum):
    """What the referee could not see and took on trust; each may make it say "cannot tell"."""

    OWNER_UNKNOWN = "owner_unknown"
    # Which end is meant is not known, and both are possible.
    END_UNKNOWN = "end_unknown"
    # The joker could stand for more than one card, and it matters which.
    JOKER_UNKNOWN = "joker_unknown"
    # The other melds on the table are not known.
    TABLE_UNKNOWN = "table_unknown"
    CALLS_UNKNOWN = "calls_unknown"
    # The cards laid prove more calls than are recorded.
    CALLS_UNRECORDED = "calls_unrecorded"
    DOWN_UNKNOWN = "down_unknown"
    # How many play, and so how many packs there are, is not known.
    PLAYERS_UNKNOWN = "players_unknown"
    # Which round it is, and so which contract holds, is not known.
    ROUND_UNKNOWN = "round_unknown"
    # That a joker taken is played again in the same turn is not known.
    REUSE_UNKNOWN = "reuse_unknown"
    ROUNDS_WON_UNKNOWN = "rounds_won_unknown"
    # Whether the player goes out in the turn of coming down is not known, and it matters.
    GOING_OUT_UNKNOWN = "going_out_unknown"


class Answer(StrEnum):
    """The three answers there are."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"


class OnlyFor(StrEnum):
    """Who alone has a right that was denied to somebody else."""

    WINNER = "winner"
    PLAYERS_DOWN = "players_down"


@dataclass(frozen=True, slots=True)
class OpeningPoints:
    """What a first lay is worth: its melds, and the cards tacked with it in the same turn."""

    melds: int
    builders: int


# A count or points; cards, where one card alone may stand for its rank; a suit; a contract; the
# points of an opening; or what the rules, or the record, say instead.
Fact = int | Cards | Suit | Contract | OpeningPoints | StrEnum


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: its code, the cards at fault, and what was needed against what there was.

    ``at`` are the places of the cards in what was judged, from 0. ``needed`` and ``found`` are
    None where the code has no use for them. ``forbidden_as`` is the fault whose clause forbids it,
    where that is another one.
    """

    code: Code
    cards: Cards = ()
    at: tuple[int, ...] = ()
    needed: Fact | None = None
    found: Fact | None = None
    forbidden_as: Code | None = None

    def clause_in(self, system: RuleSystem) -> Clause | None:
        """Return the clause that forbids this; None where the system knows none."""
        other = system.clause_for(self.forbidden_as) if self.forbidden_as else None
        return other or system.clause_for(self.code)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a first lay comes to, in points: ``builders`` as far as this table counts them.

    ``needed`` is 0 where a contract opens; ``waived`` is whether going out at once replaces it,
    None where that matters and is unknown. ``missing`` is the part of the contract still to come,
    where it may be laid in parts.
    """

    needed: int = 0
    melds: int = 0
    builders: int = 0
    waived: bool | None = False
    missing: Contract | None = None

    @property
    def worth(self) -> int:
        """All that counts together."""
        return self.melds + self.builders

    @property
    def hangs_on_going_out(self) -> bool:
        """Whether it is too little, unless the player goes out in the same turn."""
        return self.worth < self.needed and self.waived is None


# Works out a repair when somebody asks for it.
Repair = Callable[[], Cards | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on one thing: legal exactly when nothing was found against it.

    ``reading`` is what each card stands for, jokers replaced, in the order given (empty where it
    makes no sense); ``result`` is the meld after a legal tack or joker move, low to high;
    ``opening`` is what a first lay comes to where points open, or a part does; ``assumes`` is what
    was taken on trust; ``unclear`` is set when trust decides the answer.
    """

    findings: tuple[Finding, ...] = ()
    reading: Cards = ()
    result: Cards = ()
    assumes: tuple[Assumption, ...] = ()
    unclear: bool = False
    opening: Opening | None = None
    repair: Repair | None = field(default=None, compare=False, repr=False)

    @property
    def legal(self) -> bool:
        """Whether no fault was found, as far as could be seen."""
        return not self.findings

    @property
    def answer(self) -> Answer:
        """Legal, illegal, or cannot tell."""
        if self.findings:
            return Answer.ILLEGAL
        return Answer.UNCLEAR if self.unclear else Answer.LEGAL

    @property
    def codes(self) -> tuple[Code, ...]:
        """The faults by name, in the order found, each once."""
        return tuple(dict.fromkeys(finding.code for finding in self.findings))

    @property
    def instead(self) -> Cards | None:
        """The same cards in a legal order, else the smallest repair; None without a repair.

        For a tack: the meld as it would lie with as many of the cards as fit. Worked out on
        each request, since most verdicts are never asked.
        """
        if not self.findings or self.repair is None:
            return None
        return self.repair()


LEGAL = Verdict()


def legal_if(
    is_legal: object, code: Code, *, needed: Fact | None = None, found: Fact | None = None
) -> Verdict:
    """Return a verdict that finds this one fault unless it is legal."""
    return LEGAL if is_legal else Verdict((Finding(code, needed=needed, found=found),))
