"""Recognises the program's own data folder, which stays closed to tools, by what it is and not by its name.

It is held open for as long as the program runs, so it is recognised after it was renamed or moved, through a link, and
where it is mounted a second time. What lies in it is recognised one by one, because a folder or file of it may be
mounted or linked elsewhere by itself. A data folder of another run is recognised by the database in it.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TypeAlias

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
