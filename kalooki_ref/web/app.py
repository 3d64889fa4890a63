"""The app put together: settings, database, doors, pages, in that order.

Not here: any page; each noun has a module of its own, listed in `BLUEPRINTS`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask_babel import Babel
from flask_migrate import Migrate

from kalooki_ref.store import MIGRATIONS, db, open_database
from kalooki_ref.web import (
    advise_api,
    api,
    assets,
    board_jokers,
    board_lays,
    board_tacks,
    boards,
    calls,
    checks,
    compression,
    counts,
    design,
    downloads,
    drafts,
    entries,
    errors,
    games,
    hands,
    headers,
    health,
    history,
    home,
    houses,
    joker_checks,
    lay_checks,
    lays,
    logs,
    news,
    players,
    reasons,
    rounds,
    rulebook,
    security,
    standings,
    stock,
    table,
    tack_checks,
    theme,
    undoings,
)
from kalooki_ref.web.config import configure

PACKAGE = Path(__file__).parents[1]
BLUEPRINTS = (
    advise_api.blueprint,
    api.blueprint,
    health.blueprint,
    assets.blueprint,
    design.blueprint,
    theme.blueprint,
    downloads.blueprint,
    drafts.blueprint,
    rounds.blueprint,
    standings.blueprint,
    calls.blueprint,
    checks.blueprint,
    lay_checks.blueprint,
    tack_checks.blueprint,
    joker_checks.blueprint,
    boards.blueprint,
    board_lays.blueprint,
    board_tacks.blueprint,
    board_jokers.blueprint,
    counts.blueprint,
    games.blueprint,
    hands.blueprint,
    history.blueprint,
    home.blueprint,
    houses.blueprint,
    lays.blueprint,
    players.blueprint,
    rulebook.blueprint,
    stock.blueprint,
    table.blueprint,
    undoings.blueprint,
)


class App(Flask):
    """Flask, but what goes wrong is logged as one line without anything a person typed."""

    def log_exception(self, exc_info: Any) -> None:
        logs.log_failure(exc_info)


def make_app(config: Mapping[str, Any]) -> App:
    """Return the app, its database open; raises Unfit when that cannot be."""
    app = App(
        "kalooki_ref",
        instance_path=config.get("INSTANCE"),
        static_folder=None,
        template_folder=str(folder("templates")),
    )
    configure(app, config)
    open_database(app)
    Migrate(app, db, directory=str(MIGRATIONS))
    Babel(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for door in (logs, security, entries, compression, headers, errors, assets, reasons):
        door.init_app(app)
    errors.tell_news(app, news.since)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def folder(name: str) -> Path:
    """Return templates or static files: inside an installed package, beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
