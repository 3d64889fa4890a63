"""Random questions about cards: melds, lays, tacks and jokers replaced."""

from tests.reference.asker import Asker
from tests.reference.cards import (
    JOKER,
    card,
    every_card,
    naturals,
    numbers_of_players,
    rank,
    suits,
)
from tests.reference.cutting import is_small, tapped
from tests.reference.rules import Rules

# Destinations to request for a replaced joker; in other systems the rule usually decides.
WANTED: dict[str, tuple[str | None, ...]] = {
    "chosen": ("high", "high", "low", "low", "reuse_now"),
    "reused": ("reuse_now", "reuse_now", "hand"),
    "hand": ("hand", "reuse_now"),
}


def meld(ask: Asker) -> Rules:
    query = ask.one_meld(spoil=0.5)
    if ask.likely(0.15):
        query["cards"] = ask.spoiled(query["cards"])
    if ask.likely(0.6):
        query["phase"] = "lay" if ask.yes(0.7) else "tack"
    return query | ask.number_of_players()


def laid_cards(ask: Asker, round_: int | None, melds: list[Rules]) -> Rules:
    """Return a question about cards in the order laid, with jokers last or in their places."""
    cards = tapped(ask.chance.sample(melds, len(melds)))
    how = ask.chance.randrange(4)
    if how == 0:
        cards = ask.chance.sample(cards, len(cards))
    elif how == 1:
        real = naturals(cards)
        cards = ask.chance.sample(real, len(real)) + [JOKER] * cards.count(JOKER)
    if ask.likely(0.2):
        cards = ask.spoiled(cards)
    players = {"players": ask.chance.choice(list(numbers_of_players(ask.rules)) or [3])}
    facts = {"round": round_} if ask.likely(0.9) else {}
    facts |= ask.some(goes_out=ask.yes()) if ask.yes(0.3) else {}
    return {"cards": cards} | facts | players


def contract(ask: Asker) -> Rules:
    round_ = ask.round()
    melds = ask.melds_for(round_)
    if ask.likely(0.25) and is_small(tapped(melds)):
        return laid_cards(ask, round_, melds)
    if ask.likely(0.15) and melds:
        melds.pop()
    if ask.likely(0.2):
        melds.append(ask.one_meld())
    query: Rules = {"round": round_, "melds": melds} | ask.number_of_players()
    if round_ is None and ask.likely(0.25):
        return {"ask": "value", "melds": melds}
    query |= rest_of_the_turn(ask, round_)
    if ask.rules["contract_in_parts"] == "yes" and ask.yes() and len(melds) > 1:
        query |= {"laid_before": melds[:1], "melds": melds[1:]}
    return query


def rest_of_the_turn(ask: Asker, round_: int | None) -> Rules:
    """Return facts about the turn of coming down, where they matter."""
    known: Rules = {}
    if round_ is None or ask.rules["last_contract_all_cards"] == "yes":
        known |= {k: v for k, v in ask.some(goes_out=ask.yes()).items() if ask.yes()}
    if round_ is None and ask.yes(0.3):
        known["builders_value"] = ask.chance.randint(0, 20)
    return known


def standing(ask: Asker) -> Rules:
    """Return a meld for the board, sometimes a whole suit."""
    if ask.likely(ask.shuffles / 5):
        return {"as": "run", "cards": ask.whole_suit()}
    return ask.listed_meld(ask.chance.choice(("set", "run", "run")), spoil=0.03)


def near(ask: Asker, target: Rules) -> list[str]:
    """Return cards that probably fit a meld."""
    real = naturals(target["cards"])
    if not real or ask.likely(0.05):
        return ask.cards(ask.chance.randint(1, 3))
    if target["as"] == "set":
        names = [card(rank(real[0]), s, ask.rules) for s in suits(ask.rules)]
        return ask.chance.choices([*names, JOKER], k=ask.chance.randint(1, 3))
    suit, first = real[0][-1], rank(real[0]) - target["cards"].index(real[0])
    if len(real) == 13 and ask.likely(0.7):
        return [ask.chance.choice((card(1, suit, ask.rules), JOKER))]
    high = [
        card((first + len(target["cards"]) + i - 1) % 13 + 1, suit, ask.rules) for i in range(4)
    ]
    low = [card((first - i - 2) % 13 + 1, suit, ask.rules) for i in range(4)]
    ups, downs = ask.chance.randint(0, 3), ask.chance.choice((0, 0, 1, 2))
    drawn = high[:ups] + low[:downs] or [high[0]]
    if ask.likely(ask.shuffles):
        if ask.likely(0.4):
            return ask.with_jokers(low[: ask.chance.randint(2, 4)][::-1], 2)
        return in_turn(ask, high[: max(1, ups)], low[: ask.chance.choice((0, 1, 1, 2))])
    return ask.with_jokers(drawn, 2)


def in_turn(ask: Asker, high: list[str], low: list[str]) -> list[str]:
    """Return cards that fit at both ends, with the natural ones shuffled."""
    turns = []
    while high or low:
        end = ask.chance.choice([cards for cards in (high, low) if cards])
        turns.append(end.pop(0))
    return ask.shuffled(ask.with_jokers(turns, 2) if ask.yes() else turns)


def tack(ask: Asker) -> Rules:
    target = standing(ask)
    add = near(ask, target)
    if ask.likely(0.15):
        add = ask.spoiled(add) or add
    query = {"target": ask.any_order(target), "add": add or [JOKER]}
    unsaid = 1 if len(target["cards"]) == 13 else ask.chance.choice((2, 8))
    query["end"] = ask.chance.choice(("high", "low", *(None,) * unsaid))
    if target["as"] == "set":
        query["end"] = None
    query |= ask.some(laid=ask.yes(0.95))
    return query | ask.number_of_players()


def joker_replace(ask: Asker) -> Rules:
    target = standing(ask)
    cards = target["cards"]
    if JOKER not in cards or ask.likely(0.3):
        cards[ask.chance.randrange(len(cards))] = JOKER
    index = cards.index(JOKER) if ask.likely(0.95) else ask.chance.randrange(len(cards))
    if ask.likely(0.4) and cards[::-1].index(JOKER) == 0:
        index = len(cards) - 1
    given = joker_card(ask, target, index)
    query = {"target": ask.any_order(target), "index": index, "with": given}
    query |= ask.some(by=ask.chance.choice(("owner", "other")), laid=ask.yes(0.9))
    if not query.get("laid"):
        query |= {k: v for k, v in ask.some(opens_this_turn=ask.yes()).items() if ask.yes()}
    wanted = WANTED.get(ask.rules["joker_goes"], (None, None, None, "high", "low", "hand"))
    to = ask.chance.choice(wanted)
    if to is not None and ask.likely(0.9):
        query["to"] = to
    return query | ask.number_of_players()


def joker_card(ask: Asker, target: Rules, index: int) -> object:
    real = naturals(target["cards"])
    if not real or ask.likely(0.05):
        return ask.chance.choice(every_card(ask.rules))
    if target["as"] == "set":
        missing = [s for s in suits(ask.rules) if s not in {c[-1] for c in real}]
        given = [card(rank(real[0]), s, ask.rules) for s in missing]
        return given if given and ask.likely(0.8) else given[0] if given else real[0]
    first = rank(real[0]) - target["cards"].index(real[0])
    shift = ask.chance.choice((0,) * 9 + (1,))
    return card((first + index + shift - 1) % 13 + 1, real[0][-1], ask.rules)
