"""The last touches of a plan: the discard, room for spare jokers, and what is tacked, not laid.

Not here: which cards are laid at all (sweep, plan).
"""

from dataclasses import dataclass, replace

from kalooki_ref.cards import HIGH_ACE, JOKER, Card
from kalooki_ref.referee.advice.board import Board
from kalooki_ref.referee.advice.groups import Home, absorbs
from kalooki_ref.referee.advice.holding import Holding
from kalooki_ref.referee.advice.places import first_place
from kalooki_ref.referee.advice.plan import Plan
from kalooki_ref.referee.advice.task import Task
from kalooki_ref.referee.meld import End, Meld, MeldKind, Phase
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.referee.runs import agreed_start
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A plan with a place for every joker that has one, the discard, and what stays in hand."""

    plan: Plan
    discard: Card | None
    kept: Cards


def finish(plan: Plan, holding: Holding, task: Task, at: tuple[RuleSystem, Board]) -> Finished:
    """Return what a plan comes to; ``task`` as in the search that found it."""
    system, board = at
    spare = plan.spare
    has_room = task.tight or (bool(plan.sets) and absorbs(system))
    kept = plan.kept if has_room else plan.kept + (JOKER,) * spare
    discard = best_discard(kept, system, holding)
    if discard is not None:
        kept = without(kept, discard)
    elif task.discards and not kept and system.final_discard and has_room and spare:
        discard, spare = (JOKER, spare - 1) if system.joker_discard else (None, spare)
    if has_room:
        plan = with_spare_jokers(replace(plan, spare=spare), system, board)
    return Finished(plan, discard, kept)


def best_discard(kept: Cards, system: RuleSystem, holding: Holding) -> Card | None:
    """Return the dearest card that may be thrown; None where there is none."""
    best = None
    most = -1
    for card in kept:
        if card.suit is None:
            price = holding.joker_price if system.joker_discard else -1
        else:
            price = holding.prices[system.suits.index(card.suit)][card.rank]
        if price > most:
            best, most = card, price
    return best


def without(cards: Cards, card: Card) -> Cards:
    """Return the cards less one of them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def with_spare_jokers(plan: Plan, system: RuleSystem, board: Board) -> Plan:
    """Return the plan with every spare joker in a meld that has room for it."""
    if not plan.spare:
        return plan
    if plan.sets and absorbs(system):
        first = plan.sets[0]
        grown = Meld(first.kind, first.cards + (JOKER,) * plan.spare)
        return replace(plan, sets=(grown, *plan.sets[1:]), spare=0)
    if board.absorbs:
        return _at_home(plan, [bool(sets) for sets in board.homes].index(True))
    runs = list(plan.runs)
    spare = plan.spare
    for place, meld in enumerate(runs):
        start, cards = agreed_start([card.rank for card in meld.cards]), meld.cards
        high = min(spare, HIGH_ACE + 1 - start - len(cards))
        room = start - first_place(system)
        if not system.ace_at_both_ends and system.ace is Ace.BOTH:
            room = min(room, HIGH_ACE - 1 - len(cards) - high)
        low = min(spare - high, max(0, room))
        runs[place] = Meld(meld.kind, (JOKER,) * low + cards + (JOKER,) * high)
        spare -= low + high
    return replace(plan, runs=tuple(runs), spare=spare)


def _at_home(plan: Plan, rank: int) -> Plan:
    """Return the plan with its spare jokers tacked on a set of that rank on the table."""
    jokers: Home = ((), plan.spare, 0)
    homes = []
    found = False
    for other, taken in plan.homes:
        if other != rank:
            homes.append((other, taken))
            continue
        ((suits, wild, freed), naturals) = taken[0]
        homes.append((other, (((suits, wild + plan.spare, freed), naturals), *taken[1:])))
        found = True
    if not found:
        homes.append((rank, ((jokers, ()),)))
    return replace(plan, homes=tuple(homes), spare=0)


def laid_part(meld: Meld, system: RuleSystem) -> tuple[Meld, list[tuple[Cards, End | None]]]:
    """Return what of a meld is laid, and what is tacked on it then: high end first, then low.

    They differ only where jokers may outnumber naturals on the table but not at the lay.
    """
    if not meld_findings(meld, system, phase=Phase.LAY):
        return meld, []
    if meld.kind is MeldKind.SET:
        naturals = [card for card in meld.cards if card.rank]
        laid = tuple(naturals) + (JOKER,) * max(0, system.set_min - len(naturals))
        return Meld(meld.kind, laid), [((JOKER,) * (len(meld.cards) - len(laid)), None)]
    for length in range(len(meld.cards) - 1, system.run_min - 1, -1):
        for start in range(len(meld.cards) - length + 1):
            part = Meld(MeldKind.RUN, meld.cards[start : start + length])
            if not meld_findings(part, system, phase=Phase.LAY):
                high = meld.cards[start + length :]
                low = meld.cards[:start][::-1]
                return part, [(high, End.HIGH), (low, End.LOW)]
    return meld, []
