"""Whether an entry made on a page that is behind clashes with what it had not seen.

Not here: the version check itself (store) and the page that asks the table (web).
"""

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
)

_TURNS = (RoundEnded, SeatsChanged, PlayerJoined, PlayerLeft, GameEnded, EntryAmended)
"""What changes the ground under everything that was seen before."""
_SIDE_BY_SIDE = (CallAnswered, HandCounted, MeldsLaid, Tacked, JokerMoved)
"""What several phones may write down in one round, in any order: not on the same meld, though."""


def conflicts(new: Event, since: tuple[Event, ...]) -> bool:
    """Return whether ``new`` clashes with any of the entries its phone had not seen."""
    return any(_clash(new, seen) for seen in since)


def _is_setting(event: Event) -> bool:
    """Whether an entry changes how the table plays on, and nothing that was played."""
    return isinstance(event, EntryAmended) and isinstance(event.event, GameStarted)


def _clash(new: Event, seen: Event) -> bool:
    if _is_setting(new) or _is_setting(seen):
        return _is_setting(new) and _is_setting(seen)
    if isinstance(new, PlayerRenamed):
        return isinstance(seen, PlayerRenamed) and seen.player == new.player
    if isinstance(seen, _TURNS):
        return True
    if isinstance(seen, PlayerRenamed | HandCounted):
        return False
    if _grown_by(new) & _grown_by(seen):
        return True
    if isinstance(new, StockReshuffled):
        return isinstance(seen, StockReshuffled)
    if isinstance(new, _SIDE_BY_SIDE):
        return False
    return not isinstance(new, EntryAmended)


def _grown_by(event: Event) -> set[int]:
    """Return the melds on the board that an entry adds cards to."""
    if isinstance(event, Tacked | JokerMoved):
        return {event.meld}
    if isinstance(event, MeldsLaid):
        return {builder.meld for builder in event.builders}
    return set()
