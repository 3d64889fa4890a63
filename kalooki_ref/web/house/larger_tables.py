"""The page of packs, jokers and deal for larger numbers of players."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from kalooki_ref.rules import own_values
from kalooki_ref.rules.choices import MOST_PACKS
from kalooki_ref.rules.model import LargerTable
from kalooki_ref.web.house.editing import SAVE, edited
from kalooki_ref.web.house.house_form import HouseForm
from kalooki_ref.web.shared.query import number_within, out_of
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("larger_tables", __name__)
LINES = 4
PLAYERS, PACKS, JOKERS, DEALS = "players", "packs", "jokers", "deals"
BOUNDS = {
    PLAYERS: own_values.PLAYERS,
    PACKS: range(1, MOST_PACKS + 1),
    JOKERS: range(own_values.MOST_JOKERS + 1),
    DEALS: range(1, own_values.MOST_DEALT + 1),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line as typed, by field; an empty field changes nothing."""

    number: int
    typed: Mapping[str, str]

    @property
    def is_empty(self) -> bool:
        return not any(self.typed.values())

    @property
    def numbers(self) -> dict[str, list[int]]:
        """The valid numbers, by field; invalid fields are left out."""
        read = {name: _numbers(name, text) for name, text in self.typed.items()}
        return {name: numbers for name, numbers in read.items() if numbers is not None}

    @property
    def errors(self) -> Iterator[tuple[str, str]]:
        """Error messages by the field's id."""
        numbers = self.numbers
        for name, text in self.typed.items():
            is_missing = name == PLAYERS and not text and not self.is_empty
            if name not in numbers or is_missing:
                yield f"{name}-{self.number}", out_of(_label_of(name), BOUNDS[name])

    @property
    def table(self) -> LargerTable:
        """The larger table; call only if there are no errors."""
        numbers = self.numbers
        firsts = {name: found[0] for name, found in numbers.items() if found}
        packs, jokers = firsts.get(PACKS, 0), firsts.get(JOKERS)
        return LargerTable(firsts[PLAYERS], packs, jokers, tuple(numbers[DEALS]))


@dataclass(frozen=True, slots=True)
class TablesForm:
    """The lines as typed; ``is_checked`` if errors are reported, as when saving."""

    house: HouseForm
    lines: tuple[Line, ...]
    is_checked: bool = False

    @property
    def errors(self) -> list[tuple[str, str]]:
        """Error messages by the field's id."""
        if not self.is_checked:
            return []
        wrong = [error for line in self.lines for error in line.errors]
        return wrong or list(self._repeated())

    @property
    def own(self) -> dict[str, object]:
        """The larger tables, fewest players first; call only if there are no errors."""
        tables = [line.table for line in self.lines if not line.is_empty]
        return {"larger_tables": tuple(sorted(tables, key=lambda table: table.players))}

    def label(self, name: str) -> str:
        """Return the label of a field."""
        return _label_of(name)

    def fault(self, field: str) -> str:
        """Return the error message of a field; empty if it is valid."""
        return dict(self.errors).get(field, "")

    def _repeated(self) -> Iterator[tuple[str, str]]:
        seen = set[int]()
        for line in self.lines:
            for players in line.numbers.get(PLAYERS, ()):
                if players in seen:
                    sentence = _("There are two lines for %(players)s players.", players=players)
                    yield f"{PLAYERS}-{line.number}", sentence
                seen.add(players)


@blueprint.post("/house-rules/larger-tables")
def edit() -> ResponseReturnValue:
    """Show the lines as typed, or save them to the house rules."""
    return edited("house/larger_tables.html", _typed_lines)


def _typed_lines(house: HouseForm, action: str) -> TablesForm:
    """Return the lines as submitted, or those of the rules."""
    tables = house.value_of("larger_tables")
    kept = [_texts(table) for table in tables] + [dict.fromkeys(BOUNDS, "")] * LINES
    lines = tuple(Line(row, _typed(row, kept[row])) for row in range(max(LINES, len(tables))))
    return TablesForm(house, lines, is_checked=action == SAVE)


def _typed(at: int, kept: Mapping[str, str]) -> dict[str, str]:
    return {name: request.form.get(f"{name}-{at}", text).strip() for name, text in kept.items()}


def _texts(table: LargerTable) -> dict[str, str]:
    """Return the texts of a larger table's fields."""
    return {
        PLAYERS: str(table.players),
        PACKS: str(table.packs or ""),
        JOKERS: "" if table.jokers is None else str(table.jokers),
        DEALS: " ".join(map(str, table.deals)),
    }


def _numbers(name: str, text: str) -> list[int] | None:
    """Return the numbers of a field; None if they can't be read or are out of bounds."""
    parts = re.split(r"[\s,;]+", text) if text else []
    if len(parts) > (own_values.MOST_ROUNDS if name == DEALS else 1):
        return None
    numbers = [number_within(part, BOUNDS[name]) for part in parts]
    known = [number for number in numbers if number is not None]
    return known if len(known) == len(parts) else None


def _label_of(name: str) -> str:
    labels = {
        PLAYERS: _("Players"),
        PACKS: _("Packs"),
        JOKERS: _("Jokers"),
        DEALS: _("Cards dealt"),
    }
    return labels[name]
