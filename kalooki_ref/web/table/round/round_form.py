"""The form for the end of a round: who went out, bent or not, and the others' hands."""

from dataclasses import replace
from typing import Any

from wtforms import BooleanField, FieldList, Form, FormField, HiddenField, RadioField, StringField

from kalooki_ref.cards import CardError
from kalooki_ref.game.events import HandLeft, RoundEnded
from kalooki_ref.game.round_scores import dealt_in, hand_of
from kalooki_ref.game.state import Game, Place, Round, has_begun, overcalls
from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.scoring import hand_points
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.shared.fields import CardsField, CountField, SumField, TypedField, WholeField
from kalooki_ref.web.shared.query import no_card
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.overruling import reason_given
from kalooki_ref.words.verdicts import say_plain

VOID = "void"
LAID: dict[str, bool | None] = {"": None, "yes": True, "no": False}
NO = ("false", "no", "0", "")
# More than can be dealt a card each, and draw one, from the most packs that rules may have.
MOST_SEATED = 140


def hand_name(player: int) -> str:
    """Return the prefix of a player's fields.

    It doesn't depend on the seats, because drafts outlive players who leave or sit elsewhere.
    """
    return f"hands-{player - 1}"


class HandForm(Form):
    """One player's hand; ``laid`` is "yes", "no", or blank if unknown."""

    player = HiddenField()
    points = SumField()
    cards = CardsField()
    laid = TypedField()
    overcalls = CountField()
    false_lays = CountField()
    fine = WholeField()
    barred = CardsField()

    @property
    def field_prefix(self) -> str:
        """The prefix of its fields in the form of a round."""
        return hand_name(int(self.player.data or 0))

    @property
    def is_known(self) -> bool:
        """Whether points or cards were entered; blank isn't zero."""
        return self.points.data is not None or self.cards.data is not None

    @property
    def is_typed(self) -> bool:
        """Whether anything was entered."""
        penalties = (self.overcalls.data, self.false_lays.data, self.fine.data, self.barred.data)
        return self.is_known or self.laid.data == "no" or any(penalties)

    def fits(self, system: RuleSystem) -> bool:
        """Set field errors for cards not in the pack, or points that don't match the cards."""
        for field in (self.cards, self.barred):
            if field.no_card:
                field.errors = [no_card(CardError(field.no_card, system.suits))]
            foreign = foreign_findings(field.data or (), system)
            if foreign:
                field.errors = [say_plain(foreign[0], system)]
        if self.cards.errors or self.barred.errors or not self.cards.data:
            return not (self.cards.errors or self.barred.errors)
        return self._adds_up(hand_points(self.cards.data, system))

    def _adds_up(self, worth: int) -> bool:
        if self.points.data in (None, worth):
            return True
        fault = _("The cards add up to %(worth)s, the points say %(points)s. Change or clear one.",
                  worth=worth, points=self.points.data)  # fmt: skip
        self.points.errors = [fault]
        return False


class RoundForm(Form):
    """The whole round; ``hands`` follow the seats.

    ``unseated`` are the hands of players who aren't in the round any more, if something was entered
    for them or they were to win.
    ``bent_for`` is the player for whom ``bent`` was chosen; for another winner it is ignored.
    """

    winner = RadioField(validate_choice=False)
    bent = BooleanField(false_values=NO)
    bent_for = StringField()
    everybody_down = BooleanField(false_values=NO)
    hands = FieldList(FormField(HandForm), max_entries=MOST_SEATED)
    insist = BooleanField()
    word = StringField()

    def __init__(self, formdata: Any = None, *, game: Game, played: Round, **data: Any) -> None:
        super().__init__(formdata, **data)
        self.game, self.played = game, played
        self._known = {hand["player"]: hand for hand in data.get("hands", ())}
        self._seat_hands()

    def _seat_hands(self) -> None:
        """Ensure one hand per place; a missing one is an error, never 0."""
        sent = {hand.form.player.data: hand for hand in self.hands.entries}
        seats = [str(place.player) for place in self.played.places]
        self.hands.entries = [sent[seat] for seat in seats if seat in sent]
        self.unseated = [
            hand.form
            for seat, hand in sent.items()
            if seat not in seats and (hand.form.is_typed or seat == self.winner.data)
        ]
        for seat in seats:
            if seat not in sent:
                self.hands.append_entry(self._known.get(seat, {"player": seat}))

    def hand_forms(self) -> list[tuple[Place, HandForm]]:
        """Return each place of the round, clockwise, with its subform."""
        by_player = {hand.form.player.data: hand.form for hand in self.hands}
        return [
            (place, by_player[str(place.player)])
            for place in self.played.places
            if str(place.player) in by_player
        ]

    @property
    def field_names(self) -> set[str]:
        """The names of the fields, whatever was sent."""
        hands = [hand_name(place.player) for place in self.played.places]
        own = {field.name for field in self if field is not self.hands}
        return own | {f"{hand}-{field.name}" for hand in hands for field in HandForm()}

    @property
    def winner_number(self) -> int | None:
        """The player who went out; None if nobody was chosen or the round is void."""
        chosen = str(self.winner.data or "")
        numbers = {str(place.player): place.player for place in self.played.places}
        return numbers.get(chosen)

    @property
    def is_void(self) -> bool:
        return bool(self.winner.data == VOID)

    @property
    def is_bent(self) -> bool:
        """Whether the board was marked as bent by this winner."""
        chosen_for = self.bent_for.data or self.winner.data
        return bool(self.bent.data and self.game.system.bend) and chosen_for == self.winner.data

    def validate(self, extra_validators: Any = None) -> bool:
        """Validate the fields; a void round needs no hands."""
        if self.is_void:
            return True
        fine = super().validate(extra_validators)
        if self.winner_number is None:
            self.winner.errors = [_("Tap who went out, or Nobody.")]
            return False
        known = [self._is_known(place, hand) for place, hand in self.hand_forms()]
        return self._says_who_came_down() and fine and all(known) and not self.unseated

    def _says_who_came_down(self) -> bool:
        """Require an answer to who never came down, if that costs points."""
        answers = [
            hand.laid.data
            for place, hand in self.hand_forms()
            if place.player != self.winner_number and self._plays(place, hand)
        ]
        if not self.game.system.not_down:
            return True
        if self.everybody_down.data and "no" in answers:
            message = _("Choose either names or “Everybody came down”, not both.")
        elif self.everybody_down.data or "no" in answers or all(answers):
            return True
        else:
            message = _("Choose who never came down, or “Everybody came down”.")
        self.everybody_down.errors = [message]
        return False

    def _is_known(self, place: Place, hand: HandForm) -> bool:
        name = self.game.player(place.player).name
        if place.player == self.winner_number:
            return self._is_empty(hand, name)
        if not hand.fits(self.game.system):
            return False
        if hand.is_known or hand.points.errors or hand.cards.errors or not self._plays(place, hand):
            return True
        message = _("How many points does %(name)s have left? Type 0 if none.", name=name)
        hand.points.errors = [message]
        return False

    def _plays(self, place: Place, hand: HandForm) -> bool:
        """Whether a player is in the round; one left out when it was saved, only if typed in."""
        went_out = place.player == self.winner_number
        return went_out or hand.is_typed or not is_away(place, self.played)

    def _is_empty(self, hand: HandForm, name: str) -> bool:
        if not hand.points.data and not hand.cards.data:
            return True
        message = _("%(name)s went out and has no points left. Clear this, or change who went out.",
                 name=name)  # fmt: skip
        field = hand.points if hand.points.data else hand.cards
        field.errors = [message]
        return False

    def event(self) -> RoundEnded:
        if self.is_void:
            return RoundEnded(None)
        hands = tuple(
            self._hand(place, hand) for place, hand in self.hand_forms() if self._plays(place, hand)
        )
        return RoundEnded(self.winner_number, bent=self.is_bent, hands=hands)

    def _hand(self, place: Place, hand: HandForm) -> HandLeft:
        won = place.player == self.winner_number
        cards = None if won else hand.cards.data
        return HandLeft(
            place.player,
            count=None if won or cards else hand.points.data,
            cards=cards,
            sum_text="" if won or cards else hand.points.sum_text,
            is_down=True if won else self._came_down(place, hand),
            overcalls=hand.overcalls.data or 0,
            false_lays=hand.false_lays.data or 0,
            fine=hand.fine.data or 0,
            barred=hand.barred.data or (),
        )

    def _came_down(self, place: Place, hand: HandForm) -> bool | None:
        """Return whether a loser came down; None if unknown, which costs nothing.

        If the form asks for it, unchecked players did come down.
        """
        if self.game.system.not_down:
            return bool(hand.laid.data != "no")
        return LAID[self._known[str(place.player)]["laid"]]


def is_away(place: Place, played: Round) -> bool:
    """Whether a saved round has no hand of this player."""
    end = played.end
    return end is not None and end.winner is not None and place.player not in dealt_in(played, end)


def prefilled(played: Round, game: Game, *, winner: int | None = None) -> dict[str, Any]:
    """Return the form's initial data, from the record or the saved round.

    Who never came down is prefilled only if it is recorded for everybody but ``winner``.
    """
    end = played.end
    hands = [_known_of(place, played, game) for place in played.places]
    seats = [str(place.player) for place in played.places if not is_away(place, played)]
    losers = [hand["laid"] for hand in hands if hand["player"] in {*seats} - {str(winner)}]
    asks = bool(game.system.not_down) and not all(losers)
    return {
        "winner": _winner(end),
        "bent": bool(end and end.bent),
        "bent_for": _winner(end),
        "word": reason_given(end.overruled) if end else "",
        "everybody_down": all(laid == "yes" for laid in losers),
        "hands": [{**hand, "laid": ""} for hand in hands] if asks else hands,
    }


def prefilled_again(
    played: Round, game: Game, undone: RoundEnded, *, winner: int | None = None
) -> dict[str, Any]:
    """Return the form's initial data with what was entered for a round before it was undone.

    ``winner`` is the player who went out this time, if chosen.
    """
    out = winner or undone.winner
    fresh = prefilled(played, game, winner=out)
    again = prefilled(replace(played, end=undone), game, winner=out)
    typed = {str(hand.player) for hand in undone.hands} - {str(out)}
    hands = [
        old if old["player"] in typed else new
        for old, new in zip(again["hands"], fresh["hands"], strict=True)
    ]
    return again | {"winner": str(out) if out in played.seats else None, "hands": hands}


def _winner(end: RoundEnded | None) -> str | None:
    if end is None:
        return None
    return VOID if end.winner is None else str(end.winner)


def _known_of(place: Place, played: Round, game: Game) -> dict[str, Any]:
    if played.end is None:
        return {
            "player": str(place.player),
            "laid": _recorded(place, played),
            "overcalls": overcalls(game, place),
            "false_lays": place.false_lays,
            "barred": place.barred or (),
        }
    hand = hand_of(played.end, place.player)
    worth = hand_points(hand.cards, game.system) if hand.cards else None
    return {
        "player": str(place.player),
        "points": worth or hand.sum_text or hand.count,
        "cards": hand.cards,
        "laid": next(key for key, value in LAID.items() if value is hand.is_down),
        "overcalls": hand.overcalls,
        "false_lays": hand.false_lays,
        "fine": hand.fine,
        "barred": hand.barred,
    }


def _recorded(place: Place, played: Round) -> str:
    """Return "yes" for a player recorded as down, "no" for one who laid part of a contract."""
    if place.is_down:
        return "yes"
    return "no" if has_begun(played, place.player) else ""
