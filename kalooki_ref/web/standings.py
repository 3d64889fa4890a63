"""Who leads: standings, every round, the race as lines; on the screen and on paper."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flask import Blueprint, render_template, url_for

from kalooki_ref.game.ranking import race, standings
from kalooki_ref.game.state import Game, Round
from kalooki_ref.referee.scoring import Reason
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.game_words import day_words, pool_lines, pool_words, winner_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rule_words import change_lines

blueprint = Blueprint("standings", __name__)

PENALTIES = (Reason.NOT_DOWN, Reason.OVERCALL, Reason.FALSE_LAY, Reason.AGREED)
WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 156, 14, 28
LABEL_GAP = 17
# Each line has its own dashes, so that print without colour still tells players apart.
DASHES = ("", "9 4", "2 3", "12 3 2 3", "6 2", "1 4", "14 4", "4 2 1 2")


@dataclass(frozen=True, slots=True)
class RaceLine:
    """One player's way through the game."""

    name: str
    points: tuple[tuple[float, float], ...]
    dash: str
    label_y: float
    total: int

    @property
    def path(self) -> str:
        """The points as an SVG polyline wants them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Mark:
    """A gridline and its label."""

    at: float
    label: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything the drawing needs."""

    lines: tuple[RaceLine, ...]
    heights: tuple[Mark, ...]
    steps: tuple[Mark, ...]


@blueprint.get("/g/<game_id>/standings")
def show(opened: OpenGame) -> str:
    """Show places, totals, every round, the race and the pool."""
    return render_template(
        "standings/show.html",
        grid=grid(opened),
        shared=[(one.place or "–", one.player.name, one.points) for one in standings(opened.game)],
        **_shown(opened),
    )


@blueprint.get("/g/<game_id>/print")
def paper(opened: OpenGame) -> str:
    """Show the same on one sheet of paper, with room for signatures."""
    return render_template(
        "standings/paper.html",
        grid=grid(opened) if opened.game.is_over else grid_for_paper(opened),
        house=change_lines(opened.system),
        **_shown(opened),
    )


def _shown(opened: OpenGame) -> dict[str, Any]:
    return {
        "table": opened,
        "game": opened.game,
        "standings": standings(opened.game),
        "date": day_words(opened.created_at),
        "winner": winner_words(opened.game),
        "pool": pool_lines(opened.game),
        "pool_words": pool_words(opened.game),
        "chart": race_chart(
            [(player.name, race(opened.game, player.number)) for player in opened.game.players]
        ),
        "race_words": race_in_words(opened.game),
    }


def grid(opened: OpenGame) -> dict[str, Any]:
    """Return the arguments of the score_grid macro: players in seat order, a row a round."""
    game = opened.game
    players = game.players
    places = {standing.player.number: standing.place for standing in standings(game)}
    return {
        "players": [player.name for player in players],
        "rounds": [_row(opened, index, past) for index, past in enumerate(game.past, 1)],
        "totals": [game.points_of(player.number) for player in players],
        "ranks": [places[player.number] or "" for player in players] if game.scored else None,
        "bent": _(opened.system.words.bent) if opened.system.bend else "",
    }


def grid_for_paper(opened: OpenGame) -> dict[str, Any]:
    """Return the grid with a row for every round still to come, so that the sheet is complete."""
    shown = grid(opened)
    game = opened.game
    played = len(game.scored)
    for number in range(played + 1, len(game.system.contracts) + 1):
        empty = {
            "number": number,
            "label": _label(game, number),
            "cells": [None] * len(game.players),
        }
        shown["rounds"].append(empty)
    return shown


def race_in_words(game: Game) -> str:
    """Return what the drawing shows, for people who cannot see it."""
    parts = [
        _("%(name)s %(points)s", name=standing.player.name, points=signed(standing.points))
        for standing in standings(game)
    ]
    return _("Running totals, lower is better: %(totals)s.", totals=", ".join(parts))


def _row(opened: OpenGame, index: int, past: Round) -> dict[str, Any]:
    href = url_for("rounds.show", game_id=opened.id, index=index)
    cells = [_cell(past, player.number, href) for player in opened.game.players]
    return {
        "number": past.number,
        "label": _label(opened.game, past.number),
        "href": href,
        "void": past.is_void,
        "cells": cells,
    }


def _label(game: Game, number: int) -> str:
    contract = game.system.contract_of(number)
    return contract.name if contract else ""


def _cell(past: Round, player: int, href: str) -> dict[str, Any] | None:
    if past.place_of(player) is None:
        return None
    if past.end is None or past.is_void:
        return {"void": True}
    score = past.score_of(player)
    return {
        "points": score.points if score else 0,
        "won": past.winner == player,
        "bent": past.end.bent and past.winner == player,
        "penalty": any(line.reason in PENALTIES for line in score.lines) if score else False,
        "href": f"{href}#player-{player}",
    }


def race_chart(races: list[tuple[str, tuple[int, ...]]]) -> Chart:
    """Return the chart of named running totals; every player has the same number of totals."""
    totals = [total for _, race in races for total in race]
    low, high = min(0, *totals), max(10, *totals)
    unit = _unit(high - low)
    low, high = low // unit * unit, -(-high // unit) * unit
    steps = max(1, len(races[0][1]) - 1)
    paths = [[(_x(i, steps), _y(t, low, high)) for i, t in enumerate(race)] for _, race in races]
    labels = _apart([path[-1][1] for path in paths])
    return Chart(
        lines=tuple(
            RaceLine(name, tuple(path), DASHES[i % len(DASHES)], labels[i], race[-1])
            for i, ((name, race), path) in enumerate(zip(races, paths, strict=True))
        ),
        heights=tuple(Mark(_y(at, low, high), at) for at in range(low, high + 1, unit)),
        steps=tuple(Mark(_x(step, steps), step) for step in range(steps + 1)),
    )


def _unit(span: int) -> int:
    """Return a round distance between gridlines that gives at most six of them."""
    unit = 10
    while span > 5 * unit:
        unit = unit * 5 // 2 if str(unit)[0] == "2" else unit * 2
    return unit


def _x(step: int, steps: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * step / steps, 1)


def _y(total: int, low: int, high: int) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / (high - low), 1)


def _apart(heights: list[float]) -> list[float]:
    """Return the heights pushed apart so that no two names overlap, in the order given."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    for before, i in pairwise(order):
        placed[i] = max(placed[i], placed[before] + LABEL_GAP)
    over = max(0.0, max(placed) - (HEIGHT - BOTTOM))
    for place, i in enumerate(reversed(order)):
        ceiling = HEIGHT - BOTTOM - place * LABEL_GAP
        placed[i] = min(placed[i], ceiling) if over else placed[i]
    return placed
