"""Plans: what to lay, tack and keep; and placing leftover jokers and choosing the discard."""

from dataclasses import dataclass, replace

from kalooki_ref.cards import JOKER, Card, Cards, beyond
from kalooki_ref.referee.advice.hand_counts import HandCounts
from kalooki_ref.referee.advice.rank_sets import SetTack, room_for_jokers
from kalooki_ref.referee.advice.set_limits import is_bounded
from kalooki_ref.referee.advice.table_runs import TableRun
from kalooki_ref.referee.advice.tack_targets import TackTargets
from kalooki_ref.referee.meld import End, Meld, MeldKind, Phase
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.choices import JokerCap
from kalooki_ref.rules.model import RuleSystem

# Places and the cards at them, low to high.
Cells = tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class RunTack:
    """A run on the board, by suit, and the cells to add to it."""

    suit: int
    run: TableRun
    cells: Cells


@dataclass(frozen=True, slots=True)
class RankTacks:
    """What to add to the sets of one rank on the board, one tack and its naturals per set."""

    rank: int
    tacks: tuple[tuple[SetTack, Cards], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The melds to lay, the tacks, the cards kept, and the number of unassigned jokers."""

    sets: tuple[Meld, ...] = ()
    runs: tuple[Meld, ...] = ()
    kept: Cards = ()
    run_tacks: tuple[RunTack, ...] = ()
    rank_tacks: tuple[RankTacks, ...] = ()
    spare: int = 0

    @property
    def melds(self) -> tuple[Meld, ...]:
        """All melds to lay, sets first."""
        return self.sets + self.runs


@dataclass(frozen=True, slots=True)
class CompletePlan:
    """A plan with all jokers assigned where possible, the discard, and the cards left in hand."""

    plan: Plan
    discard: Card | None
    kept: Cards


def place_leftovers(
    plan: Plan, hand: HandCounts, targets: TackTargets, system: RuleSystem, *, discards: bool
) -> CompletePlan:
    """Complete a plan; ``discards`` as in the search that found it.

    A joker is kept for the discard if no other card can be discarded.
    """
    is_needed = discards and not plan.kept and system.final_discard and system.joker_discard
    to_throw = min(plan.spare, int(is_needed))
    placed = _with_spare_jokers(replace(plan, spare=plan.spare - to_throw), targets, system)
    kept = plan.kept + (JOKER,) * (placed.spare + to_throw)
    discard = best_discard(kept, system, hand)
    if discard is not None:
        kept = beyond(kept, (discard,))
    return CompletePlan(placed, discard, kept)


def best_discard(kept: Cards, system: RuleSystem, hand: HandCounts) -> Card | None:
    """Return the dearest card that may be discarded, or None."""

    def price(card: Card) -> int:
        if card.suit is None:
            return hand.joker_price
        return hand.prices[system.suits.index(card.suit)][card.rank]

    allowed = [card for card in kept if card.rank or system.joker_discard]
    return max(allowed, key=price, default=None)


def _with_spare_jokers(plan: Plan, targets: TackTargets, system: RuleSystem) -> Plan:
    """Return the plan with unassigned jokers added to its own melds first, then on the board."""
    spare = plan.spare
    grown = []
    for meld in plan.melds:
        while spare:
            longer = _with_a_joker(meld, system)
            if longer is None:
                break
            meld, spare = longer, spare - 1  # noqa: PLW2901
        grown.append(meld)
    sets = len(plan.sets)
    plan = replace(plan, sets=tuple(grown[:sets]), runs=tuple(grown[sets:]), spare=spare)
    return _with_jokers_tacked(plan, targets, system)


def _with_a_joker(meld: Meld, system: RuleSystem) -> Meld | None:
    """Return a meld with a joker added, at the high end if possible; None if there is no room."""
    for cards in ((*meld.cards, JOKER), (JOKER, *meld.cards)):
        if _is_playable(Meld(meld.kind, cards), system):
            return Meld(meld.kind, cards)
    return None


def _is_playable(meld: Meld, system: RuleSystem) -> bool:
    """Whether some part of a meld can be laid and the rest tacked to it."""
    if meld_findings(meld, system, phase=Phase.TACK):
        return False
    part, tacks = laid_part(meld, system)
    for cards, end in tacks:
        if cards:
            verdict = judge_tack(part, cards, system, end=end)
            if verdict.findings or verdict.unclear:
                return False
            part = Meld(meld.kind, verdict.result)
    return len(part.cards) == len(meld.cards)


def _with_jokers_tacked(plan: Plan, targets: TackTargets, system: RuleSystem) -> Plan:
    """Return the plan with unassigned jokers tacked to unbounded sets on the board."""
    tacks = {tacked.rank: tacked.tacks for tacked in plan.rank_tacks}
    spare = plan.spare
    for rank, sets in enumerate(targets.sets):
        if not spare or not sets or is_bounded(system):
            continue
        (suits, jokers, freed), naturals = tacks.get(rank, ((SetTack((), 0, 0), ()),))[0]
        more = spare
        if system.set_joker_cap is JokerCap.ALWAYS:
            slack = sum(map(room_for_jokers, sets))
            more = max(0, min(spare, slack + len(naturals) - jokers))
        if more:
            tacks[rank] = ((SetTack(suits, jokers + more, freed), naturals),)
        spare -= more
    rank_tacks = tuple(RankTacks(rank, taken) for rank, taken in sorted(tacks.items()))
    return replace(plan, rank_tacks=rank_tacks, spare=spare)


def laid_part(
    meld: Meld, system: RuleSystem, set_size: int = 0
) -> tuple[Meld, list[tuple[Cards, End | None]]]:
    """Return the part of a meld to lay, then cards to tack at the high and at the low end.

    A set is laid with the fewest jokers that bring it to ``set_size`` cards, within their limit.
    The parts only differ where jokers may outnumber naturals on the board, but not when laid.
    """
    if not meld_findings(meld, system, phase=Phase.LAY):
        return meld, []
    if meld.kind is MeldKind.SET:
        return _laid_set(meld, system, max(set_size, system.set_min))
    for length in range(len(meld.cards) - 1, system.run_min - 1, -1):
        for start in range(len(meld.cards) - length + 1):
            part = Meld(MeldKind.RUN, meld.cards[start : start + length])
            if not meld_findings(part, system, phase=Phase.LAY):
                high = meld.cards[start + length :]
                low = meld.cards[:start][::-1]
                return part, [(high, End.HIGH), (low, End.LOW)]
    return meld, []


def _laid_set(
    meld: Meld, system: RuleSystem, size: int
) -> tuple[Meld, list[tuple[Cards, End | None]]]:
    naturals = tuple(card for card in meld.cards if card.rank)
    for cards in range(min(size, len(meld.cards)), system.set_min - 1, -1):
        part = Meld(meld.kind, naturals + (JOKER,) * (cards - len(naturals)))
        if not meld_findings(part, system, phase=Phase.LAY):
            return part, [((JOKER,) * (len(meld.cards) - len(part.cards)), None)]
    return meld, []
