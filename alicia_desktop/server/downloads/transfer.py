"""Download a model: lock it, look for space, go on where it was, check it, and give it its name.

    transfer(model, folder=ModelFolder(path), hub=HubClient(endpoint), report=lambda phase, count: …)

May be ended at any time, also by the end of its process: what has come stays and is gone on with next time.
"""

import errno
import hashlib
import os
import shutil
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import BinaryIO, Final, Literal, Protocol, Self, cast

from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import private_opener, sync_folder
from alicia_desktop.server.downloads.hub_models import HubFile, HubModel
from alicia_desktop.server.downloads.model_folder import PART, ModelFolder
from alicia_desktop.server.engines.gguf_file import describe_bytes

Phase = Literal["download", "check"]
Report = Callable[[Phase, int], None]
"""Called with how many bytes of all files have come, or were checked."""
DISK_FULL: Final = "disk_full"
WRONG_SIZE: Final = "hub_wrong_size"
WRONG_BYTES: Final = "hub_wrong_bytes"
RESERVE_BYTES: Final = 1_000_000_000
"""Left free beside a model before it is begun, for conversations and for the rest of the computer."""
MIN_FREE_BYTES: Final = 200_000_000
"""Where less is free while it comes, it is paused: a full disk would stop everything else, too."""
_CHECKED_BYTES: Final = 8_000_000
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_MAGIC: Final = b"GGUF"


class Source(Protocol):
    """Where bytes come from: `HubClient`."""

    def fetch(self, model: HubModel, file: HubFile, *, into: BinaryIO, start: int) -> None:
        """See `HubClient.fetch`."""


def transfer(model: HubModel, *, folder: ModelFolder, hub: Source, report: Report) -> Path:
    """Download what is missing of a model and return its path.

    Raises:
        WorldError: another process downloads it, the disk is full, the hub does not give it, or what it gave is not
            what it said. What came stays, but where it cannot be right.
    """
    with folder.locked(model):
        try:
            check_space(model, folder)
            folder.begin(model)
            before = 0
            for file, path in zip(model.files, folder.paths(model), strict=True):
                if folder.lacks(path):
                    _transfer_file(model, file, path, hub=hub, report=report, before=before)
                before += file.size
        except OSError as error:
            raise _unwritable(folder.folder, error) from error
    return folder.paths(model)[0]


def check_space(model: HubModel, folder: ModelFolder) -> None:
    """Look whether there is space for what is missing.

    Raises:
        WorldError: `disk_full`; there is not.
    """
    missing = model.size - folder.look_at(model).bytes
    free = _free_bytes(folder.folder)
    if missing + RESERVE_BYTES > free:
        wanted = f"{describe_bytes(missing)} to download, and {describe_bytes(RESERVE_BYTES)} that stay free"
        sentence = (
            f"There is not enough space in {folder.folder}: {describe_bytes(free)} are free, needed are {wanted}. "
            "Delete something, or choose a smaller file."
        )
        raise WorldError(sentence=sentence, code=DISK_FULL)


def _transfer_file(model: HubModel, file: HubFile, path: Path, *, hub: Source, report: Report, before: int) -> None:
    part = path.with_name(path.name + PART)
    if part.exists() and part.stat().st_size > file.size:
        part.unlink()
    with _PartFile(part, file, report=report, before=before) as into:
        start = into.tell()
        if start < file.size:
            _fetch(model, file, into, hub=hub, start=start)
    if _checksum(part, file, report=report, before=before) != (file.sha256 or file.blob):
        part.unlink()
        sentence = f"{path.name} is not what the hub says it is (its checksum is another), and was deleted. Try again."
        raise WorldError(sentence=sentence, code=WRONG_BYTES)
    part.replace(path)
    sync_folder(path.parent)


def _fetch(model: HubModel, file: HubFile, into: "_PartFile", *, hub: Source, start: int) -> None:
    try:
        hub.fetch(model, file, into=cast("BinaryIO", into), start=start)
    except WorldError as error:
        if error.code == WRONG_SIZE:
            into.drop()
        raise
    except OSError as error:
        if error.errno is not None:
            raise
        missing, wanted = describe_bytes(file.size - into.tell()), describe_bytes(file.size)
        sentence = (
            f"The hub ended {into.name} too early: {missing} of {wanted} are missing. What came is kept. Try again."
        )
        raise WorldError(sentence=sentence, retry=True, code=WRONG_SIZE) from error


class _PartFile:
    """The file that takes what comes: no more than the hub said, no web page, and no last byte of the disk."""

    def __init__(self, path: Path, file: HubFile, *, report: Report, before: int) -> None:
        self.name = path.name.removesuffix(PART)
        self._path, self._size, self._report, self._before = path, file.size, report, before
        self._anew = False
        """Whether the server began at the beginning; what is there goes with the first bytes that are a model's."""
        self._file: FileIO

    def __enter__(self) -> Self:
        self._file = open(self._path, "ab", buffering=0, opener=private_opener)
        self._report("download", self._before + self._file.seek(0, os.SEEK_END))
        return self

    def __exit__(self, *_: object) -> None:
        if not self._file.closed:
            os.fsync(self._file.fileno())
            self._file.close()

    def tell(self) -> int:
        """Return the place."""
        return 0 if self._anew else self._file.tell()

    def seek(self, place: int) -> int:
        """Go to the beginning; nothing else is asked for."""
        self._anew = place == 0
        return place

    def truncate(self) -> None:
        """Leave what is there until something better has come."""

    def write(self, chunk: bytes) -> int:
        """Write what came."""
        place = self.tell()
        if place == 0 and not _may_begin(self.name, chunk):
            kind = "GGUF file" if _is_gguf(self.name) else "part of a model"
            sentence = f"What came for {self.name} is no {kind}, perhaps a web page of the network. Try again later."
            raise WorldError(sentence=sentence, retry=True, code=WRONG_BYTES)
        if self._anew:
            self._file.truncate(0)
            self._anew = False
        if place + len(chunk) > self._size:
            sentence = f"The hub sends more of {self.name} than it says there is. What came was deleted."
            raise WorldError(sentence=sentence, code=WRONG_SIZE)
        if _free_bytes(self._path.parent) < MIN_FREE_BYTES:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = memoryview(chunk)
        while rest:
            rest = rest[self._file.write(rest) :]
        self._report("download", self._before + place + len(chunk))
        return len(chunk)

    def drop(self) -> None:
        """Delete what came."""
        self._file.close()
        self._path.unlink()


def _is_gguf(name: str) -> bool:
    return name.lower().endswith(".gguf")


def _may_begin(name: str, chunk: bytes) -> bool:
    """Return whether a file may begin so: a GGUF file with its mark, any other not as a web page does."""
    if _is_gguf(name):
        return chunk.startswith(_MAGIC)
    return not chunk[:200].lstrip().lower().startswith((b"<!doctype", b"<html"))


def _checksum(path: Path, file: HubFile, *, report: Report, before: int) -> str:
    """Return the checksum of the kind that the hub told."""
    digest, count = hashlib.sha256(), 0
    if not file.sha256:
        digest = hashlib.sha1(f"blob {path.stat().st_size}\0".encode(), usedforsecurity=False)  # as git counts it
    with path.open("rb") as stored:
        while chunk := stored.read(_CHECKED_BYTES):
            digest.update(chunk)
            count += len(chunk)
            report("check", before + count)
    return digest.hexdigest()


def _free_bytes(folder: Path) -> int:
    """Return the free space where a folder is, or will be."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    return shutil.disk_usage(there).free


def _unwritable(folder: Path, error: OSError) -> WorldError:
    if error.errno in _FULL:
        sentence = "The disk is full, so the download was paused. Free some space, then resume it."
        return WorldError(sentence=sentence, retry=True, code=DISK_FULL)
    return WorldError(sentence=f"{folder} cannot be written to ({system_reason(error)}).", code="models_folder")
