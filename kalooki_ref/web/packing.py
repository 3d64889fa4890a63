"""A whole game as the text behind a link: short, and the same game again when it is unpacked."""

import base64
import binascii
import json
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from flask_babel import gettext as _

from kalooki_ref.store.instants import instant_of, instant_text
from kalooki_ref.web.export import FORMAT, ExportError

VERSION = "2"
FIRST_VERSION = "1"
"""Its entries have no keys, and it doesn't say where it was taken from."""
DICTIONARY = Path(__file__).with_name("packing_dictionary.json")
RAW_DEFLATE = -15
LONGEST_TEXT = 200_000
MOST_BYTES = 2_000_000
"""Unpacked; a few thousand entries."""


def packed(exported: dict[str, Any]) -> str:
    """Return an exported game as text; standings are left out, for they follow from the rest."""
    start = seconds(exported["created_at"])
    entries, before = [], start
    for entry in exported["entries"]:
        at = seconds(entry["at"])
        entries.append([entry["kind"], entry["data"], entry["by"], at - before, entry["key"]])
        before = at
    whole = [exported["rules"], entries, exported["title"], start, exported["home"]]
    text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode()
    squeeze = zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE, 9, zdict=dictionary())
    body = squeeze.compress(text) + squeeze.flush()
    return VERSION + base64.urlsafe_b64encode(body).decode().rstrip("=")


def unpacked(text: str) -> dict[str, Any]:
    """Return the exported game again; raises ExportError for anything `packed` never wrote."""
    if len(text) > LONGEST_TEXT:
        raise ExportError(_("it is longer than any game"))
    if not text.startswith((VERSION, FIRST_VERSION)):
        raise ExportError(
            _("it was made by a newer version of this app, or is not one of its links")
        )
    try:
        rules, entries, title, start, *home = json.loads(inflated(text[1:]))
        return {
            "format": FORMAT,
            "title": title,
            "created_at": written(start),
            "home": home[0] if home else "",
            "rules": rules,
            "entries": list(rows(entries, start)),
        }
    except (ValueError, TypeError, OverflowError, RecursionError, OSError) as error:
        raise ExportError(_("a part of it is missing or changed")) from error


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


def rows(entries: list[list[Any]], start: int) -> Iterator[dict[str, Any]]:
    at = start
    for seq, (kind, data, by, later, *key) in enumerate(entries, 1):
        at += later
        row = {"seq": seq, "kind": kind, "data": data, "by": by, "at": written(at)}
        yield row | {"key": key[0]} if key else row


def seconds(time: str) -> int:
    """Return a time of an exported game in seconds since 1970."""
    instant = instant_of(time)
    return int(instant.timestamp()) if instant else 0


def written(at: int) -> str:
    return instant_text(datetime.fromtimestamp(at, UTC))


@cache
def dictionary() -> bytes:
    return DICTIONARY.read_bytes()
