"""The games of a circle with their results, which are stored so that they are made once."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from sqlalchemy import delete, insert, select

from kalooki_ref.store.database import reading, writing
from kalooki_ref.store.event_store import SHOWN
from kalooki_ref.store.tables import circle_game, game, result


@dataclass(frozen=True, slots=True)
class CircleGame:
    """A game of a circle; ``data`` is its stored result, empty if it has to be made again."""

    game_id: str
    key: str
    title: str
    data: str


@dataclass(frozen=True, slots=True)
class NewResult:
    """The result of a game at a version, as JSON text."""

    game_id: str
    version: int
    data: str


def games_of(circle_id: str, *, scoring: int) -> tuple[CircleGame, ...]:
    """Return the games of a circle, with results that are up to date; deleted games are left out.

    ``scoring`` is the version of the scoring.
    """
    is_current = (
        (result.c.game_id == game.c.id)
        & (result.c.version == game.c.version)
        & (result.c.scoring == scoring)
    )
    chosen = (
        select(game.c.id, circle_game.c.key, game.c.title, result.c.data)
        .select_from(circle_game)
        .join(game, game.c.id == circle_game.c.game_id)
        .outerjoin(result, is_current)
        .where(circle_game.c.circle_id == circle_id, SHOWN)
    )
    with reading() as connection:
        rows = connection.execute(chosen)
        return tuple(CircleGame(row.id, row.key, row.title, row.data or "") for row in rows)


def keep_results(results: Iterable[NewResult], *, scoring: int) -> None:
    """Store results of games, in place of earlier ones."""
    rows = [{**asdict(new), "scoring": scoring} for new in results]
    with writing(lock="results") as connection:
        shown = select(game.c.id).where(game.c.id.in_([row["game_id"] for row in rows]), SHOWN)
        left = set(connection.scalars(shown.with_for_update()))
        rows = [row for row in rows if row["game_id"] in left]
        ids = [row["game_id"] for row in rows]
        connection.execute(delete(result).where(result.c.game_id.in_(ids)))
        if rows:
            connection.execute(insert(result), rows)
