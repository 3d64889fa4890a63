"""What entries replaced: the name before each renaming, the event before each amendment.

Both are by the identity of the entry's event, and are computed for a whole game in one pass.
"""

from collections.abc import Iterable

from kalooki_ref.game import events
from kalooki_ref.game.numbers import number_of


def names_before(recorded: Iterable[events.Event]) -> dict[int, str]:
    """Return the earlier name of the player in each renaming, by ``id(event)``."""
    before: dict[int, str] = {}
    names: dict[int, str] = {}
    for event in recorded:
        match event:
            case events.GameStarted(names=started):
                names = dict(enumerate(started, 1))
            case events.PlayerJoined(name=name):
                names[number_of(event, highest=max(names))] = name
            case events.PlayerRenamed(player=player, name=name):
                before[id(event)] = names.get(player, "")
                names[player] = name
    return before


def events_before(recorded: Iterable[events.Event]) -> dict[int, events.Event]:
    """Return the version that each amendment changed, undone ones aside, by ``id(event)``."""
    before: dict[int, events.Event] = {}
    versions: dict[int, events.Event] = {}
    for seq, event in enumerate(recorded, 1):
        versions[seq] = event
        if isinstance(event, events.EntryAmended) and event.seq in versions:
            before[id(event)] = versions[event.seq]
            versions[event.seq] = event.event or versions[event.seq]
    return before
