"""Adds the games and circles of a phone's file, which its “Save everything” wrote."""

import sys
from typing import Any


def add_all(data: Any) -> int:
    """Add what the games here lack of the file's, then the circles; name what can't be added.

    Returns the exit code.
    """
    from kalooki_ref.store.event_store import all_games
    from kalooki_ref.web.copies.everything_file import GAMES, first_key, read_everything
    from kalooki_ref.web.copies.everything_games import by_first_key
    from kalooki_ref.words.import_words import ExportError

    known = by_first_key(row.id for row in all_games())
    ids = {key: same[-1] for key, same in known.items()}
    here = wrong = 0
    file = read_everything(data)
    for number, game in enumerate(file[GAMES], 1):
        key = first_key(game)
        try:
            game_id, added = _add_game(game, known.get(key, []))
        except ExportError as error:
            wrong += 1
            print(f"Game {number} of the file: {error}.", file=sys.stderr)
            continue
        here += not added
        if added:
            print(added)
        if key:
            ids[key] = game_id
            known[key] = [*known.get(key, []), game_id]
    if here:
        print(f"Already here, and not changed: {here}.", file=sys.stderr)
    return int(wrong + _add_circles(file, ids) > 0)


def _add_game(game: Any, ids: list[str]) -> tuple[str, str]:
    """Add a game, or the entries that it lacks here; return its id, and what was added in words.

    ``ids`` are the games here that may be the same. Raises ExportError.
    """
    from kalooki_ref.game.merging import Difference
    from kalooki_ref.store.event_store import load_many
    from kalooki_ref.web.copies.bringing_back import add_entries
    from kalooki_ref.web.copies.comparison import nearest
    from kalooki_ref.web.copies.imports import read_game, read_import, restored
    from kalooki_ref.web.shared.open_game import open_stored
    from kalooki_ref.words.import_words import ExportError

    match = nearest(read_game(game).opened, map(open_stored, load_many(ids))) if ids else None
    if match is None:
        game_id = restored(game)
        return game_id, game_id
    here, comparison = match.opened, match.comparison
    if comparison.difference is Difference.BOTH:
        raise ExportError(f"it was played on here, too, and {here.id} stays as it is")
    if comparison.difference is not Difference.COPY:
        return here.id, ""
    read_import(game)
    add_entries(here, comparison.missing, by="")
    return here.id, f"{here.id}  entries added: {len(comparison.copy)}"


def _add_circles(file: dict[str, Any], ids: dict[str, str]) -> int:
    """Add what the circles here lack of the file's; return how many can't be read."""
    from kalooki_ref.store.circles import in_circles
    from kalooki_ref.web.copies.circle_copies import add_circle
    from kalooki_ref.web.copies.circle_file import read_circles
    from kalooki_ref.web.copies.everything_file import CIRCLES

    held = file.get(CIRCLES, [])
    read = [*read_circles(held)]
    for circle in read:
        taken = in_circles(ids.values())
        free = {key: game_id for key, game_id in ids.items() if game_id not in taken}
        print(f"{circle.name}: /c/{add_circle(circle, free).changes}")
    wrong = max(0, len(held) - len(read)) if isinstance(held, list) else 1
    if wrong:
        print(
            f"Circles of the file that can't be read, and are left out: {wrong}.", file=sys.stderr
        )
    return wrong
