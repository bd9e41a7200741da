"""Start the program up to the first paint: nothing is imported here that an empty window does without.

Qt's loop runs once, from here to the end of the program. In its first turns the frame is painted, then the parts in
it; then asyncio is started in the running loop (`root`), with everything behind the window.
"""

import gc
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import LockHeldError, ProcessLock
from alicia_desktop.base.translation import translate
from alicia_desktop.paths import Paths, find_paths
from alicia_desktop.profiles import list_profiles
from alicia_desktop.ui import application
from alicia_desktop.ui.application import StartedWindow
from alicia_desktop.ui.language import SYSTEM
from alicia_desktop.ui.theme import Theme

MAX_PAINT_WAIT_MS: Final = 250
"""A hidden window may never be painted; the start goes on after this time without."""
TRY_SECONDS: Final = 0.1
START_TRIES: Final = 300
"""Until a window that is being started is no longer waited for."""


def run(*, verbose: bool, target: str = "", main_loop: Callable[[], int] = QApplication.exec) -> int:
    """Open the window on the data folder and return the exit status once it is closed.

    Args:
        verbose: Whether the log is printed.
        target: What the window is to open, as another program names it; one that is open already opens it.
        main_loop: Runs Qt's loop.
    """
    try:
        paths = _usable_paths(target)
    except WorldError as error:
        return _report_refusal(error, target, main_loop)
    lock, was_open = ProcessLock(paths.open_window), paths.open_window.exists()
    is_first = _acquire(lock)
    language = application.read_early_look(paths.settings).language
    start = _Start(application.create_application(language), paths, verbose=verbose, target=target)
    problem = _resume_erase(paths) if paths.erasing.exists() else None
    if problem is not None:
        start.report(problem)
    elif (was_open or not is_first) and _is_open_elsewhere(paths, target, lock, is_first=is_first):
        place = f'with the profile "{paths.profile}"' if paths.profile else "on this data folder"
        sys.stderr.write(f"alicia-desktop: A window is already open {place}; it was brought to the front.\n")
        return 0
    else:
        start.show_frame()
    return start.exit_status(main_loop())


def run_capture(path: Path) -> int:
    """Show a capture alone until its window is closed, and return the exit status."""
    app = application.create_application(application.read_early_look(find_paths().settings).language)
    from alicia_desktop.app.capture_viewer import run  # noqa: PLC0415 - after the language is chosen

    return run(app, path)


def run_gallery() -> int:
    """Show the gallery in the system's language until it is closed, and return the exit status."""
    app = application.create_application(SYSTEM)
    from alicia_desktop.app.root import run_gallery  # noqa: PLC0415 - after the language is chosen

    return run_gallery(app)


def call_after_paint(widget: QWidget, then: Callable[[], None]) -> None:
    """Call `then` once, when `widget` has been painted for the first time, or after `MAX_PAINT_WAIT_MS`."""
    _PaintWatcher(widget, then)


class _PaintWatcher(QObject):
    """Wait for the first paint of a widget, which is on screen after one more turn of the loop."""

    def __init__(self, watched: QWidget, then: Callable[[], None]) -> None:
        super().__init__(watched)
        self._watched = watched
        self._then = then
        self._timer = QTimer(self, singleShot=True, interval=MAX_PAINT_WAIT_MS)
        self._timer.timeout.connect(self._on_painted)
        self._timer.start()
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        """Watch for the paint event."""
        if watched is self._watched and event.type() is QEvent.Type.Paint:
            self._watched.removeEventFilter(self)
            self._timer.start(0)
        return False

    def _on_painted(self) -> None:
        self._watched.removeEventFilter(self)
        self.deleteLater()
        self._then()


class _Start:
    """The steps of a start, each a turn of the one loop: an error to report, the frame, its parts, what is behind."""

    def __init__(self, app: QApplication, paths: Paths, *, verbose: bool, target: str) -> None:
        self._app = app
        self._paths = paths
        self._verbose, self._target = verbose, target
        self._end_asyncio: Callable[[], int] | None = None
        self._shown: list[object] = []
        """What is on screen: nothing else keeps a window without a parent alive."""

    def report(self, problem: WorldError) -> None:
        """Show what kept an erasure from completing; the start goes on when the dialog is closed."""
        from alicia_desktop.app.data_folder import erase_error_dialog  # noqa: PLC0415 - for nearly no start

        theme = Theme()
        theme.install(self._app)
        dialog = erase_error_dialog(problem, theme=theme)
        dialog.finished.connect(lambda _: self._guarded(self._on_reported))
        self._shown.append(dialog)
        dialog.open()

    def show_frame(self) -> None:
        """Show the frame of the window; what stands in it is created after its first paint."""
        opened = application.create_window(self._app, self._paths)
        call_after_paint(opened.window, lambda: self._step(opened, self._create_parts))
        self._shown.append(opened)
        opened.window.show()

    def exit_status(self, status: int) -> int:
        """Return the exit status once the loop has ended with `status`; asyncio's, if it was started."""
        if self._end_asyncio is not None:
            return self._end_asyncio()
        with suppress(OSError):
            self._paths.open_window.unlink(missing_ok=True)
        gc.freeze()  # as in `app/root`, for a window that was closed before that
        return status

    def _on_reported(self) -> None:
        if self._paths.erasing.exists():
            self._app.exit(1)
        else:  # only the keyring refused: everything else is deleted, so no other window is open
            self.show_frame()

    def _step(self, opened: StartedWindow, step: Callable[[StartedWindow], None]) -> None:
        """Take a step, unless the window was closed again."""
        if opened.window.isVisible():
            self._guarded(lambda: step(opened))
        else:
            self._app.exit(0)

    def _guarded(self, step: Callable[[], None]) -> None:
        """Take a step; one that raises ends the program, loudly."""
        try:
            step()
        except BaseException:
            self._app.exit(1)
            raise

    def _create_parts(self, opened: StartedWindow) -> None:
        opened.window.create_parts()
        call_after_paint(opened.window.conversation.dock, lambda: self._step(opened, self._start_asyncio))

    def _start_asyncio(self, opened: StartedWindow) -> None:
        from alicia_desktop.app.root import start_asyncio  # noqa: PLC0415 - after the first paints

        self._end_asyncio = start_asyncio(self._app, opened, verbose=self._verbose, target=self._target)


def _usable_paths(target: str) -> Paths:
    """Return the paths of the folder that is to be opened, which is there and can be written to.

    Raises:
        WorldError: there is no such profile, or no such folder.
    """
    paths = find_paths()
    if target and not paths.profile:
        paths = _paths_for_link(target, paths)
    paths.create()
    return paths


def _report_refusal(problem: WorldError, target: str, main_loop: Callable[[], int]) -> int:
    """Say why there can be no window: in a dialog where nobody sees a terminal, as after a click in a menu.

    Raises:
        WorldError: the problem itself, where a terminal shows it.
    """
    if sys.stderr.isatty():
        raise problem
    sys.stderr.write(f"alicia-desktop: {problem.sentence}\n")
    app, theme = application.create_application(SYSTEM), Theme()
    theme.install(app)
    try:
        _usable_paths(target)
    except WorldError as error:
        problem = error  # the same, in the language that is installed by now
    from alicia_desktop.ui import dialogs  # noqa: PLC0415 - for nearly no start

    dialog = dialogs.error(translate("Alicia cannot start"), problem.sentence, theme=theme, parent=None)
    dialog.finished.connect(lambda _: app.exit(1))
    dialog.open()
    status = main_loop()
    gc.freeze()  # as in `app/root`
    return status


def _paths_for_link(target: str, paths: Paths) -> Paths:
    if not list_profiles(paths.base):
        return paths
    from alicia_desktop.app.link_profile import paths_for_link  # noqa: PLC0415 - brings the database, for few starts

    found = paths_for_link(target, paths)
    if found.profile:
        os.environ["ALICIA_PROFILE"] = found.profile  # for processes that are started
    return found


def _resume_erase(paths: Paths) -> WorldError | None:
    from alicia_desktop.app.data_folder import resume_erase  # noqa: PLC0415 - for nearly no start

    return resume_erase(paths)


def _acquire(lock: ProcessLock) -> bool:
    """Have this start be the one of its folder, unless another one is; where there can be no file, nobody knows."""
    try:
        lock.acquire()
    except LockHeldError:
        return False
    except OSError:
        return True
    return True


def _is_open_elsewhere(paths: Paths, target: str, lock: ProcessLock, *, is_first: bool) -> bool:
    """Ask the window that says it is open; one that was killed says so for ever, and does not answer.

    One that is just being started, as by a double click, answers a moment later.
    """
    from alicia_desktop.app.single_instance import raise_other_window  # noqa: PLC0415 - brings Qt's network, for nearly no start

    pause, tries = threading.Event(), 1 if is_first else START_TRIES
    for _ in range(tries):
        if raise_other_window(paths.folder, target):
            return True
        if not is_first:
            if _acquire(lock):  # it has ended
                return False
            pause.wait(TRY_SECONDS)
    return False
