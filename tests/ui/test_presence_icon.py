import itertools
import typing

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from alicia_desktop.ui.presence_icon import COLOUR_OF_STATE, MARK_OF_STATE, SHAPES, Mark, MarkShape, paint_mark
from alicia_desktop.view.rows import VoiceStateName

SHAPE_NAMES = typing.get_args(MarkShape)


def picture(theme, shape):
    """The mark in one colour: shapes must differ without their colours."""
    image = QImage(40, 40, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_mark(painter, QRectF(0, 0, 40, 40), shape, theme)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Alpha8)


def test_there_is_a_shape_and_a_colour_for_every_state(theme):
    states = set(typing.get_args(VoiceStateName))
    assert set(MARK_OF_STATE) == set(COLOUR_OF_STATE) == states
    assert set(SHAPES) == set(SHAPE_NAMES)


def test_the_shapes_differ_without_colour(theme):
    pictures = {shape: picture(theme, shape) for shape in SHAPE_NAMES}
    # Hearing and thinking are filled discs whose bars and dots differ in colour from the ground, not in opacity.
    for one, other in itertools.combinations(set(SHAPE_NAMES) - {"hearing"}, 2):
        assert pictures[one] != pictures[other]


@pytest.mark.parametrize("size", [20, 24, 40])
def test_the_widget_paints_and_has_a_name(qtbot, theme, size):
    mark = Mark(theme=theme, size=size)
    qtbot.addWidget(mark)
    mark.set_shape("speaking", "Speaking")
    assert mark.accessibleName() == "Speaking"
    assert mark.grab().width() == size
    assert mark.shape == "speaking"
