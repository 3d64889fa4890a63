"""The rest of a contract that may be laid in parts."""

from dataclasses import replace

from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.meld import MeldKind, Owner
from kalooki_ref.rules.choices import Contract


def still_due(question: Question) -> Contract | None:
    """Return the contract without the melds that the player laid in earlier turns."""
    contract = question.contract
    if contract is None or question.down or not question.system.contract_in_parts:
        return contract
    own = [item.meld for item in question.table if item.owner is Owner.OWN]
    sets = sum(1 for m in own if m.kind is MeldKind.SET and len(m.cards) >= contract.set_size)
    runs = sum(1 for m in own if m.kind is MeldKind.RUN and len(m.cards) >= contract.run_size)
    return replace(contract, sets=max(0, contract.sets - sets), runs=max(0, contract.runs - runs))
