"""Judge replacing a joker with the natural card, and where the joker goes."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from functools import partial

from kalooki_ref.cards import JOKER, Card, Cards
from kalooki_ref.referee import run_growth
from kalooki_ref.referee.inventory import UNKNOWN_SUPPLY, Supply, foreign_findings, surplus_findings
from kalooki_ref.referee.meld import End, Meld, MeldAfter, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.referee.run_order import ordered_run
from kalooki_ref.referee.runs import run_reading
from kalooki_ref.referee.sets import largest_set, missing_suits, set_rank
from kalooki_ref.referee.verdict import Answer, Assumption, Finding, OnlyFor, Verdict
from kalooki_ref.rules.choices import JokerGoes, JokerMover, SetJoker
from kalooki_ref.rules.clause_index import NO_ROOM_BESIDE_A_JOKER
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


class JokerTo(StrEnum):
    """Where the player wants the joker to go."""

    HIGH = "high"
    LOW = "low"
    REUSE_NOW = "reuse_now"
    HAND = "hand"


_BOTH = (End.HIGH, End.LOW)
_EITHER = (Owner.OWN, Owner.OTHER)


def judge_joker_move(  # noqa: PLR0913
    target: Meld,
    index: int,
    with_cards: Cards,
    system: RuleSystem,
    *,
    by: Owner | None = None,
    down: bool | None = True,
    to: JokerTo | End | None = None,
    supply: Supply = UNKNOWN_SUPPLY,
) -> Verdict:
    """Return the verdict on replacing the joker at ``index`` (from 0) with these cards.

    ``by`` is whose meld it is relative to the player, None if unknown. ``to`` is where the joker is
    to go; if the system leaves a choice that matters and it is None, the verdict is unclear.
    ``result`` is the meld afterwards; ``instead`` is the meld if the joker had gone to a legal
    destination. Sheets 000 to 004, on replacing jokers.
    """
    if by is None and takes_owner(target, system):
        judge = partial(judge_joker_move, target, index, with_cards, system)
        own, other = [judge(by=owner, down=down, to=to, supply=supply) for owner in _EITHER]
        return _with_unknown_owner(own, other, system)
    goal = None if to is None else JokerTo(to.value)
    if target.kind is MeldKind.RUN and by is Owner.OWN:
        system = as_owner(system)
    landing = _landing(target, index, with_cards, system, goal)
    must_be_down = not is_run_open_to_all(target.kind, system)
    barred = [Finding(Code.NOT_DOWN)] if must_be_down and down is False else []
    is_others = system.joker_mover is JokerMover.OWNER and by is Owner.OTHER
    if is_others and target.kind is MeldKind.RUN:
        barred.append(Finding(Code.NOT_THE_OWNER))
    barred += foreign_findings(with_cards, system)
    found = [*barred, *landing.findings]
    beside = target.cards
    surplus, assumes = surplus_findings(with_cards, system, supply=supply, beside=beside)
    unknown = [Assumption.DOWN_UNKNOWN] if must_be_down and down is None else []
    unclear = bool(unknown or assumes)
    return Verdict(
        findings=tuple(found + surplus),
        result=() if found or surplus or unclear else landing.cards,
        assumes=(*assumes, *landing.assumes, *unknown),
        unclear=unclear or Assumption.REUSE_UNKNOWN in landing.assumes,
        repair=None
        if goal is None or barred or surplus
        else partial(_by_the_rule, target, index, with_cards, system),
    )


def takes_owner(target: Meld, system: RuleSystem) -> bool:
    """Whether the meld's owner matters when its joker is moved."""
    by_owner = system.joker_mover is JokerMover.OWNER or system.own_joker_to_hand
    return target.kind is MeldKind.RUN and by_owner


def _with_unknown_owner(own: Verdict, other: Verdict, system: RuleSystem) -> Verdict:
    """Return the verdict if the owner is unknown, from those for an own and another's meld."""
    if own.answer is other.answer is Answer.ILLEGAL or own == other:
        return own
    are_legal = own.answer is other.answer is Answer.LEGAL
    is_owners_right = system.joker_mover is JokerMover.OWNER
    unknown = Assumption.OWNER_UNKNOWN if is_owners_right else Assumption.OWNER_DECIDES_JOKER
    assumes = tuple(dict.fromkeys((*own.assumes, *other.assumes, unknown)))
    return replace(own, findings=(), result=(), assumes=assumes, unclear=not are_legal)


def as_owner(system: RuleSystem) -> RuleSystem:
    """Return the rules for a player's own run, whose jokers may go into the hand."""
    if not system.own_joker_to_hand:
        return system
    return replace(system, joker_goes=JokerGoes.INTO_THE_HAND, own_joker_to_hand=False)


def may_open_with_joker(kind: MeldKind, system: RuleSystem) -> bool:
    """Whether a joker may be taken from such a meld in order to come down with it (002)."""
    opens_with_points = bool(system.opening) and system.joker_leaves_its_meld
    return opens_with_points or is_run_open_to_all(kind, system)


def is_run_open_to_all(kind: MeldKind, system: RuleSystem) -> bool:
    """Whether the meld is a run whose jokers may be taken by players who are not down, too."""
    return kind is MeldKind.RUN and system.joker_mover is JokerMover.ANYONE


def land_joker(run: Cards, system: RuleSystem, *, goal: JokerTo | None) -> MeldAfter:
    """Return a run, low to high with the natural card in place, after the joker has moved.

    ``goal`` is where the player wants the joker to go, None if unknown.
    """
    if goal in (JokerTo.HAND, JokerTo.REUSE_NOW) or system.joker_leaves_its_meld:
        return _land_off(run, system, goal)
    end = None if goal is None else End(goal.value)
    return _WAYS[system.joker_goes](run, system, end)


def free_set_joker(
    cards: Cards, index: int, with_cards: Cards, system: RuleSystem, *, goal: JokerTo | None
) -> MeldAfter:
    """Return the set with naturals of all missing suits in it and its jokers removed.

    The first natural replaces the joker at ``index``. A full set keeps its joker; in some systems
    jokers never leave sets (002: sets).
    """
    if system.set_joker is SetJoker.STAYS:
        return MeldAfter(findings=(Finding(Code.SET_JOKER_FIXED),))
    most = largest_set(system)
    if most is not None and len(cards) >= most:
        return MeldAfter(findings=(Finding(Code.SET_LOCKED, cards, needed=most),))
    found = _card_findings(cards, with_cards, system) + taken_findings(system, goal)
    if found:
        return MeldAfter(findings=found)
    filled = (*cards[:index], with_cards[0], *cards[index + 1 :], *with_cards[1:])
    result = tuple(card for card in filled if card.rank)
    return MeldAfter(result, assumes=taken_assumes(system, goal))


def taken_findings(system: RuleSystem, goal: JokerTo | None) -> tuple[Finding, ...]:
    """Return findings if a joker may not be taken off the meld to this destination."""
    if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        return (Finding(Code.JOKER_NOT_REUSED),) if goal is JokerTo.HAND else ()
    if system.joker_goes is JokerGoes.INTO_THE_HAND:
        return ()
    is_choice_open = system.joker_goes is JokerGoes.CHOSEN_END and goal is JokerTo.REUSE_NOW
    if is_choice_open:
        return (Finding(Code.END_NEEDED),)
    needed = OnlyFor.OWNER if system.own_joker_to_hand else None
    return (Finding(Code.JOKER_INTO_HAND, needed=needed),)


def taken_assumes(system: RuleSystem, goal: JokerTo | None) -> tuple[Assumption, ...]:
    """Return the assumptions made about a joker taken off the meld."""
    trusts = goal is None and system.joker_goes is JokerGoes.REUSED_AT_ONCE
    return (Assumption.REUSE_UNKNOWN,) if trusts else ()


def _by_the_rule(target: Meld, index: int, with_cards: Cards, system: RuleSystem) -> Cards | None:
    """Return the meld with the joker moved by the rules; None if other faults remain."""
    landing = _landing(target, index, with_cards, system, None)
    return None if landing.findings else landing.cards or None


def _landing(
    target: Meld, index: int, with_cards: Cards, system: RuleSystem, goal: JokerTo | None
) -> MeldAfter:
    standing = meld_findings(target, system, phase=Phase.TACK)
    if standing:
        return MeldAfter(findings=tuple(standing))
    if not 0 <= index < len(target.cards) or target.cards[index].rank:
        at = (index,) if 0 <= index < len(target.cards) else ()
        return MeldAfter(findings=(Finding(Code.NO_JOKER_THERE, at=at),))
    if system.joker_mover is JokerMover.NOBODY:
        return MeldAfter(findings=(Finding(Code.JOKER_FIXED),))
    if target.kind is MeldKind.SET:
        return free_set_joker(target.cards, index, with_cards, system, goal=goal)
    return _run_landing(target.cards, index, with_cards, system, goal)


def _run_landing(
    cards: Cards, index: int, with_cards: Cards, system: RuleSystem, goal: JokerTo | None
) -> MeldAfter:
    cards, given = ordered_run(cards, system)
    if given is not None:
        index = given.index(index)
    if system.jokers_from_inside and index in (0, len(cards) - 1):
        return MeldAfter(findings=(Finding(Code.JOKER_AT_END, at=(index,)),))
    landing, due = _replaced(cards, index, system, goal)
    end = {0: End.LOW, len(cards) - 1: End.HIGH}.get(index)
    moved = end and run_growth.end_moved(cards, end, system)
    again = [_replaced(moved, len(cards) - 1 - index, system, goal)] if moved else []
    fitting = [found for found, card in ((landing, due), *again) if with_cards == (card,)]
    if fitting:
        return next((found for found in fitting if not found.findings), fitting[0])
    wrong = Finding(Code.NOT_THE_CARD, with_cards, (index,), needed=(due,))
    return MeldAfter(findings=(wrong, *landing.findings))


def _replaced(
    cards: Cards, index: int, system: RuleSystem, goal: JokerTo | None
) -> tuple[MeldAfter, Card]:
    """Return the run after the replacement, and the natural card that the joker stands for."""
    due = run_reading(cards, system)[index]
    return land_joker((*cards[:index], due, *cards[index + 1 :]), system, goal=goal), due


def _land_off(run: Cards, system: RuleSystem, goal: JokerTo | None) -> MeldAfter:
    if goal in (JokerTo.HIGH, JokerTo.LOW):
        return _at_end(run, system, End(goal.value))
    found = taken_findings(system, goal)
    return MeldAfter(() if found else run, found, taken_assumes(system, goal))


def _at_end(run: Cards, system: RuleSystem, end: End) -> MeldAfter:
    finding = _end_finding(run, system, end)
    if finding is None:
        return MeldAfter(run_growth.with_card(run, JOKER, end))
    if finding.code is Code.NO_FREE_END:
        other = End.LOW if end is End.HIGH else End.HIGH
        taken = end if _end_finding(run, system, other) is None else None
        finding = replace(finding, needed=taken)
    return MeldAfter(findings=(finding,))


def _end_finding(run: Cards, system: RuleSystem, end: End) -> Finding | None:
    """Return why the joker can't go to this end; None if it can."""
    limit = run_growth.limit_of(run_growth.next_place(run, end), run, system)
    if limit is not None:
        return Finding(limit if system.joker_leaves_its_meld else Code.NO_FREE_END, (JOKER,))
    crowding = run_growth.crowding_finding(run, system, end)
    return crowding and replace(crowding, number=NO_ROOM_BESIDE_A_JOKER)


def _at_chosen_end(run: Cards, system: RuleSystem, end: End | None) -> MeldAfter:
    if end is not None:
        return _at_end(run, system, end)
    landings = [_at_end(run, system, each) for each in _BOTH]
    open_ends = [landing for landing in landings if not landing.findings]
    if len(open_ends) == 1:
        return open_ends[0]
    if not open_ends:
        return landings[0]
    return MeldAfter(assumes=(Assumption.END_UNKNOWN,))


def _high_else_low(run: Cards, system: RuleSystem, end: End | None) -> MeldAfter:
    high = _at_end(run, system, End.HIGH)
    if end is End.HIGH or not high.findings:
        return _unless_low(end, high)
    return _at_end(run, system, End.LOW)


def _high_until_ace(run: Cards, system: RuleSystem, end: End | None) -> MeldAfter:
    if run_growth.has_reached_the_ace(run, system):
        return _at_end(run, system, end or End.LOW)
    return _unless_low(end, _at_end(run, system, End.HIGH))


def _unless_low(end: End | None, high: MeldAfter) -> MeldAfter:
    """Return a finding if the low end was chosen while the joker must go to the high end."""
    if end is End.LOW:
        return MeldAfter(findings=(Finding(Code.HIGH_END_FIRST, (JOKER,)),))
    return high


def _card_findings(cards: Cards, with_cards: Cards, system: RuleSystem) -> tuple[Finding, ...]:
    rank = set_rank(cards)
    due = [Card(rank, suit) for suit in missing_suits(cards, system)]
    if not due:
        return (Finding(Code.SET_JOKER_FIXED),)
    found = []
    wrong = tuple(c for i, c in enumerate(with_cards) if c not in due or c in with_cards[:i])
    lacking = tuple(card for card in due if card not in with_cards)
    if wrong:
        wanted = lacking or tuple(due)
        found.append(Finding(Code.NOT_THE_CARD, wrong, needed=wanted))
    if lacking:
        found.append(Finding(Code.SET_JOKER_FIXED, lacking, needed=tuple(due)))
    return tuple(found)


_WAYS: dict[JokerGoes, Callable[[Cards, RuleSystem, End | None], MeldAfter]] = {
    JokerGoes.CHOSEN_END: _at_chosen_end,
    JokerGoes.HIGH_ELSE_LOW: _high_else_low,
    JokerGoes.HIGH_UNTIL_ACE: _high_until_ace,
}
