"""Kooky Kalooki (sheet 003): four colours, Kooky Kards, distinct melds, 100 points an overcall."""

from kalooki_ref.cards import KOOKY_SUITS
from kalooki_ref.rules import choices
from kalooki_ref.rules.clause_index import implied, in_words, ours, shared, stated
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import OpeningValues, PointTable, RuleSystem, Words

WORDS = Words(
    set=choices.SetWord.SET,
    run=choices.RunWord.RUN,
    joker=choices.JokerWord.KOOKY_KARD,
    bent="bent board",
)

KOOKY = RuleSystem(
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
    clauses=in_words(
        WORDS,
        *shared(
            stated=(
                "1.1 1.4 2.1 2.2 2.3 3.1 4.1b 4.3 5.1 5.2 7.1 7.2 7.4 8.1 8.5 8.9 8.11 8.12 8.13 "
                "8.14 10.2 12.3"
            ),
            implied="3.3 3.9 4.2 4.4 8.2 10.3 12.5",
            ours="3.10 8.16 11.4 12.1 12.2 12.4",
        ),
        implied(
            "1.2",
            "The pack holds every card of four colours (black, red, gold, green) twice, with "
            "ranks ace and 2 to 13.",
        ),
        stated("1.3", "There are 8 Kooky Kards, which makes 112 cards in all."),
        stated(
            "2.4",
            "Lots decide the first dealer; after that the loser of the round before deals.",
        ),
        stated("2.5", "In round 1 the youngest starts."),
        stated("2.6", "In later rounds the winner of the round before starts."),
        stated("2.7", "Turns go clockwise: draw a card, lay or add on if you can, discard."),
        ours(
            "2.8",
            "R-003-4",
            "If several lost equally, the one with the higher total deals, then the nearest to the "
            "dealer’s left.",
        ),
        ours("2.11", "R-003-4", "We take the loser to be the highest score of that round."),
        stated("3.2", "Colours do not matter in a set, and the same card may be in it twice."),
        stated(
            "3.4",
            "A run is 4 or more cards of one colour that follow each other without a gap.",
        ),
        stated(
            "3.5",
            "In a run an ace may be low, under the 2, or high, over the 13; a run stops at an ace.",
        ),
        ours("3.6", "R-003-6"),
        stated("3.7", "The sets of one player must be of different ranks.", Code.RANK_AGAIN),
        stated("3.8", "The runs of one player must be of different colours.", Code.SUIT_AGAIN),
        stated(
            "4.5",
            "Two Kooky Kards may not lie side by side in a run, not by adding on either.",
            Code.JOKERS_SIDE_BY_SIDE,
        ),
        stated(
            "5.3",
            "Once your contract is on the board you may lay further sets and runs, in that turn "
            "or any later one.",
        ),
        stated(
            "6.1",
            "Once you are down you may add on cards in your turn, on your own melds or anyone’s. "
            "Before that you may not.",
        ),
        stated(
            "6.2",
            "An added card must continue the meld: the same rank in a set, the next card in a run.",
        ),
        ours("6.3", "R-003-3"),
        ours(
            "6.4",
            "R-003-9",
            "A Kooky Kard at the high end that stands for the ace counts as the ace: the run has "
            "reached it.",
        ),
        stated(
            "7.3",
            "If there is already a Kooky Kard at the end it would go to, it can’t be moved.",
        ),
        ours("7.8", "R-003-7"),
        stated(
            "8.3",
            "Out of turn you may claim a card somebody else discarded by calling it, as long as "
            "you are not down.",
        ),
        stated(
            "8.4",
            "A granted call brings you 2 cards: the upcard and one from the stock. You neither "
            "lay nor discard a card with it.",
        ),
        stated("8.6", "A player who refuses a call must take the upcard.", Code.REFUSED_UNTAKEN),
        stated("8.7", "If several call the same card, it goes to the first voice."),
        stated(
            "8.8",
            "There is one call a turn, and the card beneath a called one can’t be called.",
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
        stated("9.1", "Draws and discards end when somebody has no cards left."),
        implied("9.2", "The last card may be laid, added on or discarded."),
        stated("9.3", "Any card may be discarded, a Kooky Kard too."),
        ours(
            "9.4",
            "",
            "Coming down and going out in one turn earns nothing extra.",
            Code.NOT_BENT,
        ),
        stated(
            "9.6",
            "When somebody goes out, the others who are down may add on what they can before the "
            "count.",
        ),
        ours("9.9", "R-003-2", "After that each may add on once, clockwise, as we read it."),
        stated(
            "10.1",
            "You score the cards left in your hand: 2 to 13 as printed, a black ace 15, red 10, "
            "gold 5, green 0, a Kooky Kard 50.",
        ),
        stated("11.1", "A player found with more granted calls than allowed pays 100."),
        ours("11.5", "R-003-8", "We charge that once a round, however many calls there were."),
        stated(
            "11.2", "A player who lays melds that are not the contract takes them back and pays 50."
        ),
    ),
)
