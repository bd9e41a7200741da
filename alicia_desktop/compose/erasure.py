"""Delete everything on this computer; a mark is written first, so that a kill in the middle leaves nothing half done.

As long as the mark is there nothing else starts on the folder: the next start goes on deleting. Only what the program
itself has made goes, by its name, since the user may have chosen a folder in which other things lie.
"""

import os
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path

from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import private_opener
from alicia_desktop.base.translation import translate
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.profiles import list_profiles
from alicia_desktop.store.files.database_file import FileLock


def begin_erasing(paths: Paths) -> None:
    """Write the mark, after which everything goes: at the end of this run, or at the next start.

    Raises:
        WorldError: `erasing_refused`; nothing is changed then.
    """
    try:
        with open(paths.erasing, "wb", opener=private_opener) as file:
            os.fsync(file.fileno())
    except OSError as error:
        sentence = translate("Nothing was deleted: {path} could not be written ({reason}).").format(
            path=paths.erasing, reason=system_reason(error)
        )
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
    is_shared = bool(list_profiles(paths.base))
    """Whether other profiles use the models."""
    with ExitStack() as stack:
        for database in databases:
            lock = FileLock(database)
            lock.acquire()
            stack.callback(lock.release)
        locks = {database.with_name(f"{database.name}.lock") for database in databases}
        own = (path for path in paths.own_files() if path not in locks | {paths.erasing})
        _delete(path for path in own if not (is_shared and path.is_relative_to(paths.models)))
    _delete(locks)
    for folder in paths.own_folders():
        _remove_empty(folder)
    refused = _forget(credentials)
    _delete([paths.erasing])
    if refused is not None:
        raise refused


def remove_profile(paths: Paths, credentials: Credentials) -> None:
    """Delete a profile with everything in it; files that the program did not make stay, and its folder with them.

    Raises:
        WorldError: `profile_in_use`; nothing is changed then. Else as `begin_erasing` and `erase`.
    """
    begin_erasing(paths)
    try:
        erase(paths, credentials)
    except WorldError as error:
        if error.code != "database_in_use":
            raise
        _delete([paths.erasing])
        sentence = translate('The profile "{profile}" is in use. Close its window first, and `serve` for it.').format(
            profile=paths.profile
        )
        raise WorldError(sentence=sentence, code="profile_in_use") from error
    _remove_empty(paths.folder)
    _remove_empty(paths.folder.parent)


def _delete(found: Iterable[Path]) -> None:
    """Delete as many as can be."""
    refused: list[str] = []
    for path in found:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            refused.append(
                translate("{path} could not be removed ({reason})").format(path=path, reason=system_reason(error))
            )
    if refused:
        sentence = translate(
            "Not everything is deleted: {reason}. Make that possible; the next start of Alicia goes on."
        ).format(reason=refused[0])
        raise WorldError(sentence=sentence, code="not_erased")


def _remove_empty(folder: Path) -> None:
    """Remove a folder if it is empty."""
    with suppress(OSError):
        folder.rmdir()


def _forget(credentials: Credentials) -> WorldError | None:
    try:
        credentials.forget()
    except WorldError as error:
        return error
    return None
