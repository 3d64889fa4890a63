"""Brute force oracle: tries every lay, tack and joker move on small hands.

It asks the referee whether each single move is legal and has no rules of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from kalooki_ref.cards import (
    HIGH_ACE,
    JOKER,
    KOOKY_SUITS,
    LOW_ACE,
    RANKS,
    STANDARD_SUITS,
    Card,
    Pack,
)
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move, may_open_with_joker
from kalooki_ref.referee.lay import (
    builder_points,
    contract_findings,
    distinctness_findings,
    judge_extra_meld,
    read_opening,
)
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.referee.run_growth import added_at_ends
from kalooki_ref.referee.scoring import card_points
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.turn_rights import may_discard
from kalooki_ref.rules.choices import ExtraMelds, JokerGoes
from kalooki_ref.rules.model import RuleSystem
from tests.properties.due import still_due
from tests.properties.written import Answer

Cards = tuple[Card, ...]
Hand = tuple[Card, ...]
Board = tuple[tuple[Meld, Owner], ...]

PLENTY = Supply(Pack((*STANDARD_SUITS, *KOOKY_SUITS), 99, 99), ())


def key(card: Card) -> tuple[str, int]:
    return (str(card.suit), card.rank)


def ordered(cards) -> Cards:
    return tuple(sorted(cards, key=key))


def minus(hand: Hand, cards) -> Hand:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def points(cards, system: RuleSystem) -> int:
    return sum(card_points(card, system) for card in cards)


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of a turn: the hand, the board, jokers to be replayed, and whether it has tacked.

    ``short`` are the points that builders still have to add before the player has opened.
    """

    hand: Hand
    board: Board
    taken: int = 0
    has_tacked: bool = False
    short: int = 0
    must_go_out: bool = False

    def mark(self) -> object:
        """Return a key that is equal for equivalent states, whatever the order of melds."""
        rows = sorted((meld.kind, [*map(key, meld.cards)], owner) for meld, owner in self.board)
        how = self.taken, self.has_tacked, self.short, self.must_go_out
        return self.hand, str(rows), how


class Brute:
    """Exhaustive search of all hands that can be left after one turn."""

    def __init__(self, question: Question) -> None:
        self.q = replace(question, contract=still_due(question))
        self.system = question.system
        self.left: set[Hand] = set()
        self.seen: set[object] = set()

    def answer(self) -> Answer:
        """Return the least points left before and after the discard; None if no lay is legal."""
        for start in self.starts():
            for melds, rest in self.lays(start.hand, self.own()):
                laid = tuple((meld, Owner.OWN) for meld in melds)
                wild = sum(meld.cards.count(JOKER) for meld in melds)
                now = replace(start, hand=rest, board=start.board + laid)
                now = replace(now, taken=max(0, start.taken - wild))
                for short, must_go_out in self.openings(melds):
                    self.play(replace(now, short=short, must_go_out=must_go_out))
        before = [points(rest, self.system) for rest in self.left]
        after = [kept for rest in self.left for kept in self.after(rest)]
        worth = [points(kept, self.system) for kept in after]
        return Answer(min(before, default=None), min(worth, default=None), out=() in after)

    def starts(self) -> list[Turn]:
        """Return the initial states, including those after taking jokers to open with."""
        board = tuple((item.meld, item.owner) for item in self.q.table)
        starts = [Turn(ordered(self.q.hand), board)]
        met = {starts[0].mark()}
        if self.q.down:
            return starts
        for now in starts:
            for then in self.joker_moves(now, opening=True):
                if then.mark() not in met:
                    met.add(then.mark())
                    starts.append(then)
        return starts

    def lacks_one(self) -> bool:
        """Return whether one more natural would let the hand come down."""
        naturals = [Card(rank, suit) for suit in self.system.suits for rank in RANKS]
        return any(self.may_open(ordered((*self.q.hand, card))) for card in naturals)

    def may_open(self, hand: Hand) -> bool:
        return any(self.opens(melds) for melds, _ in self.lays(hand, self.own()))

    def own(self) -> list[Meld]:
        """Return the player's own melds on the board."""
        return [item.meld for item in self.q.table if item.owner is Owner.OWN]

    def after(self, rest: Hand) -> list[Hand]:
        """Return the possible hands after the discard."""
        if not rest:
            return [] if self.system.final_discard else [()]
        throws = {card for card in rest if may_discard(card, self.system).legal}
        return [minus(rest, (card,)) for card in throws]

    def openings(self, melds) -> list[tuple[int, bool]]:
        """Return the ways to open: (points still needed, whether going out is required)."""
        if self.q.down:
            return [(0, False)]
        if contract_findings(melds, self.q.contract, self.system):
            return []
        verdict = read_opening(melds, self.system)
        short = max(0, verdict.needed - verdict.worth)
        if not short:
            return [(0, False)]
        ways = [(short, False)] if self.system.builders_open and melds else []
        return [*ways, (0, True)] if self.system.going_out_opens and melds else ways

    def opens(self, melds) -> bool:
        return (0, False) in self.openings(melds)

    def lays(self, hand: Hand, own) -> Iterator[tuple[tuple[Meld, ...], Hand]]:
        """Yield each way to lay melds from the hand, including none."""
        yield (), hand
        if self.q.down and self.system.extra_melds is ExtraMelds.NEVER:
            return
        melds = sorted(self.melds_in(hand), key=lambda m: (m.kind, [key(c) for c in m.cards]))
        yield from self.from_melds(melds, hand, tuple(own), ())

    def from_melds(self, melds, hand, own, laid):
        for place, meld in enumerate(melds):
            if not self.holds(hand, meld.cards):
                continue
            if distinctness_findings((meld,), self.system, own=own + laid):
                continue
            if self.q.contract and self.system.extra_melds is ExtraMelds.NEVER:
                sets = sum(m.kind is meld.kind for m in laid)
                most = self.q.contract.sets if meld.kind is MeldKind.SET else self.q.contract.runs
                if sets >= most:
                    continue
            rest = minus(hand, meld.cards)
            now = (*laid, meld)
            yield now, rest
            yield from self.from_melds(melds[place:], rest, own, now)

    @staticmethod
    def holds(hand, cards) -> bool:
        return all(hand.count(card) >= cards.count(card) for card in set(cards))

    def melds_in(self, hand: Hand) -> set[Meld]:
        found = set()
        naturals = [card for card in hand if card.rank]
        jokers = len(hand) - len(naturals)
        for rank in {card.rank for card in naturals}:
            same = [card for card in naturals if card.rank == rank]
            for cards in subsets(same):
                for wild in range(jokers + 1):
                    found.add(Meld(MeldKind.SET, (*cards, *(JOKER,) * wild)))
        for suit in self.system.suits:
            for start in range(LOW_ACE, HIGH_ACE):
                for length in range(self.system.run_min, HIGH_ACE - start + 2):
                    for cards in self.fill(hand, suit, start, length):
                        found.add(Meld(MeldKind.RUN, cards))
        return {m for m in found if not meld_findings(m, self.system, phase=Phase.LAY)}

    def fill(self, hand, suit, start, length) -> list[Cards]:
        ways: list[Cards] = [()]
        for place in range(start, start + length):
            natural = Card(LOW_ACE if place == HIGH_ACE else place, suit)
            ways = [
                (*way, c) for way in ways for c in (natural, JOKER) if self.holds(hand, (*way, c))
            ]
        return [way for way in ways if any(c.rank for c in way)]

    def play(self, turn: Turn) -> None:
        """Try every tack, joker move and further meld; record the hands that can be left."""
        waiting = [turn]
        while waiting:
            now = waiting.pop()
            if now.mark() in self.seen:
                continue
            self.seen.add(now.mark())
            if now.short:
                waiting += self.builders(now)
                continue
            if not now.taken and (not now.must_go_out or () in self.after(now.hand)):
                self.left.add(now.hand)
            waiting += [*self.tacks(now), *self.joker_moves(now), *self.further_melds(now)]

    def builders(self, now: Turn) -> Iterator[Turn]:
        """Yield the states after tacks on earlier melds that count towards the opening."""
        for then in self.tacks(now):
            lying = zip(now.board, then.board, strict=True)
            rows = [(old, new) for (old, _), (new, _) in lying][: len(self.q.table)]
            brought = sum(builder_points(old, new, self.system) for old, new in rows)
            if brought or any(old != new for old, new in rows):
                yield replace(then, short=max(0, now.short - brought))

    def tacks(self, now: Turn) -> Iterator[Turn]:
        for place, (meld, owner) in enumerate(now.board):
            ends = (None,) if meld.kind is MeldKind.SET else tuple(End)
            for card, end in product(set(now.hand), ends):
                verdict = judge_tack(meld, (card,), self.system, end=end, supply=PLENTY)
                if verdict.legal and not self.is_crowded(place, verdict.result):
                    grown = swapped(now.board, place, Meld(meld.kind, verdict.result), owner)
                    owed = max(0, now.taken - (not card.rank))
                    hand = minus(now.hand, (card,))
                    yield replace(now, hand=hand, board=grown, taken=owed, has_tacked=True)

    def is_crowded(self, place: int, grown: Cards) -> bool:
        """Return whether an end of a run on the board has more cards than a turn may add."""
        most = self.system.most_per_end
        if most is None or place >= len(self.q.table):
            return False
        before = self.q.table[place].meld
        return before.kind is MeldKind.RUN and max(added_at_ends(before.cards, grown)) > most

    def further_melds(self, now: Turn) -> Iterator[Turn]:
        """Yield the states after laying further melds with taken jokers."""
        if not (self.system.joker_leaves_its_meld or self.system.own_joker_to_hand):
            return
        own = [meld for meld, owner in now.board if owner is Owner.OWN]
        for meld in self.melds_in(now.hand):
            verdict = judge_extra_meld(
                meld, self.system, own=own, tacked_this_turn=now.has_tacked, supply=PLENTY
            )
            if verdict.legal:
                board = (*now.board, (meld, Owner.OWN))
                owed = max(0, now.taken - meld.cards.count(JOKER))
                yield replace(now, hand=minus(now.hand, meld.cards), board=board, taken=owed)

    def joker_moves(self, now: Turn, *, opening: bool = False) -> Iterator[Turn]:
        naturals = [card for card in now.hand if card.rank]
        several = [cards for cards in subsets(naturals) if 0 < len(cards) <= 3]
        for place, (meld, owner) in enumerate(now.board):
            if opening and not may_open_with_joker(meld.kind, self.system):
                continue
            jokers = [index for index, card in enumerate(meld.cards) if not card.rank]
            singles = [(card,) for card in set(naturals)]
            choices = several if meld.kind is MeldKind.SET else singles
            for index, cards, goal in product(jokers, choices, self.goals(owner)):
                verdict = judge_joker_move(
                    meld, index, cards, self.system, by=owner, to=goal, supply=PLENTY
                )
                if verdict.legal:
                    grown = Meld(meld.kind, verdict.result)
                    freed = meld.cards.count(JOKER) - grown.cards.count(JOKER)
                    hand = ordered(minus(now.hand, cards) + (JOKER,) * freed)
                    owed = now.taken + (freed if self.reuses() else 0)
                    board = swapped(now.board, place, grown, owner)
                    yield replace(now, hand=hand, board=board, taken=owed)

    def reuses(self) -> bool:
        return self.system.joker_goes is JokerGoes.REUSED_AT_ONCE

    def goals(self, owner: Owner) -> tuple[JokerTo, ...]:
        """Return where a joker may go; one in the hand goes to an end by a tack, which counts."""
        if self.reuses():
            return (JokerTo.REUSE_NOW,)
        is_kept = self.system.own_joker_to_hand and owner is Owner.OWN
        if is_kept or self.system.joker_goes is JokerGoes.INTO_THE_HAND:
            return (JokerTo.HAND,)
        return (JokerTo.HIGH, JokerTo.LOW)


def swapped(board: Board, place: int, meld: Meld, owner: Owner) -> Board:
    return (*board[:place], (meld, owner), *board[place + 1 :])


def subsets(cards) -> set[Cards]:
    found = {()}
    for card in cards:
        found |= {ordered((*some, card)) for some in found}
    return found
