"""Renders every page of a game once, to reject imports that break a page."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from flask import Flask, current_app
from werkzeug.exceptions import NotFound
from werkzeug.test import create_environ

from kalooki_ref.game.importing import ImportFault, ImportRefused
from kalooki_ref.practice.lessons import Step
from kalooki_ref.practice.questions import topics_of
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.circles import tonight
from kalooki_ref.web.copies import imports
from kalooki_ref.web.copies.export import state_of
from kalooki_ref.web.learn import example, learn, practise
from kalooki_ref.web.results import history, standings
from kalooki_ref.web.results.race_chart import PAPER, PHONE
from kalooki_ref.web.rulings.check_query import RulesInForce
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.start import home
from kalooki_ref.web.table import table

# Views whose only argument is the game.
ENDPOINTS = (
    "awards.show",
    "board.show",
    "send.show",
    "count.show",
    "export.scores",
    "players.show",
    "rounds.end",
    "table.rules",
)
# How many of the first and last rounds are rendered.
ROUNDS_SHOWN = 5

Page = tuple[str, Callable[[], object]]


def init_app(app: Flask) -> None:
    app.extensions[imports.PAGE_CHECK] = render_every_page


def render_every_page(opened: OpenGame, *, is_over: Callable[[], bool] = bool) -> None:
    """Render each page of a game; raises ImportRefused with the first that fails.

    ``is_over`` returns whether the time limit is exceeded. The game needn't be stored.
    """
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    # In a request context of their own, so that flashes and g of the real request don't mix in.
    with app.app_context(), app.request_context(create_environ()):
        for name, show in _pages(opened):
            if is_over():
                raise ImportRefused(ImportFault.TOO_MUCH_WORK)
            try:
                show()
            except NotFound:  # such as the round of a game that is over
                continue
            except Exception as error:  # a hand-made file can break a page in any way
                raise ImportRefused(ImportFault.NO_PAGE, about=name) from error


def _pages(opened: OpenGame) -> Iterator[Page]:
    yield "table.show", lambda: table.page_of(opened)
    yield "table.scoreboard", lambda: table.scoreboard(opened)
    yield "standings.show", lambda: _standings(opened)
    yield "home.show", lambda: home.line_of(opened)
    yield "tonight.show", lambda: tonight.page_of(opened, (opened,))
    yield "export.state", lambda: state_of(opened)
    # Every entry in words, then the page, which has only the newest.
    yield "history.show", lambda: history.history_entries(opened, most=opened.version)
    yield "history.show", lambda: history.page_of(opened)
    for endpoint in ENDPOINTS:
        view = current_app.view_functions[endpoint]
        yield endpoint, lambda view=view: view.__wrapped__(opened)  # type: ignore[misc]
    yield from _learn_pages(opened)
    for index in _rounds_shown(len(opened.game.past)):
        view = current_app.view_functions["rounds.show"]
        yield "rounds.show", lambda view=view, index=index: view.__wrapped__(opened, index=index)  # type: ignore[misc]


def _learn_pages(opened: OpenGame) -> Iterator[Page]:
    """Yield what depends on the rules alone; only own rules can break it."""
    if opened.system in SYSTEMS:
        return
    rules, system = RulesInForce(opened.system, opened=opened), opened.system
    yield "example.show", lambda: example.screen(rules, system)
    for number in range(1, len(Step) + 1):
        yield "learn.show", lambda number=number: learn.screen(number, rules, system)  # type: ignore[misc]
    for topic in topics_of(system):
        yield "practise.show", lambda topic=topic: practise.screen(topic, rules, system)  # type: ignore[misc]


def _standings(opened: OpenGame) -> None:
    """Make the whole score grid, and render its first and last rounds on screen and on paper."""
    results = standings.results_of(opened, PHONE)
    rows = results.grid.rounds
    few = tuple(rows[number - 1] for number in _rounds_shown(len(rows)))
    results = replace(results, grid=replace(results.grid, rounds=few))
    standings.screen(opened, results)
    chart = standings.chart_of(opened.game, PAPER)
    standings.sheet(opened, replace(results, chart=chart))


def _rounds_shown(count: int) -> list[int]:
    numbers = range(1, count + 1)
    return sorted({*numbers[:ROUNDS_SHOWN], *numbers[-ROUNDS_SHOWN:]})
