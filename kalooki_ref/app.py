"""The application factory: settings, database, middleware, pages, in that order."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined

from kalooki_ref.server.middleware import (
    assets,
    body_sizes,
    clock,
    code_guesses,
    errors,
    inputs,
    limits,
    monitoring,
    responses,
    security,
)
from kalooki_ref.server.settings import configure, folder
from kalooki_ref.store.database import open_database
from kalooki_ref.web import (
    append,
    card_values,
    copy,
    count,
    deletion,
    design,
    every_page,
    export,
    first_game,
    games,
    hand,
    history,
    home,
    house_rules,
    join,
    larger_tables,
    misfits,
    news,
    open_game,
    opening,
    phones,
    play,
    rights,
    rulebook,
    send,
    settings,
    standings,
    stream,
    table,
    takeover,
    tonight,
    undo,
)
from kalooki_ref.web.advice import advice_page
from kalooki_ref.web.board import additions, board_page, lays
from kalooki_ref.web.check import check_page
from kalooki_ref.web.contracts import edit
from kalooki_ref.web.players import arrivals, departures, players_page
from kalooki_ref.web.round import drafts, rounds

# Modules with an ``init_app``, a ``blueprint`` or both. The order of the first ones matters, up to
# ``append``: their ``before_request`` handlers run in it, their ``after_request`` handlers in
# reverse. The order of the pages doesn't matter.
MODULES = (
    settings,
    monitoring,
    body_sizes,
    security,
    inputs,
    responses,
    errors,
    clock,
    assets,
    rights,
    append,
    misfits,
    games,
    deletion,
    stream,
    additions,
    advice_page,
    board_page,
    check_page,
    count,
    design,
    export,
    first_game,
    history,
    home,
    card_values,
    edit,
    house_rules,
    join,
    larger_tables,
    lays,
    news,
    hand,
    phones,
    play,
    players_page,
    arrivals,
    departures,
    rounds,
    rulebook,
    standings,
    table,
    takeover,
    tonight,
    undo,
    copy,
    opening,
    send,
    drafts,
    every_page,
)


class App(Flask):
    """A Flask app that logs exceptions as one line of JSON, without anything a person typed."""

    def log_exception(self, exc_info: Any) -> None:
        monitoring.log_failure(exc_info)


def make_app(config: Mapping[str, Any]) -> App:
    """Create the app and open its database; raises ConfigError."""
    app = App(
        "kalooki_ref",
        instance_path=config.get("INSTANCE"),
        static_folder=None,
        template_folder=str(folder("templates")),
    )
    configure(app, config)
    open_database(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    # Otherwise a renamed field of a view shows as an empty word.
    app.jinja_env.undefined = StrictUndefined
    for module in MODULES:
        if hasattr(module, "init_app"):
            module.init_app(app)
        if hasattr(module, "blueprint"):
            app.register_blueprint(module.blueprint)
    if app.config["RUNS_IN"] == "server":
        register_api(app)
    open_game.hand_to_views(app)
    errors.explain_stale(app, history.unseen_by)
    limits.apply(app)
    code_guesses.apply(app)
    return app


def register_api(app: App) -> None:
    """Register the API; the pocket app has none, which saves downloading msgspec."""
    from kalooki_ref.api.api import blueprint

    app.register_blueprint(blueprint)
