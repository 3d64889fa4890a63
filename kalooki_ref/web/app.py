"""The app put together: settings, database, doors, pages, in that order."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask_babel import Babel

from kalooki_ref.store import MIGRATIONS, db, open_database
from kalooki_ref.web.access import append, page_cache
from kalooki_ref.web.config import configure
from kalooki_ref.web.history import news
from kalooki_ref.web.messages import reasons, translating
from kalooki_ref.web.middleware import (
    assets,
    compression,
    errors,
    headers,
    logs,
    security,
    sending,
)
from kalooki_ref.web.pages import BLUEPRINTS

PACKAGE = Path(__file__).parents[1]


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
    offer_migrations(app)
    Babel(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for door in (
        logs,
        security,
        append,
        compression,
        headers,
        sending,
        errors,
        assets,
        translating,
        reasons,
        page_cache,
    ):
        door.init_app(app)
    errors.tell_news(app, news.since)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def offer_migrations(app: Flask) -> None:
    """Give the ``flask db`` commands what they need; a server starts without Alembic's weight."""
    if os.environ.get("FLASK_RUN_FROM_CLI"):
        from flask_migrate import Migrate

        Migrate(app, db, directory=str(MIGRATIONS))


def folder(name: str) -> Path:
    """Return templates or static files: inside an installed package, beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
