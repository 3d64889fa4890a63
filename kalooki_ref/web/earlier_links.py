"""Links of versions 1 and 2, which are only read any more.

They were compressed beside a text that both sides knew. Of the first version, entries have no keys,
and it doesn't say where it was taken from.
"""

import zlib
from pathlib import Path

EARLIER_VERSIONS = ("1", "2")
KNOWN = Path(__file__).with_name("earlier_links.json")
RAW_DEFLATE = -15


def inflated_earlier(body: bytes, *, most: int) -> bytes:
    """Return what was compressed; raises ValueError where it is damaged or above ``most`` bytes."""
    stretch = zlib.decompressobj(RAW_DEFLATE, zdict=KNOWN.read_bytes())
    try:
        text = stretch.decompress(body, most)
    except zlib.error as error:
        raise ValueError("damaged") from error
    if not stretch.eof:
        raise ValueError("cut short, or too large")
    return text
