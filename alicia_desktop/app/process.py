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

RAISE_COMMAND: Final = b"raise\n"
ANSWER_TIMEOUT_MS: Final = 1_000
END_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
POLL_SECONDS: Final = 0.5
FULL_GENERATION: Final = 2
"""The generation whose collection is a full one."""
THRESHOLDS: Final = (700, 10, 10)
"""Those of Python itself, so that no collection holds up the window for long."""


def socket_name(folder: Path) -> str:
    """Return the local socket name of a data folder: short, and the same for every spelling of its path."""
    return f"alicia-{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]}"


def raise_other_window(folder: Path) -> bool:
    """Bring the window that is open on this data folder to the front; return False if there is none."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name(folder))
    if not socket.waitForConnected(ANSWER_TIMEOUT_MS):
        return False
    socket.write(RAISE_COMMAND)
    socket.waitForBytesWritten(ANSWER_TIMEOUT_MS)
    socket.disconnectFromServer()
    return True


class SingleInstance(QObject):
    """Listen for other starts on the data folder; `on_raise` brings the window to the front."""

    def __init__(self, *, folder: Path, on_raise: Callable[[], None]) -> None:
        super().__init__()
        self._on_raise = on_raise
        QLocalServer.removeServer(socket_name(folder))  # a socket that a killed process left behind
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        self._server.listen(socket_name(folder))
        self._mark = Paths(folder=folder).open_window
        with suppress(OSError):  # a full disk: a second start then learns of this one from the database's lock
            make_private_file(self._mark)

    def close(self) -> None:
        """Stop listening, and remove the file that says that a window is open."""
        self._mark.unlink(missing_ok=True)
        self._server.close()

    def _on_connection(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.disconnected.connect(socket.deleteLater)
        self._on_raise()


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
    frozen = False
    try:
        while True:
            await asyncio.sleep(POLL_SECONDS)
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
    """Return the oldest generation that is over its threshold, or None."""
    due = [number for number, (count, most) in enumerate(zip(counts, thresholds, strict=True)) if count > most > 0]
    return due[-1] if due else None
