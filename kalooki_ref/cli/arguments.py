"""Types of arguments, with error messages in plain words; examples at the end of a help."""

import argparse
import re
from typing import Any

from kalooki_ref.typed_numbers import whole_number


def number(text: str) -> int:
    """Parse an integer, as in the app's fields."""
    try:
        return whole_number(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def game(text: str) -> str:
    """Return the id of a game from its address, or from the last part of it.

    >>> game("https://kalooki.example/g/4f8Zk2Qw/standings"), game("4f8Zk2Qw")
    ('4f8Zk2Qw', '4f8Zk2Qw')
    """
    address = re.search(r"(?:^|/)g/([\w-]+)", text, re.ASCII)
    return address[1] if address else text.strip(" /")


def with_examples(lines: str) -> dict[str, Any]:
    """Return parser options that append these lines to the help, unformatted."""
    return {
        "epilog": f"examples:\n{lines.strip(chr(10))}",
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }
