"""The focus ring follows the keyboard, also to windows that come and go."""

import gc

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QWidget,
)

from alicia_desktop.ui.focus import FocusRing, next_stop
from alicia_desktop.ui.focus_frame import FocusFrame

pytestmark = pytest.mark.slow


@pytest.fixture
def ring(qapp, theme):
    assert isinstance(qapp, QApplication)
    made = FocusRing(theme=theme, app=qapp)
    yield made
    qapp.focusChanged.disconnect(made.follow_focus)
    made.deleteLater()


def test_a_field_of_a_window_that_was_never_shown_is_no_error(qtbot, ring):
    field = QLineEdit()
    qtbot.addWidget(field)
    ring.follow_focus(None, field)
    assert ring.widget is None


def framed(qtbot, theme, rows):
    qtbot.addWidget(rows)
    rows.resize(300, 200)
    with qtbot.waitExposed(rows):
        rows.show()
    frame = FocusFrame(theme)
    frame.surround(rows)
    return frame


def test_in_a_list_the_row_is_framed_that_the_keys_move_from(qtbot, theme):
    rows = QListWidget()
    rows.addItems([f"Row {number}" for number in range(50)])
    frame = framed(qtbot, theme, rows)
    rows.setCurrentRow(1)
    assert frame.row == rows.visualItemRect(rows.item(1))
    before = frame.grab().toImage()
    qtbot.keyClick(rows, Qt.Key.Key_Down)
    assert frame.row == rows.visualItemRect(rows.item(2))
    assert frame.grab().toImage() != before


def test_in_a_table_the_whole_row_is_framed(qtbot, theme):
    rows = QTableWidget(5, 3)
    frame = framed(qtbot, theme, rows)
    rows.setCurrentCell(2, 1)
    assert (frame.row.left(), frame.row.right()) == (rows.viewport().rect().left(), rows.viewport().rect().right())
    assert frame.row.height() == rows.rowHeight(2) or frame.row.height() == rows.rowHeight(2) - 1


@pytest.mark.parametrize("forward", [True, False])
def test_what_is_deleted_takes_nothing_with_it_that_tab_only_went_by(qtbot, forward):
    window = QWidget()
    qtbot.addWidget(window)
    area = QScrollArea(window)  # what lies in it has a parent that only Qt has made
    area.setWidget(QWidget())
    parts = [QWidget(window), QPushButton(area.widget()), QWidget(window)]
    actions = [QMenu(one).addAction("All types") for one in (*parts[1:2], area.widget(), area)]
    window.show()
    for _ in range(2):
        assert next_stop(window, forward=forward) is not None
    gc.collect()
    for beside in (parts[0], parts[2]):
        shiboken6.delete(beside)
    assert [action.text() for action in actions] == ["All types"] * 3
    assert parts[1].parentWidget() is area.widget()
