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
    hosted_pocket,
    inputs,
    limits,
    monitoring,
    responses,
    security,
)
from kalooki_ref.server.settings import configure, folder
from kalooki_ref.store.database import open_database
from kalooki_ref.web import design, page_check
from kalooki_ref.web.circles import (
    circle,
    circle_games,
    circle_names,
    circle_settings,
    circles,
    figures,
    new_circle,
    season_form,
    seasons,
    tonight,
)
from kalooki_ref.web.copies import bringing_back, everything, export, opening, send
from kalooki_ref.web.house import card_values, contracts, house_rules, larger_tables
from kalooki_ref.web.learn import example, learn, practise, today
from kalooki_ref.web.phones import join, news, phones, stream, takeover
from kalooki_ref.web.results import history, standings, undo
from kalooki_ref.web.rulings import advice, check, recording, rulebook
from kalooki_ref.web.shared import append, misfits, open_game, renewal, rights, settings
from kalooki_ref.web.start import deletion, games, home, sample
from kalooki_ref.web.table import (
    arrivals,
    awards,
    board,
    count,
    departures,
    first_game,
    hand,
    play,
    players,
    table,
)
from kalooki_ref.web.table.round import rounds, shared_draft

# Modules with an ``init_app``, a ``blueprint`` or both. The order of the first ones matters, up to
# ``append``: their ``before_request`` handlers run in it, their ``after_request`` handlers in
# reverse. The order of the pages doesn't matter.
MODULES = (
    renewal,
    settings,
    monitoring,
    body_sizes,
    security,
    inputs,
    responses,
    errors,
    clock,
    assets,
    hosted_pocket,
    rights,
    append,
    misfits,
    circle,
    history, standings, undo,
    circle_games, circle_names, circle_settings, circles, figures, new_circle, season_form, seasons,
    tonight,
    deletion, games, home, sample,
    bringing_back, everything, export, opening, send,
    card_values, contracts, house_rules, larger_tables,
    advice, check, recording, rulebook,
    example, learn, practise, today,
    arrivals, awards, board, count, departures, first_game, hand, play, players, rounds,
    shared_draft, table,
    join, news, phones, stream, takeover,
    design, page_check,
)  # fmt: skip


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
