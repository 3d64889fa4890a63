"""The verdict: findings, the reading of jokers, a repair, and assumptions."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from kalooki_ref.cards import Cards, Suit
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import NUMBERS


class Assumption(StrEnum):
    """Unknown facts that the verdict depends on; some make its answer "cannot tell"."""

    OWNER_UNKNOWN = "owner_unknown"
    # The owner is unknown, and only where the joker goes depends on it.
    OWNER_DECIDES_JOKER = "owner_decides_joker"
    # The end of the run was not given, and both are possible.
    END_UNKNOWN = "end_unknown"
    # The joker can stand for more than one card, with different consequences.
    JOKER_UNKNOWN = "joker_unknown"
    # A meld of a lay could be of either kind and was taken as this one.
    TAKEN_AS_SET = "taken_as_set"
    TAKEN_AS_RUN = "taken_as_run"
    # The other melds on the board are unknown.
    TABLE_UNKNOWN = "table_unknown"
    CALLS_UNKNOWN = "calls_unknown"
    # The number of cards laid implies more calls than are recorded.
    CALLS_UNRECORDED = "calls_unrecorded"
    DOWN_UNKNOWN = "down_unknown"
    # The number of players, and so the number of packs, is unknown.
    PLAYERS_UNKNOWN = "players_unknown"
    # The round, and so the contract, is unknown.
    ROUND_UNKNOWN = "round_unknown"
    # Whether a taken joker is played again in the same turn is unknown.
    REUSE_UNKNOWN = "reuse_unknown"
    ROUNDS_WON_UNKNOWN = "rounds_won_unknown"
    # Whether the player goes out in the turn of coming down is unknown and matters.
    GOING_OUT_UNKNOWN = "going_out_unknown"
    # Whether the player lays all cards is unknown, where the contract takes all.
    ALL_CARDS_UNKNOWN = "all_cards_unknown"
    # The cards can be divided into melds in more ways than were tried.
    DIVISION_UNKNOWN = "division_unknown"


class Answer(StrEnum):
    """The possible answers."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"


class OnlyFor(StrEnum):
    """Who has a right that was denied to the player."""

    WINNER = "winner"
    PLAYERS_DOWN = "players_down"
    # Who has laid no part of the contract either.
    NOTHING_LAID = "nothing_laid"
    OWNER = "owner"


class BarredBy(StrEnum):
    """What bars a player from coming down: the field of the rules about that fault."""

    OVERCALL = "overcall"
    FALSE_LAY = "false_lay"
    MISCOUNT = "miscount_cost"

    @property
    def finding(self) -> "Finding":
        """The fault as a finding, with the clause about it."""
        return Finding(Code.BARRED, needed=self, rule=self.value)


class NotBent(StrEnum):
    """Why going out doesn't bend the board."""

    # The rules have no such bonus.
    NEVER = "never"
    NOT_OUT = "not_out"
    # The player came down in an earlier turn.
    LAID_EARLIER = "laid_earlier"
    OVERCALLED = "overcalled"
    LAID_FALSELY = "laid_falsely"
    NEVER_CALLED = "never_called"


@dataclass(frozen=True, slots=True)
class OpeningPoints:
    """The points of a first lay: of its melds, and of cards tacked in the same turn."""

    melds: int
    builders: int


# A number of cards or points; cards, or the rank of a single one; a suit; a contract; opening
# points; or a value from the rules or the record.
Fact = int | Cards | Suit | Contract | OpeningPoints | StrEnum


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: its code, the cards at fault, and expected and actual values.

    ``at`` are the indexes of the cards at fault. ``needed`` and ``found`` are None for codes that
    don't use them. Where another clause applies than the one of the code, ``rule`` is the field of
    the rules that it describes, or ``number`` its number.
    """

    code: Code
    cards: Cards = ()
    at: tuple[int, ...] = ()
    needed: Fact | None = None
    found: Fact | None = None
    rule: str = ""
    number: str = ""

    def clause_in(self, system: RuleSystem) -> Clause | None:
        """Return the clause that forbids this fault, or None."""
        number = NUMBERS[self.rule] if self.rule else self.number
        numbered = (clause for clause in system.clauses if clause.number == number)
        return next(numbered, None) or system.clause_for(self.code)


@dataclass(frozen=True, slots=True)
class Opening:
    """The worth of a first lay, in points.

    ``builders`` are 0 unless the system counts them; ``needed`` is 0 where a contract is needed
    instead. ``waived`` is whether going out in the same turn replaces the opening, None if that is
    unknown and matters. ``missing`` is the rest of a contract that may be laid in parts.
    """

    needed: int = 0
    melds: int = 0
    builders: int = 0
    waived: bool | None = False
    missing: Contract | None = None

    @property
    def worth(self) -> int:
        """The total that counts toward the opening."""
        return self.melds + self.builders

    @property
    def hangs_on_going_out(self) -> bool:
        """Whether the worth is too low, but going out in the same turn would make up for it."""
        return self.worth < self.needed and self.waived is None


# Computes a repair on demand.
Repair = Callable[[], Cards | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of judging something; legal if there are no findings.

    ``reading`` is the cards in the order given with jokers replaced, empty if undetermined;
    ``result`` is the meld after a legal tack or joker move, low to high; ``opening`` is the worth
    of a first lay where points are needed or a contract may come in parts; ``assumes`` are the
    unknown facts; ``unclear`` is whether the answer depends on them.
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
        """Whether no fault was found; see ``answer`` for unknown facts."""
        return not self.findings

    @property
    def answer(self) -> Answer:
        """Legal, illegal, or cannot tell."""
        if self.findings:
            return Answer.ILLEGAL
        return Answer.UNCLEAR if self.unclear else Answer.LEGAL

    @property
    def codes(self) -> tuple[Code, ...]:
        """The codes of the findings in order, without duplicates."""
        return tuple(dict.fromkeys(finding.code for finding in self.findings))

    @property
    def instead(self) -> Cards | None:
        """The cards in a legal order, or the smallest repair; None if there is no repair.

        For a tack, the meld with as many of the cards as fit. Computed on each access, since most
        verdicts are never asked for it.
        """
        if not self.findings or self.repair is None:
            return None
        return self.repair()


LEGAL = Verdict()


def legal_if(
    is_legal: object, code: Code, *, needed: Fact | None = None, found: Fact | None = None
) -> Verdict:
    """Return a legal verdict if the condition holds, else one with this finding."""
    return LEGAL if is_legal else Verdict((Finding(code, needed=needed, found=found),))
