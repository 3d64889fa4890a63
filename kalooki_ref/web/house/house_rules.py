"""House rules: the list on this phone, the form with every option, and the page of one set."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, current_app, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.rules.house_text import house_key, house_text
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.ready_made import RULE_SETS
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.store.house_rules import UNUSED
from kalooki_ref.web.house.house_form import NAME, HouseForm, form_of, house_rules_from_form
from kalooki_ref.web.shared import offered_rules
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.qr import LONGEST_CODE, qr_code
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rule_words import ComparedRule, changes_in, house_tagline

blueprint = Blueprint("house_rules", __name__)


@blueprint.get("/house-rules")
def index() -> str:
    """Show the house rules of this phone, and the systems to start from."""
    houses = [_shown(house) for house in offered_rules.remembered_houses()]
    ready = [_shown(replace(house, name=_(house.name))) for house in RULE_SETS]
    return render_template("house/index.html", houses=houses, systems=SYSTEMS, ready=ready)


@blueprint.get("/house-rules/new")
def new() -> str:
    """Show the form, prefilled from a system or from house rules."""
    text = request.args.get("house")
    if text:
        return page(form_of(offered_rules.house_or_404(text)))
    try:
        return page(HouseForm(system_of(request.args.get("base", SYSTEMS[0].slug))))
    except KeyError:
        abort(404)


@blueprint.post("/house-rules")
def keep() -> ResponseReturnValue:
    """Save the rules on this phone, or show the form with errors."""
    form = house_rules_from_form(request.form)
    if form is None:
        abort(404)
    if not form.validate():
        return page(form), 422
    if (form.doubts or form.giving_way) and request.form.get("doubted") != form.doubted:
        return page(form, asks=True), 422
    house = form.house
    flash(_("Saved on this phone: %(name)s.", name=house.name), "success")
    return _kept(house, url_for("house_rules.show", text=house_text(house)))


@blueprint.get("/house-rules/<text>")
def show(text: str) -> str:
    """Show the page of a set of house rules."""
    house = offered_rules.house_or_404(text)
    link = url_for("opening.ask", house=text, _external=True)
    giving_way = offered_rules.house_giving_way(offered_rules.as_kept(house))
    return render(
        "house/show.html",
        _shown(house),
        known=house in offered_rules.remembered_houses(),
        giving_way=giving_way.name if giving_way else "",
        link=link,
        drawing=qr_code(link) if len(link) <= LONGEST_CODE else "",
    )


@blueprint.get("/house-rules/<text>/file")
def file(text: str) -> Response:
    """Send the rules as a file: their name and their link."""
    house = offered_rules.house_or_404(text)
    link = url_for("opening.ask", house=text, _external=True)
    answer = Response(f"{house.name}\n{link}\n", mimetype="text/plain")
    answer.headers["Content-Disposition"] = 'attachment; filename="kalooki-rules.txt"'
    return answer


@blueprint.post("/house-rules/<text>/play")
def play(text: str) -> ResponseReturnValue:
    """Save the rules on this phone and go to the form of a new game with them."""
    arrived = offered_rules.house_or_404(text)
    house = offered_rules.as_kept(arrived)
    if house.name != arrived.name:
        sentence = _(
            "This phone has other rules called “%(name)s”, so these are “%(numbered)s”.",
            name=arrived.name,
            numbered=house.name,
        )
        flash(sentence, "info")
    return _kept(house, url_for("games.new", system=house_key(house)))


@blueprint.post("/house-rules/<text>/forget")
def forget(text: str) -> ResponseReturnValue:
    """Remove the rules from this phone; games played by them aren't affected."""
    house = offered_rules.house_or_404(text)
    if current_app.config["RUNS_IN"] == "pocket":
        message = _("Removed from this phone: %(name)s.", name=house.name)
    else:
        message = _(
            "Removed from this phone: %(name)s. The app’s own copy goes %(days)s days after a "
            "phone last used it.",
            name=house.name,
            days=UNUSED.days,
        )
    flash(message, "success")
    return offered_rules.forget_house(see_other(url_for("house_rules.index")), house)


def _kept(house: HouseRules, address: str) -> ResponseReturnValue:
    return offered_rules.remember_house(see_other(address), house)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHouse:
    """House rules as listed: the ``text`` of their link, and what they change of ``base``."""

    house: HouseRules
    base: RuleSystem
    text: str
    changes: tuple[ComparedRule, ...]
    tagline: str


def _shown(house: HouseRules) -> ShownHouse:
    system = house.system()
    return ShownHouse(
        house=house,
        base=system_of(house.base),
        text=house_text(house),
        changes=changes_in(system),
        tagline=house_tagline(system),
    )


def page(form: HouseForm, *, asks: bool = False) -> str:
    """Render the form as typed, with its errors; ``asks`` to confirm the warnings."""
    # What is wrong with several fields together is one thing to correct.
    fields: dict[str, str] = {}
    for name, faults in sorted(form.errors.items(), key=lambda error: error[0] != NAME):
        for fault in faults:
            fields.setdefault(fault, name)
    errors = [(name, fault) for fault, name in fields.items()]
    return render_template("house/form.html", form=form, errors=errors, asks=asks)
