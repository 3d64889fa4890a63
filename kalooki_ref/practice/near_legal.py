"""Melds that are legal, and nearly legal ones: a single change, such as a card of another suit."""

from collections.abc import Callable

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, RANKS, Card, Cards
from kalooki_ref.practice.chance import Chance
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.run_order import agreed_start
from kalooki_ref.referee.runs import card_at, main_suit
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.rules.model import RuleSystem

Spoiler = Callable[[Chance, Cards, RuleSystem], Cards]


def some_meld(
    chance: Chance, system: RuleSystem, kind: MeldKind, *, jokers: int = 0, size: int = 0
) -> Meld:
    """Return a set or a run, mostly legal; ``size`` 0 is the smallest size or a little more."""
    cards = _some_set(chance, system, size) if kind is MeldKind.SET else None
    cards = cards or _some_run(chance, system, size)
    places = chance.shuffled(range(len(cards)))[:jokers]
    return Meld(kind, tuple(JOKER if index in places else card for index, card in enumerate(cards)))


def spoiled(chance: Chance, meld: Meld, system: RuleSystem) -> Meld:
    """Return the meld with one change, which often makes it illegal."""
    spoilers = SET_SPOILERS if meld.kind is MeldKind.SET else RUN_SPOILERS
    return Meld(meld.kind, chance.choice(spoilers)(chance, meld.cards, system))


def nearly_fitting(chance: Chance, meld: Meld, system: RuleSystem, *, most: int) -> Cards:
    """Return one or more cards that fit a meld, or that a player might take for fitting."""
    if meld.kind is MeldKind.SET:
        rank = set_rank(meld.cards) or LOW_ACE
        near = [*([rank] * 5), rank % len(RANKS) + 1]
        cards = [Card(chance.choice(near), chance.choice(system.suits)) for _ in range(most)]
    else:
        cards = _at_the_ends(chance, meld.cards, most)
    if chance.likely(15):
        cards[chance.below(len(cards))] = JOKER
    return tuple(cards[: chance.between(1, most)])


def joker_places(cards: Cards) -> list[int]:
    """Return the indexes of the jokers."""
    return [index for index, card in enumerate(cards) if card.is_joker]


def _some_set(chance: Chance, system: RuleSystem, size: int) -> Cards:
    size = size or system.set_min + chance.choice((0, 0, 0, 1))
    rank, suits = chance.choice(RANKS), chance.shuffled(system.suits)
    if not system.set_suits_differ and chance.likely(40):
        suits[1] = suits[0]
    return tuple(Card(rank, suits[index % len(suits)]) for index in range(size))


def _some_run(chance: Chance, system: RuleSystem, size: int) -> Cards:
    size = min(HIGH_ACE, size or system.run_min + chance.choice((0, 0, 1, 1, 2)))
    # Runs that reach an ace are rare among all places, but most rules about runs concern them.
    lows = (LOW_ACE, HIGH_ACE + 1 - size, chance.between(LOW_ACE, HIGH_ACE + 1 - size))
    low, suit = (
        lows[max(0, chance.below(6) - 3)] if chance.likely(50) else lows[2],
        chance.choice(system.suits),
    )
    return tuple(card_at(place, suit) for place in range(low, low + size))


def _at_the_ends(chance: Chance, run: Cards, most: int) -> list[Card]:
    """Return cards next to the ends of a run, sometimes one further on or of another suit."""
    suit = main_suit(run)
    start = agreed_start([card.rank for card in run])
    if suit is None:
        return [JOKER]
    skips = 1 if chance.likely(20) else 0
    step, first = chance.choice(((1, start + len(run) + skips), (-1, start - 1 - skips)))
    ranks = [(first + step * index - 1) % len(RANKS) + 1 for index in range(most)]
    return [Card(rank, suit) for rank in ranks]


def _another_card(chance: Chance, cards: Cards, system: RuleSystem) -> Cards:
    """Exchange a card for one of a neighbouring rank."""
    at = chance.below(len(cards))
    suit = cards[at].suit or main_suit(cards) or system.suits[0]
    rank = (cards[at].rank + chance.choice((0, 1, 11))) % len(RANKS) + 1
    return (*cards[:at], Card(rank, suit), *cards[at + 1 :])


def _another_suit(chance: Chance, cards: Cards, system: RuleSystem) -> Cards:
    at = chance.below(len(cards))
    if cards[at].is_joker:
        return cards
    other = Card(cards[at].rank, chance.choice(system.suits))
    return (*cards[:at], other, *cards[at + 1 :])


def _one_short(_chance: Chance, cards: Cards, system: RuleSystem) -> Cards:
    least = system.run_min if _is_run(cards) else system.set_min
    return cards[: least - 1]


def _repeated_suit(chance: Chance, cards: Cards, _system: RuleSystem) -> Cards:
    at = chance.below(len(cards))
    return (*cards, cards[at])


def _gap(chance: Chance, cards: Cards, system: RuleSystem) -> Cards:
    if len(cards) <= system.run_min:
        suit, last = main_suit(cards), agreed_start([card.rank for card in cards]) + len(cards)
        cards = cards if suit is None else (*cards, Card((last - 1) % len(RANKS) + 1, suit))
    at = chance.between(1, len(cards) - 2)
    return cards[:at] + cards[at + 1 :]


def _squeezed_joker(chance: Chance, cards: Cards, _system: RuleSystem) -> Cards:
    """Put a joker between two neighbours."""
    at = chance.between(1, len(cards) - 1)
    return (*cards[:at], JOKER, *cards[at:])


def _round_the_corner(chance: Chance, cards: Cards, system: RuleSystem) -> Cards:
    suit, before = main_suit(cards) or system.suits[0], chance.between(1, 2)
    places = range(HIGH_ACE - before, HIGH_ACE + max(2, system.run_min - before))
    return tuple(Card((place - 1) % len(RANKS) + 1, suit) for place in places)


def _more_jokers(chance: Chance, cards: Cards, _system: RuleSystem) -> Cards:
    """Exchange two neighbours, or more than half of the cards, for jokers."""
    count = chance.choice((2, 2, len(cards) // 2 + 1))
    at = chance.between(0, len(cards) - count)
    return cards[:at] + (JOKER,) * min(count, len(cards)) + cards[at + count :]


def _only_jokers(_chance: Chance, cards: Cards, _system: RuleSystem) -> Cards:
    return (JOKER,) * len(cards)


def _from_the_ace(_chance: Chance, cards: Cards, system: RuleSystem) -> Cards:
    suit = main_suit(cards) or system.suits[0]
    return tuple(card_at(LOW_ACE + index, suit) for index in range(len(cards)))


def _from_ace_to_ace(chance: Chance, cards: Cards, system: RuleSystem) -> Cards:
    """Return the longest possible run, or mostly a joker more."""
    suit = main_suit(cards) or system.suits[0]
    whole = tuple(card_at(place, suit) for place in range(LOW_ACE, HIGH_ACE + 1))
    return whole if chance.likely(25) else (*whole, JOKER)


def _over_the_limit(_chance: Chance, cards: Cards, system: RuleSystem) -> Cards:
    """Add jokers up to one more card than the rules allow, if they have a limit."""
    most = system.set_max if set_rank(cards) and not _is_run(cards) else system.run_max
    return cards + (JOKER,) * max(0, (most or len(cards)) + 1 - len(cards))


def _is_run(cards: Cards) -> bool:
    return len({card.rank for card in cards if card.rank}) > 1


SET_SPOILERS: tuple[Spoiler, ...] = (
    _another_card, _another_card, _one_short, _repeated_suit, _more_jokers, _only_jokers,
    _over_the_limit,
)  # fmt: skip
RUN_SPOILERS: tuple[Spoiler, ...] = (
    _another_suit, _another_suit, _one_short, _gap, _gap, _squeezed_joker, _round_the_corner,
    _more_jokers, _more_jokers, _only_jokers, _from_the_ace, _from_ace_to_ace, _over_the_limit,
)  # fmt: skip
