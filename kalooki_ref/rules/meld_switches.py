"""Switches for melds: sets and runs."""

from kalooki_ref.rules import choices
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.switch import Choice, numbered, one_of, yes_or_no


def _naturals(kind: str, fault: Code) -> tuple[Choice, ...]:
    return (
        Choice("1", 1, "1", f"A {{{kind}}} needs at least 1 real card.", (fault,)),
        Choice("2", 2, "2", f"A {{{kind}}} needs at least 2 real cards.", (fault,)),
        Choice(
            "3",
            3,
            "3",
            f"A {{{kind}}} needs at least 3 real cards.",
            (fault,),
        ),
    )


MELDS = (
    one_of(
        "set_min",
        "3.1",
        "Smallest set",
        "How small may a set be?",
        *numbered((3, 4), "A {set} is {n} or more cards of one rank."),
    ),
    one_of(
        "run_min",
        "3.4",
        "Smallest run",
        "How short may a run be?",
        *numbered(
            (3, 4, 5),
            "A {run} is {n} or more cards of one {suit} that follow each other without a gap.",
        ),
    ),
    yes_or_no(
        "set_suits_differ",
        "3.2",
        "Suits apart in a set",
        "Must the suits in a set differ?",
        yes="Each {suit} can be in a {set} only once.",
        no="Any {suit}s make a {set}, and the same card may be in it twice.",
        rulings=("R-002-2",),
        yes_cites=(Code.SUIT_TWICE,),
    ),
    one_of(
        "set_max",
        "3.3",
        "Largest set",
        "How large may a set be?",
        Choice("any", None, "no limit", "A {set} may be as large as you can make it."),
        *numbered((3, 4, 8), "A {set} has at most {n} cards.", Code.SET_TOO_LARGE),
        rulings=("R-002-2",),
    ),
    one_of(
        "ace",
        "3.5",
        "Ace in a run",
        "Where may an ace stand in a run?",
        Choice(
            "both",
            choices.Ace.BOTH,
            "low or high",
            "In a {run} an ace may be low, under the 2, or high, over the {king}; a {run} stops at "
            "an ace.",
            (Code.ROUND_THE_CORNER,),
        ),
        Choice(
            "high",
            choices.Ace.HIGH,
            "high only",
            "In a {run} the ace stands only over the {king}, never under the 2.",
            (Code.ACE_LOW, Code.ROUND_THE_CORNER),
        ),
    ),
    yes_or_no(
        "ace_at_both_ends",
        "3.6",
        "Ace at both ends",
        "May a run have an ace at each end?",
        yes="A {run} may have an ace at each end: 14 cards, and no longer {run} exists.",
        no="A {run} may not have an ace at each end: it has 13 cards at most.",
        rulings=("R-000-5", "R-001-8", "R-003-6", "R-004-6"),
        yes_cites=(Code.RUN_TOO_LONG,),
        no_cites=(Code.ACE_AT_BOTH_ENDS, Code.RUN_TOO_LONG),
    ),
    yes_or_no(
        "ranks_apart",
        "3.7",
        "Sets of different ranks",
        "Must one player’s sets differ in rank?",
        yes="The {set}s of one player must be of different ranks.",
        no="One player may have two {set}s of the same rank.",
        rulings=("R-000-4", "R-001-6", "R-004-5"),
        yes_cites=(Code.RANK_AGAIN,),
    ),
    yes_or_no(
        "suits_apart",
        "3.8",
        "Runs of different suits",
        "Must one player’s runs differ in suit?",
        yes="The {run}s of one player must be of different {suit}s.",
        no="One player may have two {run}s of the same {suit}.",
        rulings=("R-000-4", "R-001-6"),
        yes_cites=(Code.SUIT_AGAIN,),
    ),
    one_of(
        "run_max",
        "3.9",
        "Longest run",
        "How long may a run be?",
        Choice("any", None, "no limit", "A {run} may be as long as the ranks allow."),
        *numbered(
            (4, 5),
            "A {run} has at most {n} cards, tacked ones too.",
            Code.RUN_OVER_LIMIT,
        ),
    ),
    one_of(
        "set_min_naturals",
        "4.1",
        "Real cards in a set",
        "How many real cards does a set need?",
        *_naturals("set", Code.SET_NATURALS_FEW),
    ),
    one_of(
        "run_min_naturals",
        "4.2",
        "Real cards in a run",
        "How many real cards does a run need?",
        *_naturals("run", Code.RUN_NATURALS_FEW),
    ),
)
