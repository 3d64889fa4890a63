"""`kalooki-ref serve`: ports, addresses, the QR code, and shutdown."""

import re
import socket
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kalooki_ref.cli import main, serve
from kalooki_ref.cli.serve import BLACK_ON_WHITE, terminal_qr
from tests.server import HOST, running


def test_little_is_buffered_for_a_client_that_reads_nothing() -> None:
    """Linux doubles what it is told, and would otherwise buffer megabytes on loopback."""
    with (
        closing(serve.bound(HOST, 0)) as listener,
        closing(socket.create_connection(listener.getsockname())),
        closing(listener.accept()[0]) as taken,
    ):
        held = taken.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
    assert held <= 2 * serve.SEND_BUFFER


def test_port_in_use_is_skipped() -> None:
    with closing(serve.listen(HOST, None)) as first, closing(serve.listen(HOST, None)) as second:
        assert first.getsockname()[1] < second.getsockname()[1]


def test_nodelay_is_set() -> None:
    """Otherwise Nagle's algorithm delays each response by 40 ms."""
    with closing(serve.listen(HOST, None)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_restarted_server_gets_its_port_back() -> None:
    """The port would otherwise stay taken for a minute after a connection that the server ended."""
    with closing(serve.bound(HOST, 0)) as listener:
        address = listener.getsockname()
        with closing(socket.create_connection(address)) as client:
            listener.accept()[0].close()
            assert client.recv(1) == b""
    with closing(serve.bound(*address)) as again:
        assert again.getsockname() == address


def test_requested_port_in_use_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(socket.create_server((HOST, 0))) as other:
        port = str(other.getsockname()[1])
        code = main(["serve", "--host", HOST, "--port", port, "--instance", str(tmp_path)])
    assert code == 2
    assert re.search(rf"can't start: port {port} .*isn't available", capsys.readouterr().err)


def test_serve_prints_its_address_and_stops_on_a_signal(tmp_path: Path) -> None:
    with running(tmp_path / "instance") as server:
        pass
    error = server.log.read_text("utf-8")
    assert f"{server.url}/" in error
    assert "Ctrl+C" in error
    assert "Traceback" not in error
    assert server.process.returncode == 0


@pytest.mark.parametrize(
    ("host", "name", "said"),
    [
        ("", "", ["http://localhost:8000/", "http://192.168.1.20:8000/"]),
        (
            "",
            "laptop.local",
            ["http://localhost:8000/", "http://laptop.local:8000/", "http://192.168.1.20:8000/"],
        ),
        ("127.0.0.1", "laptop.local", ["http://127.0.0.1:8000/"]),
        ("::1", "", ["http://[::1]:8000/"]),
    ],
)
def test_serve_prints_the_addresses_for_phones(
    host: str,
    name: str,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("kalooki_ref.server.machine.lan_address", lambda: "192.168.1.20")
    config = {"MACHINE_NAME": name, "ONLY_THIS_MACHINE": False, "POCKET_URL": ""}
    listener: Any = SimpleNamespace(getsockname=lambda: (host, 8000))
    for qr in (False, True):
        serve.announce(listener, config, host=host, qr=qr)
        printed = capsys.readouterr().out
        assert re.findall(r"http\S+", printed) == said
        assert ("█" in printed) is (qr and len(said) > 1)


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "serve" in capsys.readouterr().out


def test_qr_code_has_a_white_background() -> None:
    lines = terminal_qr("http://192.168.1.20:5040/", "utf-8").splitlines()
    assert all(BLACK_ON_WHITE in line for line in lines)
    assert terminal_qr("http://192.168.1.20:5040/", "cp1250") == ""
