"""Switches for coming down, tacking, and jokers that lie on the table."""

from kalooki_ref.rules import choices, own_values
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
        yes="They may come in parts, over several turns; you are not down until the last of them "
        "is on the board, and you can’t call after the first.",
        no="They are laid all at once, in one turn.",
        rulings=("R-001-5",),
    ),
    yes_or_no(
        "builders_open",
        "5.4",
        "Builders in the opening",
        "Do builders of the same turn count toward the opening?",
        yes="Builders you tack in the turn of coming down count toward the opening; with them you "
        "lay at least one meld. A card put in a joker’s place does not count.",
        no="Builders do not count toward the opening, only melds do.",
        rulings=("R-002-4",),
    ),
    yes_or_no(
        "going_out_opens",
        "5.6",
        "Opening when going out at once",
        "Does going out in the turn of coming down replace the opening?",
        yes="A player who comes down and goes out in one turn needs no points to open.",
        no="A player who comes down and goes out in one turn still needs the opening.",
        rulings=("R-002-8",),
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
        Choice("either", choices.TackEnds.EITHER, "either end", "A run may grow at either end."),
        Choice(
            "high",
            choices.TackEnds.HIGH_UNTIL_ACE,
            "high end until the ace",
            "A run grows at its high end; the low end opens when the ace is reached.",
            (Code.LOW_END_CLOSED,),
        ),
        rulings=("R-001-7", "R-003-3"),
    ),
    yes_or_no(
        "joker_as_ace",
        "6.4",
        "Joker as the ace",
        "Does a joker that stands for the ace open the low end?",
        yes="A joker at the high end that stands for the ace opens the low end as the ace does.",
        no="Only a real ace opens the low end, not a joker that stands for it.",
        rulings=("R-003-9", "R-004-4"),
    ),
    yes_or_no(
        "end_joker_reread",
        "1.4",
        "Joker at an end",
        "Can a joker at the end of a run become another card later?",
        yes="A joker can stand for any card. A joker at the end of a run may later be moved to "
        "the other end, by the player who adds to the run.",
        no="A joker can stand for any card. Its place in the meld says which, and it stays so.",
        rulings=("R-002-3",),
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
            "A joker on the board is never replaced.",
            (Code.JOKER_FIXED,),
        ),
        Choice(
            "owner",
            choices.JokerMover.OWNER,
            "only the player who laid it",
            "Only the player who laid a run may put the real card in its joker’s place.",
            (Code.NOT_THE_OWNER, Code.NOT_THE_CARD, Code.NO_JOKER_THERE),
        ),
        Choice(
            "anyone",
            choices.JokerMover.ANYONE_DOWN,
            "anyone who is down",
            "Anyone who is down may put the real card in a joker’s place in a run.",
            (Code.NOT_THE_CARD, Code.NO_JOKER_THERE),
        ),
        Choice(
            "everyone",
            choices.JokerMover.ANYONE,
            "anyone, down or not",
            "Anyone may put the real card in a joker’s place in a run, down or not.",
            (Code.NOT_THE_CARD, Code.NO_JOKER_THERE),
        ),
        rulings=("R-002-5",),
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
            "A replaced joker moves to the high end of its run, or else to the low end.",
            (Code.JOKER_INTO_HAND, Code.HIGH_END_FIRST, Code.NO_FREE_END),
        ),
        Choice(
            "ace",
            choices.JokerGoes.HIGH_UNTIL_ACE,
            "high end until the ace",
            "A replaced joker moves to the high end of its run; to the low end only if the "
            "ace is reached.",
            (Code.JOKER_INTO_HAND, Code.HIGH_END_FIRST, Code.NO_FREE_END),
        ),
        Choice(
            "chosen",
            choices.JokerGoes.CHOSEN_END,
            "either end",
            "A replaced joker moves to the end of its run that its player chooses.",
            (Code.JOKER_INTO_HAND, Code.END_NEEDED, Code.NO_FREE_END),
        ),
        Choice(
            "reused",
            choices.JokerGoes.REUSED_AT_ONCE,
            "played again at once",
            "A player who takes a joker must play it again in the same turn.",
            (Code.JOKER_NOT_REUSED,),
        ),
        Choice(
            "hand",
            choices.JokerGoes.INTO_THE_HAND,
            "into the hand",
            "A player who replaces a joker may keep it in hand.",
        ),
        rulings=("R-000-7", "R-003-7", "R-001-12"),
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
            "A joker in a set never moves.",
            (Code.SET_JOKER_FIXED,),
        ),
        Choice(
            "suits",
            choices.SetJoker.FOR_ALL_MISSING_SUITS,
            "for both missing suits",
            "A joker leaves a set of three for the cards of both missing suits; a set of four "
            "is locked.",
            (Code.SET_JOKER_FIXED, Code.SET_LOCKED),
        ),
        rulings=("R-000-8", "R-002-7"),
    ),
)
