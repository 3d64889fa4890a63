"""Judge a natural card taking a joker's place, and where the joker goes.

Not here: where in a run there is room (referee.joker_landing), jokers in sets
(referee.set_jokers), plain tacks (referee.tack), whose turn it is.
"""

from functools import partial

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import UNTOLD, Supply, foreign_findings, surplus_findings
from kalooki_ref.referee.joker_landing import JokerTo, Landing, land_joker
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.referee.rereading import other_readings
from kalooki_ref.referee.run_order import is_listed_downwards
from kalooki_ref.referee.runs import run_reading
from kalooki_ref.referee.set_jokers import free_set_joker
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.choices import JokerMover
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]


def judge_joker_move(  # noqa: PLR0913
    target: Meld,
    index: int,
    with_cards: Cards,
    system: RuleSystem,
    *,
    by: Owner | None = None,
    down: bool | None = True,
    to: JokerTo | End | None = None,
    supply: Supply = UNTOLD,
) -> Verdict:
    """Return the verdict on putting these cards in the place of the joker at ``index``, from 0.

    ``by`` is whose meld it is to the player who moves; ``to`` where the joker shall go, which only
    some systems leave open. ``result`` is the meld afterwards, the joker moved or gone;
    ``instead`` as it would lie had the joker gone where it may. Sheets 000
    to 004, on replacing jokers.
    """
    goal = None if to is None else JokerTo(to.value)
    landing = _landing(target, index, with_cards, system, goal)
    barred = [Finding(Code.NOT_DOWN)] if down is False else []
    barred += [*_mover_findings(target, system, by), *foreign_findings(with_cards, system)]
    found = [*barred, *landing.findings]
    lying = target.cards
    surplus, assumes = surplus_findings(with_cards, system, supply=supply, beside=lying)
    doubts = _doubts(target, system, by=by, down=down)
    unclear = landing.unclear or bool(doubts) or bool(assumes)
    return Verdict(
        findings=tuple(found + surplus),
        result=() if found or surplus or unclear else landing.cards,
        assumes=assumes + landing.assumes + doubts,
        unclear=unclear,
        mending=None
        if goal is None or barred or surplus
        else partial(_by_the_rule, target, index, with_cards, system),
    )


def _by_the_rule(target: Meld, index: int, with_cards: Cards, system: RuleSystem) -> Cards | None:
    """Return the meld once the joker goes where it may; None when that is not the only fault."""
    landing = _landing(target, index, with_cards, system, None)
    return None if landing.findings or landing.unclear else landing.cards


def _landing(
    target: Meld, index: int, with_cards: Cards, system: RuleSystem, goal: JokerTo | None
) -> Landing:
    standing = meld_findings(target, system, phase=Phase.TACK)
    if standing:
        return Landing(findings=tuple(standing))
    if not 0 <= index < len(target.cards) or target.cards[index].rank:
        at = (index,) if 0 <= index < len(target.cards) else ()
        return Landing(findings=(Finding(Code.NO_JOKER_THERE, at=at),))
    if target.kind is MeldKind.SET:
        return free_set_joker(target.cards, index, with_cards, system, goal=goal)
    return _run_landing(target.cards, index, with_cards, system, goal)


def _run_landing(
    cards: Cards, index: int, with_cards: Cards, system: RuleSystem, goal: JokerTo | None
) -> Landing:
    if system.joker_mover is JokerMover.NOBODY:
        return Landing(findings=(Finding(Code.JOKER_FIXED),))
    if is_listed_downwards(cards):
        cards, index = cards[::-1], len(cards) - 1 - index
    landing, due = _replaced(cards, index, system, goal)
    if with_cards == (due,):
        return landing
    for run in other_readings(cards, system) if index in (0, len(cards) - 1) else ():
        read_anew, other = _replaced(run, len(cards) - 1 - index, system, goal)
        if with_cards == (other,):
            return read_anew
    wrong = Finding(Code.NOT_THE_CARD, with_cards, (index,), needed=str(due))
    return Landing(findings=(wrong, *landing.findings))


def _replaced(
    cards: Cards, index: int, system: RuleSystem, goal: JokerTo | None
) -> tuple[Landing, Card]:
    """Return where the joker goes once its card has its place, and which card that is."""
    due = run_reading(cards)[index]
    return land_joker((*cards[:index], due, *cards[index + 1 :]), system, goal=goal), due


def _mover_findings(target: Meld, system: RuleSystem, by: Owner | None) -> list[Finding]:
    if target.kind is MeldKind.SET:
        return []
    if system.joker_mover is JokerMover.OWNER and by is Owner.OTHER:
        return [Finding(Code.NOT_THE_OWNER)]
    return []


def _doubts(
    target: Meld, system: RuleSystem, *, by: Owner | None, down: bool | None
) -> tuple[Assumption, ...]:
    doubts = []
    is_run = target.kind is MeldKind.RUN
    if is_run and by is None and system.joker_mover is JokerMover.OWNER:
        doubts.append(Assumption.OWNER_UNKNOWN)
    if down is None:
        doubts.append(Assumption.DOWN_UNKNOWN)
    return tuple(doubts)
