"""Judges an entry against the current state of the game, before it is saved.

Nothing is refused: the table can overrule the referee.
"""

from dataclasses import replace
from functools import singledispatch

from kalooki_ref.game import events
from kalooki_ref.game.board_changes import judge_added, judge_builders, supply_beside
from kalooki_ref.game.state import Game, Place, Round, overcalls
from kalooki_ref.referee.calls import Call, call_limit, calls_to_lay, may_call, most_to_lay
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import judge_joker_move, may_open_with_joker
from kalooki_ref.referee.lay import OpeningTurn, judge_extra_meld, judge_lay
from kalooki_ref.referee.meld import Owner
from kalooki_ref.referee.run_growth import NOTHING_ADDED
from kalooki_ref.referee.turn_rights import TurnState, may_lay, may_reshuffle
from kalooki_ref.referee.verdict import LEGAL, Assumption, Finding, Verdict
from kalooki_ref.rules.codes import Code


def judge_event(game: Game, event: events.Event) -> Verdict:
    """Return the verdict on an entry; it has no findings once the game is over.

    Cards are judged together with all cards known to be on the board. Facts that weren't recorded
    are assumed in the player's favour.
    """
    return LEGAL if game.current is None else _judged(event, game, game.current)


def is_barred(game: Game, place: Place) -> bool:
    """Whether an overcall forbids the player to come down this round (000: overcalls)."""
    return not may_lay(TurnState(overcalled=overcalls(game, place) > 0), game.system).legal


@singledispatch
def _judged(_event: events.Event, _game: Game, _current: Round) -> Verdict:
    """Return the verdict on an entry of this round; without a handler below it is legal."""
    return LEGAL


@_judged.register
def _call(event: events.CallAnswered, game: Game, current: Round) -> Verdict:
    place = current.place_of(event.player)
    if place is None or not event.granted:
        return LEGAL
    has_begun = bool(current.melds_of(event.player))
    call = Call(down=place.is_down, has_begun=has_begun, calls=place.calls)
    return may_call(call, game.rules_in(current))


@_judged.register
def _lay(event: events.MeldsLaid, game: Game, current: Round) -> Verdict:
    place = current.place_of(event.player)
    if place is None or event.returned:
        return LEGAL
    if place.is_down:
        return _further_melds(game, current, event)
    state = TurnState(overcalled=overcalls(game, place) > 0, laid_falsely=place.false_lays > 0)
    barred = may_lay(state, game.rules_in(current))
    if not event.melds:
        return barred
    others = supply_beside(game, current.board, but=event.player)
    built = judge_builders(game, current, event.builders)
    lay = judge_lay(
        event.melds,
        game.rules_in(current),
        number=current.number,
        supply=Supply(game.pack, others.table + built.cards),
        turn=OpeningTurn(built.points, event.goes_out),
        own=current.melds_of(event.player),
    )
    found, unrecorded = _cards_put_down(game, current, event, place)
    return replace(
        lay,
        findings=barred.findings + lay.findings + built.findings + found,
        assumes=lay.assumes + unrecorded,
    )


def _cards_put_down(
    game: Game, current: Round, event: events.MeldsLaid, place: Place
) -> tuple[tuple[Finding, ...], tuple[Assumption, ...]]:
    """Compare the cards of a first lay with the hand's size, which depends on recorded calls."""
    laid = (place.put_down or 0) + len(event.cards)
    proven = calls_to_lay(laid, game.rules_in(current), number=current.number)
    limit = call_limit(game.rules_in(current))
    if limit is not None and proven > limit:
        most = most_to_lay(game.rules_in(current), number=current.number, calls=limit)
        return (Finding(Code.COUNT_HIGH, needed=most, found=laid),), ()
    return (), (Assumption.CALLS_UNRECORDED,) if proven > place.calls else ()


def has_tacked(current: Round, event: events.MeldsLaid) -> bool:
    """Whether the player tacked earlier in the same turn, as far as recorded.

    An entry marked as a later turn is believed.
    """
    turn = current.turn
    return turn is not None and turn.player == event.player and turn.has_tacked and not event.later


def _further_melds(game: Game, current: Round, event: events.MeldsLaid) -> Verdict:
    own = current.melds_of(event.player)
    findings: list[Finding] = []
    for index, meld in enumerate(event.melds):
        verdict = judge_extra_meld(
            meld,
            game.rules_in(current),
            own=own + event.melds[:index],
            tacked_this_turn=has_tacked(current, event),
            supply=supply_beside(game, current.board, but=event.player),
        )
        findings += [found for found in verdict.findings if found not in findings]
    return Verdict(tuple(findings))


@_judged.register
def _tack(event: events.Tacked, game: Game, current: Round) -> Verdict:
    place = current.place_of(event.player)
    if place is None:
        return Verdict((Finding(Code.NO_FIT),))
    turn = current.turn
    is_same = turn is not None and turn.player == event.player
    earlier = turn.added_to(event.meld) if turn and is_same else NOTHING_ADDED
    return judge_added(game, current.board, event, down=place.is_down, earlier=earlier)


@_judged.register
def _move(event: events.JokerMoved, game: Game, current: Round) -> Verdict:
    place = current.place_of(event.player)
    if place is None or not 0 <= event.meld < len(current.board):
        return Verdict((Finding(Code.NO_JOKER_THERE),))
    laid = current.board[event.meld]
    # A player who isn't down may take the joker in order to come down with it.
    system = game.rules_in(current)
    opens_as_well = not place.is_down and may_open_with_joker(laid.meld.kind, system)
    return judge_joker_move(
        laid.meld,
        event.place,
        event.cards,
        system,
        by=Owner.OWN if laid.owner == event.player else Owner.OTHER,
        down=None if opens_as_well else place.is_down,
        to=event.to or event.end,
        supply=supply_beside(game, current.board, but_meld=event.meld),
    )


@_judged.register
def _reshuffle(_event: events.StockReshuffled, game: Game, current: Round) -> Verdict:
    return may_reshuffle(game.rules_in(current), times=current.reshuffles + 1)
