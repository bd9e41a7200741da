"""A write-ahead log as a file: whose it is, which pages it holds, and how far SQLite would follow it.

    log = survey(path.with_name("client.db-wal"))
    log.pages           # those that it holds
    log.lost_commits    # transactions behind a damaged frame, which SQLite leaves out without a word

The format is https://www.sqlite.org/fileformat2.html#the_write_ahead_log. The files of a log may be opened and closed
while SQLite uses them: its locks are on other files.
"""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final
from zlib import crc32

PAGE_BYTES: Final = 4096
"""Of every database that we make."""
HEADER_BYTES: Final = 32
FRAME_HEADER_BYTES: Final = 24
BLOCK_FRAMES: Final = 64
"""Frames that are read at once."""
_PAGE: Final = struct.Struct(">2I")
MAX_FOLLOWED_FRAMES: Final = 20_000
"""Frames whose checksums are looked at, in two seconds; more are left by a single huge transaction only."""
_MAGIC: Final = 0x377F0682
"""With its last bit set, checksums are over big-endian words."""
_BITS: Final = 0xFFFFFFFF
Checksum = tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class LogHeader:
    """The beginning of a log."""

    page_size: int
    salts: tuple[int, int]
    """Chosen by chance for each new log; when it is begun again, the first is one more, the second chosen anew."""
    checksum: Checksum
    word: str
    """How checksums read words, as a `struct` format."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """One page in a log."""

    page: int
    """Its number, from 1."""
    page_count: int
    """Of the database after this transaction, where the frame is its last; else 0."""
    belongs: bool
    """Whether it is of this log, and not left of one before."""
    content: bytes
    header: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class LogSurvey:
    """What a log holds."""

    salts: tuple[int, int] | None = None
    """None where there is nothing in it that belongs to it."""
    pages: frozenset[int] = frozenset()
    """Those of the transactions that SQLite follows."""
    lost_commits: int = 0
    """Transactions behind a frame that is damaged; 1 also where power was lost while the last one was written."""
    damaged_header: bool = False
    """Whether SQLite would leave the log out altogether."""


def log_path(path: Path) -> Path:
    """Return where the log of a database is."""
    return path.with_name(f"{path.name}-wal")


def size_of(path: Path) -> int:
    """Return the bytes of a file, 0 for one that is not there."""
    return path.stat().st_size if path.exists() else 0


def read_header(file: IO[bytes]) -> LogHeader | None:
    """Return the header of a log, None where SQLite would not take it for one."""
    file.seek(0)
    raw = file.read(HEADER_BYTES)
    if len(raw) < HEADER_BYTES:
        return None
    magic, _version, page_size, _sequence, salt_1, salt_2, sum_1, sum_2 = struct.unpack(">8I", raw)
    word = ">" if magic & 1 else "<"
    if magic & ~1 != _MAGIC or _checksum(raw[:24], (0, 0), word) != (sum_1, sum_2):
        return None
    return LogHeader(page_size=page_size, salts=(salt_1, salt_2), checksum=(sum_1, sum_2), word=word)


def read_frames(file: IO[bytes], header: LogHeader) -> Iterator[Frame]:
    """Yield the frames of a log, to the end of the file, whole or damaged."""
    file.seek(HEADER_BYTES)
    while len(raw := file.read(FRAME_HEADER_BYTES)) == FRAME_HEADER_BYTES:
        page, page_count, *salts = struct.unpack(">4I", raw[:16])
        content = file.read(header.page_size)
        if len(content) < header.page_size:
            return
        belongs = tuple(salts) == header.salts
        yield Frame(page=page, page_count=page_count, belongs=belongs, content=content, header=raw)


@dataclass(frozen=True, kw_only=True, slots=True)
class LatestPages:
    """What whole transactions in a log make of a database."""

    checksums: Mapping[int, int]
    """Page → CRC-32 of its latest content."""
    page_count: int


def latest_pages(file: IO[bytes], header: LogHeader, *, first: int, end: int) -> LatestPages:
    """Return what the frames from number `first` up to `end` hold, which all belong to the log.

    They are read from the last to the first, so that each page is looked at once, however often it was written.
    """
    size = FRAME_HEADER_BYTES + header.page_size
    block = memoryview(bytearray(BLOCK_FRAMES * size))
    checksums: dict[int, int] = {}
    page_count = 0
    while end > first:
        begin = max(first, end - BLOCK_FRAMES)
        file.seek(HEADER_BYTES + begin * size)
        file.readinto(block[: (end - begin) * size])  # type: ignore[attr-defined]  # files that are read in bytes have it
        for place in range((end - begin - 1) * size, -1, -size):
            page, count = _PAGE.unpack_from(block, place)
            page_count = page_count or count
            if page not in checksums:
                checksums[page] = crc32(block[place + FRAME_HEADER_BYTES : place + size])
        end = begin
    return LatestPages(checksums=checksums, page_count=page_count)


def survey(path: Path) -> LogSurvey:
    """Read a log from end to end, as SQLite does when it opens a database that was not closed, and beyond."""
    if size_of(path) <= HEADER_BYTES:
        return LogSurvey()
    with path.open("rb") as file:
        header = read_header(file)
        if header is not None:
            return _survey(file, header)
        file.seek(0)
        return LogSurvey(damaged_header=any(file.read(HEADER_BYTES)))


def copy_by_hand(path: Path, database: Path) -> None:
    """Copy the pages of a damaged log into its database, up to the end of the last transaction.

    SQLite leaves out all that is behind a damaged frame; most of it is whole.
    """
    with path.open("rb") as log, database.open("r+b") as pages:
        header = read_header(log) or _guessed_header(log)
        frames = list(_to_last_commit(read_frames(log, header)))
        for frame in frames:
            pages.seek((frame.page - 1) * header.page_size)
            pages.write(frame.content)


def _to_last_commit(frames: Iterator[Frame]) -> Iterator[Frame]:
    waiting: list[Frame] = []
    for frame in frames:
        waiting.append(frame)
        if frame.belongs and frame.page_count:
            yield from waiting
            waiting.clear()


def _guessed_header(file: IO[bytes]) -> LogHeader:
    """Return what the header of a log was, by its first frame."""
    file.seek(HEADER_BYTES)
    raw = file.read(FRAME_HEADER_BYTES).ljust(FRAME_HEADER_BYTES, b"\0")
    _, _, salt_1, salt_2 = struct.unpack(">4I", raw[:16])
    return LogHeader(page_size=PAGE_BYTES, salts=(salt_1, salt_2), checksum=(0, 0), word="<")


def _survey(file: IO[bytes], header: LogHeader) -> LogSurvey:
    pages: set[int] = set()
    begun: set[int] = set()
    lost = 0
    checksum: Checksum | None = header.checksum
    for number, frame in enumerate(read_frames(file, header)):
        if not frame.belongs:
            checksum = None
            continue
        if checksum is not None and number < MAX_FOLLOWED_FRAMES:
            checksum = _follow(frame, checksum, header.word)
        if checksum is None:
            lost += frame.page_count > 0
            continue
        begun.add(frame.page)
        if frame.page_count:
            pages |= begun
    salts = header.salts if pages or lost else None
    return LogSurvey(salts=salts, pages=frozenset(pages), lost_commits=lost)


def _follow(frame: Frame, checksum: Checksum, word: str) -> Checksum | None:
    """Return the checksum of a log up to this frame, None where it is not what the frame says."""
    now = _checksum(frame.content, _checksum(frame.header[:8], checksum, word), word)
    return now if now == struct.unpack(">2I", frame.header[16:]) else None


def _checksum(data: bytes, before: Checksum, word: str) -> Checksum:
    first, second = before
    words = iter(struct.unpack(f"{word}{len(data) // 4}I", data))
    for one, two in zip(words, words, strict=True):
        first = (first + one + second) & _BITS
        second = (second + two + first) & _BITS
    return first, second
