"""Short ways to write a clause with its mark; its fields follow from its number.

Not here: any clause.
"""

from kalooki_ref.rules.clauses.chapters import FIELDS
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import Clause, Mark


def stated(number: str, text: str, *cites: Code, ruling: str = "") -> Clause:
    """Return a clause that the sheet says in so many words."""
    return Clause(number, text, Mark.STATED, cites, FIELDS.get(number, ()), ruling)


def implied(number: str, text: str, *cites: Code) -> Clause:
    """Return a clause that follows from what the sheet says."""
    return Clause(number, text, Mark.IMPLIED, cites, FIELDS.get(number, ()))


def ours(number: str, ruling: str, text: str, *cites: Code) -> Clause:
    """Return a clause that is our reading; ``ruling`` names it where it was argued at length."""
    return Clause(number, text, Mark.OURS, cites, FIELDS.get(number, ()), ruling)
