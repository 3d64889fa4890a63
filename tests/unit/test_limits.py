"""Every number the app is bounded by, in one written table; see tests/unit/limits.py."""

from tests.unit.limits import PATH, limits


def test_the_app_is_bounded_as_is_written() -> None:
    written = PATH.read_text("utf-8").splitlines()
    assert limits() == written, "run `python -m tests.unit.limits`"
