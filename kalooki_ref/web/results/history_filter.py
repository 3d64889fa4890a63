"""The filter of History: entries about one player, of one kind, of one round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kalooki_ref.game import events
from kalooki_ref.game.record import Entry
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import MOST_ENTRIES, MOST_PLAYERS, choice, whole_number
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l


class Kind(StrEnum):
    """What an entry is about."""

    ROUNDS = "rounds"
    CALLS = "calls"
    MELDS = "melds"
    PLAYERS = "players"
    CHANGES = "changes"


LABELS = {
    Kind.ROUNDS: _l("Rounds"),
    Kind.CALLS: _l("Calls"),
    Kind.MELDS: _l("Melds"),
    Kind.PLAYERS: _l("Players and seats"),
    Kind.CHANGES: _l("Corrected or undone"),
}
EVENTS: dict[Kind, Any] = {
    Kind.ROUNDS: events.RoundEnded,
    Kind.CALLS: events.CallAnswered,
    Kind.MELDS: events.OnBoard,
    Kind.PLAYERS: events.PlayerRenamed
    | events.PlayerMarked
    | events.PlayerJoined
    | events.PlayerLeft
    | events.PlayerReturned
    | events.SeatsChanged,
    Kind.CHANGES: events.EntryAmended,
}


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which entries to show; None shows them all."""

    player: int | None = None
    kind: Kind | None = None
    round: int | None = None

    def shows(self, opened: OpenGame, entry: Entry, rounds: Mapping[int, int]) -> bool:
        """Whether an entry passes; an amendment counts as what it amends, too.

        ``rounds`` are the numbers of the rounds that entries belong to, by entry number.
        """
        return any(
            (self.player is None or self.player in _players_in(original.event))
            and (self.kind is None or _is_of(self.kind, entry.event, original.event))
            and (self.round is None or rounds.get(original.seq) == self.round)
            for original in _originals(opened, entry)
        )

    @property
    def args(self) -> dict[str, Any]:
        """The filter as URL arguments."""
        chosen = {"player": self.player, "kind": self.kind and self.kind.value, "round": self.round}
        return {name: value for name, value in chosen.items() if value}

    def words(self, opened: OpenGame, rounds: Mapping[int, str]) -> tuple[str, ...]:
        """Return the active filters in words: "Rose", "Calls", "Round 2"; empty for everything."""
        parts = (
            opened.game.player(self.player).name if self.player else "",
            str(LABELS[self.kind]) if self.kind else "",
            rounds.get(self.round or 0, ""),
        )
        return tuple(filter(None, parts))


def filter_sent(
    sent: Mapping[str, str], opened: OpenGame, rounds: Mapping[int, str]
) -> HistoryFilter:
    """Return the filter in a query string; unknown values show everything."""
    player = whole_number(sent, "player", most=MOST_PLAYERS)
    number = whole_number(sent, "round", most=MOST_ENTRIES)
    known = {player.number for player in opened.game.players}
    return HistoryFilter(
        player if player in known else None,
        choice(sent, "kind", Kind),
        number if number in rounds else None,
    )


def filter_options(opened: OpenGame, rounds: Mapping[int, str]) -> dict[str, list[tuple[Any, str]]]:
    """Return the options of each field of the filter, by name, as value and label."""
    return {
        "player": [
            ("", _("Everybody")),
            *((player.number, player.name) for player in opened.game.players),
        ],
        "kind": [("", _("Everything")), *((kind, str(label)) for kind, label in LABELS.items())],
        "round": [("", _("All rounds")), *rounds.items()],
    }


def _originals(opened: OpenGame, entry: Entry) -> Iterator[Entry]:
    """Yield the original entries that an amendment is about; otherwise the entry itself."""
    while isinstance(entry.event, events.EntryAmended):
        yield from (one for item in entry.event.also if (one := opened.entry(item.seq)))
        amended = opened.entry(entry.event.seq)
        if amended is None:
            break
        entry = amended
    yield entry


def _is_of(kind: Kind, *about: events.Event) -> bool:
    return any(isinstance(event, EVENTS[kind]) for event in about)


def _players_in(event: events.Event) -> set[int]:
    """Return the players that an entry is about; those of a round's end played in it."""
    if isinstance(event, events.RoundEnded):
        return {hand.player for hand in event.hands}
    if isinstance(event, events.SeatsChanged):
        return set(event.order)
    if isinstance(event, events.GameStarted):
        return set(range(1, len(event.names) + 1))
    if isinstance(event, events.PlayerJoined):
        return {event.number}
    player = getattr(event, "player", None)
    return set() if player is None else {player}
