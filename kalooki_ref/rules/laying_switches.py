"""Switches for coming down and tacking."""

from kalooki_ref.rules import choices, conditions, own_values
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.switch import Choice, numbered, one_of, yes_or_no

_FIRST_MELDS = "Your first melds must be "

LAYING = (
    one_of(
        "opening",
        "5.1",
        "Opening",
        "What must the first melds be?",
        Choice(
            "0",
            0,
            "the contract",
            _FIRST_MELDS + "the contract of the round.",
            (Code.CONTRACT_SHORT,),
        ),
        *numbered(
            (30, 40, 51, 60),
            _FIRST_MELDS + "worth at least {n} points together.",
            Code.OPENING_SHORT,
            label="{n} points",
        ),
        own=own_values.OPENING,
    ),
    yes_or_no(
        "contract_in_parts",
        "5.1",
        "Contract in parts",
        "May the contract be laid in parts, over several turns?",
        yes="The contract may come in parts, over several turns; you are not down until the last "
        "of them is on the board.",
        no="The contract is laid all at once, in one turn.",
        rulings=("R-001-5",),
        only=(conditions.MELDED_CONTRACT,),
    ),
    one_of(
        "opening_values",
        "5.1",
        "Values for the opening",
        "What do cards count toward the opening?",
        own=own_values.OPENING_VALUES,
        only=(conditions.OPENING_POINTS,),
    ),
    yes_or_no(
        "builders_open",
        "5.4",
        "Builders in the opening",
        "Do builders of the same turn count toward the opening?",
        yes="Builders you tack in the turn of coming down count toward the opening; with them you "
        "lay at least one meld.",
        no="Builders do not count toward the opening, only melds do.",
        rulings=("R-002-4",),
        only=(conditions.BUILDERS_IN_OPENING,),
    ),
    yes_or_no(
        "going_out_opens",
        "5.6",
        "Opening when going out at once",
        "Does going out in the turn of coming down replace the opening?",
        yes="A player who comes down and goes out in one turn needs no points to open.",
        no="A player who comes down and goes out in one turn still needs the opening.",
        rulings=("R-002-8",),
        only=(conditions.GOING_OUT_UNOPENED,),
    ),
    yes_or_no(
        "last_contract_all_cards",
        "5.8",
        "Last contract",
        "Is the last contract laid with all cards, without a discard?",
        yes="In the last round you lay the contract with all cards of your hand, which ends the "
        "round without a discard.",
        no="The last contract is laid like any other; cards may be left over.",
        labels=("with all cards", "like any other"),
        yes_cites=(Code.CARDS_KEPT,),
        only=(conditions.LAST_CONTRACT,),
    ),
    one_of(
        "extra_melds",
        "5.3",
        "Further melds",
        "May a player lay more melds than the first ones?",
        Choice(
            "never",
            choices.ExtraMelds.NEVER,
            "no, only tacking",
            "After the first melds you lay no more; you only tack.",
            (Code.EXTRA_MELD, Code.CONTRACT_EXCEEDED),
        ),
        Choice(
            "first",
            choices.ExtraMelds.BEFORE_TACKING,
            "before tacking",
            "You may lay further melds, but none in a turn in which you have tacked.",
            (Code.MELD_AFTER_TACK,),
        ),
        Choice(
            "any",
            choices.ExtraMelds.ANY_TIME,
            "any time",
            "Once you are down you may lay further melds in any of your turns.",
        ),
        rulings=("R-000-3", "R-001-9"),
    ),
    one_of(
        "tack_ends",
        "6.3",
        "Where runs grow",
        "At which end may a run grow?",
        Choice("either", choices.TackEnds.EITHER, "either end", "A {run} may grow at either end."),
        Choice(
            "high",
            choices.TackEnds.HIGH_UNTIL_ACE,
            "high end until the ace",
            "A {run} grows at its high end; the low end opens only when the high end has reached "
            "the ace.",
            (Code.LOW_END_CLOSED,),
        ),
        rulings=("R-001-7", "R-003-3"),
    ),
    one_of(
        "most_per_end",
        "6.5",
        "Cards at one end",
        "How many cards may be added to one end of a run in a turn?",
        Choice("any", None, "no limit", "You may add as many cards to a {run} as you can."),
        *numbered(
            (1, 2),
            "In a turn you may add at most {n} to one end of a {run}.",
            Code.END_OVER_LIMIT,
        ),
    ),
)
