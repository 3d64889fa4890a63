"""Combinations of rules that are invalid, each with its reason."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kalooki_ref.rules import choices
from kalooki_ref.rules.conditions import Condition
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import SWITCHES

Changed = frozenset[str]
Rule = Callable[[RuleSystem, Changed], bool]


@dataclass(frozen=True, slots=True)
class Objection:
    """The conflicting fields and the reason for the conflict (an English msgid).

    ``values`` fill the placeholders of the reason.
    """

    fields: tuple[str, ...]
    reason: str
    values: tuple[tuple[str, int], ...] = ()

    @property
    def english(self) -> str:
        """The reason in English, filled."""
        return self.reason % dict(self.values)


def objections_to(system: RuleSystem, changed: Changed) -> tuple[Objection, ...]:
    """Return all conflicts in a system; ``changed`` are the fields that differ from its base."""
    limits = (("most", system.max_players),)
    broken = (
        replace(constraint, values=limits)
        for constraint, is_broken in _CONSTRAINTS.items()
        if is_broken(system, changed)
    )
    return (*_changes_without_effect(system, changed), *broken)


def _changes_without_effect(system: RuleSystem, changed: Changed) -> Iterator[Objection]:
    """Yield an objection for each condition that changed fields need and that doesn't hold."""
    waiting: dict[Condition, list[str]] = {}
    for switch in SWITCHES:
        if switch.field in changed:
            for condition in switch.only:
                if not condition.holds(system):
                    waiting.setdefault(condition, []).append(switch.field)
    for condition, fields in waiting.items():
        yield Objection((*fields, *condition.fields), condition.reason)


def _deals_fit(system: RuleSystem) -> bool:
    """Whether the list of deals has one number per round, or a single number for all rounds."""
    return _has_a_number_each(system.deals, system)


def _larger_deals_fit(system: RuleSystem) -> bool:
    return all(_has_a_number_each(table.deals or (0,), system) for table in system.larger_tables)


def _has_a_number_each(deals: tuple[int, ...], system: RuleSystem) -> bool:
    return len(deals) in {1, len(system.contracts) or 1}


def _packs_are_known(system: RuleSystem) -> bool:
    """Whether packs are defined for each number of players, and jokers for each number of packs."""
    if not system.packs and not system.players_per_pack:
        return False
    return all(has_packs(system, players) for players in _tables(system))


def has_packs(system: RuleSystem, players: int) -> bool:
    """Whether the rules define the number of jokers for this number of players."""
    larger = system.larger_table(players)
    if larger is not None and larger.jokers is not None:
        return True
    packs = system.packs_for(players)
    return packs <= choices.MOST_PACKS and choices.jokers_with(packs, system.jokers) is not None


def can_be_dealt(system: RuleSystem, players: int) -> bool:
    """Whether there are enough cards for this number of players to be dealt and draw once."""
    if players < 2 or not has_packs(system, players):
        return False
    rounds = range(1, (len(system.contracts) or 1) + 1)
    return all(system.stock_after_deal(players, number) >= players for number in rounds)


def _tables(system: RuleSystem) -> range:
    """Return the possible numbers of players, at least the largest."""
    return range(min(system.min_players, system.max_players), system.max_players + 1)


def _pack_suffices(system: RuleSystem) -> bool:
    """Whether every deal leaves a card in the stock, for any number of players."""
    rounds = range(1, (len(system.contracts) or 1) + 1)
    return all(
        system.stock_after_deal(players, number) >= 1
        for players in _tables(system)
        for number in rounds
    )


def _asks(system: RuleSystem, is_asked: Callable[[choices.Contract], bool]) -> bool:
    """Whether the contract of any round satisfies the predicate."""
    return any(
        is_asked(contract) for contract in system.contracts if not contract.opens_with_points
    )


def _no_bend_without_bend(system: RuleSystem, changed: Changed) -> bool:
    fined = {"overcall", "false_lay"} & changed
    return not system.bend and any(choices.NoBending() in getattr(system, field) for field in fined)


_CONSTRAINTS: dict[Objection, Rule] = {
    Objection(
        ("calling", "max_calls"), "With calling on, a player needs at least one call a round."
    ): lambda system, _: system.calling and system.max_calls == 0,
    Objection(
        ("max_calls", "overcall"), "Where calls have no limit, no call can be one too many."
    ): lambda system, _: system.calling and system.max_calls is None and bool(system.overcall),
    Objection(
        ("refused_overcalls_count", "max_calls"),
        "Where calls have no limit, no refused one is beyond it.",
    ): lambda system, changed: (
        system.calling
        and system.max_calls is None
        and "refused_overcalls_count" in changed
        and system.refused_overcalls_count
    ),
    Objection(
        ("call_decider", "refusing_takes_upcard"),
        "The player who discarded a card can’t be made to take it back for refusing a call.",
    ): lambda system, _: (
        system.calling
        and system.refusing_takes_upcard
        and system.call_decider is choices.CallDecider.DISCARDER
    ),
    Objection(
        ("upcard", "first_upcard_callable"),
        "No card is turned up after the deal, so there is no first upcard to call.",
    ): lambda system, _: system.first_upcard_callable and not system.upcard,
    Objection(
        ("contracts",),
        "Without contracts this is another game: start from one that opens with points.",
    ): lambda system, changed: "contracts" in changed and not system.contracts,
    Objection(
        ("contracts", "set_min"), "A contract asks for a set smaller than a set may be."
    ): lambda system, _: _asks(
        system, lambda contract: bool(contract.sets) and contract.set_size < system.set_min
    ),
    Objection(
        ("contracts", "run_min"), "A contract asks for a run shorter than a run may be."
    ): lambda system, _: _asks(
        system, lambda contract: bool(contract.runs) and contract.run_size < system.run_min
    ),
    Objection(
        ("contracts", "set_max"), "A contract asks for a set larger than a set may be."
    ): lambda system, _: _asks(
        system,
        lambda contract: (
            bool(contract.sets) and contract.set_size > (system.set_max or contract.set_size)
        ),
    ),
    Objection(
        ("contracts", "run_max"), "A contract asks for a run longer than a run may be."
    ): lambda system, _: _asks(
        system,
        lambda contract: (
            bool(contract.runs) and contract.run_size > (system.run_max or contract.run_size)
        ),
    ),
    Objection(
        ("contracts", "suits_apart"),
        "There are four suits: if a player’s runs must differ in suit, nobody can lay five.",
    ): lambda system, _: (
        system.suits_apart and _asks(system, lambda contract: contract.runs > len(system.suits))
    ),
    Objection(
        ("last_contract_all_cards", "contract_in_parts"),
        "A contract that is laid with all cards at once can’t come in parts.",
    ): lambda system, _: system.last_contract_all_cards and system.contract_in_parts,
    Objection(
        ("opening", "contracts"), "This game opens with a contract, so points can’t open it."
    ): lambda system, _: bool(system.opening) and bool(system.contracts),
    Objection(
        ("opening",), "This game has no contracts, so it needs points to open."
    ): lambda system, _: not system.opening and not system.contracts,
    Objection(
        ("set_max",), "The largest set can’t be smaller than the smallest."
    ): lambda system, _: system.set_max is not None and system.set_max < system.set_min,
    Objection(
        ("run_max", "run_min"), "The longest run can’t be shorter than the shortest."
    ): lambda system, _: system.run_max is not None and system.run_max < system.run_min,
    Objection(
        ("set_max", "set_suits_differ"),
        "There are four suits: if each can be in a set only once, a set has at most 4 cards.",
    ): lambda system, _: (
        system.set_suits_differ and (system.set_max is None or system.set_max > len(system.suits))
    ),
    Objection(
        ("set_joker", "set_suits_differ"),
        "A suit can be missing only where the suits in a set must differ.",
    ): lambda system, _: (
        system.set_joker is choices.SetJoker.FOR_ALL_MISSING_SUITS and not system.set_suits_differ
    ),
    Objection(
        ("ace", "ace_at_both_ends"), "An ace that is never low can’t be at both ends."
    ): lambda system, _: system.ace is choices.Ace.HIGH and system.ace_at_both_ends,
    Objection(
        ("set_min_naturals",), "A set can’t need more real cards than its smallest size."
    ): lambda system, _: system.set_min_naturals > system.set_min,
    Objection(
        ("run_min_naturals",), "A run can’t need more real cards than its smallest size."
    ): lambda system, _: system.run_min_naturals > system.run_min,
    Objection(
        ("run_max", "ace_at_both_ends"),
        "A run with an ace at each end has 14 cards, more than a run may have here.",
    ): lambda system, changed: "ace_at_both_ends" in changed and system.run_max is not None,
    Objection(
        ("joker_mover", "joker_goes"),
        "A player who isn’t down can take a joker only if it may be played again or kept in hand.",
    ): lambda system, _: (
        system.joker_mover is choices.JokerMover.ANYONE and not system.joker_leaves_its_meld
    ),
    Objection(
        ("joker_mover", "own_joker_to_hand", "jokers_from_inside"),
        "A joker that nobody may replace is taken neither from inside a run nor into a hand.",
    ): lambda system, _: (
        system.joker_mover is choices.JokerMover.NOBODY
        and (system.own_joker_to_hand or system.jokers_from_inside)
    ),
    Objection(
        ("own_joker_to_hand", "joker_goes"),
        "Here every joker leaves its run, in your own runs too.",
    ): lambda system, changed: (
        "own_joker_to_hand" in changed and system.own_joker_to_hand and system.joker_leaves_its_meld
    ),
    Objection(
        ("set_joker", "joker_goes"),
        "A joker can leave a set only if it may be played again or kept in hand.",
    ): lambda system, _: (
        system.set_joker is choices.SetJoker.FOR_ALL_MISSING_SUITS
        and not system.joker_leaves_its_meld
    ),
    Objection(
        ("bend", "overcall", "false_lay"),
        "A bent board changes no score here, so losing it is no penalty.",
    ): _no_bend_without_bend,
    Objection(
        ("pool_share", "pool_threshold"),
        "A pool needs both: the winner’s share, and who shares the rest.",
    ): lambda system, _: bool(system.pool_share) != bool(system.pool_threshold),
    Objection(
        ("min_players", "max_players"),
        "The smallest number of players can’t be more than the largest.",
    ): lambda system, _: system.min_players > system.max_players,
    Objection(
        ("deals",), "Cards dealt must fit the rounds: one number for each contract, or just one."
    ): lambda system, _: not _deals_fit(system),
    Objection(
        ("larger_tables",),
        "Cards dealt must fit the rounds: one number for each contract, or just one.",
    ): lambda system, _: not _larger_deals_fit(system),
    Objection(
        ("jokers", "packs", "max_players", "larger_tables"),
        "Not every number of players has its packs and jokers.",
    ): lambda system, _: not _packs_are_known(system),
    Objection(
        ("larger_tables", "min_players"),
        "What changes where more people play needs more players than the fewest.",
    ): lambda system, _: any(table.players <= system.min_players for table in system.larger_tables),
    Objection(
        ("larger_tables", "max_players"),
        "These rules allow %(most)s players at most. Raise “Most players” first.",
    ): lambda system, _: any(table.players > system.max_players for table in system.larger_tables),
    Objection(
        ("max_players", "packs", "deals", "larger_tables"),
        "The pack is too small: with that many players a deal would use up the stock.",
    ): lambda system, _: (
        _deals_fit(system)
        and _larger_deals_fit(system)
        and _packs_are_known(system)
        and not _pack_suffices(system)
    ),
}

# All reasons (English msgids).
REASONS = (
    *dict.fromkeys(condition.reason for switch in SWITCHES for condition in switch.only),
    *(objection.reason for objection in _CONSTRAINTS),
)
