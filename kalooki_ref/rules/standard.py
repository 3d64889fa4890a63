"""Kalooki (sheet 004): runs grow up to the ace; no joker discards; an overcall costs 50."""

from kalooki_ref.cards import STANDARD_SUITS
from kalooki_ref.rules import choices
from kalooki_ref.rules.clause_index import ACES_BY_COLOUR, as_valued, ours, stated
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.described import described
from kalooki_ref.rules.model import OpeningValues, PointTable, RuleSystem, Words

WORDS = Words(
    set=choices.SetWord.THREE,
    run=choices.RunWord.FOUR,
    joker=choices.JokerWord.JOKER,
    bent="bent table",
)

_PRINTED = RuleSystem(
    slug="standard",
    name="Standard Kalooki",
    sheet="004",
    tagline=(
        "Runs grow upwards until the ace, no joker may be discarded, a bent table doubles the "
        "others’ cards."
    ),
    words=WORDS,
    suits=STANDARD_SUITS,
    min_players=3,
    max_players=5,
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
    suits_apart=True,
    set_min_naturals=2,
    set_joker_cap=choices.JokerCap.NEVER,
    run_joker_cap=choices.JokerCap.NEVER,
    jokers_side_by_side=False,
    extra_melds=choices.ExtraMelds.ANY_TIME,
    tack_ends=choices.TackEnds.HIGH_UNTIL_ACE,
    joker_mover=choices.JokerMover.ANYONE_DOWN,
    joker_goes=choices.JokerGoes.HIGH_UNTIL_ACE,
    set_joker=choices.SetJoker.STAYS,
    calling=True,
    max_calls=3,
    call_decider=choices.CallDecider.IN_TURN,
    refusing_takes_upcard=True,
    first_upcard_callable=True,
    down_draws_upcard=False,
    taken_upcard=choices.TakenUpcard.MAY_STAY,
    overcall=(choices.Fine(50, each=True), choices.NoBending()),
    refused_overcalls_count=True,
    bend=(choices.Double(choices.WhoDoubles.OPPONENTS_CARDS),),
    winner_points=0,
    final_discard=False,
    joker_discard=False,
    add_on_after_out=False,
    points=PointTable(
        ranks=(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), aces=(15, 1, 1, 15), joker=50
    ),
    clauses=(
        *as_valued(
            stated=(
                "1.1 1.2 1.4 2.2 2.3 3.1 3.2 3.4 3.8 4.1 4.5 5.1 5.2 5.3 6.1 6.2 6.3 7.1 7.2 7.4 "
                "8.1 8.3 8.4 8.5 8.6 8.11 8.12 8.13 8.14 9.1 9.2 9.3 10.2 12.1 12.2 12.3"
            ),
            implied="2.7 3.3 3.9 4.2 4.3 4.4 8.2 8.8 8.9 8.15 9.6 10.3 12.5",
            ours="2.4 2.5 2.6 3.10 8.7 8.16 11.4 12.4",
        ),
        stated("1.3", "Add 4 jokers, which makes 108 cards in all."),
        ours(
            "2.1",
            "R-004-1",
            "A game has 9 rounds, each with its own contract: 333, 334, 344, 444, 3333, 3334, "
            "3344, 3444, 4444. A 3 is a three, a 4 is a four. The printed table lost two cells; "
            "the deals of 12 and 16 show what belongs there.",
        ),
        stated(
            "3.5",
            "In a four an ace may be low, under the 2, or high, over the king; one ace is never "
            "both, so a four stops at an ace.",
        ),
        ours("3.6", "R-004-6"),
        ours("3.7", "R-004-5"),
        ours("6.4", "R-004-4"),
        stated(
            "7.3",
            "If that would put two jokers side by side, the joker can’t be replaced.",
        ),
        ours(
            "7.8",
            "",
            "With an ace at both ends of the {run} the {joker} has nowhere to go, so it can’t be "
            "replaced.",
            Code.NO_FREE_END,
        ),
        ours(
            "8.10",
            "R-004-8",
            "The card turned up after the deal may be called: it is the first of the discards.",
        ),
        stated(
            "9.4",
            "Coming down and going out in the same turn bends the table: the cards of all others "
            "count double.",
            Code.NOT_BENT,
            Code.POINTS_ODD,
        ),
        ours("9.8", "R-004-3", "Penalties stay single on a bent table."),
        ours("9.10", "R-004-9", "A last joker must be tacked, as it may not be discarded."),
        stated(
            "10.1",
            ACES_BY_COLOUR,
            Code.POINTS_LOW,
            Code.POINTS_HIGH,
            Code.POINTS_GAP,
        ),
        stated(
            "11.1",
            "Each call beyond the limit costs 50, and that player can’t bend the table.",
        ),
        ours(
            "11.2",
            "R-004-7",
            "A false lay costs nothing; the cards go back to the hand, and there is no bent table "
            "that turn.",
        ),
        ours("11.6", "R-004-2", "We charge that whether the call is granted or not."),
    ),
)
STANDARD = described(_PRINTED)
