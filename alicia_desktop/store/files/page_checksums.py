"""Notice damage inside a database by a checksum of each page, stored in a file of their own.

SQLite notices a flipped bit where it breaks the structure of the file; inside a text or a number it is believed. In
write-ahead mode pages change in one way only: a checkpoint copies them out of the log. Their checksums are on disk
before that (`checkpointer`), so at any other time a page in the database's file agrees with its own. Until a page is
copied, the log has the truth about it. A page is compared once more before it is overwritten: else damage that was
not found yet would become a part of what was written after it. (docs/decisions/0020)

`client.db.checksums` begins with 512 bytes: a checksum of all that follows, and a `FileRecord`; then come four bytes
a page. It is written in place, so a power cut may leave it damaged: then it counts as empty, and the checksums are
taken anew.
"""

import os
from array import array
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import IO, Final, Literal
from zlib import crc32

import msgspec

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.files import make_private_file
from alicia_desktop.base.logs import get_logger
from alicia_desktop.store.files.wal import PAGE_BYTES

log = get_logger(__name__)
HEADER_BYTES: Final = 512
UNKNOWN: Final = 0
"""In place of the checksum of a page that was not read yet."""
_CHECK_BYTES: Final = 4
_BLOCK: Final = 1024
"""Checksums that are written together."""

MAX_LOGS: Final = 1 << 16
"""Of so many logs, begun one after the other, nobody may have written down the last."""
_MAGIC: Final = b"SQLite format 3\0"
_HEADER_BYTES: Final = 100
_COUNTERS: Final = (24, 92)
"""Where a database's header has its change counter, which is there twice."""
_READS_AT_PLACES: Final = hasattr(os, "pread")
_LOCK_PAGE: Final = 0x40000000 // PAGE_BYTES + 1
"""Never written; on some systems it cannot be read either, because SQLite's locks are on its bytes."""
_BITS: Final = 0xFFFFFFFF
_ZERO: Final = crc32(b"\0")


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


@dataclass(frozen=True, kw_only=True, slots=True)
class VerifiedPages:
    """What was found of some pages."""

    damaged: tuple[int, ...] = ()
    adopted: int = 0
    """Pages that had no checksum yet, and have one now."""


def checksums_path(path: Path) -> Path:
    """Return where the checksums of a database are."""
    return path.with_name(f"{path.name}.checksums")


class PageChecksums:
    """The checksums of one database, from construction to `close`.

    It holds the database's own file open, and has to be closed after all connections: to close that file while SQLite
    uses it would take SQLite's locks away (https://www.sqlite.org/howtocorrupt.html, 2.2).
    """

    def __init__(self, path: Path) -> None:
        """Read the checksums of the database at `path`, which exists.

        Raises:
            OSError: one of the two files cannot be opened.
        """
        self.lock = Lock()
        """Held while a checkpoint changes the database's file, and while pages are compared in earnest."""
        self._place = Lock()
        """Held while the database's file is read, where that is done in two steps."""
        self._database: IO[bytes] = path.open("rb", buffering=0)
        try:
            self._file = ChecksumFile(checksums_path(path))
        except OSError:
            self._database.close()
            raise
        self.damaged: set[int] = set()
        """Pages that were damaged when they were last looked at, whatever they are now."""
        self._fresh: set[int] = set()
        """Pages that were written since all were looked at: they are not compared before they are overwritten."""
        self._lagging: frozenset[int] = frozenset()
        """Pages of which only the log surely has the latest: a checkpoint did not copy them, or was broken off."""

    @property
    def page_count(self) -> int:
        """Return how many pages have a checksum, or a place for one."""
        return len(self._file.sums)

    def is_same_file(self) -> bool:
        """Whether the database's file is as the last checkpoint left it, as far as size and time tell."""
        return self._file.record.identity == self._identity()

    def was_replaced(self) -> bool:
        """Whether the file is another state of the database, or another database, rather than a damaged one.

        Its header is then another one, and in itself as it should be.
        """
        now, before = (self._read(1) or b"")[:_HEADER_BYTES], self._file.record.header
        if not before or len(now) < _HEADER_BYTES or now[: len(_MAGIC)] != _MAGIC:
            return False
        first, again = (now[place : place + 4] for place in _COUNTERS)
        flipped = (int.from_bytes(now) ^ int.from_bytes(before)).bit_count()
        return first == again and flipped > 1

    def owns_log(self, salts: tuple[int, int]) -> bool:
        """Whether a log with these salts may be this database's; where nothing was written down, it may.

        The first salt grows by one when a log is begun again or cut, which may have happened just before the program
        was killed.
        """
        record = self._file.record
        if not self.page_count or (record.state == "open" and record.salts is None):
            return True
        return record.salts is not None and (salts[0] - record.salts[0]) & _BITS < MAX_LOGS

    def leave_to_log(self, pages: frozenset[int]) -> None:
        """Exclude the pages of a log that the program may have been copying when it was killed."""
        self._lagging = pages

    def verify(self, first: int, count: int) -> VerifiedPages:
        """Compare `count` pages from number `first` on with their checksums."""
        pages = range(first, min(first + count, self.page_count + 1))
        content = self._read_together(pages)
        suspicious = [page for page in pages if not self._agrees(page, content[page])]
        with self.lock:
            return self._verify_in_earnest(suspicious) if suspicious else VerifiedPages()

    def verify_all(self) -> tuple[int, ...]:
        """Return the pages of the whole file that are damaged."""
        chunks = (self.verify(first, 256) for first in range(1, self.page_count + 1, 256))
        return tuple(page for chunk in chunks for page in chunk.damaged)

    def corrected(self, page: int) -> bytes | None:
        """Return what a damaged page was before a bit of it flipped; None where more than one did."""
        content = self._read(page)
        if content is None or len(content) < PAGE_BYTES:
            return None
        place = _flipped_bit(crc32(content) ^ self._file.sums[page - 1])
        if place is None:
            return None
        byte, bit = place
        return content[:byte] + bytes([content[byte] ^ 1 << bit]) + content[byte + 1 :]

    def take(self, checksums: Mapping[int, int], *, page_count: int) -> None:
        """Write the checksums of pages that a checkpoint is about to copy, and sync them to disk.

        `page_count` is what the database then has; 0 where it is as it was.
        """
        old = checksums.keys() - self._fresh
        self.damaged.update(page for page in old if self._is_damaged(page, self._read(page)))
        self._fresh |= old
        self._file.resize(page_count or self.page_count)
        for page, checksum in checksums.items():
            if page <= self.page_count:
                self._file.put(page, checksum)
        self._file.save()
        self._lagging |= checksums.keys()

    def settle(self, *, lagging: frozenset[int] = frozenset()) -> None:
        """Note what the database's file is like after a checkpoint that left `lagging` pages in the log."""
        self._lagging = lagging
        self._file.change(header=(self._read(1) or b"")[:_HEADER_BYTES], identity=self._identity())
        self._file.write_record()

    def begin(self) -> None:
        """Note, on disk, that the database is in use from now on, with a log that nobody has seen yet."""
        if not self.page_count:
            self.forget()
        if (self._file.record.state, self._file.record.salts) != ("open", None):
            self._file.change(state="open", salts=None)
            self._file.save()

    def note_log(self, salts: tuple[int, int]) -> None:
        """Note the log in use."""
        if self._file.record.salts != salts:
            self._file.change(salts=salts)
            self._file.write_record()

    def grow_old(self) -> None:
        """Compare every page again before it is overwritten."""
        with self.lock:
            self._fresh.clear()

    def keep(self) -> None:
        """Have on disk what `verify` has taken of pages that had no checksum."""
        with self.lock:
            if not self._database.closed:
                self._file.save()

    def forget(self) -> None:
        """Forget all checksums, so that they are taken anew."""
        self._file.resize(0)
        self._file.resize(self._identity()[1] // PAGE_BYTES)
        self._file.save()

    def close(self, *, clean: bool) -> None:
        """Close the files; `clean` where no log of the database is left. Idempotent."""
        with self.lock:
            if self._database.closed:
                return
            if clean:
                self._file.change(state="closed", salts=None)
                self._file.save()
            self._file.close()
            self._database.close()

    def _verify_in_earnest(self, pages: Iterable[int]) -> VerifiedPages:
        """Look again, now that no checkpoint is at work; a page without checksum gets one."""
        damaged: list[int] = []
        adopted = 0
        for page in pages if not self._database.closed else ():
            content = self._read(page)
            if self._is_damaged(page, content):
                damaged.append(page)
            elif content is not None and page <= self.page_count and self._file.sums[page - 1] == UNKNOWN:
                self._file.put(page, crc32(content))
                adopted += 1
        self.damaged.update(damaged)
        return VerifiedPages(damaged=tuple(damaged), adopted=adopted)

    def _is_damaged(self, page: int, content: bytes | None) -> bool:
        """Whether a page is not what was last copied to its place; to be asked while no checkpoint is at work."""
        if page > self.page_count or page in self._lagging or self._agrees(page, content):
            return False
        return content is None or self._file.sums[page - 1] != UNKNOWN

    def _agrees(self, page: int, content: bytes | None) -> bool:
        sums = self._file.sums
        return page == _LOCK_PAGE or (content is not None and page <= len(sums) and crc32(content) == sums[page - 1])

    def _read_together(self, pages: range) -> Mapping[int, bytes | None]:
        content = self._read_bytes((pages.start - 1) * PAGE_BYTES, len(pages) * PAGE_BYTES)
        if content is None:  # a bad place on the disk
            return {page: self._read(page) for page in pages}
        places = ((page - pages.start) * PAGE_BYTES for page in pages)
        return {page: content[place : place + PAGE_BYTES] for page, place in zip(pages, places, strict=True)}

    def _read(self, page: int) -> bytes | None:
        return self._read_bytes((page - 1) * PAGE_BYTES, PAGE_BYTES)

    def _read_bytes(self, place: int, count: int) -> bytes | None:
        """Return a part of the database's file, None where the disk does not give it, or the file is closed."""
        try:
            if _READS_AT_PLACES:
                return os.pread(self._database.fileno(), count, place)
            with self._place:
                self._database.seek(place)
                return self._database.read(count)
        except (OSError, ValueError):
            return None

    def _identity(self) -> tuple[int, int, int]:
        found = os.fstat(self._database.fileno())
        return found.st_ino, found.st_size, found.st_mtime_ns


def _flipped_bit(difference: int) -> tuple[int, int] | None:
    """Return byte and bit of a page that make this difference to its checksum.

    Checksums are linear: what a bit does to them depends on its place alone, not on the other bits of the page.
    """
    effects = [crc32(bytes([1 << bit])) ^ _ZERO for bit in range(8)]  # of the last byte
    for byte in reversed(range(PAGE_BYTES)):
        if difference in effects:
            return byte, effects.index(difference)
        effects = [crc32(b"\0", effect) ^ _ZERO for effect in effects]
    return None
