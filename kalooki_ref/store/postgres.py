"""PostgreSQL: connection settings, transactions, errors, and LISTEN/NOTIFY.

The driver is imported only if DATABASE_URL names such a database.
"""

import time
from contextlib import suppress
from functools import cache
from threading import Event, Thread
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError

from kalooki_ref.store.changes import RAISED, Listener
from kalooki_ref.store.tables import WRITES, ConfigError

NAMES = {"postgresql", "postgres", "postgresql+psycopg"}
# Session settings: commits are durable, and no statement waits for ever.
SETTINGS = {
    "synchronous_commit": "on",
    "lock_timeout": "5s",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "30s",
}
EXPECTED = {"synchronous_commit": "on", "fsync": "on", "full_page_writes": "on"}
# Timeouts for a server that stops responding, in seconds; tcp_user_timeout in milliseconds.
NETWORK = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
# Reads need one snapshot for several queries; a writer must see the previous writer's commit.
READ, WRITE = "BEGIN ISOLATION LEVEL REPEATABLE READ", "BEGIN"
CHANNEL = "kalooki_changes"
MISSED_CHANGES = ("", 0)
LISTEN_AGAIN_SECONDS = 0.5
FIRST_SECONDS = 3.0
# SQLSTATEs of a read-only or corrupt server; other outages have exception classes of their own.
TROUBLES = {"25006", "XX001", "XX002"}


def url_of(address: str) -> URL:
    """Return DATABASE_URL as an SQLAlchemy URL; raises ConfigError if it isn't valid."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = URL.create("unreadable")
    if url.drivername not in NAMES:
        raise ConfigError("DATABASE_URL has to look like postgresql://name:password@host/database.")
    try:
        import psycopg
    except ImportError as error:
        raise ConfigError(
            "DATABASE_URL needs more packages: pip install 'kalooki-ref[scale]'"
        ) from error
    return url.set(drivername=f"postgresql+{psycopg.__name__}")


def prepare(engine: Engine) -> None:
    """Apply the settings to every new connection of this engine."""
    event.listen(engine, "do_connect", _add_settings)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "checkout", _refuse_closed)
    event.listen(engine, "begin", _on_begin)


def is_trouble(error: BaseException) -> bool:
    """Return whether the server caused an error: unreachable, full, locked, shutting down."""
    from psycopg import InterfaceError, OperationalError

    cause = error.orig if isinstance(error, DBAPIError) else error
    gone = isinstance(cause, (InterfaceError, OperationalError))
    return gone or getattr(cause, "sqlstate", None) in TROUBLES


def lock(connection: Connection, name: str) -> None:
    """Take the advisory lock with this name until the end of the transaction."""
    held = func.pg_advisory_xact_lock(func.hashtextextended(name, 0))
    connection.execute(select(held))


def disable_timeout(connection: Connection) -> None:
    """Disable the statement timeout in this transaction."""
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def notify(connection: Connection) -> None:
    """Notify every process, including this one, of this transaction's changes on commit."""
    raised: dict[str, int] = connection.info.pop(RAISED, {})
    for game_id, number in raised.items():
        connection.execute(select(func.pg_notify(CHANNEL, f"{game_id} {number}")))


def listen(url: URL, listener: Listener) -> None:
    """Start a daemon thread that listens for the changes made by all processes.

    Returns once it is listening, or after `FIRST_SECONDS` without a database. After a lost
    connection the listener is called with `MISSED_CHANGES`.
    """
    is_listening = Event()
    Thread(
        target=_keep_listening, args=(url, listener, is_listening), name="changes", daemon=True
    ).start()
    is_listening.wait(FIRST_SECONDS)


def probe(connection: Connection) -> None:
    """Write to the write-ahead log without changing a row, so that the commit has to be flushed."""
    connection.execute(select(func.pg_logical_emit_message(True, "kalooki", "probe")))


def place_of(url: URL) -> str:
    """Return the database's URL without the password, for messages."""
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def _keep_listening(url: URL, listener: Listener, is_listening: Event) -> None:
    from psycopg import Error

    while True:
        with suppress(Error):
            _receive(url, listener, is_listening)
        time.sleep(LISTEN_AGAIN_SECONDS)


def _receive(url: URL, listener: Listener, is_listening: Event) -> None:
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True, **NETWORK) as connection:  # type: ignore[arg-type]
        connection.execute(f"LISTEN {CHANNEL}".encode())
        listener(*MISSED_CHANGES)
        is_listening.set()
        for notify in connection.notifies():
            game_id, _, number = notify.payload.rpartition(" ")
            listener(game_id, int(number))


def _add_settings(_dialect: Any, _record: Any, _given: Any, named: dict[str, Any]) -> None:
    settings = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    named["options"] = f"{named.get('options', '')} {settings}".strip()
    named["autocommit"] = True  # _on_begin starts transactions
    for name, value in NETWORK.items():
        named.setdefault(name, value)


def _on_connect(connection: Any, _record: Any) -> None:
    connection.adapters.register_dumper(str, _storable_text())
    check_settings(connection)


@cache
def _storable_text() -> Any:
    """Return a psycopg dumper that replaces NUL, which PostgreSQL can't store in text."""
    from psycopg.types.string import StrDumper

    class StorableText(StrDumper):
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))

    return StorableText


def check_settings(connection: Any) -> None:
    """Raise ConfigError if the effective settings don't make commits durable."""
    found = {name: connection.execute(f"SHOW {name}").fetchone()[0] for name in EXPECTED}
    if found != EXPECTED:
        raise ConfigError(
            f"PostgreSQL does not use the settings that keep entries safe: {found} where "
            f"{EXPECTED} is needed. Change them in postgresql.conf, and start it again."
        )


def _refuse_closed(connection: Any, _record: Any, _proxy: Any) -> None:
    """Detect a connection closed by the server without a query; the pool then reconnects."""
    from psycopg import Error

    try:
        connection.pgconn.consume_input()  # the error message of a server that shuts down
        connection.pgconn.consume_input()  # then the closed connection
    except Error as error:
        raise InvalidatePoolError from error


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql(WRITE if writes else READ)
