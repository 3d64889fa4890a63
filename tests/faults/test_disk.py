"""Disk failures at every operation of a save, and power cuts, lose nothing acknowledged.

`KALOOKI_CUTS` is the number of power cuts.
"""

import os
import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.store import sqlite
from kalooki_ref.store.tables import db
from tests.faults import disk
from tests.faults.disk import Disk, Fault
from tests.faults.record import Damage, Intent, damage
from tests.web.phone import SAME_SITE, Phone

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(not disk.CAN_LAYER, reason="SQLite is out of reach in this Python"),
]

CUTS = int(os.environ.get("KALOOKI_CUTS", "50"))
SAVES = 3
# Checkpoint after few pages, so that checkpoints happen often.
CHECKPOINT = 8
CODES = {
    disk.WRITE: (disk.IO_WRITE, disk.FULL, disk.READ_ONLY),
    disk.SYNC: (disk.IO_SYNC, disk.FULL),
    disk.TRUNCATE: (disk.IO_TRUNCATE, disk.FULL),
}


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    return tmp_path / "instance"


@pytest.fixture
def layer(instance: Path) -> Iterator[Disk]:
    with disk.layered(instance) as layer:
        yield layer


@pytest.fixture
def app(layer: Disk, instance: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An app on the simulated disk, with one connection that checkpoints often."""
    assert layer
    often = f"PRAGMA wal_autocheckpoint={CHECKPOINT}"
    monkeypatch.setattr(sqlite, "SETTINGS", (*sqlite.SETTINGS, often))
    app = create_app({"INSTANCE": str(instance), "LIMITS": False})
    yield app
    with app.app_context():
        db.engine.dispose()


class Table:
    """A phone that remembers the keys of all acknowledged entries."""

    def __init__(self, app: Flask) -> None:
        self.phone = Phone(app.test_client())
        assert self.phone.begin("Ann", "Ben", "Cleo").status_code == 303
        self.acked: set[Intent] = set()
        self.version = 1

    def save(self, key: str = "") -> int:
        """Save a call with a new key, or retry one; return the status."""
        key = key or secrets.token_hex(16)
        form = {"key": key, "base": self.version, "player": "1", "answer": "refused"}
        client, table = self.phone.client, self.phone.table
        status = client.post(f"{table}/calls", data=form, headers=SAME_SITE).status_code
        if status == 303 and (table, key) not in self.acked:
            self.acked.add((table, key))
            self.version += 1
        return status


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def changes_of_some_saves(layer: Disk, table: Table) -> int:
    before = layer.changes
    for _ in range(SAVES):
        assert table.save() == 303
    return layer.changes - before


def failing(layer: Disk, number: int, *, for_good: bool) -> Fault:
    """Return a fault in the change with this number, or in all from that one on."""
    first = layer.changes + number

    def fault(made: int, change: str) -> int:
        fails = made >= first if for_good else made == first
        return CODES[change][number % len(CODES[change])] if fails else disk.OK

    return fault


@pytest.mark.parametrize("for_good", [False, True], ids=["once", "from then on"])
def test_failing_disk_operation_loses_no_save(
    app: Flask, layer: Disk, table: Table, instance: Path, tmp_path: Path, *, for_good: bool
) -> None:
    """Every write, sync and truncation of some saves fails in turn; then the disk recovers."""
    refused = 0
    for number in range(1, changes_of_some_saves(layer, table) + 1):
        layer.fault = failing(layer, number, for_good=for_good)
        key = secrets.token_hex(16)
        statuses = [table.save(key), *(table.save() for _ in range(SAVES - 1))]
        assert set(statuses) <= {303, 503}
        refused += statuses.count(503)
        assert table.phone.client.get(table.phone.table).status_code == 200
        layer.fault = disk.none
        assert table.save(key) == 303
    assert refused
    assert not on_disk(app, table, instance, tmp_path)


def on_disk(app: Flask, table: Table, instance: Path, tmp_path: Path) -> Damage:
    with app.app_context():
        db.engine.dispose()
    return damage(instance, tmp_path / "copy", acked=frozenset(table.acked), sent=None)


PAGES = ("", "/standings", "/history", "/round", "/players", "/print", "/export.json", ".json")


def test_pages_are_served_while_writes_fail(layer: Disk, table: Table) -> None:
    table.save()
    layer.fault = lambda _number, change: CODES[change][0]
    assert table.save() == 503
    for page in ("/", "/healthz", *(table.phone.table + page for page in PAGES)):
        assert table.phone.client.get(page).status_code == 200, page
    assert table.phone.client.get("/readyz").status_code == 503
    layer.fault = disk.none
    assert table.phone.client.get("/readyz").status_code == 200
    assert table.save() == 303


def after_power_cuts(layer: Disk, table: Table, folder: Path) -> list[Damage]:
    """Cut the power at random changes during many saves; return the damage of each cut."""
    chance = random.Random(14)
    cuts: list[tuple[Path, frozenset[Intent]]] = []

    def cut_sometimes() -> None:
        if chance.random() < 0.2 and len(cuts) < CUTS:
            cut = folder / f"cut-{len(cuts)}"
            cut.mkdir(parents=True)
            layer.after_power_cut(cut, chance if len(cuts) % 2 else None)
            cuts.append((cut, frozenset(table.acked)))

    layer.seen = cut_sometimes
    while len(cuts) < CUTS:
        assert table.save() == 303
    layer.seen = lambda: None
    return [damage(cut, folder / "copy", acked=acked, sent=None) for cut, acked in cuts]


def test_power_cut_loses_nothing(layer: Disk, table: Table, tmp_path: Path) -> None:
    found = after_power_cuts(layer, table, tmp_path / "cuts")
    assert len(found) == CUTS
    assert not any(found), [fault for fault in found if fault][:3]


@pytest.fixture
def unsynced_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a fault: saves aren't synced."""
    settings = (*sqlite.SETTINGS, "PRAGMA synchronous=NORMAL")
    monkeypatch.setattr(sqlite, "SETTINGS", settings)
    monkeypatch.setattr(sqlite, "EXPECTED", {**sqlite.EXPECTED, "synchronous": 1})


@pytest.mark.usefixtures("unsynced_saves")
def test_unsynced_save_is_detected_as_lost(
    request: pytest.FixtureRequest, layer: Disk, tmp_path: Path
) -> None:
    table = request.getfixturevalue("table")
    assert any(cut.lost for cut in after_power_cuts(layer, table, tmp_path / "cuts"))
