"""Number of players, dealer and starter of a round, and the size of the stock."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_ref.referee.calls import call_limit
from kalooki_ref.referee.verdict import Verdict, legal_if
from kalooki_ref.rules.choices import LoserTie, NextDealer, Starter
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

# The stock is reported as low below this many draws per player with all calls made: our choice.
THIN_CIRCUITS = 3
# Expected calls per player where the system sets no limit: our choice.
USUAL_CALLS = 3


@dataclass(frozen=True, slots=True)
class Stock:
    """Cards left in the stock; ``after_all_calls`` is negative if it can't serve all calls."""

    left: int
    players: int
    after_all_calls: int

    @property
    def circuits(self) -> float:
        """How many times every player can draw, to one decimal."""
        return round(self.left / self.players, 1)

    @property
    def is_thin(self) -> bool:
        """Whether the discards will probably be reshuffled into a new stock."""
        return self.after_all_calls < THIN_CIRCUITS * self.players


def may_start(system: RuleSystem, *, players: int) -> Verdict:
    """Judge whether this number of players can play."""
    fewest, most = system.min_players, system.max_players
    if players < fewest:
        return legal_if(False, Code.TOO_FEW_PLAYERS, needed=fewest, found=players)
    return legal_if(players <= most, Code.TOO_MANY_PLAYERS, needed=most, found=players)


def judge_next_dealer(dealer: NextDealer, system: RuleSystem, *, number: int) -> Verdict:
    """Judge whether this is the player who deals round ``number``, from 1.

    There is no loser before the first round, so that rule does not apply to it (003).
    """
    fits = dealer is system.next_dealer and (number > 1 or dealer is not NextDealer.LOSER)
    return legal_if(fits, Code.WRONG_SEAT, needed=system.next_dealer)


def losing_place(points: Sequence[int], totals: Sequence[int], system: RuleSystem) -> int:
    """Return the index of the player who lost a round, the one with the most points (003).

    ``points`` of the round and ``totals`` after it are listed clockwise from the dealer's left.
    """
    if system.loser_tie is LoserTie.DEALERS_LEFT:
        return points.index(max(points))
    burdens = list(zip(points, totals, strict=True))
    return burdens.index(max(burdens))


def judge_starter(starter: Starter, system: RuleSystem, *, number: int) -> Verdict:
    """Judge whether this is the player who starts round ``number``, from 1."""
    rule = system.first_starter if number == 1 else system.next_starter
    return legal_if(starter is rule, Code.WRONG_SEAT, needed=rule)


def dealt_stock(system: RuleSystem, *, players: int, number: int) -> Stock:
    """Return the stock after the deal of round ``number``, from 1."""
    left, limit = system.stock_after_deal(players, number), call_limit(system)
    calls = players * (USUAL_CALLS if limit is None else limit)
    return Stock(left, players, left - (system.cards_per_call - 1) * calls)
