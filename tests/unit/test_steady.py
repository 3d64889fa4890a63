"""The report of `make steady`."""

from pathlib import Path

from tests.steady import read_report

REPORT = """<testsuites><testsuite>
<testcase classname="tests.web.start.test_home" name="test_passes" />
<testcase classname="tests.web.start.test_home" name="test_fails"><failure>no</failure></testcase>
<testcase classname="tests.web.start.test_home" name="test_fails"><error>no</error></testcase>
<testcase classname="tests.web.start.test_home" name="test_skips"><skipped /></testcase>
</testsuite></testsuites>"""


def test_failed_tests_are_read_once(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT, "utf-8")
    assert read_report(report) == (4, ("tests.web.start.test_home::test_fails",))
