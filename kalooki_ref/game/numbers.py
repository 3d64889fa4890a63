"""The numbers of players: given once, and never to somebody else, even if a joining is undone."""

from collections.abc import Iterable

from kalooki_ref.game import events


def number_of(joined: events.PlayerJoined, *, highest: int) -> int:
    """Return the number of a late player; ``highest`` is the largest number before."""
    return joined.number or highest + 1


def highest_after(event: events.Event, highest: int) -> int:
    """Return the largest number given to a player once this event is recorded."""
    match event:
        case events.GameStarted(names=names):
            return max(highest, len(names))
        case events.PlayerJoined():
            return max(highest, number_of(event, highest=highest))
    return highest


def next_number(recorded: Iterable[events.Event]) -> int:
    """Return the number of the next late player after all recorded events, undone ones included."""
    highest = 0
    for event in recorded:
        highest = highest_after(event, highest)
    return highest + 1
