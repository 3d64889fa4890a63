"""Simulates disk failures and power cuts with a SQLite VFS shim.

While installed, the shim is the default VFS for every database this process opens. It can make
single or all writes, syncs and truncations fail, and computes what a disk would hold after a power
cut: everything synced, and a random selection of the other sectors.
"""

import _sqlite3
import ctypes
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

WRITE, TRUNCATE, SYNC = "xWrite", "xTruncate", "xSync"
SECTOR = 512
OK = 0
LIBRARY = getattr(_sqlite3, "__file__", None)
# Whether this Python's SQLite library can be loaded by ctypes.
CAN_LAYER = LIBRARY is not None and hasattr(ctypes.CDLL(LIBRARY), "sqlite3_vfs_find")
IO_METHODS = (
    "xClose", "xRead", WRITE, TRUNCATE, SYNC, "xFileSize", "xLock", "xUnlock", "xCheckReservedLock",
    "xFileControl", "xSectorSize", "xDeviceCharacteristics", "xShmMap", "xShmLock", "xShmBarrier",
    "xShmUnmap", "xFetch", "xUnfetch",
)  # fmt: skip
VFS_METHODS = (
    "xOpen", "xDelete", "xAccess", "xFullPathname", "xDlOpen", "xDlError", "xDlSym", "xDlClose",
    "xRandomness", "xSleep", "xCurrentTime", "xGetLastError", "xCurrentTimeInt64", "xSetSystemCall",
    "xGetSystemCall", "xNextSystemCall",
)  # fmt: skip
Address = ctypes.c_void_p
OPEN = ctypes.CFUNCTYPE(ctypes.c_int, Address, Address, Address, ctypes.c_int, Address)
CHANGES = {
    WRITE: ctypes.CFUNCTYPE(ctypes.c_int, Address, Address, ctypes.c_int, ctypes.c_int64),
    TRUNCATE: ctypes.CFUNCTYPE(ctypes.c_int, Address, ctypes.c_int64),
    SYNC: ctypes.CFUNCTYPE(ctypes.c_int, Address, ctypes.c_int),
}


class IoMethods(ctypes.Structure):
    """SQLite's sqlite3_io_methods."""

    _fields_ = (("iVersion", ctypes.c_int), *((name, Address) for name in IO_METHODS))


class FileHead(ctypes.Structure):
    """The common start of every sqlite3_file."""

    _fields_ = (("methods", ctypes.POINTER(IoMethods)),)


class Vfs(ctypes.Structure):
    """SQLite's sqlite3_vfs."""

    _fields_ = (
        ("iVersion", ctypes.c_int),
        ("szOsFile", ctypes.c_int),
        ("mxPathname", ctypes.c_int),
        ("pNext", Address),
        ("zName", ctypes.c_char_p),
        ("pAppData", Address),
        *((name, Address) for name in VFS_METHODS),
    )


# Called with the number of a change, from 1, and its kind; returns a SQLite result code.
Fault = Callable[[int, str], int]


def none(_number: int, _change: str) -> int:
    """A `Fault` that never fails."""
    return OK


@dataclass(slots=True)
class Disk:
    """State of the simulated disk: the fault, the number of changes, and the synced content."""

    fault: Fault = none
    changes: int = 0
    synced: dict[Path, bytes] = field(default_factory=dict)
    # Called before every change.
    seen: Callable[[], None] = lambda: None

    def answer_to(self, change: str) -> int:
        """Return the result code for a change."""
        self.seen()
        self.changes += 1
        return self.fault(self.changes, change)

    def after_power_cut(self, folder: Path, kept: random.Random | None) -> None:
        """Write the content of the disk after a power cut into a folder.

        ``kept`` draws which unsynced sectors were written; None for none of them.
        """
        for path, safe in self.synced.items():
            now = path.read_bytes() if path.exists() else b""
            (folder / path.name).write_bytes(mixed(safe, now, kept) if kept else safe)


def mixed(safe: bytes, now: bytes, kept: random.Random) -> bytes:
    """Return the newer content in a random half of the sectors, the older in the others."""
    size = kept.choice((len(safe), len(now)))
    parts = []
    for offset in range(0, size, SECTOR):
        content = kept.choice((safe, now))
        parts.append(content[offset : offset + SECTOR].ljust(min(SECTOR, size - offset), b"\0"))
    return b"".join(parts)


@contextmanager
def layered(folder: Path) -> Iterator[Disk]:
    """Context: use the shim for all databases in a folder that are opened meanwhile."""
    library = ctypes.CDLL(LIBRARY)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
    usual = library.sqlite3_vfs_find(None)
    disk = Disk()
    layer = Layer(disk, folder, usual)
    library.sqlite3_vfs_register(ctypes.byref(layer.vfs), 1)
    try:
        yield disk
    finally:
        disk.fault, disk.seen = none, lambda: None
        library.sqlite3_vfs_register(usual, 1)
        library.sqlite3_vfs_unregister(ctypes.byref(layer.vfs))
        LAYERS.append(layer)


# Kept until the process ends, because a connection may still be open.
LAYERS: list["Layer"] = []


class Layer:
    """A VFS that wraps the default one and replaces the I/O methods of opened files."""

    def __init__(self, disk: Disk, folder: Path, usual: "ctypes._Pointer[Vfs]") -> None:
        self.disk, self.folder, self.usual = disk, folder, usual
        self.paths: dict[int, Path] = {}
        self.methods: dict[int, tuple[IoMethods, list[object]]] = {}
        self.vfs = Vfs.from_buffer_copy(usual.contents)
        self.vfs.zName = b"layer"
        self.open = OPEN(self._open)
        self.vfs.xOpen = ctypes.cast(self.open, Address)

    def _open(self, _vfs: int, name: int | None, file: int, flags: int, flags_out: int) -> int:
        """Open a file. SQLite keeps the pointer to its name, so it is passed on unchanged."""
        usual_open = OPEN(self.usual.contents.xOpen)
        code: int = usual_open(ctypes.addressof(self.usual.contents), name, file, flags, flags_out)
        path = Path(ctypes.string_at(name).decode()) if name else None
        if code == OK and path is not None and path.parent == self.folder:
            self.paths[file] = path
            self.disk.synced.setdefault(path, b"")
            head = FileHead.from_address(file)
            head.methods = ctypes.pointer(self._methods_over(head.methods))
        return code

    def _methods_over(self, usual: "ctypes._Pointer[IoMethods]") -> IoMethods:
        """Return I/O methods that consult the disk first, then call the original ones."""
        place = ctypes.addressof(usual.contents)
        if place not in self.methods:
            methods = IoMethods.from_buffer_copy(usual.contents)
            over = [self._over(change, usual) for change in CHANGES]
            for change, function in zip(CHANGES, over, strict=True):
                setattr(methods, change, ctypes.cast(function, Address))
            self.methods[place] = (methods, over)
        return self.methods[place][0]

    def _over(self, change: str, usual: "ctypes._Pointer[IoMethods]") -> object:
        kind = CHANGES[change]
        usually = kind(getattr(usual.contents, change))

        def changed(file: int, *given: int) -> int:
            code = self.disk.answer_to(change) or usually(file, *given)
            if code == OK and change == SYNC:
                path = self.paths[file]
                self.disk.synced[path] = path.read_bytes()
            return int(code)

        return kind(changed)


IO_WRITE = sqlite3.SQLITE_IOERR_WRITE
IO_SYNC = sqlite3.SQLITE_IOERR_FSYNC
IO_TRUNCATE = sqlite3.SQLITE_IOERR_TRUNCATE
FULL = sqlite3.SQLITE_FULL
READ_ONLY = sqlite3.SQLITE_READONLY
