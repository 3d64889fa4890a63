"""Metrics for Prometheus."""

from pathlib import Path

from kalooki_ref import create_app
from tests.web.phone import Phone


def visited(tmp_path: Path, **settings: object) -> Phone:
    phone = Phone(create_app({"INSTANCE": str(tmp_path / "instance"), **settings}).test_client())
    phone.begin("Gwendolyn", "Ben", "Cleo")
    phone.get()
    return phone


def test_metrics_are_off_by_default(tmp_path: Path) -> None:
    assert visited(tmp_path).get("/metrics").status_code == 404


def test_requests_are_counted_and_timed_by_route(tmp_path: Path) -> None:
    phone = visited(tmp_path, METRICS=True)
    figures = phone.client.get("/metrics")
    assert figures.mimetype == "text/plain"
    line = 'kalooki_request_seconds_count{method="GET",route="/g/<game_id>",status="200"} 1.0'
    assert line in figures.text.splitlines()
    assert 'kalooki_request_seconds_bucket{le="0.1",method="POST",route="/games"' in figures.text


def test_metrics_have_no_names_or_links(tmp_path: Path) -> None:
    phone = visited(tmp_path, METRICS=True)
    phone.client.get("/Gwendolyn")
    figures = phone.client.get("/metrics").text
    assert "Gwendolyn" not in figures
    assert phone.table.rpartition("/")[2] not in figures
