"""A game in words: rounds, contracts, leader and winner."""

import re

from kalooki_ref.game.ranking import leaders
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.amounts import melds_of, signed
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext, pgettext

# Names before which Spanish has "e" instead of "y": Ana e Inés.
_SOUNDS_AS_I = re.compile(r"h?[iíì](?![aeouáéóú])|y[^aeiou]", re.IGNORECASE)


def contract_words(contract: Contract | None, system: RuleSystem) -> str:
    """Return what opens a round: "2 sets and 1 run", or the points needed without a contract."""
    points = contract.points if contract else system.opening
    if contract is None or contract.opens_with_points:
        return ngettext("Open with %(num)s point", "Open with %(num)s points", points)
    return melds_of(contract, system)


def demand_words(number: int, system: RuleSystem) -> str:
    """Return what a round (from 1) asks for: its contract, with all cards if it takes all."""
    words = contract_words(system.contracts[number - 1] if system.contracts else None, system)
    if system.takes_all_cards(number):
        return _("%(contract)s, with all cards", contract=words)
    return words


def contract_label(number: int, system: RuleSystem) -> str:
    """Return the contract of a round as a label: "334", or its melds where that is unclear."""
    if not system.contracts:
        return ""
    contract = system.contracts[number - 1]
    return contract.name if contract.is_short else melds_of(contract, system)


def opening_words(game: Game) -> str:
    """Return what opens the current round of a game; empty once the game is over."""
    if game.current is None:
        return ""
    return demand_words(game.current.number, game.system)


def round_name(played: Round, system: RuleSystem) -> str:
    """Return the name of a round: "Round 3 of 9", or just its number if there is no last one."""
    if system.is_open_ended:
        return short_round_name(played.number)
    return _("Round %(number)s of %(last)s", number=played.number, last=len(system.contracts))


def goes_on_words(game: Game, now: Round) -> str:
    """Return that a game isn't over: "The game goes on: Round 3 of 9, dealt by Bob."."""
    name, dealer = round_name(now, game.system), game.player(now.dealer).name
    return _("The game goes on: %(round)s, dealt by %(dealer)s.", round=name, dealer=dealer)


def short_round_name(number: int) -> str:
    """Return the name of a round without the last one: "Round 3"."""
    return _("Round %(number)s", number=number)


def played_so_far(game: Game) -> str:
    """Return how far a game is: "After round 6 of 9"; plain "Standings" before the first."""
    if not game.scored:
        return _("Standings")
    if game.system.is_open_ended:
        return _("After round %(number)s", number=len(game.scored))
    last = len(game.system.contracts)
    return _("After round %(number)s of %(last)s", number=len(game.scored), last=last)


def winner_words(game: Game) -> str:
    """Return who won: "Bob and Eve share first place with 115"; empty without scores."""
    first = leaders(game)
    if not first:
        return ""
    return ngettext(
        "%(names)s won with %(points)s",
        "%(names)s share first place with %(points)s",
        len(first),
        names=joined([player.name for player in first]),
        points=signed(game.points_of(first[0].number)),
    )


def joined(words: list[str]) -> str:
    """Return words as a list in a sentence.

    >>> joined(["Ann"])
    'Ann'
    """
    if len(words) < 2:
        return "".join(words)
    some, last = ", ".join(words[:-1]), words[-1]
    if _SOUNDS_AS_I.match(last):
        # Translators: before a word that begins with the sound i; Spanish: %(some)s e %(last)s
        return pgettext("before i", "%(some)s and %(last)s", some=some, last=last)
    return _("%(some)s and %(last)s", some=some, last=last)


def add_on_words(names: list[str]) -> str:
    """Return the reminder to add cards before the count, with who is recorded as down."""
    if not names:
        return _("Before you count: players who are down may still add cards to the board.")
    return ngettext(
        "Before you count: %(names)s is down and may still add cards to the board.",
        "Before you count: %(names)s are down and may still add cards to the board.",
        len(names),
        names=", ".join(names),
    )
