"""The name before each renaming, computed for a whole game in one pass."""

from collections.abc import Iterable

from kalooki_ref.game import events
from kalooki_ref.game.numbers import number_of


def names_before(recorded: Iterable[tuple[events.Event, bool]]) -> dict[int, str]:
    """Return the earlier name of the player in each renaming, by ``id(event)``.

    With each event comes whether it is in effect: a renaming that was undone isn't the last one.
    """
    before: dict[int, str] = {}
    names: dict[int, str] = {}
    for event, is_in_effect in recorded:
        match event:
            case events.GameStarted(names=started):
                names = dict(enumerate(started, 1))
            case events.PlayerJoined(name=name):
                names[number_of(event, highest=max(names))] = name
            case events.PlayerRenamed(player=player, name=name):
                before[id(event)] = names.get(player, "")
                if is_in_effect:
                    names[player] = name
    return before
