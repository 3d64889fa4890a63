"""Questions about the pack, the seats, going out, and how a round or a game ends."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Literal

from kalooki_ref.cards import Card
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
from kalooki_ref.rules.choices import NextDealer, Starter
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.records import Count, UnreadableError
from kalooki_ref.web.api.rulings import Amount, Ruling, Unit
from kalooki_ref.web.api.systems import dealt_round, seats


@dataclass(frozen=True, slots=True, kw_only=True)
class BendQuestion:
    """Is the board bent?"""

    claim: Literal["bent_board"]
    round: int | None = None
    went_out: bool = True
    laid_this_turn: Annotated[bool, "Came down in the turn that ends the round."] = False
    final_discard: bool | None = None
    calls: Annotated[Count | None, "The winner's calls this round."] = None
    overcalled: bool = False

    def ruling(self, system: RuleSystem) -> Ruling:
        limit = system.max_calls
        over = 0 if limit is None or not system.calling else max(0, (self.calls or 0) - limit)
        out = GoingOut(
            went_out=self.went_out,
            same_turn=self.laid_this_turn,
            final_discard=self.final_discard,
            overcalls=over or int(self.overcalled),
            calls=self.calls,
        )
        return judge_bend(out, system)


@dataclass(frozen=True, slots=True, kw_only=True)
class KalookiQuestion:
    """Is this a Kalooki?"""

    claim: Literal["kalooki"]
    all_in_one_turn: bool = False
    melded_before: bool = False
    final_discard: bool | None = None

    def ruling(self, system: RuleSystem) -> Ruling:
        same_turn = self.all_in_one_turn and not self.melded_before
        return judge_bend(GoingOut(same_turn=same_turn, final_discard=self.final_discard), system)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOutQuestion:
    """May a player go out like this?"""

    claim: Literal["go_out"]
    final_discard: bool = False

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_go_out(system, final_discard=self.final_discard)


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
    laid: bool = False

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_add_on(system, down=self.laid)


@dataclass(frozen=True, slots=True, kw_only=True)
class StockOutQuestion:
    """Is this what happens when the stock runs out for the first, second, … time?"""

    claim: Literal["reshuffle_discards_keep_top", "void_hand_redeal_same_dealer"]
    times: Count = 1

    def ruling(self, system: RuleSystem) -> Ruling:
        if self.claim == "reshuffle_discards_keep_top":
            return may_reshuffle(system, times=self.times)
        return may_void(system, times=self.times)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolQuestion:
    """Does this player get a share of the pool?"""

    claim: Literal["share_of_pool"]
    penalty_points: Count = 0
    winner: bool = False

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_share_pool(system, points=self.penalty_points, winner=self.winner)


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
    round: Count | None = None

    def ruling(self, system: RuleSystem) -> Ruling:
        if self.claim in _DEALERS:
            return judge_next_dealer(_DEALERS[self.claim], system)
        return judge_starter(_STARTERS[self.claim], system, number=self.round)


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

    def ruling(self, system: RuleSystem) -> Ruling:  # noqa: ARG002 (the lowest total wins everywhere)
        totals = list(self.totals.values())
        if self.ask == "winning_total":
            return Amount(min(totals))
        return Amount(totals.count(min(totals)), Unit.WINNERS)
