"""Hold a file for one process, which writes its number into it.

    lock = ProcessLock(path)
    lock.acquire()          # LockHeldError: another process has it
    …
    lock.release()

The system drops the lock when the process ends, however it ends, so a stale file never locks anybody out.
"""

import os
import sys
from io import FileIO
from pathlib import Path

from alicia_desktop.base.files import private_opener

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


class LockHeldError(Exception):
    """Another process has the lock; `holder` is its number, or `unknown`."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


class ProcessLock:
    """Holds the file at `path` from `acquire` to `release`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: FileIO | None = None

    def acquire(self) -> None:
        """Acquire the lock.

        Raises:
            LockHeldError: another process has it.
            OSError: the file cannot be made or written.
        """
        file = open(self._path, "a+b", buffering=0, opener=private_opener)  # noqa: SIM115 - held until `release`
        try:
            _take(file)
        except OSError as error:
            holder = _holder(file)
            file.close()
            raise LockHeldError(holder) from error
        try:
            file.truncate(0)
            file.write(str(os.getpid()).encode())
        except OSError:
            file.close()
            raise
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
