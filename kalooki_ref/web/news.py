"""What happened at a table since a phone last looked, told on the page that asks what to do now.

Not here: the sentences themselves (web.minutes).
"""

from kalooki_ref.web.minutes import minutes
from kalooki_ref.web.tables import open_table

MOST = 8


def since(game_id: str, base: int) -> list[str]:
    """Return what was written after version ``base``, oldest first, the last few at most."""
    table = open_table(game_id)
    unseen = [minute for minute in minutes(table) if minute.seq > base]
    return [_told(minute.round_name, minute.words) for minute in reversed(unseen[:MOST])]


def _told(round_name: str, words: str) -> str:
    return f"{round_name}: {words}" if round_name else words
