"""Cards in the notation of questions: `7H`, Kooky's `13E`, and `*` for a joker."""

from collections import Counter

from tests.reference.rules import Rules, larger_table, number

JOKER = "*"
FACES = {"A": 1, "J": 11, "Q": 12, "K": 13}
FACE_NAMES = {1: "A", 11: "J", 12: "Q", 13: "K"}


def suits(rules: Rules) -> str:
    return "BRGE" if rules["sheet"] == "003" else "HDCS"


def rank(card: str) -> int:
    """Return 1 for an ace to 13 for a king."""
    return FACES.get(card[:-1]) or int(card[:-1])


def card(rank_: int, suit: str, rules: Rules) -> str:
    names = {1: "A"} if rules["sheet"] == "003" else FACE_NAMES
    return names.get(rank_, str(rank_)) + suit


def naturals(cards: list[str]) -> list[str]:
    return [card for card in cards if card != JOKER]


def every_card(rules: Rules) -> list[str]:
    return [card(r, s, rules) for s in suits(rules) for r in range(1, 14)]


def packs(rules: Rules, players: int) -> int:
    own = larger_table(rules, players).get("packs")
    if own:
        return own
    return (players + 1) // 2 if rules["packs"] == "pairs" else int(rules["packs"])


def jokers(rules: Rules, players: int) -> int:
    count = packs(rules, players)
    own = larger_table(rules, players).get("jokers")
    if own is not None:
        return own
    if isinstance(rules["jokers"], list):
        return rules["jokers"][min(count, 5) - 1]
    if rules["jokers"] == "4-8-10":
        return (2, 4, 8, 10)[min(count, 4) - 1]
    return count * int(rules["jokers"])


def deck_size(rules: Rules, players: int) -> int:
    return packs(rules, players) * 52 + jokers(rules, players)


def pack_holds(cards: list[str], rules: Rules, players: int, table: tuple[str, ...] = ()) -> bool:
    """Whether the pack for these players has these cards, besides those on the board.

    Surplus cards on the board alone are not a fault.
    """
    known = set(every_card(rules)) | {JOKER}
    copies = Counter([*cards, *table])
    return all(
        card in known
        and copies[card] <= (jokers(rules, players) if card == JOKER else packs(rules, players))
        for card in cards
    )


def numbers_of_players(rules: Rules) -> range:
    return range(number(rules, "min_players") or 0, (number(rules, "max_players") or 0) + 1)


def points(card_: str, rules: Rules) -> int:
    """Return the points of a card left in hand."""
    sheet = rules["sheet"]
    if "points" in rules:
        return own_points(card_, rules)
    if card_ == JOKER:
        return 15 if sheet == "002" else 50
    if rank(card_) > 1:
        return rank(card_) if sheet == "003" else min(rank(card_), 10)
    if sheet == "002":
        return 11
    if sheet == "003":
        return {"B": 15, "R": 10, "G": 5, "E": 0}[card_[-1]]
    return 15 if card_[-1] in "CS" else 1


def own_points(card_: str, rules: Rules) -> int:
    """Return a card's points by a table's own list: 2 to king, then an ace of each suit."""
    if card_ == JOKER:
        return rules["points"]["joker"]
    if rank(card_) > 1:
        return rules["points"]["ranks"][rank(card_) - 2]
    order = "BRGE" if rules["sheet"] == "003" else "SHDC"
    return rules["points"]["aces"][order.index(card_[-1])]
