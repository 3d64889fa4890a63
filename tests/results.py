"""Where failed browser tests leave their traces and pictures (tests/browser/recorded.py)."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "test-results"
# Whether a test has failed so far, for its fixtures.
HAS_FAILED = pytest.StashKey[bool]()
