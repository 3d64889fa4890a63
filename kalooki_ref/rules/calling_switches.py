"""Switches for drawing and calling."""

from kalooki_ref.rules import choices
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.switch import Choice, Switch, numbered, yes_or_no

CALLING = (
    Switch(
        "taken_upcard",
        "8.2",
        "Taken upcard",
        "What must be done with a taken upcard?",
        (
            Choice(
                "stay",
                choices.TakenUpcard.MAY_STAY,
                "nothing",
                "A taken upcard may stay in your hand.",
            ),
            Choice(
                "meld",
                choices.TakenUpcard.MELDED,
                "melded at once",
                "An upcard you take must go into a meld of your own in the same turn.",
                (Code.UPCARD_UNMELDED,),
            ),
            Choice(
                "build",
                choices.TakenUpcard.MELDED_OR_TACKED,
                "melded or tacked at once",
                "An upcard you take must be melded or tacked in the same turn.",
                (Code.UPCARD_UNMELDED,),
            ),
        ),
        ("R-002-6",),
    ),
    yes_or_no(
        "calling",
        "8.3",
        "Calling",
        "May players call the upcard out of turn?",
        yes="Out of turn you may call the upcard while you are not down: once a turn, and no card"
        " beneath. A player who is down grants every call; a player who grants one draws from"
        " the stock.",
        no="There is no calling.",
        yes_cites=(
            Code.CALLER_DOWN,
            Code.CALL_AGAIN,
            Code.DEAD_CARD,
            Code.MUST_GRANT,
            Code.UPCARD_AFTER_CALL,
        ),
        no_cites=(Code.NO_CALLING,),
    ),
    Switch(
        "cards_per_call",
        "8.4",
        "Cards for a call",
        "How many cards does a granted call bring?",
        numbered(
            (2, 3),
            "A granted call brings you {n} cards: the upcard and the rest from the stock. "
            "You lay nothing with it.",
            Code.LAYS_WHILE_CALLING,
        ),
    ),
    Switch(
        "call_decider",
        "8.5",
        "Who answers a call",
        "Who answers a call?",
        (
            Choice(
                "turn",
                choices.CallDecider.IN_TURN,
                "the player in turn",
                "The player whose turn it is answers the call.",
                (Code.NOT_THE_DECIDER,),
            ),
            Choice(
                "discarder",
                choices.CallDecider.DISCARDER,
                "the player who discarded it",
                "The player who discarded the card answers the call.",
                (Code.NOT_THE_DECIDER,),
            ),
        ),
        ("R-001-2",),
    ),
    yes_or_no(
        "refusing_takes_upcard",
        "8.6",
        "Refusing means taking",
        "Must the player in turn take the card when refusing a call?",
        yes="A player who refuses a call takes the upcard.",
        no="If a call is refused, the player in turn may take the card or leave it.",
        yes_cites=(Code.REFUSED_UNTAKEN,),
    ),
    Switch(
        "call_order",
        "8.7",
        "Several callers",
        "Who gets the card when several call?",
        (
            Choice(
                "voice",
                choices.CallOrder.FIRST_VOICE,
                "the first voice",
                "If several call the same card, it goes to the first voice.",
            ),
            Choice(
                "nearest",
                choices.CallOrder.NEAREST_IN_TURN,
                "the nearest in turn",
                "If several call the same card, it goes to the one whose turn would come first.",
            ),
        ),
        ("R-ALL-2",),
    ),
    yes_or_no(
        "own_discard_callable",
        "8.9",
        "Calling back",
        "May a player call back the card just discarded?",
        yes="You may call any card on top of the discard pile, even the one you have just "
        "discarded.",
        no="You can’t call back the card you have just discarded.",
        rulings=("R-000-9",),
        no_cites=(Code.OWN_DISCARD,),
    ),
    yes_or_no(
        "calls_in_the_air",
        "8.16",
        "Calling in the air",
        "May a card be called before it is on the discard pile?",
        yes="A card may be called as soon as it leaves the hand.",
        no="A card can be called once it is on the discard pile, not before.",
        rulings=("R-ALL-5",),
        yes_cites=(Code.CALL_TOO_LATE,),
        no_cites=(Code.CALL_TOO_EARLY,),
    ),
    yes_or_no(
        "calls_until_drawn",
        "8.16",
        "Calling until when",
        "How long may a card be called?",
        yes="Calls are taken until the player in turn has drawn a card.",
        no="Calls are taken until the player in turn touches the stock or the card.",
        labels=("until the draw", "until a touch"),
        rulings=("R-ALL-5",),
        yes_cites=(Code.CALL_TOO_LATE,),
        no_cites=(Code.CALL_TOO_LATE,),
    ),
    yes_or_no(
        "first_upcard_callable",
        "8.10",
        "First card callable",
        "May the card turned up after the deal be called?",
        yes="The card turned up after the deal may be called.",
        no="The card turned up after the deal can’t be called.",
        rulings=("R-000-9", "R-003-5", "R-004-8"),
        no_cites=(Code.FIRST_UPCARD,),
    ),
    Switch(
        "max_calls",
        "8.11",
        "Calls in a round",
        "How many granted calls may a player make in a round?",
        (
            Choice("0", 0, "none", "Nobody may call.", (Code.NO_CALLING,)),
            Choice(
                "1",
                1,
                "1",
                "You may make 1 granted call in a round. A refused call does not count.",
                (Code.OVERCALL,),
            ),
            *numbered(
                (2, 3, 4),
                "You may make {n} granted calls in a round. A refused call does not count.",
                Code.OVERCALL,
            ),
            Choice("any", None, "no limit", "You may call as often as your calls are granted."),
        ),
        ("R-001-3",),
    ),
    yes_or_no(
        "down_draws_upcard",
        "8.13",
        "Upcard when down",
        "May a player who is down take the upcard?",
        yes="A player who is down may draw from the stock or take the upcard.",
        no="A player who is down draws from the stock only.",
        rulings=("R-001-10",),
        no_cites=(Code.UPCARD_WHILE_DOWN,),
    ),
)
