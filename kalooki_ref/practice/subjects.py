"""What a question is about: cards laid, tacked or moved, a situation, a score, a hand."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from kalooki_ref.cards import RANKS, Card, Cards, beyond
from kalooki_ref.practice.scenes import SETTINGS, Scene
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.decide import can_meet
from kalooki_ref.referee.advice.hand_counts import count_cards
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, TableMeld, cards_in
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.scoring import (
    LeftHand,
    RoundFacts,
    card_points,
    opening_points,
    score_hand,
    total,
)
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.turn_rights import may_discard
from kalooki_ref.referee.verdict import Answer, Verdict
from kalooki_ref.rules.clause import Clause, Provenance
from kalooki_ref.rules.clause_index import chapter_of
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.constraints import objections_to
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import NUMBERS, SWITCHES

# The chapters before it are about the pack and the rounds, which a question states.
FIRST_OF_PLAY = 3
# Steps of a search: enough for the hands asked about, and few on a slow phone.
MOST_STEPS = 1_500


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A set or a run laid in a first lay."""

    meld: Meld


@dataclass(frozen=True, slots=True)
class Lay:
    """The melds with which a player comes down in round ``number``."""

    melds: tuple[Meld, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Tacked:
    """Cards added to a meld on the board by a player who is ``down`` or not."""

    target: Meld
    cards: Cards
    down: bool = True


@dataclass(frozen=True, slots=True)
class JokerMoved:
    """Real cards put in the place of the joker at ``index``; ``to`` is where it goes, if said."""

    target: Meld
    index: int
    cards: Cards
    by: Owner
    to: JokerTo | None = None


@dataclass(frozen=True, slots=True)
class HandScored:
    """The cards left in a hand when somebody else went out."""

    cards: Cards
    down: bool
    bent: bool = False
    overcalls: int = 0
    false_lays: int = 0

    @property
    def left(self) -> LeftHand:
        """The hand as it is scored."""
        return LeftHand(
            cards=self.cards,
            is_down=self.down,
            overcalls=self.overcalls,
            false_lays=self.false_lays,
        )


@dataclass(frozen=True, slots=True)
class HandHeld:
    """A hand after the draw, in round ``number``, of a player who isn't down."""

    cards: Cards
    number: int
    calls: int = 0


@dataclass(frozen=True, slots=True)
class TwoLays:
    """Two lays of a hand after the draw, in round ``number``; one leaves the fewest points."""

    cards: Cards
    number: int
    lays: tuple[tuple[Meld, ...], tuple[Meld, ...]]
    calls: int = 0


Judged = LaidMeld | Lay | Tacked | JokerMoved | Scene
Subject = Judged | HandScored | HandHeld | TwoLays


def cards_of(subject: Subject) -> Iterator[Cards]:
    """Yield the cards that a question shows, meld by meld."""
    match subject:
        case LaidMeld(meld):
            yield meld.cards
        case Lay(melds):
            yield from (meld.cards for meld in melds)
        case Tacked(target, cards) | JokerMoved(target, _, cards):
            yield from (target.cards, cards)
        case HandScored(cards) | HandHeld(cards) | TwoLays(cards):
            yield cards


def judge(subject: Judged, system: RuleSystem) -> Verdict:
    """Return the verdict on what a player does."""
    match subject:
        case LaidMeld(meld):
            return judge_meld(meld, system)
        case Lay(melds, number):
            return judge_lay(melds, system, number=number)
        case Tacked(target, cards, down):
            return judge_tack(target, cards, system, down=down)
        case JokerMoved(target, index, cards, by, to):
            return judge_joker_move(target, index, cards, system, by=by, to=to)
    return SETTINGS[subject].judge(system)


def points_of(subject: HandScored, system: RuleSystem) -> int:
    """Return what the hand costs."""
    return total(score_hand(subject.left, system, RoundFacts(bent=subject.bent)))


def points_left(cards: Cards, melds: tuple[Meld, ...], system: RuleSystem) -> int:
    """Return the points left in a hand after laying these melds and the dearest discard."""
    kept = beyond(cards, cards_in(melds))
    discards = [card for card in kept if may_discard(card, system).legal]
    worth = [card_points(card, system) for card in kept]
    return sum(worth) - max((card_points(card, system) for card in discards), default=0)


def right_lay(subject: TwoLays, system: RuleSystem) -> int | None:
    """Return the index of the lay that leaves less; None if neither is legal."""
    legal = [
        index
        for index, lay in enumerate(subject.lays)
        if judge(Lay(lay, subject.number), system).legal
    ]
    left = {index: points_left(subject.cards, subject.lays[index], system) for index in legal}
    return min(left, key=left.__getitem__, default=None)


def advice_on(
    subject: HandHeld | TwoLays, system: RuleSystem, most_steps: int = MOST_STEPS
) -> Advice:
    """Return the best play of the hand, without melds of others on the board."""
    contract = system.contract_of(subject.number)
    played = system.in_round(subject.number)
    calls = subject.calls
    return advise(Question(subject.cards, played, contract, calls=calls, most_steps=most_steps))


def advice_after(
    subject: TwoLays, lay: tuple[Meld, ...], system: RuleSystem, most_steps: int = MOST_STEPS
) -> Advice:
    """Return the best play of what a lay leaves in hand: more melds, tacks and joker moves."""
    kept = beyond(subject.cards, cards_in(lay))
    board = tuple(TableMeld(meld, Owner.OWN) for meld in lay)
    played = system.in_round(subject.number)
    return advise(Question(kept, played, table=board, down=True, most_steps=most_steps))


def clause_about(subject: Judged, system: RuleSystem) -> Clause | None:
    """Return the clause that says what the question is about, for an act that is legal."""
    if isinstance(subject, Scene):
        rule = SETTINGS[subject].rule
        number = NUMBERS.get(rule, _SCENE_CLAUSES.get(subject, ""))
        return next((clause for clause in system.clauses if clause.number == number), None)
    return system.clause_for(_forbidden(subject, system))


def readings_behind(subject: Subject, system: RuleSystem) -> tuple[Clause, ...]:
    """Return the clauses that are our reading, if another reading would change the answer."""
    same = (outcome(subject, system), Answer.UNCLEAR)
    other = [clause for clause, rules in _readings(system) if outcome(subject, rules) not in same]
    spoken = {*_without_switch(subject, system)}
    other += [
        clause
        for clause in system.clauses
        if clause.number in spoken and clause.provenance is Provenance.OURS
    ]
    return tuple(dict.fromkeys(other))


def outcome(subject: Subject, system: RuleSystem) -> object:
    """Return what a question asks for: legal or not, the points, or whether the hand comes down."""
    match subject:
        case HandScored():
            return points_of(subject, system)
        case HandHeld():
            return _comes_down(subject, system)
        case TwoLays():
            return right_lay(subject, system)
    return judge(subject, system).answer


def is_met(subject: HandHeld, system: RuleSystem) -> bool | None:
    """Whether a hand meets the contract; None if only a search can say whether it comes down."""
    contract = system.contract_of(subject.number)
    played = system.in_round(subject.number)
    return can_meet(count_cards(subject.cards, played), contract, played) if contract else None


def _comes_down(subject: HandHeld, system: RuleSystem) -> bool:
    """Whether a hand can come down; quicker than the best play."""
    can = is_met(subject, system)
    return advice_on(subject, system).can_come_down if can is None else can


@lru_cache(maxsize=16)
def _readings(system: RuleSystem) -> tuple[tuple[Clause, RuleSystem], ...]:
    return tuple(_otherwise(system))


def _otherwise(system: RuleSystem) -> Iterator[tuple[Clause, RuleSystem]]:
    """Yield each clause that is our reading, with the rules as others may read them."""
    ours = {
        clause.number: clause
        for clause in system.clauses
        if clause.provenance is Provenance.OURS and chapter_of(clause.number) >= FIRST_OF_PLAY
    }
    for switch in SWITCHES:
        clause = ours.get(NUMBERS[switch.field])
        for choice in switch.choices if clause else ():
            if choice.value == getattr(system, switch.field):
                continue
            values: dict[str, Any] = {switch.field: choice.value, **dict(choice.also)}
            played = replace(system, **values)
            if clause and not objections_to(played, frozenset({switch.field})):
                yield clause, played


def _without_switch(subject: Subject, system: RuleSystem) -> Iterator[str]:
    """Yield the numbers of clauses that no switch changes and that the answer depends on."""
    match subject:
        case HandScored(bent=True):
            unfined = replace(subject, down=True, overcalls=0, false_lays=0)
            if points_of(subject, system) != points_of(unfined, system):
                yield FINE_ON_BENT_BOARD
        case Lay(melds, number) if {*judge(subject, system).codes} <= {Code.OPENING_SHORT}:
            if _hangs_on_a_joker(melds, system.in_round(number)):
                yield JOKERS_WORTH
        case HandHeld(cards, number) if system.in_round(number).opening:
            played = system.in_round(number)
            if _hangs_on_a_joker(_opening_lay(cards, played), played):
                yield JOKERS_WORTH


def _opening_lay(cards: Cards, system: RuleSystem) -> tuple[Meld, ...]:
    """Return the best first lay, or one that could open if jokers counted more than they do."""
    lay = advise(Question(cards, system, most_steps=MOST_STEPS)).lay
    jokers = sum(card.is_joker for card in cards)
    if lay or not jokers:
        return lay
    least, dearest = _opening_range(system)
    cheaper = replace(system, opening=max(1, system.opening - jokers * (dearest - least)))
    return advise(Question(cards, cheaper, most_steps=MOST_STEPS)).lay


def _opening_range(system: RuleSystem) -> tuple[int, int]:
    """Return the least and the most that a card counts toward an opening in points."""
    worth = [opening_points(Card(rank, system.suits[0]), system) for rank in RANKS]
    return min(worth), max(worth)


def _hangs_on_a_joker(melds: tuple[Meld, ...], system: RuleSystem) -> bool:
    """Whether it depends on the worth of jokers if melds are enough for an opening in points."""
    cards = cards_in(melds)
    naturals = [card for card in cards if not card.is_joker]
    least = sum(opening_points(card, system) for card in naturals)
    _, dearest = _opening_range(system)
    return least < system.opening <= least + dearest * (len(cards) - len(naturals))


def _forbidden(subject: LaidMeld | Lay | Tacked | JokerMoved, system: RuleSystem) -> Code:
    """Return a fault of the clause that says how such a move is made."""
    match subject:
        case LaidMeld(meld):
            return Code.RANKS_DIFFER if meld.kind is MeldKind.SET else Code.OUT_OF_ORDER
        case Lay():
            return Code.CONTRACT_SHORT if system.contracts else Code.OPENING_SHORT
        case Tacked():
            return Code.NO_FIT
    return Code.NOT_THE_CARD


# Clauses that no switch changes: whether fines double, and what a joker counts when coming down.
FINE_ON_BENT_BOARD = "9.8"
JOKERS_WORTH = "5.5"
# Clauses without a field: when to lay, what can be called, what a turn begins with.
_SCENE_CLAUSES = {
    Scene.CALL_BENEATH: "8.8",
    Scene.CALL_AGAIN: "8.8",
    Scene.UPCARD: "8.1",
    Scene.UPCARD_AFTER_CALL: "8.14",
    Scene.LAY: "5.2",
    Scene.LAY_OUT_OF_TURN: "5.2",
    Scene.LAY_BEFORE_DRAWING: "5.2",
}
