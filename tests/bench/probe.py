"""Starts a window and writes down when it was there: `python -m tests.bench.probe KIND FILE`.

`bare` is the least window that PySide6 can show; all else is the command `alicia-desktop` itself. `app` and `bare`
close when they are ready, `idle` stays as it is, `voice` opens the microphone and stays. Moments are of the system's
monotonic clock, so that who started this process can tell how long it took.
"""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import msgspec
from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QTextEdit, QWidget

if TYPE_CHECKING:
    from alicia_desktop.ui.main_window import MainWindow

LOOK_MS = 5
Kind = Literal["app", "bare", "idle", "voice"]
SIZE = (1440, 900)


class Moments(msgspec.Struct):
    """When what was there, in seconds of the monotonic clock."""

    shown: float = 0.0
    """The window's first paint was through."""
    furnished: float = 0.0
    """The panels' first paint was through."""
    readable: float = 0.0
    """The newest message is on screen, and the composer takes keys."""


class Probe(QObject):
    """Watches one application from its first event to its first two paints, then looks now and then."""

    def __init__(self, app: QApplication, path: Path, *, kind: Kind) -> None:
        super().__init__()
        self._app = app
        self._path = path
        self._kind = kind
        self._moments = Moments()
        self._seen = False
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        """See the first paint of a window, and of a field to write in; what follows in the loop comes after it."""
        if event.type() is not QEvent.Type.Paint or not isinstance(watched, QWidget):
            return False
        if not self._seen and watched.isWindow():
            self._seen = True
            QTimer.singleShot(0, self._on_painted)
        elif self._seen and isinstance(watched.parent(), QTextEdit):
            self._app.removeEventFilter(self)
            QTimer.singleShot(0, self._on_furnished)
        return False

    def _on_furnished(self) -> None:
        self._moments.furnished = time.monotonic()

    def _on_painted(self) -> None:
        self._moments.shown = time.monotonic()
        if self._kind == "bare":
            self._end()
        else:
            self._timer.start()

    def _look(self) -> None:
        window = _main_window(self._app)
        if window is not None and _readable(window):
            self._timer.stop()
            self._moments.readable = time.monotonic()
            self._end()
            if self._kind == "voice":
                window.voice_toggled.emit(True)

    def _end(self) -> None:
        self._path.write_bytes(msgspec.json.encode(self._moments))
        if self._kind in {"app", "bare"}:
            for window in self._app.topLevelWidgets():
                window.close()


def _main_window(app: QApplication) -> "MainWindow | None":
    from alicia_desktop.ui.main_window import MainWindow  # the program has it loaded by now; the bare window never does

    return next((window for window in app.topLevelWidgets() if isinstance(window, MainWindow)), None)


def _readable(window: "MainWindow") -> bool:
    panel = window.conversation
    rows = panel.messages.rows
    newest = bool(rows) and rows[-1].id in panel.messages.visible_ids()
    return newest and panel.messages.isVisible() and panel.dock.composer.field.isEnabled()


def _watched(path: Path, kind: Kind) -> type[QApplication]:
    """Return an application that is watched from its birth."""

    class WatchedApplication(QApplication):
        def __init__(self, arguments: list[str]) -> None:
            super().__init__(arguments)
            self._probe = Probe(self, path, kind=kind)

    return WatchedApplication


def _bare(application: type[QApplication]) -> None:
    app = application([])
    window = QMainWindow()
    window.resize(*SIZE)
    window.show()
    app.exec()


def main(kind: Kind, path: Path) -> None:
    """Start the window and return when it has closed."""
    application = _watched(path, kind)
    if kind == "bare":
        _bare(application)
        return
    QtWidgets.QApplication = application  # type: ignore[misc]  # the program makes its own
    from alicia_desktop.cli import main as alicia_desktop

    sys.argv = ["alicia-desktop"]
    alicia_desktop()


if __name__ == "__main__":
    (chosen,) = (kind for kind in get_args(Kind) if kind == sys.argv[1])
    main(chosen, Path(sys.argv[2]))
