"""Write files that only their owner can read, hold one for one process, and find data files of installed packages.

    with path.open("ab", opener=private_opener) as log: ...
    write_private(path, content)      # whole or not at all
    with writing_private(path) as file: ...                          # the same, piece by piece
    restrict(path)                    # what was made by an older version, or copied here; False where it cannot
    find_package_file("pkg", "models/*.onnx", missing="The model is not installed.")   # without importing `pkg`

    lock = ProcessLock(path)
    lock.acquire()                    # LockHeldError: another process has it, whose number stands in the file
    lock.release()

Private whatever the umask is and whatever was there before. Windows keeps what is in a person's own folders from others
by itself; there, only the writing is done. The system drops a lock when its process ends, however it ends, so a stale
file never locks anybody out.
"""

import importlib.util
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import IO, Final

from alicia_desktop.base.errors import WorldError

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def private_opener(path: str, flags: int) -> int:
    """Open a file for `open(…, opener=private_opener)`; one that is made by it is its owner's alone."""
    return os.open(path, flags, FILE_MODE)


def make_private_file(path: Path) -> None:
    """Make an empty file, unless there is one."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, FILE_MODE))


def make_private_folder(path: Path) -> None:
    """Make a folder and those above it, unless they are there."""
    path.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)


def write_private(path: Path, content: bytes) -> None:
    """Write a file aside and put it in place whole; until then, and where it fails, the former one stays.

    Raises:
        OSError: it cannot be written.
    """
    with writing_private(path) as file:
        file.write(content)


@contextmanager
def writing_private(path: Path) -> Iterator[IO[bytes]]:
    """Open a file aside; once the block ends it is put in place whole, and where it fails the former one stays.

    Raises:
        OSError: it cannot be written.
    """
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        with open(part, "xb", opener=private_opener) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def restrict(path: Path) -> bool:
    """Take the access of others to a file or folder away; false where it is not ours to do."""
    if sys.platform == "win32":
        return True
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & _OTHERS:
            path.chmod(mode & ~_OTHERS)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on disk, too, where the system can do that."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def find_package_file(package: str, pattern: str, *, missing: str) -> Path:
    """Return the first file of `package` whose path in it matches `pattern`.

    Raises:
        WorldError: the package or the file is not installed (`engine_failed`); `missing` is its sentence.
    """
    spec = importlib.util.find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    files = [file for folder in folders for file in sorted(Path(folder).glob(pattern))]
    if not files:
        raise WorldError(sentence=missing, code="engine_failed")
    return files[0]


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
