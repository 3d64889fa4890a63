"""Questions about the pack, the seats, going out, and how a round or a game ends."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Literal

from kalooki_ref.cards import Card
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.referee.dealing import judge_next_dealer, judge_starter, may_start
from kalooki_ref.referee.turn_rights import (
    GoingOut,
    judge_bend,
    may_add_on,
    may_discard,
    may_go_out,
    may_reshuffle,
    may_share_pool,
    may_void,
)
from kalooki_ref.referee.verdict import Assumption, Verdict
from kalooki_ref.rules.choices import NextDealer, Starter, TieBreak
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.given_rules import dealt_round, seats
from kalooki_ref.web.api.outcomes import Amount, Ruling, Unit
from kalooki_ref.web.api.records import (
    MOST_NUMBER,
    AtLeast,
    ContradictionError,
    Count,
    Decides,
    Fact,
    UnreadableError,
)

MOST_CALLS = 6
"""One granted call more than any limit allows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BendQuestion:
    """Is the board bent?"""

    claim: Literal["bent_board"]
    round: int | None = None
    went_out: Fact = None
    laid_this_turn: Annotated[Fact, "Came down in the turn that ends the round."] = None
    final_discard: Fact = None
    calls: Annotated[
        Count | None, Decides(tuple(range(MOST_CALLS))), "The winner's granted calls this round."
    ] = None
    overcalled: Annotated[Fact, "Called more often than allowed."] = None
    false_lays: Annotated[Count, "The winner's wrong lays this round."] = 0

    def ruling(self, system: RuleSystem) -> Ruling:
        self._check_calls(system)
        out = GoingOut(
            went_out=bool(self.went_out),
            same_turn=bool(self.laid_this_turn),
            final_discard=self.final_discard,
            overcalls=int(bool(self.overcalled)),
            calls=self.calls,
            false_lays=self.false_lays,
        )
        return judge_bend(out, system)

    def _check_calls(self, system: RuleSystem) -> None:
        """Hold the number of calls and whether it was too many against each other."""
        limit, calls = call_limit(system), self.calls or 0
        over = limit is not None and calls > limit
        if calls == limit and system.refused_overcalls_count:
            return
        if over is not bool(self.overcalled):
            allowed = "any number" if limit is None else limit
            raise ContradictionError(
                f'"calls" {calls} and "overcalled" contradict each other: {allowed} may be granted'
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class KalookiQuestion:
    """Is this a Kalooki?"""

    claim: Literal["kalooki"]
    all_in_one_turn: Fact = None
    melded_before: Fact = None
    final_discard: Fact = None
    calls: Annotated[Count | None, Decides((0, 1)), "The winner's granted calls this round."] = None

    def ruling(self, system: RuleSystem) -> Ruling:
        same_turn = bool(self.all_in_one_turn) and not self.melded_before
        out = GoingOut(same_turn=same_turn, final_discard=self.final_discard, calls=self.calls)
        return judge_bend(out, system)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOutQuestion:
    """May a player go out like this?"""

    claim: Literal["go_out"]
    final_discard: Fact = None

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_go_out(system, final_discard=bool(self.final_discard))


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardQuestion:
    """May this card be discarded?"""

    claim: Literal["discard"]
    card: Card

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_discard(self.card, system)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOnQuestion:
    """May this player still add cards once somebody is out?"""

    claim: Literal["add_on_after_out"]
    laid: Fact = None

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_add_on(system, down=bool(self.laid))


@dataclass(frozen=True, slots=True, kw_only=True)
class StockOutQuestion:
    """Is this what happens when the stock runs out for the first, second, … time?"""

    claim: Literal["reshuffle_discards_keep_top", "void_hand_redeal_same_dealer"]
    times: Annotated[int | None, AtLeast(1), Decides((1, MOST_NUMBER))] = None

    def ruling(self, system: RuleSystem) -> Ruling:
        times = self.times or 1
        if self.claim == "reshuffle_discards_keep_top":
            return may_reshuffle(system, times=times)
        return may_void(system, times=times)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolQuestion:
    """Does this player get a share of the pool?"""

    claim: Literal["share_of_pool"]
    penalty_points: Annotated[Count | None, Decides((0, MOST_NUMBER))] = None
    winner: Fact = None

    def ruling(self, system: RuleSystem) -> Ruling:
        points = self.penalty_points or 0
        return may_share_pool(system, points=points, winner=bool(self.winner))


@dataclass(frozen=True, slots=True, kw_only=True)
class StartQuestion:
    """May so many people play?"""

    claim: Literal["start"]
    players: Count

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_start(system, players=self.players)


class SeatClaim(StrEnum):
    """Who deals, and who starts."""

    DEAL_PASSES = "deal_passes_clockwise"
    LOSER_DEALS = "dealer_is_last_round_loser"
    YOUNGEST_STARTS = "first_player_is_youngest"
    WINNER_STARTS = "first_player_is_last_round_winner"
    LEFT_STARTS = "first_player_is_left_of_dealer"


_DEALERS = {
    SeatClaim.DEAL_PASSES: NextDealer.LEFT,
    SeatClaim.LOSER_DEALS: NextDealer.LOSER,
}
_STARTERS = {
    SeatClaim.YOUNGEST_STARTS: Starter.YOUNGEST,
    SeatClaim.WINNER_STARTS: Starter.WINNER,
    SeatClaim.LEFT_STARTS: Starter.LEFT_OF_DEALER,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatQuestion:
    """Does this player deal, or start?"""

    claim: SeatClaim
    round: Annotated[int | None, AtLeast(1), Decides((1, 2))] = None

    def ruling(self, system: RuleSystem) -> Ruling:
        number = self.round or 1
        if self.claim in _DEALERS:
            return judge_next_dealer(_DEALERS[self.claim], system, number=number)
        return judge_starter(_STARTERS[self.claim], system, number=number)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealQuestion:
    """How many cards does each player get?"""

    ask: Literal["deal"]
    round: int | None = None

    def ruling(self, system: RuleSystem) -> Ruling:
        return Amount(system.deal_of(dealt_round(self.round, system)), Unit.CARDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class StockQuestion:
    """How many cards are in the stock after the deal?"""

    ask: Literal["stock_after_deal"]
    players: int
    round: int | None = None
    jokers_per_deck: Count | None = None

    def ruling(self, system: RuleSystem) -> Ruling:
        number = dealt_round(self.round, system)
        if self.jokers_per_deck is not None:
            each = self.jokers_per_deck
            packs = range(1, len(system.jokers) + 1)
            system = replace(system, jokers=tuple(each * count for count in packs))
        return Amount(system.stock_after_deal(seats(self.players, system), number), Unit.CARDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackQuestion:
    """How many packs, or cards, do so many players need?"""

    ask: Literal["decks", "deck_size"]
    players: int | None = None

    def ruling(self, system: RuleSystem) -> Ruling:
        if self.players is None and not system.packs:
            raise UnreadableError('say how many "players": the number of packs depends on it')
        players = system.min_players if self.players is None else seats(self.players, system)
        pack = system.pack_for(players)
        if self.ask == "deck_size":
            return Amount(pack.size, Unit.CARDS)
        return Amount(pack.copies, Unit.PACKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsQuestion:
    """Which total wins, and how many players have it?"""

    ask: Literal["winning_total", "number_of_winners"]
    totals: dict[str, int]

    def ruling(self, system: RuleSystem) -> Ruling:
        totals = list(self.totals.values())
        if self.ask == "winning_total":
            return Amount(min(totals))
        winners = totals.count(min(totals))
        if winners > 1 and system.tie_break is TieBreak.MORE_ROUNDS_WON:
            return Verdict(assumes=(Assumption.ROUNDS_WON_UNKNOWN,), unclear=True)
        return Amount(winners, Unit.WINNERS)
