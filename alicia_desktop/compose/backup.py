"""Create a backup: one file with both databases, which hold the stored sounds too, and the settings; no secret.

    alicia-20261122.zip
      client.db, server.db, settings.toml     those that there are
      backup.json                             `BackupManifest`: of each file its size and checksum

It grows in a folder beside its place and is moved there when it is whole, so that a kill or a full disk leaves an older
backup of the same name as it was. The client's database is copied before the server's: then the server has all that
the client believes to be delivered, and the client fetches what the server has beyond that.
"""

import hashlib
import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

import msgspec

from alicia_desktop import __version__
from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import FOLDER_MODE, private_opener, sync_folder
from alicia_desktop.paths import Paths
from alicia_desktop.store.conversations import private
from alicia_desktop.store.files.readonly_access import copy_database

MANIFEST: Final = "backup.json"
FORMAT: Final = 1
FileName = Literal["client.db", "server.db", "settings.toml"]
_NAMES: Final[tuple[FileName, ...]] = ("client.db", "server.db", "settings.toml")
_COMPRESSION: Final = 1
"""Sounds are compressed already, and text gains little by more."""


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
        raise WorldError(sentence=f"There is nothing to back up in {paths.folder} yet.", code="nothing_to_back_up")
    if file.resolve().is_relative_to(paths.folder.resolve()):
        sentence = f"A backup inside the data folder {paths.folder} would be lost with it. Choose another folder."
        raise WorldError(sentence=sentence, code="backup_place")
    if file.exists() and not replace:
        sentence = f"{file} exists already. Choose another name, or delete it first."
        raise WorldError(sentence=sentence, code="backup_exists")
    try:
        with _folder_beside(file) as folder:
            manifest = _collect(paths, folder, now)
            archive = folder / f"{os.getpid()}.zip"  # nobody else's, who backs up to the same name in this moment
            _pack(folder, archive, manifest)
            archive.replace(file)
            sync_folder(file.parent)
    except OSError as error:
        sentence = f"The backup {file} could not be written: {system_reason(error)}."
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
