"""Identifiers of every fault the referee can find."""

from enum import StrEnum


class Code(StrEnum):
    """A fault in what was played, laid, called, counted or written down."""

    # --- one meld
    # A card that does not belong to this game's pack.
    NOT_IN_PACK = "not_in_pack"
    MORE_THAN_PACK = "more_than_pack"
    SET_TOO_SMALL = "set_too_small"
    SET_TOO_LARGE = "set_too_large"
    RANKS_DIFFER = "ranks_differ"
    # One suit twice in a set that holds each suit once.
    SUIT_TWICE = "suit_twice"
    RUN_TOO_SHORT = "run_too_short"
    RUN_TOO_LONG = "run_too_long"
    # More cards in a run than the rules allow, including tacked cards.
    RUN_OVER_LIMIT = "run_over_limit"
    # More cards added to one end of a run than a turn allows.
    END_OVER_LIMIT = "end_over_limit"
    SUITS_DIFFER = "suits_differ"
    # Cards of a run that are not consecutive in the order given.
    OUT_OF_ORDER = "out_of_order"
    # A run that continues past the ace: king, ace, two.
    ROUND_THE_CORNER = "round_the_corner"
    # An ace below the two where aces are only high.
    ACE_LOW = "ace_low"
    ACE_AT_BOTH_ENDS = "ace_at_both_ends"
    SET_NATURALS_FEW = "set_naturals_few"
    RUN_NATURALS_FEW = "run_naturals_few"
    SET_JOKERS_OUTNUMBER = "set_jokers_outnumber"
    RUN_JOKERS_OUTNUMBER = "run_jokers_outnumber"
    JOKERS_SIDE_BY_SIDE = "jokers_side_by_side"

    # --- coming down
    # A set or run the contract demands is missing.
    CONTRACT_SHORT = "contract_short"
    # More melds than the contract demands, where nothing else may be laid.
    CONTRACT_EXCEEDED = "contract_exceeded"
    OPENING_SHORT = "opening_short"
    # Cards kept or discarded where the contract is laid with all cards.
    CARDS_KEPT = "cards_kept"
    # Two sets of the same rank laid by one player.
    RANK_AGAIN = "rank_again"
    # Two runs of the same suit laid by one player.
    SUIT_AGAIN = "suit_again"
    # A further meld where only tacking is allowed.
    EXTRA_MELD = "extra_meld"
    MELD_AFTER_TACK = "meld_after_tack"
    NOT_IN_TURN = "not_in_turn"
    NOT_DRAWN = "not_drawn"
    # Coming down while barred by an overcall.
    BARRED = "barred"

    # --- tacking and joker moves
    # Tacking or moving a joker before coming down.
    NOT_DOWN = "not_down"
    NO_FIT = "no_fit"
    # A tack at the low end before the run has reached the ace at its high end.
    LOW_END_CLOSED = "low_end_closed"
    NO_JOKER_THERE = "no_joker_there"
    # A card other than the one the joker stands for.
    NOT_THE_CARD = "not_the_card"
    # Replacing a joker in a run where the rules never allow it.
    JOKER_FIXED = "joker_fixed"
    # Replacing a joker at an end of a run where only inner ones may be replaced.
    JOKER_AT_END = "joker_at_end"
    NOT_THE_OWNER = "not_the_owner"
    # A joker in a set that cannot be moved, or not with these cards.
    SET_JOKER_FIXED = "set_joker_fixed"
    # A full set, whose joker can't be moved.
    SET_LOCKED = "set_locked"
    NO_FREE_END = "no_free_end"
    # A joker moved to the low end while it belongs at the high end.
    HIGH_END_FIRST = "high_end_first"
    # No end was given, and the rules leave the choice to the player.
    END_NEEDED = "end_needed"
    # A joker that was taken is not played again in the same turn.
    JOKER_NOT_REUSED = "joker_not_reused"
    JOKER_INTO_HAND = "joker_into_hand"

    # --- drawing and calling
    NO_CALLING = "no_calling"
    CALLER_DOWN = "caller_down"
    # More granted calls than the limit.
    OVERCALL = "overcall"
    OWN_DISCARD = "own_discard"
    # Calling the card turned up after the deal.
    FIRST_UPCARD = "first_upcard"
    # Calling a card below the upcard.
    DEAD_CARD = "dead_card"
    # Calling a card before it is on the discard pile.
    CALL_TOO_EARLY = "call_too_early"
    CALL_TOO_LATE = "call_too_late"
    CALL_AGAIN = "call_again"
    # A player who is down refused a call, which the rules do not allow.
    MUST_GRANT = "must_grant"
    # A call refused without taking the upcard, where refusing obliges to.
    REFUSED_UNTAKEN = "refused_untaken"
    # A call answered by a player who is not entitled to.
    NOT_THE_DECIDER = "not_the_decider"
    LAYS_WHILE_CALLING = "lays_while_calling"
    # Taking the next card of the discard pile after a call was granted.
    UPCARD_AFTER_CALL = "upcard_after_call"
    UPCARD_WHILE_DOWN = "upcard_while_down"
    # The upcard was taken, but neither melded nor tacked.
    UPCARD_UNMELDED = "upcard_unmelded"

    # --- counts
    # A hand size that no number of calls can produce: one card too many or too few.
    COUNT_ODD = "count_odd"
    # Fewer cards than the deal and the granted calls imply.
    COUNT_LOW = "count_low"
    # More cards than the granted calls can explain.
    COUNT_HIGH = "count_high"
    # A miscounted hand corrected in a way these rules do not use.
    PUT_RIGHT_OTHERWISE = "put_right_otherwise"
    # Fewer cards on the board than coming down requires.
    LAID_FEW = "laid_few"
    COUNT_GREW = "count_grew"

    # --- going out and the end of a round
    NO_FINAL_DISCARD = "no_final_discard"
    JOKER_DISCARDED = "joker_discarded"
    # A bent board was claimed, but the board isn't bent.
    NOT_BENT = "not_bent"
    # Adding cards after somebody went out.
    NO_ADD_ON = "no_add_on"
    # The stock ran out once more than the rules allow, so the round is void.
    NO_RESHUFFLE = "no_reshuffle"
    # A round called void although the discards may still be reshuffled into a stock.
    NOT_VOID = "not_void"

    # --- what is written down
    TOO_FEW_PLAYERS = "too_few_players"
    TOO_MANY_PLAYERS = "too_many_players"
    # An odd score where all points are doubled.
    POINTS_ODD = "points_odd"
    # Fewer points than the lowest possible hand.
    POINTS_LOW = "points_low"
    # More points than the highest possible hand.
    POINTS_HIGH = "points_high"
    # A score that no combination of cards adds up to.
    POINTS_GAP = "points_gap"
    # Too many points to get a share of the pool.
    NO_SHARE = "no_share"
    # Not the player who must deal or start under these rules.
    WRONG_SEAT = "wrong_seat"
