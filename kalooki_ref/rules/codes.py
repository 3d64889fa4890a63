"""Every fault by name."""

from enum import StrEnum


class Code(StrEnum):
    """What can be wrong with what was played, laid, called, counted or written down."""

    # --- one meld
    # A card of another game's pack.
    NOT_IN_PACK = "not_in_pack"
    MORE_THAN_PACK = "more_than_pack"
    SET_TOO_SMALL = "set_too_small"
    SET_TOO_LARGE = "set_too_large"
    RANKS_DIFFER = "ranks_differ"
    # One suit twice in a set that holds each suit once.
    SUIT_TWICE = "suit_twice"
    RUN_TOO_SHORT = "run_too_short"
    RUN_TOO_LONG = "run_too_long"
    # More cards than a table allows in a run, by tacking either.
    RUN_OVER_LIMIT = "run_over_limit"
    # More cards added to one end of a run than a turn allows.
    END_OVER_LIMIT = "end_over_limit"
    SUITS_DIFFER = "suits_differ"
    # Cards of a run that do not follow one another as they lie.
    OUT_OF_ORDER = "out_of_order"
    # A run that goes on past the ace.
    ROUND_THE_CORNER = "round_the_corner"
    # An ace below the two where it counts high only.
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
    # Two sets of one rank before one player.
    RANK_AGAIN = "rank_again"
    # Two runs of one suit before one player.
    SUIT_AGAIN = "suit_again"
    # A further meld where only tacking is allowed.
    EXTRA_MELD = "extra_meld"
    MELD_AFTER_TACK = "meld_after_tack"
    NOT_IN_TURN = "not_in_turn"
    NOT_DRAWN = "not_drawn"
    # Coming down although an overcall forbids it.
    BARRED = "barred"

    # --- tacking and joker moves
    # Touching the table's melds before coming down.
    NOT_DOWN = "not_down"
    NO_FIT = "no_fit"
    # The low end of a run before its high end has reached the ace.
    LOW_END_CLOSED = "low_end_closed"
    NO_JOKER_THERE = "no_joker_there"
    # Another card than the joker stands for.
    NOT_THE_CARD = "not_the_card"
    # Jokers in runs are never replaced here.
    JOKER_FIXED = "joker_fixed"
    # A joker at an end of a run, where only those inside may be replaced.
    JOKER_AT_END = "joker_at_end"
    NOT_THE_OWNER = "not_the_owner"
    # A joker in a set that cannot be moved, or not with these cards.
    SET_JOKER_FIXED = "set_joker_fixed"
    # A set of four whose joker stays.
    SET_LOCKED = "set_locked"
    NO_FREE_END = "no_free_end"
    # A joker sent to the low end although its place is the high end.
    HIGH_END_FIRST = "high_end_first"
    # The end the joker goes to must be chosen.
    END_NEEDED = "end_needed"
    # A joker taken must be played again in the same turn.
    JOKER_NOT_REUSED = "joker_not_reused"
    JOKER_INTO_HAND = "joker_into_hand"

    # --- drawing and calling
    NO_CALLING = "no_calling"
    CALLER_DOWN = "caller_down"
    # One granted call too many.
    OVERCALL = "overcall"
    OWN_DISCARD = "own_discard"
    # Calling the card turned up after the deal.
    FIRST_UPCARD = "first_upcard"
    # Calling a card beneath the upcard.
    DEAD_CARD = "dead_card"
    # A call of a card that does not lie on the table yet.
    CALL_TOO_EARLY = "call_too_early"
    CALL_TOO_LATE = "call_too_late"
    CALL_AGAIN = "call_again"
    # A player who is down refused a call.
    MUST_GRANT = "must_grant"
    # A call refused without taking the upcard.
    REFUSED_UNTAKEN = "refused_untaken"
    # A call answered by someone who has no say in it.
    NOT_THE_DECIDER = "not_the_decider"
    LAYS_WHILE_CALLING = "lays_while_calling"
    # Taking the card beneath once a call was granted.
    UPCARD_AFTER_CALL = "upcard_after_call"
    UPCARD_WHILE_DOWN = "upcard_while_down"
    # The upcard was taken and kept in hand.
    UPCARD_UNMELDED = "upcard_unmelded"

    # --- counts
    # A hand that no number of calls explains: one card too many or too few.
    COUNT_ODD = "count_odd"
    # Fewer cards than the deal and the granted calls leave.
    COUNT_LOW = "count_low"
    # More cards than the granted calls explain.
    COUNT_HIGH = "count_high"
    # A miscounted hand put right in another way than this table has it.
    PUT_RIGHT_OTHERWISE = "put_right_otherwise"
    # Fewer cards on the table than anybody comes down with.
    LAID_FEW = "laid_few"
    COUNT_GREW = "count_grew"

    # --- going out and the end of a round
    NO_FINAL_DISCARD = "no_final_discard"
    JOKER_DISCARDED = "joker_discarded"
    # A bent board was claimed, but the board isn't bent.
    NOT_BENT = "not_bent"
    # Adding cards after somebody is out.
    NO_ADD_ON = "no_add_on"
    # The stock is spent once too often: the round is void.
    NO_RESHUFFLE = "no_reshuffle"
    # A round called void while the discards may still become stock.
    NOT_VOID = "not_void"

    # --- what is written down
    TOO_FEW_PLAYERS = "too_few_players"
    TOO_MANY_PLAYERS = "too_many_players"
    # An odd number where everything is doubled.
    POINTS_ODD = "points_odd"
    # Fewer points than the cards that must be left.
    POINTS_LOW = "points_low"
    # More points than the cards that can be left.
    POINTS_HIGH = "points_high"
    # A number of points that no cards add up to.
    POINTS_GAP = "points_gap"
    # Too many points for a share of the pool.
    NO_SHARE = "no_share"
    # Not the player whom the rule names to deal or to start.
    WRONG_SEAT = "wrong_seat"
