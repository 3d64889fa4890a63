"""`kalooki-ref demo`: its games, and all their pages."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from kalooki_ref import create_app
from kalooki_ref.cli.demo import make_games
from kalooki_ref.cli.demo_games import demo_games
from kalooki_ref.cli.demo_season import season_games
from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry
from kalooki_ref.game.state import Game
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.store.event_store import all_games
from tests.web.phone import Phone

PAGES = ("", "/standings", "/history", "/round", "/print", "/export.csv")
GAMES = {game.title: game for game in demo_games()}


def folded(title: str) -> Game:
    game = GAMES[title]
    return fold(game.system, tuple(Entry(seq, event) for seq, event in enumerate(game.events, 1)))


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    make_games(folder)
    return folder


@pytest.fixture
def phone(instance: Path) -> FlaskClient:
    return create_app({"INSTANCE": str(instance)}).test_client()


def test_there_are_a_dozen_games_in_all_five_systems() -> None:
    assert len(demo_games()) == 12
    assert {game.slug for game in demo_games()} == {system.slug for system in SYSTEMS}


def test_demo_games_are_at_every_stage() -> None:
    numbers = {title: game.current.number for title in GAMES if (game := folded(title)).current}
    assert numbers["Just begun"] == 1
    assert numbers["The last round"] == 9
    assert numbers.keys() & {"Nine rounds, played out", "For a pool"} == set()
    assert any(round_.is_void for round_ in folded("Corrected, and a void round").past)


def test_new_phone_sees_all_of_them(phone: FlaskClient) -> None:
    home = phone.get("/", follow_redirects=True).text
    assert home.count("/g/") >= 12
    assert "Great-Aunt Bea" in home


def test_every_page_of_every_game_opens(phone: FlaskClient) -> None:
    with phone.application.app_context():
        ids = [row.id for row in all_games()][: len(demo_games())]
    for game_id in ids:
        for page in PAGES:
            assert phone.get(f"/g/{game_id}{page}").status_code == 200, page


def test_second_start_adds_nothing(instance: Path, phone: FlaskClient) -> None:
    make_games(instance)
    with phone.application.app_context():
        assert len(all_games()) == len(demo_games()) + len(season_games())


def test_ordinary_instance_shows_no_games_to_a_new_phone(tmp_path: Path) -> None:
    make_games(tmp_path)
    with_setting_off = create_app({"INSTANCE": str(tmp_path), "DEMO": False}).test_client()
    assert "/g/" not in with_setting_off.get("/").text


def test_circle_has_a_season_with_known_figures(instance: Path) -> None:
    phone = Phone(create_app({"INSTANCE": str(instance), "DEMO": True}).test_client())
    phone.get("/")
    (circle,) = re.findall(r'href="(/c/[\w-]+)"', phone.get("/").text)
    every = "?year=all"
    assert "Jo is ahead beats 61% of the table" in phone.words(phone.get(circle + every))
    assert "12 evenings" in phone.words(phone.get(f"{circle}/evenings{every}"))
    people = phone.words(phone.get(f"{circle}/people{every}"))
    for line in ("Jo 16 games, 5 won", "Rose 24 games, 3 won", "Mina 24 games, 6 won"):
        assert line in people
    assert "Lowest total, Jamaican Kalooki Mina" in phone.words(
        phone.get(f"{circle}/records{every}")
    )
    seasons = phone.words(phone.get(f"{circle}/seasons"))
    assert "Twelve evenings Mina leads" in seasons
