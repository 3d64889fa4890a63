"""Days, evenings and times of day in words, in the time zone of the table."""

from datetime import date, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from kalooki_ref.game.instants import instant_of
from kalooki_ref.words.language import format_date, format_datetime
from kalooki_ref.words.language import gettext as _

# An evening lasts until six in the morning.
NIGHT = timedelta(hours=6)


@lru_cache(maxsize=256)
def zone_named(name: str) -> tzinfo | None:
    """Return the time zone with this IANA name; None if there is none."""
    try:
        return ZoneInfo(name) if name else None
    except (LookupError, OSError, ValueError):  # unknown, a folder of zones, or a path
        return None


def evening_of(at: str, zone: str) -> date | None:
    """Return the date of the evening that a timestamp belongs to; None if it is invalid.

    >>> evening_of("2026-11-21T03:30:00Z", "Europe/Rome")
    datetime.date(2026, 11, 20)
    """
    moment = local_time(at, zone)
    return (moment - NIGHT).date() if moment else None


def evening_words(evening: date | None) -> str:
    """Return an evening such as "Saturday 21 November"."""
    # Translators: an evening's date in Unicode's letters; Spanish: EEEE d 'de' MMMM
    return format_date(evening, _("EEEE d MMMM")) if evening else _("unknown")


def date_words(evening: date | None) -> str:
    """Return the date of an evening such as "21 November 2026"."""
    # Translators: how a date is written, in Unicode's letters; Spanish: d 'de' MMMM 'de' y
    return format_date(evening, _("d MMMM y")) if evening else _("unknown")


def day_words(at: str, zone: str) -> str:
    """Return the day of a timestamp: "Saturday 21 November"; empty if it is invalid."""
    moment = local_time(at, zone)
    return format_date(moment.date(), _("EEEE d MMMM")) if moment else ""


def moment_words(at: str, zone: str) -> str:
    """Return a timestamp as "21 Nov, 19:40"."""
    moment = local_time(at, zone)
    return format_datetime(moment, "d MMM, HH:mm") if moment else _("unknown")


def clock_words(at: str, zone: str) -> str:
    """Return the time of day of a timestamp: "19:40"; empty if it is invalid."""
    moment = local_time(at, zone)
    return moment.strftime("%H:%M") if moment else ""


def local_time(at: str, zone: str) -> datetime | None:
    """Convert a timestamp to a time zone, or to this machine's if that is unknown; None if invalid.

    Games stored by earlier versions may have invalid times.
    """
    moment = instant_of(at)
    try:
        return moment.astimezone(zone_named(zone)) if moment else None
    except OverflowError:  # the last hours of the year 9999, further east
        return moment
