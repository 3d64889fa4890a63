"""Byte-compiles and packs the staged files; runs in Pyodide, under Node.

A pack is the length of an index, the index (names and sizes as JSON), and the files' contents.
"""

import io
import json
import re
import struct
import zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc  # type: ignore[attr-defined]
from pathlib import Path
from types import CodeType

WORK = Path("/sources")
STAGE = WORK / "stage"
PACKS = WORK / "packs"
LIBRARY = Path("/lib/python314.zip")
LIBRARY_UNUSED = re.compile(
    r"(unittest/|pydoc|pydoc_data/|test/|tkinter/|turtle|idlelib/|ensurepip/|venv/|curses/|dbm/|wsgiref/"
    r"|xmlrpc/|multiprocessing/|concurrent/interpreters|doctest|pdb|profile|cProfile|pstats|trace\.py"
    r"|webbrowser|smtplib|poplib|imaplib|ftplib|mailbox|sqlite3/__main__|json/tool|_pyrepl/|antigravity"
    r"|this\.py|__phello__|xml/dom|encodings/(cp|mac_|iso|big5|euc|gb|hz|johab|koi|kz|ptcp|shift"
    r"|tis|hp_|palmos|quopri|uu_|bz2|rot|charmap|oem|mbcs)|_(aix|android|apple|osx|ios)_support"
    r"|ctypes/|plistlib|statistics|pickletools|tabnanny|symtable|rlcompleter|pyclbr|zipapp"
    r"|modulefinder|compileall|py_compile|filecmp|fileinput|nturl2path|cmd\.py|bdb\.py|sched\.py"
    r"|_pyio|_pydatetime|optparse|http/cookiejar|xml/etree/|logging/(handlers|config)"
    r"|asyncio/(proactor_events|windows_)|wave\.py)"
)
# A location entry of kind 15, "no location": see CPython's InternalDocs/code_objects.md.
UNKNOWN = 0x80 | 15 << 3
EPOCH = (1980, 1, 1, 0, 0, 0)


def compiled(source: bytes, name: str) -> bytes:
    """Return the source as a .pyc without docstrings, assertions and line numbers."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_timestamp_pyc(without_lines(code), 0, 0))


def without_lines(code: CodeType) -> CodeType:
    constants = tuple(
        without_lines(constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    return code.replace(
        co_consts=constants, co_linetable=empty_location_table(len(code.co_code) // 2)
    )


def empty_location_table(units: int) -> bytes:
    """Return a location table without locations for ``units`` code units, eight per entry."""
    whole, rest = divmod(units, 8)
    return bytes([UNKNOWN | 7] * whole + ([UNKNOWN | rest - 1] if rest else []))


def pack_library() -> None:
    """Write the pruned, compiled standard library as an uncompressed zip for zipimport."""
    with zipfile.ZipFile(LIBRARY) as full, zipfile.ZipFile(PACKS / "library", "w") as small:
        for name in sorted(full.namelist()):
            if not name.endswith("/") and not LIBRARY_UNUSED.match(name):
                packed, body = as_packed(name, full.read(name), folder=str(LIBRARY))
                small.writestr(zipfile.ZipInfo(packed, EPOCH), body)


def pack_folder(name: str) -> None:
    names, blob = [], io.BytesIO()
    for path in sorted(path for path in (STAGE / name).rglob("*") if path.is_file()):
        inside = path.relative_to(STAGE / name).as_posix()
        packed, body = as_packed(inside, path.read_bytes(), folder="/app")
        names.append([packed, len(body)])
        blob.write(body)
    listing = json.dumps(names, separators=(",", ":")).encode()
    (PACKS / name).write_bytes(struct.pack("<I", len(listing)) + listing + blob.getvalue())


def as_packed(name: str, body: bytes, *, folder: str) -> tuple[str, bytes]:
    """Return name and content to pack; sources are compiled, except Alembic's migrations."""
    if not name.endswith(".py") or "/migrations/" in name:
        return name, body
    return f"{name}c", compiled(body, f"{folder}/{name}")


pack_library()
pack_folder("app")
pack_folder("upgrade")
