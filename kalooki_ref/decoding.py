"""Decodes text that other programs saved: UTF-8 with or without a byte order mark, or UTF-16."""

import codecs
import json
from enum import StrEnum, auto

# Python imports a codec at its first use; here, so that the pocket's snapshot has them all.
for _name in ("utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "utf-32", "utf-32-be", "utf-32-le"):
    codecs.lookup(_name)

BYTE_ORDER_MARK = "\ufeff"
# How files begin that aren't text; HEIC pictures have their kind after four bytes of length.
_PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"II*\0", b"MM\0*")
_HEIC, _WEBP = b"ftyp", b"WEBP"
_BINARY = (b"%PDF", b"PK\x03\x04", b"\x1f\x8b")
_BACKUP = b"SQLite format 3\0"


class NotText(StrEnum):
    """Why bytes can't be decoded."""

    EMPTY = auto()
    PICTURE = auto()
    BACKUP = auto()
    # Something else that isn't text.
    BINARY = auto()
    # Text in an encoding that nothing in the file names.
    ENCODING = auto()


class DecodingError(ValueError):
    """The bytes aren't text that can be read for certain; ``reason`` says why."""

    def __init__(self, reason: NotText) -> None:
        super().__init__(reason)
        self.reason = reason


def encoding_of(beginning: bytes) -> str:
    """Return the encoding of JSON or of marked text, from its first four bytes."""
    return json.detect_encoding(beginning)


def decoded(content: bytes) -> str:
    """Decode the content of a file, without byte order mark; raises DecodingError.

    A file may end within a character; what reads its text says that the end is missing. Text in
    Latin-1 or a Windows code page is refused, because any bytes are text in each of them.
    """
    if content.startswith(_PICTURES) or content[4:8] == _HEIC or content[8:12] == _WEBP:
        raise DecodingError(NotText.PICTURE)
    if content.startswith(_BACKUP):
        raise DecodingError(NotText.BACKUP)
    try:
        # Unlike `bytes.decode`, this leaves out a character of which the rest is missing.
        decoder = codecs.getincrementaldecoder(encoding_of(content[:4]))()
        text = decoder.decode(content).removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError:
        is_binary = b"\0" in content or content.startswith(_BINARY)
        raise DecodingError(NotText.BINARY if is_binary else NotText.ENCODING) from None
    if "\0" in text:
        raise DecodingError(NotText.BINARY)
    if not text.strip():
        raise DecodingError(NotText.EMPTY)
    return text
