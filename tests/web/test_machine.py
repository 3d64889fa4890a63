"""Codes lead to where phones find the machine that runs the app."""

import socket

import pytest
from flask import Flask

from kalooki_ref.server import machine
from tests.web.phone import Phone
from tests.web.test_phones import LINK, guarded, send


def test_the_code_leads_to_an_address_that_others_can_reach(
    table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kalooki_ref.server.machine.lan_address", lambda: "192.168.1.20")
    send(guarded(table), "phones/links", who="watch")
    assert LINK.findall(table.get("phones").text)[0].startswith("http://192.168.1.20/join/")


def test_the_code_prefers_the_name_of_the_machine(
    app: Flask, table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kalooki_ref.server.machine.lan_address", lambda: "192.168.1.20")
    app.config["MACHINE_NAME"] = "laptop.local"
    send(guarded(table), "phones/links", who="watch")
    assert LINK.findall(table.get("phones").text)[0].startswith("http://laptop.local/join/")


def test_an_app_for_this_machine_alone_shows_phones_no_code_to_scan(
    app: Flask, table: Phone
) -> None:
    app.config["ONLY_THIS_MACHINE"] = True
    send(table, "phones/code")
    page = table.get("phones")
    assert "Only on this machine" in table.words(page)
    assert "phones-drawing" not in page.text
    through_proxy = table.client.get(
        f"{table.table}/phones", base_url="http://192.168.1.20", headers={"Cookie": ""}
    )
    assert "Only on this machine" not in table.words(through_proxy)


@pytest.mark.parametrize(
    ("found", "name"), [("192.168.1.20", "laptop.local"), ("127.0.1.1", ""), (None, "")]
)
def test_a_name_counts_where_it_leads_to_this_machine(
    monkeypatch: pytest.MonkeyPatch, found: str | None, name: str
) -> None:
    def look_up(*_question: object) -> list[tuple[object, ...]]:
        if found is None:
            raise socket.gaierror
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (found, 0))]

    monkeypatch.setattr(machine, "lan_address", lambda: "192.168.1.20")
    monkeypatch.setattr(machine, "own_names", lambda: {"localhost", "laptop", "laptop.local"})
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert machine.NameLookup().result(within=10) == name
