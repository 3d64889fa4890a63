"""Switches for melds: sets and runs, jokers in them, coming down, tacking, jokers on the table.

Not here: drawing, calling and scoring (switches.play).
"""

from kalooki_ref.rules.choices import (
    Ace,
    ExtraMelds,
    JokerCap,
    JokerGoes,
    JokerMover,
    SetJoker,
    TackEnds,
)
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.switches.switch import Choice, Switch, yes_or_no

_FIRST_MELDS = "Your first melds must be "


def _caps(kind: str) -> tuple[Choice, ...]:
    return (
        Choice(
            "never", JokerCap.NEVER, "no limit", f"A {kind} may have more jokers than real cards."
        ),
        Choice(
            "lay",
            JokerCap.AT_THE_LAY,
            "half, when laid",
            f"When a {kind} is laid, its jokers may not outnumber its real cards; "
            "jokers tacked later are not limited.",
            (Code.JOKERS_OUTNUMBER,),
        ),
        Choice(
            "always",
            JokerCap.ALWAYS,
            "half, always",
            f"The jokers of a {kind} may never outnumber its real cards, not by tacking either.",
            (Code.JOKERS_OUTNUMBER,),
        ),
    )


def _naturals(kind: str) -> tuple[Choice, ...]:
    return (
        Choice("1", 1, "1", f"A {kind} needs at least 1 real card.", (Code.TOO_FEW_NATURALS,)),
        Choice("2", 2, "2", f"A {kind} needs at least 2 real cards.", (Code.TOO_FEW_NATURALS,)),
        Choice(
            "3",
            3,
            "3",
            f"A {kind} needs at least 3 real cards, so a {kind} of four has one joker at most.",
            (Code.TOO_FEW_NATURALS,),
        ),
    )


MELDS = (
    yes_or_no(
        "set_suits_differ",
        "Suits apart in a set",
        "Must the suits in a set differ?",
        yes="Each suit is in a set once at most.",
        no="Suits do not matter in a set; the same card may be in it twice.",
        rulings=("R-002-2",),
        yes_cites=(Code.SUIT_TWICE,),
    ),
    Switch(
        "set_max",
        "Largest set",
        "How large may a set be?",
        (
            Choice("any", None, "no limit", "A set may be as large as you can make it."),
            *(
                Choice(str(n), n, str(n), f"A set has at most {n} cards.", (Code.SET_TOO_LARGE,))
                for n in (3, 4, 8)
            ),
        ),
        ("R-002-2",),
    ),
    Switch(
        "ace",
        "Ace in a run",
        "Where may an ace stand in a run?",
        (
            Choice(
                "both",
                Ace.BOTH,
                "low or high",
                "In a run an ace may be low or high; a run stops at an ace.",
                (Code.ROUND_THE_CORNER,),
            ),
            Choice(
                "high",
                Ace.HIGH,
                "high only",
                "In a run the ace stands only over the king.",
                (Code.ACE_LOW, Code.ROUND_THE_CORNER),
            ),
        ),
    ),
    yes_or_no(
        "ace_at_both_ends",
        "Ace at both ends",
        "May a run have an ace at each end?",
        yes="A run may have an ace at each end: 14 cards.",
        no="A run may not have an ace at each end: 13 cards at most.",
        rulings=("R-000-5", "R-001-8", "R-003-6", "R-004-6"),
        yes_cites=(Code.RUN_TOO_LONG,),
        no_cites=(Code.ACE_AT_BOTH_ENDS, Code.RUN_TOO_LONG),
    ),
    yes_or_no(
        "ranks_apart",
        "Sets of different ranks",
        "Must one player's sets differ in rank?",
        yes="The sets of one player must be of different ranks.",
        no="One player may have two sets of the same rank.",
        rulings=("R-000-4", "R-001-6", "R-004-5"),
        yes_cites=(Code.RANK_AGAIN,),
    ),
    yes_or_no(
        "suits_apart",
        "Runs of different suits",
        "Must one player's runs differ in suit?",
        yes="The runs of one player must be of different suits.",
        no="One player may have two runs of the same suit.",
        rulings=("R-000-4", "R-001-6"),
        yes_cites=(Code.SUIT_AGAIN,),
    ),
    Switch(
        "set_min_naturals",
        "Real cards in a set",
        "How many real cards does a set need?",
        _naturals("set"),
    ),
    Switch(
        "run_min_naturals",
        "Real cards in a run",
        "How many real cards does a run need?",
        _naturals("run"),
    ),
    Switch(
        "set_joker_cap",
        "Jokers in a set",
        "Are the jokers of a set limited to half?",
        _caps("set"),
        ("R-000-2", "R-001-4"),
    ),
    Switch(
        "run_joker_cap",
        "Jokers in a run",
        "Are the jokers of a run limited to half?",
        _caps("run"),
        ("R-000-2",),
    ),
    yes_or_no(
        "jokers_side_by_side",
        "Jokers side by side",
        "May two jokers lie side by side in a run?",
        yes="Two jokers may lie side by side in a run.",
        no="Two jokers may not lie side by side in a run, not by tacking either.",
        rulings=("R-000-6", "R-001-12"),
        no_cites=(Code.JOKERS_SIDE_BY_SIDE,),
    ),
    Switch(
        "opening",
        "Opening",
        "What must the first melds be?",
        (
            Choice(
                "0",
                0,
                "the contract",
                _FIRST_MELDS + "the contract of the round, complete.",
                (Code.CONTRACT_SHORT,),
            ),
            *(
                Choice(
                    str(n),
                    n,
                    f"{n} points",
                    f"{_FIRST_MELDS}worth at least {n} points together.",
                    (Code.OPENING_SHORT,),
                )
                for n in (30, 40, 51, 60)
            ),
        ),
    ),
    Switch(
        "extra_melds",
        "Further melds",
        "May a player lay more melds than the first ones?",
        (
            Choice(
                "never",
                ExtraMelds.NEVER,
                "no, only tacking",
                "Beyond the first melds nothing is laid; what is left is tacked.",
                (Code.EXTRA_MELD, Code.CONTRACT_EXCEEDED),
            ),
            Choice(
                "first",
                ExtraMelds.BEFORE_TACKING,
                "before tacking",
                "You may lay further melds, but none in a turn in which you have tacked.",
                (Code.MELD_AFTER_TACK,),
            ),
            Choice(
                "any",
                ExtraMelds.ANY_TIME,
                "any time",
                "Once you are down you may lay further melds in any turn of yours.",
            ),
        ),
        ("R-000-3", "R-001-9"),
    ),
    Switch(
        "tack_ends",
        "Where runs grow",
        "At which end may a run grow?",
        (
            Choice("either", TackEnds.EITHER, "either end", "A run may grow at either end."),
            Choice(
                "high",
                TackEnds.HIGH_UNTIL_ACE,
                "high end until the ace",
                "A run grows at its high end; the low end opens when the ace is reached.",
                (Code.LOW_END_CLOSED,),
            ),
        ),
        ("R-001-7", "R-003-3", "R-004-4"),
    ),
    Switch(
        "joker_mover",
        "Who replaces jokers",
        "Who may put the real card in a joker's place in a run?",
        (
            Choice(
                "nobody",
                JokerMover.NOBODY,
                "nobody",
                "A joker on the table is never replaced.",
                (Code.JOKER_FIXED,),
            ),
            Choice(
                "owner",
                JokerMover.OWNER,
                "only its owner",
                "Only the player who laid a run may put the real card in its joker's place.",
                (Code.NOT_THE_OWNER, Code.NOT_THE_CARD, Code.NO_JOKER_THERE),
            ),
            Choice(
                "anyone",
                JokerMover.ANYONE_DOWN,
                "anyone who is down",
                "Anyone who is down may put the real card in a joker's place in a run.",
                (Code.NOT_THE_CARD, Code.NO_JOKER_THERE),
            ),
        ),
        ("R-002-5",),
    ),
    Switch(
        "joker_goes",
        "Where the joker goes",
        "Where does a replaced joker go?",
        (
            Choice(
                "high",
                JokerGoes.HIGH_ELSE_LOW,
                "high end, else low",
                "A replaced joker moves to the high end of its run, or else to the low end.",
                (Code.JOKER_INTO_HAND, Code.HIGH_END_FIRST, Code.NO_FREE_END),
            ),
            Choice(
                "ace",
                JokerGoes.HIGH_UNTIL_ACE,
                "high end until the ace",
                "A replaced joker moves to the high end of its run; to the low end only if the "
                "ace is reached.",
                (Code.JOKER_INTO_HAND, Code.HIGH_END_FIRST, Code.NO_FREE_END),
            ),
            Choice(
                "chosen",
                JokerGoes.CHOSEN_END,
                "either end",
                "A replaced joker moves to the end of its run that its player chooses.",
                (Code.JOKER_INTO_HAND, Code.END_NEEDED, Code.NO_FREE_END),
            ),
            Choice(
                "reused",
                JokerGoes.REUSED_AT_ONCE,
                "played again at once",
                "Whoever takes a joker must play it again in the same turn.",
                (Code.JOKER_NOT_REUSED,),
            ),
            Choice(
                "hand",
                JokerGoes.INTO_THE_HAND,
                "into the hand",
                "Whoever replaces a joker may keep it in hand.",
            ),
        ),
        ("R-000-7", "R-003-7", "R-001-12"),
    ),
    Switch(
        "set_joker",
        "Joker in a set",
        "Can a joker leave a set?",
        (
            Choice(
                "stays",
                SetJoker.STAYS,
                "it stays",
                "A joker in a set never moves.",
                (Code.SET_JOKER_FIXED,),
            ),
            Choice(
                "suits",
                SetJoker.FOR_ALL_MISSING_SUITS,
                "for both missing suits",
                "A joker leaves a set of three for the cards of both missing suits; a set of four "
                "is locked.",
                (Code.SET_JOKER_FIXED, Code.SET_LOCKED),
            ),
        ),
        ("R-000-8", "R-002-7"),
    ),
)
