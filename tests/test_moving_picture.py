"""The moving picture of the README: written without loss, small, and of some seconds."""

import struct
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from tests.screenshots.animated_png import Frame, animated_png, changed_area, chunks

ROOT = Path(__file__).parents[1]
MAX_BYTES = 2_000_000
SECONDS = (8, 20)


def picture(*areas):
    image = QImage(60, 40, QImage.Format.Format_RGB888)
    image.fill(QColor("white"))
    painter = QPainter(image)
    for area in areas:
        painter.fillRect(area, QColor("teal"))
    painter.end()
    return image


def controls(file):
    """The numbers of each frame: sequence, width, height, left, top, milliseconds."""
    found = [struct.unpack(">IIIIIHHBB", data) for kind, data in chunks(file) if kind == b"fcTL"]
    return [(*one[:5], one[5]) for one in found]


@pytest.mark.parametrize("area", [QRect(3, 4, 20, 10), QRect(0, 0, 60, 40), QRect(59, 39, 1, 1)])
def test_a_frame_holds_what_is_other_than_before(qapp, area):
    assert changed_area(picture(), picture(area)) == area
    file = animated_png([Frame(picture(), 100), Frame(picture(area), 200)])
    assert QImage.fromData(file).convertToFormat(QImage.Format.Format_RGB888) == picture()
    first, second = controls(file)
    assert first == (0, 60, 40, 0, 0, 100)
    assert second == (1, area.width(), area.height(), area.x(), area.y(), 200)


def test_the_readme_begins_with_it_and_it_is_small():
    name = (ROOT / "README.md").read_text(encoding="utf-8").partition("](")[2].partition(")")[0]
    file = (ROOT / name).read_bytes()
    assert len(file) <= MAX_BYTES
    kinds = [kind for kind, _ in chunks(file)]
    assert kinds[1] == b"acTL"
    numbers = [struct.unpack(">I", data[:4])[0] for kind, data in chunks(file) if kind in {b"fcTL", b"fdAT"}]
    assert numbers == list(range(len(numbers)))
    assert SECONDS[0] <= sum(one[5] for one in controls(file)) / 1_000 <= SECONDS[1]
