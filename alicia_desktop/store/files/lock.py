"""Lock a database file for one writing process, by a file beside it that names the process.

The system drops the lock when the process ends, however it ends, so a stale file never locks anybody out.
"""

import os
import sys
from io import FileIO
from pathlib import Path

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import private_opener
from alicia_desktop.store import sqlite_errors

if sys.platform == "win32":
    import msvcrt

    def _take(file: FileIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)

else:
    import fcntl

    def _take(file: FileIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


_FAR = 1 << 20
"""Windows locks bytes against reading too; one far behind the text leaves the process number readable."""


class FileLock:
    """Holds `<database>.lock` from `acquire` to `release`."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(database.name + ".lock")
        self._file: FileIO | None = None

    def acquire(self) -> None:
        """Acquire the lock.

        Raises `WorldError` `database_in_use` when a process has it, `folder_read_only` when none can be made and
        `disk_full` when there is no space even for that.
        """
        try:
            file = open(self._path, "a+b", buffering=0, opener=private_opener)  # noqa: SIM115 - held until `release`
        except OSError as error:
            raise sqlite_errors.of_files(error, self._database) from error
        try:
            _take(file)
        except OSError as error:
            holder = _holder(file)
            file.close()
            raise WorldError(
                sentence=f"Alicia is already using {self._database} (process {holder}). "
                "Close that window or server first.",
                retry=True,
                code="database_in_use",
            ) from error
        try:
            file.truncate(0)
            file.write(str(os.getpid()).encode())
        except OSError as error:
            file.close()
            raise sqlite_errors.of_files(error, self._database) from error
        self._file = file

    def release(self) -> None:
        """Release the lock; does nothing when it is not held."""
        if self._file is not None:
            self._file.truncate(0)
            self._file.close()
            self._file = None


def _holder(file: FileIO) -> str:
    file.seek(0)
    return file.read().decode(errors="replace").strip() or "unknown"
