"""A second server, for copies that come from elsewhere."""

import pytest

from kalooki_ref import create_app
from tests.web.phone import Phone


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Phone:
    """A phone of another server."""
    folder = tmp_path_factory.mktemp("elsewhere")
    app = create_app({"INSTANCE": str(folder), "LIMITS": False})
    return Phone(app.test_client())
