"""What the melds still to come can save of one suit's cards, at best.

Not here: all suits together, and the contract (prospects).
"""

from itertools import accumulate

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.holding import Counts
from kalooki_ref.referee.advice.places import count_bits
from kalooki_ref.referee.advice.threads import END, JOKER_PLACES, MOVABLE, START, Thread
from kalooki_ref.referee.advice.windows import NEVER

Risk = tuple[int, int, int, int, int]
"""Jokers a card takes at least to be melded, its place, its copies, the price of one, and the
jokers a run already begun takes to get there."""


class SuitProspects:
    """One suit of a hand, with the table's runs of that suit.

    ``set_needs`` are the jokers a set of each position's rank takes at least; ``shortest`` is the
    length of the shortest run, None where no run may be laid.
    """

    def __init__(
        self,
        cards: tuple[Counts, Counts],
        set_needs: list[int],
        threads: tuple[Thread, ...],
        runs_from: tuple[int, int | None],
    ) -> None:
        self.counts, self.prices = cards
        self.set_needs = set_needs
        self.threads = threads
        self.first, self.shortest = runs_from
        places = range(self.first, HIGH_ACE + 1)
        self.places = [place for place in places if self.counts[place]]
        self._blanks = list(accumulate([0] + [0 if count else 1 for count in self.counts[1:]]))
        self._loose = sum(
            [count_bits(thread[JOKER_PLACES]) for thread in threads if thread[MOVABLE]]
        )
        self._risks: dict[int, list[Risk]] = {}
        self._spans: dict[int, list[tuple[int, int]]] = {}

    def lost(self, place: int, left: int, begun: tuple[int, int]) -> tuple[int, int]:
        """Return the price of the cards from a place on that no meld reaches, and the dearest.

        ``left`` are the jokers left, ``begun`` the low aces used and the runs of the player's own
        that are open.
        """
        risks = self._risks.get(place)
        if risks is None:
            risks = self._risks[place] = self._risks_from(place)
        lows, runs = begun
        price = dearest = 0
        for need, at, copies, worth, way in risks:
            if need > left:
                saved = (lows if at == HIGH_ACE else 0) + (runs if way <= left else 0)
                if copies > saved:
                    price += (copies - saved) * worth
                    dearest = max(dearest, worth)
        return price, dearest

    def table_need(self, at: int, place: int) -> int:
        """Return the fewest jokers with which the table's runs take a card, from a place on."""
        need = NEVER
        for thread in self.threads:
            start, end = thread[START], thread[END]
            if at > end:
                need = min(need, self._gaps(max(end + 1, place), at - 1))
            elif at < start:
                need = min(need, self._gaps(at + 1, start - 1))
            elif thread[JOKER_PLACES] >> at & 1:
                need = 0
        return max(0, need - self._loose)

    def movable_ahead(self, thread: Thread, place: int) -> int:
        """Return how many jokers of a run on the table naturals of the hand may still replace."""
        if not thread[MOVABLE]:
            return 0
        places = range(max(place, thread[START]), thread[END] + 1)
        return sum([1 for at in places if thread[JOKER_PLACES] >> at & 1 and self.counts[at]])

    def most_in_a_run(self, place: int, left: int, worth: Counts) -> int:
        """Return the most that one run can hold of this suit that starts at a place or later."""
        for start, most in self._spans_with(left, worth):
            if start >= place:
                return most
        return 0

    def most_ahead(self, place: int, left: int, worth: Counts) -> int:
        """Return the most that a run which is open at a place can still take up."""
        most = 0
        for at in self.places:
            if at >= place:
                if self._gaps(place, at - 1) > left:
                    break
                most += worth[at]
        return most

    def _spans_with(self, left: int, worth: Counts) -> list[tuple[int, int]]:
        """Return the starts worth trying, low to high, and the most held from there or later."""
        spans = self._spans.get(left)
        if spans is None:
            spans = []
            best = 0
            for start in reversed(self.places):
                best = max(best, self.most_ahead(start, left, worth))
                spans.append((start, best))
            spans.reverse()
            self._spans[left] = spans
        return spans

    def _risks_from(self, place: int) -> list[Risk]:
        risks = []
        for at in self.places:
            if at < place or at == LOW_ACE:
                continue
            need = self._need(at, place)
            if at == HIGH_ACE and place <= LOW_ACE and self.first == LOW_ACE:
                need = min(need, self._need(LOW_ACE, place))
            if need > 0:
                way = self._gaps(place, at - 1)
                risks.append((need, at, self.counts[at], self.prices[at], way))
        return risks

    def _need(self, at: int, place: int) -> int:
        need = min(self.set_needs[at], self.table_need(at, place))
        if self.shortest is None:
            return need
        lowest = max(place, self.first, at - self.shortest + 1)
        for start in range(lowest, min(at, HIGH_ACE + 1 - self.shortest) + 1):
            need = min(need, self._gaps(start, start + self.shortest - 1))
        return need

    def _gaps(self, start: int, end: int) -> int:
        """Return how many places from start to end hold no natural of the hand."""
        return self._blanks[end] - self._blanks[start - 1] if start <= end else 0
