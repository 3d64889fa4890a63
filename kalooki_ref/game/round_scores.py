"""Scores of a round: what its recorded end says of each player's hand."""

from kalooki_ref.game.events import HandLeft, RoundEnded
from kalooki_ref.game.state import Game, Round, Score
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, bends, score_hand


def scores_of(game: Game, played: Round, end: RoundEnded) -> tuple[Score, ...]:
    """Return the score of everybody in a round with this end; empty if it is void."""
    if end.winner is None:
        return ()
    facts = round_facts(game, played, end)
    return tuple(
        Score(hand.player, score_hand(left_hand(hand, end), game.system, facts))
        for hand in hands_of(end, dealt_in(played, end))
    )


def dealt_in(played: Round, end: RoundEnded) -> tuple[int, ...]:
    """Return the players who had a hand in a round with this end, clockwise.

    That is everybody, if no hands were recorded at all; the winner's own may be missing.
    """
    known = {hand.player for hand in end.hands} | {end.winner}
    return tuple(seat for seat in played.seats if not end.hands or seat in known)


def waited_for(game: Game, end: RoundEnded) -> tuple[int, ...]:
    """Return who waits for the next round and has a hand in this one.

    They played it: the round in which they came was undone since.
    """
    known = {hand.player for hand in end.hands} | {end.winner}
    return tuple(player.number for player in game.waiting if player.number in known)


def round_facts(game: Game, played: Round, end: RoundEnded) -> RoundFacts:
    """Return the facts shared by all scores; an offence may void the bend unless insisted on."""
    winner = hand_of(end, end.winner or 0)
    may_bend = bends(
        game.system,
        same_turn=True,
        overcalls=winner.overcalls,
        false_lays=winner.false_lays,
    )
    bent = end.bent and (may_bend or end.bend_stands)
    players = max(played.dealt, len(dealt_in(played, end)))
    return RoundFacts(bent=bent, number=played.number, players=players)


def was_bent(game: Game, played: Round) -> bool:
    """Whether the board counts as bent in a round that ended."""
    return bool(game.system.bend and played.end and round_facts(game, played, played.end).bent)


def hand_of(end: RoundEnded, seat: int) -> HandLeft:
    """Return the player's recorded hand; an empty one if nothing was recorded."""
    return hands_of(end, (seat,))[0]


def hands_of(end: RoundEnded, seats: tuple[int, ...]) -> tuple[HandLeft, ...]:
    """Return each player's recorded hand; empty ones if nothing was recorded."""
    hands = {hand.player: hand for hand in reversed(end.hands)}
    return tuple(hands.get(seat) or HandLeft(seat) for seat in seats)


def left_hand(hand: HandLeft, end: RoundEnded) -> LeftHand:
    """Convert a recorded hand to the referee's `LeftHand`."""
    return LeftHand(
        points=hand.count,
        cards=hand.cards,
        is_winner=hand.player == end.winner,
        is_down=hand.is_down,
        overcalls=hand.overcalls,
        false_lays=hand.false_lays,
        fine=hand.fine,
        barred=hand.barred,
    )
