"""The window's own program with strings on it (`python -m tests.support.puppet`); `driven_window` pulls them.

It is `alicia-desktop` from its command line to its exit status; only, a thread reads wishes from standard input, one
JSON object a line, and Qt's thread carries them out as a person would (keys, buttons, the window's cross) and answers
with what can be seen. Under the offscreen platform this needs neither a display nor a program that moves the mouse.
"""

import json
import sys
import threading
from dataclasses import asdict
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from alicia_desktop import cli
from alicia_desktop.paths import Paths
from alicia_desktop.ui import application
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.memories.memory_table import MemoryTable
from alicia_desktop.ui.qt_models import ROW_ROLE

Seen = dict[str, Any]


class Strings(QObject):
    """Wishes come in by `asked`, on whatever thread; they are carried out on Qt's."""

    asked = Signal(str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        self.asked.connect(self._on_asked, Qt.ConnectionType.QueuedConnection)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self.asked.emit(line)

    def _on_asked(self, line: str) -> None:
        missing = {}
        try:
            self._do(json.loads(line))
        except StopIteration:
            missing = {"missing": line.strip()}
        sys.stdout.write(json.dumps(seen(self._window) | missing) + "\n")
        sys.stdout.flush()

    def _do(self, wish: dict[str, Any]) -> None:
        """Carry out a wish.

        Raises:
            StopIteration: there is nothing of that name.
        """
        match wish["do"]:
            case "write":
                self._write(wish["text"])
            case "press":
                keys = Qt.KeyboardModifier.NoModifier
                for name in wish["modifiers"]:
                    keys |= Qt.KeyboardModifier[name]
                self._press(Qt.Key[wish["key"]], keys)
            case "click":
                self._click(wish["name"])
            case "fill":
                self._fill(wish["name"], wish["text"])
            case "choose":
                self._choose(wish["row"], Qt.Key[wish["key"]])
            case "close":
                self._window.close()
            case _:
                pass

    def _write(self, text: str) -> None:
        field = self._window.conversation.dock.composer.field
        self._window.activateWindow()
        field.setFocus()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def _click(self, name: str) -> None:
        next(one for one in reversed(_buttons(self._window)) if _name(one) == name).click()

    def _fill(self, name: str, text: str) -> None:
        fields: list[QLineEdit | QPlainTextEdit | QTextEdit] = []
        for top in _tops(self._window):
            fields += [*top.findChildren(QLineEdit), *top.findChildren(QPlainTextEdit), *top.findChildren(QTextEdit)]
        field = next(one for one in fields if one.accessibleName() == name and one.isVisible())
        field.window().activateWindow()
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)

    def _choose(self, text: str, key: Qt.Key) -> None:
        """Go to the first row with that text, of the memories if they are shown, else of the sidebar; press a key."""
        lists = [shown for shown in (_memories(), self._window.sidebar.list) if shown is not None]
        places = ((shown, number) for shown in lists for number, row in enumerate(_rows(shown)) if text in row)
        shown, number = next(places)
        shown.window().activateWindow()
        shown.setFocus()
        shown.setCurrentIndex(shown.model().index(number, 0))
        QTest.keyClick(shown, key)

    def _press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
        self._window.activateWindow()
        QTest.qWaitForWindowActive(self._window)  # after a dialog it takes a turn of the loop, and shortcuts need it
        focused: QWidget | None = self._window.focusWidget()
        QTest.keyClick(self._window if focused is None else focused, key, modifiers)


def seen(window: MainWindow) -> Seen:
    """What a person sees of a window; nothing while its frame is still empty."""
    if not hasattr(window, "conversation"):
        return {}
    panel, voice = window.conversation, window._voice
    return {
        "conversation": window.sidebar.current,
        "messages": [asdict(row) for row in panel.messages.rows],
        "voice": asdict(voice) if voice is not None else None,
        "banner": _words(panel.banner),
        "toast": window.toast.text,  # also when it is gone again before somebody looks
        "sync": window.sidebar.sync_status.whole_text,  # also what has no room in a narrow window
        "dialog": [text for dialog in _dialogs(window) for text in _words(dialog)],
        "buttons": [_name(button) for button in _buttons(window)],
        "conversations": _rows(window.sidebar.list),
        "memories": _rows(_memories()),
        "answering": panel.answering,
        "draft": window.draft(),
    }


def _tops(window: MainWindow) -> list[QWidget]:
    """Return the window and all others that are open, its dialogs among them."""
    return [window, *_dialogs(window)]


def _buttons(window: MainWindow) -> list[QAbstractButton]:
    """Return the buttons that can be clicked."""
    found = dict.fromkeys(button for top in _tops(window) for button in top.findChildren(QAbstractButton))
    return [button for button in found if button.isVisible() and button.isEnabled()]


def _name(button: QAbstractButton) -> str:
    return button.accessibleName() or button.text()


def _memories() -> MemoryTable | None:
    """Return the table of the memories, while their window is open."""
    tables = (table for top in QApplication.topLevelWidgets() for table in top.findChildren(MemoryTable))
    return next((table for table in tables if table.isVisible()), None)


def _rows(shown: QAbstractItemView | None) -> list[str]:
    if shown is None or shown.model() is None:
        return []
    model = shown.model()
    return [_row_text(model.index(number, 0).data(ROW_ROLE)) for number in range(model.rowCount())]


def _row_text(row: Any) -> str:
    """Return the title of a conversation or the text of a memory; nothing of a row that is still to be read."""
    return str(getattr(row, "title", "") or getattr(row, "content", ""))


def _dialogs(window: MainWindow) -> list[QWidget]:
    return [widget for widget in QApplication.topLevelWidgets() if widget is not window and widget.isVisible()]


def _words(widget: QWidget) -> list[str]:
    """Return what its labels say that can be seen."""
    return [label.text() for label in widget.findChildren(QLabel) if label.text() and label.isVisible()]


def main() -> None:
    """Run the program with strings on its window."""
    made = application.create_window
    strings: list[Strings] = []

    def create_window(app: QApplication, paths: Paths) -> application.StartedWindow:
        opened = made(app, paths)
        strings.append(Strings(opened.window))
        return opened

    application.create_window = create_window
    cli.main()


if __name__ == "__main__":
    main()
