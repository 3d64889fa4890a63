"""A table's own values: contracts of any size, deals, card values, packs by players."""

from random import Random

from tests.reference.rules import Rules

# Share of questions under a table's own values.
SHARE = 0.25
VALUES = {
    "meld": "minimum jokers larger_tables",
    "contract": "contracts contracts contracts opening_values minimum",
    "tack": "minimum", "joker_replace": "minimum",
    "calls": "contracts deals larger_tables opening_values",
    "score": "points points contracts larger_tables", "laydown": "contracts minimum",
    "end": "contracts deals jokers larger_tables",
}  # fmt: skip


def own_values(chance: Random, kind: str, sheet: str) -> Rules:
    """Return one or two values of a table's own, as in a question's "house"."""
    house: Rules = {}
    for name in chance.choices(VALUES[kind].split(), k=chance.choice((1, 1, 2))):
        house |= MAKERS[name](chance, sheet)
    return house


def contracts(chance: Random, sheet: str) -> Rules:
    if sheet == "002":
        return opening(chance)
    rounds = [contract(chance) for _ in range(chance.choice((1, 2, 3, 7, 10, 15)))]
    return {"contracts": rounds, "run_min": chance.choice(("3", "4"))}


def contract(chance: Random) -> Rules:
    sets = chance.choice((0, 1, 1, 2, 3))
    runs = chance.choice((0, 1, 1, 2)) if sets else chance.choice((1, 2))
    made: Rules = {"is": "Contract", "sets": sets, "runs": runs}
    if chance.random() < 0.6 and sets:
        made["set_size"] = chance.choice((4, 5, 6))
    if chance.random() < 0.6 and runs:
        made["run_size"] = chance.choice((5, 6, 8, 11, 13))
    return made


def opening(chance: Random) -> Rules:
    return {"opening": str(chance.choice((1, 25, 47, 51, 75, 120)))}


def deals(chance: Random, _sheet: str) -> Rules:
    return {"deals": [chance.choice((7, 10, 12, 14))]}


def points(chance: Random, _sheet: str) -> Rules:
    few = chance.choices(range(101), k=4)
    ace = chance.choice((0, 1, 11, 15, 25))
    aces = [chance.choice((ace, 5, 20)) for _ in range(4)]
    ranks = [chance.choice((rank, 10, *few)) for rank in range(2, 14)]
    table = {"is": "PointTable", "ranks": ranks, "aces": aces, "joker": chance.choice((25, *few))}
    return {"points": table}


def opening_values(chance: Random, sheet: str) -> Rules:
    """Return values for an opening in points, where one opens; an ace below the two is cheaper."""
    if sheet != "002":
        return {}
    few = chance.choices(range(101), k=4)
    ace = chance.choice((0, 1, 11, 15, 25))
    ranks = [chance.choice((rank, rank, 10, *few)) for rank in range(2, 14)]
    made: Rules = {"is": "OpeningValues", "ranks": ranks, "aces": [ace] * 4}
    if chance.random() < 0.6:
        made["low_ace"] = chance.randint(0, ace)
    return {"opening_values": made, "ace": chance.choice(("both", "both", "high"))}


def minimum(chance: Random, _sheet: str) -> Rules:
    return {"run_min": chance.choice(("3", "4", "5"))} | (
        {"set_min": "4"} if chance.random() < 0.3 else {}
    )


def jokers(chance: Random, _sheet: str) -> Rules:
    return {"jokers": [chance.randint(0, 15) for _ in range(5)], "packs": chance.choice("2345")}


def larger_tables(chance: Random, _sheet: str) -> Rules:
    made: Rules = {"is": "LargerTable", "players": chance.choice((4, 5, 6)), "packs": 4}
    made["jokers"] = chance.choice((1, 3, 8, 15))
    if chance.random() < 0.5:
        made["deals"] = [chance.choice((7, 9, 11))]
    return {"larger_tables": [made], "max_players": "6"}


MAKERS = {
    "contracts": contracts, "deals": deals, "points": points, "minimum": minimum,
    "jokers": jokers, "larger_tables": larger_tables, "opening_values": opening_values,
}  # fmt: skip
