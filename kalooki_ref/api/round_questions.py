"""Questions about the pack, the seats, going out, and how a round or a game ends."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from msgspec import Meta

from kalooki_ref.api.fields import (
    MOST_NUMBER,
    CardName,
    Decides,
    Fact,
    Meanings,
    Number,
    Quantity,
    note,
)
from kalooki_ref.api.given_rules import ROUNDS, contract_round, dealt_round, seats
from kalooki_ref.api.outcomes import Outcome, Said, amount
from kalooki_ref.api.signatures import named
from kalooki_ref.api.unreadable import ContradictionError, UnreadableError
from kalooki_ref.cards import parse_card
from kalooki_ref.referee import turn_rights
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.referee.dealing import (
    judge_next_dealer,
    judge_starter,
    losing_place,
    may_start,
)
from kalooki_ref.referee.verdict import Answer, Assumption, Verdict
from kalooki_ref.rules.choices import NextDealer, Starter, TieBreak
from kalooki_ref.rules.model import RuleSystem

# One granted call more than any limit allows.
MOST_CALLS = 6
# The last round may have a contract that is laid without a discard.
WhichRound = Annotated[int | None, Decides(ROUNDS), note("From 1, where there are contracts.")]


@named(claim="bent_board")
def bend_question(
    system: RuleSystem,
    *,
    round: WhichRound,
    went_out: Fact,
    laid_this_turn: Annotated[Fact, note("Came down in the turn that ends the round.")],
    final_discard: Fact,
    calls: Annotated[
        Quantity, Decides(tuple(range(MOST_CALLS))), note("The winner's granted calls this round.")
    ],
    overcalled: Annotated[Fact, note("Called more often than allowed.")],
    false_lays: Annotated[Quantity, note("The winner's wrong lays this round.")] = 0,
) -> Outcome:
    """Is the board bent?"""
    _check_calls(calls, system, overcalled=overcalled)
    out = turn_rights.GoingOut(
        went_out=went_out,
        same_turn=laid_this_turn,
        final_discard=final_discard,
        overcalls=int(overcalled),
        calls=calls,
        false_lays=false_lays,
    )
    return turn_rights.judge_bend(out, _rules_of(round, system))


def _rules_of(round: int | None, system: RuleSystem) -> RuleSystem:
    """Return the rules of a round; the system itself where there are no contracts."""
    number = contract_round(round, system)
    return system if number is None else system.in_round(number)


def _check_calls(calls: int, system: RuleSystem, *, overcalled: bool) -> None:
    """Raise ContradictionError if "calls" and "overcalled" contradict each other."""
    limit = call_limit(system)
    over = limit is not None and calls > limit
    if calls == limit and system.refused_overcalls_count:
        return
    if over is not overcalled:
        allowed = "any number" if limit is None else limit
        raise ContradictionError(
            f'"calls" {calls} and "overcalled" contradict each other: {allowed} may be granted'
        )


@named(claim="kalooki")
def kalooki_question(
    system: RuleSystem,
    *,
    round: WhichRound,
    all_in_one_turn: Fact,
    melded_before: Fact,
    final_discard: Fact,
    calls: Annotated[Quantity, Decides((0, 1)), note("The winner's granted calls this round.")],
) -> Outcome:
    """Is this a Kalooki?"""
    if melded_before and all_in_one_turn:
        raise ContradictionError('"melded_before" and "all_in_one_turn" contradict each other')
    out = turn_rights.GoingOut(same_turn=all_in_one_turn, final_discard=final_discard, calls=calls)
    return turn_rights.judge_bend(out, _rules_of(round, system))


@named(claim="go_out")
def go_out_question(system: RuleSystem, *, round: WhichRound, final_discard: Fact) -> Outcome:
    """May a player go out like this?"""
    return turn_rights.may_go_out(_rules_of(round, system), final_discard=final_discard)


@named(claim="discard")
def discard_question(system: RuleSystem, *, card: CardName) -> Outcome:
    """May this card be discarded?"""
    return turn_rights.may_discard(parse_card(card, system.suits), system)


@named(claim="add_on_after_out")
def add_on_question(system: RuleSystem, *, laid: Fact) -> Outcome:
    """May this player still add cards once somebody is out?"""
    return turn_rights.may_add_on(system, down=laid)


def stock_out_question(
    system: RuleSystem,
    *,
    claim: Literal["reshuffle_discards_keep_top", "void_hand_redeal_same_dealer"],
    times: Annotated[int, Meta(ge=1, le=MOST_NUMBER), Decides((1, MOST_NUMBER))],
) -> Outcome:
    """Is this what happens when the stock runs out for the first, second, … time?"""
    if claim == "reshuffle_discards_keep_top":
        return turn_rights.may_reshuffle(system, times=times)
    return turn_rights.may_void(system, times=times)


@named(claim="share_of_pool")
def pool_question(
    system: RuleSystem,
    *,
    penalty_points: Annotated[Quantity, Decides((0, MOST_NUMBER))],
    winner: Fact,
) -> Outcome:
    """Does this player get a share of the pool?"""
    return turn_rights.may_share_pool(system, points=penalty_points, winner=winner)


@named(claim="start")
def start_question(system: RuleSystem, *, players: Quantity) -> Outcome:
    """Can this number of people play?"""
    return may_start(system, players=players)


SEATS = {
    "deal_passes_clockwise": NextDealer.LEFT,
    "dealer_is_last_round_loser": NextDealer.LOSER,
    "first_player_is_youngest": Starter.YOUNGEST,
    "first_player_is_last_round_winner": Starter.WINNER,
    "first_player_is_left_of_dealer": Starter.LEFT_OF_DEALER,
}


def seat_question(
    system: RuleSystem,
    *,
    claim: Annotated[NextDealer | Starter, Meanings(SEATS)],
    round: Annotated[int, Meta(ge=1, le=MOST_NUMBER), Decides((1, 2))],
) -> Outcome:
    """Does this player deal, or start?"""
    number = contract_round(round, system) or round
    if isinstance(claim, NextDealer):
        return judge_next_dealer(claim, system, number=number)
    return judge_starter(claim, system, number=number)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerScore:
    """What a player scored in the last round."""

    points: Number
    total: Annotated[Number | None, note("Needed where totals decide a tie.")] = None


@named(ask="next_dealer")
def next_dealer_question(
    system: RuleSystem,
    *,
    players: Annotated[
        tuple[PlayerScore, ...], note("Clockwise from the dealer's left; the dealer comes last.")
    ],
) -> Outcome:
    """How many seats to the dealer's left is the next dealer?"""
    if not players:
        raise UnreadableError('"players" must name at least one player')
    if system.next_dealer is NextDealer.LEFT:
        return amount(1, "seat")
    points = [player.points for player in players]
    totals = [player.total for player in players if player.total is not None]
    if len(totals) == len(players):
        return amount(losing_place(points, totals, system) + 1, "seat")
    places = {losing_place(points, some, system) + 1 for some in _guesses(players)}
    if len(places) > 1:
        return Said(Answer.UNCLEAR, "Can’t tell without knowing: total.", ("total",))
    return amount(places.pop(), "seat")


def _guesses(players: tuple[PlayerScore, ...]) -> Iterator[list[int]]:
    """Yield completions of the missing totals, each giving another player the highest one."""
    for first in players:
        yield [
            (MOST_NUMBER if player is first else -MOST_NUMBER)
            if player.total is None
            else player.total
            for player in players
        ]


@named(ask="deal")
def deal_question(system: RuleSystem, *, round: int | None = None) -> Outcome:
    """How many cards does each player get?"""
    return amount(system.deal_of(dealt_round(round, system)), "card")


@named(ask="stock_after_deal")
def stock_question(
    system: RuleSystem,
    *,
    players: int,
    round: int | None = None,
    jokers_per_deck: Quantity | None = None,
) -> Outcome:
    """How many cards are in the stock after the deal?"""
    number = dealt_round(round, system)
    if jokers_per_deck is not None:
        each = jokers_per_deck
        packs = range(1, len(system.jokers) + 1)
        system = replace(system, jokers=tuple(each * count for count in packs))
    return amount(system.stock_after_deal(seats(players, system), number), "card")


def pack_question(
    system: RuleSystem, *, ask: Literal["decks", "deck_size"], players: int | None = None
) -> Outcome:
    """How many packs, or cards, does this number of players need?"""
    if players is None and not system.packs:
        raise UnreadableError('say how many "players": the number of packs depends on it')
    players = system.min_players if players is None else seats(players, system)
    pack = system.pack_for(players)
    return amount(pack.size, "card") if ask == "deck_size" else amount(pack.copies, "pack")


def totals_question(
    system: RuleSystem,
    *,
    ask: Literal["winning_total", "number_of_winners"],
    totals: Annotated[dict[str, Number], Meta(min_length=1)],
) -> Outcome:
    """Which total wins, and how many players have it?"""
    least = min(totals.values())
    if ask == "winning_total":
        return amount(least)
    winners = list(totals.values()).count(least)
    if winners > 1 and system.tie_break is TieBreak.MORE_ROUNDS_WON:
        return Verdict(assumes=(Assumption.ROUNDS_WON_UNKNOWN,), unclear=True)
    return amount(winners, "winner")
