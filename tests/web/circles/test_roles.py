"""Every address of a circle requests every URL of it: what shows it changes nothing."""

from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.routing import Rule

from kalooki_ref.store.circles import create_circle, renew_address
from tests.web.phone import SAME_SITE

# The pages that only whoever may change a circle sees; every other page is for reading.
CHANGES = """
GET  circle_games.ask
GET  circle_settings.ask_delete
GET  circle_settings.show
GET  everything.save_circle
POST circle_games.add
POST circle_games.remove
POST circle_names.hide
POST circle_names.join
POST circle_names.keep_apart
POST circle_names.part
POST circle_names.seat
POST circle_settings.delete
POST circle_settings.rename
POST circle_settings.renew
POST circle_settings.undo
GET  season_form.edit
GET  season_form.new
POST season_form.create
POST season_form.delete
POST season_form.save
"""
SHOWS = """
GET  circle.counting
GET  circle.evenings
GET  circle.games
GET  circle.people
GET  circle.records
GET  circle.show
GET  circle_figures.pair
GET  circle_figures.person
GET  circle_seasons.index
GET  circle_seasons.paper
GET  circle_seasons.show
GET  circle_seasons.table
"""


def listed(lines: str) -> set[tuple[str, str]]:
    return {tuple(line.split()) for line in lines.splitlines() if line}  # type: ignore[misc]


def ways(app: Flask) -> Iterator[tuple[str, Rule]]:
    for rule in app.url_map.iter_rules():
        if "circle" in rule.arguments:
            yield from ((one, rule) for one in (rule.methods or set()) - {"HEAD", "OPTIONS"})


def test_every_url_of_a_circle_is_listed(app: Flask) -> None:
    assert {(method, rule.endpoint) for method, rule in ways(app)} == listed(CHANGES) | listed(
        SHOWS
    )


@pytest.mark.parametrize("which", ["shows", "changes", "renewed", "made up"])
def test_every_address_has_exactly_its_rights(app: Flask, which: str) -> None:
    for endpoint in app.view_functions:
        app.view_functions[endpoint] = lambda **_parts: "in"
    with app.app_context():
        made = create_circle("k" * 32, name="Us", zone="", games=[])
        if which == "renewed":
            renew_address(made.id, "changes")
    address = {"shows": made.shows, "made up": "x" * 22}.get(which, made.changes)
    parts = {"circle": address, "person": "p", "one": "p", "other": "q", "season": "s"}
    client, wrong = app.test_client(), []
    for method, rule in ways(app):
        held = {one: parts[one] for one in rule.arguments}
        url = app.url_map.bind("localhost").build(rule.endpoint, held, method=method)
        status = client.open(url, method=method, headers=SAME_SITE).status_code
        may = which == "changes" or (method, rule.endpoint) in listed(SHOWS)
        wanted = 404 if which in {"renewed", "made up"} else 200 if may else 403
        if status != wanted:
            wrong.append(f"{method} {rule.endpoint}: {status}, not {wanted}")
    assert not wrong
