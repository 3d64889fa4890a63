"""The figures and records of a circle in words."""

from kalooki_ref.records.bests import Best, Kind
from kalooki_ref.records.figures import Figure, Figures
from kalooki_ref.words.language import decimal_symbol, game_name, ngettext
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l

FIGURES = {
    Figure.GAMES: _l("Games"),
    Figure.WON: _l("Games won"),
    Figure.ROUNDS_WON: _l("Games with a round won"),
    Figure.BEST: _l("Fewest points in a round"),
    Figure.WORST: _l("Most points in a round"),
    Figure.BENT: _l("Bent the board"),
    Figure.SUFFERED: _l("Suffered a bent board"),
    Figure.OVERCALLS: _l("Games with an overcall"),
    Figure.STREAK: _l("Longest streak"),
    Figure.COMEBACKS: _l("Comebacks"),
}
KINDS = {
    Kind.MOST_ROUNDS_WON: _l("Most rounds won in a game"),
    Kind.MOST_BENT: _l("Most boards bent in a game"),
    Kind.HIGHEST_ROUND: _l("Most points in a round"),
    Kind.LONGEST_STREAK: _l("Most games won in a row"),
}


def decimal(number: float) -> str:
    """Return a number with one decimal, as the language writes it."""
    return f"{number:.1f}".replace(".", decimal_symbol())


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
        return few_games(figures.games)
    return _("beats %(share)s of the table", share=percent(figures.beaten))


def games_words(figures: Figures) -> str:
    """Return a person's games in short: "31 games, 11 won"."""
    games = ngettext("%(num)s game", "%(num)s games", figures.games)
    return _("%(games)s, %(won)s won", games=games, won=figures.won)


def evening_story(names: str, *, won: int, games: int, several: bool) -> str:
    """Return how an evening went: "Rose won both games", "Mina won 2 of 3"."""
    if several:
        return _("%(names)s share the evening", names=names)
    if games == 1:
        return _("%(name)s won", name=names)
    if won == games == 2:
        return _("%(name)s won both games", name=names)
    if won == games:
        return _("%(name)s won all %(games)s games", name=names, games=games)
    return _("%(name)s won %(won)s of %(games)s", name=names, won=won, games=games)


def record_words(best: Best) -> str:
    """Return what a record is about."""
    if best.kind is Kind.LOWEST_TOTAL:
        return _("Lowest total, %(rules)s", rules=game_name(best.title))
    return str(KINDS[best.kind])


def offer_words(people: int, times: int) -> str:
    """Return the offer to make a circle of the people who keep playing together."""
    return _("You %(people)s have played %(times)s times. Keep these evenings together?",
             people=people, times=times)  # fmt: skip
