"""Kalooki 40 (sheet 002): 40 points to come down, no contracts; jokers are taken and replayed."""

from kalooki_ref.cards import STANDARD_SUITS
from kalooki_ref.rules import choices
from kalooki_ref.rules.clause_index import as_valued, implied, ours, stated
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.described import described
from kalooki_ref.rules.model import OpeningValues, PointTable, RuleSystem, Words

WORDS = Words(
    set=choices.SetWord.SET, run=choices.RunWord.RUN, joker=choices.JokerWord.JOKER, bent="Kalooki"
)

_PRINTED = RuleSystem(
    slug="kalooki40",
    name="Kalooki 40",
    sheet="002",
    tagline=(
        "Thirteen cards, no contracts: open with 40 points, swap jokers out, +25 for a Kalooki."
    ),
    words=WORDS,
    suits=STANDARD_SUITS,
    min_players=2,
    max_players=4,
    packs=2,
    jokers=(1, 2, 3, 4),
    contracts=(),
    deals=(13,),
    opening=40,
    # An ace counts 1 under the two: for tables that let it lie there, as in Kalooki 51.
    opening_values=OpeningValues(
        ranks=(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), aces=(11, 11, 11, 11), low_ace=1
    ),
    next_dealer=choices.NextDealer.LEFT,
    first_starter=choices.Starter.LEFT_OF_DEALER,
    next_starter=choices.Starter.LEFT_OF_DEALER,
    reshuffles=None,
    set_max=4,
    set_suits_differ=True,
    run_min=3,
    ace=choices.Ace.HIGH,
    ace_at_both_ends=False,
    set_min_naturals=1,
    set_joker_cap=choices.JokerCap.NEVER,
    run_joker_cap=choices.JokerCap.NEVER,
    jokers_side_by_side=True,
    extra_melds=choices.ExtraMelds.ANY_TIME,
    tack_ends=choices.TackEnds.EITHER,
    joker_mover=choices.JokerMover.ANYONE_DOWN,
    joker_goes=choices.JokerGoes.REUSED_AT_ONCE,
    set_joker=choices.SetJoker.FOR_ALL_MISSING_SUITS,
    calling=False,
    max_calls=0,
    call_decider=choices.CallDecider.IN_TURN,
    refusing_takes_upcard=False,
    first_upcard_callable=False,
    down_draws_upcard=True,
    taken_upcard=choices.TakenUpcard.MELDED,
    overcall=(),
    bend=(choices.Surcharge(25),),
    winner_points=0,
    final_discard=True,
    joker_discard=True,
    add_on_after_out=False,
    pool_share=75,
    pool_threshold=100,
    points=PointTable(
        ranks=(2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), aces=(11, 11, 11, 11), joker=15
    ),
    clauses=(
        *as_valued(
            stated="1.1 1.2 2.2 3.1 3.4 3.5 5.2 5.3 7.2 8.1 8.13 9.1 9.2 12.1 12.5",
            implied="2.1 3.6 3.9 4.1 4.2 4.3 4.4 4.5 8.3 9.3 9.6 10.2 10.3",
            ours="2.3 2.4 2.5 2.6 3.7 3.8 3.10 6.3 11.2 11.4 12.4",
        ),
        stated("1.3", "Add 2 jokers, which makes 106 cards in all."),
        implied("1.4", "A joker can stand for any card. Its place in the run says which."),
        ours(
            "1.5",
            "R-002-3",
            "Where two places are possible, the player who lays the joker says which, and it stays "
            "that card.",
        ),
        stated(
            "2.7",
            "In every turn you draw one card and discard one; in between you may lay melds and "
            "builders.",
        ),
        ours("2.10", "", "We play clockwise."),
        ours(
            "3.2",
            "R-002-2",
            "Each suit can be in a set only once; we take that from the rule for jokers in sets.",
            Code.SUIT_TWICE,
        ),
        ours("3.3", "R-002-2"),
        stated(
            "5.1",
            "Your first melds must be worth at least 40 points together: cards as printed, jack, "
            "queen and king 10, an ace 11, a joker as much as the card it stands for.",
            Code.OPENING_SHORT,
        ),
        ours("5.4", "R-002-4"),
        ours(
            "5.5",
            "R-002-1",
            "A joker between 7 and 9 of a suit is an 8, and the run is worth 24; the sum printed "
            "in the rules is a slip.",
        ),
        ours("5.6", "R-002-8"),
        stated(
            "6.1",
            "Once you have opened you may add builders in your turn to any meld on the board. "
            "Before that you may not.",
        ),
        stated(
            "6.2",
            "A builder must continue the meld: the missing suit in a set, the next card in a run.",
        ),
        stated("7.1", "If you hold the card a joker stands for in a run, you may swap them."),
        stated(
            "7.4",
            "To take the joker out of a set of three you need the cards of both missing suits.",
        ),
        stated(
            "7.5",
            "If only one missing card was added, the set is locked and its joker stays.",
            Code.SET_LOCKED,
        ),
        ours("7.9", "R-002-7", "Any other set of four with a joker is locked, too."),
        ours(
            "7.10",
            "R-002-5",
            "To swap a joker you must have opened, or open in that turn, as we read it.",
        ),
        stated(
            "8.2",
            "An upcard you take must go into a meld in the same turn.",
            Code.UPCARD_UNMELDED,
        ),
        implied(
            "8.15",
            "Before you open you hold 13 cards between turns and 14 after a draw; after it your "
            "hand never grows from turn to turn.",
            Code.COUNT_LOW,
            Code.COUNT_HIGH,
            Code.COUNT_GREW,
            Code.LAID_FEW,
        ),
        ours(
            "8.17",
            "R-002-6",
            "As we read it, a taken upcard goes into a meld of your own and is no builder, unless "
            "the table agrees otherwise.",
        ),
        stated(
            "9.4",
            "Going out on the turn of opening is a Kalooki: everyone else pays 25 on top of the "
            "cards in hand. Builders are allowed in it.",
            Code.NOT_BENT,
        ),
        stated(
            "10.1",
            "You score the cards left in your hand: 2 to 10 as printed, jack, queen and king 10 "
            "each, an ace 11, a joker 15.",
            Code.POINTS_LOW,
            Code.POINTS_HIGH,
        ),
        implied("11.1", "Without calls there is no penalty for them."),
        ours(
            "12.3",
            "R-002-9",
            "In the rules one round is a game. We add the penalty points over the rounds, and the"
            " lowest total leads; nobody drops out.",
        ),
    ),
)
KALOOKI40 = described(_PRINTED)
