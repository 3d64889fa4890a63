"""Tacks written down: cards, and the meld they go to."""

from collections.abc import Iterator

from flask_babel import gettext as _

from kalooki_ref.cards import Card, cards_text
from kalooki_ref.game.events import Tacked
from kalooki_ref.referee.meld import Meld
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.board.acts import act_pages
from kalooki_ref.web.board.kinds import Added, Goal, Said, Spot


class Tack:
    """Cards that make a meld longer."""

    noun = "tack"
    field = "meld"

    def spots(self, number: int, _meld: Meld) -> Iterator[Spot]:
        yield Spot(number)

    def cards_for(self, _meld: Meld, _spot: Spot, _system: RuleSystem) -> tuple[Card, ...]:
        return ()

    def event(self, player: int, spot: Spot, cards: tuple[Card, ...], overruled: str = "") -> Added:
        return Tacked(player, spot.meld, cards, spot.end, overruled)

    def goals(self, _system: RuleSystem) -> tuple[Goal, ...]:
        return ()

    def said(self) -> Said:
        return Said(
            no_player=_("Choose who tacked."),
            no_cards=_("Tap the cards that were added."),
            no_spot=_("Tap the meld they were added to."),
            asked=_("Can this be tacked?"),
        )

    def done(self, name: str, event: Added, _system: RuleSystem) -> str:
        return _("%(name)s tacks %(cards)s.", name=name, cards=cards_text(event.cards))


blueprint = act_pages(Tack())
