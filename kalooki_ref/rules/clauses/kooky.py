"""Kooky Kalooki clause by clause.

Not here: the values that are judged by (rules.kooky).
"""

from kalooki_ref.rules.clause_index import implied, ours, stated
from kalooki_ref.rules.codes import Code

CLAUSES = (
    stated("1.1", "From 3 to 6 people can play.", Code.TOO_FEW_PLAYERS, Code.TOO_MANY_PLAYERS),
    implied(
        "1.2",
        "The pack holds every card of four colours (black, red, gold, green) twice, with "
        "ranks ace and 2 to 13.",
        Code.NOT_IN_PACK,
        Code.MORE_THAN_PACK,
    ),
    stated("1.3", "There are 8 Kooky Kards, which makes 112 cards in all."),
    stated("1.4", "A Kooky Kard can stand for any card. Its place in the meld says which."),
    stated(
        "2.1",
        "A game has 9 rounds, each with its own contract: 333, 334, 344, 444, 3333, 3334, "
        "3344, 3444, 4444. A 3 is a set, a 4 is a run.",
    ),
    stated("2.2", "Deal 9, 10, 11, 12, 12, 13, 14, 15 and 16 cards in rounds 1 to 9."),
    stated("2.3", "After the deal one card is turned face up beside the stock: the upcard."),
    stated(
        "2.4",
        "Lots decide the first dealer; after that the loser of the round before deals. We "
        "take the loser to be the highest score of that round.",
        Code.WRONG_SEAT,
        ruling="R-003-4",
    ),
    stated("2.5", "In round 1 the youngest starts."),
    stated("2.6", "In later rounds the winner of the round before starts."),
    stated("2.7", "Turns go clockwise: draw a card, lay or add on if you can, throw a card."),
    stated("3.1", "A set is 3 or more cards of one rank.", Code.SET_TOO_SMALL, Code.RANKS_DIFFER),
    stated("3.2", "Colours do not matter in a set, and the same card may be in it twice."),
    implied("3.3", "A set may be as large as you can make it."),
    stated(
        "3.4",
        "A run is 4 or more cards of one colour that follow each other without a gap.",
        Code.RUN_TOO_SHORT,
        Code.SUITS_DIFFER,
        Code.OUT_OF_ORDER,
    ),
    stated(
        "3.5",
        "In a run an ace may be low, under the 2, or high, over the 13; a run stops at an ace.",
        Code.ROUND_THE_CORNER,
    ),
    ours(
        "3.6",
        "R-003-6",
        "One ace low and another high in the same run is fine as we read it: 14 cards, and no "
        "longer run exists.",
        Code.RUN_TOO_LONG,
    ),
    stated("3.7", "The sets of one player must be of different ranks.", Code.RANK_AGAIN),
    stated("3.8", "The runs of one player must be of different colours.", Code.SUIT_AGAIN),
    stated("4.1", "A set needs at least 2 real cards.", Code.SET_NATURALS_FEW),
    implied("4.2", "A run needs at least 1 real card.", Code.RUN_NATURALS_FEW),
    stated("4.3", "With its real cards there, a set takes any number of Kooky Kards."),
    implied("4.4", "A run needs no other count of its Kooky Kards than that they lie apart."),
    stated(
        "4.5",
        "Two Kooky Kards may not lie side by side in a run, not by adding on either.",
        Code.JOKERS_SIDE_BY_SIDE,
    ),
    stated(
        "5.1", "Your first melds must be the contract of the round, complete.", Code.CONTRACT_SHORT
    ),
    stated(
        "5.2",
        "You lay only in your own turn, after you have drawn.",
        Code.NOT_IN_TURN,
        Code.NOT_DRAWN,
    ),
    stated(
        "5.3",
        "Once the contract lies there you may lay further sets and runs, in that turn or any "
        "later one.",
    ),
    stated(
        "6.1",
        "Once you are down you may add on cards in your turn, on your own melds or anyone's. "
        "Before that you may not.",
        Code.NOT_DOWN,
    ),
    stated(
        "6.2",
        "An added card must carry the meld on: the same rank in a set, the next card in a run.",
        Code.NO_FIT,
    ),
    ours("6.3", "R-003-3", "The sheet is silent; we let a run grow at either end."),
    ours(
        "6.4",
        "R-003-9",
        "A Kooky Kard at the high end that stands for the ace counts as the ace: the run has "
        "reached it.",
    ),
    stated(
        "7.1",
        "If you are down and hold the card a Kooky Kard stands for in a run, you may put it "
        "in the Kooky Kard's place.",
        Code.NOT_THE_CARD,
        Code.NO_JOKER_THERE,
    ),
    stated(
        "7.2",
        "The Kooky Kard then moves to the high end of that run, or to the low end if the run "
        "has reached the ace. It never goes into a hand.",
        Code.JOKER_INTO_HAND,
        Code.HIGH_END_FIRST,
    ),
    stated(
        "7.3",
        "If a Kooky Kard lies already at the end it would go to, it cannot be moved. With an "
        "ace at both ends it has no place at all.",
        Code.NO_FREE_END,
        ruling="R-003-7",
    ),
    stated("7.4", "A Kooky Kard in a set never moves.", Code.SET_JOKER_FIXED),
    stated("8.1", "You begin your turn with the top card of the stock or the upcard."),
    implied("8.2", "A taken upcard may stay in your hand."),
    stated(
        "8.3",
        "Out of turn you may claim a card somebody else threw by calling it, as long as you "
        "are not down.",
        Code.CALLER_DOWN,
    ),
    stated(
        "8.4",
        "A granted call brings you 2 cards: the upcard and one from the stock. You neither "
        "lay nor throw a card with it.",
        Code.LAYS_WHILE_CALLING,
    ),
    stated("8.5", "The player whose turn it is answers the call.", Code.NOT_THE_DECIDER),
    stated("8.6", "Whoever refuses a call must take the upcard.", Code.REFUSED_UNTAKEN),
    stated("8.7", "If several call the same card, it goes to the first voice."),
    stated(
        "8.8",
        "There is one call a turn, and the card beneath a called one cannot be called.",
        Code.DEAD_CARD,
        Code.CALL_AGAIN,
    ),
    stated("8.9", "You can call only a card that somebody else has thrown.", Code.OWN_DISCARD),
    ours(
        "8.10",
        "R-003-5",
        "So the card turned up after the deal cannot be called as we read it: nobody threw it.",
        Code.FIRST_UPCARD,
    ),
    stated(
        "8.11",
        "You may make 3 granted calls in a round. A refused call does not count.",
        Code.OVERCALL,
    ),
    stated("8.12", "A player who is down must grant every call.", Code.MUST_GRANT),
    stated("8.13", "A player who is down draws from the stock only.", Code.UPCARD_WHILE_DOWN),
    stated("8.14", "After granting a call you draw from the stock.", Code.UPCARD_AFTER_CALL),
    ours(
        "8.15",
        "R-003-1",
        "A count tells your calls: the cards dealt and 2 for each call, less what you have "
        "put on the table. The sheet's most of 15 in round 1 holds between turns; in your "
        "turn it is 16.",
        Code.COUNT_ODD,
        Code.COUNT_LOW,
        Code.COUNT_HIGH,
        Code.COUNT_GREW,
    ),
    ours(
        "8.16",
        "R-ALL-5",
        "The sheet is silent on when to call; we take calls from the moment the card lies on the "
        "table until the player in turn touches the stock or the card.",
        Code.CALL_TOO_EARLY,
        Code.CALL_TOO_LATE,
    ),
    stated("9.1", "Draws and discards end when somebody has no cards left."),
    implied("9.2", "The last card may be laid, added on or thrown."),
    stated("9.3", "Any card may be thrown, a Kooky Kard too."),
    ours(
        "9.4",
        "",
        "The sheet is silent; coming down and going out in one turn earns nothing extra here.",
        Code.NOT_BENT,
    ),
    ours(
        "9.6",
        "R-003-2",
        "When somebody is out, the others who are down may add on what they can before the "
        "count. We let each do so once, clockwise.",
        Code.NO_ADD_ON,
    ),
    stated(
        "10.1",
        "You score the cards left in your hand: 2 to 13 as printed, a black ace 15, red 10, "
        "gold 5, green 0, a Kooky Kard 50.",
        Code.POINTS_LOW,
        Code.POINTS_HIGH,
        Code.POINTS_GAP,
    ),
    stated("10.2", "Whoever goes out scores 0."),
    implied("10.3", "Not having come down costs nothing extra; you score your whole hand."),
    ours(
        "11.1",
        "R-003-8",
        "Whoever is found with more granted calls than allowed pays 100, as the sheet says; "
        "we take it once a round, however many calls it were.",
    ),
    stated("11.2", "Whoever lays melds that are not the contract takes them back and pays 50."),
    ours(
        "11.4",
        "R-ALL-4",
        "A hand that is one card out is put right at the next turn: draw without throwing, or "
        "throw without drawing. It costs no points.",
    ),
    ours(
        "12.1",
        "R-ALL-1",
        "The sheet is silent on an empty stock; we shuffle the discards under the upcard 1 "
        "time. If it runs out again, the round is void.",
        Code.NO_RESHUFFLE,
        Code.NOT_VOID,
    ),
    ours(
        "12.2", "R-ALL-1", "A void round is dealt again by the same dealer with the same contract."
    ),
    stated("12.3", "After the last round the lowest total wins."),
    ours(
        "12.4",
        "R-ALL-3",
        "The sheet is silent on equal totals; we let the players share the place.",
    ),
    implied("12.5", "There is no pool.", Code.NO_SHARE),
)
