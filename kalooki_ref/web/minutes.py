"""The log as a minute book: what each entry says, in plain words, and what became of it.

Not here: the page (web.history) and how amendments are followed (game.record).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameEnded,
    GameStarted,
    HandCounted,
    JokerMoved,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RoundEnded,
    SeatsChanged,
    StockReshuffled,
    Tacked,
    When,
)
from kalooki_ref.game.record import Entry, readings
from kalooki_ref.game.state import Game
from kalooki_ref.web.amendments import changes, holdings
from kalooki_ref.web.tables import Table

Namer = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Minute:
    """One entry as it reads: ``is_struck`` when it was taken back, ``is_changed`` when amended."""

    seq: int
    words: str
    round_name: str
    by: str
    at: str
    is_struck: bool
    is_changed: bool
    is_act: bool
    undone_by: int | None
    overruled: str

    @property
    def can_return(self) -> bool:
        """Whether the entry was taken back and that can itself be taken back."""
        return self.is_struck and self.is_act and self.undone_by is not None


def minutes(table: Table) -> tuple[Minute, ...]:
    """Return the whole book, newest first."""
    now = readings(table.entries)
    return tuple(_minute(table, entry, now) for entry in reversed(table.entries))


def last_act(entries: tuple[Entry, ...]) -> Entry | None:
    """Return the last entry that can be taken back; None when only the beginning is left."""
    now = readings(entries)
    for entry in reversed(entries):
        if not _is_undoing(entry.event) and now.get(entry.seq, entry.event) is not None:
            return None if isinstance(entry.event, GameStarted) else entry
    return None


def last_undoing(entries: tuple[Entry, ...]) -> Entry | None:
    """Return the very last entry when it took something back; None when it did anything else."""
    last = entries[-1]
    if not isinstance(last.event, EntryAmended) or last.event.event is not None:
        return None
    target = next((entry for entry in entries if entry.seq == last.event.seq), None)
    return None if target is None or _is_undoing(target.event) else last


def words_of(table: Table, entry: Entry) -> str:
    """Return what an entry says, without round and time."""
    return _WORDS[type(entry.event)](entry.event, table)


def told_of(table: Table, entry: Entry) -> str:
    """Return what an entry says where no other stands beside it: a round's end with its round."""
    words = words_of(table, entry)
    return f"{_round_of(table, entry)}: {words}" if isinstance(entry.event, RoundEnded) else words


def _minute(table: Table, entry: Entry, now: dict[int, Event | None]) -> Minute:
    reading = now.get(entry.seq, entry.event)
    return Minute(
        seq=entry.seq,
        words=_in_full(table, entry),
        round_name=_round_of(table, entry),
        by=entry.by,
        at=entry.at,
        is_struck=reading is None,
        is_changed=reading is not None and reading is not entry.event,
        is_act=not isinstance(entry.event, GameStarted | EntryAmended),
        undone_by=_undone_by(table, entry, now),
        overruled=getattr(entry.event, "overruled", ""),
    )


def _in_full(table: Table, entry: Entry) -> str:
    words = words_of(table, entry)
    held = holdings(table, entry.event) if isinstance(entry.event, RoundEnded) else ""
    return f"{words} {held}" if held else words


def _undone_by(table: Table, entry: Entry, now: dict[int, Event | None]) -> int | None:
    for later in reversed(table.entries):
        undoing = later.event
        if _is_undoing(undoing) and getattr(undoing, "seq", 0) == entry.seq:
            return later.seq if now.get(later.seq, undoing) is not None else None
    return None


def _is_undoing(event: Event) -> bool:
    return isinstance(event, EntryAmended) and event.event is None


def _round_of(table: Table, entry: Entry) -> str:
    if not isinstance(entry.event, _IN_ROUND):
        return ""
    now = readings(table.entries)
    scored = 0
    for earlier in table.entries[: entry.seq - 1]:
        read = now.get(earlier.seq, earlier.event)
        scored += isinstance(read, RoundEnded) and read.winner is not None
    if table.system.is_open_ended:
        return _("Hand %(number)s", number=scored + 1)
    return _("Round %(number)s", number=scored + 1)


def name_of(game: Game, number: int) -> str:
    """Return what a player is called now; a plain word for one nobody knows."""
    try:
        return game.player(number).name
    except KeyError:
        return _("Somebody")


def _started(event: GameStarted, _table: Table) -> str:
    dealer = event.names[event.dealer - 1] if 0 < event.dealer <= len(event.names) else ""
    names = ", ".join(event.names)
    return _("The game began with %(names)s. %(dealer)s dealt first.", names=names, dealer=dealer)


def _renamed(event: PlayerRenamed, _table: Table) -> str:
    return _("Player %(number)s is called %(name)s.", number=event.player, name=event.name)


def _joined(event: PlayerJoined, _table: Table) -> str:
    return ngettext(
        "%(name)s sat down with %(num)s point.",
        "%(name)s sat down with %(num)s points.",
        event.points,
        name=event.name,
    )


def _left(event: PlayerLeft, table: Table) -> str:
    return _("%(name)s left the table.", name=name_of(table.game, event.player))


def _reseated(event: SeatsChanged, table: Table) -> str:
    names = ", ".join(name_of(table.game, seat) for seat in event.order)
    dealer = name_of(table.game, event.dealer)
    return _("Seats: %(names)s; %(dealer)s deals.", names=names, dealer=dealer)


def _called(event: CallAnswered, table: Table) -> str:
    name = name_of(table.game, event.player)
    if event.granted:
        return _("%(name)s called the upcard.", name=name)
    return _("%(name)s called and was refused.", name=name)


def _counted(event: HandCounted, table: Table) -> str:
    name = name_of(table.game, event.player)
    if event.when is When.AFTER_DRAW:
        return ngettext(
            "%(name)s held %(num)s card after the draw.",
            "%(name)s held %(num)s cards after the draw.",
            event.cards,
            name=name,
        )
    return ngettext(
        "%(name)s held %(num)s card.", "%(name)s held %(num)s cards.", event.cards, name=name
    )


def _laid(event: MeldsLaid, table: Table) -> str:
    name = name_of(table.game, event.player)
    if event.returned:
        return _("%(name)s laid what was no contract, and took it back.", name=name)
    if not event.melds:
        return _("%(name)s came down.", name=name)
    shown = "; ".join(_cards(meld.cards) for meld in event.melds)
    return _("%(name)s laid %(cards)s.", name=name, cards=shown)


def _tacked(event: Tacked, table: Table) -> str:
    name = name_of(table.game, event.player)
    return _("%(name)s tacked %(cards)s.", name=name, cards=_cards(event.cards))


def _joker_moved(event: JokerMoved, table: Table) -> str:
    name = name_of(table.game, event.player)
    return _("%(name)s put %(cards)s in a joker's place.", name=name, cards=_cards(event.cards))


def _reshuffled(_event: StockReshuffled, _table: Table) -> str:
    return _("The discards were shuffled into a new stock.")


def _round_ended(event: RoundEnded, table: Table) -> str:
    if event.winner is None:
        return _("The round was void.")
    name = name_of(table.game, event.winner)
    if event.bent:
        bent = _(table.system.words.bent)
        return _("%(name)s went out: %(bent)s.", name=name, bent=bent)
    return _("%(name)s went out.", name=name)


def _game_ended(_event: GameEnded, _table: Table) -> str:
    return _("The table stopped here.")


def _amended(event: EntryAmended, table: Table) -> str:
    target = next((entry for entry in table.entries if entry.seq == event.seq), None)
    if target is None:
        return _("An entry was changed.")
    if event.event is not None:
        return _("Put right: %(changes)s", changes=changes(table, event))
    undone = target.event
    if isinstance(undone, EntryAmended) and undone.event is None:
        first = next(entry for entry in table.entries if entry.seq == undone.seq)
        return _("Brought back: %(words)s", words=words_of(table, first))
    return _("Taken back: %(words)s", words=words_of(table, target))


def _cards(cards: tuple[Any, ...]) -> str:
    return " ".join(str(card) for card in cards)


_IN_ROUND = (CallAnswered, HandCounted, MeldsLaid, Tacked, JokerMoved, StockReshuffled, RoundEnded)

_WORDS: dict[type, Callable[[Any, Table], str]] = {
    GameStarted: _started,
    PlayerRenamed: _renamed,
    PlayerJoined: _joined,
    PlayerLeft: _left,
    SeatsChanged: _reseated,
    CallAnswered: _called,
    HandCounted: _counted,
    MeldsLaid: _laid,
    Tacked: _tacked,
    JokerMoved: _joker_moved,
    StockReshuffled: _reshuffled,
    RoundEnded: _round_ended,
    GameEnded: _game_ended,
    EntryAmended: _amended,
}
