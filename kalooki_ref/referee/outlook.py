"""What a verdict on melds comes to: legal, not legal, or not yet, and what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import Cards, Pack
from kalooki_ref.referee.completion import Completion, completion_of, further_melds
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import judge_lay, still_missing
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.verdict import Answer, Opening, Verdict
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

    ``orders`` are legal orders of the same cards, ``completions`` the cards to add; ``melds`` are
    the melds missing from the contract, ``opening`` the points of a first lay that are too few.
    """

    headline: Headline
    orders: tuple[Cards | None, ...] = ()
    completions: tuple[Completion | None, ...] = ()
    melds: Contract | None = None
    opening: Opening | None = None


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
            return Outlook(Headline.MOVE_JOKER, (order,), (None,))
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
    supply = Supply(pack)
    if any(orders) and judge_lay(moved, system, number=number, supply=supply).legal:
        return Outlook(Headline.MOVE_JOKER, tuple(orders), (None,) * len(orders))
    return Outlook(Headline.ILLEGAL)


def may_go_on(melds: Sequence[Meld], system: RuleSystem, *, number: int | None) -> bool:
    """Whether another meld may follow these in the lay: the contract lacks some, or allows more."""
    contract = None if number is None else system.contract_of(number)
    if contract is None or system.extra_melds is not ExtraMelds.NEVER:
        return True
    return bool(still_missing(contract, melds, system).cards)


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
    if len(cards) >= max(least[kind] for kind in kinds):
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
