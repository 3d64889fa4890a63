"""Judge a single meld, determine its kind and reading, and find a legal order or a repair."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import eq

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, RANKS, Card, Cards, Pack
from kalooki_ref.referee.inventory import (
    Supply,
    foreign_findings,
    is_surely_in_pack,
    surplus_findings,
)
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.run_order import agreed_start, low_to_high, whole_suit_orders
from kalooki_ref.referee.runs import judged_run, main_suit, run_findings, run_reading
from kalooki_ref.referee.scoring import opening_points
from kalooki_ref.referee.sets import set_findings, set_rank, set_reading
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.model import RuleSystem

_LAY = Phase.LAY


def judge_meld(
    meld: Meld, system: RuleSystem, *, phase: Phase = _LAY, pack: Pack | None = None
) -> Verdict:
    """Return the verdict on one meld: all faults, the reading of each joker, and a repair.

    ``pack`` is the pack in use, None for the system's largest. Sheets 000 to 004, on what makes a
    set and a run.

    >>> from kalooki_ref.cards import parse_cards
    >>> from kalooki_ref.rules.standard import STANDARD
    >>> judge_meld(Meld(MeldKind.RUN, parse_cards("7H 8H * *")), STANDARD).codes
    (<Code.JOKERS_SIDE_BY_SIDE: 'jokers_side_by_side'>,)
    """
    alone, reading, result = _judged_alone(meld, system, phase)
    found = [*foreign_findings(meld.cards, system), *alone]
    assumes: tuple[Assumption, ...] = ()
    if pack is not None or not is_surely_in_pack(meld.cards, system):
        surplus, assumes = surplus_findings(meld.cards, system, supply=Supply(pack))
        found += surplus
    return Verdict(
        findings=tuple(found),
        reading=reading,
        result=() if found else result,
        assumes=assumes,
        unclear=bool(assumes),
        repair=partial(repaired, meld, system, phase=phase, pack=pack) if found else None,
    )


def _judged_alone(
    meld: Meld, system: RuleSystem, phase: Phase
) -> tuple[list[Finding], Cards, Cards]:
    """Return faults and reading; for a run not given low to high, also the run in that order."""
    cards = meld.cards
    if meld.kind is MeldKind.SET:
        return set_findings(cards, system, phase=phase), set_reading(cards, system), ()
    run = judged_run(cards, system, phase=phase)
    is_listed_so = run.low_to_high in (cards, cards[::-1])
    return run.findings, run.reading, () if is_listed_so else run.low_to_high


def tidied(meld: Meld, system: RuleSystem) -> Meld:
    """Return the meld in order if it has no jokers; otherwise unchanged.

    Jokers of melds on the board are identified by their index, which must not change.
    """
    return meld if JOKER in meld.cards else listed_upwards(meld, system)


def judge_cards(
    cards: Cards, system: RuleSystem, *, phase: Phase = _LAY, pack: Pack | None = None
) -> Verdict:
    """Return the verdict on cards that may be a set or a run.

    Their kind is determined by kind_of. If both kinds are legal, the reading of the jokers is
    ambiguous, and the verdict has an assumption.
    """
    kind = kind_of(cards, system, phase=phase)
    verdict = judge_meld(Meld(kind, cards), system, phase=phase, pack=pack)
    if not verdict.legal or not is_set_and_run(cards, system, phase=phase):
        return verdict
    return replace(verdict, assumes=(*verdict.assumes, Assumption.JOKER_UNKNOWN))


def is_set_and_run(cards: Cards, system: RuleSystem, *, phase: Phase = _LAY) -> bool:
    """Whether the cards are a legal set and a legal run, too, as jokers and one natural can be."""
    found = set_findings(cards, system, phase=phase) or run_findings(cards, system, phase=phase)
    return not found


def kind_of(cards: Cards, system: RuleSystem, *, phase: Phase = _LAY) -> MeldKind:
    """Return the kind of meld these cards legally are, or else the kind they resemble.

    Naturals of one rank resemble a set, naturals of one suit a run. If both are legal, or only one
    card is a natural, the result is a set.
    """
    if not set_findings(cards, system, phase=phase):
        return MeldKind.SET
    if not run_findings(cards, system, phase=phase):
        return MeldKind.RUN
    ranks = [card.rank for card in cards if card.rank]
    suits = [card.suit for card in cards if card.rank]
    same_rank = max((ranks.count(rank) for rank in ranks), default=0)
    same_suit = max((suits.count(suit) for suit in suits), default=0)
    if same_rank == same_suit:
        is_lone = len(ranks) == 1 < len(cards)
        return MeldKind.SET if is_lone or len(set(ranks)) < len(ranks) else MeldKind.RUN
    return MeldKind.SET if same_rank > same_suit else MeldKind.RUN


def listed_upwards(meld: Meld, system: RuleSystem) -> Meld:
    """Return the meld; a run with its cards low to high."""
    if meld.kind is MeldKind.SET:
        return meld
    return Meld(MeldKind.RUN, low_to_high(meld.cards, system))


def meld_findings(meld: Meld, system: RuleSystem, *, phase: Phase) -> list[Finding]:
    """Return all faults of one meld, except that its cards may not be in the pack."""
    if meld.kind is MeldKind.SET:
        return set_findings(meld.cards, system, phase=phase)
    return run_findings(meld.cards, system, phase=phase)


def meld_reading(meld: Meld, system: RuleSystem) -> Cards:
    """Return the cards with jokers replaced by the cards they stand for; empty if undetermined."""
    if meld.kind is MeldKind.SET:
        return set_reading(meld.cards, system)
    return run_reading(meld.cards, system)


def meld_points(meld: Meld, system: RuleSystem) -> int:
    """Return the points a meld counts toward the opening; a joker is worth what it stands for.

    Only naturals count in a meld that can't be read. Sheet 002, on the first lay; R-ALL-9.
    """
    cards = meld_reading(meld, system) or tuple(card for card in meld.cards if card.rank)
    known = [card for card in cards if card.suit in system.suits]
    worth = sum(opening_points(card, system) for card in known)
    low_ace = system.opening_values.low_ace
    if low_ace is None or not _has_low_ace(meld, system):
        return worth
    ace = next(card for card in known if card.rank == LOW_ACE)
    return worth - opening_points(ace, system) + low_ace


def _has_low_ace(meld: Meld, system: RuleSystem) -> bool:
    """Whether a meld is a run that begins with an ace, or with a joker that stands for one.

    The ace of a complete suit is high, where it counts more (R-ALL-6).
    """
    if meld.kind is MeldKind.SET or system.ace is Ace.HIGH:
        return False
    cards = low_to_high(meld.cards, system)
    if len(whole_suit_orders(cards, system)) > 1:
        return False
    ranks = [card.rank for card in cards]
    is_read = bool(meld_reading(meld, system)) and main_suit(meld.cards) in system.suits
    return is_read and agreed_start(ranks) == LOW_ACE


def repaired(
    meld: Meld, system: RuleSystem, *, phase: Phase = Phase.LAY, pack: Pack | None = None
) -> Cards | None:
    """Return the cards in a legal order, or with the smallest change that makes them legal.

    Changes are tried in this order: one card removed, one added, one exchanged, two removed; None
    if all fail. A set gets cards of missing suits first, which are in every pack. A run is listed
    low to high, as close to its reading order as possible. For more than 14 cards only the first
    two changes are tried. ``pack`` is the pack in use, None for the largest.
    """
    meld = listed_upwards(meld, system)
    for trials in _trials(meld.cards, _wanted(meld, system)):
        forms = (form for cards in trials for form in _forms(cards, meld, system, phase))
        held = forms if pack is None else (form for form in forms if not pack.surplus(form))
        if meld.kind is MeldKind.SET:
            best = next(iter(held), None)
        else:
            best = max(held, key=lambda form: sum(map(eq, form, meld.cards)), default=None)
        if best is not None:
            return best
    return None


def arrange_run(cards: Cards, system: RuleSystem, *, phase: Phase = Phase.LAY) -> Iterator[Cards]:
    """Yield every legal run of exactly these cards, low to high, by ascending start."""
    suits = [card.suit for card in cards if card.suit is not None]
    if not suits or suits.count(suits[0]) < len(suits):
        return
    if suits[0] not in system.suits or not _exists(cards, system):
        return
    for start in range(LOW_ACE, HIGH_ACE - len(cards) + 2):
        row = _row_from(start, cards)
        if row:
            run = judged_run(row, system, phase=phase)
            if run.low_to_high == row and not run.findings:
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
    """Return the ace's high place if its low place is taken or outside the run."""
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


def _trials(cards: Cards, wanted: Cards) -> Iterator[Iterator[Cards]]:
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
    """Return the naturals worth adding, those of a set's missing suits first."""
    if meld.kind is MeldKind.SET:
        rank = set_rank(meld.cards)
        lacking = [suit for suit in system.suits if rank and Card(rank, suit) not in meld.cards]
        others = [suit for suit in system.suits if rank and suit not in lacking]
        return tuple(Card(rank, suit) for suit in lacking + others)
    suit = main_suit(meld.cards)
    return () if suit is None else tuple(Card(rank, suit) for rank in RANKS)


def _exists(cards: Cards, system: RuleSystem) -> bool:
    return is_surely_in_pack(cards, system) or not surplus_findings(cards, system)[0]
