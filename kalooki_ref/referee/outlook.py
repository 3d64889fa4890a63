"""What a verdict on melds comes to: legal, not legal, or not yet, and what is missing."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from kalooki_ref.cards import LOW_ACE, Card, Cards, Pack, Suit
from kalooki_ref.referee.completion import Completion, completion_of, further_melds
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import judge_lay, still_missing
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.verdict import Answer, Assumption, Opening, Verdict
from kalooki_ref.rules.choices import Contract, ExtraMelds
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


class Headline(StrEnum):
    """The first word on cards: the verdict, unless more cards or another order are the answer."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"
    # Fewer cards than any meld they can become, or legal melds that the contract asks more of.
    KEEP_GOING = "keep_going"
    # Legal with a joker in another place.
    MOVE_JOKER = "move_joker"
    # Legal melds worth too few points to open.
    NOT_ENOUGH = "not_enough"


@dataclass(frozen=True, slots=True)
class Outlook:
    """The headline on melds, and what they need; per meld, None if it needs no change.

    ``orders`` are legal orders of the same cards, ``assumes`` what decides whether the cards can be
    laid in them, if that is unclear. ``completions`` are the cards to add; ``melds`` are the melds
    missing from the contract, ``opening`` the points of a first lay that are too few.
    """

    headline: Headline
    orders: tuple[Cards | None, ...] = ()
    completions: tuple[Completion | None, ...] = ()
    melds: Contract | None = None
    opening: Opening | None = None
    assumes: tuple[Assumption, ...] = ()


def meld_outlook(
    meld: Meld,
    verdict: Verdict,
    system: RuleSystem,
    *,
    kinds: Sequence[MeldKind] = tuple(MeldKind),
    pack: Pack | None = None,
) -> Outlook:
    """Return the outlook of one meld with this verdict; ``kinds`` are those it may become."""
    if verdict.legal:
        return Outlook(_ANSWERED[verdict.answer])
    for kind in (meld.kind, *kinds):
        order = legal_order(Meld(kind, meld.cards), system, pack=pack)
        if order:
            return Outlook(Headline.MOVE_JOKER, (order,), (None,), assumes=_decisive(verdict))
    completion = not_yet(meld.cards, system, kinds=kinds, pack=pack)
    if completion:
        return Outlook(Headline.KEEP_GOING, (None,), (completion,))
    return Outlook(Headline.ILLEGAL)


def lay_outlook(
    melds: Sequence[Meld],
    verdict: Verdict,
    system: RuleSystem,
    *,
    number: int | None = None,
    pack: Pack | None = None,
) -> Outlook:
    """Return the outlook of a first lay with this verdict.

    ``number`` is the round, where there are contracts. Raises IndexError for a round that does not
    exist.
    """
    if verdict.legal:
        return Outlook(_ANSWERED[verdict.answer])
    rules = system if number is None else system.in_round(number)
    contract = None if number is None else system.contract_of(number)
    if verdict.codes == (Code.OPENING_SHORT,):
        return Outlook(Headline.NOT_ENOUGH, opening=verdict.opening)
    if verdict.codes == (Code.CONTRACT_SHORT,) and contract is not None:
        return _short_outlook(melds, contract, rules, pack)
    orders = [
        None if judge_meld(meld, rules, pack=pack).legal else legal_order(meld, rules, pack=pack)
        for meld in melds
    ]
    moved = [
        Meld(meld.kind, order or meld.cards) for meld, order in zip(melds, orders, strict=True)
    ]
    after = judge_lay(moved, system, number=number, supply=Supply(pack))
    if any(orders) and after.answer is not Answer.ILLEGAL:
        nothing = (None,) * len(orders)
        return Outlook(Headline.MOVE_JOKER, tuple(orders), nothing, assumes=_decisive(after))
    return Outlook(Headline.ILLEGAL)


def open_kinds(
    melds: Sequence[Meld], system: RuleSystem, *, number: int | None
) -> tuple[MeldKind, ...]:
    """Return the kinds of melds that may follow these in the lay.

    That is either, or if nothing beyond the contract may be laid, those that the contract lacks.
    """
    contract = _only_contract(system, number)
    if contract is None:
        return tuple(MeldKind)
    missing = still_missing(contract, melds, system)
    lacks = {MeldKind.SET: missing.sets, MeldKind.RUN: missing.runs}
    return tuple(kind for kind in MeldKind if lacks[kind])


def is_room_for(
    cards: Cards, system: RuleSystem, *, number: int | None, own: Sequence[Meld] = ()
) -> bool:
    """Whether these cards, however divided, can be part of what may be laid in this round.

    If nothing beyond the contract may be laid, it must have a set or a run for each of them, beside
    the part ``own`` laid in earlier turns.
    """
    contract = _only_contract(system, number)
    if contract is None:
        return True
    contract = still_missing(contract, own, system)
    naturals = Counter(card for card in cards if card.rank)
    ranks = {card.rank for card in naturals}
    return any(
        _runs_needed(naturals, without=in_sets) <= contract.runs
        for in_sets in combinations(ranks, min(contract.sets, len(ranks)))
    )


def not_yet(
    cards: Cards,
    system: RuleSystem,
    *,
    kinds: Sequence[MeldKind] = tuple(MeldKind),
    pack: Pack | None = None,
) -> Completion | None:
    """Return what completes cards that are too few for any kind of meld they can become.

    None if they are enough for a meld, and so not legal (R-ALL-11), can't become one, or lack as
    many cards as a whole meld has.
    """
    least = {MeldKind.SET: system.set_min, MeldKind.RUN: system.run_min}
    if len(cards) >= max((least[kind] for kind in kinds), default=0):
        return None
    found = [completion_of(cards, system, kind=kind, pack=pack) for kind in kinds]
    able = [
        outlook for outlook in found if outlook is not None and outlook.more < least[outlook.kind]
    ]
    if not able or len(cards) >= min(least[outlook.kind] for outlook in able):
        return None
    return min(able, key=lambda outlook: (outlook.more, outlook.kind is MeldKind.SET))


def legal_order(meld: Meld, system: RuleSystem, *, pack: Pack | None = None) -> Cards | None:
    """Return the cards in an order that makes a legal meld, or None."""
    instead = judge_meld(meld, system, pack=pack).instead
    is_order = instead and sorted(map(str, instead)) == sorted(map(str, meld.cards))
    return instead if is_order else None


_ANSWERED = {
    Answer.LEGAL: Headline.LEGAL,
    Answer.UNCLEAR: Headline.UNCLEAR,
    Answer.ILLEGAL: Headline.ILLEGAL,
}


def _only_contract(system: RuleSystem, number: int | None) -> Contract | None:
    """Return the contract of the round if nothing beyond it may be laid, else None."""
    if number is None or system.extra_melds is not ExtraMelds.NEVER:
        return None
    return system.contract_of(number)


def _runs_needed(naturals: Counter[Card], *, without: Collection[int]) -> int:
    """Return how many runs these cards need at least; ``without`` are ranks left out."""
    needed: Counter[Suit | None] = Counter()
    for card, copies in naturals.items():
        if card.rank not in without:
            # A run can have an ace at each end.
            runs = -(-copies // 2) if card.rank == LOW_ACE else copies
            needed[card.suit] = max(needed[card.suit], runs)
    return needed.total()


def _decisive(verdict: Verdict) -> tuple[Assumption, ...]:
    """Return the unknown facts that the answer depends on."""
    return verdict.assumes if verdict.unclear else ()


def _short_outlook(
    melds: Sequence[Meld], contract: Contract, system: RuleSystem, pack: Pack | None
) -> Outlook:
    """Return the outlook of legal melds that a contract asks more of, or larger ones."""
    grown = _with_sizes(melds, contract, system, pack)
    larger = [more.cards if more else meld.cards for meld, more in zip(melds, grown, strict=True)]
    there = [Meld(meld.kind, cards) for meld, cards in zip(melds, larger, strict=True)]
    missing = still_missing(contract, there, system)
    further = further_melds(there, contract, system, pack=pack) if missing.cards else None
    if missing.cards and further is None:
        return Outlook(Headline.ILLEGAL)
    return Outlook(Headline.KEEP_GOING, (None,) * len(melds), grown, further)


def _with_sizes(
    melds: Sequence[Meld], contract: Contract, system: RuleSystem, pack: Pack | None
) -> tuple[Completion | None, ...]:
    """Return how melds that are too small for the contract can reach its sizes, where they can.

    Those are the longest melds of each kind, as many as the contract asks for.
    """
    grown: list[Completion | None] = [None] * len(melds)
    asked = (
        (MeldKind.SET, contract.sets, contract.set_size),
        (MeldKind.RUN, contract.runs, contract.run_size),
    )
    for kind, count, size in asked:
        places = [place for place, meld in enumerate(melds) if meld.kind is kind]
        places.sort(key=lambda place: -len(melds[place].cards))
        for place in places[:count]:
            cards = melds[place].cards
            if len(cards) < size:
                grown[place] = completion_of(cards, system, kind=kind, size=size, pack=pack)
    return tuple(grown)
