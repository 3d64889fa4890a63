"""What happened at a table since a phone last looked, told on the page that asks what to do now.

A round that somebody else wrote down first may be amended with what this phone typed.
"""

from flask import request, url_for
from flask_babel import gettext as _

from kalooki_ref.game.events import RoundEnded
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.history.minutes import minutes
from kalooki_ref.web.middleware.errors import News
from kalooki_ref.web.standings.present import round_name

MOST = 8
ROUND_FORM = "rounds.write_down"


def since(game_id: str, base: int) -> News:
    """Return what was written after version ``base``, oldest first, the last few at most."""
    table = open_table(game_id)
    unseen = [minute for minute in minutes(table) if minute.seq > base]
    told = [_told(minute.round_name, minute.words) for minute in reversed(unseen[:MOST])]
    said = tuple(told + _round_now(table, base))
    return News(said, _amendment(table, base), is_over=table.game.current is None)


def _amendment(table: Table, base: int) -> tuple[str, str] | None:
    """Return where this form would amend the round that was written down before it came."""
    if request.endpoint != ROUND_FORM:
        return None
    for index, past in enumerate(table.game.past, 1):
        if past.seq > base:
            name = round_name(past, table.system)
            address = url_for("rounds.amend", game_id=table.id, index=index)
            return address, _("Amend %(round)s with mine", round=name)
    return None


def _round_now(table: Table, base: int) -> list[str]:
    """Say which round an entry would count in now, when another was ended meanwhile."""
    ended = any(entry.seq > base and isinstance(entry.event, RoundEnded) for entry in table.entries)
    if not ended or table.game.current is None:
        return []
    name = round_name(table.game.current, table.system)
    return [_("%(round)s is played now: what you save as well counts there.", round=name)]


def _told(round_name: str, words: str) -> str:
    return f"{round_name}: {words}" if round_name else words
