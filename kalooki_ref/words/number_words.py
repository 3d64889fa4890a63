"""Small numbers and places in words."""

from kalooki_ref.game.ranking import rounds_played
from kalooki_ref.game.state import Game
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext, pgettext


def number_word(number: int) -> str:
    """Return a number in words; above twelve, in digits."""
    words = (
        pgettext("number", "one"), pgettext("number", "two"), pgettext("number", "three"),
        pgettext("number", "four"), pgettext("number", "five"), pgettext("number", "six"),
        pgettext("number", "seven"), pgettext("number", "eight"), pgettext("number", "nine"),
        pgettext("number", "ten"), pgettext("number", "eleven"), pgettext("number", "twelve"),
    )  # fmt: skip
    return words[number - 1] if 0 < number <= len(words) else str(number)


def place_word(place: int) -> str:
    """Return a place in the standings in words: "fourth"; above twelve, with its number."""
    # Translators: where these would need a gender, name the place: "cuarto puesto".
    words = (
        pgettext("place", "first"), pgettext("place", "second"), pgettext("place", "third"),
        pgettext("place", "fourth"), pgettext("place", "fifth"), pgettext("place", "sixth"),
        pgettext("place", "seventh"), pgettext("place", "eighth"), pgettext("place", "ninth"),
        pgettext("place", "tenth"), pgettext("place", "eleventh"), pgettext("place", "twelfth"),
    )  # fmt: skip
    return words[place - 1] if place <= len(words) else _("place %(number)s", number=place)


def round_count(number: int) -> str:
    """Return a number of rounds in words: "eight rounds"."""
    words = number_word(number)
    return ngettext("%(number)s round", "%(number)s rounds", number, number=words)


def played_count(game: Game, player: int) -> str:
    """Return how many scored rounds a player was in: "seven rounds played" if they missed some."""
    number = rounds_played(game, player)
    rounds = round_count(number)
    # Translators: "seven rounds played", of those that a player was in.
    return rounds if number == len(game.scored) else _("%(rounds)s played", rounds=rounds)
