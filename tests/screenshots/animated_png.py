"""Write an animated PNG (APNG), which browsers and forges play: Qt makes the frames, this puts them into one file.

Each frame after the first holds only the rectangle that is other than before, without loss, so that a window in which
somebody types stays small. The format: https://www.w3.org/TR/png-3/#apng-frame-based-animation
"""

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect
from PySide6.QtGui import QImage

SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Frame(NamedTuple):
    """A picture of the whole, and how long it is shown."""

    image: QImage
    milliseconds: int


def animated_png(frames: Sequence[Frame]) -> bytes:
    """Return the file; all frames are of one size, and it plays for ever."""
    opaque = [Frame(frame.image.convertToFormat(QImage.Format.Format_RGB888), frame.milliseconds) for frame in frames]
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in _parts(opaque))


def chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and data of each chunk of a PNG file."""
    place = len(SIGNATURE)
    while place < len(file):
        (size,) = struct.unpack_from(">I", file, place)
        yield file[place + 4 : place + 8], file[place + 8 : place + 8 + size]
        place += 12 + size


def _parts(frames: Sequence[Frame]) -> Iterator[tuple[bytes, bytes]]:
    first, sequence = frames[0].image, 0
    yield next(chunk for chunk in chunks(_png(first)) if chunk[0] == b"IHDR")
    yield b"acTL", struct.pack(">II", len(frames), 0)
    before: QImage | None = None
    for frame in frames:
        area = first.rect() if before is None else changed_area(before, frame.image)
        size = area.width(), area.height(), area.x(), area.y()
        yield b"fcTL", struct.pack(">IIIIIHHBB", sequence, *size, frame.milliseconds, 1000, 0, 0)
        sequence += 1
        data = b"".join(data for kind, data in chunks(_png(frame.image.copy(area))) if kind == b"IDAT")
        if before is None:
            yield b"IDAT", data
        else:
            yield b"fdAT", struct.pack(">I", sequence) + data
            sequence += 1
        before = frame.image
    yield b"IEND", b""


def changed_area(before: QImage, after: QImage) -> QRect:
    """Return the smallest rectangle outside of which both are the same; one pixel where nothing changed."""
    rows = [y for y in range(after.height()) if _row(before, y) != _row(after, y)]
    if not rows:
        return QRect(0, 0, 1, 1)
    columns = list(_changed_columns(before, after, rows))
    left, right = min(first for first, _ in columns), max(last for _, last in columns)
    return QRect(left, rows[0], right - left + 1, rows[-1] - rows[0] + 1)


def _changed_columns(before: QImage, after: QImage, rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last pixel of each row that is another one."""
    for y in rows:
        other, same = _row(before, y), _row(after, y)
        size = len(same)
        first = next(at for at in range(size) if other[at] != same[at])
        last = next(at for at in range(size - 1, -1, -1) if other[at] != same[at])
        yield first // 3, last // 3


def _row(image: QImage, y: int) -> bytes:
    line = image.bytesPerLine()
    return bytes(image.constBits()[y * line : y * line + 3 * image.width()])


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 0)  # type: ignore[call-overload]  # PySide's stubs know str for the format only as bytes
    return bytes(data.data())


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
