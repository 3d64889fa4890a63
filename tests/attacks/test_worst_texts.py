"""The worst texts at every entry point: little CPU time and memory, and never a server error.

The entry points are found (`entry_points`), so that a new field is tested without being listed.
Every commit tests a share of the requests; `KALOOKI_WHOLE=1` tests all.
"""

import logging
import os
from collections.abc import Iterator

import pytest
from flask import Flask, request

from kalooki_ref import create_app
from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.web.copies.imports import read_game, store
from tests.attacks.altered_exports import whole_game
from tests.attacks.cost import measured
from tests.attacks.entry_points import COOKIE, FILE, FORM, HEADER, JSON, PATH, QUERY, Survey
from tests.attacks.worst_requests import cases, prepared
from tests.commits import share_of_this_commit

SHARES = 32
MOST_MEMORY = 50 * 1024 * 1024
MOST_SHOWN = 3
EVERY = FORM, QUERY, PATH, JSON, HEADER, COOKIE, FILE
# One test, so that only one process makes the survey; all of it takes minutes.
PLACES = [(place,) for place in EVERY] if os.environ.get("KALOOKI_WHOLE") else [EVERY]
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


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Survey:
    """The entry points of an app with a game that is being played."""
    instance = tmp_path_factory.mktemp("worst") / "instance"
    app = create_app({"INSTANCE": str(instance), "LIMITS": False})

    def new_game() -> str:
        with app.test_request_context():
            return store(read_game(whole_game("jamaican")))

    house = house_text(HouseRules("Sunday rules", "jamaican", (("max_calls", "2"),)))
    parts = {"game_id": new_game(), "text": house, "code": "ABCDEF", "form": "round-2"}
    parts |= {"index": "1", "number": "2", "kind": "tack", "page": "lay", "slug": "jamaican"}
    survey = Survey(app, new_game, parts)
    survey.take()
    found = {(case.place, case.name) for case in cases(survey)}
    assert found >= SOME, SOME - found
    return survey


@pytest.fixture(autouse=True)
def without_log() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("places", PLACES, ids=" ".join)
def test_worst_texts_cost_little(survey: Survey, places: tuple[str, ...]) -> None:
    found = []
    every = [case for case in cases(survey) if case.place in places]
    for case in share_of_this_commit(every, of=SHARES):
        answer, cost = measured(prepared(survey, case), seconds=case.seconds)
        if case.door.method != "GET" and answer.status_code < 400:
            survey.parts["game_id"] = survey.new_game()
        if answer.status_code >= 500 or cost.seconds > case.seconds or cost.memory > MOST_MEMORY:
            found.append(f"{case}: {answer.status_code}, {cost}")
        if len(found) == MOST_SHOWN:
            break
    assert not found, "\n".join(found)


def test_new_field_is_found_without_being_listed() -> None:
    app = Flask("new")

    @app.post("/greet")
    def greet() -> str:
        return request.form.get("whom", "") + request.args.get("how", "")

    survey = Survey(app, str, {})
    survey.take()
    found = {(case.place, case.name) for case in cases(survey) if case.door.endpoint == "greet"}
    assert {(FORM, "whom"), (QUERY, "how")} <= found
