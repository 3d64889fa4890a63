"""Fixtures: a game to undo things in."""

import pytest

from tests.web.phone import Phone


@pytest.fixture
def three(phone: Phone) -> Phone:
    """A phone in a game of Ann, Bob and Cat."""
    phone.begin("Ann", "Bob", "Cat")
    return phone
