"""Timestamps as stored in games: text such as 2026-11-21T19:40:00Z, in UTC."""

import re
from datetime import UTC, datetime

FORMAT = "%Y-%m-%dT%H:%M:%SZ"
WRITTEN = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z", re.ASCII)
FIRST_YEAR = 1970


def instant_of(text: object) -> datetime | None:
    """Parse a timestamp; None if it isn't a valid one since 1970."""
    match = WRITTEN.fullmatch(text) if isinstance(text, str) else None
    if match is None or int(match[1]) < FIRST_YEAR:
        return None
    try:
        year, month, day, hour, minute, second = map(int, match.groups())
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None


def instant_text(instant: datetime) -> str:
    """Format a timestamp."""
    return instant.astimezone(UTC).strftime(FORMAT)
