import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLineEdit, QWidget

from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.notices import WORD_MS, Toast


@pytest.fixture
def room(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 400)
    field = QLineEdit(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    field.setFocus()
    return made


def test_a_toast_takes_neither_focus_nor_space(theme, room):
    toast = Toast(theme=theme, parent=room)
    toast.show_text("Exported 52 stanzas")
    assert toast.isVisible()
    assert isinstance(room.focusWidget(), QLineEdit)
    assert toast.geometry().bottom() < room.height()


def test_its_action_is_asked_for_once_and_closes_it(qtbot, theme, room):
    toast = Toast(theme=theme, parent=room)
    toast.show_text("Conversation deleted", "Undo")
    undo = next(button for button in toast.findChildren(Button) if button.text() == "Undo")
    with qtbot.waitSignal(toast.action_requested):
        qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert not toast.isVisible()
    assert isinstance(room.focusWidget(), QLineEdit)


def test_a_new_one_takes_the_place_of_the_old(theme, room):
    toast = Toast(theme=theme, parent=room)
    toast.show_text("One", "Undo")
    toast.show_text("Two", kind="error")
    assert toast.text == "Two"
    assert toast.accessibleName() == "Two"
    assert not any(button.isVisible() for button in toast.findChildren(Button))


@pytest.mark.parametrize(
    "said", ["It cannot be written there, and nothing was changed. " * 6, "Exported to " + "a" * 255]
)
def test_what_is_long_is_read_whole(theme, room, said):
    toast = Toast(theme=theme, parent=room)
    toast.show_text("Short")
    short = toast.height()
    toast.show_text(said, "Undo")
    toast.reposition(above=100)
    assert room.rect().contains(toast.geometry())
    assert toast.height() > short
    (label,) = toast.findChildren(Label)
    assert label.height() >= label.heightForWidth(label.width())
    assert label.width() <= toast.width()
    toast.show_text("Short")
    assert toast.height() == short


def test_a_toast_lies_over_the_column_of_its_part(theme, room):
    column = QWidget(room)
    column.setGeometry(200, 0, 400, 400)
    column.show()
    toast = Toast(theme=theme, parent=room, over=column)
    toast.show_text("Copied")
    assert abs(toast.geometry().center().x() - column.geometry().center().x()) <= 1
    toast.show_text("Long words that wrap " * 20)
    assert toast.geometry().left() >= column.geometry().left()


def test_it_follows_the_column_as_long_as_it_is_shown(qtbot, theme, room):
    column = QWidget(room)
    column.setGeometry(200, 0, 400, 400)
    column.show()
    toast = Toast(theme=theme, parent=room, over=column)
    toast.show_text("Copied")
    with qtbot.waitSignal(toast.column_changed):
        column.resize(300, 400)
    with qtbot.waitSignal(toast.column_changed):
        column.move(100, 0)
    toast.hide()
    with qtbot.assertNotEmitted(toast.column_changed):
        column.move(0, 0)


def test_a_long_sentence_stays_long_enough_to_be_read(theme, room):
    toast = Toast(theme=theme, parent=room)
    (timer,) = toast.findChildren(QTimer)
    toast.show_text("Exported 52 stanzas")
    assert timer.interval() == theme.motion("toast")
    toast.show_text("word " * 25, kind="error")
    assert timer.interval() == 25 * WORD_MS
