"""The deal in words: player limits, packs, and warnings about a thin stock."""

from itertools import groupby

from kalooki_ref.cards import STANDARD_SUITS, Pack
from kalooki_ref.referee.dealing import dealt_stock
from kalooki_ref.rules.constraints import has_packs
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.amounts import joker_count, joker_plural
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import game_name, ngettext
from kalooki_ref.words.language import gettext as _

# How often the deck of a game with suits of its own, such as Kooky Kalooki's, holds each card.
COPIES_IN_A_DECK = 2


def pack_words(system: RuleSystem, players: int) -> str:
    """Return what to shuffle: "3 packs with 6 jokers, 162 cards"."""
    pack = system.pack_for(players)
    packs = _packs(pack, system)
    if not pack.jokers:
        return _("%(packs)s without %(jokers)s, %(cards)s cards",
                 packs=packs, jokers=joker_plural(system), cards=pack.size)  # fmt: skip
    jokers = joker_count(pack.jokers, system.words.joker)
    return _("%(packs)s with %(jokers)s, %(cards)s cards",
             packs=packs, jokers=jokers, cards=pack.size)  # fmt: skip


def packs_by_players(system: RuleSystem) -> str:
    """Return what to shuffle for every number of players.

    "3 to 4 players: 2 packs with 4 jokers, 108 cards · 5 to 6 players: …"
    """
    numbers = range(system.min_players, system.max_players + 1)
    alike = [list(group) for _pack, group in groupby(numbers, key=system.pack_for)]
    if len(alike) == 1:
        return pack_words(system, system.min_players)
    return " · ".join(
        _("%(players)s: %(packs)s", players=_players(group), packs=pack_words(system, group[0]))
        for group in alike
    )


def _players(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return ngettext("%(num)s player", "%(num)s players", numbers[0])
    return _("%(least)s to %(most)s players", least=numbers[0], most=numbers[-1])


def _packs(pack: Pack, system: RuleSystem) -> str:
    """Return the number of packs, or "1 deck" if the game has one that is sold for it.

    A table that plays with more of them counts packs, as its rules do.
    """
    copies = {each.copies for each in system.every_pack}
    if pack.suits != STANDARD_SUITS and copies == {COPIES_IN_A_DECK}:
        return _("1 deck")
    return ngettext("%(num)s pack", "%(num)s packs", pack.copies)


def cards_words(count: int) -> str:
    """Return a number of cards: "13 cards"."""
    return ngettext("%(num)s card", "%(num)s cards", count)


def needs_words(system: RuleSystem, players: int | None) -> str:
    """Return what a game needs: "9 rounds · 3 packs with 6 jokers, 162 cards".

    Without a valid number of players: the limits on it.
    """
    rounds = ngettext("%(num)s round", "%(num)s rounds", len(system.contracts))
    needed = pack_words(system, players) if players else limits(system)
    return " · ".join((rounds, needed) if system.contracts else (needed,))


def thin_rounds(system: RuleSystem, players: int) -> list[int]:
    """Return the rounds whose stock will probably run out, from 1."""
    last = len(system.contracts) or 1
    numbers = range(1, last + 1)
    return [n for n in numbers if dealt_stock(system, players=players, number=n).is_thin]


def thin_ahead(system: RuleSystem, players: int) -> str:
    """Return the warning about rounds with a thin stock; empty if there are no such rounds."""
    thin = thin_rounds(system, players)
    if not thin:
        return ""
    least = min(dealt_stock(system, players=players, number=number).left for number in thin)
    return ngettext(
        "With %(players)s players the stock is thin in round %(rounds)s, down to %(cards)s: "
        "the discards will probably need a reshuffle.",
        "With %(players)s players the stock is thin in rounds %(rounds)s, down to %(cards)s: "
        "the discards will probably need a reshuffle.",
        len(thin),
        players=players,
        rounds=_rounds_of(thin),
        cards=cards_words(least),
    )


def thin_now(system: RuleSystem, *, players: int, number: int) -> str:
    """Return the warning for the current round; empty if the stock suffices."""
    stock = dealt_stock(system, players=players, number=number)
    if not stock.is_thin:
        return ""
    return _(
        "Thin stock: %(cards)s, %(circuits)s draws each. It may need a reshuffle.",
        cards=cards_words(stock.left),
        circuits=f"{stock.circuits:g}",
    )


def limits(system: RuleSystem) -> str:
    """Return the limits on the number of players."""
    return _("%(least)s to %(most)s players", least=system.min_players, most=system.max_players)


def cannot_play_words(system: RuleSystem, players: int) -> str:
    """Return why this number of players can't play."""
    if players < 2:
        return ngettext(
            "%(game)s needs at least %(num)s player. Enter the names.",
            "%(game)s needs at least %(num)s players. Enter the names.",
            system.min_players,
            game=game_name(system.name),
        )
    facts = {"game": game_name(system.name), "players": players}
    facts |= {"least": system.min_players, "most": system.max_players}
    if not has_packs(system, players):
        return _(
            "%(game)s is for %(least)s to %(most)s players. "
            "With %(players)s the rules don’t say how many %(jokers)s to use.",
            jokers=joker_plural(system),
            **facts,
        )
    return _(
        "%(game)s is for %(least)s to %(most)s players. "
        "With %(players)s there aren’t enough cards.",
        **facts,
    )


def no_room_words(system: RuleSystem, players: int) -> str:
    """Return why a game that has begun can't go on with this many players."""
    if not has_packs(system, players):
        return _(
            "The rules don’t say how many %(jokers)s to use with %(players)s players.",
            jokers=joker_plural(system),
            players=players,
        )
    return _("There aren’t enough cards for %(players)s players.", players=players)


def unusual_words(system: RuleSystem, players: int) -> str:
    """Return a note that this number of players is outside the recommended range."""
    return _(
        "%(game)s is for %(least)s to %(most)s players, and you are %(players)s. "
        "There are enough cards, so you can play anyway: tick the box below.",
        game=game_name(system.name),
        least=system.min_players,
        most=system.max_players,
        players=players,
    )


def _rounds_of(numbers: list[int]) -> str:
    """Return round numbers as "9", "8 and 9", "4 to 9" or "1, 4 and 9"."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return _("%(first)s to %(last)s", first=numbers[0], last=numbers[-1])
    return joined([str(number) for number in numbers])
