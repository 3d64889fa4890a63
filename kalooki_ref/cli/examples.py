"""Examples at the end of a subcommand's help."""

import argparse
from typing import Any


def with_examples(lines: str) -> dict[str, Any]:
    """Return the options of a parser whose help ends with these lines, kept as they are."""
    return {
        "epilog": f"examples:\n{lines.strip(chr(10))}",
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }
