"""Jamaican Kalooki (sheet 000): packs depend on the players; a bent board doubles all scores."""

from kalooki_ref.cards import STANDARD_SUITS
from kalooki_ref.rules import choices
from kalooki_ref.rules.clause_index import ACES_BY_COLOUR, as_valued, ours, stated
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.described import described
from kalooki_ref.rules.model import OpeningValues, PointTable, RuleSystem, Words

WORDS = Words(
    set=choices.SetWord.SET,
    run=choices.RunWord.RUN,
    joker=choices.JokerWord.JOKER,
    bent="bent board",
)

_PRINTED = RuleSystem(
    slug="jamaican",
    name="Jamaican Kalooki",
    sheet="000",
    tagline="One pack for every two players, jokers side by side, a bent board doubles everyone.",
    words=WORDS,
    suits=STANDARD_SUITS,
    min_players=3,
    max_players=8,
    packs=0,
    players_per_pack=2,
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
    set_joker_cap=choices.JokerCap.AT_THE_LAY,
    run_joker_cap=choices.JokerCap.AT_THE_LAY,
    jokers_side_by_side=True,
    extra_melds=choices.ExtraMelds.NEVER,
    tack_ends=choices.TackEnds.EITHER,
    joker_mover=choices.JokerMover.ANYONE_DOWN,
    joker_goes=choices.JokerGoes.HIGH_ELSE_LOW,
    set_joker=choices.SetJoker.STAYS,
    calling=True,
    max_calls=3,
    call_decider=choices.CallDecider.IN_TURN,
    refusing_takes_upcard=True,
    first_upcard_callable=True,
    down_draws_upcard=False,
    taken_upcard=choices.TakenUpcard.MAY_STAY,
    overcall=(choices.BarredFromLaying(),),
    bend=(choices.Double(choices.WhoDoubles.EVERY_SCORE),),
    winner_points=0,
    final_discard=True,
    joker_discard=True,
    add_on_after_out=False,
    points=PointTable(
        ranks=(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), aces=(15, 1, 1, 15), joker=50
    ),
    clauses=(
        *as_valued(
            stated=(
                "1.1 1.2 1.4 2.1 2.3 2.7 3.1 3.2 3.4 3.5 5.1 5.2 6.1 6.2 6.3 7.1 7.2 8.1 8.3 8.4 "
                "8.5 8.6 8.8 8.11 8.12 8.13 8.14 9.1 10.2 11.1 12.3"
            ),
            implied="3.3 3.9 4.1 4.2 8.2 8.15 9.3 9.6 10.3 12.5",
            ours="2.4 2.5 2.6 3.10 8.7 8.16 11.2 11.4 12.1 12.2 12.4",
        ),
        ours("1.3", "R-000-1"),
        stated(
            "2.2", "Deal as many cards as the contract needs: 9, 10, 11, 12, 12, 13, 14, 15 and 16."
        ),
        ours("3.6", "R-000-5"),
        ours("3.7", "R-000-4"),
        ours("3.8", "R-000-4"),
        ours("4.3", "R-000-2"),
        ours("4.4", "R-000-2"),
        ours("4.5", "R-000-6"),
        ours("5.3", "R-000-3"),
        ours(
            "7.3",
            "R-000-7",
            "A run with an ace at both ends has no room for the joker, so it can’t be replaced.",
            Code.NO_FREE_END,
        ),
        ours("7.4", "R-000-8"),
        ours("8.9", "R-000-9"),
        ours("8.10", "R-000-9"),
        ours(
            "9.2",
            "R-000-10",
            "The last card must be discarded, because every turn ends with a discard.",
            Code.NO_FINAL_DISCARD,
        ),
        stated(
            "9.4",
            "Coming down and going out in the same turn bends the board: every score of the "
            "round counts double.",
            Code.NOT_BENT,
            Code.POINTS_ODD,
        ),
        ours(
            "9.5",
            "R-000-12",
            "Coming down without any calls leaves one card to discard and nothing to tack; it "
            "bends the board too.",
        ),
        ours(
            "9.7",
            "R-ALL-7",
            "The rules have no point penalties. Where a table has some, a bent board doubles "
            "them as well, as it doubles every score.",
        ),
        stated(
            "10.1",
            ACES_BY_COLOUR,
        ),
        ours("11.3", "R-000-11"),
    ),
)
JAMAICAN = described(_PRINTED)
