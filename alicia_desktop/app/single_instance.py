"""Keep one window for one data folder: a second start brings it to the front and hands over what it is to open.

It leaves a file while it is open, so that a start that finds none need not ask for another window at all.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from alicia_desktop.base.files import make_private_file
from alicia_desktop.paths import Paths
from alicia_desktop.view.open_target import MAX_TARGET_CHARACTERS

ANSWER_TIMEOUT_MS: Final = 1_000
MAX_COMMAND_BYTES: Final = 256 << 10
"""A line that another start sends; what is longer is no target of this program."""
OPEN_COMMAND: Final = b"open "
RAISE_COMMAND: Final = b"raise"


def socket_name(folder: Path) -> str:
    """Return the local socket name of a data folder: short, and the same for every spelling of its path."""
    return f"alicia-{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]}"


def has_window(paths: Paths) -> bool:
    """Whether a window is open on a data folder; one that was killed left a file, and does not answer."""
    socket = QLocalSocket()
    if not paths.open_window.exists():
        return False
    socket.connectToServer(socket_name(paths.folder), QLocalSocket.OpenModeFlag.ReadOnly)
    return socket.waitForConnected(ANSWER_TIMEOUT_MS)


def raise_other_window(folder: Path, target: str = "") -> bool:
    """Bring the window that is open on this data folder to the front; return False if there is none.

    Args:
        folder: The data folder.
        target: What that window is to open.
    """
    socket = QLocalSocket()
    socket.connectToServer(socket_name(folder))
    if not socket.waitForConnected(ANSWER_TIMEOUT_MS):
        return False
    shown = quote(target[: MAX_TARGET_CHARACTERS + 1], safe="/:", errors="surrogateescape").encode()
    socket.write((OPEN_COMMAND + shown if target else RAISE_COMMAND) + b"\n")
    while socket.bytesToWrite() and socket.waitForBytesWritten(ANSWER_TIMEOUT_MS):
        continue
    socket.disconnectFromServer()
    return True


class SingleInstance(QObject):
    """Listen for other starts on the data folder."""

    def __init__(self, *, folder: Path, on_raise: Callable[[], None], on_open: Callable[[str], None]) -> None:
        """`on_raise` brings the window to the front, `on_open` takes what the other start was asked to open."""
        super().__init__()
        self._on_raise = on_raise
        self._on_open = on_open
        self._sockets: list[QLocalSocket] = []
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
        with suppress(OSError):  # of a system that keeps a file that is locked
            self._mark.unlink(missing_ok=True)
        self._server.close()

    def _on_connection(self) -> None:
        socket = self._server.nextPendingConnection()
        self._sockets.append(socket)
        socket.readyRead.connect(self._on_ready)
        socket.disconnected.connect(self._on_ready)
        self._on_raise()
        self._on_ready()

    def _on_ready(self) -> None:
        """Read what other starts have sent, and leave those that have gone.

        Not by a function for each socket: Qt would destroy it together with the socket, from inside of its own signal.
        """
        for other in [*self._sockets]:
            self._read(other)
            if other.state() is QLocalSocket.LocalSocketState.UnconnectedState and other in self._sockets:
                self._sockets.remove(other)
                other.deleteLater()

    def _read(self, socket: QLocalSocket) -> None:
        """Take a whole line; of another program of this user it may be anything."""
        if not socket.canReadLine():
            if socket.bytesAvailable() > MAX_COMMAND_BYTES:
                socket.abort()
            return
        command = bytes(socket.readLine(MAX_COMMAND_BYTES).data()).strip()
        if command.startswith(OPEN_COMMAND):
            target = command.removeprefix(OPEN_COMMAND).decode("ascii", "replace")
            self._on_open(unquote(target, errors="surrogateescape"))
