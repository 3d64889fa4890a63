"""The fields of a counted hand, at a table (one part a player) and without one."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, SelectField, ValidationError

from kalooki_ref.game.state import Place, Round, has_laid
from kalooki_ref.referee.counts import Counted, When
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.forms.fields import TypedField
from kalooki_ref.web.forms.numbers import NumberError

MOST_CARDS = 60


class CardCountField(TypedField):
    """How many cards; blank is None: nobody counted."""

    def read(self, text: str) -> int | None:
        """Return the number; raises NumberError beyond what anybody can hold."""
        plain = text.strip()
        if not plain:
            return None
        if not (
            plain.isascii() and plain.isdigit() and len(plain) < 3 and int(plain) <= MOST_CARDS
        ):
            raise NumberError(_("Type how many cards, from 0 to %(most)s.", most=MOST_CARDS))
        return int(plain)


class HandForm(Form):
    """One hand: cards in it, whether the player is down, cards already on the table."""

    cards = CardCountField()
    down = BooleanField()
    played = CardCountField()
    player = 0

    @property
    def first_fault(self) -> str:
        """The first thing wrong with it; empty when nothing is."""
        faults = [*self.cards.errors, *self.played.errors]
        return str(faults[0]) if faults else ""

    def counted(self, *, after_draw: bool) -> Counted:
        """Return the count as the referee reads it."""
        return Counted(
            self.cards.data or 0,
            When.AFTER_DRAW if after_draw else When.BETWEEN,
            is_down=self.down.data,
            played=self.played.data if self.down.data else None,
        )


def is_asked(hand: HandForm) -> bool:
    """Whether there is a readable count to tell something of."""
    return hand.cards.data is not None and not hand.first_fault


def hands_of(current: Round) -> list[HandForm]:
    """Return a part for each player, filled with what the record knows."""
    return [_for(place.player, HandForm(prefix="", data=_known(current, place)))
            for place in current.places]  # fmt: skip


def hands_sent(form: MultiDict[str, str], current: Round) -> list[HandForm]:
    """Return a part for each player as it was typed; names carry the player's number."""
    return [
        _for(place.player, HandForm(_part(form, place.player), prefix=""))
        for place in current.places
    ]


def _part(form: MultiDict[str, str], player: int) -> MultiDict[str, str]:
    names = ("cards", "down", "played")
    sent = {name: form.getlist(f"{name}-{player}") for name in names}
    return MultiDict([(name, value) for name, values in sent.items() for value in values])


def _for(player: int, hand: HandForm) -> HandForm:
    hand.player = player
    return hand


def _known(current: Round, place: Place) -> dict[str, Any]:
    count = place.count
    laid = sum(len(meld.cards) for meld in current.melds_of(place.player))
    return {
        "cards": count.cards if count else None,
        "down": has_laid(current, place.player),
        "played": (count.played if count else 0) or laid or None,
    }


class CountForm(HandForm):
    """A hand without a game: also the system, the round, and when it was counted."""

    system = SelectField(validate_choice=False)
    number = SelectField(validate_choice=False, name="round")
    when = SelectField(default=When.BETWEEN.value, validate_choice=False)

    def __init__(
        self, formdata: Any = None, *, systems: Mapping[str, RuleSystem], **data: Any
    ) -> None:
        """Bind the form to the rules on offer."""
        super().__init__(formdata, **data)
        self.systems = systems

    @property
    def rules(self) -> RuleSystem:
        """The system chosen; the first where none was."""
        return self.systems.get(self.system.data or "") or next(iter(self.systems.values()))

    @property
    def round_number(self) -> int:
        """The round, from 1; the first where none was chosen."""
        sent = self.number.data or ""
        number = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 3 else 1
        return max(1, min(number, len(self.rules.contracts) or 1))

    def validate_cards(self, field: CardCountField) -> None:
        """Refuse a blank."""
        if field.data is None:
            raise ValidationError(_("Type how many cards are in the hand."))

    def hand(self) -> Counted:
        """Return the count as the referee reads it."""
        return self.counted(after_draw=self.when.data == When.AFTER_DRAW.value)
