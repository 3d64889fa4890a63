"""Kooky Kalooki (sheet 003): four colours, Kooky Kards, distinct melds, 100 points an overcall."""

from kalooki_ref.cards import KOOKY_SUITS
from kalooki_ref.rules import choices
from kalooki_ref.rules.clause_index import as_valued, implied, ours, stated
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.described import described
from kalooki_ref.rules.model import OpeningValues, PointTable, RuleSystem, Words

WORDS = Words(
    set=choices.SetWord.SET,
    run=choices.RunWord.RUN,
    joker=choices.JokerWord.KOOKY_KARD,
    bent="bent board",
)

_PRINTED = RuleSystem(
    slug="kooky",
    name="Kooky Kalooki",
    sheet="003",
    tagline=(
        "Four colours and Kooky Kards; your sets and runs must differ; "
        "the loser deals, the winner starts."
    ),
    words=WORDS,
    suits=KOOKY_SUITS,
    min_players=3,
    max_players=6,
    packs=2,
    jokers=(4, 8, 12, 16),
    contracts=choices.NINE_CONTRACTS,
    deals=choices.NINE_DEALS,
    opening=0,
    opening_values=OpeningValues(
        ranks=(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13), aces=(15, 10, 5, 0)
    ),
    next_dealer=choices.NextDealer.LOSER,
    first_starter=choices.Starter.YOUNGEST,
    next_starter=choices.Starter.WINNER,
    reshuffles=1,
    set_max=None,
    set_suits_differ=False,
    run_min=4,
    ace=choices.Ace.BOTH,
    ace_at_both_ends=True,
    ranks_apart=True,
    suits_apart=True,
    set_min_naturals=2,
    set_joker_cap=choices.JokerCap.NEVER,
    run_joker_cap=choices.JokerCap.NEVER,
    jokers_side_by_side=False,
    extra_melds=choices.ExtraMelds.ANY_TIME,
    tack_ends=choices.TackEnds.EITHER,
    joker_mover=choices.JokerMover.ANYONE_DOWN,
    joker_goes=choices.JokerGoes.HIGH_UNTIL_ACE,
    set_joker=choices.SetJoker.STAYS,
    calling=True,
    max_calls=3,
    call_decider=choices.CallDecider.IN_TURN,
    refusing_takes_upcard=True,
    first_upcard_callable=False,
    down_draws_upcard=False,
    taken_upcard=choices.TakenUpcard.MAY_STAY,
    overcall=(choices.Fine(100),),
    false_lay=(choices.Fine(50, each=True),),
    bend=(),
    winner_points=0,
    final_discard=False,
    joker_discard=True,
    add_on_after_out=True,
    points=PointTable(
        ranks=(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13), aces=(15, 10, 5, 0), joker=50
    ),
    clauses=(
        *as_valued(
            stated=(
                "1.1 1.4 2.1 2.2 2.3 2.5 2.6 2.7 3.1 3.2 3.4 3.5 3.7 3.8 4.1 4.3 4.5 5.1 5.2 5.3 "
                "6.1 6.2 7.1 7.2 7.4 8.1 8.3 8.4 8.5 8.6 8.7 8.8 8.9 8.11 8.12 8.13 8.14 9.1 9.3 "
                "9.6 10.2 11.1 12.3"
            ),
            implied="3.3 3.9 4.2 4.4 8.2 9.2 10.3 12.5",
            ours="3.10 8.16 9.4 11.4 12.1 12.2 12.4",
        ),
        implied(
            "1.2",
            "The deck is two packs in one, each with every card of four colours (black, red, "
            "gold, green) and the ranks ace and 2 to 13.",
        ),
        stated("1.3", "There are 8 Kooky Kards, which makes 112 cards in all."),
        stated(
            "2.4",
            "Draw lots for the first dealer; after that the loser of the round before deals.",
        ),
        ours("2.8", "R-003-4"),
        ours("2.11", "R-003-4", "We take the loser to be the highest score of that round."),
        ours("3.6", "R-003-6"),
        ours("6.3", "R-003-3"),
        ours("6.4", "R-003-9"),
        stated(
            "7.3",
            "If there is already a Kooky Kard at the end it would go to, it can’t be moved.",
        ),
        ours(
            "7.8",
            "R-003-7",
            "With an ace at both ends of the {run} the {joker} has nowhere to go, so it can’t be "
            "replaced.",
            Code.NO_FREE_END,
        ),
        ours(
            "8.10",
            "R-003-5",
            "So, as we read it, the card turned up after the deal can’t be called: nobody "
            "discarded it.",
            Code.FIRST_UPCARD,
        ),
        implied(
            "8.15",
            "Counting your hand shows how many calls you made: the cards dealt and 2 for each "
            "call, less what you have put on the board.",
        ),
        ours(
            "8.18",
            "R-003-1",
            "The limit of 15 cards in round 1 holds between turns; in your turn it is 16.",
        ),
        ours("9.9", "R-003-2", "After that each may add on once, clockwise, as we read it."),
        stated(
            "10.1",
            "You score the cards left in your hand: 2 to 13 as printed, a black ace 15, red 10, "
            "gold 5, green 0, a Kooky Kard 50.",
        ),
        stated(
            "11.2", "A player who lays melds that are not the contract takes them back and pays 50."
        ),
        ours(
            "11.5",
            "R-003-8",
            "The rules say “for the round”: as we read it, once, however many calls there were.",
        ),
    ),
)
KOOKY = described(_PRINTED)
