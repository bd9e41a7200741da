"""Links in a message: said before they are pressed, opened only by a press."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QHelpEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from alicia_desktop.ui.conversation.blocks import split_blocks
from alicia_desktop.ui.conversation.documents import DocumentCache, DocumentKey
from alicia_desktop.ui.conversation.text_view import TextView
from alicia_desktop.ui.untrusted.links import encode_address

pytestmark = pytest.mark.qt_log_ignore("does not support raise", "not accepted by receiving widget")
ADDRESS = "https://xn--mller-kva.example/%C3%A4"
SHOWN = f"{ADDRESS}\nxn--mller-kva.example (müller.example)"
TEXT = (
    '[first](<https://müller.example/ä> "<img src=/dev/ptmx>") [file](file:///etc/passwd) [last](https://last.example)'
)


@pytest.fixture
def opened(monkeypatch):
    addresses = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: addresses.append(encode_address(url)))
    return addresses


@pytest.fixture
def view(qtbot, theme):
    made = TextView(theme=theme)
    qtbot.addWidget(made)
    documents = DocumentCache(theme=theme)
    wanted = DocumentKey(part_id="m", number=0, width=400)
    made.show_document(documents.get(split_blocks(TEXT)[0], wanted), ink="text", name="x")
    with qtbot.waitActive(made):
        made.show()
    made.setFocus()
    return made


def place(view, words):
    """Return the middle of some words."""
    cursor = view.document().find(words)
    end = view.cursorRect(cursor)
    cursor.setPosition(cursor.selectionStart())
    return middle(view.cursorRect(cursor), end)


def middle(first, last):
    return QPoint((first.left() + last.left()) // 2, first.center().y())


def test_a_press_opens_the_address(view, opened):
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place(view, "first"))
    assert opened == [ADDRESS]


def test_what_is_no_link_opens_nothing(view, opened):
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place(view, "file"))
    view.anchorClicked.emit(QUrl("file:///etc/passwd"))
    view.anchorClicked.emit(QUrl("javascript:alert(1)"))
    assert opened == []


def test_the_mouse_over_a_link_is_told_its_address_and_opens_nothing(view, opened):
    at = place(view, "first")
    QTest.mouseMove(view.viewport(), at)
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at)))
    assert QToolTip.text() == SHOWN
    QToolTip.hideText()
    assert opened == []


def test_the_keyboard_on_a_link_is_told_its_address_and_opens_it_with_enter(view, opened):
    view.moveCursor(QTextCursor.MoveOperation.Start)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert view.textCursor().selectedText() == "first"
    assert QToolTip.text() == SHOWN
    assert view.accessibleDescription() == SHOWN
    assert opened == []
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert view.textCursor().selectedText() == "last"
    assert view.accessibleDescription() == "https://last.example"
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert opened == ["https://last.example"]


def test_what_is_copied_holds_no_picture_and_no_other_address(view):
    view.selectAll()
    copied = view.createMimeDataFromSelection().html()
    assert ADDRESS in copied
    assert "passwd" not in copied
    assert "<img" not in copied
