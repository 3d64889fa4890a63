"""What a change of the past does to other entries: which stop fitting, which rounds move."""

from bisect import bisect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kalooki_ref.game import events
from kalooki_ref.game.board_changes import meld_index
from kalooki_ref.game.fit import Misfit, Reason, misfits_of
from kalooki_ref.game.fold import fold_step
from kalooki_ref.game.record import Entry, in_force
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.model import RuleSystem

Entries = tuple[Entry, ...]
Misfits = dict[int, tuple[Misfit, ...]]


@dataclass(slots=True)
class Fitted:
    """The game after some entries, and which of them don't fit, by number.

    Entries of earlier versions refer to players and melds by counting them: ``counted`` has what
    each of them refers to.
    """

    game: Game
    misfits: Misfits = field(default_factory=dict)
    counted: dict[int, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a change does to the entries in effect after it.

    ``lost`` are entries that lose their effect, or get another one. ``within`` are calls, lays and
    other entries within a round that would count in another round afterwards: those of an undone
    round, except the last one, which is played again with them; and those of the current round if
    another round now precedes it. ``game`` is the game without all of these. ``partial`` are rounds
    of which a score goes missing or is ignored.
    """

    game: Game
    lost: Misfits
    partial: Misfits
    within: frozenset[int] = frozenset()


def fitted(system: RuleSystem, entries: Entries) -> Fitted:
    """Return the game after these entries, and which of them don't fit."""
    found = Fitted(Game(system))
    for entry in in_force(entries):
        reasons = misfits_of(entry.event, found.game)
        if reasons:
            found.misfits[entry.seq] = reasons
        found.counted[entry.seq] = _counted(entry.event, found.game)
        found.game = fold_step(found.game, entry)
    return found


def consequences(system: RuleSystem, before: Entries, added: Entries) -> Consequences:
    """Return what happens if these entries are added to those before.

    An entry that builds on a lost one is lost, too. Entries that didn't fit before aren't listed.
    """
    lost: Misfits = {}
    within: frozenset[int] = frozenset()
    while True:
        undone = undo_of((*lost, *within), len(before) + len(added) + 1)
        found = _consequences(system, before, added + undone)
        more = _of_other_rounds(before, before + added + undone)
        if not found.lost and not more:
            return replace(found, lost=dict(sorted(lost.items())), within=within)
        lost |= found.lost
        within |= more - lost.keys()


def _of_other_rounds(before: Entries, after: Entries) -> frozenset[int]:
    """Return the entries within rounds that would count in another round after than before."""
    read, left = in_force(before), {entry.seq: entry for entry in in_force(after)}
    was, now = _ends(read), _ends(left.values())
    return frozenset(
        entry.seq
        for entry in read
        if entry.seq in left
        and isinstance(entry.event, events.InRound | events.StockReshuffled)
        and _counts_elsewhere(entry.seq, was, now)
    )


def _counts_elsewhere(seq: int, was: list[int], now: list[int]) -> bool:
    """Whether an entry is in another round than before; ``was`` and ``now`` are rounds' ends."""
    at, then = bisect(was, seq), bisect(now, seq)
    if then == len(now):
        return was[:at][-1:] != now[-1:]
    return at < len(was) and was[at] not in now


def _ends(entries: Iterable[Entry]) -> list[int]:
    return [entry.seq for entry in entries if isinstance(entry.event, events.RoundEnded)]


def _consequences(system: RuleSystem, before: Entries, added: Entries) -> Consequences:
    """Return what happens if the lost entries aren't undone."""
    past: Fitted | None = None
    game = Game(system)
    lost: Misfits = {}
    partial: Misfits = {}
    for entry in in_force(before + added):
        counted = _counted(entry.event, game)
        reasons = misfits_of(entry.event, game)
        # Without a misfit or a count there is nothing to compare, which saves a fold.
        if reasons or counted is not None:
            past = past or fitted(system, before)
            if past.counted.get(entry.seq, counted) != counted:
                is_joining = isinstance(entry.event, events.PlayerJoined)
                other = Reason.OTHER_NUMBER if is_joining else Reason.NO_MELD
                reasons = (*reasons, Misfit(other))
            known = past.misfits.get(entry.seq, ())
            if known and (_keeps_effect(reasons) or not _keeps_effect(known)):
                reasons = ()
        if _keeps_effect(reasons):
            partial |= {entry.seq: reasons} if reasons else {}
            game = fold_step(game, entry)
        else:
            lost[entry.seq] = reasons
    return Consequences(game, lost, partial)


def _keeps_effect(reasons: tuple[Misfit, ...]) -> bool:
    return all(reason.is_partial for reason in reasons)


def moved_rounds(before: Game, after: Game) -> Iterator[tuple[Round, Round]]:
    """Yield the rounds that get another number or dealer, as they were and as they are.

    The current round counts if no round was added or removed.
    """
    rounds = {played.seq: played for played in _rounds(before)}
    for played in _rounds(after):
        earlier = rounds.get(played.seq)
        if earlier and (earlier.number, earlier.dealer) != (played.number, played.dealer):
            yield earlier, played


def with_undone(change: events.EntryAmended, found: Consequences) -> events.EntryAmended:
    """Return the change with what is lost, and what is within undone rounds, undone by it."""
    return replace(change, also=change.also + _undoing((*found.lost, *sorted(found.within))))


def undo_of(lost: Iterable[int], seq: int) -> Entries:
    """Return one entry, numbered ``seq``, that undoes these entries; () if ``lost`` is empty."""
    undone = _undoing(lost)
    return (Entry(seq, replace(undone[0], also=undone[1:])),) if undone else ()


def _undoing(lost: Iterable[int]) -> tuple[events.EntryAmended, ...]:
    return tuple(events.EntryAmended(seq, None) for seq in lost)


def _rounds(game: Game) -> tuple[Round, ...]:
    return (*game.past, game.current) if game.current else game.past


def _counted(event: events.Event, game: Game) -> object:
    """Return what an event of an earlier version refers to by counting; None otherwise."""
    match event:
        case events.PlayerJoined(number=0):
            return len(game.players)
        case events.Tacked(lay="") | events.JokerMoved(lay=""):
            return _meld(event, game)
        case events.MeldsLaid(builders=builders):
            return tuple(_meld(builder, game) for builder in builders if not builder.lay) or None
    return None


def _meld(added: events.Tacked | events.JokerMoved | events.Builder, game: Game) -> object:
    board = game.current.board if game.current else ()
    at = meld_index(board, added)
    return None if at is None else (board[at].owner, board[at].lay, board[at].part)
