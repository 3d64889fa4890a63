"""The worst texts at every entry point: little CPU time and memory, and never a server error.

The entry points are found (`entry_points`), so that a new field is tested without being listed.
Every commit tests a share of the requests; `KALOOKI_WHOLE=1` tests all.
"""

import logging
import os
from collections.abc import Iterator
from datetime import date

import pytest
from flask import Flask, abort, request

from kalooki_ref import create_app
from kalooki_ref.game.events import PlayerLeft, PlayerMarked
from kalooki_ref.records.people import spelling_of
from kalooki_ref.records.season import USUAL_POINTS, Rule, Scoring, Season
from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.store.circles import (
    Change,
    change_circle,
    circles_with,
    create_circle,
    delete_circle,
)
from kalooki_ref.store.event_store import import_game
from kalooki_ref.web.circles.seasons import row_of
from kalooki_ref.web.copies.game_links import packed
from kalooki_ref.web.copies.imports import read_game
from tests.attacks.altered_exports import whole_game
from tests.attacks.cost import measured
from tests.attacks.entry_points import COOKIE, FILE, FORM, HEADER, JSON, PATH, QUERY, Door, Survey
from tests.attacks.worst_requests import cases, prepared
from tests.commits import share_of_this_commit
from tests.web.circles.evenings import ANN_WINS, stored
from tests.web.copies.test_imports import with_entries

SHARES = 32
MOST_MEMORY = 50 * 1024 * 1024
MOST_SHOWN = 3
EVERY = FORM, QUERY, PATH, JSON, HEADER, COOKIE, FILE
# One test, so that only one process makes the survey; all of it takes minutes, so it is divided.
PLACES = [(place,) for place in EVERY] if os.environ.get("KALOOKI_WHOLE") else [EVERY]
PARTS = 6 if os.environ.get("KALOOKI_WHOLE") else 1
# The id of the circle, and its address.
CIRCLE = "c" * 22
# Two spellings of one person, in three games, and two people who may be one.
PLAYERS = (("Ann", "Bob", "Cleo"), ("Ann", "Bobby", "Cleo"), ("Anna", "Bob", "Cleo"))
# A few of the fields that a survey has to find.
SOME = {
    (FORM, "names"),
    (FORM, "hands-0-points"),
    (FORM, "game"),
    (QUERY, "cards"),
    (PATH, "text"),
    (JSON, ""),
    (FILE, "file"),
    (COOKIE, "device"),
    (HEADER, "Accept-Language"),
}
# Endpoints that refuse what the survey sends them, and why.
NOT_TAKEN = {
    **dict.fromkeys(("api.advise", "api.judge"), "take JSON"),
    **dict.fromkeys(("drafts.keep", "hand.send"), "a script sends them"),
    **dict.fromkeys(("everything.read", "everything.keep"), "need a file"),
    **dict.fromkeys(("join.find", "join.join"), "need the code of another phone"),
    "circle_games.add": "needs the link of a game",
}
# Ben left, and Ann holds four cards more than were dealt.
LEFT = PlayerLeft(2)
COUNTS = (("cards-1", "16"),)


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Survey:
    """The entry points of an app with a game that is being played."""
    instance = tmp_path_factory.mktemp("worst") / "instance"
    app = create_app({"INSTANCE": str(instance), "LIMITS": False})

    def new_game() -> str:
        with app.test_request_context():
            return import_game(read_game(with_entries(whole_game("jamaican"), LEFT)).stored)

    house = house_text(HouseRules("Sunday rules", "jamaican", (("max_calls", "2"),)))
    parts = {"game_id": new_game(), "text": house, "code": "ABCDEF", "form": "round-2"}
    parts |= {"index": "1", "number": "2", "kind": "tack", "page": "lay", "slug": "jamaican"}
    games = [stored(app, ANN_WINS, names=names, week=week) for week, names in enumerate(PLAYERS)]
    ann, bob, bobby, cleo = (spelling_of(CIRCLE, name) for name in ("Ann", "Bob", "Bobby", "Cleo"))

    def mend() -> None:
        """Make the circle anew: its addresses and ids stay."""
        with app.app_context():
            if CIRCLE in circles_with([CIRCLE]):
                delete_circle(CIRCLE)
            create_circle(CIRCLE, name="Us", zone="", games=games, changes=CIRCLE)
            rule = Rule(Scoring.POINTS, USUAL_POINTS)
            season = row_of(Season("All", date(2026, 1, 1), date(2026, 12, 31), rule))
            change_circle(CIRCLE, Change({bobby: bob}, {cleo: True}, seasons={"season": season}))

    mend()
    parts |= {"circle": CIRCLE, "season": "season", "person": bob, "one": ann, "other": bob}
    here = (("game_id", ""),)
    went_on = packed(with_entries(whole_game("jamaican"), LEFT, PlayerMarked(1, 12)))
    first = (
        Door("GET", "table.show", here),
        Door("POST", "opening.show", form=(("game", went_on),)),
        Door("POST", "count.read", here, form=COUNTS),
    )
    survey = Survey(app, new_game, parts, mend, first)
    survey.take()
    found = {(case.place, case.name) for case in cases(survey)}
    assert found >= SOME, SOME - found
    posts = {
        door.endpoint: bool(door.form) for door in survey.fullest[::-1] if door.method != "GET"
    }
    refused = {endpoint for endpoint, _has_form in posts.items() - survey.taken}
    assert refused == NOT_TAKEN.keys(), refused ^ NOT_TAKEN.keys()
    return survey


@pytest.fixture(autouse=True)
def without_log() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("places", PLACES, ids=" ".join)
def test_worst_texts_cost_little(survey: Survey, places: tuple[str, ...], part: int) -> None:
    found = []
    every = [case for case in cases(survey) if case.place in places]
    for case in share_of_this_commit(every, of=SHARES)[part::PARTS]:
        answer, cost = measured(prepared(survey, case), seconds=case.seconds)
        if case.door.method != "GET" and answer.status_code < 400:
            survey.renew(case.door)
        if answer.status_code >= 500 or cost.seconds > case.seconds or cost.memory > MOST_MEMORY:
            found.append(f"{case}: {answer.status_code}, {cost}")
        if len(found) == MOST_SHOWN:
            break
    assert not found, "\n".join(found)


def test_new_field_is_found_without_being_listed() -> None:
    app = Flask("new")

    @app.post("/greet")
    def greet() -> str:
        if "way" not in request.form:
            abort(404)
        return request.form.get("whom", "") + request.args.get("how", "")

    @app.get("/")
    def ask() -> str:
        return "<form method=post action=/greet><input name=way value=loud></form>"

    survey = Survey(app, str, {})
    survey.take()
    found = {
        (case.place, case.name): case for case in cases(survey) if case.door.endpoint == "greet"
    }
    assert {(FORM, "whom"), (QUERY, "how")} <= found.keys()
    assert found[FORM, "whom"].door.form == (("way", "loud"),)
