"""Pictures of others: read within bounds by the reader of their kind alone, and sent as pixels and nothing else."""

import struct
import zlib

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from alicia_desktop.protocol.attachments import JPEG, MAX_IMAGE_BYTES, PNG
from alicia_desktop.ui.untrusted.pictures import PictureError, encode_picture, format_of, read_picture, shrink


def image(width=40, height=20, colour="red", transparent=False):
    kind = QImage.Format.Format_ARGB32 if transparent else QImage.Format.Format_RGB32
    made = QImage(width, height, kind)
    made.fill(QColor(0, 0, 0, 0) if transparent else QColor(colour))
    return made


def packed(made, kind):
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert made.save(buffer, kind)
    return bytes(buffer.data().data())


def bomb(width, height):
    """A PNG whose head tells a size that its bytes do not have."""
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(1_000_000))), (b"IEND", b"")]
    chunks = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def noise(side):
    made = QImage(side, side, QImage.Format.Format_RGB32)
    import random

    dice = random.Random(1)
    for y in range(side):
        for x in range(side):
            made.setPixel(x, y, dice.getrandbits(24))
    return made


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_the_kinds_that_are_read(qapp, kind):
    found = read_picture(packed(image(), kind), max_side=100)
    assert (found.width(), found.height()) == (40, 20)


def test_a_gif_is_read_by_its_first_frame(qapp):
    gif = (
        b"GIF89a\x02\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x02\x00\x01\x00\x00\x02\x02\x04"
        b"\n\x00;"
    )
    found = read_picture(gif, max_side=100)
    assert (found.width(), found.height()) == (2, 1)


def test_a_large_one_is_scaled_down_and_keeps_its_shape(qapp):
    found = read_picture(packed(image(800, 400), "JPEG"), max_side=100)
    assert (found.width(), found.height()) == (100, 50)
    small = shrink(image(800, 400), 80)
    assert (small.width(), small.height()) == (80, 40)


@pytest.mark.qt_log_ignore("JPEG")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is no PNG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><image href='/etc/passwd'/></svg>", "is no PNG"),
        (b"%PDF-1.7", "is no PNG"),
        (b"\x89PNG\r\n\x1a\n", "damaged"),
        (b"\x89PNG\r\n\x1a\n" + b"\xff" * 500, "damaged"),
        (b"\xff\xd8\xff" + b"\x00" * 500, "damaged"),
        (b"GIF89a" + b"\xff" * 50, "damaged"),
        (bomb(60_000, 60_000), "more than 50 million pixels"),
    ],
)
def test_what_is_none_damaged_or_a_bomb_is_refused_with_its_reason(qapp, data, reason):
    with pytest.raises(PictureError, match=reason):
        read_picture(data, max_side=100)


def test_what_is_sent_has_no_words_and_no_place_in_it(qapp):
    made = image()
    made.setText("Location", "38.7,-9.1")
    assert b"38.7" in packed(made, "PNG")
    for lossless in (True, False):
        assert b"38.7" not in encode_picture(made, lossless=lossless).data


def test_a_drawing_stays_a_png_and_what_does_not_fit_becomes_a_jpeg_that_does(qapp):
    drawing = encode_picture(image(transparent=True), lossless=True)
    assert (drawing.media_type, format_of(drawing.data)) == (PNG, "png")
    photo = encode_picture(noise(700), lossless=True)
    assert (photo.media_type, format_of(photo.data)) == (JPEG, "jpeg")
    assert len(photo.data) <= MAX_IMAGE_BYTES
    assert photo.width == read_picture(photo.data, max_side=9_999).width()
