"""Read and write `server.json`: address and token of the running server of a data folder; gone when the server is."""

import os
from pathlib import Path

import msgspec

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.files import write_private


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """Process, address and token of a running server."""

    pid: int
    address: str
    """Such as `http://127.0.0.1:40123`."""
    token: str

    def __repr__(self) -> str:
        """Leave the token out: this may end up in a log."""
        return f"Announcement(pid={self.pid}, address={self.address!r})"


def write(path: Path, announcement: Announcement) -> None:
    """Write the file atomically, readable by its owner only."""
    write_private(path, msgspec.json.encode(announcement))


def read(path: Path) -> Announcement | None:
    """Return the announcement of a server that still runs; None otherwise."""
    try:
        announcement = decode_json(path.read_bytes(), Announcement)
        os.kill(announcement.pid, 0)
    except (OSError, msgspec.DecodeError):
        return None
    return announcement


def remove(path: Path, *, pid: int) -> None:
    """Remove the file, unless another server has written its own by now."""
    announcement = read(path)
    if announcement is None or announcement.pid == pid:
        path.unlink(missing_ok=True)
