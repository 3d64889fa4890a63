"""Switches for jokers: in a meld, on the board, and as the discard."""

from kalooki_ref.rules import choices, conditions
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.switch import Choice, one_of, yes_or_no


def _caps(kind: str, fault: Code) -> tuple[Choice, ...]:
    return (
        Choice(
            "never",
            choices.JokerCap.NEVER,
            "no limit",
            f"There is no limit on the {{joker}}s of a {{{kind}}}.",
        ),
        Choice(
            "lay",
            choices.JokerCap.AT_THE_LAY,
            "half, when laid",
            f"When a {{{kind}}} is laid, its {{joker}}s may not outnumber its real cards; "
            "{joker}s tacked later are not limited.",
            (fault,),
        ),
        Choice(
            "always",
            choices.JokerCap.ALWAYS,
            "half, always",
            f"The {{joker}}s of a {{{kind}}} may never outnumber its real cards, not by tacking "
            "either.",
            (fault,),
        ),
    )


JOKERS = (
    yes_or_no(
        "end_joker_reread",
        "1.4",
        "Joker at an end",
        "Can a joker at the end of a run become another card later?",
        yes="A {joker} can stand for any card. A {joker} at the end of a {run} may later be moved "
        "to the other end, by the player who adds to the {run}.",
        no="A {joker} can stand for any card. Its place in the meld says which, and it stays so.",
        rulings=("R-002-3",),
        only=(conditions.JOKERS,),
    ),
    one_of(
        "set_joker_cap",
        "4.3",
        "Jokers in a set",
        "Are the jokers of a set limited to half?",
        *_caps("set", Code.SET_JOKERS_OUTNUMBER),
        rulings=("R-000-2", "R-001-4"),
        only=(conditions.JOKERS,),
    ),
    one_of(
        "run_joker_cap",
        "4.4",
        "Jokers in a run",
        "Are the jokers of a run limited to half?",
        *_caps("run", Code.RUN_JOKERS_OUTNUMBER),
        rulings=("R-000-2",),
        only=(conditions.JOKERS,),
    ),
    yes_or_no(
        "jokers_side_by_side",
        "4.5",
        "Jokers side by side",
        "May two jokers lie side by side in a run?",
        yes="Two {joker}s may lie side by side in a {run}.",
        no="Two {joker}s may not lie side by side in a {run}, not by tacking either.",
        rulings=("R-000-6", "R-001-12"),
        no_cites=(Code.JOKERS_SIDE_BY_SIDE,),
        only=(conditions.JOKERS,),
    ),
    yes_or_no(
        "joker_as_ace",
        "6.4",
        "Joker as the ace",
        "Does a joker that stands for the ace open the low end?",
        yes="A {joker} at the high end that stands for the ace opens the low end as the ace does.",
        no="Only a real ace opens the low end, not a {joker} that stands for it.",
        rulings=("R-003-9", "R-004-4"),
        only=(conditions.JOKERS, conditions.WAITING_LOW_END),
    ),
    one_of(
        "joker_mover",
        "7.1",
        "Who replaces jokers",
        "Who may put the real card in a joker’s place in a run?",
        Choice(
            "nobody",
            choices.JokerMover.NOBODY,
            "nobody",
            "A {joker} on the board is never replaced.",
            (Code.JOKER_FIXED,),
        ),
        Choice(
            "owner",
            choices.JokerMover.OWNER,
            "only the player who laid it",
            "Only the player who laid a {run} may put the real card in its {joker}’s place.",
            (Code.NOT_THE_OWNER, Code.NOT_THE_CARD, Code.NO_JOKER_THERE),
        ),
        Choice(
            "anyone",
            choices.JokerMover.ANYONE_DOWN,
            "anyone who is down",
            "Anyone who is down may put the real card in a {joker}’s place in a {run}.",
            (Code.NOT_THE_CARD, Code.NO_JOKER_THERE),
        ),
        Choice(
            "everyone",
            choices.JokerMover.ANYONE,
            "anyone, down or not",
            "Anyone may put the real card in a {joker}’s place in a {run}, down or not.",
            (Code.NOT_THE_CARD, Code.NO_JOKER_THERE),
        ),
        rulings=("R-002-5",),
        only=(conditions.JOKERS,),
    ),
    one_of(
        "joker_goes",
        "7.2",
        "Where the joker goes",
        "Where does a replaced joker go?",
        Choice(
            "high",
            choices.JokerGoes.HIGH_ELSE_LOW,
            "high end, else low",
            "A replaced {joker} moves to the high end of its {run}, or else to the low end.",
            (Code.JOKER_INTO_HAND, Code.HIGH_END_FIRST),
        ),
        Choice(
            "ace",
            choices.JokerGoes.HIGH_UNTIL_ACE,
            "high end until the ace",
            "A replaced {joker} moves to the high end of its {run}; to the low end only if the "
            "{run} has reached the ace.",
            (Code.JOKER_INTO_HAND, Code.HIGH_END_FIRST),
        ),
        Choice(
            "chosen",
            choices.JokerGoes.CHOSEN_END,
            "either end",
            "A replaced {joker} moves to the end of its {run} that its player chooses.",
            (Code.JOKER_INTO_HAND, Code.END_NEEDED),
        ),
        Choice(
            "reused",
            choices.JokerGoes.REUSED_AT_ONCE,
            "played again at once",
            "A player who takes a {joker} must play it again in the same turn.",
            (Code.JOKER_NOT_REUSED,),
        ),
        Choice(
            "hand",
            choices.JokerGoes.INTO_THE_HAND,
            "into the hand",
            "A player who replaces a {joker} may keep it in hand.",
        ),
        rulings=("R-000-7", "R-003-7", "R-001-12"),
        only=(conditions.JOKERS, conditions.REPLACED_JOKERS),
    ),
    yes_or_no(
        "own_joker_to_hand",
        "7.6",
        "Joker of your own run",
        "Does a joker that you replace in your own run go into your hand?",
        yes="A {joker} you replace in a {run} of your own goes into your hand; you may play it in "
        "the same turn.",
        no="A {joker} you replace in a {run} of your own goes where any other does.",
        only=(conditions.JOKERS,),
    ),
    yes_or_no(
        "jokers_from_inside",
        "7.7",
        "Jokers from inside only",
        "Can only a joker between two cards of a run be replaced?",
        yes="Only a {joker} between two cards of a {run} can be replaced, not one at its end.",
        no="A {joker} at an end of a {run} can be replaced as one between two cards.",
        yes_cites=(Code.JOKER_AT_END,),
        only=(conditions.JOKERS,),
    ),
    one_of(
        "set_joker",
        "7.4",
        "Joker in a set",
        "Can a joker leave a set?",
        Choice(
            "stays",
            choices.SetJoker.STAYS,
            "it stays",
            "A {joker} in a {set} never moves.",
            (Code.SET_JOKER_FIXED,),
        ),
        Choice(
            "suits",
            choices.SetJoker.FOR_ALL_MISSING_SUITS,
            "for both missing suits",
            "A {joker} leaves a {set} for the cards of all its missing {suit}s.",
            (Code.SET_JOKER_FIXED,),
        ),
        rulings=("R-000-8", "R-002-7"),
        only=(conditions.JOKERS,),
    ),
    yes_or_no(
        "joker_discard",
        "9.3",
        "Discarding a joker",
        "May a joker be discarded?",
        yes="A {joker} may be discarded like any card.",
        no="A {joker} may not be discarded; any other card may.",
        rulings=("R-004-9",),
        no_cites=(Code.JOKER_DISCARDED,),
        only=(conditions.JOKERS,),
    ),
)
