"""A season in words: its rule, its scores, who leads and who won."""

from kalooki_ref.records.season import ROUNDED_TO, LeagueRow, Rule, Scoring
from kalooki_ref.words.figure_words import decimal
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import decimal_symbol, ngettext
from kalooki_ref.words.language import gettext as _


def score_words(score: float) -> str:
    """Return a score of an evening, or a sum of them: whole if it is, else with its decimals.

    >>> score_words(10.0), score_words(7.5), score_words(20 / 3)
    ('10', '7.5', '6.67')
    """
    return decimal(score, 2).rstrip("0").rstrip(decimal_symbol())


def total_words(rule: Rule, score: float) -> str:
    """Return what decides a season: averages have two decimals, so that places differ in them."""
    return decimal(score, 2) if rule.scoring is Scoring.AVERAGE else score_words(score)


def rule_words(rule: Rule) -> str:
    """Return the rule of a season in a line: "10, 7, 5, 3 and 1 points · the best 8 count"."""
    if rule.scoring is Scoring.AVERAGE:
        parts = [_("lowest average place")]
    elif rule.scoring is Scoring.WINS:
        parts = [_("games won")]
    else:
        points = joined([str(number) for number in rule.points])
        number = 1 if rule.points == (1,) else 2
        parts = [ngettext("%(points)s point", "%(points)s points", number, points=points)]
    if rule.best:
        best = ngettext("the best evening counts", "the best %(num)s evenings count", rule.best)
        parts.append(best)
    if rule.least > 1:
        parts.append(_("guests below %(least)s evenings don’t count", least=rule.least))
    return " · ".join(parts)


def standing_words(names: list[str], *, is_over: bool) -> str:
    """Return who leads a season, or who won it."""
    several = len(names) > 1
    if is_over:
        return (
            _("%(names)s share the season", names=joined(names))
            if several
            else _("%(name)s wins", name=names[0])
        )
    if several:
        return _("%(names)s share the lead", names=joined(names))
    return _("%(name)s leads", name=names[0])


def lead_words(names: list[str], first: LeagueRow) -> str:
    """Return who leads; who has just taken the lead is said to have."""
    if len(names) == 1 and first.moved:
        return _("%(name)s takes the lead", name=names[0])
    return standing_words(names, is_over=False)


def margin_words(rule: Rule, rows: tuple[LeagueRow, ...]) -> str:
    """Return by how much the first person is ahead of the next; empty if several are first."""
    if len(rows) < 2 or rows[1].place == 1:
        return ""
    margin = round(abs(rows[0].score - rows[1].score), ROUNDED_TO)
    number = 1 if margin == 1 else 2
    if rule.scoring is Scoring.POINTS:
        return ngettext(
            "by %(points)s point", "by %(points)s points", number, points=score_words(margin)
        )
    if rule.scoring is Scoring.WINS:
        return ngettext("by %(wins)s win", "by %(wins)s wins", number, wins=score_words(margin))
    return _("by %(places)s of a place", places=decimal(margin, 2))


def moved_words(row: LeagueRow) -> str:
    """Return how a person moved in the league: "up 2", "down 1", "same place", "new"."""
    if row.moved is None:
        return _("new")
    if row.moved == 0:
        return _("same place")
    if row.moved > 0:
        return _("up %(places)s", places=row.moved)
    return _("down %(places)s", places=-row.moved)


def changed_row(
    name: str, before: LeagueRow | None, after: LeagueRow | None, *, rules: tuple[Rule, Rule]
) -> str:
    """Return what another rule would change for a person; empty if nothing.

    ``rules`` are those before and after.
    """
    if before is None:
        place = after.place if after else None
        return _("%(name)s comes into the league, on place %(after)s.", name=name, after=place)
    if after is None:
        return _(
            "%(name)s would be a guest, now on place %(before)s.", name=name, before=before.place
        )
    scores = total_words(rules[0], before.score), total_words(rules[1], after.score)
    if before.place == after.place:
        return "" if scores[0] == scores[1] else _(
            "%(name)s stays on place %(place)s, with %(after)s instead of %(before)s.",
            name=name, place=after.place, before=scores[0], after=scores[1],
        )  # fmt: skip
    return _(
        "%(name)s moves from place %(before)s to %(after)s.",
        name=name,
        before=before.place,
        after=after.place,
    )
