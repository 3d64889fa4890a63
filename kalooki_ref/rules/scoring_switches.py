"""Switches for going out, scoring and penalties."""

from kalooki_ref.rules import choices, conditions, own_values
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.switch import Choice, numbered, one_of, yes_or_no


def _overcall(key: str, value: tuple[choices.Consequence, ...], label: str, end: str) -> Choice:
    sentence = f"A player with more granted calls than allowed {end}"
    return Choice(key, value, label, sentence, _faults_of(value))


def _false_lay(key: str, value: tuple[choices.Consequence, ...], label: str, end: str) -> Choice:
    sentence = f"After a false lay the cards go back to the hand; {end}"
    return Choice(key, value, label, sentence, _faults_of(value))


def _faults_of(value: tuple[choices.Consequence, ...]) -> tuple[Code, ...]:
    return (Code.BARRED,) if choices.BarredFromLaying() in value else ()


def _fine(points: int) -> tuple[choices.Consequence, ...]:
    return (choices.Fine(points),)


SCORING = (
    one_of(
        "points",
        "10.1",
        "Card values",
        "What are cards worth?",
        own=own_values.POINTS,
    ),
    yes_or_no(
        "final_discard",
        "9.2",
        "Last discard",
        "Must the last card be discarded?",
        yes="The last card must be discarded.",
        no="The last card may be laid, tacked or discarded.",
        rulings=("R-000-10",),
        yes_cites=(Code.NO_FINAL_DISCARD,),
    ),
    one_of(
        "bend",
        "9.4",
        "Bent board",
        "What happens when a player comes down and goes out in one turn?",
        Choice(
            "none",
            (),
            "nothing",
            "Coming down and going out in one turn earns nothing extra.",
            (Code.NOT_BENT,),
        ),
        Choice(
            "all",
            (choices.Double(choices.WhoDoubles.EVERY_SCORE),),
            "every score doubles",
            "Coming down and going out in one turn doubles every score of the round.",
            (Code.NOT_BENT, Code.POINTS_ODD),
        ),
        Choice(
            "cards",
            (choices.Double(choices.WhoDoubles.OPPONENTS_CARDS),),
            "the others’ cards double",
            "Coming down and going out in one turn doubles the cards of all others; penalties "
            "stay single.",
            (Code.NOT_BENT, Code.POINTS_ODD),
        ),
        Choice(
            "bonus",
            (choices.Double(choices.WhoDoubles.OPPONENTS_CARDS), choices.Bonus(50)),
            "the others’ cards double, −50",
            "Coming down and going out in one turn doubles the cards of all others and takes "
            "50 off that player’s total; penalties stay single.",
            (Code.NOT_BENT, Code.POINTS_ODD),
        ),
        *(
            Choice(
                f"plus{n}",
                (choices.Surcharge(n),),
                f"+{n} for the others",
                f"Coming down and going out in one turn: everyone else pays {n} more.",
                (Code.NOT_BENT,),
            )
            for n in (25, 50)
        ),
        rulings=("R-001-11", "R-004-3"),
    ),
    yes_or_no(
        "bend_without_calls",
        "9.5",
        "Bending without calls",
        "Does a player who never called bend the board?",
        yes="A player who made no call in the round {bends} as any other does.",
        no="A player who made no call in the round doesn’t {bend}.",
        rulings=("R-000-12",),
        no_cites=(Code.NOT_BENT,),
        only=(conditions.CALLING, conditions.BENDING),
    ),
    yes_or_no(
        "fines_double",
        "9.7",
        "Penalties on a bent board",
        "Do penalties double where every score doubles?",
        yes="Where every score doubles, penalties double as well.",
        no="Where every score doubles, penalties stay single.",
        labels=("doubled", "single"),
        rulings=("R-ALL-7",),
        only=(conditions.DOUBLING,),
    ),
    yes_or_no(
        "add_on_after_out",
        "9.6",
        "Adding on at the end",
        "May the others still lay and tack when somebody goes out?",
        yes="When somebody goes out, the others who are down may lay and tack what they can.",
        no="Once somebody goes out, nobody lays or tacks any more.",
        rulings=("R-003-2",),
        yes_cites=(Code.NO_ADD_ON,),
        no_cites=(Code.NO_ADD_ON,),
    ),
    one_of(
        "winner_points",
        "10.2",
        "Winner’s points",
        "What does going out score?",
        Choice("0", 0, "0", "The player who goes out scores 0."),
        *(
            Choice(str(-n), -n, f"−{n}", f"The player who goes out takes {n} off the total.")
            for n in (10, 25, 50, 100)
        ),
    ),
    one_of(
        "not_down",
        "10.3",
        "Never came down",
        "What does it cost if you never came down?",
        Choice("0", (), "nothing", "If you never came down, that costs nothing extra."),
        *numbered(
            (25, 50, 100),
            "A player who has not come down when the round ends pays {n} more.",
            label="{n} points",
            value=_fine,
        ),
    ),
    one_of(
        "overcall",
        "11.1",
        "A call too many",
        "What does a call too many cost?",
        _overcall("none", (), "nothing", "pays nothing."),
        _overcall(
            "barred",
            (choices.BarredFromLaying(),),
            "no coming down",
            "may not come down.",
        ),
        _overcall("50", (choices.Fine(50),), "50 once", "pays 50, once a round."),
        _overcall(
            "50each",
            (choices.Fine(50, each=True),),
            "50 each",
            "pays 50 for each of them.",
        ),
        _overcall(
            "50bend",
            (choices.Fine(50, each=True), choices.NoBending()),
            "50 each, no bending",
            "pays 50 for each of them.",
        ),
        _overcall("100", (choices.Fine(100),), "100 once", "pays 100, once a round."),
        _overcall(
            "100each",
            (choices.Fine(100, each=True),),
            "100 each",
            "pays 100 for each of them.",
        ),
        _overcall(
            "500bend",
            (choices.Fine(500), choices.NoBending()),
            "500, no bending",
            "pays 500, once a round.",
        ),
        rulings=("R-003-8",),
        only=(conditions.CALLING,),
    ),
    yes_or_no(
        "refused_overcalls_count",
        "11.1",
        "Refused calls beyond the limit",
        "Is a call beyond the limit one too many even when it is refused?",
        yes="A call beyond the limit counts as one too many, granted or refused.",
        no="A refused call never counts as one too many.",
        rulings=("R-004-2",),
        only=(conditions.CALLING,),
    ),
    yes_or_no(
        "barred_lay_counts",
        "11.3",
        "Laying while barred",
        "What if an overcall is found only after the player came down?",
        yes="If an overcall is found after the player came down, the cards go back if nobody "
        "has tacked on them; otherwise they stay, but count as if in hand.",
        no="If an overcall is found after the player came down, it is too late: the melds stand.",
        labels=("cards back, or as in hand", "the melds stand"),
        rulings=("R-000-11",),
        only=(conditions.CALLING, conditions.BARRING),
    ),
    one_of(
        "false_lay",
        "11.2",
        "A false lay",
        "What does a false lay cost?",
        _false_lay("none", (), "nothing", "it costs nothing."),
        _false_lay("50", (choices.Fine(50, each=True),), "50 each", "it costs 50 each time."),
        _false_lay("100", (choices.Fine(100, each=True),), "100 each", "it costs 100 each time."),
        _false_lay(
            "bend",
            (choices.NoBending(),),
            "no bending",
            "it costs nothing, but that player can’t {bend} this round.",
        ),
        _false_lay(
            "50barred",
            (choices.Fine(50, each=True), choices.BarredFromLaying()),
            "50, no coming down",
            "it costs 50, and that player may not come down this round.",
        ),
        rulings=("R-004-7",),
    ),
    one_of(
        "miscount",
        "11.4",
        "A miscounted hand",
        "How is a hand with a card too many or too few corrected?",
        Choice(
            "turn",
            choices.Miscount.NEXT_TURN,
            "at the next turn",
            "A hand with one card too few or too many is corrected at the next turn: draw "
            "without discarding, or discard without drawing.",
        ),
        Choice(
            "once",
            choices.Miscount.AT_ONCE,
            "at once",
            "A hand with one card too few or too many is corrected at once: draw the missing "
            "card, or let a neighbour draw one unseen and put it under the stock.",
        ),
        Choice(
            "stays",
            choices.Miscount.AS_IT_IS,
            "not at all",
            "A hand with one card too few or too many stays as it is.",
        ),
        rulings=("R-ALL-4",),
    ),
    one_of(
        "miscount_cost",
        "11.4",
        "Price of a miscount",
        "What does a miscounted hand cost?",
        Choice("none", (), "nothing", "It costs no points."),
        *numbered((10, 25, 50), "It costs {n} points.", label="{n} points", value=_fine),
        Choice(
            "barred",
            (choices.BarredFromLaying(),),
            "no coming down",
            "That player may not come down this round.",
        ),
        rulings=("R-ALL-4",),
    ),
)
