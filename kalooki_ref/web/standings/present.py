"""What pages show of a game, gathered: contract words, badges, the grid, what a cell opens."""

from datetime import datetime
from typing import Any

from flask import url_for
from flask_babel import format_date
from flask_babel import gettext as _

from kalooki_ref.game.standings import race, standings
from kalooki_ref.game.state import Game, Round
from kalooki_ref.referee.scoring import Reason
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.access.open_game import Table
from kalooki_ref.web.messages.amounts import melds_of
from kalooki_ref.web.standings.chart import Chart, race_chart

PENALTIES = (Reason.NOT_DOWN, Reason.OVERCALL, Reason.FALSE_LAY, Reason.AGREED)


def contract_words(contract: Contract | None, system: RuleSystem) -> str:
    """Return what opens a round: "2 sets and 1 run", or the points wanted where there is none."""
    if contract is None:
        return _("Open with %(points)s points", points=system.opening)
    return melds_of(contract.name, system)


def round_name(played: Round, system: RuleSystem) -> str:
    """Return how people call a round: "Round 3 of 9", or just its number where none is the last."""
    if system.is_open_ended:
        return _("Hand %(number)s", number=played.number)
    return _("Round %(number)s of %(last)s", number=played.number, last=len(system.contracts))


def day_words(at: str) -> str:
    """Return the day of a time, the month by its name: "21 November 2026", where this server is."""
    return format_date(datetime.fromisoformat(at).astimezone().date(), "d MMMM y")


def grid(table: Table) -> dict[str, Any]:
    """Return the arguments of the score_grid macro: players in seat order, a row a round."""
    game = table.game
    players = game.players
    places = {standing.player.number: standing.place for standing in standings(game)}
    return {
        "players": [player.name for player in players],
        "rounds": [_row(table, index, past) for index, past in enumerate(game.past, 1)],
        "totals": [game.points_of(player.number) for player in players],
        "ranks": [places[player.number] or "" for player in players] if game.scored else None,
        "bent": _(table.system.words.bent) if table.system.bend else "",
    }


def grid_for_paper(table: Table) -> dict[str, Any]:
    """Return the grid with a row for every round still to come, so that the sheet is complete."""
    shown = grid(table)
    game = table.game
    played = len(game.scored)
    for number in range(played + 1, len(game.system.contracts) + 1):
        empty = {
            "number": number,
            "label": _label(game, number),
            "cells": [None] * len(game.players),
        }
        shown["rounds"].append(empty)
    return shown


def race_of(game: Game) -> Chart:
    """Return the drawing of everybody's running total."""
    return race_chart([(player.name, race(game, player.number)) for player in game.players])


def race_in_words(game: Game) -> str:
    """Return what the drawing shows, for people who cannot see it."""
    parts = [
        _("%(name)s %(points)s", name=standing.player.name, points=standing.points)
        for standing in standings(game)
    ]
    return _("Running totals, lower is better: %(totals)s.", totals=", ".join(parts))


def _row(table: Table, index: int, past: Round) -> dict[str, Any]:
    href = url_for("rounds.show", game_id=table.id, index=index)
    cells = [_cell(past, player.number, href) for player in table.game.players]
    return {
        "number": past.number,
        "label": _label(table.game, past.number),
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
