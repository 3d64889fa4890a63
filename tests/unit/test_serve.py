"""`kalooki-ref serve`: ports, the code for phones, and a plain end."""

import re
import socket
from contextlib import closing
from pathlib import Path

import pytest

from kalooki_ref.cli import main, serve
from kalooki_ref.cli.terminal_qr import BLACK_ON_WHITE, terminal_qr
from tests.server import HOST, running


def test_a_taken_port_is_passed_over() -> None:
    with closing(serve.listen(HOST, None)) as first, closing(serve.listen(HOST, None)) as second:
        assert first.getsockname()[1] < second.getsockname()[1]


def test_a_port_asked_for_is_not_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(socket.create_server((HOST, 0))) as other:
        port = str(other.getsockname()[1])
        code = main(["serve", "--host", HOST, "--port", port, "--instance", str(tmp_path)])
    assert code == 1
    assert re.search(rf"cannot start: port {port} .*is not to be had", capsys.readouterr().err)


def test_it_says_where_it_is_and_ends_when_asked(tmp_path: Path) -> None:
    with running(tmp_path / "instance") as server:
        pass
    said = server.log.read_text("utf-8")
    assert f"{server.url}/" in said
    assert "Ctrl+C" in said
    assert "Traceback" not in said
    assert server.process.returncode == 0


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "serve" in capsys.readouterr().out


def test_the_code_stands_on_white_in_any_terminal() -> None:
    lines = terminal_qr("http://192.168.1.20:5040/", "utf-8").splitlines()
    assert all(BLACK_ON_WHITE in line for line in lines)
    assert terminal_qr("http://192.168.1.20:5040/", "cp1250") == ""
