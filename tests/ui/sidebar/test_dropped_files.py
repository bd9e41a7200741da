"""Files that are dropped on the list of conversations."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from alicia_desktop.ui.sidebar.dropped_files import MAX_FILES


def given(*urls):
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    return data


def drop(sidebar, data):
    """Drag `data` in and drop it; whether each of the two was taken."""
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(QPoint(20, 200), copy, data, left, none)
    dropped = QDropEvent(QPointF(20, 200), copy, data, left, none)
    taken = []
    for event in (entered, dropped):
        event.ignore()
        QApplication.sendEvent(sidebar, event)
        taken.append(event.isAccepted())
    return taken


def test_each_file_that_is_dropped_is_asked_for(window):
    asked: list[str] = []
    window.sidebar.file_dropped.connect(asked.append)
    assert drop(window.sidebar, given("file:///tmp/a.json", "file:///tmp/b.alicia-capture")) == [True, True]
    assert asked == ["/tmp/a.json", "/tmp/b.alicia-capture"]


def test_what_is_no_file_of_this_computer_is_not_taken(window):
    asked: list[str] = []
    window.sidebar.file_dropped.connect(asked.append)
    assert drop(window.sidebar, given("https://example.org/a.json")) == [False, False]
    assert asked == []


def test_of_very_many_files_the_first_are_asked_for(window):
    asked: list[str] = []
    window.sidebar.file_dropped.connect(asked.append)
    drop(window.sidebar, given(*(f"file:///tmp/{number}" for number in range(MAX_FILES + 5))))
    assert len(asked) == MAX_FILES
