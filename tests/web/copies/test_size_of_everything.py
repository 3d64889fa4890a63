"""How large a file with everything may be, and what opening it costs."""

import base64
import re
import shutil
from pathlib import Path
from random import randbytes

import pytest

from kalooki_ref import create_app
from kalooki_ref.pocket import whats_new
from kalooki_ref.server import heavy_work
from kalooki_ref.web.copies import everything
from kalooki_ref.web.copies.everything_file import packed_file
from tests.web.copies.test_everything import (
    NewPhone,
    begun,
    kept,
    opened,
    saved,
    with_everything,
)
from tests.web.phone import Phone


def test_pocket_keeps_what_a_file_of_several_megabytes_adds(
    phone: Phone, new_instance: Path, tmp_path: Path
) -> None:
    """Between reading and keeping, the form carries the file, which may be larger than any form."""
    data = with_everything(phone) | {
        "of a later release": base64.b64encode(randbytes(2**21)).decode()
    }
    instance = shutil.copytree(new_instance, tmp_path / "elsewhere")
    app = create_app({"INSTANCE": str(instance), "RUNS_IN": "pocket"})
    app.register_blueprint(whats_new.blueprint)
    pocket = Phone(app.test_client())
    answer = pocket.post("/everything/keep", held=packed_file(data), key="k" * 32, base="0")
    assert answer.status_code == 303
    assert "Fay" in pocket.get("/").text


def test_server_takes_a_file_of_several_megabytes(phone: Phone, new_phone: NewPhone) -> None:
    """A circle with a few hundred games needs one."""
    data = with_everything(phone) | {
        "of a later release": base64.b64encode(randbytes(2**21)).decode()
    }
    other = new_phone()
    assert kept(other, opened(other, data)).status_code == 303
    assert "Fay" in other.get("/").text


def test_file_that_a_server_does_not_take_says_so_before_it_is_saved(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(phone, "Ann", "Ben", "Cleo")
    assert "MB" not in phone.words(phone.get("/everything"))
    monkeypatch.setattr(everything, "LARGEST_OF_EVERYTHING", 1000)
    assert "so does the command “kalooki-ref restore”" in phone.words(phone.get("/everything"))
    monkeypatch.setattr(everything, "LARGEST_IN_POCKET", 1000)
    assert "No app opens a file of more than" in phone.words(phone.get("/everything"))


def test_size_that_is_named_is_about_the_one_of_the_file(phone: Phone) -> None:
    data = with_everything(phone)
    (named,) = re.findall(r"about (\d+) kB", phone.words(phone.get("/everything")))
    size = len(phone.get("/everything.json").text) / 1000
    assert len(data["games"]) == 2
    assert size * 0.8 < int(named) < size * 1.5


def test_games_that_are_here_do_not_count_as_imported(new_instance: Path, tmp_path: Path) -> None:
    instance = shutil.copytree(new_instance, tmp_path / "instance")
    app = create_app({"INSTANCE": str(instance), "MOST_IMPORTED": "12/hour"})
    phone, other = Phone(app.test_client()), Phone(app.test_client())
    begun(phone, "Ann", "Ben", "Cleo")
    page = opened(other, saved(phone))
    assert [kept(other, page).status_code for _ in range(6)] == [303] * 6


def test_saving_waits_for_other_heavy_work(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy_work, "TURN_SECONDS", 0)
    with heavy_work.heavy_work():
        answer = phone.client.get("/everything.json")
    assert answer.status_code == 503
    assert "Try again" in answer.text
