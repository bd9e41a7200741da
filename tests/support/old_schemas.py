"""Databases of every schema that there was, each with a row of every table for each version that it went through.

    python -m tests.support.old_schemas    # makes the files of tests/data/schemas that are missing

A file begins as the one before it: its migration is walked, and then each table gets a row with every column filled.
"""

import lzma
import re
import sys
import tempfile
from pathlib import Path

from sqlalchemy import Column, Connection, Integer, LargeBinary, Table
from sqlalchemy.types import Boolean, Float

from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate, shipped_steps
from alicia_desktop.store.schema import VECTOR_DIMENSIONS, memory_changes, metadata
from alicia_desktop.store.schema.columns import Json, UtcDateTime
from tests.store.wire import NOW

FOLDER = Path(__file__).parents[1] / "data" / "schemas"
MADE_BY_TRIGGERS = {memory_changes.name}
LISTS = {"tags", "reference_links", "problems", "attachments", "parts"}
NAMED = {"conversation_id": "ac_v{}", "session_id": "ac_v{}", "about": "ac_v{}", "granted_in": "ac_v{}"}
IDS = {"alicia_conversations": "ac_v{}", "alicia_messages": "am_v{}", "alicia_memory": "amem_v{}"}
_ALLOWED = re.compile(r"(\w+) IN \('(\w+)'")


def path_of(version: int) -> Path:
    """Return the packed database of a schema."""
    return FOLDER / f"v{version}.db.xz"


def unpack(packed: Path, path: Path) -> None:
    """Write a packed database to `path`."""
    path.write_bytes(lzma.decompress(packed.read_bytes()))


def make(version: int, folder: Path) -> None:
    """Make the database of a schema from the one before it, and pack it."""
    path = folder / f"v{version}.db"
    unpack(path_of(version - 1), path)
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=NOW, steps=shipped_steps()[:version])
        with conn.begin():
            for table in metadata.sorted_tables:
                if table.name not in MADE_BY_TRIGGERS:
                    _insert(conn, table, version)
        driver = conn.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    path_of(version).write_bytes(lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def _insert(conn: Connection, table: Table, version: int) -> None:
    there = {row[1] for row in conn.exec_driver_sql(f"PRAGMA table_info({table.name})")}
    values = {
        column.name: _value(table, column, version)
        for column in table.c
        if column.name in there and not column.primary_key and column.name != "deleted_at"
    }
    if values:
        columns, marks = ", ".join(f'"{name}"' for name in values), ", ".join("?" * len(values))
        conn.exec_driver_sql(f"INSERT INTO {table.name}({columns}) VALUES ({marks})", tuple(values.values()))


def _value(table: Table, column: Column[object], version: int) -> object:
    allowed = dict(
        _ALLOWED.findall(" ".join(str(rule.sqltext) for rule in table.constraints if hasattr(rule, "sqltext")))
    )
    kind, name = column.type, column.name
    if name == "id":
        return IDS.get(table.name, f"{table.name}_v{{}}").format(version)
    if name in NAMED:
        return NAMED[name].format(version)
    if name in allowed:
        return allowed[name]
    if isinstance(kind, UtcDateTime):
        return "2026-01-01T00:00:00.000000+00:00"
    if isinstance(kind, Json):
        return f'["{name} {version}"]' if name in LISTS else f'{{"{name}":{version}}}'
    if isinstance(kind, Boolean):
        return 1
    if isinstance(kind, Integer):
        return min(version, 5)
    if isinstance(kind, Float):
        return 0.5
    if isinstance(kind, LargeBinary):
        return bytes([version]) * (4 * VECTOR_DIMENSIONS if name == "embeddings" else 20)
    return f"{name} of version {version}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for version in range(2, len(shipped_steps()) + 1):
            if not path_of(version).exists():
                make(version, Path(folder))
                sys.stdout.write(f"made {path_of(version).name}\n")


if __name__ == "__main__":
    main()
