"""The project's address, from pyproject.toml: in the app, on paper, and not at all without one."""

import email.message
import importlib.metadata

import pytest
from flask import Flask

from kalooki_ref.pocket import whats_new
from kalooki_ref.server.settings import project_url
from kalooki_ref.words.language import LANGUAGES
from tests.web.phone import Phone

HERE = "https://example.org/kalooki/"
PAGES = ("/rules/about", "send", "print")


@pytest.fixture
def in_a_pocket(app: Flask, phone: Phone) -> Phone:
    """A game in the pocket, which says how to use several phones."""
    app.config["RUNS_IN"] = "pocket"
    app.register_blueprint(whats_new.blueprint)
    phone.begin()
    return phone


def test_pages_and_paper_say_where_the_app_comes_from(app: Flask, in_a_pocket: Phone) -> None:
    app.config["PROJECT_URL"] = HERE
    for language in LANGUAGES:
        in_a_pocket.client.set_cookie("language", language)
        for page in PAGES:
            words = in_a_pocket.words(in_a_pocket.get(page))
            assert words.count(HERE) == 1, (language, page)


def test_without_an_address_no_page_mentions_one(app: Flask, in_a_pocket: Phone) -> None:
    app.config["PROJECT_URL"] = ""
    for page in PAGES:
        words = in_a_pocket.words(in_a_pocket.get(page))
        assert "comes from" not in words
        assert "project" not in words
        assert "Kalooki Ref:" not in words
    assert "type “make run” in its folder" in in_a_pocket.words(in_a_pocket.get("send"))


@pytest.mark.parametrize(
    ("lines", "address"),
    [((), ""), (("Issues, https://example.org/issues", f"Homepage, {HERE}"), HERE)],
)
def test_address_is_the_homepage_in_pyproject(
    monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...], address: str
) -> None:
    metadata = email.message.Message()
    for line in lines:
        metadata["Project-URL"] = line
    monkeypatch.setattr("kalooki_ref.server.settings.metadata", lambda _name: metadata)
    assert project_url() == address


def test_pocket_without_metadata_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("kalooki_ref.server.settings.metadata", missing)
    assert project_url() == ""
