"""Evenings and times in words, by the time zone of the table."""

from datetime import date

import pytest

from kalooki_ref.words.time_words import (
    clock_words,
    date_words,
    day_words,
    evening_of,
    evening_words,
    moment_words,
)


@pytest.mark.parametrize(
    ("at", "zone", "evening"),
    [
        ("2026-11-21T12:59:59Z", "Asia/Tokyo", date(2026, 11, 21)),
        ("2026-11-21T20:59:59Z", "Asia/Tokyo", date(2026, 11, 21)),
        ("2026-11-21T21:00:00Z", "Asia/Tokyo", date(2026, 11, 22)),
        ("2026-11-21T04:30:00Z", "America/Los_Angeles", date(2026, 11, 20)),
        ("2026-11-21T04:30:00Z", "UTC", date(2026, 11, 20)),
        ("yesterday", "UTC", None),
    ],
)
def test_evening_ends_at_six_where_the_table_is(at: str, zone: str, evening: date | None) -> None:
    assert evening_of(at, zone) == evening


def test_times_are_those_of_the_table() -> None:
    at, zone = "2026-11-21T04:30:00Z", "America/Los_Angeles"
    assert clock_words(at, zone) == "20:30"
    assert moment_words(at, zone) == "20 Nov, 20:30"
    assert day_words(at, zone) == "Friday 20 November"
    assert evening_words(evening_of(at, zone)) == "Friday 20 November"
    assert date_words(evening_of(at, zone)) == "20 November 2026"


@pytest.mark.parametrize("zone", ["", "Europe", "Atlantis/Capital", "../etc/passwd", "/dev/null"])
def test_unknown_zone_is_the_servers(zone: str) -> None:
    assert clock_words("2026-11-21T04:30:00Z", zone).endswith(":30")


def test_last_hours_of_the_last_year_have_a_date() -> None:
    assert date_words(evening_of("9999-12-31T23:59:59Z", "Asia/Tokyo")) == "31 December 9999"
