"""The games that most tests of circles begin with."""

import pytest
from flask import Flask

from tests.web.circles.evenings import ANN_WINS, BEN_WINS, knowing, stored
from tests.web.phone import Phone


@pytest.fixture
def three(app: Flask, phone: Phone) -> list[str]:
    """Three games of Ann, Ben and Cleo on three evenings: Ann wins two."""
    games = [
        stored(app, points, week=week) for week, points in enumerate([ANN_WINS, BEN_WINS, ANN_WINS])
    ]
    knowing(phone, *games)
    return games
