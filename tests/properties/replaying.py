"""Replays a plan through the referee: every move must be legal, every card accounted for.

It is independent of the replay in referee.advice.
"""

from collections.abc import Sequence
from itertools import takewhile

from kalooki_ref.api.card_questions import joker_move_question
from kalooki_ref.api.fields import GivenCards, GivenMeld
from kalooki_ref.cards import JOKER, KOOKY_SUITS, STANDARD_SUITS, Card, Pack
from kalooki_ref.referee.advice.question import (
    Advice,
    AdvisedMove,
    JokerMove,
    Question,
    Tack,
    Where,
)
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import judge_joker_move, may_open_with_joker
from kalooki_ref.referee.lay import (
    OpeningTurn,
    builder_points,
    contract_findings,
    judge_extra_meld,
    judge_lay,
)
from kalooki_ref.referee.meld import Meld, Owner
from kalooki_ref.referee.scoring import bends, hand_points
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.turn_rights import may_discard, may_go_out
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.codes import Code
from tests.properties.due import still_due

PLENTY = Supply(Pack((*STANDARD_SUITS, *KOOKY_SUITS), 99, 99), ())


class Replay:
    """A turn played from the question's board, move by move."""

    def __init__(self, question: Question) -> None:
        self.question, self.system = question, question.system
        self.hand = list(question.hand)
        self.laid: list[tuple[Meld, Owner]] = []
        self.table = [(item.meld, item.owner) for item in question.table]
        self.is_down = question.down
        self.has_tacked = False
        self.owed = 0

    def come_down(self, melds: tuple[Meld, ...], turn: OpeningTurn) -> None:
        """Lay the first melds: the opening, or further melds of a player who is down."""
        self.is_down = True
        if self.question.down:
            for meld in melds:
                self.lay_more(meld)
            return
        own = [meld for meld, owner in self.table if owner is Owner.OWN]
        verdict = judge_lay(melds, self.system, supply=PLENTY, turn=turn, own=own)
        assert not verdict.findings, (verdict.codes, melds)
        assert not contract_findings(melds, still_due(self.question), self.system), melds
        for meld in melds:
            self.take(meld.cards)
            self.laid.append((meld, Owner.OWN))

    def lay_more(self, meld: Meld) -> None:
        own = [here for here, owner in (*self.table, *self.laid) if owner is Owner.OWN]
        verdict = judge_extra_meld(
            meld, self.system, own=own, tacked_this_turn=self.has_tacked, supply=PLENTY
        )
        assert verdict.legal, (verdict.codes, meld)
        self.take(meld.cards)
        self.laid.append((meld, Owner.OWN))

    def lay_all(self, waiting: list[Meld]) -> None:
        """Lay all waiting melds."""
        while waiting:
            self.lay_more(waiting.pop(0))

    def step(self, step: Tack | JokerMove) -> None:
        rows = self.laid if step.where is Where.LAY else self.table
        meld, owner = rows[step.index]
        self.take(step.cards)
        if isinstance(step, Tack):
            verdict = judge_tack(meld, step.cards, self.system, end=step.end, supply=PLENTY)
            self.has_tacked = True
        else:
            self.check_with_the_judge(meld, owner, step)
            verdict = judge_joker_move(
                meld, step.at, step.cards, self.system, by=owner, to=step.to, supply=PLENTY
            )
        assert verdict.legal, (verdict.codes, meld, step)
        grown = Meld(meld.kind, verdict.result)
        freed = len(meld.cards) + len(step.cards) - len(grown.cards)
        self.hand += [JOKER] * freed
        self.owed += freed
        rows[step.index] = (grown, owner)

    def check_with_the_judge(self, meld: Meld, owner: Owner, move: JokerMove) -> None:
        """Check the joker move with the API's judge as well."""
        verdict = joker_move_question(
            self.system,
            target=GivenMeld(meld.kind, GivenCards(meld.cards)),
            index=move.at,
            with_=GivenCards(move.cards),
            by=owner,
            laid=self.is_down,
            opens_this_turn=not self.is_down,
            to=move.to,
        )
        assert Code.NOT_DOWN not in verdict.codes, (meld, move)

    def discard(self, card: Card | None) -> None:
        if self.system.joker_goes is JokerGoes.REUSED_AT_ONCE:
            assert not self.owed, "a joker was taken and not played again"
        if card is not None:
            assert may_discard(card, self.system).legal, card
            self.take((card,))
        elif not self.hand:
            assert may_go_out(self.system, final_discard=False).legal

    def take(self, cards: tuple[Card, ...]) -> None:
        """Remove cards from the hand; jokers among them count as replayed."""
        for card in cards:
            assert card in self.hand, card
            self.hand.remove(card)
            if not card.rank:
                self.owed = max(0, self.owed - 1)


def opening_turn(turn: Replay, moves: Sequence[AdvisedMove], *, goes_out: bool) -> OpeningTurn:
    """Return what the turn adds to its opening: the tacks before the first joker move."""
    rows = [meld for meld, _ in turn.table]
    built = 0
    for step in takewhile(lambda step: isinstance(step, Tack), moves):
        if step.where is Where.TABLE:
            meld = rows[step.index]
            verdict = judge_tack(meld, step.cards, turn.system, end=step.end, supply=PLENTY)
            assert verdict.legal, (verdict.codes, step)
            rows[step.index] = Meld(meld.kind, verdict.result)
            built += builder_points(meld, rows[step.index], turn.system)
    return OpeningTurn(built, goes_out)


def taken_first(question: Question, advice: Advice) -> list[JokerMove]:
    """Return the joker moves made first, in order to open with those jokers."""
    if question.down or advice.laid_first:
        return []
    is_move = [isinstance(step, JokerMove) for step in advice.moves]
    taken = list(advice.moves[: [*is_move, False].index(False)])
    for step in taken:
        kind = question.table[step.index].meld.kind
        assert may_open_with_joker(kind, question.system), step
    return taken


def replay(question: Question, advice: Advice) -> int:
    """Play the advice and return the points left; raises AssertionError if a move is illegal.

    Melds that depend on taken jokers are laid right after the last of those is taken.
    """
    turn = Replay(question)
    taken = taken_first(question, advice)
    for step in taken:
        turn.step(step)
    moves = advice.moves[len(taken) :]
    laid_first = len(advice.lay) if taken else advice.laid_first
    opening = opening_turn(turn, moves, goes_out=advice.goes_out)
    turn.come_down(advice.lay[:laid_first], opening)
    later = list(advice.lay[laid_first:])
    for place, step in enumerate(moves):
        if not any(isinstance(more, JokerMove) for more in moves[place:]):
            turn.lay_all(later)
        turn.step(step)
    turn.lay_all(later)
    assert hand_points(turn.hand, turn.system) == advice.leftover_before_discard
    assert advice.leftover <= advice.leftover_before_discard
    if advice.leftover_after_discard is None:
        assert advice.discard is None
        assert not advice.goes_out
        return hand_points(turn.hand, turn.system)
    assert advice.discard is not None or not turn.hand, "no card is thrown"
    turn.discard(advice.discard)
    assert advice.goes_out == (not turn.hand)
    assert hand_points(turn.hand, turn.system) == advice.leftover_after_discard
    assert advice.bends == (
        advice.goes_out and not question.down and bends(turn.system, same_turn=True, overcalls=0)
    )
    return advice.leftover_after_discard
