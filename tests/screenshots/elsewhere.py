"""An Alicia server elsewhere: the local one of another data folder, which can go away."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from alicia_desktop.server import server_child
from tests.support.processes import end


@dataclass(frozen=True, kw_only=True)
class Elsewhere:
    """A running server."""

    address: str
    token: str
    process: subprocess.Popen[bytes]

    def leave(self) -> None:
        """Go away without a word."""
        self.process.kill()
        self.process.wait()


@contextmanager
def elsewhere(folder: Path) -> Iterator[Elsewhere]:
    """A server in `folder` that ends with the block."""
    command = [sys.executable, "-m", "alicia_desktop.server.main", "--data-dir", str(folder), "--child"]
    folder.mkdir(parents=True)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        address = json.loads(process.stdout.readline())["address"]
        found = server_child.read_announcement(folder / "server.json")
        assert found is not None
        yield Elsewhere(address=address, token=found.token, process=process)
    finally:
        end(process)
