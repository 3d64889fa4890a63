"""Jokers moved on the board: a natural takes a joker's place, and the tap is on the joker."""

from collections.abc import Iterator

from flask_babel import gettext as _

from kalooki_ref.cards import Card, cards_text
from kalooki_ref.game.events import JokerMoved
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.referee.sets import missing_suits, set_rank
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.board.acts import act_pages
from kalooki_ref.web.board.kinds import Added, Goal, Said, Spot


class JokerMove:
    """Naturals in the place of a joker."""

    noun = "joker"
    field = "joker"

    def spots(self, number: int, meld: Meld) -> Iterator[Spot]:
        for place, card in enumerate(meld.cards):
            if card.is_joker:
                yield Spot(number, place)

    def cards_for(self, meld: Meld, spot: Spot, system: RuleSystem) -> tuple[Card, ...]:
        """Return the card the joker stands for, or all that a set lacks."""
        if meld.kind is MeldKind.SET:
            rank = set_rank(meld.cards)
            return tuple(Card(rank, suit) for suit in missing_suits(meld.cards, system) if rank)
        place = spot.place or 0
        return meld_reading(meld, system)[place : place + 1]

    def event(self, player: int, spot: Spot, cards: tuple[Card, ...], overruled: str = "") -> Added:
        place = spot.place or 0
        return JokerMoved(player, spot.meld, place, cards, spot.end, overruled, spot.to)

    def goals(self, system: RuleSystem) -> tuple[Goal, ...]:
        again = (JokerTo.REUSE_NOW, _("Played again at once"))
        kept = (JokerTo.HAND, _("Into the hand"))
        if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
            return (again, kept)
        return (kept, again) if system.joker_goes is JokerGoes.INTO_THE_HAND else ()

    def said(self) -> Said:
        return Said(
            no_player=_("Choose who moved the joker."),
            no_spot=_("Tap the joker that was replaced."),
            asked=_("Can this joker be moved?"),
        )

    def done(self, name: str, event: Added, system: RuleSystem) -> str:
        return _("%(name)s puts %(cards)s in the %(joker)s's place.",
                 name=name, cards=cards_text(event.cards), joker=_(system.words.joker))  # fmt: skip


blueprint = act_pages(JokerMove())
