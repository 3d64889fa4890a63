"""The form of a new game: rules, names in seat order, first dealer, who starts, the stake."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from wtforms import BooleanField, Field, Form, RadioField, SelectField, ValidationError

from kalooki_ref.game.events import Coaching
from kalooki_ref.game.marks import MARKS, are_valid_marks, assigned_marks, mark_after
from kalooki_ref.rules.constraints import can_be_dealt
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.shared.fields import MOST_POINTS, WholeField
from kalooki_ref.web.shared.names import fault_of, is_blank, tidy, twins
from kalooki_ref.web.shared.query import number_in
from kalooki_ref.words.coaching_words import coaching_choices
from kalooki_ref.words.deal_words import cannot_play_words, unusual_words
from kalooki_ref.words.language import gettext as _

Item = TypeVar("Item")
LOT = "lot"
FEWEST_ROWS = 5
# Lines shown again after an error; names on further lines are read too.
MOST_ROWS = 100


class NamesField(Field):
    """Names in seat order, one per line, blank lines ignored; ``row_errors`` are by line from 0."""

    rows: tuple[str, ...] = ()

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Keep the lines as typed, and normalize the names."""
        self.rows = tuple(valuelist)
        self.data = tuple(name for row in self.rows if (name := tidy(row)) and not is_blank(row))

    @property
    def row_errors(self) -> dict[int, str]:
        return _row_errors(self.rows) if self.errors else {}

    def pre_validate(self, _form: Any) -> None:
        """Reject invalid and duplicate names."""
        faults = _row_errors(self.rows)
        if faults:
            raise ValidationError(next(iter(faults.values())))


class MarksField(Field):
    """The mark of each line; 0 where none was chosen yet."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        sent = (number_in(text, most=MARKS) or 0 for text in valuelist)
        self.data = tuple(mark if are_valid_marks((mark,)) else 0 for mark in sent)


class NewGameForm(Form):
    """A new game; ``systems`` are the rules to choose from, by key."""

    system = RadioField(validate_choice=False)
    names = NamesField()
    marks = MarksField(default=())
    dealer = SelectField(default=LOT, validate_choice=False)
    starter = SelectField(default="", validate_choice=False)
    stake = WholeField(default=0, bounds=range(MOST_POINTS + 1))
    advice = SelectField(default=Coaching.OFF.value)
    anyway = BooleanField()

    def __init__(
        self, formdata: Any = None, *, systems: Mapping[str, RuleSystem], **data: Any
    ) -> None:
        super().__init__(formdata, **data)
        self.systems = systems
        self.advice.choices = coaching_choices()
        self.asks_anyway = False

    @property
    def lines(self) -> "Lines":
        """The lines as sent."""
        rows, marks = self.names.rows, self.marks.data
        marks = (*marks, *(0,) * len(rows))[: len(rows)]
        return Lines(rows, self.dealer.data or LOT, self.starter.data or "", marks)

    @property
    def rules(self) -> RuleSystem | None:
        return self.systems.get(self.system.data or "")

    def validate_system(self, _field: RadioField) -> None:
        if self.rules is None:
            raise ValidationError(_("Choose a game."))

    def validate_dealer(self, field: SelectField) -> None:
        if field.data != LOT and number_of(field.data, self.names.rows) is None:
            raise ValidationError(_("That line is empty. Choose who deals, or draw lots."))

    def validate_starter(self, field: SelectField) -> None:
        if field.data and number_of(field.data, self.names.rows) is None:
            raise ValidationError(_("That line is empty. Choose who is youngest."))

    def validate(self, extra_validators: Any = None) -> bool:
        """Validate the fields; the number of players depends on the rules."""
        fine = super().validate(extra_validators)
        if self.rules is None or self.names.errors:
            return fine
        fault = self._count_fault(self.rules, len(self.names.data))
        if fault:
            self.names.errors = [fault]
        return fine and not fault

    def _count_fault(self, system: RuleSystem, players: int) -> str | None:
        if system.min_players <= players <= system.max_players:
            return None
        if not can_be_dealt(system, players):
            return cannot_play_words(system, players)
        self.asks_anyway = True
        return None if self.anyway.data else unusual_words(system, players)


def _row_errors(rows: tuple[str, ...]) -> dict[int, str]:
    names = [tidy(row) for row in rows]
    faults = {
        line: fault
        for line, (row, name) in enumerate(zip(rows, names, strict=True))
        if not is_blank(row) and (fault := fault_of(name))
    }
    filled = [line for line, row in enumerate(rows) if not is_blank(row)]
    for place, name in twins([names[line] for line in filled]).items():
        message = _("%(name)s is already playing. Add a letter to tell them apart.",
                 name=name)  # fmt: skip
        faults.setdefault(filled[place], message)
    return dict(sorted(faults.items()))


@dataclass(frozen=True, slots=True)
class Lines:
    """The names as typed and their marks, line by line, and the lines of dealer and starter.

    Those are numbers from 1, as text. A mark is 0 until the line gets one (`with_marks`).
    """

    rows: tuple[str, ...]
    dealer: str = LOT
    starter: str = ""
    marks: tuple[int, ...] = ()

    def with_mark(self, index: int, mark: int) -> "Lines":
        """Return the lines with another mark on this one, counted from 0."""
        return replace(self, marks=(*self.marks[:index], mark, *self.marks[index + 1 :]))


def with_marks(lines: Lines, mark_of: Callable[[str], int]) -> Lines:
    """Return the lines with a mark each: the chosen one, the person's last one, or a free one.

    ``mark_of`` returns a person's last mark, 0 if unknown. Blank lines choose last, and
    lines beyond MOST_ROWS are left out.
    """
    rows, chosen = lines.rows[:MOST_ROWS], lines.marks[:MOST_ROWS]
    wanted = [
        0 if is_blank(row) else mark or mark_of(tidy(row))
        for row, mark in zip(rows, chosen, strict=True)
    ]
    order = sorted(range(len(rows)), key=lambda line: (is_blank(rows[line]), not chosen[line]))
    marks = dict(zip(order, assigned_marks([wanted[line] for line in order]), strict=True))
    return replace(lines, rows=rows, marks=tuple(marks[line] for line in range(len(rows))))


def filled(lines: Lines) -> Lines:
    """Return the lines that aren't blank."""
    kept = [line for line, row in enumerate(lines.rows) if not is_blank(row)]
    rows, marks = lines.rows, lines.marks
    return replace(
        lines, rows=tuple(rows[line] for line in kept), marks=tuple(marks[line] for line in kept)
    )


def arranged(lines: Lines, button: str, pick: str) -> Lines:
    """Return the lines after a button: ``up-2``, ``mark-2``, ``clear-2``, ``add``, or a name."""
    above = line_above(button, len(lines.rows))
    if above is not None:
        return _swapped(lines, above)
    verb, _, line = button.partition("-")
    index = (number_in(line, most=len(lines.rows)) or 0) - 1
    if verb == "mark" and index >= 0:
        return _marked(lines, index)
    if verb == "clear" and index >= 0:
        return padded(_without(lines, index))
    if pick:
        free = [line for line, row in enumerate(lines.rows) if is_blank(row)] or [len(lines.rows)]
        rows = (*lines.rows[: free[0]], pick, *lines.rows[free[0] + 1 :])
        return replace(lines, rows=rows).with_mark(free[0], 0)
    if button == "add":
        return replace(lines, rows=(*lines.rows, ""), marks=(*lines.marks, 0))
    return lines


def _marked(lines: Lines, index: int) -> Lines:
    """Return the lines with the next free mark on this one."""
    both = enumerate(zip(lines.rows, lines.marks, strict=True))
    taken = [mark for line, (row, mark) in both if line != index and not is_blank(row)]
    return lines.with_mark(index, mark_after(lines.marks[index], taken))


def _without(lines: Lines, index: int) -> Lines:
    """Return the lines without this one; those after it move up."""

    def moved(line: str, otherwise: str) -> str:
        number = number_in(line, most=len(lines.rows)) or 0
        return otherwise if number == index + 1 else str(number - 1) if number > index else line

    return Lines(
        (*lines.rows[:index], *lines.rows[index + 1 :]),
        dealer=moved(lines.dealer, LOT),
        starter=moved(lines.starter, ""),
        marks=(*lines.marks[:index], *lines.marks[index + 1 :]),
    )


def line_above(button: str, count: int) -> int | None:
    """Return the upper of the lines that ``up-2`` or ``down-2`` swaps; None for other buttons."""
    verb, _, line = button.partition("-")
    index = (number_in(line, most=count) or 0) - 1
    above = {"up": index - 1, "down": index}.get(verb, -1)
    return above if 0 <= above < count - 1 else None


def swapped(order: tuple[Item, ...], above: int) -> tuple[Item, ...]:
    """Return the items with this one and the next swapped."""
    return (*order[:above], order[above + 1], order[above], *order[above + 2 :])


def padded(lines: Lines) -> Lines:
    """Return the lines with blank ones added, up to FEWEST_ROWS."""
    missing = FEWEST_ROWS - len(lines.rows)
    rows, marks = lines.rows + ("",) * missing, lines.marks + (0,) * missing
    return replace(lines, rows=rows, marks=marks)


def number_of(line: str | None, rows: tuple[str, ...]) -> int | None:
    """Return the player number for a line (from 1); None if it is blank."""
    number = number_in(line, most=len(rows)) or 0
    if not number or is_blank(rows[number - 1]):
        return None
    return sum(1 for row in rows[:number] if not is_blank(row))


def _swapped(lines: Lines, index: int) -> Lines:
    moved = {str(index + 1): str(index + 2), str(index + 2): str(index + 1)}
    return Lines(
        swapped(lines.rows, index),
        dealer=moved.get(lines.dealer, lines.dealer),
        starter=moved.get(lines.starter, lines.starter),
        marks=swapped(lines.marks, index),
    )
