"""The steps of learning a game: the clauses that each shows, and a task."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import JOKER, LOW_ACE, RANKS, Card, Cards
from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.makers import MOVE, Level, Wanted, can_bend
from kalooki_ref.practice.near_legal import some_meld
from kalooki_ref.practice.questions import Place, Topic, question_at
from kalooki_ref.practice.scenes import Scene
from kalooki_ref.practice.subjects import HandScored, Subject
from kalooki_ref.referee.advice.hand_counts import first_place
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import JokerMover
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import NUMBERS

MOST_ATTEMPTS = 2_000
CHOICES = 4
# The hand of a player who never came down would be a long one to begin with.
MOST_COUNTED = 3
# The rule about replacing jokers.
MOVING = "joker_mover"


class Step(StrEnum):
    """What is learned, in order."""

    SET = "set"
    RUN = "run"
    JOKER = "joker"
    CONTRACT = "contract"
    CALL = "call"
    LAY = "lay"
    TACK = "tack"
    COUNT = "count"


class Choosing(StrEnum):
    """What a card is chosen for: to complete a meld, as a joker's card, or to be tacked."""

    COMPLETE = "complete"
    JOKER = "joker"
    TACK = "tack"


@dataclass(frozen=True, slots=True)
class CardChoice:
    """Cards on show and four to choose from, of which one is right."""

    choosing: Choosing
    meld: Meld
    cards: Cards

    def verdict_on(self, card: Card, system: RuleSystem) -> Verdict:
        """Return the verdict on choosing a card; for a joker, on the run with it in its place."""
        match self.choosing:
            case Choosing.COMPLETE:
                return judge_meld(Meld(self.meld.kind, (*self.meld.cards, card)), system)
            case Choosing.TACK:
                return judge_tack(self.meld, (card,), system)
        cards = tuple(card if laid.is_joker else laid for laid in self.meld.cards)
        return judge_meld(Meld(self.meld.kind, cards), system)

    def right_in(self, system: RuleSystem) -> list[int]:
        """Return the indexes of the cards that are right."""
        return [
            index for index, card in enumerate(self.cards) if self.verdict_on(card, system).legal
        ]


def steps_of(system: RuleSystem) -> tuple[Step, ...]:
    """Return the steps for these rules; what a game doesn't have is left out."""
    left_out = {
        Step.JOKER: not system.has_jokers,
        Step.CALL: not system.calling,
        Step.TACK: not _runs_grow(system) and not _sets_grow(system),
    }
    return tuple(step for step in Step if not left_out.get(step))


def numbers_of(step: Step, system: RuleSystem) -> tuple[str, ...]:
    """Return the numbers of the clauses that a step shows, the main one first."""
    cited = [system.clause_for(code) for code in _FAULTS[step]]
    numbers = [clause.number for clause in cited if clause]
    numbers += [NUMBERS[rule] for rule in _RULES[step] if rule != MOVING or system.has_jokers]
    return tuple(dict.fromkeys(numbers))


def task_of(step: Step, system: RuleSystem, seed: int) -> Subject | CardChoice:
    """Return the task of a step; that of the contract is an example (`contract_example`).

    With every second seed a joker is moved instead of a card tacked, where the rules allow that.
    """
    chance = Chance(seed, list(Step).index(step))
    match step:
        case Step.CALL:
            return chance.choice((Scene.CALL_WHILE_DOWN, Scene.CALL, Scene.CALL_OWN_DISCARD))
        case Step.LAY:
            return chance.choice((Scene.LAY_BEFORE_DRAWING, Scene.LAY_OUT_OF_TURN, Scene.LAY))
        case Step.COUNT:
            return _count(system, seed)
        case Step.TACK if seed % 2 and (moved := _joker_moved(system, chance)):
            return moved
    return _chosen(step, system, chance)


def _count(system: RuleSystem, seed: int) -> Subject:
    """Return a hand to count; with every second seed the board is bent, where that matters."""
    hand = question_at(Topic.COST, Place(seed, 0), system, Level.EASY)
    cards = hand.cards if isinstance(hand, HandScored) else ()
    return HandScored(cards[:MOST_COUNTED], down=True, bent=bool(seed % 2) and can_bend(system))


def _joker_moved(system: RuleSystem, chance: Chance) -> Subject | None:
    """Return a card put in the place of a joker, rightly or not; None if none may be moved."""
    if not system.has_jokers or system.joker_mover is JokerMover.NOBODY:
        return None
    wanted = Wanted(system, Level.EASY, chance.likely(50))
    made = (MOVE.make(chance, wanted) for _attempt in range(MOST_ATTEMPTS))
    return next((subject for subject in made if MOVE.suits(subject, wanted)), None)


def _chosen(step: Step, system: RuleSystem, chance: Chance) -> CardChoice:
    """Return a choice of cards of which exactly one is right."""
    for _attempt in range(MOST_ATTEMPTS):
        choice = _MAKERS[step](chance, system)
        if len(set(choice.cards)) == CHOICES and len(choice.right_in(system)) == 1:
            return choice
    return choice


def _complete_set(chance: Chance, system: RuleSystem) -> CardChoice:
    return _last_of_set(chance, system, Choosing.COMPLETE, system.set_min)


def _complete_run(chance: Chance, system: RuleSystem) -> CardChoice:
    return _last_of_run(chance, system, Choosing.COMPLETE, system.run_min)


def _tack(chance: Chance, system: RuleSystem) -> CardChoice:
    if _runs_grow(system):
        return _last_of_run(chance, system, Choosing.TACK, system.run_min + 1)
    return _last_of_set(chance, system, Choosing.TACK, system.set_min + 1)


def _runs_grow(system: RuleSystem) -> bool:
    return system.run_max is None or system.run_max > system.run_min


def _sets_grow(system: RuleSystem) -> bool:
    return system.set_max is None or system.set_max > system.set_min


def _last_of_set(chance: Chance, system: RuleSystem, choosing: Choosing, size: int) -> CardChoice:
    whole = some_meld(chance, system, MeldKind.SET, size=size)
    last, others = whole.cards[-1], chance.shuffled(system.suits)
    wrong = [_moved(last, 1), _moved(last, len(RANKS) - 1), Card(_moved(last, 2).rank, others[0])]
    return _choice(chance, choosing, Meld(whole.kind, whole.cards[:-1]), last, wrong)


def _last_of_run(chance: Chance, system: RuleSystem, choosing: Choosing, size: int) -> CardChoice:
    whole = some_meld(chance, system, MeldKind.RUN, size=size)
    meld, last = Meld(whole.kind, whole.cards[:-1]), whole.cards[-1]
    # Three cards near the right one: of another suit, and further on; nothing follows a high ace.
    suits = [suit for suit in chance.shuffled(system.suits) if suit is not last.suit]
    after = _moved(last, 1) if last.rank != LOW_ACE else _moved(whole.cards[0], -2)
    wrong = [Card(last.rank, suits[0]), after, Card(after.rank, suits[1])]
    return _choice(chance, choosing, meld, last, wrong)


def _joker(chance: Chance, system: RuleSystem) -> CardChoice:
    whole = some_meld(chance, system, MeldKind.RUN, size=max(4, system.run_min))
    at = chance.between(1, len(whole.cards) - 2)
    cards = (*whole.cards[:at], JOKER, *whole.cards[at + 1 :])
    due = whole.cards[at]
    other = chance.choice([suit for suit in system.suits if suit is not due.suit])
    # Cards next to the run, but none across an ace; and cards of another suit.
    first, last, lowest = whole.cards[0], whole.cards[-1], first_place(system)
    below = [_moved(first, -1)] if first.rank > lowest else []
    beside = [*below, _moved(last, 1)] if last.rank != LOW_ACE else below
    wrong = [*beside, *(Card(card.rank, other) for card in (due, *beside, *whole.cards))]
    return _choice(chance, Choosing.JOKER, Meld(whole.kind, cards), due, wrong[: CHOICES - 1])


def _moved(card: Card, steps: int) -> Card:
    return Card((card.rank - 1 + steps) % len(RANKS) + 1, card.suit)


def _choice(
    chance: Chance, choosing: Choosing, meld: Meld, right: Card, wrong: list[Card]
) -> CardChoice:
    return CardChoice(choosing, meld, tuple(chance.shuffled([right, *wrong])))


_MAKERS: dict[Step, Callable[[Chance, RuleSystem], CardChoice]] = {
    Step.SET: _complete_set,
    Step.RUN: _complete_run,
    Step.JOKER: _joker,
    Step.TACK: _tack,
}
# The faults whose clauses say what a step is about, and further fields of the rules.
_FAULTS: dict[Step, tuple[Code, ...]] = {
    Step.SET: (Code.RANKS_DIFFER,),
    Step.RUN: (Code.OUT_OF_ORDER,),
    Step.JOKER: (),
    Step.CONTRACT: (),
    Step.CALL: (Code.CALLER_DOWN,),
    Step.LAY: (Code.NOT_DRAWN,),
    Step.TACK: (Code.NOT_DOWN, Code.NO_FIT),
    Step.COUNT: (),
}
_RULES: dict[Step, tuple[str, ...]] = {
    Step.SET: (),
    Step.RUN: ("ace",),
    Step.JOKER: ("end_joker_reread",),
    Step.CONTRACT: ("contracts",),
    Step.CALL: ("max_calls",),
    Step.LAY: ("opening",),
    Step.TACK: (MOVING,),
    Step.COUNT: ("points", "bend"),
}
