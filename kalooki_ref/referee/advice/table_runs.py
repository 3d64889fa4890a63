"""Transitions of a run on the board: it grows at both ends, and its jokers may be replaced."""

from collections.abc import Callable
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Cards
from kalooki_ref.referee.advice.move_order import LyingRun, reached
from kalooki_ref.referee.run_order import agreed_start
from kalooki_ref.rules.choices import Ace, JokerCap, JokerGoes, JokerMover, TackEnds
from kalooki_ref.rules.model import RuleSystem

WAITING, BELOW, INSIDE, AT_THE_ACE = range(4)
# Where a run's replaced jokers go: none can be replaced; as for any run; to the player's hand; as
# for any run, also beyond the cards that may be tacked to one end.
FIXED, AS_ANY, TO_HAND, BEYOND = range(4)
# More cards than any run has places for.
NO_LIMIT = 2 * HIGH_ACE
# Budget units for a state tried in finding an order of moves.
TRIED = 60
# Uses up budget units; raises OutOfSteps if too few are left.
Spend = Callable[[int], None]


class TableRun(NamedTuple):
    """The state of a run on the board after the places processed so far.

    ``low_jokers`` is the number of jokers below it; ``owed_high`` that of replaced jokers not yet
    placed at the high end. ``low_ace`` excludes an ace at the other end; ``grew_low`` is whether
    cards were added below. ``start`` and ``end`` are its original places, ``jokers`` a bit mask of
    its original jokers, ``movable`` is where they go. ``room`` is how many more cards it can take;
    ``bars_high`` is whether the highest card is a joker that redirects others to the low end.
    ``naturals`` and ``wild`` are bit masks of added cards, used only where the order of moves
    matters.
    """

    phase: int
    ends_in_joker: int
    low_jokers: int
    owed_high: int
    low_ace: int
    grew_low: int
    start: int
    end: int
    jokers: int
    movable: int
    room: int
    bars_high: int
    naturals: int
    wild: int

    @property
    def places(self) -> tuple[int, int, int]:
        """Its identity among runs of its suit: first and last place, and its jokers' bit mask."""
        return self.start, self.end, self.jokers


class TableStep(NamedTuple):
    """A transition; ``run`` is None if the run ended, ``jokers`` is -1 if a joker was freed."""

    run: TableRun | None
    naturals: int
    jokers: int


def table_run(cards: Cards, system: RuleSystem, *, movable: int = FIXED) -> TableRun:
    """Return the initial state for a run on the board, listed low to high."""
    start = agreed_start([card.rank for card in cards])
    jokers = sum([1 << start + place for place, card in enumerate(cards) if not card.rank])
    end = start + len(cards) - 1
    room = max(0, (system.run_max or NO_LIMIT) - len(cards))
    return TableRun(WAITING, 0, 0, 0, 0, 0, start, end, jokers, movable, room, 0, 0, 0)


def where_jokers_go(system: RuleSystem, *, own: bool) -> int:
    """Return where the jokers go that the player replaces in a run with naturals."""
    mover = system.joker_mover
    if mover is JokerMover.NOBODY or (mover is JokerMover.OWNER and not own):
        return FIXED
    is_taken = own and system.own_joker_to_hand and not system.joker_leaves_its_meld
    return TO_HAND if is_taken else AS_ANY


def are_taken(run: TableRun, system: RuleSystem) -> bool:
    """Whether replaced jokers leave the run."""
    return system.joker_leaves_its_meld or run.movable == TO_HAND


def table_steps(run: TableRun, place: int, system: RuleSystem, spend: Spend) -> list[TableStep]:
    """Return the transitions of a run at a place; past the ace it must end."""
    if place > HIGH_ACE:
        return [TableStep(None, 0, 0)] if may_stay(run, system, spend) else []
    if place < run.start:
        steps = _below(run, place, system)
    elif place <= run.end:
        steps = _inside(run, place, system)
    else:
        steps = _above(run, place, system, spend)
    return [step if step.run is None else _simplest(step, place, system) for step in steps]


def may_stay(run: TableRun, system: RuleSystem, spend: Spend) -> bool:
    """Whether the run may end here: all replaced jokers have been placed."""
    if _is_ordered(run, system):
        owned = (TO_HAND,) if system.own_joker_to_hand else (AS_ANY, BEYOND)
        is_own = run.movable in owned
        lying = LyingRun(run.start, run.end, run.jokers, is_own)
        is_legal, tried = reached(lying, run.naturals, run.wild, system)
        spend(tried * TRIED if run.movable == BEYOND else 0)
        return is_legal
    is_at_ace = run.phase == AT_THE_ACE
    if system.tack_ends is TackEnds.HIGH_UNTIL_ACE and run.grew_low and not is_at_ace:
        return False
    if run.owed_high <= 0:
        return True
    return (is_at_ace or may_send_low(run, system)) and run.owed_high <= run.low_jokers


def may_send_low(run: TableRun, system: RuleSystem) -> bool:
    """Whether a joker may move to the low end, by choice or since another blocks the high end.

    The blocking joker itself stays, since it would return to the high end when replaced.
    """
    return system.joker_goes is JokerGoes.CHOSEN_END or run.bars_high > 0


def _sends_low(system: RuleSystem) -> bool:
    """Whether jokers can go to the low end before the ace is reached, by choice or not."""
    if system.joker_goes is JokerGoes.HIGH_ELSE_LOW:
        return not (system.jokers_side_by_side and system.joker_as_ace)
    return system.joker_goes is JokerGoes.CHOSEN_END


def _bars_high(place: int, system: RuleSystem) -> int:
    """Return 1 if a joker at this high end redirects the next joker to the low end, else 0."""
    is_second_choice = system.joker_goes is JokerGoes.HIGH_ELSE_LOW
    return int(is_second_choice and (place == HIGH_ACE or not system.jokers_side_by_side))


def _below(run: TableRun, place: int, system: RuleSystem) -> list[TableStep]:
    steps = [TableStep(run, 0, 0)] if run.phase == WAITING else []
    bars = place == LOW_ACE and not system.ace_at_both_ends
    is_closed = place == LOW_ACE and system.ace is Ace.HIGH
    is_far = run.start - place > _most_at_an_end(run, system)
    if is_closed or (bars and run.end == HIGH_ACE) or not run.room or is_far:
        return steps
    grown = run._replace(phase=BELOW, low_ace=int(bars) or run.low_ace, grew_low=1)
    steps.append(TableStep(grown._replace(ends_in_joker=0), 1, 0))
    if not run.ends_in_joker or system.jokers_side_by_side:
        joker = grown._replace(ends_in_joker=1, low_jokers=run.low_jokers + 1)
        steps.append(TableStep(joker, 0, 1))
    return steps


def _inside(run: TableRun, place: int, system: RuleSystem) -> list[TableStep]:
    if place == LOW_ACE and not system.ace_at_both_ends:
        run = run._replace(low_ace=1)
    if place == HIGH_ACE and run.low_ace:
        return []
    natural, joker = _phases(place, system)
    natural_there = run._replace(phase=natural, ends_in_joker=0)
    if not run.jokers >> place & 1:
        return [TableStep(natural_there, 0, 0)]
    steps = []
    if not run.ends_in_joker or system.jokers_side_by_side:
        bars = _bars_high(place, system) if place == run.end else 0
        kept = run._replace(phase=joker, ends_in_joker=1, bars_high=bars)
        steps.append(TableStep(kept, 0, 0))
    if run.movable:
        owed = run.owed_high + (not are_taken(run, system))
        steps.append(TableStep(natural_there._replace(owed_high=owed), 1, -1))
    return steps


def _above(run: TableRun, place: int, system: RuleSystem, spend: Spend) -> list[TableStep]:
    steps = [TableStep(None, 0, 0)] if may_stay(run, system, spend) else []
    is_far = place - run.end > _most_at_an_end(run, system)
    if (place == HIGH_ACE and run.low_ace) or not run.room or is_far:
        return steps
    natural, joker = _phases(place, system)
    steps.append(TableStep(run._replace(phase=natural, ends_in_joker=0), 1, 0))
    if not run.ends_in_joker or system.jokers_side_by_side:
        owed = run.owed_high - 1
        bars = run.bars_high or _bars_high(place, system)
        longer = run._replace(phase=joker, ends_in_joker=1, owed_high=owed, bars_high=bars)
        steps.append(TableStep(longer, 0, 1))
    return steps


def _most_at_an_end(run: TableRun, system: RuleSystem) -> int:
    """Return how many cards one end can get; a replaced joker may go beyond the limit for tacks."""
    if system.most_per_end is None or run.movable == BEYOND:
        return NO_LIMIT
    return system.most_per_end


def _phases(place: int, system: RuleSystem) -> tuple[int, int]:
    """Return the phase after a natural at a place, and after a joker there."""
    if place < HIGH_ACE:
        return INSIDE, INSIDE
    return AT_THE_ACE, AT_THE_ACE if system.joker_as_ace else INSIDE


def _is_ordered(run: TableRun, system: RuleSystem) -> bool:
    """Whether the possible additions to a run depend on the order of moves.

    This is so if jokers go to an end that is closed to cards from the hand, or has as many of them
    as a turn allows; if jokers may never outnumber naturals, so that naturals must come first; and
    if only inner jokers may be replaced.
    """
    if system.run_joker_cap is JokerCap.ALWAYS or run.movable == BEYOND:
        return True
    sends_to_closed_end = system.tack_ends is TackEnds.HIGH_UNTIL_ACE and _sends_low(system)
    is_sent = sends_to_closed_end and not are_taken(run, system)
    return run.movable > 0 and (system.jokers_from_inside or is_sent)


def _simplest(step: TableStep, place: int, system: RuleSystem) -> TableStep:
    """Return a step with its run in canonical form, without data that no longer matters.

    This merges equivalent states.
    """
    run, naturals, jokers = step
    if run is None:
        return step
    if _is_ordered(run, system):
        run = run._replace(
            naturals=run.naturals | naturals << place,
            wild=run.wild | max(0, jokers) << place,
        )
    upwards, goes_low = system.tack_ends is TackEnds.HIGH_UNTIL_ACE, _sends_low(system)
    counts_jokers = _is_ordered(run, system) or (run.movable and run.jokers)
    simple = run._replace(
        ends_in_joker=0 if system.jokers_side_by_side else run.ends_in_joker,
        low_jokers=run.low_jokers if counts_jokers else 0,
        owed_high=max(0, run.owed_high) if counts_jokers else 0,
        grew_low=run.grew_low if upwards else 0,
        bars_high=run.bars_high if goes_low and counts_jokers else 0,
        room=run.room if system.run_max is None else run.room - naturals - jokers,
    )
    return TableStep(simple, naturals, jokers)
