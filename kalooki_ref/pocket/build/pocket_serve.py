"""Serves dist/pocket/ on localhost with a content security policy, for trying it out."""

import argparse
import functools
import http.server
import sys
from contextlib import suppress
from pathlib import Path

from kalooki_ref.pocket.build.sources import PROJECT

OUT = PROJECT / "dist" / "pocket"
PORT = 5050
# WebAssembly needs 'wasm-unsafe-eval'; the app's own pages bring a stricter policy themselves.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serve files with `Cache-Control: no-cache`."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def server(folder: Path, port: int) -> http.server.ThreadingHTTPServer:
    handler = functools.partial(Handler, directory=str(folder))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="kalooki_ref.pocket.build.pocket_serve", description=__doc__
    )
    parser.add_argument("--folder", type=Path, default=OUT)
    parser.add_argument("--port", type=int, default=PORT)
    chosen = parser.parse_args()
    if not (chosen.folder / "sw.js").exists():
        print(f"There is nothing in {chosen.folder}; run `make pocket` first.", file=sys.stderr)
        return 1
    try:
        serving = server(chosen.folder, chosen.port)
    except OSError as error:
        print(f"Can't listen on port {chosen.port}: {error.strerror}.", file=sys.stderr)
        print("Another one keeps games of its own: make pocket-serve PORT=5051", file=sys.stderr)
        return 1
    with serving, suppress(KeyboardInterrupt):
        print(f"\n  Kalooki Ref, in the browser alone:  http://localhost:{serving.server_port}/\n")
        serving.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
