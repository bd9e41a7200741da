"""The way to the first paint: nothing is loaded here that an empty window does without.

asyncio, the panels, the database and all else come after it, in the order in which a person can use them: the frame,
then what stands in it, then (`root`) what is behind it.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from alicia_desktop import __version__
from alicia_desktop.app.single import raise_other
from alicia_desktop.base.errors import WorldError
from alicia_desktop.config import Paths, Settings, find_paths, load_settings
from alicia_desktop.ui.focus import FocusRing
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme

LONGEST_PAINT_MS: Final = 250
"""A desktop may never paint what it hides; then the start goes on without."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """The window, with what it was made from."""

    paths: Paths
    window: MainWindow
    theme: Theme
    settings: Settings
    problem: WorldError | None
    """Why these settings are the defaults."""


def run(*, verbose: bool) -> int:
    """Open the window on the data folder and return the exit status once it is closed."""
    paths = find_paths()
    paths.create()
    app = application()
    if raise_other(paths.folder):
        sys.stderr.write("alicia-desktop: A window is already open on this data folder; it was brought to the front.\n")
        return 0
    opened = open_window(app, paths)
    show(app, opened.window)
    if not opened.window.isVisible():  # closed again at once
        return 0
    opened.window.furnish()
    from alicia_desktop.app.root import live  # noqa: PLC0415 - after the first paint

    return live(app, opened, verbose=verbose)


def application() -> QApplication:
    """Return the application under the names by which the desktop knows it."""
    app = QApplication(sys.argv[:1])
    app.setApplicationName("alicia-desktop")
    app.setApplicationDisplayName("Alicia")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("alicia-desktop")
    app.setQuitOnLastWindowClosed(False)
    return app


def open_window(app: QApplication, paths: Paths) -> Opened:
    """Return the empty frame of the window, which is not shown yet."""
    settings, problem = read_settings(paths.settings)
    theme = Theme(choice=settings.look.theme, reduced_motion=settings.look.reduced_motion)
    theme.install(app)
    ring = FocusRing(theme=theme, app=app)
    window = MainWindow(theme=theme, layout_file=paths.geometry, ring=ring, furnished=False)
    return Opened(paths=paths, window=window, theme=theme, settings=settings, problem=problem)


def show(app: QApplication, window: MainWindow) -> None:
    """Show the window and return when it is painted; Qt's own loop does for that, and ends before another begins."""
    painted = _Painted(window, then=app)
    limit = QTimer(window, singleShot=True, interval=LONGEST_PAINT_MS)
    limit.timeout.connect(app.exit)
    limit.start()
    window.show()
    app.exec()
    limit.stop()
    window.removeEventFilter(painted)


def read_settings(path: Path) -> tuple[Settings, WorldError | None]:
    """Return the settings; a broken file costs nothing but its own values until it is mended."""
    try:
        return load_settings(path), None
    except WorldError as error:
        return Settings(), error


class _Painted(QObject):
    """Ends the loop after the first paint of a window."""

    def __init__(self, window: MainWindow, *, then: QApplication) -> None:
        super().__init__(window)
        self._app = then
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        """See the paint; it is on screen once the loop has come round."""
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._app.exit)
        return False
