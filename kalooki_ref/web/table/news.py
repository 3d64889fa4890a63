"""What happened at a table since a phone last looked, told on the page that asks what to do now.

Not here: the sentences themselves (web.book.minutes).
"""

from flask_babel import gettext as _

from kalooki_ref.game.events import RoundEnded
from kalooki_ref.web.book.minutes import minutes
from kalooki_ref.web.table.present import round_name
from kalooki_ref.web.table.tables import Table, open_table

MOST = 8


def since(game_id: str, base: int) -> list[str]:
    """Return what was written after version ``base``, oldest first, the last few at most."""
    table = open_table(game_id)
    unseen = [minute for minute in minutes(table) if minute.seq > base]
    told = [_told(minute.round_name, minute.words) for minute in reversed(unseen[:MOST])]
    return told + _round_now(table, base)


def _round_now(table: Table, base: int) -> list[str]:
    """Say which round an entry would count in now, when another was ended meanwhile."""
    ended = any(entry.seq > base and isinstance(entry.event, RoundEnded) for entry in table.entries)
    if not ended or table.game.current is None:
        return []
    name = round_name(table.game.current, table.system)
    return [_("%(round)s is played now: what you save as well counts there.", round=name)]


def _told(round_name: str, words: str) -> str:
    return f"{round_name}: {words}" if round_name else words
