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
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from alicia_desktop import cli
from alicia_desktop.paths import Paths
from alicia_desktop.ui import application
from alicia_desktop.ui.main_window import MainWindow

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
        wish = json.loads(line)
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
            case "close":
                self._window.close()
            case _:
                pass
        sys.stdout.write(json.dumps(seen(self._window)) + "\n")
        sys.stdout.flush()

    def _write(self, text: str) -> None:
        field = self._window.conversation.dock.composer.field
        self._window.activateWindow()
        field.setFocus()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def _click(self, name: str) -> None:
        found = [one for one in self._window.findChildren(QAbstractButton) if one.accessibleName() == name]
        next(one for one in reversed(found) if one.isVisible() and one.isEnabled()).click()

    def _press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
        self._window.activateWindow()
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
        "answering": panel.answering,
        "draft": window.draft(),
    }


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
