"""A TCP proxy that simulates network failures: it can drop connections or stop forwarding."""

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PIECE = 65536


class Line:
    """A proxy for another port, with its connections."""

    def __init__(self, behind: int) -> None:
        self.behind = behind
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        self.ends: dict[socket.socket, socket.socket] = {}
        self.watch = selectors.DefaultSelector()
        self.watch.register(self.listener, selectors.EVENT_READ)
        self.is_cut = self.is_silent = self.is_over = False
        threading.Thread(target=self._pass_on, daemon=True).start()

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Context: close all connections, and new ones at once."""
        self.is_cut = True
        yield
        self.is_cut = False

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Context: keep connections open, but forward nothing."""
        self.is_silent = True
        yield
        self.is_silent = False

    def close(self) -> None:
        self.is_over = True

    def _pass_on(self) -> None:
        while not self.is_over:
            ready = self.watch.select(0.02)
            if self.is_cut:
                self._close_connections(*self.ends)
            for key, _ in ready if not self.is_silent else ():
                self._serve(key.fileobj)  # type: ignore[arg-type]
            if self.is_silent:
                threading.Event().wait(0.02)
        self._close_connections(*self.ends)
        self.listener.close()

    def _serve(self, end: socket.socket) -> None:
        if end is self.listener:
            self._connect(self.listener.accept()[0])
            return
        piece = b""
        with suppress(OSError):
            piece = end.recv(PIECE)
            self.ends[end].sendall(piece)
        if not piece:
            self._close_connections(end)

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self.behind), timeout=2)
        except OSError:
            near.close()
            return
        self.ends |= {near: far, far: near}
        for end in (near, far):
            self.watch.register(end, selectors.EVENT_READ)

    def _close_connections(self, *ends: socket.socket) -> None:
        for end in [side for first in ends for side in (first, self.ends.get(first)) if side]:
            if self.ends.pop(end, None):
                self.watch.unregister(end)
                end.close()
