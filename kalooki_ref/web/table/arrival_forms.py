"""The forms of a late player and of one who comes back: seat, first round, and points."""

from typing import Any

from flask import current_app
from wtforms import BooleanField, Form, SelectField, StringField, ValidationError

from kalooki_ref.game.events import PlayerJoined, PlayerReturned
from kalooki_ref.game.fit import players_with_one_more
from kalooki_ref.game.names import is_same
from kalooki_ref.game.numbers import next_number
from kalooki_ref.game.ranking import joining_points
from kalooki_ref.game.seats import after
from kalooki_ref.game.state import Game, Player, is_under_way
from kalooki_ref.rules.constraints import can_be_dealt
from kalooki_ref.web.circles.evening_start import mark_at
from kalooki_ref.web.shared.fields import WholeField
from kalooki_ref.web.shared.names import fault_of, tidy
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.deal_words import no_room_words
from kalooki_ref.words.language import game_name
from kalooki_ref.words.language import gettext as _

STARTING_POINTS = range(-9999, 10_000)
THIS_ROUND, NEXT_ROUND = "this", "next"
START_HIGHEST, START_UNCHANGED, START_ELSEWHERE = STARTS = ("highest", "zero", "other")


def name_fault(name: str, game: Game, *, but: int = 0) -> str | None:
    """Return the error message for a name in this game; None if it is valid."""
    if not name:
        return _("Enter a name.")
    others = [player for player in game.players if player.number != but]
    twin = next((other for other in others if is_same(name, other.name)), None)
    if twin and twin.has_left:
        return _(
            "%(name)s played earlier. If it’s the same person, tap “%(name)s comes back”; "
            "if not, add a letter.",
            name=twin.name,
        )
    if twin:
        return _("%(name)s is already playing. Add a letter to tell them apart.", name=twin.name)
    return fault_of(name)


class ArrivalForm(Form):
    """Where a player sits down, from which round on, and with how many points.

    ``own`` are the points that the player has without the table's agreement.
    """

    after = SelectField(validate_choice=False)
    plays = SelectField(validate_choice=False)
    start = SelectField(validate_choice=False)
    points = WholeField(bounds=STARTING_POINTS)
    anyway = BooleanField()

    def __init__(
        self, formdata: Any = None, *, game: Game, own: int, must_choose: bool, **data: Any
    ) -> None:
        self.game, self.own = game, own
        is_dealt = game.current is not None and is_under_way(game.current)
        usual = {
            "start": "" if must_choose else START_UNCHANGED,
            "after": str(game.at_table[-1].number),
            "plays": NEXT_ROUND if self.can_wait and is_dealt else THIS_ROUND,
        }
        super().__init__(formdata, data=usual | data)
        if self.points.text.strip() and not self.start.raw_data:
            self.start.data = START_ELSEWHERE  # typing points selects this option
        self.asks_anyway = False

    @property
    def can_wait(self) -> bool:
        """Whether there is a next round to wait for."""
        current = self.game.current
        return current is not None and current.number != len(self.game.system.contracts)

    @property
    def seats(self) -> list[tuple[int, str]]:
        """The players to sit after, clockwise."""
        return [(player.number, player.name) for player in self.game.at_table]

    @property
    def rounds(self) -> list[dict[str, str]]:
        """The options for the first round as tiles; empty without a choice."""
        if not self.can_wait:
            return []
        return [
            {"value": THIS_ROUND, "label": _("From this round")},
            {"value": NEXT_ROUND, "label": _("From the next")},
        ]

    @property
    def highest(self) -> int:
        """The highest total at the table."""
        return joining_points(self.game)

    @property
    def starts(self) -> list[dict[str, str]]:
        """The options for the points as tiles."""
        tiles = [
            {"value": START_HIGHEST, "label": signed(self.highest), "note": self.highest_note()},
            {"value": START_UNCHANGED, "label": signed(self.own), "note": self.unchanged_note()},
            {"value": START_ELSEWHERE, "label": _("Other points")},
        ]
        return tiles[0 if self.highest != self.own else 1 :]

    def highest_note(self) -> str:
        return _("The highest total, so coming late is no advantage.")

    def unchanged_note(self) -> str:
        return ""

    def choice_words(self) -> str:
        return _("Choose how many points the late player starts with.")

    def validate_start(self, field: SelectField) -> None:
        if field.data == START_ELSEWHERE and not self.points.text.strip():
            raise ValidationError(_("Enter the starting points, such as 120."))
        if field.data not in STARTS:
            raise ValidationError(self.choice_words())
        is_read = bool(self.points.text.strip()) and not self.points.process_errors
        if is_read and self.points.data != self.starting_points():
            raise ValidationError(_("Choose “Other points” to start with the points you typed."))

    def validate_anyway(self, _field: BooleanField) -> None:
        """Reject a player too many, unless the table plays anyway."""
        system = self.game.system
        players = players_with_one_more(self.game, next_round=self.waits)
        if not can_be_dealt(system, players):
            raise ValidationError(no_room_words(system, players))
        self.asks_anyway = players > system.max_players
        if self.asks_anyway and not self.anyway.data:
            raise ValidationError(
                _(
                    "%(game)s is for up to %(most)s players. "
                    "You can play anyway: tick the box below.",
                    game=game_name(system.name),
                    most=system.max_players,
                )
            )

    @property
    def behind(self) -> int:
        """The player on the right of the seat."""
        known = {str(player.number): player.number for player in self.game.at_table}
        return known.get(self.after.data, self.game.at_table[-1].number)

    @property
    def waits(self) -> bool:
        """Whether the player has no cards in the current round."""
        return bool(self.can_wait and self.plays.data == NEXT_ROUND)

    def starting_points(self) -> int:
        """Return the total that the player starts with."""
        chosen = {START_HIGHEST: self.highest, START_UNCHANGED: self.own}
        typed: int = self.points.data or 0
        return chosen.get(self.start.data, typed)


class LateForm(ArrivalForm):
    """A late player, who has a name and no points yet."""

    name = StringField(filters=[lambda text: tidy(text or "")])

    def __init__(self, formdata: Any = None, *, opened: OpenGame, **data: Any) -> None:
        """Bind the form to a game; once there are scores, the table has to choose the points."""
        self.game_id, game = opened.id, opened.game
        super().__init__(formdata, game=game, own=0, must_choose=bool(game.scored), **data)
        self.number = next_number(entry.event for entry in opened.entries)

    def validate_name(self, field: StringField) -> None:
        """Reject a duplicate name, and any name in a game of too many people."""
        most = current_app.config["MOST_PEOPLE"]
        fault = name_fault(field.data or "", self.game)
        if not fault and self.number > most:
            fault = _("%(most)s people have joined this game. Start a new one.", most=most)
        if fault:
            raise ValidationError(fault)

    def event(self) -> PlayerJoined:
        name = self.name.data or ""
        return PlayerJoined(
            name,
            self.behind,
            self.starting_points(),
            mark_at(self.game_id, name),
            self.number,
            next_round=self.waits,
        )


class ReturnForm(ArrivalForm):
    """A player who comes back with the points they had, or with more for the rounds between."""

    def __init__(self, formdata: Any = None, *, game: Game, player: Player, **data: Any) -> None:
        own, scored = game.points_of(player.number), game.scored
        missed = bool(scored) and scored[-1].score_of(player.number) is None
        present = tuple(seated.number for seated in game.at_table)
        earlier_seat = {"after": str(after(game.ring[::-1], player.number, present))}
        super().__init__(formdata, game=game, own=own, must_choose=missed, **earlier_seat | data)
        self.player = player

    def validate_after(self, _field: SelectField) -> None:
        """Reject a name that somebody else has taken, as games of earlier versions allow."""
        others = (other for other in self.game.players if other != self.player)
        if any(is_same(other.name, self.player.name) for other in others):
            raise ValidationError(
                _("Two players are called %(name)s. Rename one first.", name=self.player.name)
            )

    @property
    def highest(self) -> int:
        """The highest total of those at the table and the player, who never loses points."""
        return max(self.own, joining_points(self.game))

    def highest_note(self) -> str:
        return _("The highest total, so rounds away are no advantage.")

    def unchanged_note(self) -> str:
        return _("What %(name)s had.", name=self.player.name)

    def choice_words(self) -> str:
        return _("Choose how many points %(name)s goes on with.", name=self.player.name)

    def event(self) -> PlayerReturned:
        added = self.starting_points() - self.own
        return PlayerReturned(self.player.number, self.behind, added, next_round=self.waits)
