"""The legal order of the same cards, or the smallest change that makes a meld of them."""

from collections.abc import Iterator
from operator import eq

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, RANKS, Card, Cards, Pack
from kalooki_ref.referee.inventory import (
    foreign_findings,
    is_surely_in_pack,
    surplus_findings,
)
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.runs import main_suit, run_findings
from kalooki_ref.referee.sets import set_findings, set_rank
from kalooki_ref.rules.model import RuleSystem


def repaired(
    meld: Meld, system: RuleSystem, *, phase: Phase = Phase.LAY, pack: Pack | None = None
) -> Cards | None:
    """Return the same cards in a legal order, else with the smallest change; None if it takes more.

    Changes in this order: one card left out, one added, one exchanged, two left out. Cards of a
    run come low to high, as near to the given order as they can lie. Of more than 14 cards only
    the first two changes are tried. ``pack`` is what this table plays with, None for the largest.
    """
    for trials in _stages(meld.cards, _wanted(meld, system)):
        forms = (form for cards in trials for form in _forms(cards, meld, system, phase))
        held = forms if pack is None else (form for form in forms if not pack.surplus(form))
        best = max(held, key=lambda form: sum(map(eq, form, meld.cards)), default=None)
        if best is not None:
            return best
    return None


def arrange_run(cards: Cards, system: RuleSystem, *, phase: Phase = Phase.LAY) -> Iterator[Cards]:
    """Yield every legal run of exactly these cards, low to high, from the lowest place upwards."""
    suits = [card.suit for card in cards if card.suit is not None]
    if not suits or suits.count(suits[0]) < len(suits):
        return
    if suits[0] not in system.suits or not _exists(cards, system):
        return
    for start in range(LOW_ACE, HIGH_ACE - len(cards) + 2):
        row = _row_from(start, cards)
        if row and not run_findings(row, system, phase=phase):
            yield row


def _row_from(start: int, cards: Cards) -> Cards:
    row: list[Card] = [JOKER] * len(cards)
    for card in cards:
        if not card.rank:
            continue
        place = _free_place(card.rank - start, row, start)
        if place < 0 or place >= len(row) or row[place].rank:
            return ()
        row[place] = card
    return tuple(row)


def _free_place(place: int, row: list[Card], start: int) -> int:
    """Move an ace to the high end when the low place is taken or outside the run."""
    is_ace = place == LOW_ACE - start
    taken_or_below = place < 0 or (place < len(row) and row[place].rank)
    return HIGH_ACE - start if is_ace and taken_or_below else place


def _forms(cards: Cards, meld: Meld, system: RuleSystem, phase: Phase) -> Iterator[Cards]:
    if meld.kind is MeldKind.RUN:
        yield from arrange_run(cards, system, phase=phase)
        return
    found = set_findings(cards, system, phase=phase) + foreign_findings(cards, system)
    if not found and _exists(cards, system):
        yield cards


def _stages(cards: Cards, wanted: Cards) -> Iterator[Iterator[Cards]]:
    shorter = tuple(_one_left_out(cards))
    yield iter((cards,))
    yield iter(shorter)
    yield ((*cards, card) for card in wanted)
    if len(cards) > HIGH_ACE:
        return
    yield ((*trial, card) for trial in shorter for card in wanted)
    yield (least for trial in shorter for least in _one_left_out(trial))


def _one_left_out(cards: Cards) -> Iterator[Cards]:
    for i in range(len(cards) - 1, -1, -1):
        yield cards[:i] + cards[i + 1 :]


def _wanted(meld: Meld, system: RuleSystem) -> Cards:
    """Return the natural cards that could help, those a set lacks first."""
    if meld.kind is MeldKind.SET:
        rank = set_rank(meld.cards)
        lacking = [suit for suit in system.suits if rank and Card(rank, suit) not in meld.cards]
        others = [suit for suit in system.suits if rank and suit not in lacking]
        return tuple(Card(rank, suit) for suit in lacking + others)
    suit = main_suit(meld.cards)
    return () if suit is None else tuple(Card(rank, suit) for rank in RANKS)


def _exists(cards: Cards, system: RuleSystem) -> bool:
    return is_surely_in_pack(cards, system) or not surplus_findings(cards, system)[0]
