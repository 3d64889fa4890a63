"""All switches with their choices, and the five rule sheets as one choice of each."""

from typing import Any

Sheet = dict[str, Any]

JAMAICAN: Sheet = {
    # the pack, the players and the rounds
    "min_players": "3", "max_players": "8", "packs": "pairs", "jokers": "2",
    "contracts": "nine", "deals": "contract", "opening": "0", "upcard": "yes",
    "larger_tables": [],
    "next_dealer": "left", "loser_tie": "total", "first_starter": "left", "next_starter": "left",
    "reshuffles": "1", "tie_break": "shared", "pool_share": "0", "pool_threshold": "0",
    # melds
    "set_min": "3", "run_min": "4",
    "set_suits_differ": "no", "set_max": "any", "ace": "both", "ace_at_both_ends": "yes",
    "run_max": "any", "ranks_apart": "no", "suits_apart": "no", "set_min_naturals": "1",
    "run_min_naturals": "1", "set_joker_cap": "lay", "run_joker_cap": "lay",
    "jokers_side_by_side": "yes",
    # coming down, tacking, jokers on the table
    "contract_in_parts": "no", "builders_open": "no", "going_out_opens": "no",
    "last_contract_all_cards": "no",
    "extra_melds": "never", "tack_ends": "either", "joker_as_ace": "yes",
    "most_per_end": "any", "own_joker_to_hand": "no", "jokers_from_inside": "no",
    "end_joker_reread": "no", "joker_mover": "anyone", "joker_goes": "high", "set_joker": "stays",
    # drawing and calling
    "taken_upcard": "stay", "calling": "yes", "max_calls": "3", "cards_per_call": "2",
    "call_decider": "turn", "refusing_takes_upcard": "yes", "call_order": "voice",
    "own_discard_callable": "no", "calls_in_the_air": "no", "calls_until_drawn": "no",
    "first_upcard_callable": "yes", "down_draws_upcard": "no", "calls_while_down": "no",
    # going out, bonuses, penalties
    "final_discard": "yes", "joker_discard": "yes", "bend": "all", "bend_without_calls": "yes",
    "add_on_after_out": "no", "winner_points": "0", "not_down": "0", "overcall": "barred",
    "refused_overcalls_count": "no", "barred_lay_counts": "yes", "false_lay": "none",
    "fines_double": "yes", "miscount": "turn", "miscount_cost": "none",
}  # fmt: skip

CARIBBEAN: Sheet = JAMAICAN | {
    "max_players": "6", "packs": "2", "set_joker_cap": "always", "run_joker_cap": "never",
    "jokers_side_by_side": "no", "extra_melds": "first", "joker_mover": "owner",
    "joker_goes": "chosen", "max_calls": "any", "call_decider": "discarder",
    "refusing_takes_upcard": "no", "first_upcard_callable": "no", "down_draws_upcard": "yes",
    "final_discard": "no", "bend": "none", "winner_points": "-50", "not_down": "50",
    "overcall": "none",
}  # fmt: skip

KALOOKI_40: Sheet = JAMAICAN | {
    "min_players": "2", "max_players": "4", "packs": "2", "jokers": "1", "contracts": "none",
    "run_min": "3",
    "deals": "13", "opening": "40", "reshuffles": "always", "pool_share": "75",
    "pool_threshold": "100", "set_suits_differ": "yes", "set_max": "4", "ace": "high",
    "ace_at_both_ends": "no", "set_joker_cap": "never", "run_joker_cap": "never",
    "extra_melds": "any", "joker_goes": "reused", "set_joker": "suits", "taken_upcard": "meld",
    "calling": "no", "max_calls": "0", "refusing_takes_upcard": "no",
    "first_upcard_callable": "no", "down_draws_upcard": "yes", "bend": "plus25",
    "overcall": "none",
}  # fmt: skip

KOOKY: Sheet = JAMAICAN | {
    "max_players": "6", "packs": "2", "jokers": "4", "next_dealer": "loser",
    "first_starter": "youngest", "next_starter": "winner", "ranks_apart": "yes",
    "suits_apart": "yes", "set_min_naturals": "2", "set_joker_cap": "never",
    "run_joker_cap": "never", "jokers_side_by_side": "no", "extra_melds": "any",
    "joker_goes": "ace", "first_upcard_callable": "no", "final_discard": "no", "bend": "none",
    "add_on_after_out": "yes", "overcall": "100", "false_lay": "50",
}  # fmt: skip

STANDARD: Sheet = JAMAICAN | {
    "max_players": "5", "packs": "2", "suits_apart": "yes", "set_min_naturals": "2",
    "set_joker_cap": "never", "run_joker_cap": "never", "jokers_side_by_side": "no",
    "extra_melds": "any", "tack_ends": "high", "joker_goes": "ace", "final_discard": "no",
    "joker_discard": "no", "bend": "cards", "overcall": "50bend",
    "refused_overcalls_count": "yes",
}  # fmt: skip

SHEETS = {
    "000": JAMAICAN, "001": CARIBBEAN, "002": KALOOKI_40, "003": KOOKY, "004": STANDARD,
}  # fmt: skip

# Every switch with its choices, as in a question's "house".
CHOICES = {
    "min_players": "2 3 4",
    "max_players": "3 4 5 6 7 8 9 10 11",
    "packs": "pairs 2 3 4",
    "jokers": "0 1 2 3 4 4-8-10",
    "contracts": "nine sets seven",
    "deals": "contract twelve 13 11",
    "upcard": "yes no",
    "next_dealer": "left loser",
    "loser_tie": "total left",
    "first_starter": "left youngest",
    "next_starter": "left winner",
    "reshuffles": "0 1 2 always",
    "tie_break": "shared rounds",
    "pool_share": "0 50 60 75 90 100",
    "pool_threshold": "0 50 100 150 200",
    "set_min": "3 4",
    "run_min": "3 4 5",
    "calls_while_down": "yes no",
    "most_per_end": "any 1 2",
    "own_joker_to_hand": "yes no",
    "jokers_from_inside": "yes no",
    "set_suits_differ": "yes no",
    "set_max": "any 3 4 8",
    "ace": "both high",
    "ace_at_both_ends": "yes no",
    "ranks_apart": "yes no",
    "suits_apart": "yes no",
    "run_max": "any 4 5",
    "set_min_naturals": "1 2 3",
    "run_min_naturals": "1 2 3",
    "set_joker_cap": "never lay always",
    "run_joker_cap": "never lay always",
    "jokers_side_by_side": "yes no",
    "opening": "30 40 51 60",
    "contract_in_parts": "yes no",
    "builders_open": "yes no",
    "going_out_opens": "yes no",
    "last_contract_all_cards": "yes no",
    "extra_melds": "never first any",
    "tack_ends": "either high",
    "joker_as_ace": "yes no",
    "end_joker_reread": "yes no",
    "joker_mover": "nobody owner anyone everyone",
    "joker_goes": "high ace chosen reused hand",
    "set_joker": "stays suits",
    "taken_upcard": "stay meld build",
    "calling": "yes no",
    "cards_per_call": "2 3",
    "call_decider": "turn discarder",
    "refusing_takes_upcard": "yes no",
    "call_order": "voice nearest",
    "own_discard_callable": "yes no",
    "calls_in_the_air": "yes no",
    "calls_until_drawn": "yes no",
    "first_upcard_callable": "yes no",
    "max_calls": "1 2 3 4 any",
    "down_draws_upcard": "yes no",
    "final_discard": "yes no",
    "joker_discard": "yes no",
    "bend": "none all cards bonus plus25 plus50",
    "bend_without_calls": "yes no",
    "fines_double": "yes no",
    "add_on_after_out": "yes no",
    "winner_points": "0 -10 -25 -50 -100",
    "not_down": "0 25 50 100",
    "overcall": "none barred 50 50each 50bend 100 100each 500bend",
    "refused_overcalls_count": "yes no",
    "barred_lay_counts": "yes no",
    "false_lay": "none 50 100 bend 50barred",
    "miscount": "turn once stays",
    "miscount_cost": "none 10 25 50 barred",
}
# The switches that affect a kind of question; sometimes another one is drawn as well.
BY_KIND = {
    "meld": (
        "set_suits_differ set_max run_max ace ace_at_both_ends set_min_naturals run_min_naturals "
        "set_joker_cap run_joker_cap jokers_side_by_side jokers packs max_players"
    ),
    "contract": (
        "contracts run_max ranks_apart suits_apart opening contract_in_parts builders_open "
        "going_out_opens extra_melds jokers_side_by_side set_min_naturals last_contract_all_cards "
        "last_contract_all_cards"
    ),
    "tack": (
        "tack_ends joker_as_ace end_joker_reread run_max ace ace_at_both_ends set_joker_cap "
        "run_joker_cap jokers_side_by_side set_max run_min_naturals most_per_end"
    ),
    "joker_replace": (
        "joker_mover joker_goes set_joker joker_as_ace jokers_side_by_side ace_at_both_ends "
        "end_joker_reread ace tack_ends run_max own_joker_to_hand jokers_from_inside"
    ),
    "calls": (
        "calling max_calls cards_per_call call_decider refusing_takes_upcard call_order "
        "own_discard_callable calls_in_the_air calls_until_drawn first_upcard_callable "
        "down_draws_upcard deals contracts add_on_after_out final_discard overcall "
        "contract_in_parts refused_overcalls_count opening builders_open going_out_opens "
        "miscount miscount_cost calls_while_down last_contract_all_cards"
    ),
    "score": (
        "bend fines_double winner_points not_down overcall false_lay add_on_after_out max_calls "
        "deals cards_per_call refused_overcalls_count barred_lay_counts last_contract_all_cards"
    ),
    "laydown": (
        "extra_melds taken_upcard down_draws_upcard overcall false_lay opening ranks_apart "
        "suits_apart contract_in_parts barred_lay_counts miscount miscount_cost"
    ),
    "end": (
        "min_players max_players packs jokers deals contracts upcard next_dealer loser_tie "
        "first_starter next_starter reshuffles tie_break pool_share pool_threshold final_discard "
        "joker_discard bend bend_without_calls add_on_after_out overcall max_calls "
        "refused_overcalls_count false_lay last_contract_all_cards"
    ),
}
