"""The composition root: everything behind the window, which is shown already; and what makes of it one process.

The heavy libraries (database, HTTP) are imported in a thread, so the window moves meanwhile. At the end everything is
closed in order (sessions, line, server, database) and then the loop ends (docs/architecture.md#starting-and-closing).

Left to itself, Python raises KeyboardInterrupt in whatever callback runs when Ctrl+C is pressed; Qt swallows it, and
the program hangs. A handler of Python's runs only when Python does, so it is the bytes of `set_wakeup_fd` that wake
Qt's loop.

Garbage is collected on Qt's thread and no other. Python collects cycles on whichever thread happens to allocate, and
the database's threads allocate a lot. A widget in such a cycle would be destroyed there, which Qt answers with a crash.
What the start has made lives as long as the program, and looking through all of it takes a tenth of a second; so it is
frozen at the beginning, and again after the first full collection, when the window has filled. While much happens,
young objects are looked through often, a few at a time, and old ones not at all: a full collection waits until little
does.
"""

import asyncio
import gc
import importlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import qasync
from PySide6.QtCore import QSocketNotifier
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from alicia_desktop.app.single_instance import SingleInstance
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import configure_logs, get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.config import Settings, load_settings
from alicia_desktop.credentials import Credentials, withdraw_secrets
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.application import StartedWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.tokens import RESOURCES

if TYPE_CHECKING:
    from alicia_desktop.app.presenter import Presenter

DISPLAY_GONE: Final = translate("The display is gone, so the window has ended. What was sent and received is stored.")
END_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
POLL_SECONDS: Final = 0.5
BUSY_POLL_SECONDS: Final = 0.1
"""The same while so much is made that each look finds something: a collection costs as much as it looks through."""
LATEST: Final = 3_000
"""So many collections of the middle generation a full one waits at most, which is five minutes: with 200,000 stanzas
listed it takes longer than a frame."""
FULL_GENERATION: Final = 2
"""The generation whose collection is a full one."""
THRESHOLDS: Final = (700, 10, 10)
"""Those of Python itself, so that no collection holds up the window for long."""


ICON_FILE: Final = RESOURCES / "alicia-desktop.svg"


@contextmanager
def close_on_signals(close: Callable[[], object]) -> Iterator[None]:
    """Call `close` on Qt's thread at the first SIGINT or SIGTERM; the second one ends the program at once.

    Those that are ignored, as `nohup` and shells do, stay ignored. Only in the main thread.
    """
    receiver, sender = socket.socketpair()
    receiver.settimeout(0)
    sender.settimeout(0)
    before = {
        number: signal.getsignal(number) for number in END_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN
    }

    def on_signal() -> None:
        if any(number in before for number in receiver.recv(64)):
            for number in before:
                signal.signal(number, signal.SIG_DFL)
            close()

    notifier = QSocketNotifier(receiver.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(on_signal)
    others = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    for number in before:
        signal.signal(number, lambda *_: None)  # or none of it would reach the bytes
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(others)
        notifier.setEnabled(False)
        receiver.close()
        sender.close()


async def collect_on_this_thread() -> None:
    """Collect garbage on this thread when Python itself would, until cancelled; then Python does so again."""
    gc.disable()
    gc.freeze()
    frozen, generation = False, None
    try:
        while True:
            await asyncio.sleep(POLL_SECONDS if generation is None else BUSY_POLL_SECONDS)
            generation = due_generation(gc.get_count(), THRESHOLDS)
            if generation is not None:
                frozen = collect_generation(generation, frozen=frozen)
    finally:
        gc.enable()  # what is set aside stays so: the program is about to end


def collect_generation(generation: int, *, frozen: bool) -> bool:
    """Collect a generation and the younger ones; freeze what the first full one leaves, and return whether that was."""
    gc.collect(generation)
    if generation == FULL_GENERATION and not frozen:
        gc.freeze()
    return frozen or generation == FULL_GENERATION


def due_generation(counts: tuple[int, ...], thresholds: tuple[int, ...]) -> int | None:
    """Return the oldest generation that is over its threshold, or None; a full collection waits while much is made."""
    due = [number for number, (count, most) in enumerate(zip(counts, thresholds, strict=True)) if count > most > 0]
    if 0 in due and FULL_GENERATION in due and counts[FULL_GENERATION] <= LATEST:
        due.remove(FULL_GENERATION)
    return due[-1] if due else None


log = get_logger(__name__)


def start_asyncio(app: QApplication, opened: StartedWindow, *, verbose: bool, target: str) -> Callable[[], int]:
    """Start asyncio in Qt's running loop, and everything behind the window as its first task.

    Returns a function to call when Qt's loop has ended: it closes asyncio's and returns the exit status. Where it ended
    before the first task did, because the display is gone, nothing can be closed in order any more: it says so and
    ends the process, as a kill does, which costs nothing that was stored.
    """
    sys.setswitchinterval(0.00005)  # seconds: every call of Qt releases the GIL, and the writer thread holds it as long
    loop = qasync.QEventLoop(app, already_running=True)
    asyncio.set_event_loop(loop)
    statuses: list[int] = []

    async def run() -> None:
        status = 1
        try:
            status = await _run(opened, verbose=verbose, target=target)
        finally:
            statuses.append(status)
            loop.stop()

    def end() -> int:
        if not statuses:
            sys.stderr.write(f"alicia-desktop: {DISPLAY_GONE}\n")
            sys.stderr.flush()
            os._exit(1)  # what Python would destroy now is still in use by threads of Qt's, which crashes
        loop.close()
        gc.freeze()  # or what is left would be destroyed at exit, after Qt, which crashes
        return statuses[0]

    Scope("program").spawn("root", run())
    return end


async def _run(opened: StartedWindow, *, verbose: bool, target: str) -> int:
    root = Root(opened, target=target)
    await asyncio.to_thread(configure_logs, folder=opened.paths.logs, process="app", verbose=verbose)
    return await root.run()


def run_gallery(app: QApplication) -> int:
    """Show the gallery: every component in every state, in the system's colour scheme."""
    from alicia_desktop.ui.gallery import Gallery  # noqa: PLC0415 - for developers only

    theme = Theme()
    theme.install(app)
    gallery = Gallery(theme=theme)
    gallery.resize(1440, 980)
    gallery.show()
    app.setQuitOnLastWindowClosed(True)
    with qasync.QEventLoop(app) as loop:
        loop.run_forever()
    return 0


class Root:
    """Run the program once: presenters come and go with restarts; window, settings and lock stay."""

    def __init__(self, opened: StartedWindow, *, target: str = "") -> None:
        """Run in the window that is open; `target` is what it is to open, as another program names it."""
        QApplication.setWindowIcon(QIcon(str(ICON_FILE)))
        self._paths = opened.paths
        self._credentials = Credentials(folder=opened.paths.folder, environment=withdraw_secrets())
        self._closing = asyncio.Event()
        self._restarting = asyncio.Event()
        self._presenter: Presenter | None = None
        self.settings, self._problem = read_settings(opened.paths.settings)
        self._theme = opened.theme
        self._theme.choose(self.settings.look.theme)  # where the file is broken, the frame may have looked otherwise
        self.window = opened.window
        self.window.quit_requested.connect(self._closing.set)
        self._early = self.window.take_early_messages()
        self.window.send_requested.connect(self._on_early_send)
        """Messages sent before there was a presenter."""
        self._targets = [target] if target else []
        """What is to be opened once there is a presenter."""
        self._single = SingleInstance(folder=opened.paths.folder, on_raise=self._on_raise, on_open=self.open_target)
        self._failed = False
        self._salvages = False
        """Whether the user agreed, before this restart, to salvage the damaged database."""

    async def run(self) -> int:
        """Run until the window is closed, close everything in order, and return the exit status."""
        with close_on_signals(self.window.quit):
            await self._run()
        self._single.close()
        if self._paths.erasing.exists():
            from alicia_desktop.app.data_folder import complete_erase  # noqa: PLC0415 - brings the database

            self._failed = not await complete_erase(self._paths, theme=self._theme)
        return 1 if self._failed else 0

    async def _run(self) -> None:
        async with Scope("app", on_error=self._on_task_failed) as scope:
            scope.spawn("collect garbage", collect_on_this_thread())
            while not self._closing.is_set():
                self._restarting.clear()
                await self._run_presenter(scope)

    async def _complete_restore(self) -> bool:
        """Restore the backup that was chosen, if any; False if that cannot be finished, which ends the program."""
        if not self._paths.restoring.exists():
            return True
        from alicia_desktop.app.data_folder import complete_restore  # noqa: PLC0415 - brings the database

        if not await complete_restore(paths=self._paths, theme=self._theme, window=self.window):
            self._failed = True
            self.window.quit()
            return False
        self.settings, self._problem = read_settings(self._paths.settings)
        self._theme.choose(self.settings.look.theme)
        return True

    async def _run_presenter(self, scope: Scope) -> None:
        """Run one presenter, until the window closes or a restart is requested."""
        starting = scope.spawn("start", self._start_presenter())
        ends = (scope.spawn("closing", self._closing.wait()), scope.spawn("restart", self._restarting.wait()))
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        presenter, self._presenter = self._presenter, None
        starting.cancel()
        await asyncio.wait({starting})
        if presenter is not None:
            await presenter.close()

    async def _start_presenter(self) -> None:
        module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.app.presenter")
        if not await self._complete_restore():
            return
        if self._problem is not None:
            self.window.show_toast(self._problem.sentence, kind="error")
        self._presenter = module.Presenter(
            paths=self._paths,
            settings=self.settings,
            credentials=self._credentials,
            clock=SystemClock(),
            theme=self._theme,
            window=self.window,
            early=self._early,
            targets=self._targets,
            restart=self._on_restart,
            salvage=self._on_salvage,
            on_error=self._on_task_failed,
        )
        try:
            await self._presenter.start()
        except WorldError as error:
            await self._on_start_failed(error)

    async def _on_start_failed(self, error: WorldError) -> None:
        """Report that the database cannot be opened; salvage a damaged one and start again if the user agrees."""
        from alicia_desktop.app.data_folder import ask_salvage, salvage_database  # noqa: PLC0415 - brings the database

        if error.code == "database_damaged":
            agreed, self._salvages = self._salvages, False
            theme, window = self._theme, self.window
            agreed = agreed or await ask_salvage(error.sentence, is_running=False, theme=theme, window=window)
            if agreed and await salvage_database(paths=self._paths, theme=theme, window=window):
                self._on_restart()
                return
        else:
            dialog = dialogs.error(
                translate("Alicia cannot start"), error.sentence, theme=self._theme, parent=self.window
            )
            await dialogs.answer(dialog)
        self._failed = True
        self.window.quit()

    def _on_early_send(self, text: str) -> None:
        if self._presenter is None or not self._presenter.listening:
            self._early.append(text)

    def _on_salvage(self) -> None:
        self._salvages = True
        self._on_restart()

    def _on_restart(self) -> None:
        self.settings, self._problem = read_settings(self._paths.settings)
        self._restarting.set()

    def _on_raise(self) -> None:
        self.window.bring_to_front()

    def open_target(self, target: str) -> None:
        """Open what a link or another start of the program names, as soon as there is a window for it."""
        if self._presenter is not None:
            self._presenter.open_target(target)
        else:
            self._targets.append(target)

    def _on_task_failed(self, task: str, error: BaseException) -> None:
        """Log an unexpected exception and show that there was one; everything else goes on."""
        log.error("task failed", task=task, exc_info=error)
        sentence = (
            error.sentence
            if isinstance(error, WorldError)
            else translate("Something went wrong. Details are in the log.")
        )
        self.window.show_toast(sentence, kind="error")


def read_settings(path: Path) -> tuple[Settings, WorldError | None]:
    """Load the settings; return the defaults and the error if the file is broken."""
    try:
        return load_settings(path), None
    except WorldError as error:
        return Settings(), WorldError(
            sentence=translate("{reason} The defaults are used until then.").format(reason=error.sentence),
            code=error.code,
        )
