"""Check a joker's move without a game: a natural takes its place, and the joker goes on.

Not here: plain tacks (web.check.tacks), and moves that are written down (web.board.boards).
"""

from typing import Any

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_landing import JokerTo
from kalooki_ref.referee.joker_moves import judge_joker_move
from kalooki_ref.referee.meld import Meld, Owner
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.check.page import chooser, page_parts
from kalooki_ref.web.check.questions import (
    Ground,
    cards_asked,
    ground_asked,
    kind_asked,
    picker_facts,
)
from kalooki_ref.web.check.tacks import is_down_asked, target_asked
from kalooki_ref.web.words.card_words import Said, marked_all, said_in
from kalooki_ref.web.words.rulings_shown import Ruling, ruling_of

blueprint = Blueprint("joker_checks", __name__, url_prefix="/check/joker")


@blueprint.get("")
def show() -> ResponseReturnValue:
    """Show the meld, which joker is meant, the card in its place, and the verdict."""
    ground = ground_asked()
    if ground.system is None:
        return chooser(ground)
    told = _told(ground, ground.system)
    page = render_template(
        "check/joker.html",
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


def joker_place(cards: tuple[Card, ...], sent: str) -> int:
    """Return the place of the joker that is meant, from 0: the first where nobody said."""
    places = [place for place, card in enumerate(cards) if card.is_joker]
    if sent.isascii() and sent.isdigit() and len(sent) < 3 and 1 <= int(sent) <= len(places):
        return places[int(sent) - 1]
    return places[0] if places else len(cards)


def goals(system: RuleSystem) -> list[tuple[str, str]]:
    """Return where a joker can be wished to, in words."""
    joker = _(system.words.joker)
    return [
        ("", _("By the rule")),
        (JokerTo.HIGH.value, _("High end")),
        (JokerTo.LOW.value, _("Low end")),
        (JokerTo.REUSE_NOW.value, _("Played again at once")),
        (JokerTo.HAND.value, _("The %(joker)s into the hand", joker=joker)),
    ]


def moved_said(cards: tuple[Card, ...], system: RuleSystem) -> Said:
    """Return what a legal move is."""
    joker = _(system.words.joker)
    return said_in(
        _("%(cards)s may take the %(joker)s's place.", cards=marked_all(cards), joker=joker)
    )


def _told(ground: Ground, system: RuleSystem) -> dict[str, Any]:
    target, text, fault = target_asked(system)
    typed = cards_asked()
    kind, which = kind_asked(), request.args.get("joker", "1")
    ruling = _ruling(ground, system, target, typed.cards)
    return {
        "text": text,
        "typed": typed,
        "target": target,
        "target_reading": meld_reading(target, system) if target else (),
        "kind": kind.value if kind else "",
        "which": which if which in ("1", "2", "3", "4") else "1",
        "by": request.args.get("by", ""),
        "to": request.args.get("to", ""),
        "goals": goals(system),
        "down": "yes" if is_down_asked() else "no",
        "ruling": ruling,
        "after_reading": _reading_after(target, ruling, system),
        "faults": {"on": fault, "cards": typed.fault},
        "empty_words": _("Tap the meld on the table, then the card for the joker's place."),
        "why": "check/_why_tack.html",
    }


def _ruling(
    ground: Ground, system: RuleSystem, target: Meld | None, cards: tuple[Card, ...]
) -> Ruling | None:
    if target is None or not cards:
        return None
    by, to = request.args.get("by", ""), request.args.get("to", "")
    verdict = judge_joker_move(
        target,
        joker_place(target.cards, request.args.get("joker", "")),
        cards,
        system,
        by=Owner(by) if by in list(Owner) else None,
        down=is_down_asked(),
        to=JokerTo(to) if to in list(JokerTo) else None,
        supply=Supply(ground.pack),
    )
    return ruling_of(verdict, system, said=moved_said(cards, system))


def _reading_after(
    target: Meld | None, ruling: Ruling | None, system: RuleSystem
) -> tuple[Card, ...]:
    if target is None or ruling is None:
        return ()
    return meld_reading(Meld(target.kind, ruling.result or ruling.instead), system)
