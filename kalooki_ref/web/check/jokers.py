"""Check a joker's move without a game: which joker, whose meld, and where the joker goes."""

from typing import Any

from flask import request
from flask_babel import gettext as _

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.meld import Meld, Owner
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.check.acts import check_pages
from kalooki_ref.web.messages.cards import Said, filled, listed

WHICH = ("1", "2", "3", "4")
"""Jokers from the left, as far as the form counts them."""


class JokerCheck:
    """Naturals in the place of a joker."""

    noun = "joker"

    def judge(
        self,
        target: Meld,
        cards: tuple[Card, ...],
        system: RuleSystem,
        *,
        down: bool,
        supply: Supply,
    ) -> Verdict:
        by, to = request.args.get("by", ""), request.args.get("to", "")
        return judge_joker_move(
            target,
            joker_place(target.cards, request.args.get("joker", "")),
            cards,
            system,
            by=Owner(by) if by in list(Owner) else None,
            down=down,
            to=JokerTo(to) if to in list(JokerTo) else None,
            supply=supply,
        )

    def said(self, _target: Meld, cards: tuple[Card, ...], system: RuleSystem) -> Said:
        joker = _(system.words.joker)
        return filled(
            _("%(cards)s may take the %(joker)s's place."), cards=listed(cards), joker=joker
        )

    def fields(self, system: RuleSystem) -> dict[str, Any]:
        which = request.args.get("joker", "")
        return {
            "which": which if which in WHICH else WHICH[0],
            "by": request.args.get("by", ""),
            "to": request.args.get("to", ""),
            "goals": goals(system),
        }

    def empty_words(self) -> str:
        return _("Tap the meld on the table, then the card for the joker's place.")


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


blueprint = check_pages(JokerCheck())
