"""Links of versions 1 and 2, which are only read any more.

They were compressed beside a text that both sides knew. Of the first version, entries have no keys,
and it doesn't say where it was taken from.
"""

import zlib
from pathlib import Path
from typing import Any

EARLIER_VERSIONS = ("1", "2")
KNOWN = Path(__file__).with_name("earlier_links.json")
RAW_DEFLATE = -15


def decompressor_of_earlier() -> Any:
    """Return what reads the body of an earlier link, as `zlib.decompressobj` does."""
    return zlib.decompressobj(RAW_DEFLATE, zdict=KNOWN.read_bytes())
