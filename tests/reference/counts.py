"""Calls, and what counted hands prove about them."""

from tests.reference.cards import deck_size, numbers_of_players
from tests.reference.facts import (
    BOTH,
    ILLEGAL,
    LEGAL,
    Answer,
    ContradictionError,
    legal_if,
    settle,
)
from tests.reference.rules import (
    Rules,
    call_limit,
    deal,
    demand,
    fewest_cards,
    larger_table,
    run_min,
    set_min,
    takes_all,
)
from tests.reference.scores import fine

# More calls than any round has, used if there is no limit.
MANY = 40
# The most points of melds by number of cards: AAA, AAAA, 10-A, AAA twice.
MOST_WORTH = ((3, 33), (4, 44), (5, 51), (6, 66))


def judge_calls(query: Rules, rules: Rules) -> Answer:
    if "event" in query or "claim" in query:
        return EVENTS[query.get("event") or query["claim"]](query, rules)
    if query["ask"] == "miscount_penalty":
        return int(rules["miscount_cost"]) if rules["miscount_cost"].isdigit() else 0
    if query["ask"] == "overcall_penalty":
        return fine("overcall", rules, query.get("overcalls", 1))
    if "players" in query:
        return judge_table(query, rules)
    return judge_hand(query, rules)


def least_on_table(rules: Rules, round_: int | None, players: int | None = None) -> int:
    """Return the smallest number of cards that a player who is down has laid."""
    if rules["opening"] == "0":
        sets, runs, set_size, run_size = demand(rules, round_ or 1)
        if rules["contract_in_parts"] == "yes":
            return min([set_size] * sets + [run_size] * runs)
        whole = deal(rules, round_, players) + 1 if takes_all(rules, round_ or 1) else 0
        return max(whole, fewest_cards((sets, runs, set_size, run_size)))
    if "opening_values" in rules:
        own = rules["opening_values"]
        dearest = max(1, *own["ranks"], *own["aces"])
        cards = -(-int(rules["opening"]) // dearest)
        return max(cards, min(run_min(rules), set_min(rules)))
    opening = int(rules["opening"])
    return next((n for n, worth in MOST_WORTH if worth >= opening), -(-opening // 11))


def calls_of(cards: int, rules: Rules, round_: int | None) -> int | None:
    """Return the calls that explain this hand size between turns; None if it is impossible."""
    over = cards - deal(rules, round_)
    per = int(rules["cards_per_call"])
    return over // per if over >= 0 and over % per == 0 else None


def judge_hand(query: Rules, rules: Rules) -> Answer:
    return settle(
        query, lambda known: one_hand(known, rules), when=("between", "after_draw"), laid=BOTH
    )


def one_hand(known: Rules, rules: Rules) -> Answer:
    held = known["hand"] - (known["when"] == "after_draw")
    counted = possible_calls(held, known, rules)
    calls, limit = known.get("calls"), call_limit(rules)
    capped = limit == 0 or (known["laid"] and rules["overcall"] == "barred")
    most = MANY if limit is None or not capped else limit
    possible = counted if calls is None else counted & {calls}
    within = {made for made in possible if limit is None or made <= limit}
    may_grow = rules["calls_while_down"] == "yes"
    grew = known["laid"] and held > known.get("previous", MANY) and not may_grow
    too_many = known["hand"] > biggest_deck(rules)
    if known["ask"] == "valid":
        return legal_if(within and not grew and not too_many)
    uncalled = rules["calling"] == "no" and calls
    is_gone = takes_all(rules, known.get("round")) and known["laid"] and held > 0
    is_counted = (held >= 0 or not known["laid"]) and not is_gone
    told = calls is not None and (is_counted or too_few(calls, known, rules))
    if uncalled or (not possible and told):
        raise ContradictionError
    if not counted or min(counted) > most or grew or too_many:
        return ILLEGAL
    possible = {made for made in possible if made <= most}
    if len(possible) != 1:
        return "unclear" if within else ILLEGAL
    made = min(possible)
    if known["ask"] == "made":
        return made
    return LEGAL if limit is None else max(0, limit - made)


def too_few(calls: int, known: Rules, rules: Rules) -> bool:
    """Whether nobody can be down with so few calls, as the deal is too small for the contract."""
    round_, per = known.get("round"), int(rules["cards_per_call"])
    held = deal(rules, round_) + takes_all(rules, round_)
    return held + per * calls < least_on_table(rules, round_)


def possible_calls(held: int, known: Rules, rules: Rules) -> set[int]:
    """Return every number of calls that a hand between turns allows."""
    round_ = known.get("round")
    per = int(rules["cards_per_call"])
    if known["laid"]:
        all_gone = takes_all(rules, round_)
        spare = deal(rules, round_) + all_gone - least_on_table(rules, round_)
        if all_gone and held:
            return set()
        found = {c for c in range(MANY) if 0 <= held <= spare + per * c}
    else:
        calls = calls_of(held, rules, round_)
        found = set() if calls is None else {calls}
    return found & {0} if rules["calling"] == "no" else found


def judge_table(query: Rules, rules: Rules) -> Answer:
    seats = query["players"]
    check_seats(seats)
    dealt = larger_table(rules, len(seats)).get("deals") or rules["deals"]
    rules = {**rules, "deals": dealt}
    calls = [seat_calls(seat, query, rules) for seat in seats]
    out = sum(seat["hand"] == 0 for seat in seats)
    limit = call_limit(rules)
    broken = None in calls or (out > 1 and rules["add_on_after_out"] == "no")
    most_players = numbers_of_players(rules)[-1]
    cards = sum(seat["hand"] + seat["played"] for seat in seats)
    broken = broken or cards > deck_size(rules, min(len(seats), most_players))
    if query["ask"] == "valid":
        over = any(c is not None and limit is not None and c > limit for c in calls)
        return legal_if(not broken and not over)
    if broken:
        return ILLEGAL
    made = [c for c in calls if c is not None]
    if query["ask"] == "total_calls":
        return sum(made)
    if query["ask"] == "calls_made_by_first":
        return made[0]
    return LEGAL if limit is None else max(0, limit - made[0])


def check_seats(seats: list[Rules]) -> None:
    if any("played" not in seat and "laid" not in seat for seat in seats):
        raise ContradictionError
    drawn = [seat for seat in seats if seat.get("when") == "after_draw"]
    odd = [seat for seat in seats if seat.get("laid") not in (None, seat.get("played", 0) > 0)]
    if len(drawn) > 1 or odd:
        raise ContradictionError


def biggest_deck(rules: Rules) -> int:
    return max(deck_size(rules, players) for players in numbers_of_players(rules))


def seat_calls(seat: Rules, query: Rules, rules: Rules) -> int | None:
    """Return the calls a player has made; None if hand and melds contradict each other."""
    hand, played = seat["hand"], seat["played"]
    least = least_on_table(rules, query.get("round"))
    if 0 < played < least or (hand == 0 and played == 0):
        return None
    drawn = seat.get("when") == "after_draw"
    all_gone = takes_all(rules, query.get("round")) and played > 0
    if all_gone and hand > drawn:
        return None
    if all_gone and not drawn:
        calls = calls_of(played - 1, rules, query.get("round"))
        return None if rules["calling"] == "no" and calls else calls
    calls = calls_of(hand + played - drawn, rules, query.get("round"))
    if calls is None and hand == 0 and rules["final_discard"] == "no" and not drawn:
        calls = calls_of(hand + played - 1, rules, query.get("round"))
    return None if rules["calling"] == "no" and calls else calls


def call(query: Rules, rules: Rules) -> Answer:
    limit = call_limit(rules)
    moments = {"in_the_air": "calls_in_the_air", "touched": "calls_until_drawn"}
    moment = query.get("moment") or "lying"
    early_or_late = moment == "drawn" or rules.get(moments.get(moment, ""), "yes") == "no"
    if limit == 0 or early_or_late:
        return ILLEGAL

    def rule(known: Rules) -> Answer:
        barred = known["caller_laid"] and rules["calls_while_down"] == "no"
        return legal_if(not barred and known["caller_calls"] < (limit or MANY))

    return settle(query, rule, caller_laid=BOTH, caller_calls=(0, limit or 0))


def call_if(switch: str):
    return lambda query, rules: call(query, rules) if rules[switch] == "yes" else ILLEGAL


def awarded(query: Rules, rules: Rules) -> Answer:
    decider = {"turn": "in_turn", "discarder": "discarder"}[rules["call_decider"]]
    allowed = call(query, rules)

    def rule(known: Rules) -> Answer:
        return allowed if known["allowed_by"] == decider else ILLEGAL

    return settle(query, rule, allowed_by=("in_turn", "discarder"))


def refuse(query: Rules, rules: Rules, *, takes: bool | None) -> Answer:
    """Judge a refusal; ``takes`` is whether the player in turn then takes the card."""
    if call_limit(rules) == 0:
        return ILLEGAL
    decider = {"turn": "in_turn", "discarder": "discarder"}[rules["call_decider"]]
    if (query.get("by") or "in_turn") != decider:
        return ILLEGAL

    def rule(known: Rules) -> Answer:
        must_grant = known["in_turn_laid"] and rules["down_draws_upcard"] == "no"
        kept = rules["refusing_takes_upcard"] == "no" or takes in (None, True)
        return legal_if(not must_grant and kept)

    return settle(query, rule, in_turn_laid=BOTH)


def drawn_after_refusal(query: Rules, rules: Rules) -> Answer:
    decider = {"turn": "in_turn", "discarder": "discarder"}[rules["call_decider"]]
    return refuse({**query, "by": decider}, rules, takes=False)


def draw_upcard(query: Rules, rules: Rules) -> Answer:
    def rule(known: Rules) -> Answer:
        return legal_if(not known["laid"] or rules["down_draws_upcard"] == "yes")

    return settle(query, rule, laid=BOTH)


EVENTS = {
    "call": call,
    "call_own_discard": call_if("own_discard_callable"),
    "call_initial_upcard": call_if("first_upcard_callable"),
    "call_card_underneath": lambda _asked, _rules: ILLEGAL,
    "second_call_in_one_turn": lambda _asked, _rules: ILLEGAL,
    "miscount_put_right_next_turn": lambda _a, rules: legal_if(rules["miscount"] == "turn"),
    "miscount_put_right_at_once": lambda _a, rules: legal_if(rules["miscount"] == "once"),
    "miscount_stays": lambda _a, rules: legal_if(rules["miscount"] == "stays"),
    "caller_lays_during_call": lambda _asked, _rules: ILLEGAL,
    "call_awarded": awarded,
    "refuse_call": lambda query, rules: refuse(query, rules, takes=None),
    "refuse_call_by_taking_upcard": lambda query, rules: refuse(query, rules, takes=True),
    "refuse_call_then_draw_stock": lambda query, rules: refuse(query, rules, takes=False),
    "draw_stock_ignoring_call": lambda query, rules: refuse(query, rules, takes=False),
    "draw_stock_after_disallowed_call": drawn_after_refusal,
    "refused_call_count": lambda query, rules: (
        query["caller_calls"] if rules["calling"] == "yes" else ILLEGAL
    ),
    "draw_discard_after_allowing_call": lambda _asked, _rules: ILLEGAL,
    "draw_upcard": draw_upcard,
    "first_caller_gets_card": lambda _asked, rules: legal_if(
        call_limit(rules) != 0 and rules["call_order"] == "voice"
    ),
}
