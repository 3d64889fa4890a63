"""The end of a round as a form: who went out, bent or not, and what everybody else held."""

from typing import Any

from flask_babel import gettext as _
from wtforms import (
    BooleanField,
    FieldList,
    Form,
    FormField,
    HiddenField,
    RadioField,
    StringField,
    ValidationError,
)

from kalooki_ref.game.events import HandLeft, RoundEnded
from kalooki_ref.game.fold import hand_of
from kalooki_ref.game.state import Game, Place, Round, has_begun, overcalls
from kalooki_ref.web.forms.fields import CardsField, CountField, SumField, WholeField

VOID = "void"
LAID = {"": None, "yes": True, "no": False}
LONGEST_WORD = 200


class HandForm(Form):
    """What one player was left with."""

    player = HiddenField()
    points = SumField()
    cards = CardsField()
    laid = RadioField(choices=list(LAID), default="", validate_choice=False)
    overcalls = CountField(default=0)
    false_lays = CountField(default=0)
    fine = WholeField(default=0)
    barred = CardsField()

    def validate_cards(self, field: CardsField) -> None:
        """Refuse points and cards that contradict each other by both being there."""
        if field.data and self.points.data is not None:
            raise ValidationError(_("Give the points or the cards, not both."))


class RoundForm(Form):
    """The whole round; ``hands`` follow the seats."""

    winner = RadioField(validate_choice=False)
    bent = BooleanField()
    hands = FieldList(FormField(HandForm), max_entries=16)
    insist = BooleanField()
    word = StringField()

    def __init__(self, formdata: Any = None, *, game: Game, played: Round, **data: Any) -> None:
        """Bind the form to a round of a game."""
        super().__init__(formdata, **data)
        self.game, self.played = game, played
        self._seat_hands({hand["player"]: hand for hand in data.get("hands", ())})

    def _seat_hands(self, known: dict[str, dict[str, Any]]) -> None:
        """Keep one hand a place; a hand left out is asked for, never taken for 0."""
        sent = {hand.form.player.data: hand for hand in self.hands.entries}
        seats = [str(place.player) for place in self.played.places]
        self.hands.entries = [sent[seat] for seat in seats if seat in sent]
        for seat in seats:
            if seat not in sent:
                self.hands.append_entry(known.get(seat, {"player": seat}))

    def hand_forms(self) -> list[tuple[Place, HandForm]]:
        """Return each place of the round, clockwise, with its part of the form."""
        by_player = {hand.form.player.data: hand.form for hand in self.hands}
        return [
            (place, by_player[str(place.player)])
            for place in self.played.places
            if str(place.player) in by_player
        ]

    @property
    def winner_number(self) -> int | None:
        """The player who went out; None where nobody was chosen, or the round is void."""
        chosen = str(self.winner.data or "")
        numbers = {str(place.player): place.player for place in self.played.places}
        return numbers.get(chosen)

    @property
    def is_void(self) -> bool:
        """Whether nobody went out."""
        return bool(self.winner.data == VOID)

    def validate(self, extra_validators: Any = None) -> bool:
        """Say at each field what is missing; a void round needs nothing but the choice."""
        if self.is_void:
            return True
        fine = super().validate(extra_validators)
        if self.winner_number is None:
            self.winner.errors = [_("Tap who went out, or that nobody did.")]
            return False
        told = [self._is_told(place, hand) for place, hand in self.hand_forms()]
        return fine and all(told)

    def _is_told(self, place: Place, hand: HandForm) -> bool:
        name = self.game.player(place.player).name
        told = hand.points.data is not None or hand.cards.data is not None
        if place.player == self.winner_number:
            return self._is_empty(hand, name)
        if told or hand.points.errors or hand.cards.errors:
            return True
        hand.points.errors = [
            _("What was %(name)s left with? Blank is not zero; type 0 if it is nothing.", name=name)
        ]
        return False

    def _is_empty(self, hand: HandForm, name: str) -> bool:
        if not hand.points.data and not hand.cards.data:
            return True
        hand.points.errors = [
            _("%(name)s went out and holds nothing. Clear this, or choose who did.", name=name)
        ]
        return False

    def event(self) -> RoundEnded:
        """Return what happened, as the form tells it."""
        if self.is_void:
            return RoundEnded(None)
        hands = tuple(_hand(place, hand, self) for place, hand in self.hand_forms())
        overruled = (self.word.data or _("The table says so."))[:LONGEST_WORD]
        return RoundEnded(
            self.winner_number,
            bent=bool(self.bent.data and self.game.system.bend),
            hands=hands,
            overruled=overruled if self.insist.data else "",
        )


def _hand(place: Place, hand: HandForm, form: RoundForm) -> HandLeft:
    won = place.player == form.winner_number
    typed = hand.points.text.replace(" ", "")
    return HandLeft(
        place.player,
        count=None if won else hand.points.data,
        cards=None if won else hand.cards.data,
        sum_text=typed if "+" in typed and not won else "",
        is_down=True if won else LAID.get(hand.laid.data or ""),
        overcalls=hand.overcalls.data or 0,
        false_lays=hand.false_lays.data or 0,
        fine=hand.fine.data or 0,
        barred=hand.barred.data or (),
    )


def prefilled(played: Round, game: Game, end: RoundEnded | None) -> dict[str, Any]:
    """Return what the form shows at first: what the record knows, or the round as written."""
    return {
        "winner": _winner(end),
        "bent": end.bent if end else False,
        "hands": [_told(place, game, end) for place in played.places],
    }


def _laid_in_part(place: Place, game: Game) -> str:
    """Return "no" for a player known to have laid only a part of the contract."""
    return "no" if game.current and has_begun(game.current, place.player) else ""


def _winner(end: RoundEnded | None) -> str | None:
    if end is None:
        return None
    return VOID if end.winner is None else str(end.winner)


def _told(place: Place, game: Game, end: RoundEnded | None) -> dict[str, Any]:
    if end is None:
        over = overcalls(game, place) if game.system.max_calls else 0
        laid = "yes" if place.is_down else _laid_in_part(place, game)
        return {
            "player": str(place.player),
            "laid": laid,
            "overcalls": over,
            "false_lays": place.false_lays,
            "barred": place.barred or (),
        }
    hand = hand_of(end, place.player)
    return {
        "player": str(place.player),
        "points": hand.sum_text or hand.count,
        "cards": hand.cards,
        "laid": next(key for key, value in LAID.items() if value is hand.is_down),
        "overcalls": hand.overcalls,
        "false_lays": hand.false_lays,
        "fine": hand.fine,
        "barred": hand.barred,
    }
