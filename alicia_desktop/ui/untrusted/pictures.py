"""Decode pictures that others made, within bounds, and encode anew what is sent: only pixels go on.

    image = read_picture(data, max_side=1536)      # a QImage, or a PictureError that says why not
    encoded = encode_picture(image, transparent=False)

The kind is told by the first bytes, and only the reader of that kind sees the rest. The size in pixels is read before
anything is decoded, so a picture that unpacks to gigabytes is refused by its head. What is encoded anew has no EXIF, no
place where it was taken, no colour profile and no second frame. Safe in any thread.
"""

from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter

from alicia_desktop.protocol.attachments import JPEG, MAX_IMAGE_BYTES, PNG

MAX_PIXELS: Final = 50_000_000
"""Of a picture that is decoded: 200 MB of memory, for as long as it is scaled down."""
MIN_SIDE: Final = 200
QUALITIES: Final = (88, 75, 60)
SMALLER: Final = 0.75
"""What is still too large after the last quality is made this much smaller."""
Picture = QImage
"""A decoded picture: pixels, which open nothing. It is made here alone, because a `QImage` can also read a file."""
PictureFormat = Literal["png", "jpeg", "gif", "webp"]


class PictureError(ValueError):
    """A picture cannot be shown; says why, as the end of a sentence."""


def format_of(data: bytes) -> PictureFormat | None:
    """Return the kind of a picture by its first bytes; None for everything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    return "webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None


def read_picture(data: bytes, *, max_side: int) -> QImage:
    """Decode a picture, the first frame of a moving one, upright, and no larger than `max_side` pixels a side.

    Raises:
        PictureError: it is damaged, too large, or no PNG, JPEG, WebP or GIF.
    """
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray((format_of(data) or "none").encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = _checked_size(data, reader)
    if max(size.width(), size.height()) > max_side:
        scaled = size.scaled(QSize(max_side, max_side), Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(scaled.expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        raise PictureError("is a damaged image")
    return image


def picture_side(data: bytes) -> int:
    """Return the longer side of a picture in pixels, as its head tells it; 0 where it tells none."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray((format_of(data) or "none").encode()))
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    return max(size.width(), size.height(), 0)


def copied(image: Picture) -> Picture:
    """Return a copy for another thread."""
    return QImage(image)


def shrink(image: QImage, max_side: int) -> QImage:
    """Return the image no larger than `max_side` pixels a side."""
    if max(image.width(), image.height()) <= max_side:
        return image
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(QSize(max_side, max_side), Qt.AspectRatioMode.KeepAspectRatio, smooth)


def _checked_size(data: bytes, reader: QImageReader) -> QSize:
    if format_of(data) is None:
        raise PictureError("is no PNG, JPEG, WebP or GIF image")
    size = reader.size()
    if not size.isValid() or size.isEmpty():
        raise PictureError("is a damaged image")
    if size.width() * size.height() > MAX_PIXELS:
        raise PictureError(f"has more than {MAX_PIXELS // 1_000_000} million pixels")
    return size


@dataclass(frozen=True, kw_only=True, slots=True)
class EncodedPicture:
    """A picture as it is sent."""

    data: bytes
    media_type: str
    width: int
    height: int


def encode_picture(image: QImage, *, lossless: bool) -> EncodedPicture:
    """Encode an image in at most `MAX_IMAGE_BYTES`: as PNG where it is `lossless` and fits, else as JPEG.

    What does not fit in a lower quality either is made smaller.
    """
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888 if lossless else QImage.Format.Format_RGB888)
    plain.setColorSpace(image.colorSpace().__class__())
    for key in plain.textKeys():
        plain.setText(key, "")
    if lossless:
        data = _encoded(plain, "PNG", -1)
        if len(data) <= MAX_IMAGE_BYTES:
            return EncodedPicture(data=data, media_type=PNG, width=plain.width(), height=plain.height())
        plain = _on_white(plain)
    while True:
        for quality in QUALITIES:
            data = _encoded(plain, "JPEG", quality)
            if len(data) <= MAX_IMAGE_BYTES:
                return EncodedPicture(data=data, media_type=JPEG, width=plain.width(), height=plain.height())
        plain = plain.scaled(
            QSize(max(1, round(plain.width() * SMALLER)), max(1, round(plain.height() * SMALLER))),
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )


def _encoded(image: QImage, kind: str, quality: int) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind, quality)  # type: ignore[call-overload]  # PySide's stub wants bytes and takes text alone
    return bytes(buffer.data().data())


def _on_white(image: QImage) -> QImage:
    """Return the image on white: a JPEG has no transparency."""
    ground = QImage(image.size(), QImage.Format.Format_RGB888)
    ground.fill(QColor("white"))
    painter = QPainter(ground)
    painter.drawImage(0, 0, image)
    painter.end()
    return ground
