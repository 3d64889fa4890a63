"""Integer program variables of one optional run or set, for exact_model.

The core of a meld is laid; cards around the core are tacked on in the same turn.
"""

from dataclasses import dataclass

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, Card
from kalooki_ref.rules.choices import Ace, JokerCap, TackEnds


@dataclass(frozen=True, slots=True)
class Laid:
    """An optional meld: whether it is among the first ones, with its points and jokers.

    ``counts`` is whether it is one of the first and as large as the contract asks.
    """

    is_set: bool
    laid: object
    first: object
    worth: object
    wild_first: object
    counts: object


def counting(turn, first, cards, asked: int):
    """Return whether one of the first melds is as large as the contract asks."""
    counts = turn.model.new_bool_var("")
    turn.model.add(counts <= first)
    turn.model.add(cards >= asked * counts)
    return counts


def run_model(turn, suit) -> Laid:
    """Add a run: a block of places, each natural or joker."""
    model, system = turn.model, turn.system
    lowest = LOW_ACE if system.ace is Ace.BOTH else LOW_ACE + 1
    places = range(lowest, HIGH_ACE + 1)
    laid = model.new_bool_var("")
    cell, begin = block(model, places, laid)
    joker = {p: model.new_bool_var("") for p in places}
    for p in places:
        model.add(joker[p] <= cell[p])
        rank = LOW_ACE if p == HIGH_ACE else p
        natural = model.new_bool_var("")
        model.add(natural == cell[p] - joker[p])
        turn.used[Card(rank, suit)].append(natural)
        if not system.jokers_side_by_side and p > lowest:
            model.add(joker[p] + joker[p - 1] <= 1)
    length, wild = sum(cell.values()), sum(joker.values())
    turn.used[JOKER].append(wild)
    model.add(length >= system.run_min * laid)
    if system.run_max is not None:
        model.add(length <= system.run_max * laid)
    if system.ace is Ace.BOTH and not system.ace_at_both_ends:
        model.add(length <= HIGH_ACE - 1)
    has_wild = model.new_bool_var("")
    model.add(wild <= HIGH_ACE * has_wild)
    model.add(length - wild >= laid)
    model.add(length - wild >= system.run_min_naturals * (laid + has_wild - 1))
    if system.run_joker_cap is JokerCap.ALWAYS:
        model.add(2 * wild <= length)
    points = {
        p: turn.opens_as(Card(LOW_ACE if p == HIGH_ACE else p, suit), is_low=p == LOW_ACE)
        for p in places
    }
    if not turn.has_core():
        worth = sum(cell[p] * points[p] for p in places)
        counts = counting(turn, laid, length, turn.asked(is_set=False))
        return Laid(
            is_set=False, laid=laid, first=laid, worth=worth, wild_first=wild, counts=counts
        )
    core, core_wild = core_of_run(turn, (cell, begin, joker), laid)
    first = laid_first(turn, laid)
    early = {p: both(model, core[p], first) for p in places}
    early_wild = [both(model, core_wild[p], first) for p in places]
    worth = sum(early[p] * points[p] for p in places)
    counts = counting(turn, first, sum(core.values()), turn.asked(is_set=False))
    wild_first = sum(early_wild)
    return Laid(
        is_set=False, laid=laid, first=first, worth=worth, wild_first=wild_first, counts=counts
    )


def laid_first(turn, laid):
    """Return whether a meld is among the first ones; all are, if none may be laid later."""
    if not turn.may_come_later():
        return laid
    first = turn.model.new_bool_var("")
    turn.model.add(first <= laid)
    return first


def block(model, places, laid):
    """Return cells that form one contiguous block if the meld is laid, and the block's start."""
    cell = {p: model.new_bool_var("") for p in places}
    begin = {p: model.new_bool_var("") for p in places}
    model.add(sum(begin.values()) == laid)
    for p in places:
        before = cell.get(p - 1, 0)
        model.add(cell[p] <= before + begin[p])
        model.add(begin[p] <= cell[p])
        model.add(begin[p] + before <= 1)
    return cell, begin


def both(model, first, second):
    """Return a variable that is 1 if both are."""
    is_both = model.new_bool_var("")
    model.add(is_both <= first)
    model.add(is_both <= second)
    model.add(is_both >= first + second - 1)
    return is_both


def core_of_run(turn, run, laid):
    """Return the cells of a run's core, and its jokers."""
    model, system = turn.model, turn.system
    cell, begin, joker = run
    core, _ = block(model, cell.keys(), laid)
    wild = {p: both(model, core[p], joker[p]) for p in cell}
    at_the_ace = cell[HIGH_ACE] - (0 if system.joker_as_ace else joker[HIGH_ACE])
    for p in cell:
        model.add(core[p] <= cell[p])
        if system.tack_ends is TackEnds.HIGH_UNTIL_ACE:
            model.add(core[p] >= begin[p] - at_the_ace)
    size, jokers = sum(core.values()), sum(wild.values())
    has_wild = model.new_bool_var("")
    model.add(jokers <= HIGH_ACE * has_wild)
    model.add(size >= system.run_min * laid)
    model.add(size - jokers >= laid)
    model.add(size - jokers >= system.run_min_naturals * (laid + has_wild - 1))
    if system.run_joker_cap is JokerCap.AT_THE_LAY:
        model.add(2 * jokers <= size)
    return core, wild


def set_model(turn, rank) -> Laid:
    """Add a set: how many naturals of each suit, and how many jokers."""
    model, system = turn.model, turn.system
    laid = model.new_bool_var("")
    naturals = []
    most = len(turn.q.hand) + 20
    for suit in system.suits:
        taken = model.new_int_var(0, 1 if system.set_suits_differ else most, "")
        model.add(taken <= most * laid)
        turn.used[Card(rank, suit)].append(taken)
        naturals.append(taken)
    wild = model.new_int_var(0, most, "")
    turn.used[JOKER].append(wild)
    count = sum(naturals)
    limits = [size for size in (system.set_max, 4 * system.set_suits_differ) if size]
    model.add(count + wild <= min([most, *limits]) * laid)
    model.add(count + wild >= system.set_min * laid)
    model.add(count >= laid)
    has_wild = model.new_bool_var("")
    model.add(wild <= most * has_wild)
    model.add(count >= system.set_min_naturals * (laid + has_wild - 1))
    if system.set_joker_cap is JokerCap.ALWAYS:
        model.add(wild <= count)
    points = turn.opens_as(Card(rank, system.suits[0]))
    if not turn.has_core():
        worth = (count + wild) * points
        counts = counting(turn, laid, count + wild, turn.asked(is_set=True))
        return Laid(is_set=True, laid=laid, first=laid, worth=worth, wild_first=wild, counts=counts)
    return core_of_set(turn, (count, wild), laid, points)


def core_of_set(turn, cards, laid, points: int) -> Laid:
    """Return a set whose core has all its naturals and some of its jokers."""
    model, system = turn.model, turn.system
    count, wild = cards
    most = len(turn.q.hand) + 20
    jokers = model.new_int_var(0, most, "")
    model.add(jokers <= wild)
    model.add(count + jokers >= system.set_min * laid)
    if system.set_joker_cap is JokerCap.AT_THE_LAY:
        model.add(jokers <= count)
    first = laid_first(turn, laid)
    worth = model.new_int_var(0, most * points, "")
    model.add(worth <= (count + jokers) * points)
    model.add(worth <= most * points * first)
    early = model.new_int_var(0, most, "")
    model.add(early >= jokers - most * (1 - first))
    counts = counting(turn, first, count + jokers, turn.asked(is_set=True))
    return Laid(is_set=True, laid=laid, first=first, worth=worth, wild_first=early, counts=counts)
