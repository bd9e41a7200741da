"""Read a write-ahead log as a file: whose it is, which pages it holds, and how far SQLite would follow it.

    log = survey(path.with_name("client.db-wal"))
    log.pages           # those that it holds
    log.loses_commits   # whether SQLite would leave transactions out that are there, without a word

The format is https://www.sqlite.org/fileformat2.html#the_write_ahead_log. The files of a log may be opened and closed
while SQLite uses them: its locks are on other files.
"""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
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
    whole: bool = True
    """Whether it surely is what was written, as far as somebody looked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LogSurvey:
    """What a log holds."""

    salts: tuple[int, int] | None = None
    """None where there is nothing in it that belongs to it."""
    pages: frozenset[int] = frozenset()
    """Those of the transactions that SQLite follows."""
    lost_commits: int = 0
    """Transactions behind a frame that is damaged; 1 also where power was lost while the last one was written."""
    flipped: bool = False
    """Whether that frame differs from what was written by a single bit, as no loss of power leaves it."""
    damaged_header: bool = False
    """Whether SQLite would leave the log out altogether."""

    @property
    def loses_commits(self) -> bool:
        """Whether SQLite would leave out what was committed."""
        return self.damaged_header or self.lost_commits > (0 if self.flipped else 1)


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


def copy_by_hand(path: Path, database: Path) -> Mapping[int, bool]:
    """Copy the pages of a damaged log into its database, up to the end of the last transaction.

    SQLite leaves out all that is behind a damaged frame; most of it is whole, and where a bit flipped it may be mended.
    Returns the pages, each with whether it surely is what was written.
    """
    with path.open("rb") as log, database.open("r+b") as pages:
        header = read_header(log) or _guessed_header(log)
        frames = list(_to_last_commit(_restored_frames(read_frames(log, header), header)))
        for frame in frames:
            pages.seek((frame.page - 1) * header.page_size)
            pages.write(frame.content)
    return {frame.page: frame.whole for frame in frames}


def _to_last_commit(frames: Iterator[Frame]) -> Iterator[Frame]:
    waiting: list[Frame] = []
    for frame in frames:
        waiting.append(frame)
        if frame.belongs and frame.page_count:
            yield from waiting
            waiting.clear()


def _guessed_header(file: IO[bytes]) -> LogHeader:
    """Return what the header of a log was, by itself and by its first frame."""
    file.seek(0)
    raw = file.read(HEADER_BYTES + FRAME_HEADER_BYTES).ljust(HEADER_BYTES + FRAME_HEADER_BYTES, b"\0")
    _, _, salt_1, salt_2 = struct.unpack(">4I", raw[HEADER_BYTES : HEADER_BYTES + 16])
    sum_1, sum_2 = struct.unpack(">2I", raw[24:HEADER_BYTES])
    now = _checksum(raw[:24], (0, 0), "<")
    is_checksum_flipped = _bits_between(raw[24:HEADER_BYTES], now) == 1
    checksum = now if is_checksum_flipped else (sum_1, sum_2)
    return LogHeader(page_size=PAGE_BYTES, salts=(salt_1, salt_2), checksum=checksum, word="<")


def _survey(file: IO[bytes], header: LogHeader) -> LogSurvey:
    pages: set[int] = set()
    begun: set[int] = set()
    lost = 0
    flipped = False
    checksum: Checksum | None = header.checksum
    for number, frame in enumerate(read_frames(file, header)):
        if checksum is not None and number < MAX_FOLLOWED_FRAMES:
            before, checksum = checksum, _follow(frame, checksum, header.word) if frame.belongs else None
            if checksum is None and (restored := restore(frame, before, header)) is not None:
                flipped, frame = True, restored  # noqa: PLW2901 - the same one as it was written
        elif not frame.belongs:
            checksum = None
        if checksum is None:
            lost += frame.belongs and frame.page_count > 0
            continue
        begun.add(frame.page)
        if frame.page_count:
            pages |= begun
    salts = header.salts if pages or lost else None
    return LogSurvey(salts=salts, pages=frozenset(pages), lost_commits=lost, flipped=flipped)


def _restored_frames(frames: Iterator[Frame], header: LogHeader) -> Iterator[Frame]:
    checksum = header.checksum
    for frame in frames:
        is_whole = frame.belongs and _follow(frame, checksum, header.word) is not None
        best = frame if is_whole else restore(frame, checksum, header) or replace(frame, whole=False)
        yield best
        checksum = _sums(best)


def restore(frame: Frame, before: Checksum, header: LogHeader) -> Frame | None:
    """Return a frame as it was before a bit of it flipped; None where that is not what happened to it.

    It is not `whole`, and as it is, where several bits would have had the same effect on the checksum; `before` is the
    checksum of the log up to this frame.
    """
    now = _checksum_of(frame, before, header.word)
    if not frame.belongs:
        is_flipped = _bits_between(frame.header[8:16], header.salts) == 1 and now == _sums(frame)
        return replace(frame, belongs=True) if is_flipped else None
    data = frame.header[:8] + frame.content
    places = _flipped_places(data, now, _sums(frame), header.word)
    if _bits_between(frame.header[16:], now) == 1:  # or the checksum itself has flipped
        whole = frame.header[:16] + struct.pack(">2I", *now)
        return replace(frame, header=whole, whole=not places)
    if not places:
        return None
    if len(places) > 1:
        return replace(frame, whole=False)
    flipped = bytearray(data)
    flipped[places[0][0]] ^= places[0][1]
    page, page_count = _PAGE.unpack_from(flipped)
    header_bytes, content = bytes(flipped[:8]) + frame.header[8:], bytes(flipped[8:])
    return replace(frame, page=page, page_count=page_count, header=header_bytes, content=content)


def _flipped_places(data: bytes, now: Checksum, before: Checksum, word: str) -> list[tuple[int, int]]:
    """Return the bytes, each with the bit in it, that may have flipped, so that a checksum is `now` what it is.

    Checksums are linear: what a word adds to the two sums depends on its place alone. Of its highest bits so much is
    lost beyond the 32 bits of the sums that several places have the same effect.
    """
    off = tuple((one - other) & _BITS for one, other in zip(before, now, strict=True))
    words = struct.unpack(f"{word}{len(data) // 4}I", data)
    effects = [(1, 1), (0, 1)]  # of the last two words
    places: list[tuple[int, int]] = []
    for pair in range(len(words) - 2, -1, -2):
        for place, (one, two) in enumerate(effects, pair):
            # One of the two is odd, so at most one change of this word has that effect on its sum.
            change = off[0] * pow(one, -1, _BITS + 1) if one % 2 else off[1] * pow(two, -1, _BITS + 1)
            difference = ((words[place] + change) & _BITS) ^ words[place]
            if difference.bit_count() == 1 and (one * change & _BITS, two * change & _BITS) == off:
                flipped = difference.to_bytes(4, "little" if word == "<" else "big")
                places.extend((4 * place + byte, bit) for byte, bit in enumerate(flipped) if bit)
        effects = [((one + two) & _BITS, (one + 2 * two) & _BITS) for one, two in effects]
    return places


def _bits_between(stored: bytes, numbers: tuple[int, int]) -> int:
    return (int.from_bytes(stored) ^ int.from_bytes(struct.pack(">2I", *numbers))).bit_count()


def _follow(frame: Frame, checksum: Checksum, word: str) -> Checksum | None:
    """Return the checksum of a log up to this frame, None where it is not what the frame says."""
    now = _checksum_of(frame, checksum, word)
    return now if now == _sums(frame) else None


def _checksum_of(frame: Frame, before: Checksum, word: str) -> Checksum:
    return _checksum(frame.content, _checksum(frame.header[:8], before, word), word)


def _sums(frame: Frame) -> Checksum:
    """Return the checksum that a frame says."""
    first, second = struct.unpack(">2I", frame.header[16:])
    return first, second


def _checksum(data: bytes, before: Checksum, word: str) -> Checksum:
    first, second = before
    words = iter(struct.unpack(f"{word}{len(data) // 4}I", data))
    for one, two in zip(words, words, strict=True):
        first = (first + one + second) & _BITS
        second = (second + two + first) & _BITS
    return first, second
