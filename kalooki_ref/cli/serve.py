"""`kalooki-ref serve`: starts the server and prints the addresses for phones."""

import argparse
import os
import signal
import socket
import sys
from collections.abc import Mapping
from threading import Thread
from time import sleep
from typing import Any

from kalooki_ref.cli.arguments import number, with_examples
from kalooki_ref.cli.exits import DONE, cannot_start
from kalooki_ref.cli.workers import keep_answering

FIRST_PORT = 5040
PORTS_TRIED = 40
BACKUP_SECONDS = 3600
SECONDS_FOR_NAME = 1.0
# Bytes: what a phone far away takes in half a second.
SEND_BUFFER = 64 * 1024
ONE_FILE = "several workers need PostgreSQL: set DATABASE_URL, or leave --workers out"
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
BLACK_ON_WHITE = "\033[38;5;16;48;5;231m"
PLAIN = "\033[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
QUIET = 3
EXAMPLES = """
  kalooki-ref serve                        for this machine and the phones on the same Wi-Fi
  kalooki-ref serve --host 127.0.0.1       for this machine alone
  kalooki-ref serve --port 8080 --instance ~/kalooki
"""


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "serve",
        help="start the app for this machine and the phones on the same Wi-Fi",
        description="Starts the app and prints its addresses for this machine and for phones.",
        **with_examples(EXAMPLES),
    )
    add_options(parser)
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the server."""
    parser.add_argument("--host", default=EVERYWHERE[0], help="address to listen on (default: all)")
    parser.add_argument(
        "--port", type=port, help=f"port to listen on (default: {FIRST_PORT}, or the next free one)"
    )
    parser.add_argument("--instance", metavar="FOLDER", help="folder for games and settings")
    parser.add_argument("--threads", type=number, default=4, help="pages at a time (default: 4)")
    parser.add_argument(
        "--workers",
        type=number,
        default=1,
        help="processes that answer; more than 1 with PostgreSQL",
    )
    parser.add_argument("--qr", action="store_true", help="show the QR code even in a file or pipe")


def port(text: str) -> int:
    found = number(text)
    if not 0 <= found <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is not a port; use 1024 to 65535")
    return found


def run(chosen: argparse.Namespace) -> int:
    from kalooki_ref import create_app
    from kalooki_ref.server.http_server import serve
    from kalooki_ref.server.machine import NameLookup, is_this_machine
    from kalooki_ref.store.tables import ConfigError

    threads = max(chosen.threads, 1)
    instance = os.path.abspath(chosen.instance) if chosen.instance else None  # noqa: PTH100
    try:
        listener = listen(chosen.host, chosen.port)
        try:
            lookup = NameLookup()
            app = create_app({"INSTANCE": instance})
            refuse_several(app, chosen.workers)
        except BaseException:
            listener.close()
            raise
    except (OSError, ConfigError) as error:
        return cannot_start(error)
    Thread(target=back_up_daily, args=[app], daemon=True).start()
    found = {
        "MACHINE_NAME": lookup.result(within=SECONDS_FOR_NAME),
        "ONLY_THIS_MACHINE": is_this_machine(chosen.host),
    }
    app.config.update(found)
    announce(listener, app.config, host=chosen.host, qr=chosen.qr or sys.stdout.isatty())
    signal.signal(signal.SIGTERM, stop)
    if chosen.workers > 1:
        settings = {"INSTANCE": instance, **found}
        keep_answering(settings, listener, workers=chosen.workers, threads=threads)
    serve(app, listener, threads=threads)
    return DONE


def refuse_several(app: Any, workers: int) -> None:
    """Raise ConfigError for several processes with SQLite: they couldn't notify each other."""
    from kalooki_ref.store.database import database_path
    from kalooki_ref.store.tables import ConfigError

    with app.app_context():
        if workers > 1 and database_path() is not None:
            raise ConfigError(ONE_FILE)


def back_up_daily(app: Any) -> None:
    """Start a thread that makes the daily backup; it checks every hour, and logs failures.

    PostgreSQL is left to its own tools.
    """
    from kalooki_ref.server.middleware.monitoring import log_trouble
    from kalooki_ref.store.backups import daily_backup
    from kalooki_ref.store.database import database_path
    from kalooki_ref.store.tables import ConfigError

    with app.app_context():
        database = database_path()
    while database is not None:
        try:
            daily_backup(database)
        except (OSError, ConfigError) as error:
            log_trouble(error)
        sleep(BACKUP_SECONDS)


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket on this port, or on the first free one; raises OSError."""
    if port is not None:
        return bound(host, port)
    for candidate in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            return bound(host, candidate)
        except OSError as error:
            taken = error
    raise taken


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # on Windows this would let two programs share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Connections inherit it: those of phones that left the Wi-Fi end after a few hours.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    # The system may buffer megabytes for each client that asks for page after page and reads none.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        reason = error.strerror or error
        raise OSError(
            f"port {port} of {host or 'this machine'} isn't available ({reason})"
        ) from error
    return listener


def announce(listener: socket.socket, config: Mapping[str, Any], *, host: str, qr: bool) -> None:
    """Print the addresses, a QR code, and how to stop."""
    from kalooki_ref.server.machine import lan_address

    number = listener.getsockname()[1]
    phones = lan_address() if host in EVERYWHERE else None
    name = config["MACHINE_NAME"] if phones else ""
    here = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    print(f"\n  Kalooki Ref is running.\n\n  On this machine:  http://{here}:{number}/")
    if config["ONLY_THIS_MACHINE"]:
        print("  Only on this machine: phones can't reach it. Leave --host out, and they can.")
    if phones:
        address = f"http://{name or phones}:{number}/"
        print(f"  On phones:        {address}   (same Wi-Fi)")
        if name:
            print(f"  Or by address:    http://{phones}:{number}/")
        if qr:
            print("\n" + terminal_qr(address, sys.stdout.encoding))
    if config["POCKET_URL"]:
        print(f"  Without a network: {config['POCKET_URL']}   (the app inside a phone)")
    print("\n  Press Ctrl+C to stop. Your games are saved.\n", flush=True)


def stop(_signal: int, _frame: Any) -> None:
    """Exit without a traceback; the server has finished its requests."""
    raise SystemExit(0)


def terminal_qr(text: str, encoding: str | None) -> str:
    """Return a QR code as text, two rows of modules per line; empty if it can't be encoded."""
    import segno

    try:
        "▀▄█".encode(encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    rows = [
        [bool(module) for module in row]
        for row in segno.make(text, error="m", micro=False).matrix_iter(border=QUIET)
    ]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(f"  {line_of(upper, lower)}" for upper, lower in pairs)


def line_of(upper: list[bool], lower: list[bool]) -> str:
    halves = "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
    return f"{BLACK_ON_WHITE}{halves}{PLAIN}"
