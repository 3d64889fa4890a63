"""The rest of a contract that may be laid in parts."""

from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.meld import MeldKind, Owner
from kalooki_ref.rules.choices import Contract


def still_due(question: Question) -> Contract | None:
    """Return the contract without the melds of it that the player laid in earlier turns."""
    contract = question.contract
    if contract is None or question.down or not question.system.contract_in_parts:
        return contract
    own = [item.meld.kind for item in question.table if item.owner is Owner.OWN]
    sets = contract.sets - own.count(MeldKind.SET)
    return Contract(max(0, sets), max(0, contract.runs - own.count(MeldKind.RUN)))
