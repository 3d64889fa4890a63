"""Switches for the pack, the players, the deal, the stock and the end of a game."""

from kalooki_ref.rules import choices, conditions, own_values
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.switch import Choice, Setting, numbered, one_of, yes_or_no


def _contracts(
    key: str, value: tuple[choices.Contract, ...], label: str, also: tuple[Setting, ...] = ()
) -> Choice:
    listed = ", ".join(contract.name for contract in value)
    sentence = (
        f"A game has {len(value)} rounds, each with its own contract: {listed}. "
        "A 3 is a {set}, a 4 is a {run}."
    )
    return Choice(key, value, label, sentence, also=also)


TABLE = (
    one_of(
        "min_players",
        "1.1",
        "Fewest players",
        "What is the smallest number of players?",
        *numbered((2, 3, 4), "At least {n} people play."),
    ),
    one_of(
        "max_players",
        "1.1",
        "Most players",
        "What is the largest number of players?",
        *numbered(range(3, 12), "At most {n} people play."),
    ),
    one_of(
        "packs",
        "1.2",
        "Packs",
        "How many packs are shuffled together?",
        Choice(
            "pairs",
            0,
            "1 for every 2 players",
            "Shuffle 1 pack for every 2 players; an odd player counts as a pair.",
            also=(("players_per_pack", 2),),
        ),
        *numbered((2, 3, 4, 5), "Shuffle {n} packs together."),
    ),
    one_of(
        "jokers",
        "1.3",
        "Jokers",
        "How many jokers are in the pack?",
        Choice("0", (0, 0, 0, 0), "none", "There are no {joker}s."),
        Choice("1", (1, 2, 3, 4), "1 a pack", "There is 1 {joker} for every pack."),
        Choice("2", (2, 4, 6, 8), "2 a pack", "There are 2 {joker}s for every pack."),
        Choice("3", (3, 6, 9, 12), "3 a pack", "There are 3 {joker}s for every pack."),
        Choice("4", (4, 8, 12, 16), "4 a pack", "There are 4 {joker}s for every pack."),
        Choice(
            "4-8-10",
            (2, 4, 8, 10),
            "4, 8 or 10",
            "Two packs take 4 {joker}s, three packs 8, four packs 10.",
        ),
        rulings=("R-000-1",),
        own=own_values.JOKERS,
    ),
    one_of(
        "larger_tables",
        "2.9",
        "More players",
        "What changes where more people play?",
        own=own_values.LARGER_TABLES,
    ),
    one_of(
        "contracts",
        "2.1",
        "Contracts",
        "Which contracts are played?",
        _contracts("nine", choices.NINE_CONTRACTS, "nine, 333 to 4444"),
        _contracts(
            "sets", choices.SETS_IN_FOUR_AND_NINE, "nine, 333 again in round 4, 3333 in round 9"
        ),
        _contracts(
            "seven",
            choices.SEVEN_CONTRACTS,
            "seven, 33 to 444",
            also=(("deals", (10, 10, 10, 10, 12, 12, 12)),),
        ),
        Choice("none", (), "none", "There are no contracts and no fixed number of rounds."),
        rulings=("R-004-1",),
        own=own_values.CONTRACTS,
    ),
    one_of(
        "deals",
        "2.2",
        "Cards dealt",
        "How many cards are dealt?",
        Choice(
            "contract",
            choices.NINE_DEALS,
            "9 to 16, as the contract",
            "Deal 9, 10, 11, 12, 12, 13, 14, 15 and 16 cards in rounds 1 to 9.",
        ),
        Choice(
            "twelve",
            (12, 12, 12, *choices.NINE_DEALS[3:]),
            "12 in rounds 1 to 3",
            "Deal 12 cards in each of the rounds 1 to 5, then 13, 14, 15 and 16.",
        ),
        Choice("13", (13,), "13 each", "Deal 13 cards to each player."),
        Choice("11", (11,), "11 each", "Deal 11 cards to each player."),
        rulings=("R-001-1",),
        own=own_values.DEALS,
    ),
    yes_or_no(
        "upcard",
        "2.3",
        "Card turned up",
        "Is a card turned up after the deal?",
        yes="After the deal one card is turned face up beside the stock: the upcard.",
        no="No card is turned up; the first discard starts the discard pile.",
    ),
    one_of(
        "next_dealer",
        "2.4",
        "Next dealer",
        "Who deals the next round?",
        Choice(
            "left",
            choices.NextDealer.LEFT,
            "next to the left",
            "The deal moves one seat to the left.",
        ),
        Choice(
            "loser",
            choices.NextDealer.LOSER,
            "the loser",
            "The player with the most points in a round deals the next one.",
        ),
        rulings=("R-003-4",),
    ),
    one_of(
        "loser_tie",
        "2.8",
        "Equal losers",
        "Who deals when several players lost equally?",
        Choice(
            "total",
            choices.LoserTie.HIGHER_TOTAL,
            "the higher total",
            "Of several losers the one with the higher total deals; if the totals are equal, the "
            "nearest to the dealer’s left.",
        ),
        Choice(
            "left",
            choices.LoserTie.DEALERS_LEFT,
            "nearest to the dealer’s left",
            "Of several losers the nearest to the dealer’s left deals.",
        ),
        rulings=("R-003-4",),
        only=(conditions.LOSER_DEALS,),
    ),
    one_of(
        "first_starter",
        "2.5",
        "First start",
        "Who starts the first round?",
        Choice(
            "left",
            choices.Starter.LEFT_OF_DEALER,
            "left of the dealer",
            "In round 1 the player to the dealer’s left starts.",
        ),
        Choice(
            "youngest",
            choices.Starter.YOUNGEST,
            "the youngest",
            "In round 1 the youngest starts.",
        ),
    ),
    one_of(
        "next_starter",
        "2.6",
        "Later starts",
        "Who starts the later rounds?",
        Choice(
            "left",
            choices.Starter.LEFT_OF_DEALER,
            "left of the dealer",
            "In later rounds the player to the dealer’s left starts.",
        ),
        Choice(
            "winner",
            choices.Starter.WINNER,
            "the last winner",
            "In later rounds the winner of the round before starts.",
        ),
    ),
    one_of(
        "reshuffles",
        "12.1",
        "Reshuffles",
        "How often are the discards shuffled into a new stock?",
        Choice(
            "0",
            0,
            "never",
            "When the stock is empty, the round is void.",
            (Code.NO_RESHUFFLE, Code.NOT_VOID),
        ),
        Choice(
            "1",
            1,
            "once",
            "The discards are shuffled into a new stock once; if it runs out again, the round"
            " is void.",
            (Code.NO_RESHUFFLE, Code.NOT_VOID),
        ),
        Choice(
            "2",
            2,
            "twice",
            "The discards are shuffled into a new stock twice; if it runs out again, the "
            "round is void.",
            (Code.NO_RESHUFFLE, Code.NOT_VOID),
        ),
        Choice(
            "always",
            None,
            "always",
            "The discards are shuffled into a new stock as often as needed.",
            (Code.NOT_VOID,),
        ),
        rulings=("R-ALL-1",),
    ),
    one_of(
        "tie_break",
        "12.4",
        "Equal totals",
        "What if totals are equal?",
        Choice("shared", choices.TieBreak.SHARED, "shared place", "Equal totals share the place."),
        Choice(
            "rounds",
            choices.TieBreak.MORE_ROUNDS_WON,
            "more rounds won",
            "Of equal totals, the one with more rounds won is placed higher.",
        ),
        rulings=("R-ALL-3",),
    ),
    one_of(
        "pool_share",
        "12.5",
        "Winner’s share",
        "How much of the pool does the winner take?",
        Choice("0", 0, "no pool", "There is no pool."),
        *numbered(
            (50, 60, 75, 90),
            "The winner takes at least {n} percent of the pool.",
            Code.NO_SHARE,
            label="{n} percent",
        ),
        Choice("100", 100, "all of it", "The winner takes the whole pool.", (Code.NO_SHARE,)),
        rulings=("R-002-9",),
    ),
    one_of(
        "pool_threshold",
        "12.5",
        "Share of the others",
        "At how many points does a loser get no share of the pool?",
        Choice("0", 0, "no pool", "There is no rest of the pool to share."),
        *numbered(
            (50, 100, 150, 200),
            "The rest of the pool is shared by the players with fewer than {n} points.",
            Code.NO_SHARE,
            label="under {n} points",
        ),
        rulings=("R-002-9",),
    ),
)
