"""What all hands of a table prove together.

Not here: one hand (referee.counts) and the cards themselves (referee.inventory, F15).
"""

from dataclasses import dataclass, replace

from kalooki_ref.referee.counts import Count, Counted, compared, read_count
from kalooki_ref.referee.verdict import Finding, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class TableCount:
    """All hands together: the calls they prove, exactly where ``calls`` is a number."""

    verdict: Verdict
    counts: tuple[Count, ...]
    calls: int | None
    at_least: int


def read_table(counted: tuple[Counted, ...], system: RuleSystem, *, number: int) -> TableCount:
    """Return what all hands of a table prove together (F7); ``at`` in a finding is the player."""
    counts = tuple(read_count(one, system, number=number) for one in counted)
    findings = tuple(
        replace(finding, at=(place,))
        for place, count in enumerate(counts)
        for finding in count.verdict.findings
    )
    made = [count.made for count in counts if count.made is not None]
    return TableCount(
        verdict=Verdict(findings=findings),
        counts=counts,
        calls=sum(made) if len(made) == len(counts) else None,
        at_least=sum(count.at_least for count in counts),
    )


def judge_pack_count(cards: int, system: RuleSystem, *, players: int) -> Verdict:
    """Judge whether stock, discards, hands and table together are the whole pack (F8)."""
    return Verdict(tuple(compared(needed=system.pack_for(players).size, found=cards)))


def judge_hands_left(hands: tuple[int, ...], system: RuleSystem) -> Verdict:
    """Judge the numbers of cards left when a round was won: one hand is empty, no other (F10).

    Where players may add on after somebody is out (003) others may be empty too.
    """
    empty = tuple(place for place, cards in enumerate(hands) if cards == 0)
    if not empty:
        return Verdict((Finding(Code.COUNT_HIGH, needed=0, found=min(hands)),))
    if len(empty) > 1 and not system.add_on_after_out:
        return Verdict((Finding(Code.COUNT_LOW, at=empty, needed=1, found=0),))
    return Verdict()
