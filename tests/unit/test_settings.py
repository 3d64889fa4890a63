"""Settings of an instance: created once, private, validated."""

import os
import re
from pathlib import Path

import pytest
from flask import Flask, request

from kalooki_ref.server.settings import (
    SETTINGS,
    check_secret,
    check_settings,
    is_like,
    make_config,
    make_folder,
    trust_proxies,
)
from kalooki_ref.store.tables import ConfigError


@pytest.mark.parametrize(
    ("value", "usual", "fits"),
    [
        ("20/minute", "1500/minute", True),
        ("20/day", "1500/minute", True),
        ("20", "1500/minute", False),
        ("1/fortnight", "300/hour", False),
        (20, "1500/minute", False),
        ("postgresql://here", "", True),
        (None, "", False),
        (("a.example",), (), True),
        (["a.example", "b.example"], (), True),
        ("a.example", (), False),
        ((1,), (), False),
        (True, False, True),
        ("yes", True, False),
        (5, 0, True),
        ("5", 0, False),
    ],
)
def test_setting_must_match_the_type_of_its_default(
    value: object, usual: object, fits: bool
) -> None:
    assert is_like(value, usual) is fits


def test_invalid_setting_is_reported_with_its_default() -> None:
    check_settings(SETTINGS)
    with pytest.raises(ConfigError, match=r"PROXIES can't be 'one'\. The default is 0\."):
        check_settings({**SETTINGS, "PROXIES": "one"})


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("", True),
        ("https://somebody.github.io/kalooki-ref/", True),
        ("http://localhost:8000/", True),
        ("http://192.168.1.20:8000/", False),
        ("https://somebody.github.io/kalooki-ref", False),
        ("somebody.github.io/", False),
        ("https://somebody.github.io/?a=b/", False),
    ],
)
def test_pocket_url_must_end_with_a_slash_and_be_kept_by_browsers(address: str, fits: bool) -> None:
    settings = {**SETTINGS, "POCKET_URL": address}
    if fits:
        check_settings(settings)
    else:
        with pytest.raises(ConfigError, match="It has to look like https://"):
            check_settings(settings)


def test_short_secret_is_refused() -> None:
    check_secret("x" * 32)
    check_secret(b"x" * 32)
    for secret, size in (("x" * 31, 31), (b"x" * 5, 5), ("\u00e9" * 15, 30), (None, 0)):
        with pytest.raises(ConfigError, match=f"SECRET_KEY has {size} bytes where at least 32"):
            check_secret(secret)


def test_first_start_creates_a_private_secret(tmp_path: Path) -> None:
    path = tmp_path / "config.py"
    make_config(path)
    text = path.read_text("utf-8")
    secret = text.partition('SECRET_KEY = "')[2].partition('"')[0]
    assert len(secret) == 64
    assert path.stat().st_mode & 0o777 == 0o600
    make_config(path)
    assert path.read_text("utf-8") == text
    assert list(tmp_path.iterdir()) == [path]


def test_two_instances_have_two_secrets(tmp_path: Path) -> None:
    first, other = tmp_path / "one.py", tmp_path / "other.py"
    make_config(first)
    make_config(other)
    assert first.read_text("utf-8") != other.read_text("utf-8")


def test_instance_folder_is_private_but_other_folders_keep_their_mode(
    tmp_path: Path,
) -> None:
    new, games, things = (tmp_path / "deep" / "new", tmp_path / "games", tmp_path / "things")
    for folder, file in ((games, "kalooki.sqlite"), (things, "letter.txt")):
        folder.mkdir()
        (folder / file).touch()
        folder.chmod(0o755)
    for folder in (new, games, things):
        make_folder(folder)
    assert [path.stat().st_mode & 0o777 for path in (new, games, things)] == [0o700, 0o700, 0o755]
    with pytest.raises(ConfigError, match="is a file, not a folder"):
        make_folder(things / "letter.txt")


def test_docs_list_the_default_of_every_limit() -> None:
    docs = Path(__file__).parents[2].joinpath("docs", "deploy.md").read_text("utf-8")
    given = dict(re.findall(r"^\| `(MOST_\w+)` \| (.+?) \|", docs, re.MULTILINE))
    assert given == {
        name: str(value) for name, value in SETTINGS.items() if name.startswith("MOST_")
    }


def test_form_limits_are_64_kilobytes_and_200_fields() -> None:
    sizes = ("MAX_CONTENT_LENGTH", "MAX_FORM_MEMORY_SIZE", "MAX_FORM_PARTS")
    assert [SETTINGS[name] for name in sizes] == [65_536, 65_536, 200]


def test_only_configured_proxies_are_trusted() -> None:
    seen = []
    for hops in (0, 1, 2):
        app = Flask(__name__)
        app.config["PROXIES"] = hops
        app.add_url_rule("/", view_func=lambda: f"{request.remote_addr} {request.scheme}")
        trust_proxies(app)
        headers = {"X-Forwarded-For": "192.0.2.1, 192.0.2.2", "X-Forwarded-Proto": "https, http"}
        seen.append(app.test_client().get("/", headers=headers).text)
    assert seen == ["127.0.0.1 http", "192.0.2.2 http", "192.0.2.1 https"]


@pytest.mark.parametrize("has_links", [True, False])
def test_config_is_synced_before_it_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_links: bool
) -> None:
    path = tmp_path / "config.py"
    synced: list[tuple[int, bool]] = []
    monkeypatch.setattr(
        os, "fsync", lambda file: synced.append((os.fstat(file).st_size, path.exists()))
    )
    if not has_links:
        monkeypatch.setattr(os, "link", _refuse_link)
    make_config(path)
    assert synced == [(path.stat().st_size, False)]
    assert list(tmp_path.iterdir()) == [path]


def _refuse_link(_new: Path, _path: Path) -> None:
    raise PermissionError
