"""Lock a database file for one writing process, by a file beside it that names the process."""

from pathlib import Path

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.process_lock import LockHeldError, ProcessLock
from alicia_desktop.store import sqlite_errors


class FileLock:
    """Holds `<database>.lock` from `acquire` to `release`."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._lock = ProcessLock(database.with_name(database.name + ".lock"))

    def acquire(self) -> None:
        """Acquire the lock.

        Raises `WorldError` `database_in_use` when a process has it, `folder_read_only` when none can be made and
        `disk_full` when there is no space even for that.
        """
        try:
            self._lock.acquire()
        except LockHeldError as error:
            raise WorldError(
                sentence=f"Alicia is already using {self._database} (process {error.holder}). "
                "Close that window or server first.",
                retry=True,
                code="database_in_use",
            ) from error
        except OSError as error:
            raise sqlite_errors.of_files(error, self._database) from error

    def release(self) -> None:
        """Release the lock; does nothing when it is not held."""
        self._lock.release()
