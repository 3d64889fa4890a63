"""Reads links of versions 1 and 2, which are no longer written.

They were compressed with a preset dictionary. In version 1, entries have no keys, and the origin is
missing.
"""

import zlib
from pathlib import Path
from typing import Any

EARLIER_VERSIONS = ("1", "2")
KNOWN = Path(__file__).with_name("earlier_links.json")
RAW_DEFLATE = -15


def decompressor_of_earlier() -> Any:
    """Return a decompression object for the body of such a link."""
    return zlib.decompressobj(RAW_DEFLATE, zdict=KNOWN.read_bytes())
