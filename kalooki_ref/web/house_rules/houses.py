"""House rules: those this phone remembers, the form with all switches, one set with its changes."""

from typing import Any

from flask import (
    Blueprint,
    abort,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.rules.house_rules import HouseRules
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.web.house_rules.form import NAME, HouseForm, form_of, house_rules_from_form
from kalooki_ref.web.house_rules.house_text import (
    forget_house,
    house_from_text,
    house_key,
    house_text,
    remember_house,
    remembered_houses,
)
from kalooki_ref.web.messages.rule_words import changes_in, house_tagline

blueprint = Blueprint("houses", __name__)


@blueprint.get("/house")
def index() -> str:
    """Show the house rules of this phone, and what to start from."""
    houses = [_shown(house) for house in remembered_houses()]
    return render_template("house_rules/index.html", houses=houses, systems=SYSTEMS)


@blueprint.get("/house/new")
def new() -> str:
    """Show every switch as the chosen system has it, or as house rules had it."""
    text = request.args.get("house")
    if text:
        return _page(form_of(_house_or_404(text)))
    try:
        return _page(HouseForm(system_of(request.args.get("base", SYSTEMS[0].slug))))
    except KeyError:
        abort(404)


@blueprint.post("/house")
def keep() -> ResponseReturnValue:
    """Keep the rules on this phone, or say at each field why they cannot stand."""
    form = house_rules_from_form(request.form)
    if form is None:
        abort(404)
    if not form.validate():
        return _page(form), 422
    house = form.house
    flash(_("Kept on this phone: %(name)s.", name=house.name), "success")
    return _kept(house, url_for("houses.show", text=house_text(house)))


@blueprint.get("/house/<text>")
def show(text: str) -> str:
    """Show house rules: what they change, and what one can do with them."""
    house = _house_or_404(text)
    known = house in remembered_houses()
    return render_template("house_rules/show.html", known=known, **_shown(house))


@blueprint.post("/house/<text>/play")
def play(text: str) -> ResponseReturnValue:
    """Keep the rules on this phone and begin a game with them."""
    house = _house_or_404(text)
    return _kept(house, url_for("games.new", system=house_key(house)))


@blueprint.post("/house/<text>/forget")
def forget(text: str) -> ResponseReturnValue:
    """Take the rules off this phone; games that play them keep them."""
    house = _house_or_404(text)
    flash(_("Taken off this phone: %(name)s.", name=house.name), "success")
    return forget_house(make_response(redirect(url_for("houses.index"), 303)), house)


def _kept(house: HouseRules, address: str) -> ResponseReturnValue:
    return remember_house(make_response(redirect(address, 303)), house)


def _house_or_404(text: str) -> HouseRules:
    house = house_from_text(text)
    if house is None:
        abort(404, _("These house rules cannot be read. The link may have been cut short."))
    return house


def _shown(house: HouseRules) -> dict[str, Any]:
    system = house.system()
    return {
        "house": house,
        "system": system,
        "base": system_of(house.base),
        "text": house_text(house),
        "changes": changes_in(system),
        "tagline": house_tagline(system),
    }


def _page(form: HouseForm) -> str:
    errors = [(name, faults[0]) for name, faults in form.errors.items()]
    errors.sort(key=lambda error: error[0] != NAME)
    return render_template("house_rules/form.html", form=form, errors=errors)
