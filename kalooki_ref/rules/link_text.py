"""Data as short text for links: compressed, with a checksum."""

import base64
import zlib
from typing import Any

# Without zlib's header and its checksum, which misses a few wrong letters in a million.
RAW_DEFLATE = -15
CHECKSUM_BYTES = 4


def link_text(data: bytes) -> str:
    """Return the data as URL-safe text."""
    packed = zlib.compress(data, 9, RAW_DEFLATE)
    checksum = zlib.crc32(packed).to_bytes(CHECKSUM_BYTES, "big")
    return base64.urlsafe_b64encode(checksum + packed).decode().rstrip("=")


def data_of_link(text: str, *, most: int) -> bytes:
    """Decode text of `link_text`; raises ValueError if it is damaged or longer than ``most``."""
    body = bytes_of(text)
    checksum, packed = body[:CHECKSUM_BYTES], body[CHECKSUM_BYTES:]
    stretch = zlib.decompressobj(RAW_DEFLATE)
    data = inflated(packed, stretch, most=most)
    read = packed[: len(packed) - len(stretch.unused_data)]
    if zlib.crc32(read).to_bytes(CHECKSUM_BYTES, "big") != checksum:
        raise ValueError("damaged")
    return data


def inflated(packed: bytes, stretch: Any, *, most: int) -> bytes:
    """Decompress with an object of zlib; raises ValueError if data is damaged or too large."""
    try:
        data: bytes = stretch.decompress(packed, most)
    except zlib.error as error:
        raise ValueError("damaged") from error
    if not stretch.eof:
        raise ValueError("cut short, or too large")
    return data


def bytes_of(text: str) -> bytes:
    """Decode URL-safe base64 without padding, perhaps with further letters; raises ValueError."""
    whole = text[: len(text) - (len(text) % 4 == 1)]
    return base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4))
