"""The editors of a table's own values: what each of their three pages does with a button."""

from collections.abc import Callable
from typing import Protocol

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from kalooki_ref.web.house.house_form import HouseForm, house_rules_from_form
from kalooki_ref.web.house.house_rules import page

# Button values that leave an editor: with its values, and without them.
SAVE, BACK = "save", "back"


class OwnValues(Protocol):
    """A table's own values as typed, beside the house rules that they belong to."""

    @property
    def house(self) -> HouseForm:
        """The house rules form that led here, passed on by the template."""

    @property
    def errors(self) -> list[tuple[str, str]]:
        """Error messages by the field's id; empty until the values are to be saved."""

    @property
    def own(self) -> dict[str, object]:
        """The values by field of the rules, if there are no errors."""


def edited(template: str, typed: Callable[[HouseForm, str], OwnValues]) -> ResponseReturnValue:
    """Show the editor after the pressed button, or the house rules with its values.

    ``typed`` returns the submitted values after a button's action; those of the rules at first.
    """
    house = house_rules_from_form(request.form)
    if house is None:
        abort(404)
    action = request.form.get("do", "")
    if action == BACK:
        return page(house)
    form = typed(house, action)
    if action == SAVE and not form.errors:
        return page(house.with_own(**form.own))
    return render_template(template, form=form), 422 if form.errors else 200
