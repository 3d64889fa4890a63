"""Decoding of files that other programs saved."""

import pytest

from kalooki_ref.decoding import DecodingError, NotText, decoded

GAME = '{"name": "Zoë", "sign": "🇯🇲"}'
READ = {
    "UTF-8": GAME.encode(),
    "UTF-8 with a mark": b"\xef\xbb\xbf" + GAME.encode(),
    "Notepad's Unicode": GAME.encode("utf-16"),
    "big endian": b"\xfe\xff" + GAME.encode("utf-16-be"),
    "without a mark": GAME.encode("utf-16-le"),
    "big endian without a mark": GAME.encode("utf-16-be"),
    "UTF-32": GAME.encode("utf-32"),
}
REFUSED = {
    "nothing": (b"", NotText.EMPTY),
    "blanks": (b" \r\n", NotText.EMPTY),
    "only a mark": (b"\xef\xbb\xbf", NotText.EMPTY),
    "Latin-1": ('{"name": "Zoë"}'.encode("latin-1"), NotText.ENCODING),
    "Windows": ('{"name": "“Zoë”"}'.encode("cp1252"), NotText.ENCODING),
    "JPEG": (b"\xff\xd8\xff\xe0\0\x10JFIF", NotText.PICTURE),
    "PNG": (b"\x89PNG\r\n\x1a\n\0", NotText.PICTURE),
    "HEIC": (b"\0\0\0\x24ftypheic\0", NotText.PICTURE),
    "WebP": (b"RIFF\xff\0\0\0WEBPVP8 ", NotText.PICTURE),
    "PDF": (b"%PDF-1.7\n%\xe2\xe3", NotText.BINARY),
    "spreadsheet": (b"PK\x03\x04\x14\0\x06\0", NotText.BINARY),
    "backup": (b"SQLite format 3\0\x10\0", NotText.BACKUP),
}


@pytest.mark.parametrize("content", READ.values(), ids=READ)
def test_text_is_read(content: bytes) -> None:
    assert decoded(content) == GAME


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_file_cut_within_a_character_is_read_up_to_it(encoding: str) -> None:
    cut = GAME[: GAME.index("🇯") + 1].encode(encoding)[:-1]
    assert decoded(cut) == '{"name": "Zoë", "sign": "'


@pytest.mark.parametrize(("content", "reason"), REFUSED.values(), ids=REFUSED)
def test_other_content_is_refused_with_its_reason(content: bytes, reason: NotText) -> None:
    with pytest.raises(DecodingError) as refused:
        decoded(content)
    assert refused.value.reason is reason
