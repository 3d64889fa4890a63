"""A smallest lay that meets a contract: the shortest runs and sets, found by the quick decision.

Not here: whether there is one (windows), and what is best (best).
"""

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, Card
from kalooki_ref.referee.advice.holding import Holding
from kalooki_ref.referee.advice.places import rank_at
from kalooki_ref.referee.advice.plan import Plan
from kalooki_ref.referee.advice.windows import Decision, Window, rules_of, shortest_runs_suffice
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem


def smallest_lay(holding: Holding, contract: Contract, system: RuleSystem) -> Plan | None:
    """Return a lay that meets the contract and no more; None where none was found in time."""
    if system.set_suits_differ or not shortest_runs_suffice(system):
        return None
    decision = Decision(holding, contract, rules_of(system))
    if not decision.answer():
        return None
    rests = [list(counts[:HIGH_ACE]) for counts in holding.counts]
    runs = [_run_of(suit, window, rests, system) for suit, window in decision.chosen]
    sets = _sets_of(contract.sets, rests, (system, rules_of(system).set_costs))
    kept = [
        Card(rank, system.suits[suit])
        for suit, rest in enumerate(rests)
        for rank in range(LOW_ACE, HIGH_ACE)
        for _ in range(rest[rank])
    ]
    spare = holding.jokers - sum([meld.cards.count(JOKER) for meld in runs + sets])
    return Plan(tuple(sets), tuple(runs), tuple(kept), spare=spare)


def _run_of(suit: int, window: Window, rests: list[list[int]], system: RuleSystem) -> Meld:
    """Take a shortest run out of the cards."""
    _, start, places = window
    cards = []
    for place in range(start, start + system.run_min):
        if place in places:
            rests[suit][rank_at(place)] -= 1
            cards.append(Card(rank_at(place), system.suits[suit]))
        else:
            cards.append(JOKER)
    return Meld(MeldKind.RUN, tuple(cards))


def _sets_of(
    most: int, rests: list[list[int]], at: tuple[RuleSystem, list[tuple[int, ...]]]
) -> list[Meld]:
    """Take the sets that need the fewest jokers out of the cards."""
    system, costs = at
    offers = []
    for rank in range(LOW_ACE, HIGH_ACE):
        naturals = sum([rest[rank] for rest in rests])
        offers += [(cost, rank) for cost in costs[naturals]]
    chosen = [rank for _, rank in sorted(offers)[:most]]
    sets: list[Meld] = []
    for rank in sorted(set(chosen)):
        sets += _sets_of_rank(rank, chosen.count(rank), rests, system)
    return sets


def _sets_of_rank(rank: int, number: int, rests: list[list[int]], system: RuleSystem) -> list[Meld]:
    melds: list[list[Card]] = [[] for _ in range(number)]
    for suit, rest in enumerate(rests):
        while rest[rank] and min(map(len, melds)) < system.set_min:
            rest[rank] -= 1
            min(melds, key=len).append(Card(rank, system.suits[suit]))
    short = [(JOKER,) * (system.set_min - len(cards)) for cards in melds]
    rows = zip(melds, short, strict=True)
    return [Meld(MeldKind.SET, tuple(cards) + jokers) for cards, jokers in rows]
