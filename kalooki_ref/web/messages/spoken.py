"""A verdict read out for people, line by line: the word, each fault with its rule, the repair."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.cards import Card, rank_name
from kalooki_ref.referee.verdict import Finding, Verdict
from kalooki_ref.rules.model import Clause, Mark, RuleSystem
from kalooki_ref.web.messages.card_words import rank_word, row_in_signs
from kalooki_ref.web.messages.counted_words import joker_plural
from kalooki_ref.web.messages.opening_words import opening_words
from kalooki_ref.web.messages.wording import answer_word, say_assumption, say_plain


def spoken_lines(
    verdict: Verdict, system: RuleSystem, *, cards: tuple[Card, ...] = ()
) -> Iterator[str]:
    """Yield plain lines: the word first, each fault and its clause, the repair, the trust.

    ``cards`` are those judged, so that it can be said what their jokers stand for.
    """
    yield answer_word(verdict)
    yield from joker_lines(cards, verdict, system)
    how = opening_words(verdict.opening, system) if verdict.legal else ""
    if how:
        yield how
    yield from _fault_lines(verdict.findings, system)
    if verdict.instead:
        yield _("Legal would be: %(cards)s", cards=row_in_signs(verdict.instead))
    for assumption in verdict.assumes:
        yield say_assumption(assumption, system)


def joker_lines(cards: tuple[Card, ...], verdict: Verdict, system: RuleSystem) -> Iterator[str]:
    """Yield what the jokers of a legal meld stand for, in one line where there are any."""
    if not verdict.legal or len(cards) != len(verdict.reading):
        return
    read = [named for card, named in zip(cards, verdict.reading, strict=True) if card.is_joker]
    if not read:
        return
    words = {"joker": _(system.words.joker), "jokers": joker_plural(system)}
    if len({card.rank for card in verdict.reading}) == 1:
        rank = rank_word(min(rank_name(card.rank, card.suit) for card in read if card.suit))
        yield ngettext(
            "The %(joker)s is one of the %(rank)s.",
            "The %(jokers)s are among the %(rank)s.",
            len(read),
            rank=rank,
            **words,
        )
    else:
        yield ngettext(
            "The %(joker)s is %(cards)s.",
            "The %(jokers)s are %(cards)s.",
            len(read),
            cards=row_in_signs(read),
            **words,
        )


def clause_line(clause: Clause) -> str:
    """Return a clause as it is cited: its number, its text, and how sure it is."""
    return _(
        "%(number)s  %(text)s (%(mark)s)",
        number=clause.number,
        text=_(clause.text),
        mark=mark_word(clause.mark),
    )


def mark_word(mark: Mark) -> str:
    """Return how sure a clause is, in a word."""
    return _MARKS[mark]()


def _fault_lines(findings: tuple[Finding, ...], system: RuleSystem) -> Iterator[str]:
    """Yield each fault, and below the last one of its kind the clause, once."""
    clauses = [system.clause_for(finding.code) for finding in findings]
    for i, finding in enumerate(findings):
        yield say_plain(finding, system)
        clause = clauses[i]
        if clause is not None and clause not in clauses[i + 1 :]:
            yield "  " + clause_line(clause)


_MARKS = {
    Mark.STATED: lambda: _("stated by the sheet"),
    Mark.IMPLIED: lambda: _("follows from the sheet"),
    Mark.OURS: lambda: _("our reading"),
    Mark.TABLE: lambda: _("this table's own"),
}
