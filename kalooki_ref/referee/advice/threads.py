"""The runs on the table as threads of the sweep: how they grow at both ends, jokers moved.

Not here: runs a player lays (strands), and the order in which the acts are legal (acts).
"""

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Card
from kalooki_ref.referee.runs import agreed_start
from kalooki_ref.rules.choices import Ace, JokerGoes, JokerMover, TackEnds
from kalooki_ref.rules.model import RuleSystem

Thread = tuple[int, ...]
"""-1; phase; whether a joker is last; jokers below; jokers owed above; whether an ace came
below and anything came below, as bits, and above them how many jokers were freed; first and last
place of the run; its jokers' places as bits; whether they may be moved."""

Move = tuple[Thread | None, int, int]
"""The thread afterwards, None once it is closed; naturals and jokers used, -1 for a joker freed."""

JOKERS_BELOW, OWED_ABOVE = 3, 4
START, END, JOKER_PLACES, MOVABLE = 6, 7, 8, 9
"""Where in a thread these stand."""

ACED, GREW_LOW, FREED = 1, 2, 4
WAITING, BELOW, INSIDE, AT_THE_ACE = range(4)
OFF_THE_MELD = (JokerGoes.REUSED_AT_ONCE, JokerGoes.INTO_THE_HAND)


def thread_of(cards: tuple[Card, ...], *, movable: bool) -> Thread:
    """Return the thread of a run on the table, listed low to high."""
    start = agreed_start([card.rank for card in cards])
    jokers = sum([1 << start + place for place, card in enumerate(cards) if not card.rank])
    return (-1, WAITING, 0, 0, 0, 0, start, start + len(cards) - 1, jokers, int(movable))


def is_movable(system: RuleSystem, *, own: bool) -> bool:
    """Return whether the player may put naturals in the place of a run's jokers."""
    if system.joker_mover is JokerMover.NOBODY:
        return False
    return own or system.joker_mover is JokerMover.ANYONE_DOWN


def owed_above(thread: Thread) -> int:
    """Return how many jokers moved out of their places still wait for the high end."""
    return thread[OWED_ABOVE]


def thread_moves(thread: Thread, place: int, system: RuleSystem) -> list[Move]:
    """Return what can become of a thread at a place, from low to high."""
    start, end = thread[START], thread[END]
    if place < start:
        return _below(thread, place, system)
    if place <= end:
        return _inside(thread, place, system)
    return _above(thread, place, system)


def thread_may_close(thread: Thread, system: RuleSystem) -> bool:
    """Return whether the run may stay as it is: jokers moved have found their end."""
    _, phase, _, below, owed, grew, *_ = thread
    if phase < INSIDE:
        return False
    reached = phase == AT_THE_ACE
    closed_below = system.tack_ends is TackEnds.HIGH_UNTIL_ACE and not reached
    goes_low = _may_send_low(system)
    if closed_below and grew & GREW_LOW and not (goes_low and below <= grew // FREED):
        return False
    return owed <= 0 or ((reached or goes_low) and owed - below <= 0)


def _may_send_low(system: RuleSystem) -> bool:
    """Return whether a joker may go to the low end: by choice, or where another bars the high."""
    if system.joker_goes is JokerGoes.HIGH_ELSE_LOW:
        return not system.jokers_side_by_side
    return system.joker_goes is JokerGoes.CHOSEN_END


def _below(thread: Thread, place: int, system: RuleSystem) -> list[Move]:
    _, phase, last, below, owed, _, start, end, jokers, movable = thread
    moves: list[Move] = [(thread, 0, 0)] if phase == WAITING else []
    if place == LOW_ACE and system.ace is Ace.HIGH:
        return moves
    at_both = place == LOW_ACE and not system.ace_at_both_ends
    if at_both and end == HIGH_ACE:
        return moves
    grew = thread[5] | GREW_LOW | (ACED if at_both else 0)
    rest = (start, end, jokers, movable)
    # A natural furthest down took the place of a joker that had gone there, and went high then.
    owing = _freed(grew, system, -1) if phase == WAITING else grew
    moves.append(((-1, BELOW, 0, below, owed, owing, *rest), 1, 0))
    if not last or system.jokers_side_by_side:
        moves.append(((-1, BELOW, 1, below + 1, owed, grew, *rest), 0, 1))
    return moves


def _inside(thread: Thread, place: int, system: RuleSystem) -> list[Move]:
    _, _, last, below, owed, grew, start, end, jokers, movable = thread
    natural, joker = _phases(place, system)
    if place == LOW_ACE and not system.ace_at_both_ends:
        grew |= ACED
    if place == HIGH_ACE and grew & ACED:
        return []
    rest = (start, end, jokers, movable)
    if not jokers >> place & 1:
        return [((-1, natural, 0, below, owed, grew, *rest), 0, 0)]
    moves: list[Move] = []
    if not last or system.jokers_side_by_side:
        moves.append(((-1, joker, 1, below, owed, grew, *rest), 0, 0))
    if movable:
        more = 0 if system.joker_goes in OFF_THE_MELD else 1
        moves.append(((-1, natural, 0, below, owed + more, _freed(grew, system), *rest), 1, -1))
    return moves


def _above(thread: Thread, place: int, system: RuleSystem) -> list[Move]:
    _, _, last, below, owed, grew, start, end, jokers, movable = thread
    moves: list[Move] = [(None, 0, 0)] if thread_may_close(thread, system) else []
    if place == HIGH_ACE and grew & ACED:
        return moves
    natural, joker = _phases(place, system)
    rest = (start, end, jokers, movable)
    # A joker of the hand may have been there first, and gone to the low end then.
    is_freed = movable and system.joker_goes is JokerGoes.CHOSEN_END
    freed = _freed(grew, system) if is_freed else grew
    moves.append(((-1, natural, 0, below, owed, freed, *rest), 1, 0))
    if not last or system.jokers_side_by_side:
        moves.append(((-1, joker, 1, below, owed - 1, grew, *rest), 0, 1))
    return moves


def _freed(grew: int, system: RuleSystem, jokers: int = 1) -> int:
    """Return what came to a run, with a joker more that may have gone to a closed low end."""
    return grew + FREED * jokers if system.tack_ends is TackEnds.HIGH_UNTIL_ACE else grew


def _phases(place: int, system: RuleSystem) -> tuple[int, int]:
    """Return the phase after a natural at a place, and after a joker there."""
    if place < HIGH_ACE:
        return INSIDE, INSIDE
    return AT_THE_ACE, AT_THE_ACE if system.joker_as_ace else INSIDE
