"""Hypothesis strategies for nearly legal cards: a legal meld with one or two changes."""

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, RANKS, Card
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.meld import Phase as MeldPhase
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.run_order import low_to_high
from kalooki_ref.referee.runs import card_at, main_suit, run_reading
from kalooki_ref.rules.choices import Ace, ExtraMelds, JokerCap, TackEnds
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS

Cards = tuple[Card, ...]

# Switches that only restrict, in any system.
STRICTER: tuple[dict[str, Any], ...] = (
    {"ace": Ace.HIGH},
    {"ace_at_both_ends": False},
    {"jokers_side_by_side": False},
    {"set_joker_cap": JokerCap.ALWAYS},
    {"run_joker_cap": JokerCap.ALWAYS},
    {"set_min_naturals": 2},
    {"run_min_naturals": 2},
    {"set_suits_differ": True},
    {"set_max": 4},
    {"run_min": 5},
    {"ranks_apart": True},
    {"suits_apart": True},
    {"extra_melds": ExtraMelds.NEVER},
    {"tack_ends": TackEnds.HIGH_UNTIL_ACE},
    {"joker_as_ace": False},
    {"packs": 1},
)

# The profile sets the number of examples. They must be nearly legal, so many are filtered out.
law = settings(suppress_health_check=(HealthCheck.filter_too_much, HealthCheck.too_slow))

# Examples aren't shrunk, which would take minutes; a failing one is printed as a line.
law_of_turns = settings(
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=(
        HealthCheck.data_too_large, HealthCheck.large_base_example, HealthCheck.too_slow,
    ),
)  # fmt: skip

systems = st.sampled_from(SYSTEMS)
strict_switches = st.sampled_from(STRICTER)


@st.composite
def tables(draw: st.DrawFn) -> RuleSystem:
    """Draw a system, unchanged or with one or two changed switches."""
    system = draw(systems)
    for switch in draw(st.lists(strict_switches, max_size=2)):
        system = replace(system, **switch)
    return system


@st.composite
def runs(draw: st.DrawFn, system: RuleSystem, *, least: int = 3) -> Cards:
    """Draw cards in order from one suit, some of them jokers."""
    length = draw(st.integers(least, 8))
    start = draw(st.integers(LOW_ACE, HIGH_ACE - length + 1))
    suit = draw(st.sampled_from(system.suits))
    return draw(_with_jokers(tuple(card_at(start + i, suit) for i in range(length))))


@st.composite
def sets(draw: st.DrawFn, system: RuleSystem) -> Cards:
    """Draw cards of one rank, some of them jokers."""
    rank = draw(st.sampled_from(RANKS))
    suits = draw(st.lists(st.sampled_from(system.suits), min_size=2, max_size=6))
    return draw(_with_jokers(tuple(Card(rank, suit) for suit in suits)))


@st.composite
def melds(draw: st.DrawFn, system: RuleSystem) -> Meld:
    """Draw a legal or nearly legal meld."""
    if draw(st.booleans()):
        return Meld(MeldKind.RUN, draw(_nudged(draw(runs(system)), system)))
    return Meld(MeldKind.SET, draw(_nudged(draw(sets(system)), system)))


@st.composite
def standing_melds(draw: st.DrawFn, system: RuleSystem) -> Meld:
    """Draw a meld that is legal on the board: a drawn one, repaired if needed, or a natural run."""
    meld = draw(melds(system))
    verdict = judge_meld(meld, system, phase=MeldPhase.TACK)
    if verdict.legal:
        return meld
    if verdict.instead is not None:
        return Meld(meld.kind, verdict.instead)
    start, suit = draw(st.integers(2, 9)), draw(st.sampled_from(system.suits))
    return Meld(MeldKind.RUN, tuple(card_at(start + i, suit) for i in range(6)))


@st.composite
def additions(draw: st.DrawFn, meld: Meld, system: RuleSystem) -> Cards:
    """Draw cards that probably fit a meld, and sometimes others."""
    suit = main_suit(meld.cards)
    read = low_to_high(run_reading(meld.cards, system), system)
    fitting = [card for card in meld.cards if meld.kind is MeldKind.SET]
    if meld.kind is MeldKind.RUN and suit and read:
        low, high = read[0].rank, read[-1].rank
        fitting = [card_at((rank - 1) % 13 + 1, suit) for rank in (low - 1, high + 1, high + 2)]
    cards = st.sampled_from([*fitting, *fitting, JOKER]) | any_card(system)
    return tuple(draw(st.lists(cards, min_size=1, max_size=3)))


def any_card(system: RuleSystem) -> st.SearchStrategy[Card]:
    naturals = [Card(rank, suit) for suit in system.suits for rank in RANKS]
    return st.sampled_from([*naturals, *[JOKER] * 8])


def _with_jokers(cards: Cards) -> st.SearchStrategy[Cards]:
    flags = st.lists(st.integers(0, 3), min_size=len(cards), max_size=len(cards))
    return flags.map(
        lambda drawn: tuple(c if f else JOKER for c, f in zip(cards, drawn, strict=True))
    )


@st.composite
def _nudged(draw: st.DrawFn, cards: Cards, system: RuleSystem) -> Cards:
    row = list(cards)
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(row) - 1))
        nudge = draw(st.sampled_from(("swap", "exchange", "drop", "add", "turn")))
        if nudge == "swap":
            other = draw(st.integers(0, len(row) - 1))
            row[place], row[other] = row[other], row[place]
        elif nudge == "exchange":
            row[place] = draw(any_card(system))
        elif nudge == "add":
            row.insert(place, draw(any_card(system)))
        elif nudge == "turn":
            row.reverse()
        elif len(row) > 1:
            del row[place]
    return tuple(row)
