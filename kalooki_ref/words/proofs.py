"""Why the board is bent or isn't, and why a player may not come down, in words."""

from kalooki_ref.game.round_end import Proof
from kalooki_ref.referee.verdict import BarredBy, NotBent
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l

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
_NOT_BENT = {
    NotBent.NEVER: _l("There is no %(bent)s in %(system)s."),
    NotBent.NOT_OUT: _l("The player hasn’t gone out, so this isn’t a %(bent)s."),
    NotBent.LAID_EARLIER: _l("The player came down in an earlier turn; a %(bent)s is one turn."),
    NotBent.OVERCALLED: _l("The player called too often. That rules out a %(bent)s."),
    NotBent.LAID_FALSELY: _l("The player laid wrongly this round. That rules out a %(bent)s."),
    NotBent.NEVER_CALLED: _l("The player never called. At this table that rules out a %(bent)s."),
}
_BARRED: dict[object, object] = {
    BarredBy.OVERCALL: _l("Calling too often keeps this player from coming down in this round."),
    BarredBy.FALSE_LAY: _l("A false lay keeps this player from coming down in this round."),
    BarredBy.MISCOUNT: _l(
        "A card too many or too few keeps this player from coming down in this round."
    ),
    Proof.BARRED: _l(
        "Called too often, so may not come down in this round and can’t have gone out."
    ),
    Proof.LAID_FALSELY: _l(
        "Laid wrongly, so may not come down in this round and can’t have gone out."
    ),
}


def proof_words(proof: Proof, name: str) -> str:
    """Return the evidence about a winner, after the round."""
    return str(_PROOFS[proof]) % {"name": name}


def hint_words(found: dict[Proof, list[str]]) -> tuple[str, ...]:
    """Return hints about who might bend the board by going out now."""
    hints = {proof: names for proof, names in found.items() if proof in _HINTS}
    return tuple(str(_HINTS[proof]) % {"names": ", ".join(hints[proof])} for proof in hints)


def not_bent_sentence(reason: object) -> str:
    """Return why the board isn't bent, with placeholders unfilled."""
    if isinstance(reason, NotBent):
        return str(_NOT_BENT[reason])
    known = _RULED_OUT.get(reason) if isinstance(reason, Proof) else None
    return str(known or _("This isn’t a %(bent)s."))


def barred_sentence(reason: object) -> str:
    """Return why a player may not come down, or can't have gone out."""
    return str(_BARRED[reason])
