"""What one place, from the low ace to the high, allows a contract: runs that grow, sets, losses.

Not here: the kinds of runs (contract_ages), what a rank gives (contract_offers), and the way from
place to place (contract_sweep).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE
from kalooki_ref.referee.advice.contract_ages import Ages, Growth, can_end, growths, owed_by
from kalooki_ref.referee.advice.contract_later import Later, Sizes, ahead_of
from kalooki_ref.referee.advice.contract_offers import Free, Offer, Outcome, Rank, Share, offers_of
from kalooki_ref.referee.advice.contract_plan import Row

Form = tuple[tuple[Ages, ...], int]
"""What the places so far leave to go on with: the runs open by suit, and the runs to begin."""

Choice = tuple[int, int, Growth]
"""How the runs of one suit can lie: jokers here, jokers further on at least, and the growth."""

Spread = tuple[int, int, Form, tuple[Growth, ...]]
"""How all runs can lie: jokers here and further on at least, the form after, and the growths."""

Step = tuple[int, int, int, int, Outcome, Form, tuple[Growth, ...]]
"""A way past a place: its jokers, those owed further on at least, its sets, the least that stays
in hand further on without more sets, the outcome here, the form it leads to, and the growths."""


DEAR_JOKER = 4
"""What each joker that is owed makes a way look worse by, in points."""


class Room(NamedTuple):
    """What a step may take at most: jokers, sets, and the price of what stays in hand."""

    jokers: int
    sets: int
    loss: int


class Place:
    """One place, the naturals there, and what comes beyond."""

    def __init__(self, place: int, rows: Sequence[Row], suits: Sequence[int], sizes: Sizes) -> None:
        self.later = Later(place, rows, suits, sizes)
        self._rank = Rank(place, rows, suits)
        self._offers = list(offers_of(self._rank, sizes))
        self._is_last = place == HIGH_ACE
        counts = [rows[suit][0] for suit in suits]
        self._before = [row[place - 1] for row in counts]
        self._ahead = [ahead_of(row, place, sizes.run) for row in counts]
        self._choices: dict[tuple[int, Ages, int, int], list[Choice]] = {}
        self._bounds: dict[Form, int] = {}

    def offer_of(self, aces: Free) -> Offer:
        """Return the aces that the low place left as the one thing on offer."""
        return Offer(self._rank, 0, aces)

    def steps(self, form: Form, room: Room, aces: Offer | None) -> Iterator[Step]:
        """Yield the ways past from a form that there is room for.

        ``aces`` are what the low place left, for the high one.
        """
        later, bounds = self.later, self._bounds
        for offer in [aces] if aces else self._offers[: room.sets + 1]:
            most = room.loss + later.saved[room.sets - offer.sets]
            for share in offer.shares:
                spreads = self._spreads(form, room.jokers - offer.jokers, share)
                for used, owed, after, grown in spreads:
                    outcome = offer.outcome(tuple([growth.taken for growth in grown]))
                    bound = bounds.get(after)
                    if bound is None:
                        bound = bounds[after] = later.lost(*after)
                    if outcome.lost + bound < most and outcome.lost < room.loss:
                        jokers = used + outcome.jokers
                        yield jokers, owed, offer.sets, bound, outcome, after, grown

    def likely_lost(self, form: Form) -> int:
        """Return what is likely to stay in hand further on: more for each joker a form still owes.

        A guess alone, to look first where most is to be hoped for.
        """
        owed = sum([owed_by(ages, ahead) for ages, ahead in zip(form[0], self._ahead, strict=True)])
        return self.later.lost(*form) + DEAR_JOKER * (owed + self.later.run_jokers[form[1]])

    def _spreads(self, form: Form, jokers: int, share: Share) -> list[Spread]:
        """Return how all runs can lie, where so many naturals of each suit are for them."""
        before, runs = form
        spreads: list[Spread] = [(0, 0, ((), runs), ())]
        for number, ages in enumerate(before):
            spreads = [
                (
                    used + here,
                    owed + more,
                    ((*others, growth[0]), left - growth[1]),
                    (*grown, growth),
                )
                for used, owed, (others, left), grown in spreads
                for here, more, growth in self._choices_of(number, ages, left, share[number])
                if used + here + owed + more <= jokers
            ]
        if not self._is_last:
            to_begin = self.later.run_jokers
            return [
                (used, owed + to_begin[after[1]], after, grown)
                for used, owed, after, grown in spreads
            ]
        return [
            (used + owed, 0, after, grown) for used, owed, after, grown in spreads if not after[1]
        ]

    def _choices_of(self, number: int, ages: Ages, most: int, naturals: int) -> list[Choice]:
        """Return how the runs of one suit can lie here, where so many may still begin."""
        key = (number, ages, most, naturals)
        known = self._choices.get(key)
        if known is None:
            ahead = self._ahead[number]
            known = self._choices[key] = [
                (growth.lying - growth.taken, owed_by(growth.ages, ahead), growth)
                for growth in growths(ages, most, (naturals, self._before[number]))
                if not self._is_last or can_end(growth.ages)
            ]
        return known
