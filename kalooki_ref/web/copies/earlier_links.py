"""Reads links of versions 1 to 4, which are no longer written.

Those of versions 1 and 2 were compressed with a preset dictionary and hold the rules in full. In
version 1, entries have no keys, and the origin is missing. Version 3 differs from version 4 only in
the format of its entries (`game.game_file`). Both have zlib's checksum, which detects nearly every
wrong letter.
"""

import zlib
from pathlib import Path
from typing import Any

from kalooki_ref.rules.link_text import RAW_DEFLATE

WITH_RULES_IN_FULL = ("1", "2")
EARLIER_VERSIONS = (*WITH_RULES_IN_FULL, "3", "4")
KNOWN = Path(__file__).with_name("earlier_links.json")


def decompressor_of(version: str) -> Any:
    """Return a decompression object for the body of a link of an earlier version."""
    if version in WITH_RULES_IN_FULL:
        return zlib.decompressobj(RAW_DEFLATE, zdict=KNOWN.read_bytes())
    return zlib.decompressobj()
