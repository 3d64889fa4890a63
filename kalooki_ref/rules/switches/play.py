"""Switches for drawing and calling, going out, scoring and penalties.

Not here: what may be laid (switches.melds).
"""

from kalooki_ref.rules.choices import (
    BarredFromLaying,
    Bonus,
    CallDecider,
    CallOrder,
    Consequence,
    Double,
    Fine,
    NoBending,
    Surcharge,
    TakenUpcard,
    WhoDoubles,
)
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.switches.switch import Choice, Switch, yes_or_no


def _calls(number: int) -> Choice:
    sentence = f"You may make {number} granted calls in a round. A refused call does not count."
    return Choice(str(number), number, str(number), sentence, (Code.OVERCALL,))


def _price(key: str, value: tuple[Consequence, ...], label: str, end: str) -> Choice:
    cites = (Code.BARRED,) if BarredFromLaying() in value else ()
    return Choice(key, value, label, f"Whoever makes more granted calls than allowed {end}", cites)


def _false(key: str, value: tuple[Consequence, ...], label: str, end: str) -> Choice:
    cites = (Code.BARRED,) if BarredFromLaying() in value else ()
    return Choice(
        key, value, label, f"After a wrong lay the cards go back to the hand; {end}", cites
    )


PLAY = (
    Switch(
        "taken_upcard",
        "Taken upcard",
        "What must be done with a taken upcard?",
        (
            Choice(
                "stay",
                TakenUpcard.MAY_STAY,
                "nothing",
                "A taken upcard may stay in your hand.",
            ),
            Choice(
                "meld",
                TakenUpcard.MELDED,
                "melded at once",
                "An upcard you take must go into a meld of your own in the same turn.",
                (Code.UPCARD_UNMELDED,),
            ),
            Choice(
                "build",
                TakenUpcard.MELDED_OR_TACKED,
                "melded or tacked at once",
                "An upcard you take must be melded or tacked in the same turn.",
                (Code.UPCARD_UNMELDED,),
            ),
        ),
        ("R-002-6",),
    ),
    yes_or_no(
        "calling",
        "Calling",
        "May players call the upcard out of turn?",
        yes="Out of turn you may call the upcard while you are not down: once a turn, not your own "
        "discard, and no card beneath. A player who is down grants every call; whoever grants one "
        "draws from the stock.",
        no="There is no calling.",
        yes_cites=(
            Code.CALLER_DOWN,
            Code.CALL_AGAIN,
            Code.OWN_DISCARD,
            Code.DEAD_CARD,
            Code.MUST_GRANT,
            Code.UPCARD_AFTER_CALL,
        ),
        no_cites=(Code.NO_CALLING,),
    ),
    Switch(
        "cards_per_call",
        "Cards for a call",
        "How many cards does a granted call bring?",
        tuple(
            Choice(
                str(n),
                n,
                str(n),
                f"A granted call brings you {n} cards: the upcard and the rest from the stock. "
                "You lay nothing with it.",
                (Code.LAYS_WHILE_CALLING,),
            )
            for n in (2, 3)
        ),
    ),
    Switch(
        "call_decider",
        "Who answers a call",
        "Who answers a call?",
        (
            Choice(
                "turn",
                CallDecider.IN_TURN,
                "the player in turn",
                "The player whose turn it is answers the call.",
                (Code.NOT_THE_DECIDER,),
            ),
            Choice(
                "discarder",
                CallDecider.DISCARDER,
                "the one who threw it",
                "The player who threw the card answers the call.",
                (Code.NOT_THE_DECIDER,),
            ),
        ),
        ("R-001-2",),
    ),
    yes_or_no(
        "refusing_takes_upcard",
        "Refusing means taking",
        "Must the player in turn take the card when refusing a call?",
        yes="Whoever refuses a call takes the upcard.",
        no="If a call is refused, the player in turn may take the card or leave it.",
        yes_cites=(Code.REFUSED_UNTAKEN,),
    ),
    Switch(
        "call_order",
        "Several callers",
        "Who gets the card when several call?",
        (
            Choice(
                "voice",
                CallOrder.FIRST_VOICE,
                "the first voice",
                "If several call the same card, it goes to the first voice.",
            ),
            Choice(
                "nearest",
                CallOrder.NEAREST_IN_TURN,
                "the nearest in turn",
                "If several call the same card, it goes to the one whose turn would come first.",
            ),
        ),
        ("R-ALL-2",),
    ),
    yes_or_no(
        "first_upcard_callable",
        "First card callable",
        "May the card turned up after the deal be called?",
        yes="The card turned up after the deal may be called.",
        no="The card turned up after the deal cannot be called.",
        rulings=("R-000-9", "R-003-5", "R-004-8"),
        no_cites=(Code.FIRST_UPCARD,),
    ),
    Switch(
        "max_calls",
        "Calls in a round",
        "How many granted calls may a player make in a round?",
        (
            Choice("0", 0, "none", "Nobody may call.", (Code.NO_CALLING,)),
            *(_calls(n) for n in (1, 2, 3, 4)),
            Choice("any", None, "no limit", "You may call as often as you are granted one."),
        ),
        ("R-001-3",),
    ),
    yes_or_no(
        "down_draws_upcard",
        "Upcard when down",
        "May a player who is down take the upcard?",
        yes="A player who is down may draw from the stock or take the upcard.",
        no="A player who is down draws from the stock only.",
        rulings=("R-001-10",),
        no_cites=(Code.UPCARD_WHILE_DOWN,),
    ),
    yes_or_no(
        "final_discard",
        "Last card thrown",
        "Must the last card be thrown?",
        yes="The last card is thrown.",
        no="The last card may be laid, tacked or thrown.",
        rulings=("R-000-10",),
        yes_cites=(Code.NO_FINAL_DISCARD,),
    ),
    yes_or_no(
        "joker_discard",
        "Joker thrown",
        "May a joker be thrown?",
        yes="A joker may be thrown like any card.",
        no="A joker may not be thrown.",
        rulings=("R-004-9",),
        no_cites=(Code.JOKER_DISCARDED,),
    ),
    Switch(
        "bend",
        "Bent board",
        "What does it bring to come down and go out in one turn?",
        (
            Choice(
                "none",
                (),
                "nothing",
                "Coming down and going out in one turn earns nothing extra.",
                (Code.NOT_BENT,),
            ),
            Choice(
                "all",
                (Double(WhoDoubles.EVERY_SCORE),),
                "every score doubles",
                "Coming down and going out in one turn doubles every score of the round.",
                (Code.NOT_BENT, Code.POINTS_ODD),
            ),
            Choice(
                "cards",
                (Double(WhoDoubles.OPPONENTS_CARDS),),
                "the others' cards double",
                "Coming down and going out in one turn doubles the cards of all others; penalties "
                "stay single.",
                (Code.NOT_BENT, Code.POINTS_ODD),
            ),
            Choice(
                "bonus",
                (Double(WhoDoubles.OPPONENTS_CARDS), Bonus(50)),
                "the others' cards double, −50",
                "Coming down and going out in one turn doubles the cards of all others and takes "
                "50 off that player's total; penalties stay single.",
                (Code.NOT_BENT, Code.POINTS_ODD),
            ),
            *(
                Choice(
                    f"plus{n}",
                    (Surcharge(n),),
                    f"+{n} for the others",
                    f"Coming down and going out in one turn: everyone else pays {n} more.",
                    (Code.NOT_BENT,),
                )
                for n in (25, 50)
            ),
        ),
        ("R-000-12", "R-001-11", "R-004-3"),
    ),
    yes_or_no(
        "add_on_after_out",
        "Adding on at the end",
        "May the others still lay and tack when somebody is out?",
        yes="When somebody is out, the others who are down may lay and tack what they can.",
        no="Once somebody is out, nobody lays or tacks any more.",
        rulings=("R-003-2",),
        yes_cites=(Code.NO_ADD_ON,),
        no_cites=(Code.NO_ADD_ON,),
    ),
    Switch(
        "winner_points",
        "Winner's points",
        "What does going out score?",
        (
            Choice("0", 0, "0", "Whoever goes out scores 0."),
            *(
                Choice(str(-n), -n, f"−{n}", f"Whoever goes out takes {n} off the total.")
                for n in (10, 25, 50, 100)
            ),
        ),
    ),
    Switch(
        "not_down",
        "Never came down",
        "What does it cost not to have come down?",
        (
            Choice("0", (), "nothing", "Not having come down costs nothing extra."),
            *(
                Choice(
                    str(n),
                    (Fine(n),),
                    f"{n} points",
                    f"Whoever has not come down when the round ends pays {n} more.",
                )
                for n in (25, 50, 100)
            ),
        ),
    ),
    Switch(
        "overcall",
        "A call too many",
        "What does a call too many cost?",
        (
            _price("none", (), "nothing", "pays nothing."),
            _price("barred", (BarredFromLaying(),), "no coming down", "may not come down."),
            _price("50", (Fine(50),), "50 once", "pays 50, once a round."),
            _price("50each", (Fine(50, each=True),), "50 each", "pays 50 for each of them."),
            _price(
                "50bend",
                (Fine(50, each=True), NoBending()),
                "50 each, no bending",
                "pays 50 for each of them, and bends nothing by going out.",
            ),
            _price("100", (Fine(100),), "100 once", "pays 100, once a round."),
            _price("100each", (Fine(100, each=True),), "100 each", "pays 100 for each of them."),
            _price(
                "500bend",
                (Fine(500), NoBending()),
                "500, no bending",
                "pays 500, and bends nothing by going out.",
            ),
        ),
        ("R-000-11", "R-003-8", "R-004-2"),
    ),
    Switch(
        "false_lay",
        "A wrong lay",
        "What does a wrong lay cost?",
        (
            _false("none", (), "nothing", "it costs nothing."),
            _false("50", (Fine(50, each=True),), "50 each", "it costs 50 each time."),
            _false("100", (Fine(100, each=True),), "100 each", "it costs 100 each time."),
            _false(
                "bend",
                (NoBending(),),
                "no bending",
                "it costs nothing, but that player bends nothing this round.",
            ),
            _false(
                "50barred",
                (Fine(50, each=True), BarredFromLaying()),
                "50, no coming down",
                "it costs 50, and that player may not come down this round.",
            ),
        ),
        ("R-004-7",),
    ),
)
