"""A whole game as a short text that fits into a link, and back.

JSON, deflated with a dictionary of what games are mostly made of, in the letters of a web address.
A text begins with the number of its format; its dictionary never changes.
"""

import base64
import binascii
import json
import zlib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from kalooki_ref.web.export import FORMAT, ExportError

VERSION = "1"
DICTIONARY = Path(__file__).with_name("packing_dictionary.json")
RAW_DEFLATE = -15
LONGEST_TEXT = 200_000
MOST_BYTES = 2_000_000
"""Unpacked; a few thousand entries."""
TIME = "%Y-%m-%dT%H:%M:%SZ"


def packed(exported: dict[str, Any]) -> str:
    """Return an exported game as text; standings are left out, for they follow from the rest."""
    start = seconds(exported["created_at"])
    entries, before = [], start
    for entry in exported["entries"]:
        at = seconds(entry["at"])
        entries.append([entry["kind"], entry["data"], entry["by"], at - before])
        before = at
    whole = [exported["rules"], entries, exported["title"], start]
    text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode()
    squeeze = zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE, 9, zdict=dictionary())
    body = squeeze.compress(text) + squeeze.flush()
    return VERSION + base64.urlsafe_b64encode(body).decode().rstrip("=")


def unpacked(text: str) -> dict[str, Any]:
    """Return the exported game again; raises ExportError for anything `packed` never wrote."""
    if len(text) > LONGEST_TEXT:
        raise ExportError("it is longer than any game")
    if not text.startswith(VERSION):
        raise ExportError("it was made by a newer version of this app, or is not one of its links")
    try:
        rules, entries, title, start = json.loads(inflated(text[1:]))
        return {
            "format": FORMAT,
            "title": title,
            "created_at": written(start),
            "rules": rules,
            "entries": list(rows(entries, start)),
        }
    except (ValueError, TypeError, OverflowError, RecursionError, OSError) as error:
        raise ExportError("a part of it is missing or changed") from error


def inflated(letters: str) -> bytes:
    try:
        body = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        stretch = zlib.decompressobj(RAW_DEFLATE, zdict=dictionary())
        text = stretch.decompress(body, MOST_BYTES)
    except (zlib.error, binascii.Error) as error:
        raise ValueError("not deflated") from error
    if not stretch.eof:
        raise ValueError("cut short, or too large")
    return text


def rows(entries: list[list[Any]], start: int) -> Any:
    at = start
    for seq, (kind, data, by, later) in enumerate(entries, 1):
        at += later
        yield {"seq": seq, "kind": kind, "data": data, "by": by, "at": written(at)}


def seconds(time: str) -> int:
    return int(datetime.strptime(time, TIME).replace(tzinfo=UTC).timestamp())


def written(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime(TIME)


@cache
def dictionary() -> bytes:
    return DICTIONARY.read_bytes()
