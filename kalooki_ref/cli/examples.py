"""Examples at the end of a subcommand's help."""

import argparse
from typing import Any


def with_examples(lines: str) -> dict[str, Any]:
    """Return parser options that append these lines to the help, unformatted."""
    return {
        "epilog": f"examples:\n{lines.strip(chr(10))}",
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }
