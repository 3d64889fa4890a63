"""Caribbean Kalooki clause by clause.

Not here: the values that are judged by (rules.caribbean).
"""

from kalooki_ref.rules.clause_index import implied, ours, stated
from kalooki_ref.rules.codes import Code

CLAUSES = (
    stated("1.1", "From 3 to 6 people can play.", Code.TOO_FEW_PLAYERS, Code.TOO_MANY_PLAYERS),
    stated("1.2", "Shuffle 2 ordinary packs together.", Code.NOT_IN_PACK, Code.MORE_THAN_PACK),
    implied("1.3", "Each pack brings 2 jokers, so there are 4 among the 108 cards."),
    implied("1.4", "A joker can stand for any card. Its place in the meld says which."),
    stated(
        "2.1",
        "A game has 9 rounds, each with its own contract: 333, 334, 344, 444, 3333, 3334, "
        "3344, 3444, 4444. A 3 is a three, a 4 is a four.",
    ),
    ours(
        "2.2",
        "R-001-1",
        "Deal 9, 10, 11, 12, 12, 13, 14, 15 and 16 cards, as the sheet's own table does; its "
        "text would add one card every round, but the contracts need the table.",
    ),
    ours(
        "2.3",
        "",
        "The sheet is silent; we turn one card face up beside the stock after the deal: the "
        "upcard.",
    ),
    stated(
        "2.4",
        "Lots decide the first dealer; then the deal moves one seat clockwise.",
        Code.WRONG_SEAT,
    ),
    stated("2.5", "In round 1 the player to the dealer's left starts."),
    stated("2.6", "In later rounds, too, the player to the dealer's left starts."),
    stated("2.7", "Turns go clockwise: draw a card, lay or tack if you can, throw a card."),
    stated("3.1", "A three is 3 or more cards of one rank.", Code.SET_TOO_SMALL, Code.RANKS_DIFFER),
    stated("3.2", "Suits do not matter in a three, and one suit may be in it twice."),
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
        "In a four an ace may be low, under the 2, or high, over the king; a four stops at an ace.",
        Code.ROUND_THE_CORNER,
    ),
    ours(
        "3.6",
        "R-001-8",
        "One ace low and another high in the same four is fine, as the sheet lists the ranks "
        "from ace to ace: 14 cards, and no longer four exists.",
        Code.RUN_TOO_LONG,
    ),
    ours(
        "3.7", "R-001-6", "The sheet is silent; we let one player have two threes of the same rank."
    ),
    ours(
        "3.8", "R-001-6", "The sheet is silent; we let one player have two fours of the same suit."
    ),
    implied("4.1", "A three needs at least 1 real card.", Code.SET_NATURALS_FEW),
    implied("4.2", "A four needs at least 1 real card.", Code.RUN_NATURALS_FEW),
    ours(
        "4.3",
        "R-001-4",
        "No jokers together, the sheet says of threes as well. A three has no order, so we "
        "never let its jokers outnumber its real cards, not by tacking either.",
        Code.SET_JOKERS_OUTNUMBER,
    ),
    implied("4.4", "A four needs no other count of its jokers than that they lie apart."),
    stated("4.5", "Two jokers may not lie side by side in a four.", Code.JOKERS_SIDE_BY_SIDE),
    ours(
        "5.1",
        "R-001-5",
        "Your first melds must be the contract of the round, complete and all at once, as we "
        "read it.",
        Code.CONTRACT_SHORT,
    ),
    stated(
        "5.2",
        "You lay only in your own turn, after you have drawn.",
        Code.NOT_IN_TURN,
        Code.NOT_DRAWN,
    ),
    ours(
        "5.3",
        "R-001-9",
        "Beyond the contract you may lay further melds, but before you tack: after a tack you "
        "lay no meld in that turn. We take the first half from the sheet's example.",
        Code.MELD_AFTER_TACK,
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
    ours("6.3", "R-001-7", "The sheet is silent; we let a four grow at either end."),
    stated(
        "7.1",
        "Only the player who laid a four may put the real card in the place of its joker.",
        Code.NOT_THE_OWNER,
        Code.NOT_THE_CARD,
        Code.NO_JOKER_THERE,
    ),
    stated(
        "7.2",
        "The joker then moves to the high or the low end of the same four, as its player "
        "chooses. It never goes into a hand.",
        Code.JOKER_INTO_HAND,
        Code.END_NEEDED,
    ),
    ours(
        "7.3",
        "R-001-12",
        "The joker cannot move where it would touch another joker or pass an ace; the other "
        "end remains, and without one it stays.",
        Code.NO_FREE_END,
    ),
    stated("7.4", "A joker in a three never moves.", Code.SET_JOKER_FIXED),
    stated("8.1", "You begin your turn with the top card of the stock or the upcard."),
    implied("8.2", "A taken upcard may stay in your hand."),
    stated(
        "8.3",
        "Out of turn you may claim the card just thrown by calling it, as long as you are not "
        "down.",
        Code.CALLER_DOWN,
    ),
    stated(
        "8.4",
        "A granted call brings you 2 cards: the upcard and one from the stock. You lay "
        "nothing with it.",
        Code.LAYS_WHILE_CALLING,
    ),
    stated(
        "8.5",
        "The player who threw the card answers the call.",
        Code.NOT_THE_DECIDER,
        ruling="R-001-2",
    ),
    stated("8.6", "If the call is refused, the player in turn may take the card or leave it."),
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
    stated("8.9", "You can call only a card that somebody else has thrown.", Code.OWN_DISCARD),
    implied(
        "8.10",
        "So the card turned up after the deal cannot be called: nobody threw it.",
        Code.FIRST_UPCARD,
    ),
    ours(
        "8.11",
        "R-001-3",
        "The sheet sets no limit on calls, so you may call as often as you are granted one.",
    ),
    ours(
        "8.13",
        "R-001-10",
        "The sheet forbids only calling to a player who is down; drawing the upcard in turn "
        "stays allowed.",
    ),
    ours(
        "8.14",
        "",
        "The sheet is silent; once a call is granted, the player in turn draws from the stock.",
        Code.UPCARD_AFTER_CALL,
    ),
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
    implied("9.2", "The last card may be laid, tacked or thrown."),
    implied("9.3", "A joker may be thrown like any card."),
    ours(
        "9.4",
        "R-001-11",
        "The sheet knows no bent board; coming down and going out in one turn earns nothing extra.",
        Code.NOT_BENT,
    ),
    implied("9.6", "Once somebody is out, nobody lays or tacks any more.", Code.NO_ADD_ON),
    stated(
        "10.1",
        "You score the cards left in your hand: 2 to 9 as printed, 10, jack, queen and king "
        "10 each, a red ace 1, a black ace 15, a joker 50.",
        Code.POINTS_LOW,
        Code.POINTS_HIGH,
    ),
    stated("10.2", "Whoever goes out takes 50 off the total."),
    stated(
        "10.3", "Whoever has not come down when the round ends pays 50 on top of the cards in hand."
    ),
    ours("11.1", "R-001-3", "With no limit on calls there is no penalty for them."),
    ours(
        "11.2",
        "",
        "The sheet is silent on a wrong lay; the cards go back to the hand and it costs nothing.",
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
