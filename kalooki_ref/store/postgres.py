"""Everything that is particular to PostgreSQL: its settings, its transactions, its troubles.

The driver is loaded only where such a database is named.
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
# Of every connection: a save waits for the disk, and nothing waits for ever.
SETTINGS = {
    "synchronous_commit": "on",
    "lock_timeout": "5s",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "30s",
}
EXPECTED = {"synchronous_commit": "on", "fsync": "on", "full_page_writes": "on"}
# Seconds, the last one milliseconds, until a server that is silent counts as gone.
NETWORK = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}
# Queries that belong together see one moment; a writer sees what the one before it saved.
READ, WRITE = "BEGIN ISOLATION LEVEL REPEATABLE READ", "BEGIN"
CHANNEL = "kalooki_changes"
UNHEARD = ("", 0)
LISTEN_AGAIN_SECONDS = 0.5
FIRST_SECONDS = 3.0
# A server that may only be read, or is damaged; the driver knows the other troubles by class.
TROUBLES = {"25006", "XX001", "XX002"}


def url_of(address: str) -> URL:
    """Return a database address as SQLAlchemy takes it; raises ConfigError if it isn't valid."""
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
    """Make every connection of this engine durable from now on."""
    event.listen(engine, "do_connect", _add_settings)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "checkout", _refuse_closed)
    event.listen(engine, "begin", _on_begin)


def is_trouble(error: BaseException) -> bool:
    """Say whether the server, not the program, is to blame: gone, full, locked, stopping."""
    from psycopg import InterfaceError, OperationalError

    cause = error.orig if isinstance(error, DBAPIError) else error
    gone = isinstance(cause, (InterfaceError, OperationalError))
    return gone or getattr(cause, "sqlstate", None) in TROUBLES


def lock(connection: Connection, name: str) -> None:
    """Wait until no other transaction holds this name; it is held until the commit."""
    held = func.pg_advisory_xact_lock(func.hashtextextended(name, 0))
    connection.execute(select(held))


def take_time(connection: Connection) -> None:
    """Let the statements of this transaction take as long as they need."""
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def tell(connection: Connection) -> None:
    """Send every process, this one as well, what this transaction raised: when it commits."""
    raised: dict[str, int] = connection.info.pop(RAISED, {})
    for game_id, number in raised.items():
        connection.execute(select(func.pg_notify(CHANNEL, f"{game_id} {number}")))


def listen(url: URL, heard: Listener) -> None:
    """Listen for the changes of all processes in a thread, for as long as this one runs.

    Returns once nothing goes unheard, or after `FIRST_SECONDS` without a database. ``heard`` gets
    no game and 0 after a lost connection: some changes may have gone unheard.
    """
    hears = Event()
    Thread(target=_keep_listening, args=(url, heard, hears), name="changes", daemon=True).start()
    hears.wait(FIRST_SECONDS)


def probe(connection: Connection) -> None:
    """Write something that is no row, so that the commit has to reach the disk."""
    connection.execute(select(func.pg_logical_emit_message(True, "kalooki", "probe")))


def place_of(url: URL) -> str:
    """Return where the database is, without the password."""
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def _keep_listening(url: URL, heard: Listener, hears: Event) -> None:
    from psycopg import Error

    while True:
        with suppress(Error):
            _hear(url, heard, hears)
        time.sleep(LISTEN_AGAIN_SECONDS)


def _hear(url: URL, heard: Listener, hears: Event) -> None:
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True, **NETWORK) as connection:  # type: ignore[arg-type]
        connection.execute(f"LISTEN {CHANNEL}".encode())
        heard(*UNHEARD)
        hears.set()
        for notify in connection.notifies():
            game_id, _, number = notify.payload.rpartition(" ")
            heard(game_id, int(number))


def _add_settings(_dialect: Any, _record: Any, _given: Any, named: dict[str, Any]) -> None:
    settings = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    named["options"] = f"{named.get('options', '')} {settings}".strip()
    named["autocommit"] = True  # transactions begin where we say
    for name, value in NETWORK.items():
        named.setdefault(name, value)


def _on_connect(connection: Any, _record: Any) -> None:
    connection.adapters.register_dumper(str, _storable_text())
    check_settings(connection)


@cache
def _storable_text() -> Any:
    """Return what sends text as PostgreSQL can hold it, which is all but one character."""
    from psycopg.types.string import StrDumper

    class StorableText(StrDumper):
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))

    return StorableText


def check_settings(connection: Any) -> None:
    """Read the settings back; raises ConfigError when a save could be lost."""
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
        connection.pgconn.consume_input()  # the last words of a server that crashes
        connection.pgconn.consume_input()  # and then that it has hung up
    except Error as error:
        raise InvalidatePoolError from error


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql(WRITE if writes else READ)
