"""The file of a phone restored by the command line: its games and its circles."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref.cli import main
from tests.web.circles.evenings import bobs, names_of, send
from tests.web.circles.test_seasons import new_season
from tests.web.copies.test_circle_files import circle_file
from tests.web.copies.test_everything import begun, kept, opened, saved, with_everything
from tests.web.phone import Phone


def test_command_adds_the_games_of_the_file_once(
    phone: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "everything.json"
    file.write_text(json.dumps(with_everything(phone)), "utf-8")
    (tmp_path / "new").mkdir()
    restore = ["restore", str(file), "--instance", str(tmp_path / "new")]
    assert main(restore) == 0
    assert len(capsys.readouterr().out.split()) == 2
    assert main(restore) == 0
    again = capsys.readouterr()
    assert not again.out
    assert "Already here, and not changed: 2." in again.err


def test_command_adds_the_rounds_played_since(
    phone: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "new").mkdir()

    def restore(data: object) -> int:
        file = tmp_path / "everything.json"
        file.write_text(json.dumps(data), "utf-8")
        return main(["restore", str(file), "--instance", str(tmp_path / "new")])

    begun(phone, "Ann", "Ben", "Cleo")
    first = saved(phone)
    assert restore(first) == 0
    game_id = capsys.readouterr().out.strip()
    phone.post("calls", player="2")
    phone.post("calls", player="3")
    newest = saved(phone)
    assert restore(newest) == 0
    assert capsys.readouterr().out == f"{game_id}  entries added: 2\n"
    for data in (newest, first):
        assert restore(data) == 0
        assert "Already here, and not changed: 1." in capsys.readouterr().err
    assert main(["export", game_id, "--instance", str(tmp_path / "new")]) == 0
    assert json.loads(capsys.readouterr().out)["entries"] == newest["games"][0]["entries"]


def test_command_names_a_game_that_was_played_on_here_too(
    phone: Phone, elsewhere: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(phone, "Ann", "Ben", "Cleo")
    kept(elsewhere, opened(elsewhere, saved(phone)))
    elsewhere.table = re.findall(r'href="(/g/[^"/]+)"', elsewhere.get("/").text)[0]
    elsewhere.post("calls", player="3")
    before = saved(elsewhere)
    phone.post("calls", player="2")
    file, there = tmp_path / "everything.json", elsewhere.client.application.instance_path
    file.write_text(json.dumps(saved(phone)), "utf-8")
    assert main(["restore", str(file), "--instance", there]) == 1
    said = capsys.readouterr()
    assert (
        "Game 1 of the file: it was played on here, too, and "
        f"{elsewhere.table.removeprefix('/g/')} stays as it is.\n"
    ) in said.err
    assert saved(elsewhere) == before


def test_command_adds_every_game_without_keys(
    phone: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = with_everything(phone)
    for game in data["games"]:
        for entry in game["entries"]:
            del entry["key"]
    file = tmp_path / "everything.json"
    file.write_text(json.dumps(data), "utf-8")
    (tmp_path / "new").mkdir()
    assert main(["restore", str(file), "--instance", str(tmp_path / "new")]) == 0
    said = capsys.readouterr()
    assert len(said.out.split()) == 2
    assert "Already here" not in said.err


def test_command_brings_circles_back_with_their_address(
    app: Flask,
    phone: Phone,
    elsewhere: Phone,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    circle = bobs(app, phone)
    send(phone, phone.get(f"{circle}/people").text, "/names/join")
    new_season(phone, circle)
    data = circle_file(phone, circle)
    file, there = tmp_path / "circle.json", elsewhere.client.application.instance_path
    file.write_text(json.dumps(data), "utf-8")
    restore = ["restore", str(file), "--instance", there]
    assert main(restore) == 0
    said = capsys.readouterr().out
    assert main(restore) == 0
    assert re.findall("Sunday cousins: .*", said) == [capsys.readouterr().out.strip()]
    (address,) = re.findall(r"Sunday cousins: (/c/[\w-]+)", said)
    assert names_of(elsewhere, address) == ["Ann", "Bob", "Cleo"]
    assert "2 games" in elsewhere.words(elsewhere.get(f"{address}/games"))
    assert circle_file(elsewhere, address) == data


def test_command_names_circles_that_it_leaves_out(
    app: Flask, phone: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = circle_file(phone, bobs(app, phone))
    data["circles"].append({"key": "x", "name": ""})
    file = tmp_path / "circle.json"
    file.write_text(json.dumps(data), "utf-8")
    (tmp_path / "new").mkdir()
    assert main(["restore", str(file), "--instance", str(tmp_path / "new")]) == 1
    said = capsys.readouterr()
    assert "Sunday cousins: /c/" in said.out
    assert "Circles of the file that can't be read, and are left out: 1." in said.err
