"""Lines of names while a table is being made: moved, added, filled; and who fits at the table."""

from dataclasses import dataclass, replace

from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.forms.names import is_blank

LOT = "lot"
FEWEST_ROWS = 5


@dataclass(frozen=True, slots=True)
class Lines:
    """The names as typed, line by line, and the lines (from 1, as text) of dealer and starter."""

    rows: tuple[str, ...]
    dealer: str = LOT
    starter: str = ""


def arranged(lines: Lines, act: str, pick: str) -> Lines:
    """Return the lines after a button: ``up-2``, ``down-2``, ``add``, or a name picked."""
    verb, _, line = act.partition("-")
    at = int(line) - 1 if line.isascii() and line.isdigit() else -1
    if verb == "up" and 0 < at < len(lines.rows):
        return _swapped(lines, at - 1)
    if verb == "down" and 0 <= at < len(lines.rows) - 1:
        return _swapped(lines, at)
    if pick:
        return replace(lines, rows=_filled(lines.rows, pick))
    return replace(lines, rows=(*lines.rows, "")) if verb == "add" else lines


def padded(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines with blank ones added, so that a table of five finds room."""
    return rows + ("",) * (FEWEST_ROWS - len(rows))


def number_of(line: str | None, rows: tuple[str, ...]) -> int | None:
    """Return the number that the player on a line (from 1) gets; None where nobody sits."""
    at = int(line) if line and line.isascii() and line.isdigit() else 0
    if not 0 < at <= len(rows) or is_blank(rows[at - 1]):
        return None
    return sum(1 for row in rows[:at] if not is_blank(row))


def can_be_dealt(system: RuleSystem, players: int) -> bool:
    """Whether so many can play at all: packs enough, and a stock from which everyone draws once."""
    packs = system.packs or -(-players // system.players_per_pack)
    if players < 2 or packs > len(system.jokers):
        return False
    last = len(system.contracts) or 1
    return system.stock_after_deal(players, last) >= players


def _swapped(lines: Lines, at: int) -> Lines:
    rows = list(lines.rows)
    rows[at], rows[at + 1] = rows[at + 1], rows[at]
    moved = {str(at + 1): str(at + 2), str(at + 2): str(at + 1)}
    return Lines(
        tuple(rows),
        dealer=moved.get(lines.dealer, lines.dealer),
        starter=moved.get(lines.starter, lines.starter),
    )


def _filled(rows: tuple[str, ...], name: str) -> tuple[str, ...]:
    at = next((line for line, row in enumerate(rows) if is_blank(row)), len(rows))
    return (*rows[:at], name, *rows[at + 1 :])
