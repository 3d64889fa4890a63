"""The answers to choose from where a question asks for points."""

from collections.abc import Iterator
from dataclasses import replace

from kalooki_ref.practice.subjects import HandScored, points_of
from kalooki_ref.rules.model import RuleSystem

CHOICES = 4


def offered_points(subject: HandScored, system: RuleSystem) -> tuple[int, ...]:
    """Return four amounts in ascending order: what the hand costs, and likely mistakes."""
    right = points_of(subject, system)
    amounts = dict.fromkeys([right, *_mistaken(subject, system)])
    near = (right + step for step in (10, -10, 5, -5, 20, 15, 25))
    amounts |= dict.fromkeys(amount for amount in near if amount >= 0)
    return tuple(sorted(list(amounts)[:CHOICES]))


def _mistaken(subject: HandScored, system: RuleSystem) -> Iterator[int]:
    """Yield what the hand would cost if one forgot something, or took a card for another."""
    if system.bend:
        yield points_of(replace(subject, bent=not subject.bent), system)
    if subject.overcalls or subject.false_lays:
        yield points_of(replace(subject, overcalls=0, false_lays=0), system)
    if not subject.down:
        yield points_of(replace(subject, down=True), system)
    for index, card in enumerate(subject.cards):
        if card.is_joker or card.rank == 1:
            others = subject.cards[:index] + subject.cards[index + 1 :]
            yield points_of(replace(subject, cards=others), system) + 10
