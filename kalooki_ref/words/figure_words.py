"""The figures and records of a circle in words."""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from kalooki_ref.records.bests import Best, Kind
from kalooki_ref.records.figures import Figure, Figures
from kalooki_ref.records.people import Played
from kalooki_ref.words.amounts import capital
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import decimal_symbol, game_name, ngettext
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l

# Digits behind these are errors of binary fractions, which must not decide how a half is rounded.
EXACT_DIGITS = 6
FIGURES = {
    Figure.GAMES: _l("Games"),
    Figure.BEATEN: _l("Games against others"),
    Figure.WON: _l("Games won"),
    Figure.ROUNDS: _l("Games with a round played"),
    Figure.ROUNDS_WON: _l("Games with a round won"),
    Figure.BEST: _l("Fewest points in a round"),
    Figure.WORST: _l("Most points in a round"),
    Figure.BENT: _l("Bent the board"),
    Figure.SUFFERED: _l("Suffered a bent board"),
    Figure.CALLS: _l("Games with recorded calls"),
    Figure.OVERCALLS: _l("Games with an overcall"),
    Figure.STREAK: _l("Longest streak"),
    Figure.COMEBACKS: _l("Comebacks"),
}
KINDS = {
    Kind.LOWEST_TOTAL: _l("Lowest total"),
    Kind.MOST_ROUNDS_WON: _l("Most rounds won in a game"),
    Kind.MOST_BENT: _l("Most boards bent in a game"),
    Kind.HIGHEST_ROUND: _l("Most points in a round"),
    Kind.LONGEST_STREAK: _l("Most games won in a row"),
}


def decimal(number: float, digits: int = 1) -> str:
    """Return a number rounded half up to ``digits`` decimals, as the language writes it.

    >>> decimal(2.25), decimal(1.005, 2), decimal(-0.04), decimal(-2.5)
    ('2.3', '1.01', '0.0', '−2.5')
    """
    exact = Decimal(f"{number:.{EXACT_DIGITS}f}")
    rounded = exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP) + 0  # no negative zero
    return str(rounded).replace(".", decimal_symbol()).replace("-", "\N{MINUS SIGN}")


def begun(words: str) -> str:
    """Return a sentence that may begin with "somebody", with a capital.

    >>> begun("somebody is ahead"), begun("ann is ahead")
    ('Somebody is ahead', 'ann is ahead')
    """
    return capital(words) if words.startswith(_("somebody")) else words


def percent(share: float) -> str:
    """Return a share from 0 to 1 in percent: "71%"."""
    # Translators: a share, such as 71%; Spanish has a space before the sign.
    return _("%(number)s%%", number=round(100 * share))


def few_games(games: int) -> str:
    """Return what stands for an average of too few games: "2 games so far"."""
    return ngettext("%(num)s game so far", "%(num)s games so far", games)


def lead_words(names: str, *, several: bool) -> str:
    """Return who is ahead: "Mina is ahead"."""
    if several:
        return _("%(names)s are ahead", names=names)
    return _("%(name)s is ahead", name=names)


def rank_words(figures: Figures) -> str:
    """Return what ranks a person: "beats 71% of the table"; too few games are said instead."""
    if not figures.is_ranked or figures.beaten is None:
        return few_games(figures.met)
    return _("beats %(share)s of the table", share=percent(figures.beaten))


def games_words(figures: Figures) -> str:
    """Return a person's games in short: "31 games, 11 won"."""
    if figures.rounds and not figures.games:
        return _("left early")
    games = ngettext("%(num)s game", "%(num)s games", figures.games)
    return _("%(games)s, %(won)s won", games=games, won=figures.won)


def win_count(won: int) -> str:
    """Return a number of games won: "2 wins"."""
    return ngettext("%(num)s win", "%(num)s wins", won)


def evening_story(first: list[str], *, won: int, games: int) -> str:
    """Return how an evening went: "Rose won both games", "Mina won 2 of 3", "Jo came first".

    ``first`` are the names of those who came first, ``won`` is how many games they won.
    """
    if not first:
        return _("Nobody stayed to the end")
    name = joined(first)
    if len(first) > 1:
        return _("%(names)s share the evening", names=name)
    if games == 1:
        return _("%(name)s won", name=name)
    if won == games == 2:
        return _("%(name)s won both games", name=name)
    if won == games:
        return _("%(name)s won all %(games)s games", name=name, games=games)
    if won > games / 2:
        return _("%(name)s won %(won)s of %(games)s", name=name, won=won, games=games)
    return _("%(name)s came first", name=name)


def record_words(best: Best, rules: str) -> str:
    """Return what a record is about; ``rules`` is the name of those it was reached under."""
    words = str(KINDS[best.kind])
    return _("%(record)s, %(rules)s", record=words, rules=rules) if best.rules else words


def rules_names(games: Iterable[Played]) -> dict[str, str]:
    """Return the name of each set of rules in these games, oldest first.

    It is that of the latest game; others of that name are numbered, those played first are first.
    """
    titles = {game.result.rules: game.title for game in games}
    names: dict[str, str] = {}
    for rules, title in titles.items():
        name, number = game_name(title), 1
        while name in names.values():
            number += 1
            name = f"{game_name(title)} ({number})"
        names[rules] = name
    return names


def offer_words(people: int, times: int) -> str:
    """Return the offer to make a circle of the people who keep playing together."""
    return _("You %(people)s have played %(times)s times. Keep these evenings together?",
             people=people, times=times)  # fmt: skip
