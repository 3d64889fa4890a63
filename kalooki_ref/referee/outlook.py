"""Find how illegal melds can become legal: in another order, or with further cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kalooki_ref.cards import Cards, Pack
from kalooki_ref.referee.completion import Completion, completion_of, further_melds, may_reach
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Outlook:
    """How illegal melds can become legal; per meld, None if it needs no change.

    ``orders`` are legal orders of the same cards, ``completions`` the cards to add; ``melds`` are
    the melds missing from the contract.
    """

    orders: tuple[Cards | None, ...] = ()
    completions: tuple[Completion | None, ...] = ()
    melds: Contract | None = None

    @property
    def needs_cards(self) -> bool:
        """Whether further cards are needed, not only another order."""
        return any(self.completions) or not any(self.orders)


def meld_outlook(meld: Meld, system: RuleSystem, *, pack: Pack | None = None) -> Outlook | None:
    """Return how an illegal meld can become legal; None if it can't."""
    order = legal_order(meld, system, pack=pack)
    completion = None if order else completion_of(meld.cards, system, kind=meld.kind, pack=pack)
    return Outlook((order,), (completion,)) if order or completion else None


def lay_outlook(
    melds: Sequence[Meld],
    system: RuleSystem,
    *,
    number: int | None = None,
    pack: Pack | None = None,
) -> Outlook | None:
    """Return how an illegal first lay can become legal; None if it can't.

    ``number`` is the round, where there are contracts. Raises IndexError for a round that does not
    exist.
    """
    contract = system.contract_of(number) if number is not None else None
    rules = system if number is None else system.in_round(number)
    ways = [_way(meld, size, rules, pack) for meld, size in _sizes(melds, contract, rules, pack)]
    if not all(ways):
        return None
    orders = tuple(way.orders[0] for way in ways if way)
    completions = tuple(way.completions[0] for way in ways if way)
    saved = [_saved(*one) for one in zip(melds, orders, completions, strict=True)]
    codes = judge_lay(saved, system, number=number, supply=Supply(pack)).codes
    if not codes:
        return Outlook(orders, completions)
    if contract is not None and codes == (Code.CONTRACT_SHORT,):
        further = further_melds(saved, contract, rules, pack=pack)
        return Outlook(orders, completions, further) if further else None
    if codes == (Code.OPENING_SHORT,) and may_reach(saved, rules.opening, rules, pack=pack):
        return Outlook(orders, completions)
    return None


def legal_order(meld: Meld, system: RuleSystem, *, pack: Pack | None = None) -> Cards | None:
    """Return the cards in an order that makes a legal meld, or None."""
    instead = judge_meld(meld, system, pack=pack).instead
    is_order = instead and sorted(map(str, instead)) == sorted(map(str, meld.cards))
    return instead if is_order else None


def _sizes(
    melds: Sequence[Meld], contract: Contract | None, system: RuleSystem, pack: Pack | None
) -> Iterator[tuple[Meld, int]]:
    """Yield each meld with its minimum size: the contract's, for as many as it requires.

    Those are the longest melds of each kind that can reach that size.
    """
    sizes = [0] * len(melds)
    for kind, count, size in _asked(contract):
        places = [place for place, meld in enumerate(melds) if meld.kind is kind]
        places.sort(key=lambda place: -len(melds[place].cards))
        able = [place for place in places if _way(melds[place], size, system, pack)]
        for place in able[:count]:
            sizes[place] = size
    yield from zip(melds, sizes, strict=True)


def _asked(contract: Contract | None) -> Iterator[tuple[MeldKind, int, int]]:
    if contract is not None:
        yield MeldKind.SET, contract.sets, contract.set_size
        yield MeldKind.RUN, contract.runs, contract.run_size


def _way(meld: Meld, size: int, system: RuleSystem, pack: Pack | None) -> Outlook | None:
    if len(meld.cards) >= size:
        is_legal = judge_meld(meld, system, pack=pack).legal
        return Outlook((None,), (None,)) if is_legal else meld_outlook(meld, system, pack=pack)
    completion = completion_of(meld.cards, system, kind=meld.kind, size=size, pack=pack)
    return Outlook((None,), (completion,)) if completion else None


def _saved(meld: Meld, order: Cards | None, completion: Completion | None) -> Meld:
    cards = completion.cards if completion else order or meld.cards
    return Meld(meld.kind, cards)
