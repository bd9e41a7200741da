"""Read and write `client.db.checksums`: a checksum of each page of a database, and what it was written for.

It begins with 512 bytes: a checksum of all that follows, and a `FileRecord`; then come four bytes a page. It is written
in place, so a power cut may leave it damaged: then it counts as empty, and the checksums are taken anew.
"""

import os
from array import array
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal
from zlib import crc32

import msgspec

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.files import make_private_file
from alicia_desktop.base.logs import get_logger

log = get_logger(__name__)
HEADER_BYTES: Final = 512
UNKNOWN: Final = 0
"""In place of the checksum of a page that was not read yet."""
_CHECK_BYTES: Final = 4
_BLOCK: Final = 1024
"""Checksums that are written together."""


class FileRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What the checksums were written for."""

    pages: int = 0
    state: Literal["closed", "open"] = "closed"
    salts: tuple[int, int] | None = None
    """Of the log in use, where one is known."""
    header: bytes = b""
    """The database's own, after the last checkpoint."""
    identity: tuple[int, int, int] = (0, 0, 0)
    """Number, size and time of change of the database's file, after the last checkpoint."""


class ChecksumFile:
    """The checksums in memory, and on disk after `save`."""

    def __init__(self, path: Path) -> None:
        """Read the file, or make it.

        Raises:
            OSError: it cannot be opened.
        """
        self._path = path
        make_private_file(path)
        self._file = path.open("r+b", buffering=0)
        self.sums = array("I")
        self.record = FileRecord()
        self._changed: set[int] = set()
        """Blocks that are not on disk yet."""
        self._load()

    def put(self, page: int, checksum: int) -> None:
        """Set the checksum of a page, which is from 1 to the number of pages."""
        self.sums[page - 1] = checksum
        self._changed.add((page - 1) // _BLOCK)

    def resize(self, pages: int) -> None:
        """Have a place for each of so many pages."""
        before = len(self.sums)
        if pages > before:
            self.sums.frombytes(bytes(4 * (pages - before)))
            self._changed.update(range(before // _BLOCK, (pages - 1) // _BLOCK + 1))
        else:
            del self.sums[pages:]

    def change(self, **values: object) -> None:
        """Change the record."""
        self.record = msgspec.structs.replace(self.record, **values)

    def write_record(self) -> None:
        """Write the record, which need not be on disk at once."""
        if self._changed:
            self.save()
            return
        self.change(pages=len(self.sums))
        content = msgspec.json.encode(self.record).ljust(HEADER_BYTES - _CHECK_BYTES)
        check = crc32(self.sums, crc32(content))
        self._write(0, check.to_bytes(_CHECK_BYTES, "little") + content)

    def save(self) -> None:
        """Have all of it on disk; where that cannot be done there are no checksums any more, rather than wrong ones."""
        try:
            for block in sorted(self._changed):
                self._write(HEADER_BYTES + 4 * block * _BLOCK, self.sums[block * _BLOCK :][:_BLOCK].tobytes())
            self._changed.clear()
            self.write_record()
            self._file.truncate(HEADER_BYTES + 4 * len(self.sums))
            os.fsync(self._file.fileno())
        except OSError as error:
            log.warning("checksums cannot be written", file=self._path.name, error=type(error).__name__)
            self._changed.update(range(len(self.sums) // _BLOCK + 1))
            with suppress(OSError):
                self._file.truncate(0)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, place: int, content: bytes) -> None:
        self._file.seek(place)
        self._file.write(content)

    def _load(self) -> None:
        raw = self._file.read()
        header, content = raw[:HEADER_BYTES], raw[HEADER_BYTES:]
        if not raw:
            return
        check = crc32(content, crc32(header[_CHECK_BYTES:])).to_bytes(_CHECK_BYTES, "little")
        try:
            record = decode_json(header[_CHECK_BYTES:], FileRecord)
        except msgspec.MsgspecError:
            record = FileRecord(pages=-1)
        if header[:_CHECK_BYTES] != check or len(content) != 4 * record.pages:
            log.warning("checksums cannot be used, they are taken anew", file=self._path.name)
            return
        self.sums.frombytes(content)
        self.record = record
