"""Counts and scores in words."""

from collections.abc import Callable

from kalooki_ref.game.events import HandLeft
from kalooki_ref.game.state import Score
from kalooki_ref.referee.meld import MeldKind
from kalooki_ref.referee.scoring import Reason, ScoreLine, total
from kalooki_ref.rules.choices import ANY_SIZE, Contract, JokerWord, RunWord, SetWord
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext


def joker_count(count: int, word: JokerWord) -> str:
    """Return a number of jokers in a system's term."""
    if word is JokerWord.KOOKY_KARD:
        return ngettext("%(num)s Kooky Kard", "%(num)s Kooky Kards", count)
    return ngettext("%(num)s joker", "%(num)s jokers", count)


def joker_plural(system: RuleSystem) -> str:
    """Return the system's plural for jokers."""
    return _("Kooky Kards") if system.words.joker is JokerWord.KOOKY_KARD else _("jokers")


def natural_count(count: int) -> str:
    """Return a number of natural cards."""
    return ngettext("%(num)s real card", "%(num)s real cards", count)


def meld_word(kind: MeldKind, system: RuleSystem) -> str:
    """Return the system's term for a meld of this kind."""
    return _(system.words.set if kind is MeldKind.SET else system.words.run)


def points_words(points: int) -> str:
    """Return a number of points: "51 points"."""
    return ngettext("%(num)s point", "%(num)s points", points)


def sized_melds(contract: Contract) -> str:
    """Return the melds of a contract with their sizes: "2 sets of 4 and 1 run of 5"."""
    sets, runs = sized_sets(contract), sized_runs(contract)
    if contract.sets and contract.runs:
        return _("%(sets)s and %(runs)s", sets=sets, runs=runs)
    return sets if contract.sets else runs


def sized_sets(contract: Contract) -> str:
    """Return the sets of a contract with their size: "2 sets of 4"."""
    return ngettext(
        "%(num)s set of %(size)s", "%(num)s sets of %(size)s", contract.sets, size=contract.set_size
    )


def sized_runs(contract: Contract) -> str:
    """Return the runs of a contract with their size: "1 run of 5"."""
    return ngettext(
        "%(num)s run of %(size)s", "%(num)s runs of %(size)s", contract.runs, size=contract.run_size
    )


def capital(words: str) -> str:
    """Capitalize the first letter."""
    return words[:1].upper() + words[1:]


def melds_of(contract: Contract, system: RuleSystem) -> str:
    """Return the melds of a contract in the system's terms, with sizes above the smallest."""
    if contract.opens_with_points:
        return points_words(contract.points)
    sets, runs = _set_count(contract, system), _run_count(contract, system)
    if contract.sets and contract.runs:
        return _("%(sets)s and %(runs)s", sets=sets, runs=runs)
    if not contract.sets and not contract.runs:
        return _("nothing")
    return sets if contract.sets else runs


def _set_count(contract: Contract, system: RuleSystem) -> str:
    if contract.set_size not in (ANY_SIZE, system.set_min):
        return sized_sets(contract)
    if system.words.set is SetWord.THREE:
        return ngettext("%(num)s three", "%(num)s threes", contract.sets)
    return ngettext("%(num)s set", "%(num)s sets", contract.sets)


def _run_count(contract: Contract, system: RuleSystem) -> str:
    if contract.run_size not in (ANY_SIZE, system.run_min):
        return sized_runs(contract)
    if system.words.run is RunWord.FOUR:
        return ngettext("%(num)s four", "%(num)s fours", contract.runs)
    return ngettext("%(num)s run", "%(num)s runs", contract.runs)


HELD = (Reason.CARD, Reason.COUNTED)


def score_words(score: Score, system: RuleSystem, hand: HandLeft, *, went_out: bool) -> str:
    """Return how a score was computed, in one line: "10 + 5 = 15, doubled 30"."""
    parts = [_first(score, hand, went_out=went_out)]
    barred = _sum(score, Reason.LAID_WHILE_BARRED)
    if barred:
        parts.append(_("laid while barred, counts as in hand %(points)s", points=barred))
    rest = [line for line in score.lines if line.reason in _WORDS]
    in_hand = _sum(score, *HELD, Reason.LAID_WHILE_BARRED)
    rest.sort(key=lambda line: is_doubling(line) and line.points == in_hand, reverse=True)
    return ", ".join(parts + [_line(line, system) for line in rest])


def signed(points: int) -> str:
    """Return points with a true minus sign."""
    return f"\N{MINUS SIGN}{-points}" if points < 0 else str(points)


def with_sign(points: int) -> str:
    """Return points to be added or subtracted: +5, −5, 0."""
    return f"+{points}" if points > 0 else signed(points)


def _first(score: Score, hand: HandLeft, *, went_out: bool) -> str:
    won, held = _sum(score, Reason.WON), _sum(score, *HELD)
    if went_out:
        return _("went out %(points)s", points=signed(won)) if won else _("went out")
    if hand.sum_text:
        return _("%(sum)s = %(points)s", sum=hand.sum_text.replace("+", " + "), points=held)
    return str(held)


def _sum(score: Score, *reasons: Reason) -> int:
    return total(line for line in score.lines if line.reason in reasons)


def is_doubling(line: ScoreLine) -> bool:
    """Whether the line doubles everything before it."""
    return line.reason is Reason.BENT and line.times > 1


def _line(line: ScoreLine, system: RuleSystem) -> str:
    if is_doubling(line):
        return _("doubled %(points)s", points=signed(line.times * line.points))
    message = _WORDS[line.reason](line, system)
    return _("%(reason)s %(points)s", reason=message, points=signed(line.points))


_WORDS: dict[Reason, Callable[[ScoreLine, RuleSystem], str]] = {
    Reason.NOT_DOWN: lambda _line, _system: _("never came down"),
    Reason.OVERCALL: lambda line, _system: ngettext("overcall", "%(num)s overcalls", line.times),
    Reason.FALSE_LAY: lambda line, _system: ngettext("false lay", "%(num)s false lays", line.times),
    Reason.BENT: lambda _line, system: _(system.words.bent),
    Reason.AGREED: lambda _line, _system: _("agreed at the table"),
}
