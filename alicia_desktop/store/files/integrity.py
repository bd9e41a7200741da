"""Check the whole file of a database in the background: soon after it was opened, and once a day.

It is read past SQLite, a megabyte at a time with pauses, so no snapshot keeps the writer from copying its log, and
whoever closes waits for a megabyte at most. That costs so little that it is done at every start. Pages without a
checksum, as in a database of an earlier version, get one; then SQLite looks once whether the structure of all tables is
whole.
"""

import asyncio
from pathlib import Path
from threading import Event
from typing import Final

from sqlcipher3 import dbapi2

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.store import sqlite_errors
from alicia_desktop.store.database import Database
from alicia_desktop.store.engine import reading_engine
from alicia_desktop.store.files.database_file import suspect

log = get_logger(__name__)
FIRST_PAUSE_SECONDS: Final = 20.0
"""Right after the opening everybody else is busy."""
CHUNK_PAGES: Final = 256
PAUSE_SECONDS: Final = 0.02
AGAIN_SECONDS: Final = 86_400.0
NOTICE_SECONDS: Final = 60.0
"""How soon it is told that a page was damaged when it was to be overwritten."""
MAX_LOGGED: Final = 20
LOOK_STEPS: Final = 10_000
"""Of SQLite's machine, between two looks whether it is to leave off."""


class IntegrityCheck:
    """Looks through one database while `run` runs."""

    def __init__(self, *, database: Database, clock: Clock) -> None:
        self.damage_found: Signal[str] = Signal()
        """A sentence for the person; the database is marked, so that its next opening says so, too."""
        self._database, self._clock = database, clock

    async def run(self) -> None:
        """Look through the file again and again, until damage is found."""
        await self._clock.sleep(FIRST_PAUSE_SECONDS)
        while not await self.is_damaged():
            await self._wait()
        path, pages = self._database.path, set(self._database.checksums.damaged)
        log.error("the database is damaged", database=path.name, pages=sorted(pages)[:MAX_LOGGED])
        await asyncio.to_thread(suspect, path, pages)
        self.damage_found.emit(sqlite_errors.damaged(path).sentence)

    async def _wait(self) -> None:
        """Wait until tomorrow, or until a page was found damaged before it was overwritten."""
        until = self._clock.monotonic() + AGAIN_SECONDS
        while self._clock.monotonic() < until and not self._database.checksums.damaged:
            await self._clock.sleep(NOTICE_SECONDS)

    async def is_damaged(self) -> bool:
        """Look through the whole file once."""
        checksums = self._database.checksums
        checksums.grow_old()
        adopted = 0
        for first in range(1, checksums.page_count + 1, CHUNK_PAGES):
            if checksums.damaged:
                return True
            adopted += (await asyncio.to_thread(checksums.verify, first, CHUNK_PAGES)).adopted
            await self._clock.sleep(PAUSE_SECONDS)
        if checksums.damaged:
            return True
        if not adopted:
            return False
        await asyncio.to_thread(checksums.keep)
        stop = Event()
        try:
            return not await asyncio.to_thread(_is_structure_whole, self._database.path, stop)
        finally:
            stop.set()


def _is_structure_whole(path: Path, stop: Event) -> bool:
    """Let SQLite look at all tables and indexes; it leaves off when it is told to `stop`."""
    engine = reading_engine(path)
    try:
        with engine.connect() as conn:
            driver = conn.connection.driver_connection
            assert driver is not None
            driver.set_progress_handler(stop.is_set, LOOK_STEPS)
            return bool(driver.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok" or stop.is_set())
    except dbapi2.Error as error:
        translated = sqlite_errors.explain(error, path)
        return not (isinstance(translated, WorldError) and translated.code == sqlite_errors.DAMAGED)
    finally:
        engine.dispose()
