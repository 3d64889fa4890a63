"""Encodes a whole game as short text for a link, and decodes it.

Rules are encoded as a revision number (`rules.revisions`) and the differences from it. Links of
earlier versions are read by `web.copies.earlier_links`.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from kalooki_ref.game.game_file import FORMAT
from kalooki_ref.game.importing import MOST_ENTRIES, ImportFault, ImportRefused
from kalooki_ref.game.instants import instant_of, instant_text
from kalooki_ref.rules.link_text import bytes_of, data_of_link, inflated, link_text
from kalooki_ref.rules.revisions import REVISION, base_data, changed_values
from kalooki_ref.web.copies.earlier_links import (
    EARLIER_VERSIONS,
    WITH_RULES_IN_FULL,
    decompressor_of,
)
from kalooki_ref.web.shared.links import game_in_link, plain_links, too_long
from kalooki_ref.words.import_words import ExportError, refusal_words
from kalooki_ref.words.language import gettext as _

VERSION = "5"
LONGEST_TEXT = 200_000
# Decompressed; a few thousand entries.
MOST_BYTES = 2_000_000


def packed(exported: dict[str, Any]) -> str:
    """Encode an exported game; the standings are left out, since they can be computed."""
    start = seconds(exported["created_at"])
    entries, before = [], start
    for entry in exported["entries"]:
        at = seconds(entry["at"])
        entries.append([entry["kind"], entry["data"], entry["by"], at - before, entry["key"]])
        before = at
    rules = [exported["rules"]["slug"], REVISION, changed_values(exported["rules"])]
    whole = [rules, entries, exported["title"], start, exported["home"]]
    text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode()
    return VERSION + link_text(text)


def unpacked(text: str) -> dict[str, Any]:
    """Decode an exported game; raises ExportError if the text is invalid."""
    if len(text) > LONGEST_TEXT:
        raise too_long()
    version, rest = text[:1], text[1:]
    if version not in (VERSION, *EARLIER_VERSIONS):
        raise newer()
    try:
        if version == VERSION:
            data = data_of_link(rest, most=MOST_BYTES)
        else:
            data = inflated(bytes_of(rest), decompressor_of(version), most=MOST_BYTES)
        rules, entries, title, start, *home = json.loads(data)
        return {
            "format": FORMAT,
            "title": title,
            "created_at": written(start),
            "home": home[0] if home else "",
            "rules": rules if version in WITH_RULES_IN_FULL else rules_of(*rules),
            # One too many is enough for the file to be refused.
            "entries": list(rows(entries[: MOST_ENTRIES + 1], start)),
        }
    except ExportError:
        raise
    except (LookupError, ValueError, TypeError, OverflowError, RecursionError, OSError) as error:
        raise ExportError(_("a part of it is missing or changed")) from error


def unpacked_link(link: str) -> dict[str, Any]:
    """Decode the exported game in a pasted link; raises ExportError."""
    faults = []
    for found in filter(None, map(game_in_link, plain_links(link))):
        try:
            return unpacked(found)
        except ExportError as error:
            faults.append(error)
    raise next(
        iter(faults), ExportError(_("it holds no game, and no link to one or to house rules"))
    )


def newer() -> ExportError:
    return ExportError(refusal_words(ImportRefused(ImportFault.NEWER_VERSION)))


def rules_of(slug: str, revision: int, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the rules as in an exported game."""
    if revision > REVISION:
        raise newer()
    return base_data(slug, revision) | changes


def rows(entries: list[list[Any]], start: int) -> Iterator[dict[str, Any]]:
    at = start
    for seq, (kind, data, by, later, *key) in enumerate(entries, 1):
        at += later
        row = {"seq": seq, "kind": kind, "data": data, "by": by, "at": written(at)}
        yield row | {"key": key[0]} if key else row


def seconds(time: str) -> int:
    """Convert a time of an exported game to a Unix time."""
    instant = instant_of(time)
    return int(instant.timestamp()) if instant else 0


def written(at: int) -> str:
    return instant_text(datetime.fromtimestamp(at, UTC))
