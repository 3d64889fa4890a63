"""Fill in the clauses of a system: the sentences of its values, and its own words."""

from dataclasses import replace

from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.clause_index import place_of
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.sentences import Sentence, cites_of, in_words, sentences_of


def described(system: RuleSystem) -> RuleSystem:
    """Return the system with the texts and faults of its clauses, in order."""
    named = {code for clause in system.clauses for code in clause.cites}
    clauses = [_described(clause, system, named) for clause in system.clauses]
    return replace(
        system, clauses=tuple(sorted(clauses, key=lambda clause: place_of(clause.number)))
    )


def _described(clause: Clause, system: RuleSystem, named: set[Code]) -> Clause:
    """Return the clause filled in; a fault that another clause names is cited only there."""
    usual = (code for code in cites_of(system, clause.number) if code not in named)
    cites = clause.cites or tuple(usual)
    if clause.text:
        return replace(clause, text=in_words(clause.text, system), cites=cites)
    sentences = sentences_of(system, clause.number)
    return replace(clause, text=joined(sentences), cites=cites, sentences=sentences)


def joined(sentences: tuple[Sentence, ...]) -> str:
    """Return sentences as one English text; a value entered by players is left as %(value)s."""
    return " ".join(text if isinstance(text, str) else text.message for text in sentences)
