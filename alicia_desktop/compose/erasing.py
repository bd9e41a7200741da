"""Deleting everything on this computer, so that a kill in the middle leaves nothing half: a mark is written first.

As long as the mark is there nothing else starts on the folder: the next start goes on deleting. Only what the program
itself has made goes, by its name, since a person may have chosen a folder in which other things lie.
"""

import os
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.store.lock import FileLock

_OF_A_DATABASE: Final = ("", "-wal", "-shm", "-journal", ".suspect", ".salvaging*", ".damaged-*")
_RESTORES: Final = ("restoring", "restoring.part", "backups/before-restore-*")
"""Folders that hold databases and settings, too."""
_FILES: Final = (
    "server.json",
    "server.json.part",
    "settings.toml",
    "settings.part",
    "settings.broken.toml",
    "credentials.json",
    "window.ini",
    "window.ini.lock",
    "window.open",
    "logs/*.log",
    "logs/*.log.*",
    "logs/*.out",
    "backups/client-*-v*.db",
    "backups/server-*-v*.db",
)
_FOLDERS: Final = ("logs", "backups")


def begin_erasing(paths: Paths) -> None:
    """Write the mark, after which everything goes: at the end of this run, or at the next start.

    Raises:
        WorldError: `erasing_refused`; nothing is changed then.
    """
    try:
        with paths.erasing.open("wb") as file:
            os.fsync(file.fileno())
    except OSError as error:
        sentence = f"Nothing was deleted: {paths.erasing} could not be written ({error.strerror})."
        raise WorldError(sentence=sentence, code="erasing_refused") from error


def erase(paths: Paths, credentials: Credentials) -> None:
    """Delete everything, where the mark says so; what is gone already is no error.

    Raises:
        WorldError: `database_in_use`, or `not_erased` where a file cannot be deleted: then the mark stays;
            `secrets_kept` where all is gone but what the system's keyring does not let go.
    """
    if not paths.erasing.exists():
        return
    databases = (paths.client_database, paths.server_database)
    with ExitStack() as stack:
        for database in databases:
            lock = FileLock(database)
            lock.acquire()
            stack.callback(lock.release)
        names = [f"{database.name}{suffix}" for database in databases for suffix in _OF_A_DATABASE]
        kept = [f"{folder}/{name}" for folder in _RESTORES for name in (*names, "settings.toml", "plan.json")]
        _delete(path for name in (*names, *_FILES, *kept) for path in sorted(paths.folder.glob(name)))
    _delete(database.with_name(f"{database.name}.lock") for database in databases)
    for name in (*_RESTORES, *_FOLDERS):
        for folder in sorted(paths.folder.glob(name)):
            _remove_empty(folder)
    refused = _forget(credentials)
    _delete([paths.erasing])
    if refused is not None:
        raise refused


def _delete(found: Iterable[Path]) -> None:
    """Delete as many as can be."""
    refused: list[str] = []
    for path in found:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            refused.append(f"{path} could not be removed ({error.strerror})")
    if refused:
        sentence = f"Not everything is deleted: {refused[0]}. Make that possible; the next start of Alicia goes on."
        raise WorldError(sentence=sentence, code="not_erased")


def _remove_empty(folder: Path) -> None:
    """Remove a folder, unless somebody else keeps something in it."""
    with suppress(OSError):
        folder.rmdir()


def _forget(credentials: Credentials) -> WorldError | None:
    try:
        credentials.forget()
    except WorldError as error:
        return error
    return None
