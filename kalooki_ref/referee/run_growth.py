"""Add cards to the ends of a run on the board.

The order of naturals among the added cards is irrelevant; that of jokers is kept.
"""

from dataclasses import replace
from itertools import product

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, Card, Cards, cards_text
from kalooki_ref.referee.meld import End, MeldAfter, MeldKind, Phase, joker_findings
from kalooki_ref.referee.run_order import agreed_start, whole_suit_orders
from kalooki_ref.referee.runs import card_at, is_full, main_suit
from kalooki_ref.referee.verdict import Assumption, Finding
from kalooki_ref.rules.choices import Ace, TackEnds
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

_HIGH = End.HIGH
_LOW = End.LOW
_BOTH = (End.HIGH, End.LOW)


# Numbers of cards added to a run in one turn, at the low and at the high end.
Added = tuple[int, int]
NOTHING_ADDED: Added = (0, 0)


def grow_run(
    run: Cards,
    add: Cards,
    system: RuleSystem,
    *,
    end: End | None,
    earlier: Added = NOTHING_ADDED,
) -> MeldAfter:
    """Add cards at one end of a run or, if ``end`` is None, wherever they fit.

    ``run`` is legal and listed low to high. ``earlier`` is what the player added to it earlier in
    the same turn. The search is exhaustive: naturals in any order, jokers at their index, at the
    low end also counted from the last card, so that a block listed low to high can go there as a
    whole. If not all cards fit, as many as possible are added.
    """
    grown = _every_growth(run, add, system, end, earlier)
    if len(grown) > 1:
        return MeldAfter(assumes=(Assumption.END_UNKNOWN,))
    if grown:
        return MeldAfter(grown.pop())
    free = replace(system, most_per_end=None) if system.most_per_end else system
    crowding = _every_growth(run, add, free, end, earlier) if free is not system else set()
    if crowding:
        # An end gets too many cards in every possible run.
        fewest = min(_most_at_an_end(run, after, earlier) for after in crowding)
        crowded = Finding(Code.END_OVER_LIMIT, needed=system.most_per_end, found=fewest)
        return MeldAfter(findings=(crowded,))
    orders = whole_suit_orders(run, system)
    if end is _LOW:
        orders = orders[::-1]  # prefer an ace at the other end
    ways = (_BOTH, _BOTH[::-1]) if end is None else ((end,),)
    tries = [_grow_at(cards, add, system, ends) for cards in orders for ends in ways]
    return min(tries, key=lambda after: len(after.findings))


def _every_growth(
    run: Cards, add: Cards, system: RuleSystem, end: End | None, earlier: Added
) -> set[Cards]:
    """Return all possible runs; jokers at the ends are only reread if there are none otherwise."""
    grown = growths(run, add, system, end, earlier=earlier)
    return grown or growths(run, add, system, end, earlier=earlier, reread=True)


def added_at_ends(before: Cards, after: Cards) -> Added:
    """Return how many cards were added at the low end and at the high end."""
    start, now = (agreed_start([card.rank for card in run]) for run in (before, after))
    low = max(0, start - now)
    return low, len(after) - len(before) - low


def _crowds_an_end(before: Cards, after: Cards, system: RuleSystem, earlier: Added) -> bool:
    """Whether an end of the run gets more cards than allowed in a turn."""
    limit = system.most_per_end
    return limit is not None and _most_at_an_end(before, after, earlier) > limit


def _most_at_an_end(before: Cards, after: Cards, earlier: Added) -> int:
    return max(map(sum, zip(added_at_ends(before, after), earlier, strict=True)))


def growths(
    run: Cards,
    add: Cards,
    system: RuleSystem,
    end: End | None,
    *,
    earlier: Added = NOTHING_ADDED,
    reread: bool = False,
) -> set[Cards]:
    """Return all legal runs that result from adding all the cards.

    Naturals are added in any order. With jokers, orders that keep the given sequence take
    precedence. If ``reread`` is true, jokers at an end may first move to the other.
    """
    ways = [(add, _BOTH if end is None else (end,))]
    orders = (False, True) if JOKER in add else (True,)
    if JOKER in add and end is not _HIGH:
        ways.append((add[::-1], (_LOW,)))
    for any_order in orders:
        grown: set[Cards] = set()
        for (cards, ends), lying in product(ways, whole_suit_orders(run, system)):
            grown |= _grown(lying, cards, system, ends, reread=reread, any_order=any_order)
        fitting = {after for after in grown if not _crowds_an_end(run, after, system, earlier)}
        if fitting:
            return fitting
    return set()


def grown_cards(
    run: Cards, add: Cards, system: RuleSystem, *, earlier: Added = NOTHING_ADDED
) -> Cards:
    """Return the run with as many of the cards as may be added, in any order, at either end."""
    best, new = run, {(lying, lying, add) for lying in whole_suit_orders(run, system)}
    while new:
        best = min((grown for _lying, grown, _left in new), key=cards_text)
        new = {
            (lying, larger, left[:i] + left[i + 1 :])
            for lying, grown, left in new
            for i, card in enumerate(left)
            if card not in left[:i]
            for end in _BOTH
            if end_finding(grown, card, system, end) is None
            for larger in (with_card(grown, card, end),)
            if not _crowds_an_end(lying, larger, system, earlier)
        }
    return best


def end_finding(run: Cards, card: Card, system: RuleSystem, end: End) -> Finding | None:
    """Return why this card can't be added at this end of a legal run; None if it can."""
    suit = main_suit(run)
    if suit is None:
        return Finding(Code.NO_FIT, (card,))
    if is_full(run, system):
        return Finding(Code.RUN_OVER_LIMIT, (card,), needed=system.run_max, found=len(run) + 1)
    place = next_place(run, end)
    if end is _LOW and place >= LOW_ACE and _low_end_is_closed(run, system):
        return Finding(Code.LOW_END_CLOSED, (card,))
    due = card_at(place, suit) if LOW_ACE <= place <= HIGH_ACE else None
    if due is not None and card.rank and card != due:
        return Finding(Code.NO_FIT, (card,), needed=(due,), found=(card,))
    limit = limit_of(place, run, system)
    if limit is not None:
        return Finding(limit, (card,))
    return _joker_finding(run, card, system, end)


def next_place(run: Cards, end: End) -> int:
    """Return the place of the next card at that end of a legal run; 0 and 15 are invalid."""
    start = agreed_start([card.rank for card in run])
    return start + len(run) if end is _HIGH else start - 1


def limit_of(place: int, run: Cards, system: RuleSystem) -> Code | None:
    """Return why no card at all can be added at that place; None if one can."""
    if is_full(run, system):
        return Code.RUN_OVER_LIMIT
    if not LOW_ACE <= place <= HIGH_ACE:
        return Code.ROUND_THE_CORNER
    if place == LOW_ACE and system.ace is Ace.HIGH:
        return Code.ACE_LOW
    if len(run) + 1 == HIGH_ACE and not system.ace_at_both_ends:
        return Code.ACE_AT_BOTH_ENDS
    return None


def with_card(run: Cards, card: Card, end: End) -> Cards:
    """Return the run with the card added at that end."""
    return (*run, card) if end is _HIGH else (card, *run)


def crowding_finding(run: Cards, system: RuleSystem, end: End) -> Finding | None:
    """Return a finding if a joker may not be added next to the joker at that end, or None.

    ``found`` are the cards both jokers would stand for, low to high.
    """
    edge = run[-1] if end is _HIGH else run[0]
    if edge.rank or system.jokers_side_by_side:
        return None
    suit = main_suit(run)
    low = next_place(run, end) - (1 if end is _HIGH else 0)
    stand_for = None if suit is None else (card_at(low, suit), card_at(low + 1, suit))
    return Finding(Code.JOKERS_SIDE_BY_SIDE, (JOKER, JOKER), found=stand_for)


def has_reached_the_ace(run: Cards, system: RuleSystem) -> bool:
    """Whether the run's highest card is the ace, or a joker that counts as the ace."""
    is_at_the_ace = next_place(run, _HIGH) > HIGH_ACE
    return is_at_the_ace and (system.joker_as_ace or run[-1].rank > 0)


def reinterpretations(run: Cards, system: RuleSystem) -> list[Cards]:
    """Return the legal runs made by moving a joker from one end to the other, where allowed.

    Sheet 002, on a joker that could be two cards.
    """
    moved = [end_moved(run, end, system) for end in _BOTH]
    return [cards for cards in moved if cards is not None]


def end_moved(run: Cards, end: End, system: RuleSystem) -> Cards | None:
    """Return the run with the joker at this end moved to the other; None if not allowed."""
    rest, edge = (run[:-1], run[-1]) if end is _HIGH else (run[1:], run[0])
    goal = _LOW if end is _HIGH else _HIGH
    if edge.rank or not system.end_joker_reread:
        return None
    if limit_of(next_place(rest, goal), rest, system) or crowding_finding(rest, system, goal):
        return None
    return with_card(rest, JOKER, goal)


def _low_end_is_closed(run: Cards, system: RuleSystem) -> bool:
    return system.tack_ends is TackEnds.HIGH_UNTIL_ACE and not has_reached_the_ace(run, system)


def _joker_finding(run: Cards, card: Card, system: RuleSystem, end: End) -> Finding | None:
    if card.rank:
        return None
    crowding = crowding_finding(run, system, end)
    if crowding is not None:
        return crowding
    found = joker_findings(MeldKind.RUN, (*run, card), system, phase=Phase.TACK)
    return found[0] if found else None


def _grown(
    run: Cards,
    add: Cards,
    system: RuleSystem,
    ends: tuple[End, ...],
    *,
    reread: bool,
    any_order: bool,
) -> set[Cards]:
    """Return all runs that result from adding the cards in sequence at these ends.

    If ``any_order``, only jokers keep their positions in the sequence.
    """
    states = {(run, tuple(card for card in add if card.rank) if any_order else ())}
    for card in add:
        states = {
            (with_card(grown, taken, end), left)
            for before, waiting in states
            for grown in (_reinterpreted(before, system) if reread else {before})
            for taken, left in _choices(card, waiting)
            for end in ends
            if end_finding(grown, taken, system, end) is None
        }
    return {grown for grown, _waiting in states}


def _choices(card: Card, waiting: Cards) -> list[tuple[Card, Cards]]:
    """Return the candidates for the next card, each with the cards that remain."""
    if not card.rank or not waiting:
        return [(card, waiting)]
    return [
        (each, waiting[:i] + waiting[i + 1 :])
        for i, each in enumerate(waiting)
        if each not in waiting[:i]
    ]


def _reinterpreted(run: Cards, system: RuleSystem) -> set[Cards]:
    """Return all readings of a run that result from moving jokers between its ends."""
    found, new = {run}, {run}
    while new:
        new = {turned for each in new for turned in reinterpretations(each, system)} - found
        found |= new
    return found


def _grow_at(run: Cards, add: Cards, system: RuleSystem, ends: tuple[End, ...]) -> MeldAfter:
    """Add cards greedily, each at the first end that accepts it, with findings for the rest."""
    left = list(range(len(add)))
    reasons: dict[int, Finding] = {}
    for turn in range(len(add)):
        choices = _takeable(turn, left, add)
        tries = product(choices, ends)
        fitting = ((i, end) for i, end in tries if not end_finding(run, add[i], system, end))
        taken = next(fitting, None)
        if taken is None:
            reasons = {i: _reason(run, add[i], system, ends) for i in choices} | reasons
        else:
            run = with_card(run, add[taken[0]], taken[1])
            left.remove(taken[0])
    found = [replace(reasons[i], cards=(add[i],), at=(i,)) for i in left]
    return MeldAfter(run, tuple(found))


def _takeable(turn: int, left: list[int], add: Cards) -> list[int]:
    """Return the indexes of cards to try next: this joker, or all remaining naturals by rank."""
    if not add[turn].rank:
        return [turn]
    naturals = [i for i in left if add[i].rank]
    return sorted(naturals, key=lambda i: (add[i].rank, str(add[i].suit)))


def _reason(run: Cards, card: Card, system: RuleSystem, ends: tuple[End, ...]) -> Finding:
    """Return why a card fits at none of these ends of a run."""
    only = end_finding(run, card, system, ends[0]) if len(ends) == 1 else None
    return only or _reason_anywhere(run, card, system)


def _reason_anywhere(run: Cards, card: Card, system: RuleSystem) -> Finding:
    """Return why a card fits at neither end, preferably for the end that it is adjacent to.

    Otherwise ``needed`` are the cards that would fit, low end first.
    """
    found = {end: end_finding(run, card, system, end) or Finding(Code.NO_FIT) for end in _BOTH}
    suit = main_suit(run)
    for end in _BOTH:
        if suit is not None and card == card_at(next_place(run, end), suit):
            return found[end]
    due: Cards = ()
    for end in (_LOW, _HIGH):
        needed = found[end].needed
        if found[end].code is Code.NO_FIT and isinstance(needed, tuple):
            due += needed
    return Finding(Code.NO_FIT, (card,), needed=due, found=(card,)) if due else found[_HIGH]
