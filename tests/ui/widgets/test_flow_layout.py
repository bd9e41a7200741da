import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.widgets.flow_layout import FlowLayout


def row_of(qtbot, widths, **how):
    room = QWidget()
    qtbot.addWidget(room)
    flow = FlowLayout(room, gap=6, **how)
    for width in widths:
        child = QWidget()
        child.setFixedSize(width, 24)
        flow.addWidget(child)
    return room, flow


@pytest.mark.parametrize(("width", "height"), [(320, 24), (210, 54), (100, 84)])
def test_what_does_not_fit_goes_on_the_next_line(qtbot, width, height):
    _, flow = row_of(qtbot, (100, 100, 100))
    assert flow.heightForWidth(width) == height


def test_it_is_mirrored_from_right_to_left(qtbot):
    room, flow = row_of(qtbot, (100, 50))
    room.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    room.resize(300, 24)
    room.show()
    lefts = [flow.itemAt(number).geometry().left() for number in range(2)]
    assert lefts == [200, 144]


@pytest.mark.parametrize(
    ("direction", "lefts"),
    [(Qt.LayoutDirection.LeftToRight, [4, 110, 160]), (Qt.LayoutDirection.RightToLeft, [106, 0, 0])],
)
def test_every_line_can_stand_at_the_end(qtbot, direction, lefts):
    room, flow = row_of(qtbot, (100, 100, 50), at_end=True)
    room.setLayoutDirection(direction)
    room.resize(210, flow.heightForWidth(210))
    room.show()
    assert [flow.itemAt(number).geometry().left() for number in range(3)] == lefts


def test_hidden_widgets_take_no_room(qtbot):
    _, flow = row_of(qtbot, (100, 100))
    flow.itemAt(0).widget().hide()
    assert flow.heightForWidth(100) == 24
