"""The app put together: settings, database, middleware, pages, in that order."""

import os
from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask_babel import Babel

from kalooki_ref.store import MIGRATIONS, db, open_database
from kalooki_ref.web import (
    copies,
    count,
    design,
    export,
    history,
    home,
    house_rules,
    moved,
    players,
    rulebook,
    standings,
    tonight,
)
from kalooki_ref.web.access import append, device, open_game, page_cache
from kalooki_ref.web.advice import advice
from kalooki_ref.web.api import api
from kalooki_ref.web.board import additions, board, lays
from kalooki_ref.web.check import check
from kalooki_ref.web.config import configure, folder
from kalooki_ref.web.games import deletion, games
from kalooki_ref.web.messages import score_words, translation
from kalooki_ref.web.middleware import assets, errors, limits, monitoring, responses, security
from kalooki_ref.web.round import rounds
from kalooki_ref.web.table import play, table

MIDDLEWARE = (
    monitoring,
    security,
    append,
    responses,
    errors,
    assets,
    translation,
    score_words,
    page_cache,
    deletion,
)
PAGES = (
    additions,
    advice,
    api,
    assets,
    board,
    check,
    copies,
    count,
    deletion,
    design,
    device,
    export,
    games,
    history,
    home,
    house_rules,
    lays,
    monitoring,
    moved,
    open_game,
    play,
    players,
    rounds,
    rulebook,
    standings,
    table,
    tonight,
)
"""Every module with pages; each has its ``blueprint``."""


class App(Flask):
    """Flask, but what goes wrong is logged as one line without anything a person typed."""

    def log_exception(self, exc_info: Any) -> None:
        monitoring.log_failure(exc_info)


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
    for module in MIDDLEWARE:
        module.init_app(app)
    errors.explain_stale(app, history.unseen_by)
    for page in PAGES:
        app.register_blueprint(page.blueprint)
    limits.apply(app)
    return app


def offer_migrations(app: Flask) -> None:
    """Give the ``flask db`` commands what they need; a server starts without Alembic's weight."""
    if os.environ.get("FLASK_RUN_FROM_CLI"):
        from flask_migrate import Migrate

        Migrate(app, db, directory=str(MIGRATIONS))
