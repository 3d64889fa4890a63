"""A lay as a form tells it: who, which melds, what else of the turn, what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import request
from flask_babel import gettext as _

from kalooki_ref.web.access.append import is_repeat
from kalooki_ref.web.access.open_game import OpenGame
from kalooki_ref.web.board.boards import player_in, round_at_hand
from kalooki_ref.web.board.builders import BuilderField, builder_fields, sent_again
from kalooki_ref.web.check.lays import MOST_ROWS
from kalooki_ref.web.check.questions import Cards, cards_read

USUAL_ROWS = 3


@dataclass(frozen=True, slots=True)
class Sent:
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
        """What else of the turn was told, as fields to send once more."""
        told = (("out", self.goes_out), ("later", self.is_later))
        return sent_again(self.builders) + tuple((name, "1") for name, said in told if said)

    @property
    def laid(self) -> list[tuple[int, Cards]]:
        """The fields with cards in them, numbered from 1."""
        return [(at, typed) for at, typed in enumerate(self.fields, 1) if typed.cards]


def with_turn(table: OpenGame, sent: Sent, given: Mapping[str, str]) -> Sent:
    """Return a first lay with what else of its turn was told.

    A further one has no builders: cards typed for them all the same are called tacks.
    """
    current = round_at_hand(table)
    place = None if sent.player is None else current.place_of(sent.player)
    builders = builder_fields(table, given)
    was_saved = request.method == "POST" and is_repeat(table)
    if place is not None and place.is_down and not was_saved:
        told = [one for one in builders if one.typed.text.strip()]
        fault = _("This player is down already: write these cards down as a tack.")
        return replace(sent, builders=tuple(replace(one, fault=fault) for one in told))
    goes_out = table.system.going_out_opens and bool(given.get("out"))
    return replace(sent, builders=builders, goes_out=goes_out)


def lay_sent(table: OpenGame) -> Sent:
    """Return the lay that a form tells."""
    current = round_at_hand(table)
    player = player_in(request.form.get("player", ""), table.game)
    fields = lay_fields(table, request.form.getlist("meld"))
    if player is None:
        fault = ("player", _("Choose who laid these cards."))
        return with_turn(table, Sent(player, fields, (fault,)), request.form)
    place = current.place_of(player)
    told = any(typed.text.strip() for typed in fields) or request.form.get("returned")
    if place is not None and place.is_down and not told and not is_repeat(table):
        name = table.game.player(player).name
        said = _("%(name)s is down already: tap the cards of the further meld.", name=name)
        return Sent(player, fields, (("meld-1", said),))
    is_later = bool(request.form.get("later"))
    return with_turn(table, Sent(player, fields, is_later=is_later), request.form)


def lay_fields(table: OpenGame, texts: list[str]) -> tuple[Cards, ...]:
    """Return a field a meld: as many as were sent, were asked for, or the contract demands."""
    contract = table.game.contract
    usual = contract.sets + contract.runs if contract else USUAL_ROWS
    asked = request.args.get("rows", "")
    more = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else 0
    rows = min(MOST_ROWS, max(usual, len(texts), more))
    texts = texts[:MOST_ROWS]
    return tuple(cards_read(text) for text in texts + [""] * (rows - len(texts)))
