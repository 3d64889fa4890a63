"""The page of a table's own card values: every rank, the aces by suit, the joker."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from kalooki_ref.cards import RANKS, Suit, rank_name
from kalooki_ref.rules.model import PointTable
from kalooki_ref.rules.own_values import CARD_VALUES
from kalooki_ref.rules.ready_made import VALUE_TABLES
from kalooki_ref.typed_numbers import plain_number, whole_number
from kalooki_ref.web.forms.bounded import number_within, out_of
from kalooki_ref.web.house_form import HouseForm, house_rules_from_form
from kalooki_ref.web.house_rules import BACK, page
from kalooki_ref.words.card_words import suit_word
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("card_values", __name__)
# Not "joker": that is the id of the drawn joker on every page.
JOKER = "joker-points"


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


@dataclass(slots=True)
class ValuesForm:
    """Card values as typed, by field; ``is_checked`` once they are to be saved."""

    house: HouseForm
    typed: Mapping[str, str]
    is_checked: bool = False
    tables: list[tuple[int, str]] = field(
        default_factory=lambda: [(at, table.name) for at, table in enumerate(VALUE_TABLES)]
    )

    @property
    def values(self) -> list[Value]:
        """All fields, aces first and the joker last."""
        usual = _texts(self.house.base.points)
        return [
            Value(name, sign, suit, label, typed, usual[name], self._fault(label, typed))
            for name, sign, suit, label in _cards(self.house.base.suits)
            for typed in [self.typed.get(name, usual[name])]
        ]

    @property
    def errors(self) -> list[tuple[str, str]]:
        """Error messages by field."""
        return [(value.name, value.fault) for value in self.values if value.fault]

    @property
    def points(self) -> PointTable:
        """The values as numbers, for a form without errors."""
        numbers = {value.name: whole_number(value.typed) for value in self.values}
        ranks = tuple(numbers[f"rank-{rank}"] for rank in RANKS[1:])
        aces = tuple(numbers[f"ace-{at}"] for at in range(len(self.house.base.suits)))
        return PointTable(ranks, aces, numbers[JOKER])

    def _fault(self, label: str, typed: str) -> str:
        if not self.is_checked or number_within(typed, CARD_VALUES) is not None:
            return ""
        return out_of(label, CARD_VALUES)


@blueprint.post("/house-rules/card-values")
def edit() -> ResponseReturnValue:
    """Show the values as typed or from a ready-made table, or save them to the house rules."""
    house = house_rules_from_form(request.form)
    if house is None:
        abort(404)
    action = request.form.get("do", "")
    if action == BACK:
        return page(house)
    form = ValuesForm(house, _typed(house, action), is_checked=action == "save")
    if action != "save" or form.errors:
        return render_template("card_values/edit.html", form=form), 422 if form.errors else 200
    return page(house.with_own(points=form.points))


def _typed(house: HouseForm, action: str) -> dict[str, str]:
    """Return the values of a button's ready-made table, as submitted, or of the rules."""
    for at, table in enumerate(VALUE_TABLES):
        if action == f"table:{at}":
            return _texts(table.points)
    kept = _texts(house.value_of("points"))
    return {name: request.form.get(name, text) for name, text in kept.items()}


def _texts(points: PointTable) -> dict[str, str]:
    """Return the texts of a table of values, by field."""
    aces = {f"ace-{at}": str(worth) for at, worth in enumerate(points.aces)}
    ranks = {
        f"rank-{rank}": str(worth) for rank, worth in zip(RANKS[1:], points.ranks, strict=True)
    }
    return aces | ranks | {JOKER: str(points.joker)}


def _cards(suits: tuple[Suit, ...]) -> Iterator[tuple[str, str, str, str]]:
    """Yield each field: its name, the sign and suit to draw, and its label."""
    for at, suit in enumerate(suits):
        label = _("ace of %(suit)s", suit=suit_word(suit))
        yield f"ace-{at}", "A", suit.value.lower(), label[:1].upper() + label[1:]
    for rank in RANKS[1:]:
        sign = rank_name(rank, suits[0])
        yield f"rank-{rank}", sign, "", sign
    yield JOKER, "", "joker", _("Joker")
