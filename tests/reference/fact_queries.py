"""Random questions about facts: calls, counts, scores, turns and the end of a round."""

from tests.reference.asker import Asker
from tests.reference.cards import (
    JOKER,
    every_card,
    numbers_of_players,
)
from tests.reference.rules import NINE, Rules, call_limit, deal


def calls(ask: Asker) -> Rules:
    if ask.likely(0.02):
        return {"ask": "miscount_penalty"}
    how = ask.chance.randrange(3)
    if how == 0:
        return call_event(ask)
    return hand_count(ask) if how == 1 else table_count(ask)


def call_event(ask: Asker) -> Rules:
    names = (
        "call call_own_discard call_initial_upcard call_card_underneath "
        "caller_lays_during_call call_awarded call_awarded refuse_call "
        "refuse_call_by_taking_upcard refuse_call_then_draw_stock draw_stock_ignoring_call "
        "draw_stock_after_disallowed_call refused_call_count draw_discard_after_allowing_call "
        "draw_upcard first_caller_gets_card second_call_in_one_turn "
        "miscount_put_right_next_turn miscount_put_right_at_once miscount_stays"
    )
    event = ask.chance.choice(names.split())
    query: Rules = {"event": event}
    if event.startswith(("first_caller", "miscount")):
        return query
    if event == "draw_upcard":
        return query | ask.some(laid=ask.yes())
    if event == "refused_call_count":
        return query | {"caller_calls": ask.chance.randint(0, 3)}
    if event.startswith("call"):
        query |= ask.some(caller_laid=ask.yes(0.3), caller_calls=ask.chance.randint(0, 4))
        if ask.likely(0.4):
            moments = ("in_the_air", "lying", "touched", "drawn")
            query["moment"] = ask.chance.choice(moments)
    else:
        query |= ask.some(in_turn_laid=ask.yes(0.3))
    if event == "call_awarded":
        query |= ask.some(allowed_by=ask.chance.choice(("in_turn", "discarder")))
    if event.startswith("refuse_call") and ask.likely(0.5):
        query["by"] = ask.chance.choice(("in_turn", "discarder"))
    return query


def hand_count(ask: Asker) -> Rules:
    round_ = ask.round()
    per, laid = int(ask.rules["cards_per_call"]), ask.yes(0.3)
    hand = deal(ask.rules, round_) + per * ask.chance.randint(0, 4)
    if laid:
        hand = ask.chance.randint(1, 9)
    hand += ask.chance.choice((0, 0, 0, 1, 1, -1, 2))
    when = ask.chance.choice(("between", "after_draw"))
    query = {"round": round_, "hand": max(0, hand)} | ask.some(when=when, laid=laid)
    if ask.likely(0.3):
        query["calls"] = ask.chance.randint(0, 4)
    if laid and ask.likely(0.2):
        query["previous"] = ask.chance.randint(1, 9)
    return query | {"ask": ask.chance.choice(("made", "left", "valid", "valid"))}


def table_count(ask: Asker) -> Rules:
    round_ = ask.round()
    seats = [
        seat(ask, round_) for _ in range(ask.chance.choice(numbers_of_players(ask.rules) or [3]))
    ]
    for place, hand in enumerate(seats):
        drawn = {"when": "after_draw", "hand": hand["hand"] + 1} if ask.likely(0.05) else {}
        seats[place] = hand | drawn | ({"laid": ask.yes()} if ask.likely(0.02) else {})
    asks = ("valid", "valid", "calls_made_by_first", "total_calls", "calls_left_by_first")
    return {"round": round_, "players": seats, "ask": ask.chance.choice(asks)}


def seat(ask: Asker, round_: int | None) -> Rules:
    limit = call_limit(ask.rules)
    calls = ask.chance.choice((0, 0, 1, 1, 2, 3, 4))
    calls = min(calls, 4 if limit is None else limit + ask.likely(0.03))
    total = deal(ask.rules, round_) + int(ask.rules["cards_per_call"]) * calls
    if ask.likely(0.005):
        total += int(ask.rules["cards_per_call"]) * ask.chance.randint(10, 40)
    if ask.likely(0.5):
        return {"hand": total + (ask.likely(0.04)), "played": 0}
    played = ask.chance.randint(min(total, 4 if ask.likely(0.05) else 9), total)
    return {"hand": total - played + ask.likely(0.04), "played": played}


def score(ask: Asker) -> Rules:
    how = ask.chance.randrange(10)
    if how == 0:
        return {"ask": "total_after_win", "previous_total": ask.chance.randint(-50, 300)}
    if how < 4:
        return entered_score(ask)
    winner = ask.yes(0.3)
    hand = [] if winner else ask.cards(ask.chance.choice((1, 2, 2, 3, 5, 9, 12)))
    if ask.likely(0.05):
        hand = ask.cards(ask.chance.randint(0, 2))
    query = {"round": ask.round(), "hand": hand} | ask.some(
        laid=winner or ask.yes(0.6), winner=winner, bent=ask.yes()
    )
    return kalooki_said(ask, query) | faults(ask)


def kalooki_said(ask: Asker, query: Rules) -> Rules:
    """Return the question with a Kalooki in place of a bent board, or beside it."""
    if ask.likely(0.5 if ask.rules["sheet"] == "002" else 0.05):
        query["kalooki"] = query.pop("bent", False)
    if ask.likely(0.1):
        query["bent"] = ask.yes(0.3)
    return query


def faults(ask: Asker) -> Rules:
    known: Rules = {}
    for name in ("overcalls", "false_lays"):
        if ask.likely(0.4):
            known[name] = ask.chance.randint(0, 3)
    if ask.likely(0.2):
        known["bender_overcalled"] = ask.yes()
    if ask.likely(0.15):
        known["laid_while_barred"] = ask.set()
    return known


def entered_score(ask: Asker) -> Rules:
    value = ask.chance.choice((ask.chance.randint(-60, 60), ask.chance.randint(0, 500)))
    value = ask.chance.choice((value, 0, 1, -50, value, value))
    query = {"claim": "entered_score", "value": value, "round": ask.round()}
    query |= ask.some(winner=ask.yes(0.2), laid=ask.yes(0.6), bent=ask.yes())
    return kalooki_said(ask, query) | ask.number_of_players()


def laydown(ask: Asker) -> Rules:
    events = (
        "lay",
        "lay",
        "lay_then_tack_same_turn",
        "tack_then_meld_same_turn",
        "extra_meld_after_contract",
        "extra_meld_after_contract",
        "later_meld",
        "draw_upcard",
        "keep_drawn_discard_in_hand",
        "draw_discard_and_tack_it",
        "barred_melds_stay",
        "draw_discard_and_use_in_first_lay",
    )
    if ask.likely(0.1):
        return penalty(ask)
    event = ask.chance.choice(events)
    query: Rules = {"event": event}
    if event == "lay":
        return query | lay_facts(ask)
    if event in ("extra_meld_after_contract", "later_meld"):
        return query | further(ask, event)
    if event == "draw_upcard":
        return query | ask.some(laid=ask.yes())
    if event == "barred_melds_stay":
        return query | ask.some(tacked_on=ask.yes())
    if event == "draw_discard_and_use_in_first_lay":
        return query | ask.some(value=ask.chance.randint(25, 65))
    return query


def penalty(ask: Asker) -> Rules:
    if ask.yes():
        return {"ask": "overcall_penalty", "overcalls": ask.chance.randint(0, 3)}
    return {"ask": "false_lay_penalty", "false_lays": ask.chance.randint(0, 3)}


def lay_facts(ask: Asker) -> Rules:
    query = ask.some(
        my_turn=ask.yes(0.85),
        drawn=ask.yes(0.85),
        overcalled=ask.yes(0.3),
        contract_ok=ask.yes(0.85),
    )
    if ask.likely(0.2):
        query["false_lays"] = ask.chance.randint(0, 1)
    if ask.likely(0.2):
        query["miscounted"] = ask.yes()
    if ask.rules["contracts"] != "none" and ask.likely(0.3):
        words = ("one", "two", "three", "four")
        sets, runs = NINE[ask.chance.randrange(9)]
        parts = [f"{words[sets - 1]} sets"] if sets else []
        parts += [f"{words[runs - 1]} runs"] if runs else []
        query |= {"round": ask.round(), "melds_offered": " and ".join(parts)}
        if ask.likely(0.7):
            query.pop("contract_ok", None)
    return query


def further(ask: Asker, event: str) -> Rules:
    query = ask.some(laid=ask.yes(0.9), tacked_this_turn=ask.yes(0.4))
    if ask.likely(0.3):
        return query
    if ask.likely(0.6) and ask.rules["contracts"] != "none":
        round_ = ask.round()
        query["first_lay"] = ask.melds_for(round_)
        query |= {"round": round_} if ask.likely(0.9) else {}
    query["meld" if event == "later_meld" else "extra"] = ask.one_meld()
    return query


def end(ask: Asker) -> Rules:
    if ask.likely(0.25):
        return end_ask(ask)
    claims = (
        "bent_board",
        "bent_board",
        "kalooki",
        "go_out",
        "discard",
        "add_on_after_out",
        "reshuffle_discards_keep_top",
        "void_hand_redeal_same_dealer",
        "share_of_pool",
        "start",
        "deal_passes_clockwise",
        "dealer_is_last_round_loser",
        "first_player_is_youngest",
        "first_player_is_last_round_winner",
        "first_player_is_left_of_dealer",
    )
    claim = ask.chance.choice(claims)
    return {"claim": claim} | claim_facts(ask, claim)


def claim_facts(ask: Asker, claim: str) -> Rules:
    before = ask.yes(0.2)
    times = {"times": ask.chance.randint(1, 3)}
    facts: dict[str, Rules] = {
        "bent_board": {
            "calls": ask.chance.randint(0, 4),
            "laid_this_turn": ask.yes(0.8),
            "went_out": ask.yes(0.9),
            "final_discard": ask.yes(0.8),
            "overcalled": ask.yes(0.2),
            "false_lays": ask.chance.choice((0, 0, 1)),
        },
        "kalooki": {
            "melded_before": before,
            "all_in_one_turn": not before if ask.likely(0.9) else before,
            "final_discard": ask.yes(0.8),
        },
        "go_out": {"final_discard": ask.yes()},
        "discard": {"card": ask.chance.choice([JOKER, JOKER, *every_card(ask.rules)[:2]])},
        "add_on_after_out": {"laid": ask.yes()},
        "reshuffle_discards_keep_top": times,
        "void_hand_redeal_same_dealer": times,
        "share_of_pool": {
            "penalty_points": ask.chance.randint(0, 220),
            "winner": ask.yes(0.2),
        },
        "start": {"players": ask.chance.randint(1, 9)},
    }
    if claim in ("bent_board", "kalooki", "go_out") and ask.rules["contracts"] != "none":
        facts[claim]["round"] = ask.round()
    known = ask.some(**facts.get(claim, {"round": ask.round() or ask.chance.choice((1, 2, 5))}))
    return known if claim != "start" or known.get("players") else facts["start"]


def end_ask(ask: Asker) -> Rules:
    wanted = ask.chance.choice(
        (
            "decks",
            "deck_size",
            "deal",
            "stock_after_deal",
            "next_dealer",
            "winning_total",
            "number_of_winners",
        )
    )
    query: Rules = {"ask": wanted}
    if wanted in ("decks", "deck_size", "stock_after_deal"):
        query["players"] = ask.chance.choice(list(numbers_of_players(ask.rules)) or [3])
    if wanted in ("deal", "stock_after_deal"):
        query["round"] = ask.round() or 1
    if wanted == "next_dealer":
        query["players"] = [seat_score(ask) for _ in range(ask.chance.randint(3, 6))]
    if wanted in ("winning_total", "number_of_winners"):
        totals = {name: ask.chance.choice((10, 20, 35)) for name in "ABC"}
        query["totals"] = totals
    return query


def seat_score(ask: Asker) -> Rules:
    total = ask.some(total=ask.chance.choice((20, 35, 60)))
    return {"points": ask.chance.choice((0, 10, 10, 25, 25))} | total
