"""The way to the first paint: nothing is loaded here that an empty window does without.

Qt's loop begins once and ends with the program. In its first turns the frame is painted, then what stands in it; then
asyncio joins the loop that runs (`root`) and brings all that is behind the window.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from alicia_desktop import __version__
from alicia_desktop.app.early_theme import read_look
from alicia_desktop.paths import Paths, find_paths
from alicia_desktop.ui.focus import FocusRing
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme

MAX_PAINT_WAIT_MS: Final = 250
"""A desktop may never paint what it hides; then the start goes on without."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StartedWindow:
    """The window, with what it was made from."""

    paths: Paths
    window: MainWindow
    theme: Theme


def run(*, verbose: bool, main_loop: Callable[[], int] = QApplication.exec) -> int:
    """Open the window on the data folder and return the exit status once it is closed.

    `main_loop` runs until `QApplication.exit`; it is Qt's own, unless the caller has it running.
    """
    paths = find_paths()
    paths.create()
    app = application()
    if paths.erasing.exists() and not _goes_on_erasing(app, paths):
        return 1
    if paths.open_window.exists() and _is_open_elsewhere(paths):
        sys.stderr.write("alicia-desktop: A window is already open on this data folder; it was brought to the front.\n")
        return 0
    start = _Start(app, open_window(app, paths), verbose=verbose)
    start.begin()
    return start.ended(main_loop())


def application() -> QApplication:
    """Return the application under the names by which the desktop knows it, in the style that the theme dresses."""
    app = QApplication(["alicia-desktop", "-style", "Fusion"])  # `setStyle` would load all of QStyle first
    app.setApplicationName("alicia-desktop")
    app.setApplicationDisplayName("Alicia")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("alicia-desktop")
    app.setQuitOnLastWindowClosed(False)
    return app


def open_window(app: QApplication, paths: Paths) -> StartedWindow:
    """Return the empty frame of the window, which is not shown yet."""
    look = read_look(paths.settings)
    theme = Theme(choice=look.theme, reduced_motion=look.reduced_motion)
    theme.install(app)
    ring = FocusRing(theme=theme, app=app)
    window = MainWindow(theme=theme, layout_file=paths.geometry, ring=ring, furnished=False)
    return StartedWindow(paths=paths, window=window, theme=theme)


def after_paint(widget: QWidget, then: Callable[[], None]) -> None:
    """Call `then` once, when `widget` has been painted, or could have been for long enough."""
    _Painted(widget, then)


class _Painted(QObject):
    """Waits for the first paint of a widget, which is on screen once the loop has come round."""

    def __init__(self, watched: QWidget, then: Callable[[], None]) -> None:
        super().__init__(watched)
        self._watched = watched
        self._then = then
        self._timer = QTimer(self, singleShot=True, interval=MAX_PAINT_WAIT_MS)
        self._timer.timeout.connect(self._on_painted)
        self._timer.start()
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        """See the paint."""
        if watched is self._watched and event.type() is QEvent.Type.Paint:
            self._watched.removeEventFilter(self)
            self._timer.start(0)
        return False

    def _on_painted(self) -> None:
        self._watched.removeEventFilter(self)
        self.deleteLater()
        self._then()


class _Start:
    """The turns of the loop that a start takes: the frame, what stands in it, what is behind it."""

    def __init__(self, app: QApplication, opened: StartedWindow, *, verbose: bool) -> None:
        self._app = app
        self._opened = opened
        self._verbose = verbose
        self._leave: Callable[[], int] | None = None

    def begin(self) -> None:
        """Show the frame as soon as the loop runs."""
        after_paint(self._opened.window, lambda: self._take(self._furnish))
        self._opened.window.show()

    def ended(self, status: int) -> int:
        """Return the exit status when the loop has ended: asyncio's, where it came so far."""
        return status if self._leave is None else self._leave()

    def _take(self, turn: Callable[[], None]) -> None:
        """Take a turn, unless the window was closed again; a start that breaks off ends the program, loudly."""
        try:
            if self._opened.window.isVisible():
                turn()
            else:
                self._app.exit(0)
        except BaseException:
            self._app.exit(1)
            raise

    def _furnish(self) -> None:
        window = self._opened.window
        window.furnish()
        after_paint(window.conversation.dock, lambda: self._take(self._join))

    def _join(self) -> None:
        from alicia_desktop.app.root import join  # noqa: PLC0415 - after the first paints

        self._leave = join(self._app, self._opened, verbose=self._verbose)


def _goes_on_erasing(app: QApplication, paths: Paths) -> bool:
    """Delete what an earlier run was to delete; false where that cannot be done, which is told."""
    from alicia_desktop.app.erasing import go_on_erasing  # noqa: PLC0415 - for nearly no start

    theme = Theme()
    theme.install(app)
    return go_on_erasing(paths, theme=theme)


def _is_open_elsewhere(paths: Paths) -> bool:
    """Ask the window that says it is open; one that was killed says so for ever, and does not answer."""
    from alicia_desktop.app.single_instance import raise_other  # noqa: PLC0415 - brings Qt's network, for nearly no start

    return raise_other(paths.folder)
