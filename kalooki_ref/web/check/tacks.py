"""Check a tack without a game: a meld on the table, and the cards somebody adds to it.

Not here: a natural in a joker's place (web.check.jokers), and tacks written down
(web.board.boards).
"""

from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.meld import End, Meld, Phase
from kalooki_ref.referee.melds import kind_of, meld_reading
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.check.page import chooser, page_parts
from kalooki_ref.web.check.questions import (
    Ground,
    cards_asked,
    ground_asked,
    kind_asked,
    picker_facts,
)
from kalooki_ref.web.words.card_words import Said, marked_all, said_in
from kalooki_ref.web.words.rulings_shown import Ruling, ruling_of

blueprint = Blueprint("tack_checks", __name__, url_prefix="/check/tack")


@blueprint.get("")
def show() -> ResponseReturnValue:
    """Show the meld, the cards, and the verdict on adding them."""
    ground = ground_asked()
    if ground.system is None:
        return chooser(ground)
    told = _told(ground, ground.system)
    page = render_template(
        "check/tack.html",
        **page_parts(ground),
        **told,
        picker=picker_facts(ground.system, ground.pack),
    )
    return page, 422 if any(told["faults"].values()) else 200


@blueprint.get("/verdict")
def verdict() -> str:
    """Show the verdict alone."""
    ground = ground_asked()
    if ground.system is None:
        abort(404)
    return render_template("check/piece.html", **page_parts(ground), **_told(ground, ground.system))


def target_asked(system: RuleSystem) -> tuple[Meld | None, str, str]:
    """Return the meld on the table, its text, and what is wrong with the text."""
    typed = cards_asked("on")
    if not typed.cards:
        return None, typed.text, typed.fault
    kind = kind_asked() or kind_of(typed.cards, system, phase=Phase.TACK)
    return Meld(kind, typed.cards), typed.text, typed.fault


def is_down_asked() -> bool:
    """Whether the player has come down; taken for granted unless somebody says no."""
    return request.args.get("down", "") != "no"


def tack_said(cards: tuple[Any, ...], target: Meld, system: RuleSystem) -> Said:
    """Return what a legal tack is."""
    word = _(system.words.set if target.kind == "set" else system.words.run)
    return said_in(_("%(cards)s may go to this %(meld)s.", cards=marked_all(cards), meld=word))


def _told(ground: Ground, system: RuleSystem) -> dict[str, Any]:
    target, text, fault = target_asked(system)
    typed = cards_asked()
    ruling = _ruling(ground, system, target, typed.cards)
    kind = kind_asked()
    return {
        "text": text,
        "typed": typed,
        "target": target,
        "target_reading": meld_reading(target, system) if target else (),
        "kind": kind.value if kind else "",
        "end": request.args.get("end", ""),
        "down": "yes" if is_down_asked() else "no",
        "ruling": ruling,
        "after_reading": _reading_after(target, ruling, system),
        "faults": {"on": fault, "cards": typed.fault},
        "empty_words": _("Tap the meld on the table, then the cards to add."),
        "why": "check/_why_tack.html",
    }


def _ruling(
    ground: Ground, system: RuleSystem, target: Meld | None, cards: tuple[Any, ...]
) -> Ruling | None:
    if target is None or not cards:
        return None
    sent = request.args.get("end", "")
    verdict = judge_tack(
        target,
        cards,
        system,
        end=End(sent) if sent in list(End) else None,
        down=is_down_asked(),
        supply=Supply(ground.pack),
    )
    return ruling_of(verdict, system, said=tack_said(cards, target, system))


def _reading_after(
    target: Meld | None, ruling: Ruling | None, system: RuleSystem
) -> tuple[Any, ...]:
    if target is None or ruling is None:
        return ()
    return meld_reading(Meld(target.kind, ruling.result or ruling.instead), system)
