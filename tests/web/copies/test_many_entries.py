"""5,000 entries of any kind, and of any two kinds in turn, open in a second of CPU time."""

from collections.abc import Callable, Iterator
from itertools import combinations, islice

import pytest
from flask import Flask

from kalooki_ref.game.events import Event, GameStarted, PlayerJoined
from kalooki_ref.game.importing import MOST_ENTRIES
from kalooki_ref.web.copies.imports import read_import
from kalooki_ref.words.import_words import ExportError
from tests.attacks.cost import measured, slowness
from tests.web.copies.many_entries import (
    Kind,
    alone,
    beside,
    corrected,
    kinds,
    taken_back,
    undone,
)
from tests.web.copies.test_imports import CPU_SECONDS, exported, with_entries
from tests.web.phone import Phone

KINDS = tuple(kinds())
WHOLE = [kind for kind in KINDS if not kind.other and kind.type is not GameStarted]
ORDERS = (alone, undone, corrected, taken_back)


# A game starts once, which can only be corrected.
CASES = [
    pytest.param(order, kind, id=f"{kind} {order.__name__}")
    for order in ORDERS
    for kind in KINDS
    if kind.type is not GameStarted or order in {corrected, taken_back}
]


@pytest.mark.share(of=8)
@pytest.mark.parametrize(("order", "kind"), CASES)
def test_5000_entries_of_a_kind_open(
    table: Phone, app: Flask, order: Callable[[Kind], Iterator[Event]], kind: Kind
) -> None:
    opens(table, app, order(kind), is_refused=kind.type is PlayerJoined)


@pytest.mark.share(of=16)
@pytest.mark.parametrize(("one", "other"), [*combinations(WHOLE, 2)], ids=str)
def test_5000_entries_of_two_kinds_open(table: Phone, app: Flask, one: Kind, other: Kind) -> None:
    opens(table, app, beside(one, other), is_refused=PlayerJoined in {one.type, other.type})


def opens(table: Phone, app: Flask, made: Iterator[Event], *, is_refused: bool) -> None:
    """Open a game of thousands of entries; it may be refused, if at little cost."""
    data = with_entries(exported(table), *islice(made, MOST_ENTRIES - 1))

    def reading() -> str:
        try:
            read_import(data)
        except ExportError as error:
            return str(error)
        return ""

    with app.test_request_context("/open/", method="POST"):
        fault, cost = measured(reading, seconds=CPU_SECONDS)
        assert not fault or is_refused
        assert cost.seconds < CPU_SECONDS * slowness()
