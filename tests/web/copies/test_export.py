"""Exports: files that can be imported, CSV, and JSON state."""

import csv
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from kalooki_ref.cli import main
from kalooki_ref.game import game_file
from kalooki_ref.game.names import LONGEST_NAME
from kalooki_ref.store.event_store import all_games
from kalooki_ref.store.tables import db
from kalooki_ref.web.copies.imports import restored
from kalooki_ref.words.import_words import ExportError
from tests.web.phone import Phone
from tests.web.table.test_rounds import write

STRANGE = ("=1+1", "@SUM", "Grandma “Rose”", "Cleo, the 3rd", "🃏")


@pytest.fixture
def played(phone: Phone) -> Phone:
    phone.begin(*STRANGE)
    phone.post("calls", player="1")
    write(phone, bent="y")
    return phone


def test_exported_file_round_trips(
    app: Flask, played: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instance = ["--instance", app.instance_path]
    game_id = played.table.rsplit("/", 1)[1]
    assert main(["export", game_id, *instance]) == 0
    first = capsys.readouterr().out
    file = tmp_path / "game.json"
    file.write_text(first, encoding="utf-8")
    assert main(["restore", str(file), *instance]) == 0
    again = capsys.readouterr().out.strip()
    assert again != game_id
    assert main(["export", again, *instance]) == 0
    assert capsys.readouterr().out == first


PAGES = ("", "round", "standings", "print", "log", "board", "counts", "players", "export.csv")


def mutate(data: Any, draw: random.Random) -> None:
    """Change one value somewhere in the entries of an exported game."""
    places: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        for key in value if isinstance(value, dict) else range(len(value)):
            places.append((value, key))
            if isinstance(value[key], dict | list):
                walk(value[key])

    walk(data["entries"])
    holder, key = draw.choice(places)
    strange: list[Any] = [None, -1, 0, 7, 99, 10**12, "", "x" * 500, "\ud800"]
    strange += [[], {}, True, "7H", 1.5]
    holder[key] = draw.choice(strange)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_altered_file_is_refused_or_renders(played: Phone, app: Flask, first: int) -> None:
    whole = played.get("export.json").text
    for seed in range(first, first + 20):
        data = json.loads(whole)
        mutate(data, random.Random(seed))
        for path in pages_of(app, data):
            answer = played.client.get(path, follow_redirects=True)
            assert answer.status_code == 200, (seed, path)


def pages_of(app: Flask, data: Any) -> list[str]:
    """Import a file and return the pages of its game; empty if it is refused."""
    with app.app_context():
        before = len(all_games())
        try:
            game_id = restored(data)
        except ExportError:
            assert len(all_games()) == before
            return []
    return [f"/g/{game_id}/{page}".rstrip("/") for page in PAGES]


def test_first_entry_that_does_not_fit_is_named(played: Phone, app: Flask) -> None:
    data = json.loads(played.get("export.json").text)
    data["entries"][1]["data"]["player"] = 99
    with app.app_context(), pytest.raises(ExportError, match="entry 2"):
        restored(data)


def change_first(data: Any, **fields: Any) -> None:
    data["entries"][0] |= fields


def repeat_entry(data: Any, key: str) -> dict[str, Any]:
    """Return a copy of the second entry as the fourth."""
    return dict(data["entries"][1], seq=4, key=key)


@pytest.mark.parametrize(
    ("change", "is_fine"),
    [
        (lambda data: data.update(title="x" * game_file.LONGEST_TITLE), True),
        (lambda data: data.update(title="x" * (game_file.LONGEST_TITLE + 1)), False),
        (lambda data: data.update(title=7), False),
        (lambda data: data.update(created_at="yesterday"), False),
        (lambda data: change_first(data, by="x" * LONGEST_NAME), True),
        (lambda data: change_first(data, by="x" * (LONGEST_NAME + 1)), False),
        (lambda data: change_first(data, at="soon"), False),
        (lambda data: change_first(data, seq=2), False),
        (lambda data: data["entries"].clear(), False),
        (lambda data: data["entries"].append(repeat_entry(data, "~0123456789ab")), True),
        (lambda data: data["entries"].append(repeat_entry(data, data["entries"][1]["key"])), False),
        (lambda data: data["entries"].append(repeat_entry(data, "a key of a form")), False),
        (lambda data: data["entries"][1].pop("key"), False),
        (lambda data: [entry.pop("key") for entry in data["entries"]], True),
        (lambda data: data.update(home="https://club.example:5000/kalooki/open/"), True),
        (lambda data: data.update(home="javascript:alert(1)//"), False),
        (lambda data: data.update(home="https://club.example@evil.example/"), False),
        (lambda data: data.update(home=["https://club.example/"]), False),
        (lambda data: data["entries"].extend([data["entries"][1]] * 2), False),
        (lambda data: data.update(rules={}), False),
    ],
)
def test_import_limits(
    played: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch, change: Any, is_fine: bool
) -> None:
    monkeypatch.setattr(game_file, "MOST_ENTRIES", 4)
    data = json.loads(played.get("export.json").text)
    change(data)
    with app.app_context():
        if is_fine:
            assert restored(data)
        else:
            with pytest.raises(ExportError):
                restored(data)


def test_audit_checks_every_game(
    app: Flask, played: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--instance", app.instance_path]) == 0
    assert "1 games, 1 rounds: all add up." in capsys.readouterr().out
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE entry SET data='{}' WHERE kind='RoundEnded'"))
    assert main(["audit", "--instance", app.instance_path]) == 1
    printed = capsys.readouterr().out
    assert played.table.rsplit("/", 1)[1] in printed
    assert "1 can't be read." in printed


def test_page_gives_the_same_file(played: Phone) -> None:
    answer = played.get("export.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.json is not None
    assert [row["points"] for row in answer.json["standings"]] == [0, 32, 70, 84, 130]


def test_csv_escapes_formulas(played: Phone) -> None:
    rows = list(csv.reader(io.StringIO(played.get("export.csv").text.lstrip("\ufeff"))))
    assert rows[0][5:] == ["'=1+1", "'@SUM", *STRANGE[2:]]
    assert rows[1] == ["1", "333", "'=1+1", "'@SUM", "yes", "84", "0", "130", "70", "32"]
    assert rows[2:] == [["total", "", "", "", "", "84", "0", "130", "70", "32"]]


@pytest.mark.parametrize(
    ("language", "asked", "separator"),
    [
        ("en", "", ","),
        ("it", "", ";"),
        ("es", "", ";"),
        ("en", "?separator=semicolon", ";"),
        ("it", "?separator=comma", ","),
        ("es", "?separator=tab", ";"),
    ],
)
def test_csv_has_the_separator_that_spreadsheets_of_the_language_expect(
    played: Phone, language: str, asked: str, separator: str
) -> None:
    played.client.set_cookie("language", language)
    text = played.get(f"export.csv{asked}").data.decode()
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=separator))
    assert [len(row) for row in rows] == [10, 10, 10]
    assert rows[0][8] == "Cleo, the 3rd"


@pytest.mark.parametrize(("language", "other"), [("en", "semicolon"), ("it", "comma")])
def test_other_separator_is_beside_the_download(played: Phone, language: str, other: str) -> None:
    played.client.set_cookie("language", language)
    assert f"export.csv?separator={other}" in played.get("standings").text


OWN_ROUNDS = (
    '[{"is":"Contract","sets":2,"runs":1,"set_size":4,"run_size":5,"points":0},'
    '{"is":"Contract","sets":0,"runs":0,"points":40}]'
)


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "2 sets of 4 and 1 run of 5"),
        ("it", "2 tris da 4 e 1 scala da 5"),
        ("es", "y 1 escalera de 5"),
    ],
)
def test_own_rounds_are_named_in_the_readers_language(
    phone: Phone, language: str, label: str
) -> None:
    rules = {"base": "jamaican", "name": "Casa", "contracts": OWN_ROUNDS, "deals": "[13,13]"}
    house = phone.post("/house-rules", **rules).location
    key = phone.post(f"{house}/play", base="").location.rpartition("=")[2]
    phone.begin(system=key)
    write(phone)
    phone.client.set_cookie("language", language)
    for page in ("export.csv", "standings", "print"):
        assert label in phone.words(phone.get(page)), page


def test_unchanged_state_is_304(played: Phone) -> None:
    address = f"{played.table}.json"
    first = played.client.get(address)
    assert first.json is not None
    assert (first.json["version"], first.json["round"]["contract"]) == (3, "334")
    tag = first.headers["ETag"]
    assert played.client.get(address, headers={"If-None-Match": tag}).status_code == 304
    played.post("calls", player="2")
    assert played.client.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "kalooki-ref game 1"}', "x"])
def test_invalid_game_is_refused_with_a_reason(
    app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, "utf-8")
    assert main(["restore", str(file), "--instance", app.instance_path]) == 2
    assert "can't be read back" in capsys.readouterr().err


def test_restore_makes_no_folder_that_was_misspelled(
    played: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, misspelled = tmp_path / "game.json", tmp_path / "instnace"
    file.write_text(played.get("export.json").text, "utf-8")
    with pytest.raises(SystemExit) as stopped:
        main(["restore", str(file), "--instance", str(misspelled)])
    assert stopped.value.code == 2
    assert f"There is no folder {misspelled}." in capsys.readouterr().err
    assert not misspelled.exists()
    misspelled.mkdir()
    assert main(["restore", str(file), "--instance", str(misspelled)]) == 0


def test_export_without_a_game_lists_the_games(
    app: Flask, played: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["export", "--instance", app.instance_path])
    assert played.table.rsplit("/", 1)[1] in capsys.readouterr().out


@pytest.mark.parametrize("address", ["http://localhost:5040{}", "{}/standings#entry-2", "{}/"])
def test_export_takes_the_address_of_a_game(
    app: Flask, played: Phone, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    pasted = address.format(played.table)
    assert main(["export", pasted, "--instance", app.instance_path]) == 0
    assert json.loads(capsys.readouterr().out)["entries"]


def test_export_with_options_needs_a_game(
    app: Flask, played: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instance = ["--instance", app.instance_path]
    to = tmp_path / "scores.csv"
    for options in (["--csv"], ["--to", str(to)], ["--csv", "--to", str(to)]):
        assert main(["export", *options, *instance]) == 2
        printed = capsys.readouterr()
        assert printed.err.startswith("Which game?")
        assert not printed.out
    assert not to.exists()
    game_id = played.table.rsplit("/", 1)[1]
    assert main(["export", game_id, "--separator", "semicolon", *instance]) == 2
    assert "add --csv" in capsys.readouterr().err


def test_dash_is_standard_input_or_output(
    app: Flask, played: Phone, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*words: str, sent: bytes = b"") -> int:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sent)))
        return main([*words, "--instance", app.instance_path])

    monkeypatch.chdir(app.instance_path)
    game_id = played.table.rsplit("/", 1)[1]
    assert run("export", game_id, "--to", "-") == 0
    text = capsys.readouterr().out
    assert run("restore", "-", sent=text.encode("utf-16")) == 0
    assert run("export", capsys.readouterr().out.strip()) == 0
    assert capsys.readouterr().out == text
    assert run("restore", "-", sent=text[:99].encode()) == 2
    assert "Standard input can't be read back: its end is missing" in capsys.readouterr().err
    assert run("restore", "-", sent=Path("kalooki.sqlite").read_bytes()) == 2
    assert "A backup can't be read from standard input" in capsys.readouterr().err
    assert run("backup", "-") == 2
    assert "A backup can't be written to standard output" in capsys.readouterr().err
    assert not Path("-").exists()
