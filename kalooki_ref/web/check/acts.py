"""Cards added to a meld, checked without a game: a meld on the table, the cards, the verdict.

One act of two kinds.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.melds import kind_of, meld_reading
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.check.elsewhere import elsewhere, read_for
from kalooki_ref.web.check.page import chooser, page_parts
from kalooki_ref.web.check.questions import (
    Cards,
    Ground,
    cards_asked,
    ground_asked,
    kind_asked,
    picker_facts,
)
from kalooki_ref.web.messages.cards import Said
from kalooki_ref.web.messages.rulings import Ruling, ruling_of


@dataclass(frozen=True, slots=True)
class Asked:
    """The meld on the table and the cards for it, as typed; what the meld is meant as; is down."""

    on: Cards
    typed: Cards
    kind: MeldKind | None
    down: bool

    def target(self, system: RuleSystem) -> Meld | None:
        """Return the meld on the table as this system takes it; None while there is none."""
        if not self.on.cards:
            return None
        kind = self.kind or kind_of(self.on.cards, system, phase=Phase.TACK)
        return Meld(kind, self.on.cards)

    def read_for(self, system: RuleSystem) -> "Asked":
        """Return the question with its cards as the system's pack names them."""
        on, typed = read_for(self.on, system), read_for(self.typed, system)
        return replace(self, on=on, typed=typed)


class Kind(Protocol):
    """What sets a tack and a joker's move apart; ``noun`` names its address and template."""

    noun: str

    def judge(
        self,
        target: Meld,
        cards: tuple[Card, ...],
        system: RuleSystem,
        *,
        down: bool,
        supply: Supply,
    ) -> Verdict:
        """Return the verdict, its own fields read from the address."""

    def said(self, target: Meld, cards: tuple[Card, ...], system: RuleSystem) -> Said:
        """Return what a legal one is."""

    def fields(self, system: RuleSystem) -> dict[str, Any]:
        """Return what its own fields show."""

    def empty_words(self) -> str:
        """Return what to do first."""


def check_pages(kind: Kind) -> Blueprint:
    """Return the pages of a kind: the question with its verdict, and the verdict alone."""
    pages = Blueprint(f"{kind.noun}_checks", __name__, url_prefix=f"/check/{kind.noun}")
    pages.add_url_rule("", "show", partial(_show, kind))
    pages.add_url_rule("/verdict", "verdict", partial(_verdict, kind))
    return pages


def _show(kind: Kind) -> ResponseReturnValue:
    """Show the meld, the cards, and the verdict on adding them."""
    ground = ground_asked()
    if ground.system is None:
        return chooser(ground)
    told = _told(kind, ground, ground.system)
    page = render_template(
        f"check/{kind.noun}.html",
        **page_parts(ground),
        **told,
        picker=picker_facts(ground.system, ground.pack),
    )
    return page, 422 if any(told["faults"].values()) else 200


def _verdict(kind: Kind) -> str:
    """Show the verdict alone."""
    ground = ground_asked()
    if ground.system is None:
        abort(404)
    told = _told(kind, ground, ground.system)
    return render_template("check/piece.html", **page_parts(ground), **told)


def _told(kind: Kind, ground: Ground, system: RuleSystem) -> dict[str, Any]:
    asked = _asked()
    target = asked.target(system)
    ruling = _ruling(kind, asked, ground, system)
    return {
        "asked": asked,
        "target": target,
        "target_reading": meld_reading(target, system) if target else (),
        "ruling": ruling,
        "after_reading": _reading_after(target, ruling, system),
        "faults": {"on": asked.on.fault, "cards": asked.typed.fault},
        "elsewhere": elsewhere(
            system,
            lambda other: _ruling(kind, asked.read_for(other), ground.under(other), other),
            cards=("on", "cards"),
        ),
        "empty_words": kind.empty_words(),
        "why": "check/_why_act.html",
        **kind.fields(system),
    }


def _asked() -> Asked:
    """Return the question; that the player is down is taken for granted unless somebody says no."""
    is_down = request.args.get("down", "") != "no"
    return Asked(cards_asked("on"), cards_asked(), kind_asked(), is_down)


def _ruling(kind: Kind, asked: Asked, ground: Ground, system: RuleSystem) -> Ruling | None:
    target, cards = asked.target(system), asked.typed.cards
    if target is None or not cards:
        return None
    supply = Supply(ground.pack)
    verdict = kind.judge(target, cards, system, down=asked.down, supply=supply)
    return ruling_of(verdict, system, said=kind.said(target, cards, system))


def _reading_after(
    target: Meld | None, ruling: Ruling | None, system: RuleSystem
) -> tuple[Card, ...]:
    if target is None or ruling is None:
        return ()
    return meld_reading(Meld(target.kind, ruling.result or ruling.instead), system)
