"""A game in words: its rounds and contracts, its days, who leads and who won."""

import re
from datetime import datetime

from kalooki_ref.game.instants import instant_of
from kalooki_ref.game.ranking import leaders
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.amounts import melds_of
from kalooki_ref.words.language import format_date, format_datetime, ngettext, pgettext
from kalooki_ref.words.language import gettext as _

# Spanish says e for y before such a name: Ana e Inés.
_SOUNDS_AS_I = re.compile(r"h?[iíì](?![aeouáéóú])|y[^aeiou]", re.IGNORECASE)


def contract_words(contract: Contract | None, system: RuleSystem) -> str:
    """Return what opens a round: "2 sets and 1 run", or the points needed without a contract."""
    points = contract.points if contract else system.opening
    if contract is None or contract.opens_with_points:
        return _("Open with %(points)s points", points=points)
    return melds_of(contract, system)


def opening_words(game: Game) -> str:
    """Return what opens the current round of a game; empty once the game is over."""
    if game.current is None:
        return ""
    return contract_words(game.contract, game.rules_in(game.current))


def round_name(played: Round, system: RuleSystem) -> str:
    """Return how people call a round: "Round 3 of 9", or just its number where none is the last."""
    if system.is_open_ended:
        return _("Hand %(number)s", number=played.number)
    return _("Round %(number)s of %(last)s", number=played.number, last=len(system.contracts))


def day_words(at: str) -> str:
    """Return the day of a time, the month by its name: "21 November 2026", where this server is."""
    moment = _local(at)
    # Translators: how a date is written, in Unicode's letters; Spanish: d 'de' MMMM 'de' y
    return format_date(moment.date(), _("d MMMM y")) if moment else _("unknown")


def moment_words(at: str) -> str:
    """Return a time such as "21 Nov, 19:40", where this server is."""
    moment = _local(at)
    return format_datetime(moment, "d MMM, HH:mm") if moment else _("unknown")


def _local(at: str) -> datetime | None:
    """Return a time where this server is; None for one that no calendar has.

    Games stored by earlier versions may hold such a time.
    """
    moment = instant_of(at)
    try:
        return moment.astimezone() if moment else None
    except OverflowError:  # the last hours of the year 9999, further east
        return moment


def leader_words(game: Game) -> str:
    """Return who is lowest now: "Bob leads with 115"; empty before anything is scored."""
    first = leaders(game)
    if not first:
        return ""
    return ngettext(
        "%(names)s leads with %(points)s",
        "%(names)s lead with %(points)s",
        len(first),
        names=joined([player.name for player in first]),
        points=game.points_of(first[0].number),
    )


def winner_words(game: Game) -> str:
    """Return who won: "Bob and Eve share first place with 115"; empty where nothing was scored."""
    first = leaders(game)
    if not first:
        return ""
    return ngettext(
        "%(names)s won with %(points)s",
        "%(names)s share first place with %(points)s",
        len(first),
        names=joined([player.name for player in first]),
        points=game.points_of(first[0].number),
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
