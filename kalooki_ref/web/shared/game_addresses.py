"""Finds the game here whose address somebody pasted, as copied from the browser."""

import re
from contextlib import suppress
from itertools import islice

from kalooki_ref.store.tables import UnknownGame
from kalooki_ref.web.shared.open_game import OpenGame, open_game

GAME = re.compile(r"/g/([\w-]{10,64})", re.ASCII)
# Of the ids of games.
ID_LENGTH = 22
# Tried of a pasted text.
MOST_LINKS = 5


def game_at(*texts: str) -> OpenGame | None:
    """Return the game of a pasted text, the first that this phone may see; None without one.

    The text as it is comes first, then as `plain_links` returns it, where words behind the link
    follow its letters.
    """
    found = [match for each in texts for match in islice(GAME.finditer(each), MOST_LINKS)]
    ids = (game_id for match in found for game_id in (match[1], match[1][:ID_LENGTH]))
    for game_id in dict.fromkeys(ids):
        with suppress(UnknownGame):
            return open_game(game_id)
    return None
