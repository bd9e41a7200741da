"""Translate SQLite's errors to `WorldError`s, in this one place.

A constraint that is broken or a statement that is wrong is our bug and passes as it is.
"""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from sqlalchemy.exc import DBAPIError
from sqlcipher3 import dbapi2

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate

_BUSY, _LOCKED, _NOMEM, _READONLY, _IOERR, _CORRUPT, _FULL, _CANTOPEN, _NOTADB = 5, 6, 7, 8, 10, 11, 13, 14, 26

DAMAGED: Final = "database_damaged"
_MEANINGS: Final[dict[int, tuple[str, bool, str]]] = {
    _BUSY: (
        "database_locked",
        True,
        translate("Another program is holding the database {path}. Close it, then try again."),
    ),
    _LOCKED: (
        "database_locked",
        True,
        translate("Another program is holding the database {path}. Close it, then try again."),
    ),
    _NOMEM: (
        "out_of_memory",
        True,
        translate("There is not enough memory left for the database {path}. Close other programs."),
    ),
    _READONLY: (
        "folder_read_only",
        False,
        translate(
            "The database {path} cannot be written to. Allow writing to its folder, or choose another data folder."
        ),
    ),
    _IOERR: (
        "disk_error",
        True,
        translate("The disk failed while the database {path} was used. Check the disk, then try again."),
    ),
    _CORRUPT: (
        DAMAGED,
        False,
        (
            translate(
                "The database {path} is damaged. What can still be read of it is saved when Alicia is started again, "
                "or by `alicia-desktop doctor --salvage`."
            )
        ),
    ),
    _FULL: (
        "disk_full",
        True,
        translate("The disk is full, so nothing more can be kept in {path}. Free some space, then try again."),
    ),
    _CANTOPEN: (
        "folder_read_only",
        False,
        translate(
            "The database {path} cannot be opened or made. Allow writing to its folder, or choose another data folder."
        ),
    ),
}
_MEANINGS[_NOTADB] = _MEANINGS[_CORRUPT]


def explain(error: BaseException, path: Path) -> BaseException:
    """Return the `WorldError` for what happened to the file at `path`, or `error` itself where it is a bug of ours."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, dbapi2.Error):
        return error
    meaning = _MEANINGS.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    if meaning is None:
        return error
    code, retry, sentence = meaning
    return WorldError(sentence=sentence.format(path=path), retry=retry, code=code)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raise what SQLite raises about the file at `path` within as the `WorldError` that it means.

    Raises:
        WorldError: as `explain`; a bug of ours passes as it is.
    """
    try:
        yield
    except Exception as error:
        meant = explain(error, path)
        if meant is error:
            raise
        raise meant from error


def of_files(error: OSError, path: Path) -> WorldError:
    """Return what it means that a file beside the database cannot be made or written."""
    code, retry, sentence = _MEANINGS[_FULL if error.errno in {errno.ENOSPC, errno.EDQUOT} else _CANTOPEN]
    return WorldError(sentence=sentence.format(path=path), retry=retry, code=code)


def log_gone(path: Path) -> str:
    """Return the notice that the write-ahead log is gone, with what was not folded into the database yet."""
    return translate(
        "What was kept last in {path} is gone, because its file {name}-wal was removed. "
        "What the server has of it is fetched again."
    ).format(path=path, name=path.name)


def emptied(path: Path, *, left: Literal["log", "backup", "nothing"]) -> WorldError:
    """Return the refusal of an empty file where there was a database."""
    is_empty, can_be_done = {
        "log": (
            translate("although its log {log}-wal is not").format(log=path.name),
            translate("What the log holds can be saved"),
        ),
        "backup": (translate("although there are backups of it"), translate("The newest backup can be restored")),
        "nothing": (translate("although something was kept in it"), translate("A new one can be made")),
    }[left]
    return _refused(
        path, translate("is empty, {why}: something has emptied or removed it").format(why=is_empty), can_be_done
    )


def log_damaged(path: Path) -> WorldError:
    """Return the refusal of a log of which SQLite would leave out a part."""
    reason = translate("was not closed, and its log {log}-wal, which holds what was kept last, is damaged").format(
        log=path.name
    )
    return _refused(path, reason, translate("What can still be read can be saved"))


def log_of_another(path: Path) -> WorldError:
    """Return the refusal of a log that would be copied into a database that it does not belong to."""
    reason = translate("and its log {log}-wal do not belong together: one was put in the place of another").format(
        log=path.name
    )
    return _refused(path, reason, translate("The log can be set aside and the database used without it"))


def _refused(path: Path, reason: str, can_be_done: str) -> WorldError:
    return WorldError(
        sentence=translate(
            "The database {path} {reason}. Nothing was changed. Put the right file back from a copy, if you have one. "
            "{can_be_done} when Alicia is started again, or by `alicia-desktop doctor --salvage`."
        ).format(path=path, reason=reason, can_be_done=can_be_done),
        code=DAMAGED,
    )


def damaged(path: Path) -> WorldError:
    """Return the error of a file that SQLite can open and not make sense of."""
    code, retry, sentence = _MEANINGS[_CORRUPT]
    return WorldError(sentence=sentence.format(path=path), retry=retry, code=code)


def no_room_to_salvage(path: Path) -> WorldError:
    """Return the refusal to save what is left of a database where its copies cannot be written."""
    return WorldError(
        sentence=translate(
            "What is left of {path} could not be saved, because nothing more can be written beside it. "
            "Make room for twice its size, or allow writing to its folder, then try again. Nothing was changed."
        ).format(path=path),
        retry=True,
        code="disk_full",
    )


def newer(path: Path, *, found: int, known: int) -> WorldError:
    """Return the refusal of a database that a later version of the program has written."""
    return WorldError(
        sentence=translate(
            "The database {path} was written by a newer version of Alicia Desktop (its version is {found}, "
            "this program knows {known}). Install the newer version, or choose another data folder."
        ).format(path=path, found=found, known=known),
        code="database_newer",
    )


def foreign(path: Path) -> WorldError:
    """Return the refusal of a database that is somebody else's."""
    return WorldError(
        sentence=translate("The file {path} is a database of another program. Choose another data folder.").format(
            path=path
        ),
        code="database_foreign",
    )
