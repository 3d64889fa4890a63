"""The page of a table's own card values: of cards left, and toward an opening in points."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from kalooki_ref.cards import RANKS, Suit, rank_name
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.conditions import has_any_jokers
from kalooki_ref.rules.model import OpeningValues, PointTable
from kalooki_ref.rules.own_values import CARD_VALUES, SUITS_OF_A_PACK
from kalooki_ref.rules.ready_made import VALUE_TABLES
from kalooki_ref.typed_numbers import plain_number, whole_number
from kalooki_ref.web.house.editing import SAVE, edited
from kalooki_ref.web.house.house_form import HouseForm
from kalooki_ref.web.shared.query import number_within, out_of
from kalooki_ref.words.card_words import suit_word
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("card_values", __name__)
# Not "joker": that is the id of the drawn joker on every page.
JOKER = "joker-points"
# Prefix of the fields that count toward an opening.
OPENING = "open-"
LOW_ACE = "open-low-ace"


@dataclass(frozen=True, slots=True)
class Value:
    """The field of one card: its sign and name, the typed value, and the base system's value."""

    name: str
    sign: str
    suit: str
    label: str
    typed: str
    usual: str
    fault: str = ""

    @property
    def is_changed(self) -> bool:
        return plain_number(self.typed) != self.usual


@dataclass(frozen=True, slots=True)
class Grid:
    """One list of values as fields: of the cards left in a hand, or toward an opening."""

    title: str
    hint: str
    values: tuple[Value, ...]


@dataclass(slots=True)
class ValuesForm:
    """Card values as typed, by field; ``is_checked`` once they are to be saved."""

    house: HouseForm
    typed: Mapping[str, str]
    is_checked: bool = False
    tables: list[tuple[int, str]] = field(
        default_factory=lambda: [(index, table.name) for index, table in enumerate(VALUE_TABLES)]
    )

    @property
    def grids(self) -> list[Grid]:
        """The values of cards left and, where points open, those toward the opening."""
        has_jokers = has_any_jokers(self.house.dealt)
        kept = _left_texts(self.house.base.points)
        if not has_jokers:
            del kept[JOKER]
        if not self.house.opens_with_points:
            return [self._grid(_("Left in the hand"), kept, is_alone=True)]
        usual = _opening_texts(self.house.base.opening_values)
        hint = _("A joker counts as the card it stands for.") if has_jokers else ""
        if not self._has_low_ace:
            del usual[LOW_ACE]
        return [
            self._grid(_("Left in the hand"), kept),
            self._grid(_("To come down"), usual, hint),
        ]

    @property
    def errors(self) -> list[tuple[str, str]]:
        """Error messages by field."""
        values = [value for grid in self.grids for value in grid.values]
        return [(value.name, value.fault) for value in values if value.fault]

    @property
    def own(self) -> dict[str, object]:
        """The lists of values by field of the rules, for a form without errors."""
        joker = whole_number(self.typed[JOKER])
        own: dict[str, object] = {"points": PointTable(*self._ranks_and_aces(""), joker)}
        if self.house.opens_with_points:
            ranks, aces = self._ranks_and_aces(OPENING)
            own["opening_values"] = OpeningValues(ranks, aces, self._low_ace(aces))
        return own

    @property
    def _has_low_ace(self) -> bool:
        """Whether an ace may lie under the 2, by the choices made so far."""
        return self.house.value_of("ace") is not Ace.HIGH

    def _low_ace(self, aces: tuple[int, ...]) -> int | None:
        """Return the value of an ace under the 2; where none may lie there, it isn't asked for."""
        if self._has_low_ace:
            typed = self.typed[LOW_ACE]
            return whole_number(typed) if typed.strip() else None
        low: int | None = self.house.value_of("opening_values").low_ace
        return None if low is None else min(low, *aces)

    def _grid(
        self, title: str, usual: Mapping[str, str], hint: str = "", *, is_alone: bool = False
    ) -> Grid:
        """Return a list: the aces, the ranks, then the joker or the low ace.

        Errors name the list, too, unless it is the only one.
        """
        drawn = {name: (sign, suit, label)
                 for name, sign, suit, label in _cards(self.house.base.suits)}  # fmt: skip
        values = []
        for name, default in usual.items():
            (sign, suit, label), typed = drawn[name], self.typed.get(name, default)
            named = label if is_alone else f"{title}, {label}"
            fault = self._fault(name, named, typed)
            values.append(Value(name, sign, suit, label, typed, default, fault))
        return Grid(title, hint, tuple(values))

    def _fault(self, name: str, label: str, text: str) -> str:
        if not self.is_checked or (name == LOW_ACE and not text.strip()):
            return ""
        bounds = self._low_ace_bounds() if name == LOW_ACE else CARD_VALUES
        return "" if number_within(text, bounds) is not None else out_of(label, bounds)

    def _low_ace_bounds(self) -> range:
        aces = [number_within(self.typed.get(name, ""), CARD_VALUES) for name in _aces(OPENING)]
        return range(min(CARD_VALUES[-1] if ace is None else ace for ace in aces) + 1)

    def _ranks_and_aces(self, prefix: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        ranks = tuple(whole_number(self.typed[name]) for name in _ranks(prefix))
        return ranks, tuple(whole_number(self.typed[name]) for name in _aces(prefix))


@blueprint.post("/house-rules/card-values")
def edit() -> ResponseReturnValue:
    """Show the values as typed or from a ready-made table, or save them to the house rules."""
    return edited("house/card_values.html", _typed_values)


def _typed_values(house: HouseForm, action: str) -> ValuesForm:
    """Return the values as submitted, or of the rules; those left also of a ready-made table."""
    kept = _left_texts(house.value_of("points"))
    kept |= _opening_texts(house.value_of("opening_values"))
    typed = {name: request.form.get(name, text) for name, text in kept.items()}
    for index, table in enumerate(VALUE_TABLES):
        if action == f"table:{index}":
            typed |= _left_texts(table.points)
    return ValuesForm(house, typed, is_checked=action == SAVE)


def _left_texts(points: PointTable) -> dict[str, str]:
    """Return the texts of the values of cards left, by field."""
    return _texts("", points) | {JOKER: str(points.joker)}


def _opening_texts(values: OpeningValues) -> dict[str, str]:
    """Return the texts of the values toward an opening, by field."""
    low = "" if values.low_ace is None else str(values.low_ace)
    return _texts(OPENING, values) | {LOW_ACE: low}


def _texts(prefix: str, values: PointTable | OpeningValues) -> dict[str, str]:
    aces = dict(zip(_aces(prefix), map(str, values.aces), strict=True))
    return aces | dict(zip(_ranks(prefix), map(str, values.ranks), strict=True))


def _aces(prefix: str) -> list[str]:
    """Return the names of the fields of the aces, one for each suit."""
    return [f"{prefix}ace-{index}" for index in range(SUITS_OF_A_PACK)]


def _ranks(prefix: str) -> list[str]:
    """Return the names of the fields of 2 to king."""
    return [f"{prefix}rank-{rank}" for rank in RANKS[1:]]


def _cards(suits: tuple[Suit, ...]) -> Iterator[tuple[str, str, str, str]]:
    """Yield each field: its name, the sign and suit to draw, and its label."""
    for prefix in ("", OPENING):
        for name, suit in zip(_aces(prefix), suits, strict=True):
            label = _("ace of %(suit)s", suit=suit_word(suit))
            yield name, "A", suit.value.lower(), label[:1].upper() + label[1:]
        for name, rank in zip(_ranks(prefix), RANKS[1:], strict=True):
            sign = rank_name(rank, suits[0])
            yield name, sign, "", sign
    yield JOKER, "", "joker", _("Joker")
    yield LOW_ACE, "A 2", "", _("Ace under the 2")
