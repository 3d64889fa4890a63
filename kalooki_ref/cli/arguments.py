"""Types of arguments, with error messages in plain words."""

import argparse

from kalooki_ref.typed_numbers import whole_number


def number(text: str) -> int:
    """Parse an integer, as in the app's fields."""
    try:
        return whole_number(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
