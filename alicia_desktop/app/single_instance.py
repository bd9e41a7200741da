"""One window for one data folder: a second start raises the first window and says so.

The window leaves a file while it is open, so that a start that finds none need not ask for another window at all. See
docs/architecture.md#starting-and-closing.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from alicia_desktop.base.private_files import make_private_file
from alicia_desktop.paths import Paths

RAISE: Final = b"raise\n"
ANSWER_MS: Final = 1_000


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
