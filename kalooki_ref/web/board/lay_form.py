"""A lay as a form tells it: who, which melds, the builders of that turn, what is wrong with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import request
from flask_babel import gettext as _

from kalooki_ref.game.board_changes import judge_builders
from kalooki_ref.game.events import Builder
from kalooki_ref.referee.meld import End, MeldKind
from kalooki_ref.web.access.append import is_repeat
from kalooki_ref.web.access.open_game import OpenGame
from kalooki_ref.web.board.board import current_round, player_in
from kalooki_ref.web.board.drawn import ShownMeld, melds_of
from kalooki_ref.web.forms.cards import Cards, cards_read
from kalooki_ref.web.forms.query import choice, whole_number

USUAL_ROWS = 3
MOST_ROWS = 8


@dataclass(frozen=True, slots=True)
class BuilderField:
    """A meld on the board, the cards typed for it, and the end they go to where one was chosen."""

    shown: ShownMeld
    typed: Cards
    end: End | None = None
    fault: str = ""

    @property
    def name(self) -> str:
        """What its cards are called in the form."""
        return f"builder-{self.shown.number}"

    @property
    def end_name(self) -> str:
        """What its end is called in the form."""
        return f"end-{self.shown.number}"

    @property
    def has_ends(self) -> bool:
        """Whether an end can be chosen: a run has two."""
        return self.shown.meld.kind is MeldKind.RUN


@dataclass(frozen=True, slots=True)
class LayForm:
    """A lay as it was sent: who laid, the cards of each meld, and what is wrong with them.

    ``builders`` and ``goes_out`` are asked where they help to open; ``is_later`` says that it was a
    later turn than the player's entry before.
    """

    player: int | None
    fields: tuple[Cards, ...]
    faults: tuple[tuple[str, str], ...] = ()
    builders: tuple[BuilderField, ...] = ()
    goes_out: bool = False
    is_later: bool = False

    @property
    def errors(self) -> list[tuple[str, str]]:
        """What is wrong, by field."""
        numbered = enumerate(self.fields, 1)
        typed = [(f"meld-{at}", one.fault) for at, one in numbered if one.fault]
        built = [(one.name, one.fault) for one in self.builders if one.fault]
        return [*self.faults, *typed, *built]

    @property
    def again(self) -> tuple[tuple[str, str], ...]:
        """What else of the turn was entered, as fields to send once more."""
        told = (("out", self.goes_out), ("later", self.is_later))
        return sent_again(self.builders) + tuple((name, "1") for name, said in told if said)

    @property
    def laid(self) -> list[tuple[int, Cards]]:
        """The fields with cards in them, numbered from 1."""
        return [(at, typed) for at, typed in enumerate(self.fields, 1) if typed.cards]


def with_turn(table: OpenGame, sent: LayForm, given: Mapping[str, str]) -> LayForm:
    """Return a first lay with what else of its turn was entered.

    A further one has no builders: cards typed for them all the same are called tacks.
    """
    current = current_round(table)
    place = None if sent.player is None else current.place_of(sent.player)
    builders = builder_fields(table, given)
    was_saved = request.method == "POST" and is_repeat(table)
    if place is not None and place.is_down and not was_saved:
        told = [one for one in builders if one.typed.text.strip()]
        fault = _("This player is already down. Record these cards as a tack.")
        return replace(sent, builders=tuple(replace(one, fault=fault) for one in told))
    goes_out = table.system.going_out_opens and bool(given.get("out"))
    return replace(sent, builders=builders, goes_out=goes_out)


def lay_form(table: OpenGame) -> LayForm:
    """Return the lay that a form tells."""
    current = current_round(table)
    player = player_in(request.form, table.game)
    fields = lay_fields(table, request.form.getlist("meld"))
    if player is None:
        fault = ("player", _("Choose who laid these cards."))
        return with_turn(table, LayForm(player, fields, (fault,)), request.form)
    place = current.place_of(player)
    told = any(typed.text.strip() for typed in fields) or request.form.get("returned")
    if place is not None and place.is_down and not told and not is_repeat(table):
        name = table.game.player(player).name
        said = _("%(name)s is already down. Tap the cards of the next meld.", name=name)
        return LayForm(player, fields, (("meld-1", said),))
    is_later = bool(request.form.get("later"))
    return with_turn(table, LayForm(player, fields, is_later=is_later), request.form)


def lay_fields(table: OpenGame, texts: list[str]) -> tuple[Cards, ...]:
    """Return a field a meld: as many as were sent, were asked for, or the contract demands."""
    contract = table.game.contract
    usual = contract.sets + contract.runs if contract else USUAL_ROWS
    more = whole_number(request.args, "rows", most=MOST_ROWS) or 0
    rows = min(MOST_ROWS, max(usual, len(texts), more))
    texts = texts[:MOST_ROWS]
    return tuple(cards_read(text) for text in texts + [""] * (rows - len(texts)))


def builder_fields(table: OpenGame, sent: Mapping[str, str]) -> tuple[BuilderField, ...]:
    """Return a field for each meld on the board, filled in; none where builders do not count."""
    if not table.system.builders_open:
        return ()
    fields = tuple(_field(shown, sent) for shown in melds_of(table))
    told = [field for field in fields if field.typed.cards]
    unclear = judge_builders(table.game, current_round(table), builders_in(told)).unclear
    in_doubt = {told[number].name for number in unclear}
    return tuple(
        replace(field, fault=_("Choose which end it goes to.")) if field.name in in_doubt else field
        for field in fields
    )


def builders_in(fields: Sequence[BuilderField]) -> tuple[Builder, ...]:
    """Return the builders that were entered."""
    return tuple(
        Builder(field.shown.number, field.typed.cards, field.end)
        for field in fields
        if field.typed.cards
    )


def sent_again(fields: Sequence[BuilderField]) -> tuple[tuple[str, str], ...]:
    """Return the fields that say the same once more."""
    told = [field for field in fields if field.typed.cards]
    cards = tuple((field.name, field.typed.text) for field in told)
    return cards + tuple((field.end_name, field.end.value) for field in told if field.end)


def _field(shown: ShownMeld, sent: Mapping[str, str]) -> BuilderField:
    typed = cards_read(sent.get(f"builder-{shown.number}", ""))
    return BuilderField(shown, typed, choice(sent, f"end-{shown.number}", End), typed.fault)
