"""Checks the end of a round against the record: evidence for a bent board, and contradictions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from kalooki_ref.cards import Cards
from kalooki_ref.game.events import HandLeft, RoundEnded
from kalooki_ref.game.round_scores import hand_of, left_hand, round_facts
from kalooki_ref.game.state import Game, Place, Round, has_laid, overcalls
from kalooki_ref.referee.calls import call_limit, is_out_at_once
from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.plausibility import hand_sizes, judge_worth
from kalooki_ref.referee.scoring import RoundFacts, bends
from kalooki_ref.referee.turn_rights import TurnState, barring_faults, may_void
from kalooki_ref.referee.verdict import BarredBy, Finding
from kalooki_ref.rules.choices import BarredFromLaying
from kalooki_ref.rules.codes import Code


class Proof(StrEnum):
    """Evidence that the board is bent, may be bent, or can't be."""

    # The recorded lay is marked as ending the round in the same turn.
    SAID_OUT = "said_out"
    # The recorded lay used every card but the one to discard.
    WHOLE_HAND = "whole_hand"
    # Calls are recorded in this round, none of this player: such a lay leaves one card to discard.
    NEVER_CALLED = "never_called"
    # Other players are recorded as down, this one isn't.
    NOT_DOWN_BEFORE = "not_down_before"
    # The player came down, and nothing recorded since shows that the turn ended.
    MAY_BE_ONE_TURN = "may_be_one_turn"
    # The player came down in an earlier turn.
    WAS_DOWN = "was_down"
    # The player overcalled, and so couldn't come down.
    BARRED = "barred"
    # The player overcalled, which rules out a bend.
    OVERCALLED = "overcalled"
    # The player made a false lay, which rules out a bend by these rules.
    LAID_FALSELY = "laid_falsely"
    # The player never called, which rules out a bend by these rules.
    NO_CALL = "no_call"


PROVES = (Proof.SAID_OUT, Proof.WHOLE_HAND)
HINTS = (Proof.NEVER_CALLED, Proof.NOT_DOWN_BEFORE, Proof.MAY_BE_ONE_TURN)
RULES_OUT = (
    Proof.WAS_DOWN,
    Proof.BARRED,
    Proof.OVERCALLED,
    Proof.LAID_FALSELY,
    Proof.NO_CALL,
)


# Fields of the rules by which an offence rules out a bend, or coming down.
_SPOILED_BY = {
    Proof.BARRED: "overcall",
    Proof.OVERCALLED: "overcall",
    Proof.LAID_FALSELY: "false_lay",
}


@dataclass(frozen=True, slots=True)
class RoundWarning:
    """A contradiction, and the player it concerns; None if it concerns all."""

    player: int | None
    finding: Finding


def bend_proof(
    game: Game, played: Round, winner: int, *, overcalls: int = 0, false_lays: int = 0
) -> Proof | None:
    """Return the evidence for or against a bent board; None if there is none.

    Only recorded lays prove a bend. Missing calls or missing lays are hints, and only in a round
    in which calls or lays were recorded at all.
    """
    place = played.place_of(winner)
    if place is None or not bends(game.system, same_turn=True):
        return None
    if not bends(game.system, same_turn=True, overcalls=overcalls):
        barred = any(isinstance(cost, BarredFromLaying) for cost in game.system.overcall)
        return Proof.BARRED if barred else Proof.OVERCALLED
    if not bends(game.system, same_turn=True, false_lays=false_lays or place.false_lays):
        return Proof.LAID_FALSELY
    records_calls = any(past.calls for past in (*game.past, played))
    calls = place.calls if records_calls else None
    if not bends(game.system, same_turn=True, calls=calls):
        return Proof.NO_CALL
    if has_laid(played, winner):
        return _proof_of_a_lay(game, played, place)
    return _hint_without_a_lay(game, played, place)


def round_warnings(game: Game, played: Round, end: RoundEnded) -> tuple[RoundWarning, ...]:
    """Return everything in ``end`` that contradicts the pack, the deal or the calls.

    Facts that weren't recorded are assumed to fit.
    """
    if end.winner is None:
        times = played.reshuffles
        findings = may_void(game.system, times=times + 1).findings if times else ()
        return tuple(RoundWarning(None, finding) for finding in findings)
    facts = round_facts(game, played, end)
    losers = [hand_of(end, seat) for seat in played.seats if seat != end.winner]
    found = [warning for hand in losers for warning in _hand_warnings(game, hand, end, facts)]
    return (
        *_winner_warnings(game, played, end),
        *_bend_warnings(game, played, end),
        *found,
        *_pack_warnings(game, played, end, facts),
    )


def _proof_of_a_lay(game: Game, played: Round, place: Place) -> Proof:
    if place.goes_out:
        return Proof.SAID_OUT
    turn = played.turn
    if turn is None or turn.player != place.player or not turn.came_down:
        return Proof.WAS_DOWN
    whole = _whole_hand(game, played, place)
    laid = place.put_down or 0
    is_whole = whole is not None and not place.tacked and laid >= whole
    return Proof.WHOLE_HAND if is_whole else Proof.MAY_BE_ONE_TURN


def _whole_hand(game: Game, played: Round, place: Place) -> int | None:
    """Return the hand's size less the discard; None if unrecorded calls may have added cards."""
    calls = place.calls if played.calls else call_limit(game.system)
    if calls is None:
        return None
    return game.rules_in(played).deal_of(played.number) + game.system.cards_per_call * calls


def _hint_without_a_lay(game: Game, played: Round, place: Place) -> Proof | None:
    if any(other.is_down for other in played.places):
        return Proof.NOT_DOWN_BEFORE
    # A table that recorded calls only in earlier rounds may have stopped.
    rules = game.rules_in(played)
    if played.calls and is_out_at_once(rules, number=played.number, calls=place.calls):
        return Proof.NEVER_CALLED
    return None


def _winner_warnings(game: Game, played: Round, end: RoundEnded) -> Iterator[RoundWarning]:
    """Yield a warning for a winner who was barred from coming down this round.

    A player who was down before the offence may still go out.
    """
    place = played.place_of(end.winner or 0)
    if place is None or (place.is_down and place.barred is None):
        return
    overcalled, laid_falsely = _faults(game, place, hand_of(end, place.player))
    state = TurnState(overcalled=overcalled > 0, laid_falsely=laid_falsely > 0)
    for fault in barring_faults(state, game.system):
        reason = Proof.BARRED if fault is BarredBy.OVERCALL else Proof.LAID_FALSELY
        found = Finding(Code.BARRED, needed=reason, rule=_SPOILED_BY[reason])
        yield RoundWarning(place.player, found)


def _faults(game: Game, place: Place, left: HandLeft) -> tuple[int, int]:
    """Return a player's overcalls and false lays: as entered, else as recorded."""
    return left.overcalls or overcalls(game, place), left.false_lays or place.false_lays


def _bend_warnings(game: Game, played: Round, end: RoundEnded) -> Iterator[RoundWarning]:
    """Yield warnings for a bend that the record or the winner's offences rule out."""
    if not end.bent or end.winner is None:
        return
    place = played.place_of(end.winner)
    if place is None:
        return
    overcalled, laid_falsely = _faults(game, place, hand_of(end, end.winner))
    proof = bend_proof(game, played, end.winner, overcalls=overcalled, false_lays=laid_falsely)
    if proof in RULES_OUT:
        found = Finding(Code.NOT_BENT, needed=proof, rule=_SPOILED_BY.get(proof, ""))
        yield RoundWarning(end.winner, found)


def _hand_warnings(
    game: Game, hand: HandLeft, end: RoundEnded, facts: RoundFacts
) -> Iterator[RoundWarning]:
    left = left_hand(hand, end)
    if hand.count is not None:
        for finding in judge_worth(hand.count, game.system, left, facts).findings:
            yield RoundWarning(hand.player, finding)
    if hand.cards is not None:
        for finding in _size_findings(hand.cards, hand_sizes(game.system, left, facts) or (0,)):
            yield RoundWarning(hand.player, finding)
        for finding in foreign_findings(hand.cards, game.system):
            yield RoundWarning(hand.player, finding)


def _size_findings(cards: Cards, sizes: tuple[int, ...]) -> Iterator[Finding]:
    held = len(cards)
    if held in sizes:
        return
    nearest = min(sizes, key=lambda size: abs(size - held))
    if sizes[0] < held < sizes[-1]:
        code = Code.COUNT_ODD
    else:
        code = Code.COUNT_LOW if held < nearest else Code.COUNT_HIGH
    yield Finding(code, needed=nearest, found=held)


def _pack_warnings(
    game: Game, played: Round, end: RoundEnded, facts: RoundFacts
) -> Iterator[RoundWarning]:
    pack = game.system.pack_for(facts.players or len(played.places))
    held = tuple(card for hand in end.hands for card in hand.cards or ())
    known = [
        card for card in (*played.table_cards, *held) if not foreign_findings((card,), game.system)
    ]
    for card in pack.surplus(known):
        most = pack.copies_of(card)
        yield RoundWarning(None, Finding(Code.MORE_THAN_PACK, (card,), needed=most))


def is_same(one: RoundEnded, other: RoundEnded) -> bool:
    """Whether two ends of a round have the same counts, whatever their text or overruling."""
    return _counts(one) == _counts(other)


def _counts(end: RoundEnded) -> RoundEnded:
    hands = tuple(replace(hand, sum_text="") for hand in end.hands)
    return replace(end, hands=hands, overruled="", bend_stands=False)
