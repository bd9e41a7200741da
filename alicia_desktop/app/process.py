"""The program as a process: one window per data folder, termination signals, garbage collection.

The window leaves a file while it is open, so that a start that finds none need not ask for another window at all
(docs/architecture.md#starting-and-closing).

Left to itself, Python raises KeyboardInterrupt in whatever callback runs when Ctrl+C is pressed; Qt swallows it, and
the program hangs. A handler of Python's runs only when Python does, so it is the bytes of `set_wakeup_fd` that wake
Qt's loop.

Garbage is collected on Qt's thread and no other. Python collects cycles on whichever thread happens to allocate, and
the database's threads allocate a lot. A widget in such a cycle would be destroyed there, which Qt answers with a crash.
What the start has made lives as long as the program, and looking through all of it takes a tenth of a second; so it is
frozen at the beginning, and again after the first full collection, when the window has filled.
"""

import asyncio
import gc
import hashlib
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from alicia_desktop.base.files import make_private_file
from alicia_desktop.paths import Paths

RAISE: Final = b"raise\n"
ANSWER_MS: Final = 1_000
ENDING: Final = (signal.SIGINT, signal.SIGTERM)
LOOK_SECONDS: Final = 0.5
OLDEST: Final = 2
"""The generation whose collection is a full one."""


def name_of(folder: Path) -> str:
    """Return the name of a data folder's socket: short, and the same for every spelling of its path."""
    return f"alicia-{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]}"


def raise_other(folder: Path) -> bool:
    """Ask a window that runs on this folder to come to the front; False when there is none."""
    socket = QLocalSocket()
    socket.connectToServer(name_of(folder))
    if not socket.waitForConnected(ANSWER_MS):
        return False
    socket.write(RAISE)
    socket.waitForBytesWritten(ANSWER_MS)
    socket.disconnectFromServer()
    return True


class SingleInstance(QObject):
    """Listens for second starts; `on_raise` brings the window to the front."""

    def __init__(self, *, folder: Path, on_raise: Callable[[], None]) -> None:
        super().__init__()
        self._on_raise = on_raise
        QLocalServer.removeServer(name_of(folder))  # a socket that a killed process left behind
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        self._server.listen(name_of(folder))
        self._mark = Paths(folder=folder).open_window
        with suppress(OSError):  # a full disk: a second start then hears of this one from the database's lock
            make_private_file(self._mark)

    def close(self) -> None:
        """Listen no more."""
        self._mark.unlink(missing_ok=True)
        self._server.close()

    def _on_connection(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.disconnected.connect(socket.deleteLater)
        self._on_raise()


@contextmanager
def ended_by_signals(end: Callable[[], object]) -> Iterator[None]:
    """Call `end` on Qt's thread at the first of these signals; the second one ends the program at once.

    Those that are ignored, as `nohup` and shells do, stay ignored. Only in the main thread.
    """
    heard, told = socket.socketpair()
    heard.settimeout(0)
    told.settimeout(0)
    before = {number: signal.getsignal(number) for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN}

    def on_signal() -> None:
        if any(number in before for number in heard.recv(64)):
            for number in before:
                signal.signal(number, signal.SIG_DFL)
            end()

    notifier = QSocketNotifier(heard.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(on_signal)
    others = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    for number in before:
        signal.signal(number, lambda *_: None)  # or none of it would reach the bytes
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(others)
        notifier.setEnabled(False)
        heard.close()
        told.close()


async def collect_on_this_thread() -> None:
    """Collect when Python itself would have, until cancelled; then it does so again."""
    gc.disable()
    gc.freeze()
    settled = False
    try:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            generation = due_generation(gc.get_count(), gc.get_threshold())
            if generation is not None:
                settled = collect(generation, settled=settled)
    finally:
        gc.unfreeze()
        gc.enable()


def collect(generation: int, *, settled: bool) -> bool:
    """Collect a generation and the younger ones; returns whether there was a full one, after which all is set aside."""
    gc.collect(generation)
    if generation == OLDEST and not settled:
        gc.freeze()
    return settled or generation == OLDEST


def due_generation(counts: tuple[int, ...], thresholds: tuple[int, ...]) -> int | None:
    """Return the oldest generation that is over its threshold, or None."""
    due = [number for number, (count, most) in enumerate(zip(counts, thresholds, strict=True)) if count > most > 0]
    return due[-1] if due else None
