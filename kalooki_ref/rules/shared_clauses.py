"""Clauses that several systems share word for word, by number.

``{set}``, ``{run}`` and ``{joker}`` are placeholders for the system's own words. A letter after the
number marks an alternative wording of a clause.
"""

from kalooki_ref.rules.codes import Code

# The text of a clause, the faults it forbids, and the ruling it is based on, if any.
Wording = tuple[str, tuple[Code, ...], str]


def _wording(text: str, *cites: Code, ruling: str = "") -> Wording:
    return text, cites, ruling


SHARED: dict[str, Wording] = {
    "1.1": _wording("From 3 to 6 people can play.", Code.TOO_FEW_PLAYERS, Code.TOO_MANY_PLAYERS),
    "1.2": _wording("Shuffle 2 ordinary packs together.", Code.NOT_IN_PACK, Code.MORE_THAN_PACK),
    "1.4": _wording("A {joker} can stand for any card. Its place in the meld says which."),
    "2.1": _wording(
        "A game has 9 rounds, each with its own contract: 333, 334, 344, 444, 3333, 3334, 3344, "
        "3444, 4444. A 3 is a {set}, a 4 is a {run}."
    ),
    "2.2": _wording("Deal 9, 10, 11, 12, 12, 13, 14, 15 and 16 cards in rounds 1 to 9."),
    "2.3": _wording("After the deal one card is turned face up beside the stock: the upcard."),
    "2.3b": _wording("After the deal we turn one card face up beside the stock: the upcard."),
    "2.4": _wording(
        "We draw lots for the first dealer, then the deal moves one seat to the left.",
        Code.WRONG_SEAT,
    ),
    "2.5": _wording("In round 1 we start left of the dealer."),
    "2.6": _wording("Later rounds start left of the dealer, too."),
    "2.7": _wording("Turns go clockwise: draw a card, lay or tack if you can, discard."),
    "3.1": _wording(
        "A {set} is 3 or more cards of one rank.", Code.SET_TOO_SMALL, Code.RANKS_DIFFER
    ),
    "3.3": _wording("A {set} may be as large as you can make it."),
    "3.4": _wording(
        "A {run} is 4 or more cards of one suit that follow each other without a gap.",
        Code.RUN_TOO_SHORT,
        Code.SUITS_DIFFER,
        Code.OUT_OF_ORDER,
    ),
    "3.5": _wording(
        "In a {run} an ace may be low, under the 2, or high, over the king; a {run} stops at an "
        "ace.",
        Code.ROUND_THE_CORNER,
    ),
    "3.6": _wording(
        "One ace low and another high in the same {run} is fine as we read it: 14 cards, and no "
        "longer {run} exists.",
        Code.RUN_TOO_LONG,
    ),
    "3.7": _wording("One player may have two {set}s of the same rank."),
    "3.8": _wording("One player may have two {run}s of the same suit."),
    "3.9": _wording("A {run} may be as long as the ranks allow."),
    "3.10": _wording(
        "A {run} of real cards is read in its best order, and real cards tacked to a {run} go "
        "wherever they fit. Only a {joker}’s place counts.",
        ruling="R-ALL-6",
    ),
    "4.1": _wording("A {set} needs at least 1 real card.", Code.SET_NATURALS_FEW),
    "4.1b": _wording("A {set} needs at least 2 real cards.", Code.SET_NATURALS_FEW),
    "4.2": _wording("A {run} needs at least 1 real card.", Code.RUN_NATURALS_FEW),
    "4.3": _wording("With that, a {set} takes any number of {joker}s."),
    "4.4": _wording(
        "There is no limit on the {joker}s of a {run}, except that no two lie side by side."
    ),
    "5.1": _wording(
        "Your first melds must be the contract of the round, complete.", Code.CONTRACT_SHORT
    ),
    "5.2": _wording(
        "You lay only in your own turn, after you have drawn.", Code.NOT_IN_TURN, Code.NOT_DRAWN
    ),
    "6.1": _wording(
        "Once you are down you may tack cards in your turn on any meld on the board. Before that "
        "you may not.",
        Code.NOT_DOWN,
    ),
    "6.2": _wording(
        "A tacked card must continue the meld: the same rank in a {set}, the next card in a {run}.",
        Code.NO_FIT,
    ),
    "6.3": _wording("A {run} may grow at either end."),
    "7.1": _wording(
        "If you are down and hold the card a {joker} stands for in a {run}, you may put it in "
        "the {joker}’s place.",
        Code.NOT_THE_CARD,
        Code.NO_JOKER_THERE,
    ),
    "7.2": _wording(
        "The {joker} then moves to the high end of that {run}, or to the low end if the {run} "
        "has reached the ace. It never goes into a hand.",
        Code.JOKER_INTO_HAND,
        Code.HIGH_END_FIRST,
    ),
    "7.4": _wording("A {joker} in a {set} never moves.", Code.SET_JOKER_FIXED),
    "7.8": _wording(
        "With an ace at both ends of the {run} the {joker} has nowhere to go, so it can’t be "
        "replaced.",
        Code.NO_FREE_END,
    ),
    "8.1": _wording("You begin your turn with the top card of the stock or the upcard."),
    "8.2": _wording("A taken upcard may stay in your hand."),
    "8.3": _wording(
        "Out of turn you may claim the upcard by calling it, as long as you are not down.",
        Code.CALLER_DOWN,
    ),
    "8.4": _wording(
        "A granted call brings you 2 cards: the upcard and, as a penalty, the top of the stock. "
        "You lay nothing with it.",
        Code.LAYS_WHILE_CALLING,
    ),
    "8.5": _wording("The player whose turn it is answers the call.", Code.NOT_THE_DECIDER),
    "8.7": _wording(
        "When several call, the first voice gets the card.",
        ruling="R-ALL-2",
    ),
    "8.8": _wording(
        "Only the upcard can be called, once a turn; the cards beneath it are dead.",
        Code.DEAD_CARD,
        Code.CALL_AGAIN,
    ),
    "8.9b": _wording("You can’t call back the card you have just discarded.", Code.OWN_DISCARD),
    "8.9": _wording("You can call only a card that somebody else has discarded.", Code.OWN_DISCARD),
    "8.11": _wording(
        "You may make 3 granted calls in a round. A refused call does not count.", Code.OVERCALL
    ),
    "8.12": _wording("A player who is down must grant every call.", Code.MUST_GRANT),
    "8.13": _wording("A player who is down draws from the stock only.", Code.UPCARD_WHILE_DOWN),
    "8.14": _wording("After granting a call you draw from the stock.", Code.UPCARD_AFTER_CALL),
    "8.15": _wording(
        "Between turns you hold the cards dealt and the cards of your granted calls, less what "
        "you have put on the board; so counting your hand shows how many calls you made.",
        Code.COUNT_ODD,
        Code.COUNT_LOW,
        Code.COUNT_HIGH,
        Code.COUNT_GREW,
        Code.LAID_FEW,
    ),
    "8.16": _wording(
        "You may call from the moment the card is on the discard pile until the player in turn "
        "touches the stock or the card.",
        Code.CALL_TOO_EARLY,
        Code.CALL_TOO_LATE,
        ruling="R-ALL-5",
    ),
    "9.1": _wording("The round ends when somebody has no cards left."),
    "9.2": _wording("The last card may be laid, tacked or discarded."),
    "9.3": _wording("A {joker} may be discarded like any card."),
    "9.6": _wording("Once somebody goes out, nobody lays or tacks any more.", Code.NO_ADD_ON),
    "10.1": _wording(
        "You score the cards left in your hand: 2 to 9 as printed, 10, jack, queen and king 10 "
        "each, a red ace 1, a black ace 15, a {joker} 50.",
        Code.POINTS_LOW,
        Code.POINTS_HIGH,
        Code.POINTS_GAP,
    ),
    "10.2": _wording("The player who goes out scores 0."),
    "10.3": _wording(
        "If you never came down, that costs nothing extra; you score your whole hand."
    ),
    "11.2": _wording("A false lay costs nothing; the cards go back to the hand."),
    "11.4": _wording(
        "A hand with one card too few or too many is corrected at the next turn: draw without "
        "discarding, or discard without drawing. It costs no points.",
        Code.PUT_RIGHT_OTHERWISE,
        ruling="R-ALL-4",
    ),
    "12.1": _wording(
        "When the stock is empty, we shuffle the discards under the upcard once. If it runs out "
        "again, the round is void.",
        Code.NO_RESHUFFLE,
        Code.NOT_VOID,
        ruling="R-ALL-1",
    ),
    "12.2": _wording(
        "A void round is dealt again by the same dealer with the same contract.",
        ruling="R-ALL-1",
    ),
    "12.3": _wording("After the last round the lowest total wins."),
    "12.4": _wording(
        "Players with equal totals share the place.",
        ruling="R-ALL-3",
    ),
    "12.5": _wording("There is no pool.", Code.NO_SHARE),
}
