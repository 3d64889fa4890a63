"""Judge coming down: contract or opening points, distinct melds, and further melds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import Cards, Suit
from kalooki_ref.referee.inventory import UNKNOWN_SUPPLY, Supply, foreign_findings, surplus_findings
from kalooki_ref.referee.meld import Meld, MeldKind, Phase, cards_in
from kalooki_ref.referee.melds import judge_meld, meld_findings, meld_points, meld_reading
from kalooki_ref.referee.runs import main_suit
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.referee.verdict import Assumption, Finding, Opening, OpeningPoints, Verdict
from kalooki_ref.rules.choices import ANY_SIZE, Contract, ExtraMelds
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class OpeningTurn:
    """What else the player does in the turn of coming down.

    ``builders`` is the worth, in points, of cards tacked on melds already on the board;
    ``goes_out`` is whether the player's hand is then empty, None if unknown.
    """

    builders: int = 0
    goes_out: bool | None = None


MELDS_ALONE = OpeningTurn()
NO_POINTS_NEEDED = Opening()


def judge_lay(
    melds: Sequence[Meld],
    system: RuleSystem,
    *,
    number: int | None = None,
    supply: Supply = UNKNOWN_SUPPLY,
    turn: OpeningTurn = MELDS_ALONE,
    own: Sequence[Meld] = (),
) -> Verdict:
    """Return the verdict on a first lay: each meld, the opening, distinctness, and the pack.

    ``number`` is the round, from 1; ``turn`` is what else the player does in the turn; ``own`` is
    the part of the contract laid in earlier turns. Indexes and ``reading`` refer to the
    concatenated melds. If a contract is needed and ``number`` is None, the rest is judged and the
    verdict is unclear. Raises IndexError for a round the system does not have. Sheets 000 to 004,
    on laying.
    """
    is_unclear = bool(system.contracts) and number is None
    system = system if number is None else system.in_round(number)
    found = _meld_findings(melds, system) + distinctness_findings(melds, system, own=own)
    contract = None if number is None else system.contract_of(number)
    if contract is not None:
        every = (*own, *melds)
        counting = long_enough(every, contract, system)
        short = demand_findings(contract, counting, system, laid=counted(every))
        found += short or kept_findings(cards_in(melds), system, number=number, turn=turn)
    opened = read_opening(melds, system, turn=turn)
    if contract is not None and system.contract_in_parts:
        missing = still_missing(contract, (*own, *melds), system)
        opened = Opening(missing=missing if missing.cards else None)
    found += short_findings(opened)
    cards = cards_in(melds)
    beside = cards_in(own)
    surplus, assumes = surplus_findings(cards, system, supply=supply, beside=beside)
    if is_unclear:
        assumes = (*assumes, Assumption.ROUND_UNKNOWN)
    if opened.hangs_on_going_out:
        assumes = (*assumes, Assumption.GOING_OUT_UNKNOWN)
    if contract is not None and system.last_contract_all_cards and turn.goes_out is None:
        assumes = (*assumes, Assumption.ALL_CARDS_UNKNOWN)
    return Verdict(
        findings=tuple(foreign_findings(cards, system) + found + surplus),
        reading=_reading_of(melds, system),
        assumes=assumes,
        unclear=bool(assumes),
        opening=opened if opened.needed or opened.missing else None,
    )


def judge_extra_meld(
    meld: Meld,
    system: RuleSystem,
    *,
    own: Sequence[Meld] = (),
    tacked_this_turn: bool = False,
    down: bool = True,
    supply: Supply = UNKNOWN_SUPPLY,
) -> Verdict:
    """Return the verdict on a further meld of a player with the melds ``own``.

    Sheets 000 to 004, on extra melds.
    """
    alone = judge_meld(meld, system, pack=supply.pack)
    found = list(extra_meld_findings(system, tacked_this_turn=tacked_this_turn, down=down))
    found += [finding for finding in alone.findings if finding.code is not Code.MORE_THAN_PACK]
    found += distinctness_findings((meld,), system, own=own)
    there = cards_in(own)
    surplus, assumes = surplus_findings(meld.cards, system, supply=supply, beside=there)
    return Verdict(
        findings=tuple(found + surplus),
        reading=alone.reading,
        assumes=assumes,
        unclear=bool(assumes),
        repair=alone.repair,
    )


def extra_meld_findings(
    system: RuleSystem, *, tacked_this_turn: bool, down: bool = True
) -> tuple[Finding, ...]:
    """Return findings if no further meld may be laid at this point."""
    found = [] if down else [Finding(Code.NOT_DOWN)]
    if system.extra_melds is ExtraMelds.NEVER:
        found.append(Finding(Code.EXTRA_MELD))
    elif system.extra_melds is ExtraMelds.BEFORE_TACKING and tacked_this_turn:
        found.append(Finding(Code.MELD_AFTER_TACK))
    return tuple(found)


def contract_findings(
    melds: Sequence[Meld], contract: Contract | None, system: RuleSystem
) -> list[Finding]:
    """Return findings if melds are missing from the contract, or exceed it where that is forbidden.

    ``needed`` and ``found`` are contracts.
    """
    if contract is None:
        return []
    counting = long_enough(melds, contract, system)
    return counted_findings(contract, counting, system, laid=counted(melds))


def counted_findings(
    contract: Contract, counting: Contract, system: RuleSystem, *, laid: Contract
) -> list[Finding]:
    """Compare the melds that count toward the contract, and all melds laid, with the contract."""
    found = []
    if counting.sets < contract.sets or counting.runs < contract.runs:
        found.append(_contract_finding(Code.CONTRACT_SHORT, contract, counting))
    if system.extra_melds is ExtraMelds.NEVER and not is_part(laid, contract):
        found.append(_contract_finding(Code.CONTRACT_EXCEEDED, contract, laid))
    return found


def demand_findings(
    contract: Contract, counting: Contract, system: RuleSystem, *, laid: Contract
) -> list[Finding]:
    """Compare all melds of a player with the contract, accepting a part where the rules do.

    A part must not exceed the contract in sets or in runs.
    """
    all_count = (laid.sets, laid.runs) == (counting.sets, counting.runs)
    may_wait = system.contract_in_parts and is_part(laid, contract) and all_count
    if may_wait and (laid.sets or laid.runs):
        return []
    return counted_findings(contract, counting, system, laid=laid)


def kept_findings(
    cards: Cards, system: RuleSystem, *, number: int | None, turn: OpeningTurn
) -> list[Finding]:
    """Return a finding if cards are left over in a round whose contract takes all of them.

    ``system`` is that of the round. No hand is smaller than the deal and the card drawn.
    """
    if number is None or not system.last_contract_all_cards:
        return []
    tables = range(system.min_players, system.max_players + 1)
    least = min(system.at_table(players).deal_of(number) for players in tables) + 1
    if len(cards) < least:
        return [Finding(Code.CARDS_KEPT, needed=least, found=len(cards))]
    return [Finding(Code.CARDS_KEPT)] if turn.goes_out is False else []


def still_missing(contract: Contract, laid: Sequence[Meld], system: RuleSystem) -> Contract:
    """Return the contract's melds that are not among these."""
    there = long_enough(laid, contract, system)
    sets, runs = max(0, contract.sets - there.sets), max(0, contract.runs - there.runs)
    return replace(contract, sets=sets, runs=runs)


def long_enough(melds: Sequence[Meld], contract: Contract, system: RuleSystem) -> Contract:
    """Return how many sets and runs are large enough to count toward the contract.

    Melds too small for any meld count, too, as they have a finding of their own.
    """
    there = counted([meld for meld in melds if _counts(meld, contract, system)])
    return replace(contract, sets=there.sets, runs=there.runs)


def is_part(laid: Contract, contract: Contract) -> bool:
    """Whether no more sets and runs are laid than the contract has."""
    return laid.sets <= contract.sets and laid.runs <= contract.runs


def counted(melds: Sequence[Meld]) -> Contract:
    """Return the number of sets and of runs as a contract."""
    sets = sum(1 for meld in melds if meld.kind is MeldKind.SET)
    return Contract(sets, len(melds) - sets, ANY_SIZE, ANY_SIZE)


def read_opening(
    melds: Sequence[Meld], system: RuleSystem, *, turn: OpeningTurn = MELDS_ALONE
) -> Opening:
    """Return the worth of the first lay and the rest of its turn (sheet 002, on the first lay).

    Faulty melds count, too, so that OPENING_SHORT is only reported if a repair would not help.
    Builders only count together with at least one new meld.
    """
    if not system.opening:
        return NO_POINTS_NEEDED
    return Opening(
        needed=system.opening,
        melds=sum(meld_points(meld, system) for meld in melds),
        builders=turn.builders if system.builders_open and melds else 0,
        waived=turn.goes_out if system.going_out_opens and melds else False,
    )


def short_findings(opening: Opening) -> list[Finding]:
    """Return a finding if an opening is worth too few points."""
    if opening.worth >= opening.needed or opening.waived is not False:
        return []
    points = OpeningPoints(opening.melds, opening.builders)
    return [Finding(Code.OPENING_SHORT, needed=opening.needed, found=points, rule="opening")]


def builder_points(before: Meld, after: Meld, system: RuleSystem) -> int:
    """Return the points of the cards added to a meld; a joker is worth the card it stands for."""
    return meld_points(after, system) - meld_points(before, system)


def distinctness_findings(
    melds: Sequence[Meld], system: RuleSystem, *, own: Sequence[Meld] = ()
) -> list[Finding]:
    """Return a finding for each meld of a rank or suit that the player's earlier melds have.

    ``own`` are the player's melds on the board; indexes refer to the concatenated ``melds`` (003:
    sets and runs, 004: runs).
    """
    found = []
    seen = {mark_of(meld) for meld in own}
    before = 0
    for meld in melds:
        mark = mark_of(meld)
        if mark in seen and must_differ(meld, system):
            at = tuple(range(before, before + len(meld.cards)))
            if meld.kind is MeldKind.SET:
                found.append(Finding(Code.RANK_AGAIN, meld.cards, at))
            else:
                suit = main_suit(meld.cards)
                found.append(Finding(Code.SUIT_AGAIN, meld.cards, at, found=suit))
        seen.add(mark)
        before += len(meld.cards)
    return found


def _counts(meld: Meld, contract: Contract, system: RuleSystem) -> bool:
    size = len(meld.cards)
    if meld.kind is MeldKind.SET:
        return size >= contract.set_size or size < system.set_min
    return size >= contract.run_size or size < system.run_min


def _contract_finding(code: Code, contract: Contract, laid: Contract) -> Finding:
    return Finding(code, needed=contract, found=laid)


def _meld_findings(melds: Sequence[Meld], system: RuleSystem) -> list[Finding]:
    found: list[Finding] = []
    before = 0
    for meld in melds:
        for finding in meld_findings(meld, system, phase=Phase.LAY):
            at = tuple(before + place for place in finding.at)
            found.append(replace(finding, at=at))
        before += len(meld.cards)
    return found


def _reading_of(melds: Sequence[Meld], system: RuleSystem) -> Cards:
    readings = [meld_reading(meld, system) for meld in melds]
    if not all(readings):
        return ()
    return tuple(card for reading in readings for card in reading)


def mark_of(meld: Meld) -> tuple[MeldKind, int | Suit | None]:
    """Return the rank of a set or the suit of a run, which some rules give a player only once."""
    if meld.kind is MeldKind.SET:
        return meld.kind, set_rank(meld.cards) or None
    return meld.kind, main_suit(meld.cards)


def must_differ(meld: Meld, system: RuleSystem) -> bool:
    """Whether no other meld of the player may have the same mark."""
    if mark_of(meld)[1] is None:
        return False
    return system.ranks_apart if meld.kind is MeldKind.SET else system.suits_apart
