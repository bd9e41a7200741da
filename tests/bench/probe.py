"""Starts a window and writes down when it was there: `python -m tests.bench.probe KIND FILE`.

`bare` is the least window that PySide6 can show; all else is the command `alicia-desktop` itself. `app` and `bare`
close when they are ready, `idle` stays as it is, `voice` opens the microphone and stays. Moments are of the system's
monotonic clock, so that who started this process can tell how long it took.
"""

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict, get_args

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

if TYPE_CHECKING:
    from alicia_desktop.ui.main_window import MainWindow

LOOK_MS = 5
Kind = Literal["app", "bare", "idle", "voice"]
SIZE = (1440, 900)


class Moments(TypedDict):
    """When what was there, in seconds of the monotonic clock."""

    shown: float
    """The window's first paint was through."""
    furnished: float
    """The panels' first paint was through."""
    readable: float
    """The newest message is on screen, and the composer takes keys."""


class Probe(QObject):
    """Watches one window for the first paint of itself and of what is put into it, then looks now and then.

    Only these two are watched: a filter over the whole application would cost each of its events.
    """

    def __init__(self, app: QApplication, path: Path, *, kind: Kind) -> None:
        super().__init__()
        self._app = app
        self._path = path
        self._kind = kind
        self._moments = Moments(shown=0.0, furnished=0.0, readable=0.0)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._window: QMainWindow | None = None

    def watch(self, widget: QWidget) -> None:
        """Wait for the first paint of the window, and of its middle once it has one."""
        if isinstance(widget, QMainWindow):
            self._window = widget
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        """See a first paint; what follows in the loop comes after it."""
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._on_shown if watched is self._window else self._on_furnished)
        return False

    def _on_furnished(self) -> None:
        self._moments["furnished"] = time.monotonic()

    def _on_shown(self) -> None:
        self._moments["shown"] = time.monotonic()
        if self._kind == "bare":
            self._end()
        else:
            self._timer.start()

    def _look(self) -> None:
        window = _main_window(self._app)
        if window is not None and _readable(window):
            self._timer.stop()
            self._moments["readable"] = time.monotonic()
            self._end()
            if self._kind == "voice":
                window.voice_toggled.emit(True)

    def _end(self) -> None:
        self._path.write_text(json.dumps(self._moments), encoding="utf-8")
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


def _watch(path: Path, kind: Kind) -> None:
    """Let the application and its main window that are made from now on be watched from their birth."""
    probes: list[Probe] = []

    class WatchedApplication(QApplication):
        def __init__(self, arguments: list[str]) -> None:
            super().__init__(arguments)
            probes.append(Probe(self, path, kind=kind))

    class WatchedWindow(QMainWindow):
        def __init__(self, parent: QWidget | None = None) -> None:
            super().__init__(parent)
            probes[0].watch(self)

        def setCentralWidget(self, widget: QWidget) -> None:  # noqa: N802 - Qt's own name
            super().setCentralWidget(widget)
            probes[0].watch(widget)

    QtWidgets.QApplication = WatchedApplication  # type: ignore[misc,assignment]  # the program makes its own
    QtWidgets.QMainWindow = WatchedWindow  # type: ignore[misc,assignment]  # as above


def _bare() -> None:
    app = QtWidgets.QApplication([])
    app.setQuitOnLastWindowClosed(True)
    window = QtWidgets.QMainWindow()
    window.resize(*SIZE)
    window.show()
    app.exec()


def main(kind: Kind, path: Path) -> None:
    """Start the window and return when it has closed."""
    _watch(path, kind)
    if kind == "bare":
        _bare()
        return
    from alicia_desktop.cli import main as alicia_desktop

    sys.argv = ["alicia-desktop"]
    alicia_desktop()


if __name__ == "__main__":
    (chosen,) = (kind for kind in get_args(Kind) if kind == sys.argv[1])
    main(chosen, Path(sys.argv[2]))
