"""A season in words: its rule, its scores, who leads and who won."""

from kalooki_ref.records.season import LeagueRow, Rule, Scoring
from kalooki_ref.words.figure_words import decimal
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext


def score_words(score: float) -> str:
    """Return a score: whole if it is, else with one decimal."""
    return str(round(score)) if score == round(score) else decimal(score)


def rule_words(rule: Rule) -> str:
    """Return the rule of a season in a line: "10, 7, 5, 3 and 1 points · the best 8 count"."""
    return " · ".join(part for part in (_scoring(rule), _best(rule), _guests(rule)) if part)


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
    """Return by how much the first person is ahead of the next; empty without one."""
    behind = [row for row in rows if row.place > 1]
    if not behind:
        return ""
    margin = abs(rows[0].score - behind[0].score)
    if rule.scoring is Scoring.POINTS:
        return _("by %(points)s points", points=score_words(margin))
    if rule.scoring is Scoring.WINS:
        return _("by %(wins)s wins", wins=score_words(margin))
    return _("by %(places)s of a place", places=decimal(margin))


def moved_words(row: LeagueRow) -> str:
    """Return how a person moved in the league: "up 2", "down 1", "same place", "new"."""
    if row.moved is None:
        return _("new")
    if row.moved == 0:
        return _("same place")
    if row.moved > 0:
        return _("up %(places)s", places=row.moved)
    return _("down %(places)s", places=-row.moved)


def changed_place(name: str, before: int | None, after: int | None) -> str:
    """Return what another rule would change for a person."""
    if before is None:
        return _("%(name)s comes into the league, on place %(after)s.", name=name, after=after)
    if after is None:
        return _("%(name)s would be a guest, now on place %(before)s.", name=name, before=before)
    return _(
        "%(name)s moves from place %(before)s to %(after)s.", name=name, before=before, after=after
    )


def _scoring(rule: Rule) -> str:
    if rule.scoring is Scoring.AVERAGE:
        return _("lowest average place")
    if rule.scoring is Scoring.WINS:
        return _("games won")
    return _("%(points)s points", points=joined([str(one) for one in rule.points]))


def _best(rule: Rule) -> str:
    if not rule.best:
        return ""
    return ngettext("the best evening counts", "the best %(num)s evenings count", rule.best)


def _guests(rule: Rule) -> str:
    if rule.least < 2:
        return ""
    return _("guests below %(least)s evenings don’t count", least=rule.least)
