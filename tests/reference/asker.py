"""Random facts, cards and melds for questions, legal and nearly legal ones."""

from random import Random

from tests.reference.cards import (
    JOKER,
    card,
    every_card,
    naturals,
    numbers_of_players,
    suits,
)
from tests.reference.rules import (
    Rules,
    demand,
    number,
    rounds,
    run_min,
)


class Asker:
    """A random generator under given rules."""

    def __init__(self, chance: Random, rules: Rules, *, shuffles: float = 0.1) -> None:
        self.chance = chance
        self.rules = rules
        # Share of runs with shuffled cards, and of tacks at both ends.
        self.shuffles = shuffles

    def likely(self, share: float) -> bool:
        return self.chance.random() < share

    def some(self, **facts: object) -> Rules:
        """Return the facts, sometimes with one missing or null."""
        known = {name: value for name, value in facts.items() if self.likely(0.9)}
        return {name: None if self.likely(0.02) else value for name, value in known.items()}

    def yes(self, share: float = 0.5) -> bool:
        return self.likely(share)

    # --- cards and melds

    def cards(self, count: int) -> list[str]:
        deck = every_card(self.rules) * 2 + [JOKER] * 4
        return self.chance.sample(deck, count)

    def run(self, *, longest: int = 7) -> list[str]:
        length = self.chance.randint(run_min(self.rules), longest)
        if number(self.rules, "run_max") and self.likely(0.5):
            length = self.chance.randint(run_min(self.rules), 6)
        if self.likely(0.35 if self.rules["ace_at_both_ends"] == "no" else 0.1):
            length = self.chance.choice((11, 12, 13, 14, 14, 15))
        low = self.chance.randint(1, max(1, 15 - length))
        if self.likely(0.25):
            low = self.chance.choice((1, 2, max(1, 15 - length)))
        suit = self.chance.choice(suits(self.rules))
        return [card((low + i - 1) % 13 + 1, suit, self.rules) for i in range(length)]

    def whole_suit(self) -> list[str]:
        suit = self.chance.choice(suits(self.rules))
        return [card(value, suit, self.rules) for value in range(1, 14)]

    def of_size(self, kind: str, size: int) -> list[str]:
        """Return a set or a run about as large as a contract asks."""
        size = max(1, size + self.chance.choice((0, 0, 0, 0, 1, -1)))
        suit = self.chance.choice(suits(self.rules))
        if kind == "set":
            value, names = self.chance.randint(1, 13), suits(self.rules)
            return [card(value, names[i % 4], self.rules) for i in range(size)]
        low = self.chance.randint(1, max(1, 15 - size))
        return [card((low + i - 1) % 13 + 1, suit, self.rules) for i in range(size)]

    def set(self) -> list[str]:
        names = suits(self.rules)
        value = self.chance.randint(1, 13)
        count = self.chance.choice((3, 3, 3, 4, 4, 5, 6))
        drawn = self.chance.sample(names, min(count, 4)) + self.chance.choices(names, k=count)
        return [card(value, suit, self.rules) for suit in drawn[:count]]

    def with_jokers(self, cards: list[str], most: int = 3) -> list[str]:
        count = self.chance.choice((0, 0, 1, 1, 2, 3))
        for _ in range(min(count, most)):
            cards[self.chance.randrange(len(cards))] = JOKER
        return cards

    def shuffled(self, cards: list[str]) -> list[str]:
        """Return the cards with the natural ones shuffled; jokers keep their places."""
        real = iter(self.chance.sample(naturals(cards), len(naturals(cards))))
        return [JOKER if card == JOKER else next(real) for card in cards]

    def spoiled(self, cards: list[str]) -> list[str]:
        """Return the cards with one change, such as two of them swapped."""
        if not cards:
            return cards
        here, there = self.chance.randrange(len(cards)), self.chance.randrange(len(cards))
        other = self.chance.choice(("13E", "AB", "KH", "QD"))
        stranger = self.chance.choice((*every_card(self.rules), other))
        ways: tuple[list[str], ...] = (
            [*cards[:here], cards[there], *cards[here + 1 :]],
            [*cards[:here], stranger, *cards[here + 1 :]],
            cards[:here] + cards[here + 1 :],
            [*cards[:here], cards[there], *cards[here:]],
            self.chance.sample(cards, len(cards)),
            cards[::-1],
            [*cards[:here], JOKER, *cards[here:]],
            [*cards[:here], JOKER, *cards[here + 1 :]],
            [*cards[:here], *cards[here : here + 2][::-1], *cards[here + 2 :]],
            [*cards[:here], other, *cards[here + 1 :]],
        )
        return self.chance.choice(ways)

    def one_meld(self, kind: str = "", *, spoil: float = 0.1) -> Rules:
        return self.any_order(self.listed_meld(kind, spoil=spoil))

    def any_order(self, meld: Rules) -> Rules:
        """Return the meld, sometimes with a run's natural cards shuffled."""
        if meld["as"] == "set" or not self.likely(self.shuffles):
            return meld
        return meld | {"cards": self.shuffled(meld["cards"])}

    def listed_meld(self, kind: str = "", *, spoil: float = 0.1) -> Rules:
        kind = kind or self.chance.choice(("set", "run"))
        cards = self.with_jokers(self.run() if kind == "run" else self.set())
        if self.likely(spoil):
            cards = self.spoiled(cards)
        return {"as": kind, "cards": cards}

    def number_of_players(self) -> Rules:
        if self.likely(0.6):
            return {}
        return {"players": self.chance.choice(list(numbers_of_players(self.rules)) or [3])}

    def round(self) -> int | None:
        return None if self.rules["contracts"] == "none" else self.chance.choice(rounds(self.rules))

    def sized_melds(self, kinds: list[str], size: int) -> list[Rules]:
        melds = [{"as": kind, "cards": self.of_size(kind, size)} for kind in kinds]
        for meld in melds:
            if self.likely(0.2):
                meld["cards"] = self.with_jokers(meld["cards"], 1)
        return [self.any_order(meld) for meld in melds]

    def melds_for(self, round_: int | None) -> list[Rules]:
        sets, runs = self.chance.choice(((1, 0), (0, 1), (1, 1), (2, 0), (0, 2)))
        if round_:
            sets, runs, set_size, run_size = demand(self.rules, round_)
            if (set_size, run_size) != (3, 4) or self.rules["run_min"] != "4":
                return self.sized_melds(["set"] * sets, set_size) + self.sized_melds(
                    ["run"] * runs, run_size
                )
        spoil = 0.05
        melds = [self.listed_meld("set", spoil=spoil) for _ in range(sets)]
        melds += [self.listed_meld("run", spoil=spoil) for _ in range(runs)]
        for meld in melds:
            if self.likely(0.7):
                meld["cards"] = [c for c in meld["cards"] if c != JOKER] or meld["cards"]
                meld["cards"] = self.run(longest=5) if meld["as"] == "run" else self.set()
        return [self.any_order(meld) for meld in melds]
