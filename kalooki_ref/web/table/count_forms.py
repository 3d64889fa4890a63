"""The fields of counted hands: one for each player of a game, or a hand without a game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, SelectField, ValidationError

from kalooki_ref.game.state import Place, Round, has_laid
from kalooki_ref.referee.calls import When, largest_hand
from kalooki_ref.referee.counts import Counted
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.typed_numbers import plain_number
from kalooki_ref.web.shared.fields import NumberError, TypedField
from kalooki_ref.web.shared.query import MOST_ENTRIES, number_in
from kalooki_ref.words.language import gettext as _


class CardCountField(TypedField):
    """A number of cards, at most ``most``; blank is None, not counted."""

    most = 0

    def read(self, text: str) -> int | None:
        """Return the number; raises NumberError if no hand can have that many."""
        if not plain_number(text):
            return None
        number = number_in(text, most=self.most)
        if number is None:
            raise NumberError(_("Enter how many cards, from 0 to %(most)s.", most=self.most))
        return number


class CountedHandForm(Form):
    """One hand: cards in it, whether the player is down, cards already on the board.

    Who tacked without coming down has cards on the board as well.

    ``rules`` are the game's, which say how many cards a hand can have.
    """

    cards = CardCountField()
    down = BooleanField()
    played = CardCountField()

    def __init__(
        self, formdata: Any = None, *, rules: RuleSystem, player: int = 0, **data: Any
    ) -> None:
        self.rules, self.player = rules, player
        super().__init__(formdata, **data)

    def process(self, *args: Any, **data: Any) -> None:
        """Read the fields, with the rules' limit for cards."""
        self.cards.most = self.played.most = largest_hand(self.rules)
        super().process(*args, **data)

    @property
    def first_fault(self) -> str:
        """The first error; empty if there is none."""
        faults = [*self.cards.errors, *self.played.errors]
        return str(faults[0]) if faults else ""

    @property
    def is_read(self) -> bool:
        """Whether a valid count was entered."""
        return self.cards.data is not None and not self.first_fault

    @property
    def is_complete(self) -> bool:
        """Whether it can be part of a total over all hands."""
        return self.is_read and not (self.down.data and self.played.data is None)

    def counted(self, *, after_draw: bool) -> Counted:
        """Convert to the referee's `Counted`."""
        return Counted(
            self.cards.data or 0,
            When.AFTER_DRAW if after_draw else When.BETWEEN,
            is_down=self.down.data,
            played=self.played.data,
        )


def hands_of(current: Round, rules: RuleSystem) -> list[CountedHandForm]:
    """Return a form per player, prefilled from the record."""
    return [
        CountedHandForm(rules=rules, player=place.player, data=_known(current, place, rules))
        for place in current.places
    ]


def expected(current: Round, place: Place, rules: RuleSystem) -> int | None:
    """Return the cards in a hand by the record.

    None if cards of a lay weren't recorded, or calls: a hand without a card ends the round.
    """
    if place.put_down is None:
        return None
    held = rules.deal_of(current.number) + place.calls * rules.cards_per_call - place.put_down
    return held if held > 0 else None


def hands_sent(
    form: MultiDict[str, str], current: Round, rules: RuleSystem
) -> list[CountedHandForm]:
    """Return the submitted form per player; field names contain the player's number."""
    return [
        CountedHandForm(_part(form, place.player), rules=rules, player=place.player)
        for place in current.places
    ]


def _part(form: MultiDict[str, str], player: int) -> MultiDict[str, str]:
    names = ("cards", "down", "played")
    sent = {name: form.getlist(f"{name}-{player}") for name in names}
    return MultiDict([(name, value) for name, values in sent.items() for value in values])


def _known(current: Round, place: Place, rules: RuleSystem) -> dict[str, Any]:
    return {
        "cards": place.count.cards if place.count else expected(current, place, rules),
        "down": has_laid(current, place.player),
        "played": place.put_down or None,
    }


class CountForm(CountedHandForm):
    """A hand without a game: also the system, the players, the round, and when it was counted.

    ``system_rules`` are the chosen rules, ``rules`` those for this number of players: the fewest
    where none was chosen.
    """

    system = SelectField(validate_choice=False)
    number = SelectField(validate_choice=False, name="round")
    when = SelectField(default=When.BETWEEN.value, validate_choice=False)

    def __init__(
        self,
        formdata: Mapping[str, str],
        *,
        systems: Mapping[str, RuleSystem],
        system: str | None,
    ) -> None:
        chosen = formdata.get("system") or system or ""
        # The key of the chosen rules; the first ones where none were chosen.
        self.systems, self.key = systems, chosen if chosen in systems else next(iter(systems))
        self.system_rules = systems[self.key]
        fewest, most = self.system_rules.min_players, self.system_rules.max_players
        self.players = max(fewest, number_in(formdata.get("players", ""), most=most) or 0)
        rules = self.system_rules.at_table(self.players)
        super().__init__(formdata, rules=rules, system=system)

    @property
    def round_number(self) -> int:
        """The round, from 1; the first where none was chosen."""
        chosen = number_in(self.number.data, most=MOST_ENTRIES) or 1
        return min(chosen, len(self.rules.contracts) or 1)

    def validate_cards(self, field: CardCountField) -> None:
        if field.data is None:
            raise ValidationError(_("Enter how many cards are in the hand."))

    def hand(self) -> Counted:
        """Convert to the referee's `Counted`."""
        hand = self.counted(after_draw=self.when.data == When.AFTER_DRAW.value)
        # Without the tick, the page hides the field of the cards on the board.
        return hand if self.down.data else replace(hand, played=None)
