"""What to do with the cards before a round, in words: packs, cards to each, the stock left."""

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.referee.dealing import stock_at_deal
from kalooki_ref.rules.model import RuleSystem

Fact = tuple[str, str]


def pack_words(system: RuleSystem, players: int) -> str:
    """Return what to shuffle: "3 packs with 6 jokers, 162 cards"."""
    pack = system.pack_for(players)
    packs = ngettext("%(num)s pack", "%(num)s packs", pack.copies)
    return _("%(packs)s with %(jokers)s, %(cards)s cards",
             packs=packs, jokers=_joker_words(system, pack.jokers), cards=pack.size)  # fmt: skip


def cards_words(count: int) -> str:
    """Return a number of cards."""
    return ngettext("%(num)s card", "%(num)s cards", count)


def first_deal(system: RuleSystem, players: int) -> list[Fact]:
    """Return what a new table needs to know before the first round."""
    stock = stock_at_deal(system, players=players, number=1)
    return [
        (_("Shuffle"), pack_words(system, players)),
        (_("Deal to each"), cards_words(system.deal_of(1))),
        (_("Left in the stock"), cards_words(stock.left)),
    ]


def thin_rounds(system: RuleSystem, players: int) -> list[int]:
    """Return the rounds whose stock will probably run out, from 1."""
    last = len(system.contracts) or 1
    numbers = range(1, last + 1)
    return [n for n in numbers if stock_at_deal(system, players=players, number=n).is_thin]


def thin_ahead(system: RuleSystem, players: int) -> str:
    """Return the announcement of thin stocks to come; empty where there are none."""
    thin = thin_rounds(system, players)
    if not thin:
        return ""
    least = stock_at_deal(system, players=players, number=thin[-1]).left
    return ngettext(
        "With %(players)s players the stock is thin in round %(rounds)s, down to %(least)s cards: "
        "the discards will probably have to be shuffled again.",
        "With %(players)s players the stock is thin in rounds %(rounds)s, down to %(least)s cards: "
        "the discards will probably have to be shuffled again.",
        len(thin),
        players=players,
        rounds=_spoken(thin),
        least=least,
    )


def thin_now(system: RuleSystem, *, players: int, number: int) -> str:
    """Return the announcement for the round at hand; empty where the stock lasts."""
    stock = stock_at_deal(system, players=players, number=number)
    if not stock.is_thin:
        return ""
    return _(
        "Thin stock: %(left)s cards, %(circuits)s draws each. It may have to be shuffled again.",
        left=stock.left,
        circuits=f"{stock.circuits:g}",
    )


def limits(system: RuleSystem) -> str:
    """Return how many can play."""
    return _("%(least)s to %(most)s players", least=system.min_players, most=system.max_players)


def _joker_words(system: RuleSystem, count: int) -> str:
    if system.words.joker == "Kooky Kard":
        return ngettext("%(num)s Kooky Kard", "%(num)s Kooky Kards", count)
    return ngettext("%(num)s joker", "%(num)s jokers", count)


def _spoken(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return _("%(first)s to %(last)s", first=numbers[0], last=numbers[-1])
    shown = ", ".join(str(number) for number in numbers[:-1])
    return _("%(some)s and %(last)s", some=shown, last=numbers[-1])
