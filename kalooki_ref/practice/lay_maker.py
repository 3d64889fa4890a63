"""Makes hands with two lays to choose from, of which one is proved to leave the fewest points."""

from collections.abc import Iterator
from dataclasses import dataclass

from kalooki_ref.cards import JOKER, Card, Cards, beyond
from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.makers import (
    FEW_STEPS,
    Maker,
    Wanted,
    is_in_every_pack,
    melds_for,
    scattered,
    with_another_card,
)
from kalooki_ref.practice.near_legal import some_meld
from kalooki_ref.practice.subjects import (
    Lay,
    Subject,
    Tacked,
    TwoLays,
    advice_after,
    advice_on,
    judge,
    points_left,
)
from kalooki_ref.referee.meld import Meld, MeldKind, cards_in
from kalooki_ref.referee.scoring import card_points
from kalooki_ref.rules.choices import ExtraMelds
from kalooki_ref.rules.model import RuleSystem

# Rounds whose hands are small enough for a proof while somebody waits.
MOST_ROUNDS = 3


def _two_lays(chance: Chance, wanted: Wanted) -> Subject:
    """Return lays that differ in a meld, the wanted one first; both need the same cards."""
    system = wanted.system
    number = chance.between(1, min(wanted.level, MOST_ROUNDS, len(system.contracts) or 1))
    melds = melds_for(chance, system, number, jokers=False)
    is_joker_shared = system.has_jokers or system.extra_melds is ExtraMelds.NEVER
    two = (_exchanged if is_joker_shared else _crossing)(chance, system, melds)
    needed = beyond((*cards_in(two.lays[0]), *two.other.cards), two.shared)
    size, calls = _size(len(needed), number, system)
    cards = (*needed, *scattered(chance, system, size - len(needed), beside=needed))
    first, second = (points_left(cards, lay, system) for lay in two.lays)
    lays = two.lays if (first < second) is wanted.is_legal else two.lays[::-1]
    return TwoLays(cards[:size], number, lays, calls)


@dataclass(frozen=True, slots=True)
class _Two:
    """Two lays, the meld that is only in the second, and the cards that both need."""

    lays: tuple[tuple[Meld, ...], tuple[Meld, ...]]
    other: Meld
    shared: Cards = ()


def _exchanged(chance: Chance, system: RuleSystem, melds: tuple[Meld, ...]) -> _Two:
    """Return lays with another meld in the same place; mostly there is one joker for either.

    Without a joker the two are the cheapest of their kind: any other would be left instead.
    """
    at = chance.below(len(melds))
    kind, size = melds[at].kind, len(melds[at].cards)
    jokers = chance.choice((0, 1, 1)) if system.has_jokers else 0
    one, other = (some_meld(chance, system, kind, jokers=jokers, size=size) for _ in range(2))
    kept = (*melds[:at], *melds[at + 1 :])
    if not jokers:
        alike = (one, other, *(meld for meld in kept if meld.kind is kind))
        one, other, *dearer = sorted(
            alike, key=lambda meld: sum(card_points(card, system) for card in meld.cards)
        )
        kept = (*dearer, *(meld for meld in kept if meld.kind is not kind))
    first, second = (
        tuple(sorted((meld, *kept), key=lambda meld: meld.kind is MeldKind.RUN))
        for meld in (one, other)
    )
    return _Two((first, second), other, (JOKER,) * jokers)


def _crossing(chance: Chance, system: RuleSystem, melds: tuple[Meld, ...]) -> _Two:
    """Return lays with a set or a run more, which have a card in common."""
    run = some_meld(chance, system, MeldKind.RUN, size=system.run_min)
    shared = chance.choice(run.cards)
    suits = chance.shuffled([suit for suit in system.suits if suit is not shared.suit])
    others = [Card(shared.rank, suit) for suit in suits]
    crossed = Meld(MeldKind.SET, (shared, *others)[: system.set_min])
    one, other = chance.shuffled([run, crossed])
    return _Two(((*melds, one), (*melds, other)), other, (shared,))


def _size(needed: int, number: int, system: RuleSystem) -> tuple[int, int]:
    """Return the size of a hand after the draw with more than these cards, and its calls."""
    size, calls = system.deal_of(number) + 1, 0
    while system.calling and size <= needed:
        size, calls = size + system.cards_per_call, calls + 1
    return size, calls


def _alike(made: TwoLays, system: RuleSystem) -> Iterator[Subject]:
    """Yield the hand with other last cards; nothing if a lay isn't legal."""
    if all(judge(Lay(lay, made.number), system).legal for lay in made.lays):
        yield from with_another_card(made, system)


def _differ(subject: TwoLays, wanted: Wanted) -> bool:
    """Whether the wanted lay leaves less, of cards that can be held and that go on no meld."""
    most = wanted.system.max_calls
    if most is not None and subject.calls > most:
        return False
    first, second = (points_left(subject.cards, lay, wanted.system) for lay in subject.lays)
    is_wanted = first < second if wanted.is_legal else first > second
    return (
        is_wanted
        and is_in_every_pack(subject, wanted)
        and not any(_tacks(subject.cards, lay, wanted.system) for lay in subject.lays)
    )


def _tacks(cards: Cards, lay: tuple[Meld, ...], system: RuleSystem) -> bool:
    kept = {*beyond(cards, cards_in(lay))}
    return any(judge(Tacked(meld, (card,)), system).legal for meld in lay for card in kept)


def _is_proved(subject: TwoLays, wanted: Wanted) -> bool:
    """Whether the search is sure that nothing leaves less than the better of the two lays."""
    system = wanted.system
    first, second = (points_left(subject.cards, lay, system) for lay in subject.lays)
    advice = advice_on(subject, system, FEW_STEPS)
    if not advice.proved or advice.leftover_after_discard != min(first, second):
        return False
    # The other lay, too, leaves so much only if no card goes on its melds, and no joker moves.
    after = advice_after(subject, subject.lays[first < second], system, FEW_STEPS)
    return after.proved and after.leftover_after_discard == max(first, second)


TWO_LAYS = Maker(_two_lays, _is_proved, _alike, _differ, most=12)
