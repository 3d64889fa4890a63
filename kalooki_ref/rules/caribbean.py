"""Caribbean Kalooki (sheet 001): the winner scores -50, and only a run's owner moves its jokers."""

from kalooki_ref.cards import STANDARD_SUITS
from kalooki_ref.rules import choices
from kalooki_ref.rules.clause_index import ACES_BY_COLOUR, as_valued, implied, ours, stated
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.described import described
from kalooki_ref.rules.model import OpeningValues, PointTable, RuleSystem, Words

WORDS = Words(
    set=choices.SetWord.THREE,
    run=choices.RunWord.FOUR,
    joker=choices.JokerWord.JOKER,
    bent="bent board",
)

_PRINTED = RuleSystem(
    slug="caribbean",
    name="Caribbean Kalooki",
    sheet="001",
    tagline="Going out takes 50 off your total; never coming down costs 50.",
    words=WORDS,
    suits=STANDARD_SUITS,
    min_players=3,
    max_players=6,
    packs=2,
    jokers=(2, 4, 6, 8),
    contracts=choices.NINE_CONTRACTS,
    deals=choices.NINE_DEALS,
    opening=0,
    opening_values=OpeningValues(
        ranks=(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), aces=(15, 1, 1, 15)
    ),
    next_dealer=choices.NextDealer.LEFT,
    first_starter=choices.Starter.LEFT_OF_DEALER,
    next_starter=choices.Starter.LEFT_OF_DEALER,
    reshuffles=1,
    set_max=None,
    set_suits_differ=False,
    run_min=4,
    ace=choices.Ace.BOTH,
    ace_at_both_ends=True,
    set_min_naturals=1,
    set_joker_cap=choices.JokerCap.ALWAYS,
    run_joker_cap=choices.JokerCap.NEVER,
    jokers_side_by_side=False,
    extra_melds=choices.ExtraMelds.BEFORE_TACKING,
    tack_ends=choices.TackEnds.EITHER,
    joker_mover=choices.JokerMover.OWNER,
    joker_goes=choices.JokerGoes.CHOSEN_END,
    set_joker=choices.SetJoker.STAYS,
    calling=True,
    max_calls=None,
    call_decider=choices.CallDecider.DISCARDER,
    refusing_takes_upcard=False,
    first_upcard_callable=False,
    down_draws_upcard=True,
    taken_upcard=choices.TakenUpcard.MAY_STAY,
    overcall=(),
    not_down=(choices.Fine(50),),
    bend=(),
    winner_points=-50,
    final_discard=False,
    joker_discard=True,
    add_on_after_out=False,
    points=PointTable(
        ranks=(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), aces=(15, 1, 1, 15), joker=50
    ),
    clauses=(
        *as_valued(
            stated=(
                "1.1 1.2 2.1 2.4 2.5 2.6 2.7 3.1 3.2 3.4 3.5 4.5 5.2 6.1 6.2 7.1 7.2 7.4 8.1 8.3 "
                "8.4 8.6 8.9 9.1 10.2 10.3 12.3"
            ),
            implied="1.4 3.3 4.1 4.2 4.4 8.2 8.8 8.15 9.2 9.3 9.6 12.5",
            ours="2.3 3.10 8.7 8.14 8.16 11.2 11.4 12.1 12.2 12.4",
        ),
        implied("1.3", "Each pack brings 2 jokers, so there are 4 among the 108 cards."),
        ours(
            "2.2",
            "R-001-1",
            "Deal 9, 10, 11, 12, 12, 13, 14, 15 and 16 cards, as the printed table does; the text"
            " would add one card every round, but the contracts need the table.",
        ),
        ours(
            "3.6",
            "R-001-8",
            "One ace low and another high in the same four is fine, as the rules list the ranks "
            "from ace to ace: 14 cards, and no longer four exists.",
        ),
        ours("3.7", "R-001-6"),
        ours("3.8", "R-001-6"),
        ours(
            "3.9",
            "",
            "The rules speak of “at least 4 cards” and, in their Italian lines, of four cards; we "
            "follow the first, so a four may be longer.",
        ),
        ours(
            "4.3",
            "R-001-4",
            "The rules say “no jokers together” for threes as well. A three has no order, so we "
            "never let its jokers outnumber its real cards, not by tacking either.",
            Code.SET_JOKERS_OUTNUMBER,
        ),
        ours("5.1", "R-001-5"),
        stated(
            "5.3",
            "You tack only after all your melds: after a tack you lay no meld in that turn.",
            Code.MELD_AFTER_TACK,
        ),
        ours(
            "5.7",
            "R-001-9",
            "Beyond the contract you may lay further melds. We take that from the example in the "
            "rules.",
        ),
        ours("6.3", "R-001-7"),
        ours(
            "7.3",
            "R-001-12",
            "The joker can’t move where it would touch another joker or pass an ace. It goes to "
            "the other end; if that is closed too, it stays.",
            Code.NO_FREE_END,
        ),
        stated("8.5", ruling="R-001-2"),
        implied(
            "8.10",
            "So the card turned up after the deal can’t be called: nobody discarded it.",
            Code.FIRST_UPCARD,
        ),
        ours(
            "8.11",
            "R-001-3",
            "The rules set no limit on calls, so you may call as often as you are granted one.",
        ),
        ours(
            "8.13",
            "R-001-10",
            "The rules forbid only calling to a player who is down; taking the upcard in turn "
            "stays allowed.",
        ),
        ours(
            "9.4",
            "R-001-11",
            "The rules have no bent board; coming down and going out in one turn earns nothing "
            "extra.",
            Code.NOT_BENT,
        ),
        stated(
            "10.1",
            ACES_BY_COLOUR,
            Code.POINTS_LOW,
            Code.POINTS_HIGH,
        ),
        ours("11.1", "R-001-3", "With no limit on calls there is no penalty for them."),
    ),
)
CARIBBEAN = described(_PRINTED)
