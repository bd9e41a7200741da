"""Create a backup, and put one in the place of what is here.

    alicia-20261122.zip      both databases, which hold the stored sounds too, and the settings; no secret
      client.db, server.db, settings.toml     those that there are
      backup.json                             `BackupManifest`: of each file its size and checksum

It grows in a folder beside its place and is moved there when it is whole, so that a kill or a full disk leaves an
older backup of the same name as it was. The client's database is copied before the server's: then the server has all
that the client believes to be delivered, and the client fetches what the server has beyond that.

A kill at any moment of a restore leaves what was here or the backup, never a mix:

    prepare_restore    unpacks and checks it in `restoring.part`; renamed to `restoring`, it is decided
    finish_restore     moves what is here aside and what was unpacked in: at once, or at the next start

What is here is never overwritten: it is kept in `backups/before-restore-<time>`, which is a data folder of its own.
Nothing else starts on the folder as long as there is a `restoring` in it.
"""

import hashlib
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final, Literal

import msgspec

from alicia_desktop import __version__
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import FOLDER_MODE, make_private_folder, private_opener, sync_folder
from alicia_desktop.base.translation import translate
from alicia_desktop.paths import Paths
from alicia_desktop.store.conversations import private
from alicia_desktop.store.files.database_file import FileLock
from alicia_desktop.store.files.readonly_access import check_copy, copy_database, rename_participant

MANIFEST: Final = "backup.json"
FORMAT: Final = 1
FileName = Literal["client.db", "server.db", "settings.toml"]
_NAMES: Final[tuple[FileName, ...]] = ("client.db", "server.db", "settings.toml")
_COMPRESSION: Final = 1
"""Sounds are compressed already, and text gains little by more."""

_PLAN: Final = "plan.json"
_BLOCK_BYTES: Final = 1 << 20
_MAX_MANIFEST_BYTES: Final = 1 << 16
_BESIDE: Final = ("-wal", "-shm", "-journal", ".checksums", ".suspect")
"""What belongs to a database and to no other."""
_BROKEN: Final = (zipfile.BadZipFile, KeyError, ValueError, RuntimeError, EOFError, zlib.error)
"""What reading something else than a whole archive raises; `RuntimeError` where the compression is unknown."""


class FileEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a backup."""

    name: FileName
    size: int
    sha256: str


class BackupManifest(msgspec.Struct, frozen=True, kw_only=True):
    """The description of a backup, inside it."""

    format: int
    program: str
    """Version of the program that wrote it."""
    created_at: datetime
    files: tuple[FileEntry, ...]


def create_backup(paths: Paths, file: Path, *, now: datetime, replace: bool = False) -> BackupManifest:
    """Write a backup to `file`, also while the program runs; `replace` one that is there.

    Raises:
        WorldError: `backup_exists`, `backup_place`, `nothing_to_back_up`, `backup_failed`, or what is wrong with a
            database; what was at `file` is then as it was.
    """
    file = file.absolute()
    if not (paths.client_database.exists() or paths.server_database.exists()):
        raise WorldError(
            sentence=translate("There is nothing to back up in {folder} yet.").format(folder=paths.folder),
            code="nothing_to_back_up",
        )
    if file.resolve().is_relative_to(paths.folder.resolve()):
        sentence = translate(
            "A backup inside the data folder {folder} would be lost with it. Choose another folder."
        ).format(folder=paths.folder)
        raise WorldError(sentence=sentence, code="backup_place")
    if file.exists() and not replace:
        sentence = translate("{file} exists already. Choose another name, or delete it first.").format(file=file)
        raise WorldError(sentence=sentence, code="backup_exists")
    try:
        with _folder_beside(file) as folder:
            manifest = _collect(paths, folder, now)
            archive = folder / f"{os.getpid()}.zip"  # nobody else's, who backs up to the same name in this moment
            _pack(folder, archive, manifest)
            archive.replace(file)
            sync_folder(file.parent)
    except OSError as error:
        sentence = translate("The backup {file} could not be written: {reason}.").format(
            file=file, reason=system_reason(error)
        )
        raise WorldError(sentence=sentence, code="backup_failed") from error
    return manifest


@contextmanager
def _folder_beside(file: Path) -> Iterator[Path]:
    """Yield an empty folder beside `file` that is gone afterwards; what a killed run left is removed first."""
    folder = file.with_name(f"{file.name}.part")
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=FOLDER_MODE)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _collect(paths: Paths, folder: Path, now: datetime) -> BackupManifest:
    """Copy what a backup holds into `folder`."""
    for database in (paths.client_database, paths.server_database):  # in this order, see the module
        if database.exists():
            copy_database(database, folder / database.name)
            private.purge_copy(folder / database.name)  # of them nothing outlives the window
    if paths.settings.exists():
        shutil.copyfile(paths.settings, folder / paths.settings.name)
    entries = tuple(_entry(folder, name) for name in _NAMES if (folder / name).exists())
    return BackupManifest(format=FORMAT, program=__version__, created_at=now, files=entries)


def _entry(folder: Path, name: FileName) -> FileEntry:
    with (folder / name).open("rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
        return FileEntry(name=name, size=file.tell(), sha256=checksum)


def _pack(folder: Path, target: Path, manifest: BackupManifest) -> None:
    """Write the archive, readable for its owner only, and have it on disk."""
    with open(target, "x+b", opener=private_opener) as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=_COMPRESSION) as archive:
            archive.writestr(MANIFEST, msgspec.json.encode(manifest))
            for entry in manifest.files:
                archive.write(folder / entry.name, entry.name)
        file.flush()
        os.fsync(file.fileno())


class RestorePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A restore that was decided and may be unfinished."""

    created_at: datetime
    """When the backup was made."""
    files: tuple[str, ...]
    """Names of what takes its place; what else is here goes aside all the same."""
    aside: str
    """Name of the folder in `backups` that keeps what was here."""


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """A restore that is done."""

    created_at: datetime
    aside: Path | None
    """Where that is kept which was here before; None where there was nothing."""


def read_manifest(file: Path) -> BackupManifest:
    """Return the manifest of a backup.

    Raises:
        WorldError: `not_a_backup`, `backup_newer` or `backup_unreadable`.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            return _manifest(file, archive)
    except _BROKEN as error:
        raise _not_a_backup(file) from error
    except OSError as error:
        sentence = translate("The backup {file} cannot be read: {reason}.").format(
            file=file, reason=system_reason(error)
        )
        raise WorldError(sentence=sentence, code="backup_unreadable") from error


def prepare_restore(paths: Paths, file: Path, *, now: datetime) -> BackupManifest:
    """Unpack and check a backup; after that it is decided, and `finish_restore` does it.

    Raises:
        WorldError: what is wrong with the backup, or `restore_failed`; nothing is changed then.
    """
    manifest = read_manifest(file)
    part = _part(paths)
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(mode=FOLDER_MODE)
        _unpack(file, manifest, part)
        aside = _free(paths.backups / f"before-restore-{now.astimezone(UTC):%Y%m%dT%H%M%S}").name
        names = tuple(entry.name for entry in manifest.files)
        plan = RestorePlan(created_at=manifest.created_at, files=names, aside=aside)
        _write(part / _PLAN, msgspec.json.encode(plan))
        sync_folder(part)
        part.replace(paths.restoring)
        sync_folder(paths.folder)
    except OSError as error:
        sentence = translate("Nothing was restored, because {folder} cannot be written: {reason}.").format(
            folder=paths.folder, reason=system_reason(error)
        )
        raise WorldError(sentence=sentence, code="restore_failed") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return manifest


def finish_restore(paths: Paths) -> Restored | None:
    """Do what was decided, from wherever it was left; None where nothing was.

    Raises:
        WorldError: `database_in_use`, or `restore_unfinished` where a file cannot be moved: the next call goes on.
    """
    if not paths.restoring.exists():
        return None
    with ExitStack() as stack:
        for database in (paths.client_database, paths.server_database):
            lock = FileLock(database)
            lock.acquire()
            stack.callback(lock.release)
        try:
            return _finish(paths)
        except OSError as error:
            reason = system_reason(error)
            sentence = translate(
                "The backup is not restored yet: {reason}. Make that possible; the next start of Alicia goes on."
            ).format(reason=reason)
            raise WorldError(sentence=sentence, code="restore_unfinished") from error


def restore_backup(paths: Paths, file: Path, *, now: datetime) -> Restored | None:
    """Replace the present data with a backup; no other process may be using it.

    Raises:
        WorldError: as `prepare_restore` and `finish_restore`; after `database_in_use` nothing is changed.
    """
    prepare_restore(paths, file, now=now)
    try:
        return finish_restore(paths)
    except WorldError as error:
        if error.code == "database_in_use":
            cancel_restore(paths)
        raise


def cancel_restore(paths: Paths) -> None:
    """Take back what was decided, unless it has begun."""
    part = _part(paths)
    with suppress(OSError, ValueError):
        if not (paths.backups / _plan(paths).aside).exists():
            paths.restoring.replace(part)  # at once, since half of a plan is no plan
    shutil.rmtree(part, ignore_errors=True)


def _finish(paths: Paths) -> Restored | None:
    if not (paths.restoring / _PLAN).exists():  # all was done but to remove the folder
        shutil.rmtree(paths.restoring)
        return None
    plan = _plan(paths)
    aside = paths.backups / plan.aside
    for folder in (paths.backups, aside):  # one after the other: parents would be made for everybody
        make_private_folder(folder)
    for path in (paths.client_database, paths.server_database, paths.settings):
        _exchange(path, paths.restoring / path.name, aside, is_restored=path.name in plan.files)
    is_empty = not any(aside.iterdir())
    if is_empty:
        aside.rmdir()
    else:
        sync_folder(aside)
    sync_folder(paths.folder)
    (paths.restoring / _PLAN).unlink()
    shutil.rmtree(paths.restoring)
    return Restored(created_at=plan.created_at, aside=None if is_empty else aside)


def _exchange(path: Path, unpacked: Path, aside: Path, *, is_restored: bool) -> None:
    """Move what is at `path` aside, with what is beside it, and what was unpacked in; nothing if that was done."""
    if is_restored and not unpacked.exists():
        return
    for suffix in ("", *_BESIDE):
        present = path.with_name(path.name + suffix)
        if present.exists():
            present.replace(_free(aside / present.name))
    if is_restored:
        unpacked.replace(path)


def _unpack(file: Path, manifest: BackupManifest, folder: Path) -> None:
    """Unpack what a backup holds into `folder`, check it and have it on disk."""
    with zipfile.ZipFile(file) as archive:
        for entry in manifest.files:
            try:
                with (
                    archive.open(entry.name) as source,
                    open(folder / entry.name, "xb", opener=private_opener) as target,
                ):
                    intact = _copy(source, target, entry)
            except _BROKEN as error:
                raise _not_a_backup(file) from error
            if not intact:
                raise _not_a_backup(file)
    for name in {entry.name for entry in manifest.files} & {"client.db", "server.db"}:
        check_copy(folder / name)
    if (folder / "client.db").exists():
        rename_participant(folder / "client.db")


def _copy(source: IO[bytes], target: IO[bytes], entry: FileEntry) -> bool:
    """Copy a file and return whether it is what the manifest says."""
    checksum, size = hashlib.sha256(), 0
    while (block := source.read(_BLOCK_BYTES)) and size <= entry.size:
        size += len(block)
        checksum.update(block)
        target.write(block)
    target.flush()
    os.fsync(target.fileno())
    return size == entry.size and checksum.hexdigest() == entry.sha256


def _manifest(file: Path, archive: zipfile.ZipFile) -> BackupManifest:
    with archive.open(MANIFEST) as source:
        raw = source.read(_MAX_MANIFEST_BYTES)
    found = decode_json(raw, _Format)
    if found.format > FORMAT:
        sentence = translate(
            "The backup {file} was written by a newer version of Alicia Desktop. Install that version first."
        ).format(file=file)
        raise WorldError(sentence=sentence, code="backup_newer")
    manifest = decode_json(raw, BackupManifest)
    if not {"client.db", "server.db"} & {entry.name for entry in manifest.files}:
        raise ValueError("no database in it")
    return manifest


def _plan(paths: Paths) -> RestorePlan:
    return decode_json((paths.restoring / _PLAN).read_bytes(), RestorePlan)


def _write(path: Path, content: bytes) -> None:
    with open(path, "xb", opener=private_opener) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _part(paths: Paths) -> Path:
    return paths.restoring.with_name("restoring.part")


def _free(path: Path) -> Path:
    """Return `path`, or where that is taken, the name with a number behind it."""
    free, number = path, 1
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def _not_a_backup(file: Path) -> WorldError:
    sentence = translate(
        "{file} is no backup of Alicia Desktop, or it is damaged. Nothing was changed. Choose another file."
    ).format(file=file)
    return WorldError(sentence=sentence, code="not_a_backup")


class _Format(msgspec.Struct, frozen=True):
    """The part of a manifest that every version has."""

    format: int
