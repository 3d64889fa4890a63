"""What the record of a round says for a bent board, or against one."""

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from kalooki_ref.game.round_end import Proof

_PROOFS = {
    Proof.SAID_OUT: _l("%(name)s came down and went out in the same turn."),
    Proof.WHOLE_HAND: _l("%(name)s’s lay used every card but the discard."),
    Proof.NEVER_CALLED: _l(
        "No call by %(name)s is recorded. Without a call, coming down leaves one card to discard."
    ),
    Proof.NOT_DOWN_BEFORE: _l("%(name)s isn’t recorded as down, others are."),
    Proof.MAY_BE_ONE_TURN: _l("%(name)s came down, and nothing is recorded after that."),
}
_HINTS = {
    Proof.NOT_DOWN_BEFORE: _l(
        "Not recorded as down: %(names)s. It’s one if they come down and go out in one turn."
    ),
    Proof.NEVER_CALLED: _l(
        "No call recorded: %(names)s. Without a call, coming down leaves one card to discard."
    ),
}
_RULED_OUT = {
    Proof.WAS_DOWN: _l(
        "Already down from an earlier turn, says the record. That rules out a %(bent)s."
    ),
    Proof.BARRED: _l(
        "Called too often and wasn’t allowed to come down. That rules out a %(bent)s."
    ),
    Proof.OVERCALLED: _l("Called too often. That rules out a %(bent)s."),
    Proof.LAID_FALSELY: _l("Laid wrongly this round. At this table that rules out a %(bent)s."),
    Proof.NO_CALL: _l("Never called. At this table that rules out a %(bent)s."),
}


def proof_words(proof: Proof, name: str) -> str:
    """Return what the record of a round that ended says of its winner."""
    return str(_PROOFS[proof]) % {"name": name}


def hint_words(found: dict[Proof, list[str]]) -> tuple[str, ...]:
    """Return who might bend the board by going out now, and why, as far as the record says."""
    hints = {proof: names for proof, names in found.items() if proof in _HINTS}
    return tuple(str(_HINTS[proof]) % {"names": ", ".join(hints[proof])} for proof in hints)


def not_bent_sentence(reason: object) -> str:
    """Return why the board is not bent, its placeholders open."""
    known = {str(proof): sentence for proof, sentence in _RULED_OUT.items()}
    return str(known[reason]) if reason in known else _("This isn’t a %(bent)s.")
