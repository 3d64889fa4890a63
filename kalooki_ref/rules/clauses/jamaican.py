"""Jamaican Kalooki clause by clause.

Not here: the values that are judged by (rules.jamaican).
"""

from kalooki_ref.rules.clause_index import implied, ours, stated
from kalooki_ref.rules.codes import Code

CLAUSES = (
    stated("1.1", "From 3 to 8 people can play.", Code.TOO_FEW_PLAYERS, Code.TOO_MANY_PLAYERS),
    stated(
        "1.2",
        "Shuffle together 1 ordinary pack for every 2 players; an odd player counts as a pair.",
        Code.NOT_IN_PACK,
        Code.MORE_THAN_PACK,
    ),
    ours(
        "1.3",
        "R-000-1",
        "The sheet does not say how many jokers there are; we put in 2 for every pack.",
    ),
    stated("1.4", "A joker can stand for any card. Its place in the meld says which."),
    stated(
        "2.1",
        "A game has 9 rounds, each with its own contract: 333, 334, 344, 444, 3333, 3334, "
        "3344, 3444, 4444. A 3 is a set, a 4 is a run.",
    ),
    stated(
        "2.2", "Deal as many cards as the contract needs: 9, 10, 11, 12, 12, 13, 14, 15 and 16."
    ),
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
    stated("2.7", "Turns go clockwise: draw a card, lay or tack if you can, throw a card."),
    stated("3.1", "A set is 3 or more cards of one rank.", Code.SET_TOO_SMALL, Code.RANKS_DIFFER),
    stated("3.2", "Suits do not matter in a set, so the same card may be in it twice."),
    implied("3.3", "A set may be as large as you can make it."),
    stated(
        "3.4",
        "A run is 4 or more cards of one suit that follow each other without a gap.",
        Code.RUN_TOO_SHORT,
        Code.SUITS_DIFFER,
        Code.OUT_OF_ORDER,
    ),
    stated(
        "3.5",
        "In a run an ace may be low, under the 2, or high, over the king; a run stops at an ace.",
        Code.ROUND_THE_CORNER,
    ),
    ours(
        "3.6",
        "R-000-5",
        "One ace low and another high in the same run is fine: 14 cards, and no longer run exists.",
        Code.RUN_TOO_LONG,
    ),
    ours(
        "3.7", "R-000-4", "The sheet is silent; we let one player have two sets of the same rank."
    ),
    ours(
        "3.8", "R-000-4", "The sheet is silent; we let one player have two runs of the same suit."
    ),
    implied("4.1", "A set needs at least 1 real card.", Code.SET_NATURALS_FEW),
    implied("4.2", "A run needs at least 1 real card.", Code.RUN_NATURALS_FEW),
    ours(
        "4.3",
        "R-000-2",
        "When a set is laid, it may not have more jokers than real cards. Jokers tacked on "
        "later are not limited; we read the limit that way.",
        Code.SET_JOKERS_OUTNUMBER,
    ),
    ours(
        "4.4",
        "R-000-2",
        "When a run is laid, it may not have more jokers than real cards. Jokers tacked on "
        "later are not limited; we read the limit that way.",
        Code.RUN_JOKERS_OUTNUMBER,
    ),
    ours("4.5", "R-000-6", "The sheet is silent; we let two jokers lie side by side in a run."),
    stated(
        "5.1", "Your first melds must be the contract of the round, complete.", Code.CONTRACT_SHORT
    ),
    stated(
        "5.2",
        "You lay only in your own turn, after you have drawn.",
        Code.NOT_IN_TURN,
        Code.NOT_DRAWN,
    ),
    ours(
        "5.3",
        "R-000-3",
        "You lay the contract and nothing more; what is left you tack. The sheet speaks only "
        "of tacking.",
        Code.EXTRA_MELD,
        Code.CONTRACT_EXCEEDED,
    ),
    stated(
        "6.1",
        "Once you are down you may tack any number of cards in your turn, on your own melds "
        "or anyone's. Before that you may not.",
        Code.NOT_DOWN,
    ),
    stated(
        "6.2",
        "A tacked card must carry the meld on: the same rank in a set, the next card in a run.",
        Code.NO_FIT,
    ),
    stated("6.3", "A run may grow at either end."),
    stated(
        "7.1",
        "If you are down and hold the card a joker stands for in a run, yours or anyone's, "
        "you may put it in the joker's place.",
        Code.NOT_THE_CARD,
        Code.NO_JOKER_THERE,
    ),
    stated(
        "7.2",
        "The joker then moves to the high end of that run, or to the low end if the high end "
        "is full. It never goes into a hand.",
        Code.JOKER_INTO_HAND,
        Code.HIGH_END_FIRST,
    ),
    ours(
        "7.3",
        "R-000-7",
        "A run with an ace at both ends has no room for the joker, so it cannot be replaced.",
        Code.NO_FREE_END,
    ),
    ours(
        "7.4",
        "R-000-8",
        "The sheet is silent on jokers in sets; we leave them where they are.",
        Code.SET_JOKER_FIXED,
    ),
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
    stated("8.6", "Whoever refuses a call takes the upcard for that turn.", Code.REFUSED_UNTAKEN),
    ours(
        "8.7",
        "R-ALL-2",
        "The sheet is silent on several callers; we give the card to the first voice.",
    ),
    stated(
        "8.8",
        "Only the upcard can be called, once a turn; the cards beneath it are dead.",
        Code.DEAD_CARD,
        Code.CALL_AGAIN,
    ),
    ours(
        "8.9", "R-000-9", "You may not call back the card you have just thrown.", Code.OWN_DISCARD
    ),
    ours("8.10", "R-000-9", "The card turned up after the deal may be called like any upcard."),
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
    ours(
        "9.2",
        "R-000-10",
        "The last card is thrown, because every turn ends with a discard.",
        Code.NO_FINAL_DISCARD,
    ),
    implied("9.3", "A joker may be thrown like any card."),
    stated(
        "9.4",
        "Coming down and going out in the same turn bends the board: every score of the round "
        "counts double.",
        Code.NOT_BENT,
        Code.POINTS_ODD,
    ),
    ours(
        "9.5",
        "R-000-12",
        "A lay without any calls leaves one card to throw and nothing to tack; it bends the "
        "board too.",
    ),
    implied("9.6", "Once somebody is out, nobody lays or tacks any more.", Code.NO_ADD_ON),
    stated(
        "10.1",
        "You score the cards left in your hand: 2 to 10 as printed, jack, queen and king 10 "
        "each, a red ace 1, a black ace 15, a joker 50.",
        Code.POINTS_LOW,
        Code.POINTS_HIGH,
        Code.POINTS_GAP,
    ),
    stated("10.2", "Whoever goes out scores 0."),
    implied("10.3", "Not having come down costs nothing extra; you score your whole hand."),
    stated(
        "11.1",
        "Whoever is found with one granted call too many may not come down in that round.",
        Code.BARRED,
    ),
    ours(
        "11.2",
        "",
        "The sheet is silent on a wrong lay; the cards go back to the hand and it costs nothing.",
    ),
    ours(
        "11.3",
        "R-000-11",
        "An overcall found after the lay: the cards go back if nobody has tacked on them; "
        "otherwise they stay, but count as if in hand.",
    ),
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
