"""A copy is continued elsewhere and brought back: merged, or compared if both changed."""

import json
import re
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kalooki_ref import create_app
from kalooki_ref.pocket import whats_new
from kalooki_ref.store import event_store
from kalooki_ref.store.tables import Stale
from kalooki_ref.web.copies import bringing_back
from kalooki_ref.web.copies.game_links import packed
from kalooki_ref.web.shared.device import MOST_GAMES
from tests.web.phone import SAME_SITE, Phone
from tests.web.phones.test_phones import guard_table, join_table, let_in
from tests.web.table.test_rounds import write

NewPhone = Callable[[], Phone]
HELD = re.compile(r'name="game" value="([^"]*)"')
SEEN = re.compile(r'name="seen" value="(\d+)"')
BACK = re.compile(r'class="button button-primary[^"]*" href="([^"#]*)#([^"]*)"')
SECOND = {1: "5", 2: "", 3: "15", 4: "25", 5: "35"}


@pytest.fixture
def other_server(new_instance: Path, tmp_path: Path) -> Phone:
    """A phone of another server, like a pocket app."""
    instance = shutil.copytree(new_instance, tmp_path / "elsewhere")
    pocket = create_app({"INSTANCE": str(instance), "RUNS_IN": "pocket"})
    pocket.register_blueprint(whats_new.blueprint)
    return Phone(pocket.test_client())


def copy_of(phone: Phone) -> str:
    """Return the game as packed in its link."""
    return packed(phone.get("export.json").get_json())


def open_copy(phone: Phone, text: str) -> TestResponse:
    return phone.client.post("/open/", data={"game": text}, headers=SAME_SITE)


def store_copy(phone: Phone, text: str) -> Phone:
    """Open a copy on a phone without the game, store it, and remember it."""
    page = open_copy(phone, text)
    assert "Nothing you have is changed" in phone.words(page)
    sent = {"game": HELD.findall(page.text)[0], "key": "k" * 32}
    answer = phone.client.post("/open/keep", data=sent, headers=SAME_SITE)
    assert answer.status_code == 303
    phone.table = str(answer.location)
    return phone


def bring_back(phone: Phone, text: str, **fields: str) -> TestResponse:
    """Submit the form on the page of a copy that updates the game here."""
    page = open_copy(phone, text).text
    seen = (SEEN.findall(page) or [phone.version()])[0]
    sent = {"game": text, "seen": seen, **fields}
    return phone.client.post(phone.address("copy"), data=sent, headers=SAME_SITE)


def standings(phone: Phone) -> Any:
    return phone.client.get(f"{phone.table}.json").get_json()["standings"]


def entries(phone: Phone) -> Any:
    return phone.get("export.json").get_json()["entries"]


def test_copy_is_continued_elsewhere_and_brought_back(table: Phone, other_server: Phone) -> None:
    write(table)
    store_copy(other_server, copy_of(table))
    write(other_server, SECOND)
    other_server.post("calls", player="3")
    text = copy_of(other_server)
    page = open_copy(table, text)
    words = table.words(page)
    assert "The game is here. In the copy it went on" in words
    assert "Round 3: Cleo called" in words
    assert "Add 2 entries to the game here" in words
    answer = bring_back(table, text)
    assert answer.location == table.table
    assert "2 entries added." in table.words(table.get())
    assert standings(table) == standings(other_server)
    assert entries(table) == entries(other_server)


def test_copy_opened_twice_is_added_once(table: Phone, other_server: Phone) -> None:
    store_copy(other_server, copy_of(table))
    write(other_server)
    text = copy_of(other_server)
    bring_back(table, text)
    before = entries(table)
    assert "The game is here already, with everything in this copy." in table.words(
        open_copy(table, text)
    )
    for _ in range(2):
        assert bring_back(table, text).status_code == 303
    assert "Everything in this copy is here already." in table.words(table.get())
    assert entries(table) == before
    write(other_server, SECOND)
    bring_back(table, copy_of(other_server))
    assert standings(table) == standings(other_server)


def test_older_copy_adds_nothing(table: Phone, other_server: Phone) -> None:
    store_copy(other_server, copy_of(table))
    write(table)
    page = open_copy(table, copy_of(other_server))
    assert "has gone on since this copy was made" in table.words(page)
    assert "/copy" not in page.text
    before = entries(table)
    assert bring_back(table, copy_of(other_server)).status_code == 303
    assert entries(table) == before


@pytest.fixture
def diverged(table: Phone, other_server: Phone) -> tuple[Phone, Phone]:
    """A game and its copy, continued with different second rounds."""
    write(table)
    store_copy(other_server, copy_of(table))
    write(table)
    write(other_server, SECOND)
    return table, other_server


def test_diverged_games_are_shown_side_by_side(diverged: tuple[Phone, Phone]) -> None:
    here, there = diverged
    before = entries(here)
    words = here.words(open_copy(here, copy_of(there)))
    assert "Both went on since the copy was made" in words
    mine, theirs = words.split("The copy Only here")
    assert "Round 2: Ben went out" in mine
    assert "Ann 84 Ben 0" in mine
    assert "Ann 47 Ben 0" in theirs
    assert "Round 1" not in mine.split("The game here")[1]
    assert bring_back(here, copy_of(there)).status_code == 409
    assert entries(here) == before


def test_replaced_entries_can_be_restored(
    diverged: tuple[Phone, Phone],
) -> None:
    here, there = diverged
    mine = standings(here)
    for _ in range(2):
        assert bring_back(here, copy_of(there), replace="y").status_code == 303
    assert standings(here) == standings(there) != mine
    history = here.words(here.get("history"))
    assert "undone" in history.lower()
    assert "with everything in this copy" in here.words(open_copy(here, copy_of(there)))
    write(there, SECOND)
    bring_back(here, copy_of(there))
    assert standings(here) == standings(there)


def test_diverged_copy_can_be_stored_separately(diverged: tuple[Phone, Phone]) -> None:
    here, there = diverged
    mine = entries(here)
    sent = {"game": copy_of(there), "key": "2" * 32}
    second = here.client.post("/open/keep", data=sent, headers=SAME_SITE).location
    assert second != here.table
    assert entries(here) == mine
    write(there, SECOND)
    page = open_copy(here, copy_of(there))
    assert f'action="{second}/copy"' in page.text
    assert f'action="{here.table}/copy"' not in page.text


def test_game_changed_while_the_page_was_open(table: Phone, other_server: Phone) -> None:
    store_copy(other_server, copy_of(table))
    write(other_server)
    text = copy_of(other_server)
    seen = SEEN.findall(open_copy(table, text).text)[0]
    table.post("calls", player="2")
    before = entries(table)
    answer = bring_back(table, text, seen=seen, replace="y")
    assert answer.status_code == 409
    assert "Both went on" in table.words(answer)
    assert entries(table) == before


def test_game_changes_during_the_request(
    table: Phone, other_server: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_copy(other_server, copy_of(table))
    write(other_server)
    text, before = copy_of(other_server), entries(table)

    def late(game_id: str, _kept: Any, *, base: int) -> None:
        raise Stale(game_id, base=base, version=base + 1)

    monkeypatch.setattr(bringing_back, "append_kept", late)
    answer = bring_back(table, text)
    assert answer.status_code == 409
    assert "Add 1 entry to the game here" in table.words(answer)
    assert entries(table) == before


def test_entries_are_added_atomically(
    table: Phone, other_server: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_copy(other_server, copy_of(table))
    other_server.post("calls", player="1")
    other_server.post("calls", player="2")
    text, before = copy_of(other_server), entries(table)
    put = event_store._insert_entry

    def second_fails(*args: Any, seq: int, **more: Any) -> None:
        if seq == len(before) + 2:
            raise OSError("the disk is gone")
        put(*args, seq=seq, **more)

    monkeypatch.setattr(event_store, "_insert_entry", second_fails)
    assert bring_back(table, text).status_code == 500
    monkeypatch.undo()
    assert entries(table) == before


@pytest.mark.parametrize("seat", ["2", "watch"])
def test_only_the_scorekeeper_adds_to_a_guarded_table(
    table: Phone, other_server: Phone, new_phone: NewPhone, seat: str
) -> None:
    store_copy(other_server, copy_of(table))
    write(other_server)
    text = copy_of(other_server)
    guard_table(table)
    other = new_phone()
    join_table(other, table, seat)
    let_in(table)
    other.get()
    page = open_copy(other, text)
    assert "Only the scorekeeper’s phone can add" in other.words(page)
    assert "/copy" not in page.text
    before = entries(table)
    assert bring_back(other, text).status_code == 403
    assert entries(table) == before
    assert bring_back(table, text).status_code == 303
    assert len(entries(table)) == len(before) + 1


def test_seated_phone_finds_a_game_not_opened_recently(table: Phone) -> None:
    guard_table(table)
    text, others = copy_of(table), Phone(table.client)
    for _ in range(MOST_GAMES):
        others.begin()
    page = open_copy(table, text)
    assert "The game is here already, with everything in this copy." in table.words(page)
    assert table.table in page.text


def test_unknown_phone_with_a_copy_sees_nothing_of_the_game(
    table: Phone, new_phone: NewPhone
) -> None:
    text, stranger = copy_of(table), new_phone()
    page = open_copy(stranger, text)
    assert table.table not in page.text
    assert "Nothing you have is changed" in stranger.words(page)
    assert "open it on this phone first" in stranger.words(page)
    for entry in entries(table):
        sent = {"game": text, "key": entry["key"] * 2}
        found = stranger.client.post("/open/keep", data=sent, headers=SAME_SITE)
        assert found.location != table.table


def without_rules(data: Any) -> None:
    data["rules"]["max_calls"] = 9


def other_beginning(data: Any) -> None:
    data["entries"][0]["data"]["names"] = ["Zoe", *data["entries"][0]["data"]["names"][1:]]


def other_round(data: Any) -> None:
    data["entries"][1]["data"]["winner"] = 3


@pytest.mark.parametrize("change", [without_rules, other_beginning, other_round])
def test_copy_with_a_different_past_is_unrelated(
    table: Phone, other_server: Phone, change: Callable[[Any], None]
) -> None:
    write(table)
    store_copy(other_server, copy_of(table))
    write(other_server, SECOND)
    data, before = other_server.get("export.json").get_json(), entries(table)
    change(data)
    page = open_copy(table, json.dumps(data))
    assert page.status_code in {200, 422}
    assert "/copy" not in page.text
    assert bring_back(table, json.dumps(data), replace="y").status_code == 422
    assert entries(table) == before


def test_too_many_entries_are_refused(table: Phone, other_server: Phone, app: Flask) -> None:
    store_copy(other_server, copy_of(table))
    for _ in range(3):
        other_server.post("calls", player="1")
    app.config["MOST_ENTRIES"] = 3
    before = entries(table)
    assert bring_back(table, copy_of(other_server)).status_code == 422
    assert entries(table) == before


def test_back_link_leads_to_the_origin(
    table: Phone, other_server: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kalooki_ref.server.machine.lan_address", lambda: None)
    app.config["POCKET_URL"] = "https://somebody.github.io/kalooki-ref/"
    page = table.get("send")
    address, text = BACK.findall(page.text)[0]
    assert address == "https://somebody.github.io/kalooki-ref/open/"
    store_copy(other_server, unescape(text))
    page = other_server.get("send")
    address, text = BACK.findall(page.text)[0]
    assert address == "http://localhost/open/"
    assert "Bring it back to localhost" in other_server.words(page)
    assert "with everything in this copy" in table.words(open_copy(table, unescape(text)))
    assert "Bring it back" not in table.words(table.get("send"))


@pytest.mark.parametrize("earlier", [0, 100])
def test_entries_of_a_copy_that_do_not_fit_are_undone(table: Phone, earlier: int) -> None:
    """An earlier version undid a joining without the round that the player had won."""
    for base in range(1, 1 + earlier):
        assert table.post("players/1/name", base=str(base), name=f"Ann {base}").status_code == 303
    table.post("players", name="Fay", after="5", start="zero")
    hands = {f"hands-{place}-player": str(place + 1) for place in range(6)}
    hands |= {f"hands-{place}-points": "9" for place in range(5)}
    assert table.post("round", winner="6", **hands).status_code == 303
    data = table.get("export.json").get_json()
    joined = 2 + earlier
    undone = {"seq": joined + 2, "kind": "EntryAmended", "data": {"seq": joined, "event": None}}
    data["entries"].append(undone | {"by": "", "at": data["created_at"], "key": "~00000000abcd"})
    page = open_copy(table, packed(data))
    assert "Round 1: Fay went out. Fay isn’t playing." in table.words(page)
    assert bring_back(table, packed(data)).status_code == 409
    assert bring_back(table, packed(data), also=str(joined + 1)).status_code == 303
    history = table.words(table.get("history"))
    assert "Undone: Round 1, Fay went out." in history
    assert "Doesn’t fit" not in history
