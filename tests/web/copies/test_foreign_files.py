"""Files saved by other programs: read, or refused with the sentence for just that."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kalooki_ref.cli import main
from tests.server import COMMAND
from tests.web.phone import SAME_SITE, Phone

NAMES = ("Zoë", "🇯🇲 Jo", "Ann")
MULTIPART = "multipart/form-data"
QUESTION = {
    "id": "é",
    "system": "jamaican",
    "kind": "meld",
    "input": {"as": "set", "cards": ["5H", "5H", "*"]},
}
ENCODED: dict[str, Callable[[str], bytes]] = {
    "UTF-8": lambda text: text.encode(),
    "a mark": lambda text: text.encode("utf-8-sig"),
    "Windows line ends": lambda text: text.replace("\n", "\r\n").encode(),
    "Notepad’s Unicode": lambda text: text.encode("utf-16"),
    "big endian": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
}
SENTENCES: dict[str, tuple[Callable[[str], bytes], str]] = {
    "empty": (lambda _: b"", "the file is empty"),
    "only a mark": (lambda _: b"\xef\xbb\xbf", "the file is empty"),
    "half": (lambda text: text[: len(text) // 2].encode(), "its end is missing"),
    "cut in a number": (lambda text: text[: text.index("dealer") + 10].encode(), "end is missing"),
    "cut in a letter": (lambda text: text[: text.index("ë")].encode() + b"\xc3", "end is missing"),
    "half of UTF-16": (lambda text: text.encode("utf-16")[: len(text) | 1], "end is missing"),
    "a picture": (lambda _: b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(99), "that Save a copy made"),
    "a PDF": (lambda _: b"%PDF-1.7\n%\xe2\xe3\xcf", "it is not a text file"),
    "a backup": (lambda _: b"SQLite format 3\0" + bytes(100), "it is a backup of all games"),
    "Latin-1": (lambda text: text.replace("🇯🇲", "Ñ").encode("latin-1"), "saved as UTF-8"),
    "newer": (lambda text: text.replace(" game 1", " game 99").encode(), "a newer version"),
    "another file": (lambda _: b'{"bridge": 1}', "this file is not a game"),
    "no JSON": (lambda text: text.replace(":", "=", 1).encode(), "this file is not a game"),
    "a spreadsheet": (lambda _: b"round,contract\r\n1,333\r\n", "it holds no game, and no link"),
    "of five megabytes": (lambda _: b"\xff\xd8\xff" + bytes(5_000_000), "larger than any game"),
}


@pytest.fixture
def saved(phone: Phone) -> str:
    """The text of a game's file, with its home as of this version."""
    phone.begin(*NAMES)
    text = phone.get("export.json").text
    return text.replace("kalooki-ref game 2", "kalooki-ref game 1")


def open_file(phone: Phone, content: bytes) -> TestResponse:
    """Submit a file in a body of our own; the test client would keep a large one open."""
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="game.json"\r\n\r\n'
    sent = {"data": head + content + b"\r\n--x--\r\n", "content_type": f"{MULTIPART}; boundary=x"}
    return phone.client.post("/open/", headers=SAME_SITE, **sent)


@pytest.mark.parametrize("encoded", ENCODED.values(), ids=ENCODED)
def test_file_of_another_program_opens(
    phone: Phone, saved: str, encoded: Callable[[str], bytes]
) -> None:
    answer = open_file(phone, encoded(saved))
    assert answer.status_code == 200
    for name in NAMES:
        assert name in phone.words(answer)


@pytest.mark.parametrize(("changed", "sentence"), SENTENCES.values(), ids=SENTENCES)
def test_wrong_file_gets_its_own_sentence(
    phone: Phone, saved: str, changed: Callable[[str], bytes], sentence: str
) -> None:
    answer = open_file(phone, changed(saved))
    assert answer.status_code in {413, 422}
    assert f"{sentence}" in phone.words(answer)
    assert 'id="fault"' in answer.text


def test_game_pasted_as_text_may_have_a_mark(phone: Phone, saved: str) -> None:
    answer = phone.client.post("/open/", data={"game": "\ufeff" + saved}, headers=SAME_SITE)
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/open/", "/everything/open"])
def test_form_without_a_file_says_that_there_is_none(phone: Phone, path: str) -> None:
    answer = phone.client.post(path, data={"game": " "}, headers=SAME_SITE)
    assert answer.status_code == 422
    assert "opened: there’s nothing to open. Choose a file" in phone.words(answer)


@pytest.mark.parametrize("encoded", ENCODED.values(), ids=ENCODED)
def test_restore_reads_the_same_files(
    app: Flask, saved: str, tmp_path: Path, encoded: Callable[[str], bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = tmp_path / "game.json"
    file.write_bytes(encoded(saved))
    assert main(["restore", str(file), "--instance", app.instance_path]) == 0
    game = capsys.readouterr().out.strip()
    assert NAMES[0] in app.test_client().get(f"/g/{game}").text


@pytest.mark.parametrize("kind", ["empty", "half", "a picture", "Latin-1", "another file", "newer"])
def test_restore_says_the_same_sentences(
    app: Flask, saved: str, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    changed, sentence = SENTENCES[kind]
    file = tmp_path / "game.json"
    file.write_bytes(changed(saved))
    assert main(["restore", str(file), "--instance", app.instance_path]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("name", ["judge", "advise"])
@pytest.mark.parametrize("encoded", ENCODED.values(), ids=ENCODED)
def test_questions_of_another_program_are_answered(
    tmp_path: Path, name: str, encoded: Callable[[str], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "asked.jsonl"
    file.write_bytes(encoded(f"{json.dumps(QUESTION, ensure_ascii=False)}\n" * 2))
    assert main([name, str(file)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["id"] for answer in answers] == ["é", "é"]
    assert all("not JSON" not in answer.get("error", "") for answer in answers)


def test_question_in_latin_1_is_refused_and_the_others_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(QUESTION, ensure_ascii=False)
    file = tmp_path / "asked.jsonl"
    file.write_bytes(
        b"\n".join([text.encode(), text.encode("latin-1"), b"\xef\xbb\xbf" + text.encode()])
    )
    assert main(["judge", str(file)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.get("verdict") for answer in answers] == ["legal", None, "legal"]
    assert "UTF-8" in answers[1]["error"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le"])
@pytest.mark.parametrize("damage", ["cut", "half a character"])
def test_damaged_utf_16_is_refused_and_the_others_are_answered(
    tmp_path: Path, encoding: str, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(QUESTION, ensure_ascii=False)
    lines = [text, text.replace("é", "\ud83d") if damage == "half a character" else text]
    content = "\n".join(lines).encode(encoding, "surrogatepass")
    file = tmp_path / "asked.jsonl"
    file.write_bytes(content[:-1] if damage == "cut" else content)
    assert main(["judge", str(file)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.get("verdict") for answer in answers] == ["legal", None]
    assert "isn't UTF-8" in answers[1]["error"]


@pytest.mark.parametrize("encoded", ENCODED.values(), ids=ENCODED)
def test_questions_sent_to_the_api_are_answered(
    app: Flask, encoded: Callable[[str], bytes]
) -> None:
    client: FlaskClient = app.test_client()
    body = encoded(json.dumps(QUESTION, ensure_ascii=False))
    answer = client.post("/api/v1/judge", data=body, content_type="application/json")
    assert (answer.status_code, answer.get_json()["verdict"]) == (200, "legal")


WINDOWS = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp850"}


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize("form", ["--csv", "json"])
def test_export_is_utf_8_under_a_windows_code_page(
    app: Flask, phone: Phone, tmp_path: Path, form: str
) -> None:
    game = phone.table.rsplit("/", 1)[1]
    chosen = [form] if form == "--csv" else []
    command = [*COMMAND, "export", game, *chosen, "--instance", app.instance_path]
    piped = subprocess.run(command, env=WINDOWS, capture_output=True, check=True, timeout=120)
    assert NAMES[1] in piped.stdout.decode()
    written = tmp_path / "game"
    assert main([*command[1:], "--to", str(written)]) == 0
    assert written.read_bytes() == piped.stdout


def test_first_settings_are_utf_8_where_the_system_writes_ascii(tmp_path: Path) -> None:
    start = "import sys, kalooki_ref; kalooki_ref.create_app({'INSTANCE': sys.argv[1]})"
    plain = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    known = {name: value for name, value in os.environ.items() if name != "SECRET_KEY"}
    command = [sys.executable, "-c", start, str(tmp_path / "new")]
    subprocess.run(command, env=known | plain, check=True, timeout=120)
    assert "SECRET_KEY" in (tmp_path / "new" / "config.py").read_text("utf-8")


def test_verdict_is_utf_8_under_a_windows_code_page() -> None:
    command = [*COMMAND, "check", "7H 8H * *"]
    printed = subprocess.run(command, env=WINDOWS, capture_output=True, check=False, timeout=120)
    assert "This would be legal: ★ 7♥ 8♥ ★" in printed.stdout.decode()


@pytest.mark.usefixtures("saved")
def test_file_that_cannot_be_written_is_named(
    app: Flask, phone: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, there = phone.table.rsplit("/", 1)[1], tmp_path / "nowhere" / "game.json"
    command = ["export", game, "--to", str(there), "--instance", app.instance_path]
    assert main(command) == 2
    assert f"{there} can't be written" in capsys.readouterr().err
