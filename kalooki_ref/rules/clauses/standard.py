"""Standard Kalooki clause by clause.

Not here: the values that are judged by (rules.standard).
"""

from kalooki_ref.rules.clause_index import implied, ours, stated
from kalooki_ref.rules.codes import Code

CLAUSES = (
    stated("1.1", "From 3 to 5 people can play.", Code.TOO_FEW_PLAYERS, Code.TOO_MANY_PLAYERS),
    stated("1.2", "Shuffle 2 ordinary packs together.", Code.NOT_IN_PACK, Code.MORE_THAN_PACK),
    stated("1.3", "Add 4 jokers, which makes 108 cards in all."),
    stated("1.4", "A joker can stand for any card. Its place in the meld says which."),
    ours(
        "2.1",
        "R-004-1",
        "A game has 9 rounds, each with its own contract: 333, 334, 344, 444, 3333, 3334, "
        "3344, 3444, 4444. A 3 is a three, a 4 is a four. The sheet's table lost two cells; "
        "the deals of 12 and 16 put them back.",
    ),
    stated("2.2", "Deal 9, 10, 11, 12, 12, 13, 14, 15 and 16 cards in rounds 1 to 9."),
    stated("2.3", "After the deal one card is turned face up beside the stock: the upcard."),
    ours(
        "2.4",
        "",
        "The sheet is silent on who deals; we draw lots, then the deal moves one seat to the left.",
        Code.WRONG_SEAT,
    ),
    ours(
        "2.5", "", "The sheet is silent on who plays first; in round 1 we start left of the dealer."
    ),
    ours(
        "2.6", "", "In later rounds, too, we start left of the dealer; on this the sheet is silent."
    ),
    implied("2.7", "Turns go clockwise: draw a card, lay or tack if you can, throw a card."),
    stated("3.1", "A three is 3 or more cards of one rank.", Code.SET_TOO_SMALL, Code.RANKS_DIFFER),
    stated("3.2", "Suits do not matter in a three, and the same card may be in it twice."),
    implied("3.3", "A three may be as large as you can make it."),
    stated(
        "3.4",
        "A four is 4 or more cards of one suit that follow each other without a gap.",
        Code.RUN_TOO_SHORT,
        Code.SUITS_DIFFER,
        Code.OUT_OF_ORDER,
    ),
    stated(
        "3.5",
        "In a four an ace may be low, under the 2, or high, over the king; one ace is never "
        "both, so a four stops at an ace.",
        Code.ROUND_THE_CORNER,
    ),
    ours(
        "3.6",
        "R-004-6",
        "One ace low and another high in the same four is fine as we read it: 14 cards, and "
        "no longer four exists.",
        Code.RUN_TOO_LONG,
    ),
    ours(
        "3.7", "R-004-5", "The sheet is silent; we let one player have two threes of the same rank."
    ),
    stated("3.8", "The fours of one player must be of different suits.", Code.SUIT_AGAIN),
    stated("4.1", "A three needs at least 2 real cards.", Code.SET_NATURALS_FEW),
    implied("4.2", "A four needs at least 1 real card.", Code.RUN_NATURALS_FEW),
    implied("4.3", "With its real cards there, a three takes any number of jokers."),
    implied("4.4", "A four needs no other count of its jokers than that they lie apart."),
    stated(
        "4.5",
        "Two jokers may not lie side by side in a four, not by tacking either.",
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
        "Once the contract lies there you may lay further melds, in that turn or any later one.",
    ),
    stated(
        "6.1",
        "Once you are down you may tack cards in your turn on any meld of the table. Before "
        "that you may not.",
        Code.NOT_DOWN,
    ),
    stated(
        "6.2",
        "A tacked card must carry the meld on: the same rank in a three, the next card in a four.",
        Code.NO_FIT,
    ),
    stated(
        "6.3",
        "A four grows at its high end; the low end opens only when the high end has reached "
        "the ace.",
        Code.LOW_END_CLOSED,
    ),
    ours(
        "6.4", "R-004-4", "A joker that stands for the ace opens the low end just as the ace does."
    ),
    stated(
        "7.1",
        "If you are down and hold the card a joker stands for in a four, you may put it in "
        "the joker's place.",
        Code.NOT_THE_CARD,
        Code.NO_JOKER_THERE,
    ),
    stated(
        "7.2",
        "The joker then moves to the high end of that four, or to the low end if the four has "
        "reached the ace. It never goes into a hand.",
        Code.JOKER_INTO_HAND,
        Code.HIGH_END_FIRST,
    ),
    stated(
        "7.3",
        "If that would put two jokers side by side, or an ace stands at both ends, the joker "
        "cannot be replaced.",
        Code.NO_FREE_END,
    ),
    stated("7.4", "A joker in a three never moves.", Code.SET_JOKER_FIXED),
    stated("8.1", "You begin your turn with the top card of the stock or the upcard."),
    implied("8.2", "A taken upcard may stay in your hand."),
    stated(
        "8.3",
        "Out of turn you may claim the upcard by calling it, as long as you are not down.",
        Code.CALLER_DOWN,
    ),
    stated(
        "8.4",
        "A granted call brings you 2 cards: the upcard and, as a penalty, the top of the "
        "stock. You lay nothing with it.",
        Code.LAYS_WHILE_CALLING,
    ),
    stated("8.5", "The player whose turn it is answers the call.", Code.NOT_THE_DECIDER),
    stated("8.6", "Whoever refuses a call takes the upcard.", Code.REFUSED_UNTAKEN),
    ours(
        "8.7",
        "R-ALL-2",
        "The sheet is silent on several callers; we give the card to the first voice.",
    ),
    implied(
        "8.8",
        "Only the upcard can be called, once a turn; the cards beneath it are dead.",
        Code.DEAD_CARD,
        Code.CALL_AGAIN,
    ),
    implied("8.9", "You cannot call back the card you have just thrown.", Code.OWN_DISCARD),
    ours(
        "8.10",
        "R-004-8",
        "The card turned up after the deal may be called: it is the first of the discards.",
    ),
    stated(
        "8.11",
        "You may make 3 granted calls in a round. A refused call does not count.",
        Code.OVERCALL,
    ),
    stated("8.12", "A player who is down must grant every call.", Code.MUST_GRANT),
    stated("8.13", "A player who is down draws from the stock only.", Code.UPCARD_WHILE_DOWN),
    stated("8.14", "After granting a call you draw from the stock.", Code.UPCARD_AFTER_CALL),
    implied(
        "8.15",
        "Between turns you hold the cards dealt and the cards of your granted calls, less "
        "what you have put on the table; so a count tells your calls.",
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
    stated("9.1", "The round ends when somebody has no cards left."),
    stated("9.2", "The last card may be laid, tacked or thrown."),
    stated(
        "9.3",
        "A joker may not be thrown; any other card may. A last joker must be tacked.",
        Code.JOKER_DISCARDED,
        ruling="R-004-9",
    ),
    stated(
        "9.4",
        "Coming down and going out in the same turn bends the table: the cards of all others "
        "count double. Penalties stay single.",
        Code.NOT_BENT,
        Code.POINTS_ODD,
        ruling="R-004-3",
    ),
    implied("9.6", "Once somebody is out, nobody lays or tacks any more.", Code.NO_ADD_ON),
    stated(
        "10.1",
        "You score the cards left in your hand: 2 to 9 as printed, 10, jack, queen and king "
        "10 each, a red ace 1, a black ace 15, a joker 50.",
        Code.POINTS_LOW,
        Code.POINTS_HIGH,
        Code.POINTS_GAP,
    ),
    stated("10.2", "Whoever goes out scores 0."),
    implied("10.3", "Not having come down costs nothing extra; you score your whole hand."),
    stated(
        "11.1",
        "Each call beyond the limit costs 50, and that player's going out bends no table. We "
        "charge it whether the call is granted or not.",
        ruling="R-004-2",
    ),
    ours(
        "11.2",
        "R-004-7",
        "The sheet is silent on a wrong lay; the cards go back to the hand, it costs nothing, "
        "and there is no bent table that turn.",
    ),
    ours(
        "11.4",
        "R-ALL-4",
        "A hand that is one card out is put right at the next turn: draw without throwing, or "
        "throw without drawing. It costs no points.",
    ),
    stated(
        "12.1",
        "When the stock is empty, the discards under the upcard are shuffled into a new one, "
        "once. If it runs out again, the round is void.",
        Code.NO_RESHUFFLE,
        Code.NOT_VOID,
    ),
    stated("12.2", "A void round is dealt again by the same dealer with the same contract."),
    stated("12.3", "After the last round the lowest total wins."),
    ours(
        "12.4",
        "R-ALL-3",
        "The sheet is silent on equal totals; we let the players share the place.",
    ),
    implied("12.5", "There is no pool.", Code.NO_SHARE),
)
