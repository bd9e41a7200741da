"""Opens files and folders for tools: a path is reduced to names, then walked name by name from an open folder.

What decides is never a string that is resolved again later. An allowed folder is opened from the root of the file
system down, each name relative to the folder that is already open and no link followed; the same below it. So `..` is
gone before anything is touched, a symbolic link leads nowhere wherever it points, and whoever exchanges a folder for
a link between check and opening finds that check and opening are one call (docs/decisions/0016). Each open folder on
the way, those above the allowed one too, is looked at: the program's own data is closed by whatever name it is
reached.

The program's own data folder stays closed to tools; it is recognised by what it is and not by its name. It is held
open for as long as the program runs, so it is recognised after it was renamed or moved, through a link, and where it
is mounted a second time. What lies in it is recognised one by one, because a folder or file of it may be mounted or
linked elsewhere by itself. A data folder of another run is recognised by the database in it.
"""

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from alicia_desktop.protocol.client_tools import has_hidden
from alicia_desktop.session.tools.contract import ToolRefusalError

Identity: TypeAlias = tuple[int, int]
"""Device and number of a file or folder."""

MAX_ENTRIES: Final = 10_000
MAX_DEPTH: Final = 3
_DATABASES: Final = ("client.db", "server.db")
_MARK_OFFSET: Final = 68
_MARK: Final = b"Alic"
"""The application id of our databases, in SQLite's header."""
_READ: Final = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)
_READ_FOLDER: Final = _READ | getattr(os, "O_DIRECTORY", 0)
_READ_FILE: Final = _READ | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

AVAILABLE: Final = {os.open, os.stat} <= os.supports_dir_fd and os.scandir in os.supports_fd
"""Whether this system can open a name relative to an open folder."""
MAX_NAMES: Final = 64
_FOLDER: Final = (
    os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
)
_PASSAGE: Final = getattr(os, "O_PATH", 0) | _FOLDER
"""Also for folders above the allowed one that may be passed and not be listed."""
_FILE: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe without a writer must not hold us
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
OUTSIDE: Final = "That is outside of the allowed folders."
OWN_DATA: Final = "That belongs to Alicia's own data and stays closed."


class OwnData:
    """The data folder, from its construction until `close`; systems that have no open folders open no files anyway."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._number: int | None = None
        with suppress(OSError):
            self._number = os.open(path, _READ_FOLDER)

    def identities(self) -> frozenset[Identity]:
        """Return the folder and what is in it at this moment."""
        if self._number is None or os.scandir not in os.supports_fd:
            return frozenset()
        found: set[Identity] = set()
        for identity in _below(self._number, MAX_DEPTH):
            found.add(identity)
            if len(found) >= MAX_ENTRIES:
                break
        return frozenset(found)

    def close(self) -> None:
        """Let the folder go. Idempotent."""
        if self._number is not None:
            os.close(self._number)
            self._number = None


def identity_of(found: os.stat_result) -> Identity:
    """Return which file or folder this is, whatever it is called."""
    return found.st_dev, found.st_ino


def holds_own_data(folder: int, closed: frozenset[Identity]) -> bool:
    """Whether an open folder is a data folder, of whichever run.

    Nothing in `closed` is opened for that: closing a database again would take SQLite's locks on it away.
    """
    if identity_of(os.fstat(folder)) in closed:
        return True
    return any(_is_own_database(name, folder, closed) for name in _DATABASES)


def _below(number: int, depth: int) -> Iterator[Identity]:
    """Return an open folder and what is in it; links count as what they lead to."""
    yield identity_of(os.fstat(number))
    with os.scandir(number) as entries:
        for entry in entries:
            with suppress(OSError):
                found = os.stat(entry.name, dir_fd=number)
                yield identity_of(found)
                if stat.S_ISDIR(found.st_mode) and depth > 1:
                    inner = os.open(entry.name, _READ_FOLDER, dir_fd=number)
                    try:
                        yield from _below(inner, depth - 1)
                    finally:
                        os.close(inner)


def _is_own_database(name: str, folder: int, closed: frozenset[Identity]) -> bool:
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if identity_of(found) in closed:
            return True
        if not stat.S_ISREG(found.st_mode):
            return False
        number = os.open(name, _READ_FILE, dir_fd=folder)
    except OSError:
        return False
    with closing(os.fdopen(number, "rb")) as file:
        return file.read(_MARK_OFFSET + len(_MARK))[_MARK_OFFSET:] == _MARK


@dataclass(frozen=True, kw_only=True, slots=True)
class Allowed:
    """Where tools may look."""

    folders: tuple[Path, ...] = ()
    """Absolute, and resolved when the user chose them."""
    closed: frozenset[Identity] = frozenset()
    """Files and folders that stay closed even inside an allowed one: the program's own data."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FolderPath:
    """A file or folder, as names below an allowed folder."""

    root: Path
    names: tuple[str, ...]

    def below(self, name: str) -> "FolderPath":
        """Return what is called `name` in this folder."""
        return FolderPath(root=self.root, names=(*self.names, name))


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenFolder:
    """A folder that was reached."""

    number: int
    """Its file descriptor."""
    device: int
    """Of the allowed folder: what lies on another one is another's."""
    closed: frozenset[Identity]


def locate(path: str, allowed: Allowed) -> FolderPath:
    """Return where `path` is, without touching any file.

    Raises:
        ToolRefusalError: it is not inside an allowed folder, or could be read in more than one way.
    """
    if has_hidden(path) or "\\" in path or path.startswith("//"):
        raise ToolRefusalError("permission_denied", "That path can be read in more than one way, so it is not opened.")
    names = _names(path)
    for root in allowed.folders:
        if path.startswith("/") and root.parts[1:] == names[: len(root.parts) - 1]:
            return _checked(root, names[len(root.parts) - 1 :])
    if path.startswith("/"):
        raise ToolRefusalError("permission_denied", OUTSIDE)
    roots = [root for root in allowed.folders if names[:1] == (root.name,)]
    if len(roots) == 1:
        return _checked(roots[0], names[1:])
    if roots or len(allowed.folders) != 1:
        raise ToolRefusalError("permission_denied", "Begin the path with the name of one of the allowed folders.")
    return _checked(allowed.folders[0], names)


def shown(place: FolderPath, allowed: Allowed) -> str:
    """Return the path of a place as it can be asked for again: from the folder's name on, where only one has it."""
    alone = [root.name for root in allowed.folders].count(place.root.name) == 1
    return "/".join((place.root.name if alone else str(place.root), *place.names))


@contextmanager
def open_folder(place: FolderPath, allowed: Allowed) -> Iterator[OpenFolder]:
    """Walk to a folder and hold it open.

    Raises:
        ToolRefusalError: there is none, or a link, another disk or a closed folder is on the way.
    """
    number = _walk(place.root, allowed.closed)
    try:
        found = OpenFolder(number=number, device=os.fstat(number).st_dev, closed=allowed.closed)
        _check(found)
        for name in place.names:
            number = _step(found, name)
            found = OpenFolder(number=number, device=found.device, closed=allowed.closed)
        yield found
    finally:
        os.close(number)


@contextmanager
def enter(folder: OpenFolder, name: str) -> Iterator[OpenFolder]:
    """Open the folder that is called `name` in one that is open.

    Raises:
        ToolRefusalError: as `open_folder`.
    """
    inner = OpenFolder(number=_open(name, _FOLDER, folder.number), device=folder.device, closed=folder.closed)
    try:
        _check(inner)
        yield inner
    finally:
        os.close(inner.number)


def read(folder: OpenFolder, name: str, most: int) -> tuple[bytes, int]:
    """Return the first `most` bytes of a file in an open folder, and its size.

    Raises:
        ToolRefusalError: it is no plain file with one name on the same disk.
    """
    _check_file(folder, _stat(folder, name))  # a device may act on being opened
    number = _open(name, _FILE, folder.number)
    with os.fdopen(number, "rb") as file:
        found = os.fstat(number)
        _check_file(folder, found)
        return file.read(most), found.st_size


def _names(path: str) -> tuple[str, ...]:
    names: list[str] = []
    for name in path.split("/"):
        if name == "..":
            if not names:
                raise ToolRefusalError("permission_denied", OUTSIDE)
            names.pop()
        elif name not in {"", "."}:
            names.append(name)
    if len(names) > MAX_NAMES or any(len(name.encode()) > 255 for name in names):
        raise ToolRefusalError("permission_denied", "That path is too long.")
    return tuple(names)


def _checked(root: Path, names: tuple[str, ...]) -> FolderPath:
    if any(name.startswith(".") for name in names):
        raise ToolRefusalError("permission_denied", "Hidden files and folders stay closed.")
    return FolderPath(root=root, names=names)


def _walk(root: Path, closed: frozenset[Identity]) -> int:
    if not AVAILABLE:
        sentence = "Files cannot be opened safely on this system, so they are not opened."
        raise ToolRefusalError("execution_error", sentence)
    number = os.open(root.anchor, _PASSAGE)
    for place, name in enumerate(root.parts[1:], 2):
        above = number
        try:
            _check_not_own(above, closed)
            number = _open(name, _FOLDER if place == len(root.parts) else _PASSAGE, above)
        finally:
            os.close(above)
    return number


def _step(folder: OpenFolder, name: str) -> int:
    """Go down one name and let go of the folder above; where that fails, the caller still holds that one."""
    number = _open(name, _FOLDER, folder.number)
    try:
        _check(OpenFolder(number=number, device=folder.device, closed=folder.closed))
    except ToolRefusalError:
        os.close(number)
        raise
    os.close(folder.number)
    return number


def _open(name: str, flags: int, above: int) -> int:
    try:
        return os.open(name, flags, dir_fd=above)
    except OSError as error:
        raise _refusal(error) from error


def _stat(folder: OpenFolder, name: str) -> os.stat_result:
    try:
        return os.stat(name, dir_fd=folder.number, follow_symlinks=False)
    except OSError as error:
        raise _refusal(error) from error


def _check(folder: OpenFolder) -> None:
    found = os.fstat(folder.number)
    if found.st_dev != folder.device:
        raise ToolRefusalError("permission_denied", "That folder is on another disk; it has to be allowed by itself.")
    _check_not_own(folder.number, folder.closed)


def _check_not_own(number: int, closed: frozenset[Identity]) -> None:
    if holds_own_data(number, closed):
        raise ToolRefusalError("permission_denied", OWN_DATA)


def _check_file(folder: OpenFolder, found: os.stat_result) -> None:
    if identity_of(found) in folder.closed:
        raise ToolRefusalError("permission_denied", OWN_DATA)
    if stat.S_ISLNK(found.st_mode):
        raise ToolRefusalError("permission_denied", "That is a link, and links are not followed.")
    if not stat.S_ISREG(found.st_mode):
        raise ToolRefusalError("execution_error", "That is no text file.")
    if found.st_dev != folder.device or found.st_nlink > 1:
        sentence = "That file has a second name, perhaps outside of the allowed folders, so it is not opened."
        raise ToolRefusalError("permission_denied", sentence)


def _refusal(error: OSError) -> ToolRefusalError:
    if error.errno in {errno.ELOOP, errno.ENOTDIR, errno.EMLINK}:
        return ToolRefusalError("permission_denied", "There is no such folder, or a link that is not followed.")
    if isinstance(error, FileNotFoundError):
        return ToolRefusalError("execution_error", "There is no such file or folder.")
    return ToolRefusalError("execution_error", f"The system does not open it: {error.strerror}.")


def as_allowed(folders: Sequence[str], own_data: OwnData) -> Allowed:
    """Return what the settings allow; a folder not written in full, or in the program's own one, allows nothing."""
    paths = [Path(folder) for folder in folders]
    plain = [path for path in paths if path.is_absolute() and ".." not in path.parts and len(path.parts) > 1]
    outside = [path for path in plain if not path.is_relative_to(own_data.path)]
    return Allowed(folders=tuple(dict.fromkeys(outside)), closed=own_data.identities())
