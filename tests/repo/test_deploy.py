"""The files in deploy/ match the app: schema, settings, commands, paths."""

import re
from pathlib import Path

import pytest

from kalooki_ref.cli import make_parser
from kalooki_ref.server.settings import SETTINGS, USUAL_NAMES
from tests.deployment import DEPLOY, check_compose_file

ROOT = Path(__file__).parents[2]
FILES = ("compose.yaml", "Containerfile", "kalooki-ref.service")


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def test_compose_file_fits_its_schema() -> None:
    check_compose_file()


@pytest.mark.parametrize("name", FILES)
def test_settings_in_deploy_exist(name: str) -> None:
    named = set(re.findall(r"KALOOKI_([A-Z_]+)", text_of(name)))
    assert named <= SETTINGS.keys()
    assert set(re.findall(r"\bDATABASE_URL|SECRET_KEY", text_of(name))) <= {*USUAL_NAMES}


def test_commands_in_deploy_exist() -> None:
    started = re.search(r'^CMD \["kalooki-ref", (.*)\]$', text_of("Containerfile"), re.MULTILINE)
    service = re.search(r"^ExecStart=\S+ (.*)$", text_of("kalooki-ref.service"), re.MULTILINE)
    assert started
    assert service
    for words in (
        re.findall(r'"(.*?)"', started[1]),
        service[1].replace("${WORKERS}", "4").split(),
    ):
        assert make_parser().parse_args(words).workers == 4


def test_files_copied_into_the_image_exist() -> None:
    copied = re.findall(r"^COPY (.*) \S+$", text_of("Containerfile"), re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    assert "requirements-scale.lock" in names
    assert all((ROOT / name).exists() for name in names)


def test_images_are_pinned_by_digest() -> None:
    origins = re.findall(r"^FROM (\S+)", text_of("Containerfile"), re.MULTILINE)
    assert origins
    assert all(re.search(r":[\w.-]+@sha256:[0-9a-f]{64}$", origin) for origin in origins)
