"""Builders of the turn of coming down: a field for each meld on the board, where they count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask_babel import gettext as _

from kalooki_ref.game.board import judge_builders
from kalooki_ref.game.events import Builder
from kalooki_ref.referee.meld import End, MeldKind
from kalooki_ref.web.access.open_game import OpenGame
from kalooki_ref.web.board.boards import round_at_hand
from kalooki_ref.web.board.shown import ShownMeld, melds_of
from kalooki_ref.web.check.questions import Cards, cards_read


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


def builder_fields(table: OpenGame, sent: Mapping[str, str]) -> tuple[BuilderField, ...]:
    """Return a field for each meld on the board, filled in; none where builders do not count."""
    if not table.system.builders_open:
        return ()
    fields = tuple(_field(shown, sent) for shown in melds_of(table))
    told = [field for field in fields if field.typed.cards]
    unclear = judge_builders(table.game, round_at_hand(table), builders_in(told)).unclear
    in_doubt = {told[number].name for number in unclear}
    return tuple(
        replace(field, fault=_("Say at which end it goes.")) if field.name in in_doubt else field
        for field in fields
    )


def builders_in(fields: Sequence[BuilderField]) -> tuple[Builder, ...]:
    """Return the builders that were told."""
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
    end = sent.get(f"end-{shown.number}", "")
    return BuilderField(shown, typed, End(end) if end in list(End) else None, typed.fault)
