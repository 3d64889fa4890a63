"""What cannot be in the end of a round as it is about to be written: asked, never refused.

Not here: how a question is put into words (web.messages.wording).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kalooki_ref.cards import Card
from kalooki_ref.game.bend_proof import RULES_OUT, bend_proof
from kalooki_ref.game.events import HandLeft, RoundEnded
from kalooki_ref.game.fold import hand_of, left_hand, round_facts
from kalooki_ref.game.state import Game, Round
from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.plausibility import hand_sizes, judge_worth
from kalooki_ref.referee.scoring import RoundFacts
from kalooki_ref.referee.turn_rights import may_void
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.codes import Code


@dataclass(frozen=True, slots=True)
class RoundWarning:
    """One thing that cannot be, and whose hand it is about; None where it is about all."""

    player: int | None
    finding: Finding


def round_warnings(game: Game, played: Round, end: RoundEnded) -> tuple[RoundWarning, ...]:
    """Return everything in ``end`` that the pack, the deal and the calls rule out.

    Whatever the table did not say counts in its favour.
    """
    if end.winner is None:
        return tuple(_void_warnings(game, played))
    facts = round_facts(game, played, end)
    losers = [hand_of(end, seat) for seat in played.seats if seat != end.winner]
    found = [warning for hand in losers for warning in _hand_warnings(game, hand, end, facts)]
    return (*_bend_warnings(game, played, end), *found, *_pack_warnings(game, played, end))


def _bend_warnings(game: Game, played: Round, end: RoundEnded) -> Iterator[RoundWarning]:
    """Question a bend that the record rules out, or that this winner cannot have."""
    if not end.bent or end.winner is None:
        return
    overcalls = hand_of(end, end.winner).overcalls
    proof = bend_proof(game, played, end.winner, overcalls=overcalls)
    if proof in RULES_OUT:
        yield RoundWarning(end.winner, Finding(Code.NOT_BENT, needed=proof.value))


def _hand_warnings(
    game: Game, hand: HandLeft, end: RoundEnded, facts: RoundFacts
) -> Iterator[RoundWarning]:
    told = left_hand(hand, end)
    if hand.count is not None:
        for finding in judge_worth(hand.count, game.system, told, facts).findings:
            yield RoundWarning(hand.player, finding)
    if hand.cards is not None:
        for finding in _size_findings(hand.cards, hand_sizes(game.system, told, facts)):
            yield RoundWarning(hand.player, finding)
        for finding in foreign_findings(hand.cards, game.system):
            yield RoundWarning(hand.player, finding)


def _size_findings(cards: tuple[Card, ...], sizes: tuple[int, ...]) -> Iterator[Finding]:
    held = len(cards)
    if held in sizes:
        return
    nearest = min(sizes, key=lambda size: abs(size - held))
    if sizes[0] < held < sizes[-1]:
        code = Code.COUNT_ODD
    else:
        code = Code.COUNT_LOW if held < nearest else Code.COUNT_HIGH
    yield Finding(code, needed=nearest, found=held)


def _pack_warnings(game: Game, played: Round, end: RoundEnded) -> Iterator[RoundWarning]:
    held = tuple(card for hand in end.hands for card in hand.cards or ())
    known = [
        card for card in (*played.table_cards, *held) if not foreign_findings((card,), game.system)
    ]
    for card in game.pack.surplus(known):
        most = game.pack.copies_of(card)
        yield RoundWarning(None, Finding(Code.MORE_THAN_PACK, (card,), needed=most))


def _void_warnings(game: Game, played: Round) -> Iterator[RoundWarning]:
    if not played.reshuffles:
        return
    for finding in may_void(game.system, times=played.reshuffles + 1).findings:
        yield RoundWarning(None, finding)
