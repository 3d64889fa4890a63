"""Validates an imported game: reads, checks and folds its entries one by one."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from kalooki_ref.cards import Card
from kalooki_ref.game import events
from kalooki_ref.game.fold import fold_step
from kalooki_ref.game.marks import are_valid_marks
from kalooki_ref.game.names import spelled
from kalooki_ref.game.numbers import highest_after
from kalooki_ref.game.record import Entry, event_data, event_from, readings
from kalooki_ref.game.state import Game
from kalooki_ref.plain import defaults_of
from kalooki_ref.rules.model import RuleSystem

MOST_ENTRIES = 5000
MOST_PEOPLE = 60
# Cards or melds in one entry; the largest pack has 224 cards.
MOST_IN_LIST = 200
MOST_IN_MELD = 100
# Cards; overruled entries may exceed the pack, but not by more than three times.
MOST_ON_BOARD = 600
# Amendments of amendments, such as undos of undos, as earlier versions wrote them. Reading them
# takes time that grows with the square of their number.
MOST_UNDONE = 1000
LARGEST_NUMBER = 10**9
LONGEST_TEXT = 400
# The name of a time zone, such as America/Los_Angeles, or none.
ZONE = re.compile(r"([A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*)?", re.ASCII)
MAY_BE_NEGATIVE = {"points", "fine"}
PLAYER_FIELDS = {"player", "winner", "dealer", "starter", "after"}
# Entries folded between checks of the time limit.
BUDGET_STEP = 50
# Exceptions that a step of the fold raises for an entry that doesn't fit the game.
FOLD_ERRORS = (ArithmeticError, AttributeError, LookupError, StopIteration, TypeError, ValueError)


class ImportFault(StrEnum):
    """Why a game can't be imported."""

    # An entry is of no known kind, or one of its fields is of another type.
    UNREADABLE = "unreadable"
    # An entry has fields or a spelling that this app doesn't write.
    NEVER_WRITTEN = "never_written"
    STARTS_ONCE = "starts_once"
    # An amendment refers to a later entry, or changes the kind of an earlier one.
    AMENDS_NOTHING = "amends_nothing"
    NUMBER = "number"
    TEXT = "text"
    # A text that can't be the name of a time zone.
    ZONE = "zone"
    LIST = "list"
    # A mark that doesn't exist, or one for two players.
    MARKS = "marks"
    # An entry is about a player who isn't in the game.
    STRANGER = "stranger"
    BOARD = "board"
    # An entry isn't possible after the previous ones.
    DOES_NOT_FIT = "does_not_fit"
    TOO_MUCH_WORK = "too_much_work"
    # A page of the game fails.
    NO_PAGE = "no_page"
    NO_GAME = "no_game"
    NEWER_VERSION = "newer_version"
    CHARACTERS = "characters"
    TITLE = "title"
    CREATED_AT = "created_at"
    HOME = "home"
    # The entries are missing, or too many.
    NO_ENTRIES = "no_entries"
    NO_ENTRY = "no_entry"
    OUT_OF_ORDER = "out_of_order"
    # The author's name of an entry is invalid.
    SIGNATURE = "signature"
    TIME = "time"
    # Two entries have the same key, or some have none.
    KEYS = "keys"


class ImportRefused(ValueError):
    """The game can't be imported: the fault, the number of its entry, and what is at fault."""

    def __init__(self, fault: ImportFault, *, seq: int = 0, about: object = "") -> None:
        super().__init__(f"entry {seq}: {fault} {about}")
        self.fault = fault
        self.seq = seq
        self.about = about


def read_event(seq: int, kind: Any, data: Any) -> events.Event:
    """Return the event of an entry with its fields checked; raises ImportRefused."""
    try:
        event = event_from(kind, data)
    except (TypeError, ValueError, AttributeError, KeyError, RecursionError) as error:
        raise ImportRefused(ImportFault.UNREADABLE, seq=seq, about=error) from error
    if event_data(event) != (kind, data):
        raise ImportRefused(ImportFault.NEVER_WRITTEN, seq=seq)
    for fault, about in _out_of_bounds(event):
        raise ImportRefused(fault, seq=seq, about=about)
    return event


def fold_import(
    system: RuleSystem, entries: Sequence[Entry], *, is_over: Callable[[], bool] = bool
) -> Game:
    """Return the game after these entries; raises ImportRefused at the first invalid one.

    ``is_over`` returns whether the time limit is exceeded.
    """
    _refuse_amendments(entries)
    now = readings(tuple(entries))
    game, known = Game(system), 0
    for entry in entries:
        if entry.seq % BUDGET_STEP == 0 and is_over():
            raise ImportRefused(ImportFault.TOO_MUCH_WORK, seq=entry.seq)
        event = now.get(entry.seq, entry.event)
        known = highest_after(entry.event, known)
        _refuse_strangers(entry, known)
        if event is None or isinstance(event, events.EntryAmended):
            continue
        try:
            read = entry if event is entry.event else replace(entry, event=event)
            game = fold_step(game, read)
        except FOLD_ERRORS as error:
            seq = _latest_reading(entries, entry.seq)
            raise ImportRefused(ImportFault.DOES_NOT_FIT, seq=seq, about=error) from error
        _refuse_full_board(game, entry.seq)
    return game


def names_in(event: events.Event | None) -> tuple[str, ...]:
    """Return the names that an entry gives to players."""
    match event:
        case events.GameStarted(names=names):
            return names
        case events.PlayerRenamed(name=name) | events.PlayerJoined(name=name):
            return (name,)
        case events.EntryAmended(event=amended, also=also):
            return names_in(amended) + tuple(name for item in also for name in names_in(item))
    return ()


def _refuse_amendments(entries: Sequence[Entry]) -> None:
    """Refuse a game without exactly one start, and amendments of missing entries."""
    starts = [entry.seq for entry in entries if isinstance(entry.event, events.GameStarted)]
    if starts != [1]:
        raise ImportRefused(ImportFault.STARTS_ONCE, seq=starts[1] if len(starts) > 1 else 1)
    earlier = 0
    for entry in entries:
        event = entry.event
        if not isinstance(event, events.EntryAmended):
            continue
        for item in (event, *event.also):
            amended = entries[item.seq - 1].event if 0 < item.seq < entry.seq else None
            is_start = isinstance(amended, events.GameStarted) and item.event is None
            is_other = item.event is not None and type(item.event) is not type(amended)
            # Earlier versions amended amendments; what is new since then is not in such a chain.
            is_mixed = False
            if isinstance(amended, events.EntryAmended):
                earlier += 1
                is_mixed = bool(amended.also or amended.back or event.also)
            if amended is None or is_start or is_other or is_mixed or earlier > MOST_UNDONE:
                raise ImportRefused(ImportFault.AMENDS_NOTHING, seq=entry.seq)


def _refuse_strangers(entry: Entry, known: int) -> None:
    if known > MOST_PEOPLE:
        raise ImportRefused(ImportFault.LIST, seq=entry.seq, about="names")
    for number in _players_in(entry.event):
        if not 1 <= number <= known:
            raise ImportRefused(ImportFault.STRANGER, seq=entry.seq, about=number)


def _refuse_full_board(game: Game, seq: int) -> None:
    board = game.current.board if game.current else ()
    sizes = [len(laid.meld.cards) for laid in board]
    if sizes and (max(sizes) > MOST_IN_MELD or sum(sizes) > MOST_ON_BOARD):
        raise ImportRefused(ImportFault.BOARD, seq=seq)


def _latest_reading(entries: Sequence[Entry], seq: int) -> int:
    """Return the number of the entry with the current content of this one."""
    amending = (
        entry.seq
        for entry in entries
        if isinstance(entry.event, events.EntryAmended)
        and any(item.seq == seq and item.event for item in (entry.event, *entry.event.also))
    )
    return max(amending, default=seq)


def _out_of_bounds(value: Any) -> Iterator[tuple[ImportFault, str]]:
    """Yield each field of a value that is out of bounds."""
    if not _has_own_marks(value):
        yield ImportFault.MARKS, ""
    for name, default in defaults_of(value.__class__):
        held = getattr(value, name)
        if held != default:
            yield from _faults_of(held, name)


def _faults_of(value: Any, name: str) -> Iterator[tuple[ImportFault, str]]:
    match value:
        case None | bool() | Card() | StrEnum():
            return
        case int() | str():
            if fault := _fault_of(value, name):
                yield fault, name
        case tuple():
            most = MOST_ENTRIES if name == "also" else MOST_IN_LIST
            if len(value) > most or _is_doubled(value, name):
                yield ImportFault.LIST, name
            for item in value:
                yield from _faults_of(item, name)
        case _:
            yield from _out_of_bounds(value)


def _fault_of(value: int | str, name: str) -> ImportFault | None:
    """Return the fault of a number or a text; None if it has none."""
    if isinstance(value, int):
        least = -LARGEST_NUMBER if name in MAY_BE_NEGATIVE else 0
        return None if least <= value <= LARGEST_NUMBER else ImportFault.NUMBER
    if len(value) > LONGEST_TEXT:
        return ImportFault.TEXT
    is_zone = name != "zone" or ZONE.fullmatch(value) is not None
    return None if is_zone else ImportFault.ZONE


def _is_doubled(values: tuple[Any, ...], name: str) -> bool:
    """Whether a list that has each player once has one of them twice."""
    match name:
        case "order":
            return len(set(values)) < len(values)
        case "names":
            return len({spelled(value) for value in values}) < len(values)
    return False


def _has_own_marks(value: Any) -> bool:
    """Whether an event has a valid mark for each of its players."""
    match value:
        case events.GameStarted(names=names, marks=marks) if marks:
            return len(marks) == len(names) and are_valid_marks(marks)
        case events.PlayerJoined(mark=mark) if mark:
            return are_valid_marks((mark,))
        case events.PlayerMarked(mark=mark):
            return are_valid_marks((mark,))
    return True


def _players_in(value: Any) -> Iterator[int]:
    """Yield the player numbers in an event."""
    if isinstance(value, events.SeatsChanged):
        yield from value.order
    for name, _default in defaults_of(value.__class__):
        held = getattr(value, name)
        if name in PLAYER_FIELDS and held is not None:
            yield held
        elif name == "hands":
            yield from (hand.player for hand in held)
        elif name == "also":
            for item in held:
                yield from _players_in(item)
        elif name == "event" and held is not None:
            yield from _players_in(held)
