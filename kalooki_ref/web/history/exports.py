"""A whole game as a file: JSON that reads back as the same game, CSV for a spreadsheet."""

import csv
import io
import json
from typing import Any

from kalooki_ref.game.record import Entry, event_data, event_from
from kalooki_ref.game.standings import standings
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.web.access.open_game import Table

FORMAT = "kalooki-ref game 1"
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001


class ExportError(ValueError):
    """The file is no exported game; the message says what is wrong with it."""


def as_json(table: Table) -> dict[str, Any]:
    """Return the game as data: its rules, every entry of its book, and the standings for people."""
    return {
        "format": FORMAT,
        "title": table.title,
        "created_at": table.created_at,
        "rules": as_data(table.system),
        "entries": [_entry_data(entry) for entry in table.entries],
        "standings": [
            {"place": one.place, "name": one.player.name, "points": one.points, "won": one.won}
            for one in standings(table.game)
        ],
    }


def entries_from(data: Any) -> tuple[Entry, ...]:
    """Return the book of an exported game; raises ExportError when it is none."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ExportError(f'the file does not begin with "format": "{FORMAT}"')
    try:
        return tuple(_entry_from(seq, row) for seq, row in enumerate(data["entries"], 1))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ExportError(f"an entry cannot be read: {error}") from error


def as_csv(table: Table) -> str:
    """Return the scores as a spreadsheet reads them: a line a round, a column a player."""
    game = table.game
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\r\n")
    names = [_safe(player.name) for player in game.players]
    sheet.writerow(["round", "contract", "dealer", "went out", "bent", *names])
    for past in game.past:
        sheet.writerow(_row(game, past))
    totals = [game.points_of(player.number) for player in game.players]
    sheet.writerow(["total", "", "", "", "", *totals])
    return text.getvalue()


def json_text(data: dict[str, Any]) -> str:
    """Return the data as text that a person can read too."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _row(game: Game, past: Round) -> list[object]:
    contract = game.system.contract_of(past.number)
    winner = _safe(game.player(past.winner).name) if past.winner else "void"
    scores = [past.score_of(player.number) for player in game.players]
    bent = "yes" if past.end and past.end.bent else ""
    return [
        past.number,
        contract.name if contract else "",
        _safe(game.player(past.dealer).name),
        winner,
        bent,
        *[score.points if score else "" for score in scores],
    ]


def _safe(name: str) -> str:
    """Return the name so that no spreadsheet takes it for a formula."""
    return f"'{name}" if name.startswith(FORMULA_SIGNS) else name


def _entry_data(entry: Entry) -> dict[str, Any]:
    kind, data = event_data(entry.event)
    return {"seq": entry.seq, "kind": kind, "data": data, "by": entry.by, "at": entry.at}


def _entry_from(seq: int, row: dict[str, Any]) -> Entry:
    event = event_from(row["kind"], row["data"])
    return Entry(seq, event, str(row.get("by", "")), str(row.get("at", "")))
