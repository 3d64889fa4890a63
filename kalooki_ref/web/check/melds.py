"""Check a meld without a game: the verdict on some cards, under one system and under all."""

from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.cards import cards_text
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_cards, judge_meld, kind_of
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.access.device import page_here, remember, this_device
from kalooki_ref.web.access.house_rules import offered
from kalooki_ref.web.check.elsewhere import elsewhere, read_for
from kalooki_ref.web.check.page import chooser, page_parts, without_system
from kalooki_ref.web.check.questions import (
    Cards,
    Ground,
    cards_asked,
    ground_asked,
    kind_asked,
    picker_facts,
)
from kalooki_ref.web.messages.rulings import Ruling, meld_said, repair_said, ruling_of

blueprint = Blueprint("checks", __name__)


@blueprint.get("/check")
def show() -> ResponseReturnValue:
    """Show the field and the verdict on what is in it; ask for the rules where none are known."""
    ground = ground_asked()
    if ground.system is None:
        return chooser(ground)
    asked = cards_asked()
    page = render_template(
        "check/show.html",
        **page_parts(ground),
        **_ruled(ground, ground.system, asked),
        picker=picker_facts(ground.system, ground.pack),
    )
    status = 422 if asked.fault else 200
    return remember(make_response(page, status), rules=this_device().rules or ground.key)


@blueprint.get("/check/verdict")
def verdict() -> str:
    """Show the verdict alone, for a page whose cards have just changed."""
    ground = ground_asked()
    if ground.system is None:
        abort(404)
    ruled = _ruled(ground, ground.system, cards_asked())
    return render_template("check/piece.html", **page_parts(ground), **ruled)


@blueprint.post("/check/system")
def choose() -> Response:
    """Remember which rules this phone plays by, and go back to the cards."""
    key = request.form.get("system", "")
    if key not in offered():
        abort(422)
    here = without_system(page_here(request.form.get("back", "")))
    return remember(make_response(redirect(here, 303)), rules=key)


def _ruled(ground: Ground, system: RuleSystem, asked: Cards) -> dict[str, Any]:
    kind = kind_asked()
    ruling = _ruling(asked, system, ground, kind)
    shown_kind = kind or (kind_of(asked.cards, system) if asked.cards else None)
    is_mended = ruling is not None and bool(ruling.instead)
    return {
        "asked": asked,
        "faults": {"cards": asked.fault},
        "kind": kind.value if kind else "",
        "label": _label(shown_kind, system),
        "ruling": ruling,
        "repair": repair_said(asked.cards, ruling.instead) if ruling and is_mended else (),
        "repair_href": _mended_address(ground, kind, ruling) if is_mended else "",
        "elsewhere": elsewhere(
            system,
            lambda other: _ruling(read_for(asked, other), other, ground.under(other), kind),
            cards=("cards",),
        ),
    }


def _ruling(
    asked: Cards, system: RuleSystem, ground: Ground, kind: MeldKind | None
) -> Ruling | None:
    if not asked.cards:
        return None
    found = _verdict(asked, system, kind, ground)
    meld = Meld(kind or kind_of(asked.cards, system), asked.cards)
    return ruling_of(found, system, said=meld_said(meld, found.reading, system))


def _verdict(asked: Cards, system: RuleSystem, kind: MeldKind | None, ground: Ground) -> Verdict:
    if kind is None:
        return judge_cards(asked.cards, system, pack=ground.pack)
    return judge_meld(Meld(kind, asked.cards), system, pack=ground.pack)


def _mended_address(ground: Ground, kind: MeldKind | None, ruling: Ruling | None) -> str:
    cards = cards_text(ruling.instead) if ruling else ""
    where: dict[str, Any] = {"game": ground.table.id} if ground.table else {"system": ground.key}
    return url_for("checks.show", **where | {"cards": cards, "as": kind})


def _label(kind: MeldKind | None, system: RuleSystem) -> str:
    if kind is None:
        return ""
    return _(system.words.set if kind is MeldKind.SET else system.words.run)
