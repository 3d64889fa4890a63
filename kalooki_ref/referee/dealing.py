"""How many play, who deals and who starts, and how long the stock lasts."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_ref.referee.calls import call_limit
from kalooki_ref.referee.verdict import Verdict, legal_if
from kalooki_ref.rules.choices import LoserTie, NextDealer, Starter
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

# Fewer draws for each player, every call made, a stock is announced as thin: our choice.
THIN_CIRCUITS = 3
# Calls a player is expected to make at most where the system sets no limit: our choice.
USUAL_CALLS = 3


@dataclass(frozen=True, slots=True)
class Stock:
    """Cards left in the stock; ``after_all_calls`` is below 0 where it cannot serve them all."""

    left: int
    players: int
    after_all_calls: int

    @property
    def circuits(self) -> float:
        """How often everyone can still draw, to one decimal."""
        return round(self.left / self.players, 1)

    @property
    def is_thin(self) -> bool:
        """Whether the discards will probably have to be shuffled into a new stock."""
        return self.after_all_calls < THIN_CIRCUITS * self.players


def may_start(system: RuleSystem, *, players: int) -> Verdict:
    """Return whether this number of players can play."""
    fewest, most = system.min_players, system.max_players
    if players < fewest:
        return legal_if(False, Code.TOO_FEW_PLAYERS, needed=fewest, found=players)
    return legal_if(players <= most, Code.TOO_MANY_PLAYERS, needed=most, found=players)


def judge_next_dealer(dealer: NextDealer, system: RuleSystem, *, number: int) -> Verdict:
    """Return whether this is the player who deals round ``number``, from 1.

    No round came before the first, so nobody deals it for having lost (003).
    """
    fits = dealer is system.next_dealer and (number > 1 or dealer is not NextDealer.LOSER)
    return legal_if(fits, Code.WRONG_SEAT, needed=system.next_dealer)


def losing_place(points: Sequence[int], totals: Sequence[int], system: RuleSystem) -> int:
    """Return which player lost a round, from 0: the one with the most points (003).

    ``points`` of the round and ``totals`` after it are listed clockwise from the dealer's left.
    """
    if system.loser_tie is LoserTie.DEALERS_LEFT:
        return points.index(max(points))
    burdens = list(zip(points, totals, strict=True))
    return burdens.index(max(burdens))


def judge_starter(starter: Starter, system: RuleSystem, *, number: int) -> Verdict:
    """Return whether this is the player who starts round ``number``, from 1."""
    rule = system.first_starter if number == 1 else system.next_starter
    return legal_if(starter is rule, Code.WRONG_SEAT, needed=rule)


def dealt_stock(system: RuleSystem, *, players: int, number: int) -> Stock:
    """Return the stock after the deal of round ``number``, from 1."""
    left, limit = system.stock_after_deal(players, number), call_limit(system)
    calls = players * (USUAL_CALLS if limit is None else limit)
    return Stock(left, players, left - (system.cards_per_call - 1) * calls)
