"""`alicia-desktop serve` as a process of the test's own, on the test's data folder."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from alicia_desktop.server import server_child
from tests.support.command import COMMAND
from tests.support.processes import ending, start, wait_until


@dataclass(frozen=True, kw_only=True, slots=True)
class Served:
    """A running server."""

    process: subprocess.Popen[bytes]
    address: str
    token: str = field(repr=False)
    """Empty when it did not come up."""


@contextmanager
def serving(*arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Served]:
    """A server that has said its address; it ends with the block."""
    log = Path(os.environ["HOME"]) / "serve.log"
    log.unlink(missing_ok=True)
    process = start([*COMMAND, "serve", *arguments], environment=environment or {}, log=log)
    with ending(process):
        wait_until(lambda: bool(_address(log)) or process.poll() is not None, what="the server")
        folder = {**os.environ, **(environment or {})}["ALICIA_DATA_DIR"]
        found = server_child.read_announcement(Path(folder) / "server.json")
        token = found.token if found is not None else ""
        yield Served(process=process, address=_address(log), token=token)


def _address(log: Path) -> str:
    """The line of a server's output that is its address, which stands among its log's lines; empty before it came."""
    return next((line for line in log.read_text().split("\n")[:-1] if line.startswith("http")), "")
