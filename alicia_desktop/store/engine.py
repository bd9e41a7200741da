"""Make engines over one database file: SQLAlchemy Core on sqlcipher3, which brings SQLite with FTS5 and extensions.

SQLAlchemy's own idea of when a transaction begins is switched off (`isolation_level=None`); a begin event says it
explicitly: `BEGIN IMMEDIATE` for the writer, so that it never fails half-way at an upgrade of its lock, and a plain one
for readers.
"""

from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlcipher3 import dbapi2

from alicia_desktop.base.files import find_package_file
from alicia_desktop.base.translation import translate

BUSY_SECONDS: Final = 5.0
"""How long SQLite waits for a file that a foreign program holds before it is an error."""

_WRITER: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "temp_store = MEMORY",
    "secure_delete = FAST",  # what is taken off a page is overwritten, where that costs no further page
)
_READER: Final = ("query_only = ON", "temp_store = MEMORY")


def writing_engine(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """Return the engine of the one writer; it makes the file when there is none."""
    return _engine(str(path), pragmas=_WRITER, begin="BEGIN IMMEDIATE", busy_seconds=busy_seconds)


def reading_engine(path: Path, *, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """Return an engine whose connections see one snapshot a transaction and cannot write.

    Not even when the last one is closed: what is in the log is copied by the writer alone (`checkpointer`).
    """
    address = f"{path.absolute().as_uri()}?mode=ro"
    return _engine(address, pragmas=_READER, begin="BEGIN", busy_seconds=busy_seconds)


def _engine(address: str, *, pragmas: tuple[str, ...], begin: str, busy_seconds: float) -> Engine:
    def connect() -> object:
        connection = dbapi2.connect(
            address,
            timeout=busy_seconds,
            isolation_level=None,
            check_same_thread=False,
            uri=address.startswith("file:"),
        )
        connection.enable_load_extension(True)  # noqa: FBT003 - the driver takes it by position only
        connection.load_extension(_vector_extension())
        connection.enable_load_extension(False)  # noqa: FBT003 - as above
        connection.create_function("contains_text", 2, _contains_text, deterministic=True)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    engine = create_engine("sqlite://", module=dbapi2, creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def _begin(conn: Connection) -> None:
        conn.exec_driver_sql(begin)

    return engine


@cache
def _vector_extension() -> str:
    """Return the path of sqlite-vec's library, as SQLite takes it; the package brings numpy, so it is not imported."""
    library = find_package_file("sqlite_vec", "vec0.*", missing=translate("sqlite-vec is not installed."))
    return str(library.with_suffix(""))


def _contains_text(raw: bytes | None, folded: str) -> bool:
    """SQL function: whether bytes hold a text, without regard to case; LIKE would stop at the first zero byte."""
    return raw is not None and folded in raw.decode("utf-8", "ignore").casefold()
