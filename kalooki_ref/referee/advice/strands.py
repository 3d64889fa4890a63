"""The runs of one suit as strands that grow from low to high, one position at a time.

Not here: choosing among them (sweep), and writing them down as melds (plan).
"""

from itertools import count

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.threads import owed_above, thread_may_close, thread_moves
from kalooki_ref.rules.choices import Ace, JokerCap, TackEnds
from kalooki_ref.rules.model import RuleSystem

Strand = tuple[int, ...]
"""Length, whether a joker is last, naturals, joker balance, ace below, joker first; all capped.
A thread, which begins with -1, is a run of the table."""

Step = tuple[int, int, int, int, int, int]
"""The suit's next state, naturals and jokers used, runs opened, cards that count toward an opening,
jokers still needed at least."""

Bundle = tuple[int, int, tuple[Strand, ...]]
"""Low aces used so far, whether the suit is spent for further runs, and the strands still open."""

_Grown = tuple[tuple[Strand, ...], int, int, int, int]
"""Open strands, naturals and jokers used, runs opened, cards that count toward an opening."""

Column = dict[int, tuple[Step, ...]]

NEW: Strand = (0, 0, 0, 0, 0, 0)
_DONE = 1 << 20
_AT_THE_ACE = 1 << 18
"""A run fit to be laid is among the last cards; those below it wait until the ace is reached."""


class Loom:
    """Every way the runs of one suit can go on, found once and kept.

    ``tight`` says that jokers left over always find a place elsewhere, so that no run need carry
    a joker at its end for the joker's sake alone.
    """

    def __init__(self, system: RuleSystem, *, jokers: int, tight: bool) -> None:
        self.system = system
        self.jokers = jokers
        self.tight = tight
        self.shortest = system.run_min
        self.bundles: dict[int, Bundle] = {}
        self._ids: dict[Bundle, int] = {}
        self._fresh = count()
        self.id_of((0, 0, ()))
        self._columns: dict[tuple[int, int, tuple[int, ...]], Column] = {}

    def column(self, position: int, here: int, ahead: tuple[int, ...]) -> Column:
        """Return the steps known so far at a position with so many naturals here and ahead."""
        return self._columns.setdefault((position, here, ahead), {})

    def steps(
        self, column: Column, state: int, at: tuple[int, int, tuple[int, ...]]
    ) -> tuple[Step, ...]:
        """Find every way on from a suit's state, fewest jokers first, and keep it in the column."""
        position, here, ahead = at
        lows, spent, strands = self.bundles[state]
        found: dict[tuple[int, int, int, int, int], int] = {}
        if position == HIGH_ACE:
            here -= lows
        for open_now, used, jokers, opened, own in self._ways(strands, position, here):
            need = self._need(open_now, ahead)
            once = spent + opened if self.system.suits_apart else 0
            if jokers + need > self.jokers or once > 1:
                continue
            low = used if position == LOW_ACE else lows
            bundle = (0, 0, ()) if position == HIGH_ACE else (low, once, open_now)
            found[self.id_of(bundle), used, jokers, opened, own] = need
        steps = sorted(((*key, need) for key, need in found.items()), key=_by_jokers)
        column[state] = tuple(steps)
        return column[state]

    def id_of(self, bundle: Bundle) -> int:
        """Return the number of a suit's state; safe when two threads ask at once."""
        known = self._ids.get(bundle)
        if known is None:
            fresh = next(self._fresh)
            self.bundles[fresh] = bundle
            known = self._ids.setdefault(bundle, fresh)
        return known

    def _ways(self, strands: tuple[Strand, ...], position: int, here: int) -> set[_Grown]:
        ways: set[_Grown] = {((), 0, 0, 0, 0)}
        for strand in strands:
            ways = {
                (grown, used, jokers, 0, own)
                for before, u, j, _, o in ways
                for grown, used, jokers, own in self._moves(
                    strand, position, (before, u, j, o), here
                )
            }
        return {start for way in ways for start in self._starts(way, position, here)}

    def _moves(
        self,
        strand: Strand,
        position: int,
        so_far: tuple[tuple[Strand, ...], int, int, int],
        here: int,
    ) -> list[tuple[tuple[Strand, ...], int, int, int]]:
        before, used, jokers, own = so_far
        moves = [
            (
                tuple(sorted((*before, longer))) if longer else before,
                used + more,
                jokers + wild,
                own + self._counted(strand, more, wild),
            )
            for longer, more, wild in self.moves(strand, position)
            if used + more <= here and jokers + wild <= self.jokers
        ]
        return [move for move in moves if position < HIGH_ACE or self._all_close(move[0])]

    def _counted(self, strand: Strand, natural: int, joker: int) -> int:
        """Return how many cards of a move count toward the opening: on own runs, or as builders.

        A natural in a joker's place is no builder, nor is that joker where it goes to an end.
        """
        if strand[0] >= 0:
            return natural + joker
        moved = joker < 0 or (joker > 0 and owed_above(strand) > 0)
        return natural + joker if self.system.builders_open and not moved else 0

    def moves(self, strand: Strand, position: int) -> list[tuple[Strand | None, int, int]]:
        """Return what can become of a strand: itself longer or None, naturals and jokers used."""
        if strand[0] < 0:
            return list(thread_moves(strand, position, self.system))
        moves: list[tuple[Strand | None, int, int]] = []
        if self.may_close(strand):
            moves.append((None, 0, 0))
        for joker in (0, 1):
            longer = self.grow(strand, joker, position)
            if longer:
                moves.append((longer, 1 - joker, joker))
        return moves

    def _starts(self, way: _Grown, position: int, here: int) -> list[_Grown]:
        before, used, jokers, _, own = way
        if position > HIGH_ACE + 1 - self.shortest:
            return [way]
        natural = self.grow(NEW, 0, position)
        joker = self.grow(NEW, 1, position)
        starts = []
        for more in range(here - used + 1 if natural else 1):
            for wild in range(self.jokers - jokers + 1 if joker else 1):
                new = (natural or NEW,) * more + (joker or NEW,) * wild
                grown = tuple(sorted(before + new))
                begun = more + wild
                starts.append((grown, used + more, jokers + wild, begun, own + begun))
        return starts

    def _need(self, strands: tuple[Strand, ...], ahead: tuple[int, ...]) -> int:
        """Return the fewest jokers with which all open strands can still become runs."""
        strands = tuple([strand for strand in strands if strand[0] >= 0])
        need = 0
        for place, there in enumerate(ahead, 1):
            growing = sum(1 for strand in strands if strand[0] + place <= self.shortest)
            need += max(0, growing - there)
        short = sum(1 for strand in strands if strand[0] + len(ahead) < self.shortest)
        if short and len(ahead) < self.shortest - 1:
            return _DONE
        if not self.system.jokers_side_by_side:
            stuck = sum(1 for s in strands if s[1] and s[0] < self.shortest)
            if stuck > (ahead[0] if ahead else 0):
                return _DONE
        return need

    def _all_close(self, strands: tuple[Strand, ...]) -> bool:
        return all(self.may_close(strand) for strand in strands)

    def may_close(self, strand: Strand) -> bool:
        """Return whether the strand is a run a player may leave on the table."""
        if strand[0] < 0:
            return thread_may_close(strand, self.system)
        length, last, naturals, balance, _, _ = strand
        if length < self.shortest or naturals < self.system.run_min_naturals:
            return False
        if self.tight and last and length > self.shortest:
            return False
        cap = self.system.run_joker_cap
        if cap is JokerCap.NEVER:
            return True
        return balance >= 0 if cap is JokerCap.ALWAYS else balance == _DONE

    def grow(self, strand: Strand, joker: int, position: int) -> Strand | None:
        """Return the strand one card longer; None where no run can go that way."""
        length, last, naturals, balance, low, first = strand
        if joker and last and not self.system.jokers_side_by_side:
            return None
        if position == HIGH_ACE and low:
            return None
        if position == LOW_ACE and self.system.ace is Ace.HIGH:
            return None
        if self.tight and first and length >= self.shortest:
            return None
        return (
            min(length + 1, self.shortest + 1),
            joker,
            min(naturals + 1 - joker, self.system.run_min_naturals),
            self._balance(balance, joker, position),
            int(position == LOW_ACE and not self.system.ace_at_both_ends) or low,
            (joker if self.tight else 0) if length == 0 else first,
        )

    def _balance(self, balance: int, joker: int, position: int) -> int:
        cap = self.system.run_joker_cap
        if cap is JokerCap.NEVER or balance == _DONE:
            return balance
        if cap is JokerCap.ALWAYS:
            return min(balance + 1 - 2 * joker, self.jokers)
        balance = self._core(balance, joker)
        reached = position == HIGH_ACE and (self.system.joker_as_ace or not joker)
        return _DONE if reached and balance & _AT_THE_ACE else balance

    def _core(self, trail: int, joker: int) -> int:
        """Return the trail of the last cards, or that a run fit to be laid is among them."""
        at_the_ace = trail & _AT_THE_ACE
        trail = ((trail ^ at_the_ace) or 1) * 2 + joker
        cards = trail_cards(trail)
        grows_low = self.system.tack_ends is not TackEnds.HIGH_UNTIL_ACE
        for start in range(len(cards) - self.shortest + 1):
            wild = sum(cards[start:])
            natural = len(cards) - start - wild
            if wild <= natural and natural >= self.system.run_min_naturals:
                if grows_low or not start:
                    return _DONE
                at_the_ace = _AT_THE_ACE
        longest = max(4, self.shortest, 2 * self.system.run_min_naturals)
        if len(cards) < longest or not grows_low:
            return trail | at_the_ace
        return trail_of(cards[1:])


def trail_cards(trail: int) -> list[int]:
    """Read a trail back: 1 for each joker, 0 for each natural, low to high."""
    cards = []
    while trail > 1:
        cards.append(trail % 2)
        trail //= 2
    return cards[::-1]


def trail_of(cards: list[int]) -> int:
    """Write jokers (1) and naturals (0) as one number with a leading 1."""
    trail = 1
    for card in cards:
        trail = trail * 2 + card
    return trail


def _by_jokers(step: Step) -> int:
    return step[2] + step[5]


def loom_for(system: RuleSystem, *, jokers: int, tight: bool) -> Loom:
    """Return the loom for a system's runs, kept from one question to the next."""
    key = (
        system.run_min,
        system.run_min_naturals,
        system.run_joker_cap,
        system.jokers_side_by_side,
        system.ace,
        system.ace_at_both_ends,
        system.suits_apart,
        system.tack_ends,
        system.joker_goes,
        system.joker_as_ace,
        system.builders_open,
        jokers,
        tight,
    )
    loom = _LOOMS.get(key)
    if loom is None or len(loom.bundles) > MOST_BUNDLES:
        loom = _LOOMS[key] = Loom(system, jokers=jokers, tight=tight)
    return loom


MOST_BUNDLES = 30_000
_LOOMS: dict[object, Loom] = {}
