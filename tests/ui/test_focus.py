"""The focus ring follows the keyboard, also to windows that come and go."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QTableWidget

from alicia_desktop.ui.focus import FocusRing
from alicia_desktop.ui.focus_frame import FocusFrame


@pytest.fixture
def ring(qapp, theme):
    assert isinstance(qapp, QApplication)
    made = FocusRing(theme=theme, app=qapp)
    yield made
    qapp.focusChanged.disconnect(made._on_focus_changed)
    made.deleteLater()


def test_a_field_of_a_window_that_was_never_shown_is_no_error(qtbot, ring):
    field = QLineEdit()
    qtbot.addWidget(field)
    ring._on_focus_changed(None, field)
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
