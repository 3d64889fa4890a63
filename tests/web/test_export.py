"""A game taken along: as a file that reads back, for a spreadsheet, and as state for programs."""

import csv
import io
import json
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref.cli import main
from tests.web.phone import Phone
from tests.web.test_rounds import write

STRANGE = ("=1+1", "@SUM", "Grandma “Rose”", "Cleo, the 3rd", "🃏")


@pytest.fixture
def played(phone: Phone) -> Phone:
    phone.begin(*STRANGE)
    phone.post("calls", player="1")
    write(phone, bent="y")
    return phone


def test_the_file_reads_back_as_the_same_game(
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
    second = json.loads(capsys.readouterr().out)
    wanted = json.loads(first)
    assert second["standings"] == wanted["standings"]
    kept = [(entry["kind"], entry["data"]) for entry in wanted["entries"]]
    assert [(entry["kind"], entry["data"]) for entry in second["entries"]] == kept


def test_the_page_gives_the_same_file(played: Phone) -> None:
    answer = played.get("export.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.json is not None
    assert [row["points"] for row in answer.json["standings"]] == [0, 32, 70, 84, 130]


def test_a_spreadsheet_takes_no_name_for_a_formula(played: Phone) -> None:
    rows = list(csv.reader(io.StringIO(played.get("export.csv").text.lstrip("\ufeff"))))
    assert rows[0][5:] == ["'=1+1", "'@SUM", *STRANGE[2:]]
    assert rows[1] == ["1", "333", "'=1+1", "'@SUM", "yes", "84", "0", "130", "70", "32"]
    assert rows[-1][5:] == ["84", "0", "130", "70", "32"]


def test_state_says_when_nothing_has_changed(played: Phone) -> None:
    address = f"{played.table}.json"
    first = played.client.get(address)
    assert first.json is not None
    assert (first.json["version"], first.json["round"]["contract"]) == (3, "334")
    tag = first.headers["ETag"]
    assert played.client.get(address, headers={"If-None-Match": tag}).status_code == 304
    played.post("calls", player="2")
    assert played.client.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "kalooki-ref game 1"}', "x"])
def test_what_is_no_game_is_refused_in_words(
    app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    assert main(["restore", str(file), "--instance", app.instance_path]) == 2
    assert "cannot be read back" in capsys.readouterr().err


def test_without_a_game_the_games_are_listed(
    app: Flask, played: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["export", "--instance", app.instance_path])
    assert played.table.rsplit("/", 1)[1] in capsys.readouterr().out
