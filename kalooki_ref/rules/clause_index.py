"""The chapters all systems share, what each clause is about, and short ways to write a clause."""

from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import Clause, Mark

CHAPTERS = (
    "The pack and the players",
    "Rounds and the deal",
    "Sets and runs",
    "Jokers in a meld",
    "Coming down",
    "Tacking",
    "Jokers on the table",
    "Drawing and calling",
    "Going out",
    "Scoring",
    "Penalties",
    "The stock and the end",
)
"""Chapter 1 to 12, in order (English msgids)."""
FIELDS: dict[str, tuple[str, ...]] = {
    "1.1": ("min_players", "max_players"),
    "1.2": ("packs", "players_per_pack", "suits"),
    "1.3": ("jokers",),
    "1.4": ("end_joker_reread",),
    "2.1": ("contracts",),
    "2.2": ("deals",),
    "2.3": ("upcard",),
    "2.4": ("next_dealer",),
    "2.5": ("first_starter",),
    "2.6": ("next_starter",),
    "3.1": ("set_min",),
    "3.2": ("set_suits_differ",),
    "3.3": ("set_max",),
    "3.4": ("run_min",),
    "3.5": ("ace",),
    "3.6": ("ace_at_both_ends",),
    "3.7": ("ranks_apart",),
    "3.8": ("suits_apart",),
    "4.1": ("set_min_naturals",),
    "4.2": ("run_min_naturals",),
    "4.3": ("set_joker_cap",),
    "4.4": ("run_joker_cap",),
    "4.5": ("jokers_side_by_side",),
    "5.1": ("opening", "contract_in_parts"),
    "5.3": ("extra_melds",),
    "5.4": ("builders_open",),
    "5.6": ("going_out_opens",),
    "6.3": ("tack_ends",),
    "6.4": ("joker_as_ace",),
    "7.1": ("joker_mover",),
    "7.2": ("joker_goes",),
    "7.4": ("set_joker",),
    "8.2": ("taken_upcard",),
    "8.3": ("calling",),
    "8.4": ("cards_per_call",),
    "8.5": ("call_decider",),
    "8.6": ("refusing_takes_upcard",),
    "8.7": ("call_order",),
    "8.9": ("own_discard_callable",),
    "8.10": ("first_upcard_callable",),
    "8.11": ("max_calls",),
    "8.13": ("down_draws_upcard",),
    "8.16": ("calls_in_the_air", "calls_until_drawn"),
    "9.2": ("final_discard",),
    "9.3": ("joker_discard",),
    "9.4": ("bend",),
    "9.5": ("bend_without_calls",),
    "9.6": ("add_on_after_out",),
    "10.1": ("points",),
    "10.2": ("winner_points",),
    "10.3": ("not_down",),
    "11.1": ("overcall", "refused_overcalls_count"),
    "11.2": ("false_lay",),
    "11.3": ("barred_lay_counts",),
    "11.4": ("miscount", "miscount_cost"),
    "12.1": ("reshuffles",),
    "12.4": ("tie_break",),
    "12.5": ("pool_share", "pool_threshold"),
}
"""The fields of a system that each clause puts into words; the same in every system."""


def chapter_of(number: str) -> int:
    """Return the chapter of a clause number: 4 for "4.7"."""
    return int(number.partition(".")[0])


def place_of(number: str) -> tuple[int, int]:
    """Return chapter and place as numbers, so that "8.10" comes after "8.9"."""
    chapter, _, place = number.partition(".")
    return int(chapter), int(place)


def stated(number: str, text: str, *cites: Code, ruling: str = "") -> Clause:
    """Return a clause that the sheet says in so many words."""
    return Clause(number, text, Mark.STATED, cites, FIELDS.get(number, ()), ruling)


def implied(number: str, text: str, *cites: Code) -> Clause:
    """Return a clause that follows from what the sheet says."""
    return Clause(number, text, Mark.IMPLIED, cites, FIELDS.get(number, ()))


def ours(number: str, ruling: str, text: str, *cites: Code) -> Clause:
    """Return a clause that is our reading; ``ruling`` names it where it was argued at length."""
    return Clause(number, text, Mark.OURS, cites, FIELDS.get(number, ()), ruling)
