"""Adds the games of a phone's file, which its “Save everything” wrote."""

import sys
from typing import Any


def add_games(data: Any) -> int:
    """Add the games that aren't here; name those that can't be read. Returns the exit code."""
    from kalooki_ref.store.event_store import all_games, first_keys
    from kalooki_ref.web.copies.everything_file import GAMES, first_key, read_everything
    from kalooki_ref.web.copies.imports import restored
    from kalooki_ref.words.import_words import ExportError

    known = set(first_keys(row.id for row in all_games()).values())
    here = wrong = 0
    for number, game in enumerate(read_everything(data)[GAMES], 1):
        if first_key(game) in known:
            here += 1
            continue
        try:
            print(restored(game))
        except ExportError as error:
            wrong += 1
            print(f"Game {number} of the file: {error}.", file=sys.stderr)
    if here:
        print(f"Already here, and not changed: {here}.", file=sys.stderr)
    return int(wrong > 0)
