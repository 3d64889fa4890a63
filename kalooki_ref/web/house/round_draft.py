"""Drafts of rounds while a list is edited: the typed values, and the effect of each button."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace

from kalooki_ref.rules import own_values
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.ready_made import ContractList
from kalooki_ref.web.shared.query import number_within, out_of
from kalooki_ref.words.language import gettext as _

# The fields of a round. A house rule's name would be read as that house rule.
BOUNDS = {
    "sets": range(own_values.MOST_OF_A_KIND + 1),
    "set_size": own_values.SET_SIZES,
    "runs": range(own_values.MOST_OF_A_KIND + 1),
    "run_size": own_values.RUN_SIZES,
    "to_open": own_values.OPENINGS,
    "deal": range(1, own_values.MOST_DEALT + 1),
}
MELDS = ("sets", "set_size", "runs", "run_size")
POINTS = "points"
USUAL_POINTS = "40"
SEPARATOR = "/"


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """One round as typed: melds or points, depending on ``kind``, and the deal."""

    sets: str = "2"
    set_size: str = "3"
    runs: str = "0"
    run_size: str = "4"
    to_open: str = USUAL_POINTS
    deal: str = ""
    kind: str = "melds"

    def __str__(self) -> str:
        return SEPARATOR.join(astuple(self))

    @property
    def opens_with_points(self) -> bool:
        """Whether coming down takes a number of points instead of certain melds."""
        return self.kind == POINTS

    @property
    def asked(self) -> tuple[str, ...]:
        """The fields in use: those of melds or points, and the deal."""
        return ("to_open", "deal") if self.opens_with_points else (*MELDS, "deal")

    @property
    def errors(self) -> dict[str, str]:
        """Error messages by field."""
        invalid = [name for name in self.asked if self._number(name) is None]
        wrong = {name: out_of(label_of(name), BOUNDS[name]) for name in invalid}
        if not wrong and self.contract is None:
            return {"sets": _("A round needs at least one set or one run.")}
        return wrong

    @property
    def contract(self) -> Contract | None:
        """The contract or points that open the round; None while they are invalid."""
        if self.opens_with_points:
            points = self._number("to_open")
            return Contract(0, 0, points=points) if points else None
        sets, set_size, runs, run_size = (self._number(name) for name in MELDS)
        if sets is None or set_size is None or runs is None or run_size is None:
            return None
        # Without sets (or runs) their size is the default, so that equal contracts compare equal.
        usual = Contract(sets, runs)
        contract = Contract(
            sets,
            runs,
            set_size if sets else usual.set_size,
            run_size if runs else usual.run_size,
        )
        return contract if own_values.is_contract(contract) else None

    @property
    def proposed(self) -> str:
        """The fewest cards that meet the contract, as text; empty if unknown."""
        contract = self.contract
        if contract is None:
            return ""
        return str(own_values.proposed_deals((contract,))[0])

    @property
    def needed(self) -> int:
        """The number of cards in the contract; 0 if the round opens with points."""
        return self.contract.cards if self.contract else 0

    @property
    def dealt(self) -> int | None:
        """The number of cards dealt to each player; None while it is invalid."""
        return self._number("deal")

    def other_kind(self) -> "RoundDraft":
        """Return the draft with points instead of melds, or the other way round."""
        kind = "melds" if self.opens_with_points else POINTS
        return self.changed_to(replace(self, kind=kind))

    def changed_to(self, other: "RoundDraft") -> "RoundDraft":
        """Return ``other``; a deal that was only proposed becomes the one for its contract."""
        if other.deal == self.deal and self.deal in ("", self.proposed):
            return replace(other, deal=other.proposed or other.deal)
        return other

    def stepped(self, name: str, by: int) -> "RoundDraft":
        """Return the draft with a number increased or decreased by one, within its bounds."""
        bounds = BOUNDS[name]
        number = self._number(name)
        # Unreadable text becomes the smallest allowed number.
        value = bounds[0] if number is None else min(max(number + by, bounds[0]), bounds[-1])
        return self.changed_to(replace(self, **{name: str(value)}))

    def _number(self, name: str) -> int | None:
        return number_within(str(getattr(self, name)), BOUNDS[name])


def draft_of(contract: Contract, dealt: int) -> RoundDraft:
    """Return the draft of a contract."""
    if contract.opens_with_points:
        return RoundDraft(to_open=str(contract.points), deal=str(dealt), kind=POINTS)
    sizes = {name: str(getattr(contract, name)) for name in MELDS}
    return RoundDraft(**sizes, deal=str(dealt))


def drafts_of(listed: ContractList) -> list[RoundDraft]:
    """Return the drafts of a ready-made list."""
    return [draft_of(*each) for each in zip(listed.contracts, listed.deals, strict=True)]


def read_draft(text: str) -> RoundDraft:
    """Parse the draft in a hidden field; missing values get their defaults."""
    return RoundDraft(*text.split(SEPARATOR)[: len(BOUNDS) + 1])


def typed_draft(form: Mapping[str, str], before: RoundDraft) -> RoundDraft:
    """Return the open round as submitted."""
    typed = {name: form[name] for name in BOUNDS if name in form}
    return before.changed_to(replace(before, **typed))


def label_of(name: str) -> str:
    """Return the label of a field."""
    labels = {
        "sets": _("Sets"),
        "set_size": _("Cards in a set"),
        "runs": _("Runs"),
        "run_size": _("Cards in a run"),
        "to_open": _("Points to open"),
        "deal": _("Cards dealt"),
    }
    return labels[name]
