"""Addresses in QR codes that other phones can reach."""

import socket

import pytest
from flask import Flask

from kalooki_ref.server import machine
from tests.web.phone import Phone
from tests.web.phones.test_phones import LINK, guard_table, send


def test_qr_code_has_a_reachable_address(table: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kalooki_ref.server.machine.lan_address", lambda: "192.168.1.20")
    send(guard_table(table), "phones/links", who="watch")
    assert LINK.findall(table.get("phones").text)[0].startswith("http://192.168.1.20/join/")


def test_qr_code_prefers_the_machine_name(
    app: Flask, table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kalooki_ref.server.machine.lan_address", lambda: "192.168.1.20")
    app.config["MACHINE_NAME"] = "laptop.local"
    send(guard_table(table), "phones/links", who="watch")
    assert LINK.findall(table.get("phones").text)[0].startswith("http://laptop.local/join/")


def test_no_qr_code_when_listening_on_loopback_only(app: Flask, table: Phone) -> None:
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
def test_name_must_resolve_to_this_machine(
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
