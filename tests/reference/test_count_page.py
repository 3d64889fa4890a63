"""The count page against rounds played with hands whose sizes are known card by card.

The second referee knows nothing of melds: it moves cards between hands and the board, and remembers
who moved them. ``KALOOKI_SEED`` repeats a run.
"""

from random import Random

from kalooki_ref.cards import JOKER, Card
from kalooki_ref.game.events import CallAnswered, Event, GameStarted, JokerMoved, MeldsLaid, Tacked
from kalooki_ref.game.fold import fold
from kalooki_ref.referee.counts import read_count
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld, MeldKind
from kalooki_ref.referee.runs import card_at
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.table.count_forms import hands_of
from tests.commits import seed_of_this_run
from tests.folded import entries_of

ROUNDS = 300
SEATS = (1, 2, 3)


class Played:
    """A round at a table without rules: hands as numbers of cards, and the entries about them."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.system = chance.choice(SYSTEMS)
        self.events: list[Event] = []
        self.hands = dict.fromkeys(SEATS, self.system.deal_of(1))
        self.calls = dict.fromkeys(SEATS, 0)
        # The owner of each meld, in the order they were laid: a run with a joker, then sets.
        self.board: list[int] = []
        # The runs whose joker, the 8 of their suit, is still in its place.
        self.jokers: list[int] = []

    def call(self, seat: int) -> None:
        if self.system.calling and self.calls[seat] < 3 and seat not in self.board:
            self.events.append(CallAnswered(seat))
            self.calls[seat] += 1
            self.hands[seat] += self.system.cards_per_call

    def come_down(self, seat: int) -> None:
        if seat in self.board:
            return
        suit = self.system.suits[seat]
        run = (card_at(6, suit), card_at(7, suit), JOKER, card_at(9, suit))
        ranks = (seat, seat + 4) if self.hands[seat] > 10 else (seat,)
        melds = [Meld(MeldKind.RUN, run), *map(self.set_of, ranks)]
        self.jokers.append(len(self.board))
        self.board += [seat] * len(melds)
        self.events.append(MeldsLaid(seat, tuple(melds)))
        self.hands[seat] -= sum(len(meld.cards) for meld in melds)

    def set_of(self, rank: int) -> Meld:
        return Meld(MeldKind.SET, tuple(Card(rank, suit) for suit in self.system.suits[:3]))

    def tack(self, seat: int) -> None:
        """Add any cards to a meld without a joker, whether they fit or not."""
        melds = [meld for meld in range(len(self.board)) if meld not in self.jokers]
        if seat in self.board and self.hands[seat] > 1 and melds:
            count = self.chance.randint(1, self.hands[seat] - 1)
            cards = (Card(self.chance.randint(1, 13), self.system.suits[0]),) * count
            said = "the table wants it"
            self.events.append(Tacked(seat, self.chance.choice(melds), cards, overruled=said))
            self.hands[seat] -= count

    def swap(self, seat: int) -> None:
        """Put the 8 in a joker's place; where jokers come free, it is tacked in the same turn."""
        runs = [run for run in self.jokers if self.system.slug != "caribbean" or
                self.board[run] == seat]  # fmt: skip
        if seat not in self.board or not runs or self.hands[seat] < 2:
            return
        run = self.chance.choice(runs)
        self.jokers.remove(run)
        eight = card_at(8, self.system.suits[self.board[run]])
        is_free = self.system.joker_goes is JokerGoes.REUSED_AT_ONCE
        to = JokerTo.REUSE_NOW if is_free else None
        self.events.append(JokerMoved(seat, run, 2, (eight,), End.HIGH, to=to))
        self.hands[seat] -= 1
        if is_free:
            self.events.append(Tacked(seat, run, (JOKER,)))


def played_round(chance: Random) -> Played:
    played = Played(chance)
    acts = (played.call, played.come_down, played.tack, played.swap)
    for _ in range(chance.randint(4, 20)):
        chance.choice(acts)(chance.choice(SEATS))
    return played


def test_prefilled_counts_prove_the_calls_made() -> None:
    chance = Random(seed_of_this_run())
    for _ in range(ROUNDS):
        played = played_round(chance)
        started = GameStarted(("Ann", "Ben", "Cai"), dealer=1)
        current = fold(played.system, entries_of(started, *played.events)).current
        assert current is not None
        for form in hands_of(current, played.system):
            form.cards.data = played.hands[form.player]
            count = read_count(form.counted(after_draw=False), played.system, number=1)
            assert count.made == played.calls[form.player], played.events
