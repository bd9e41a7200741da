"""Notices what a text makes the program open: files, a pipe, a device, a server. Linux only (inotify).

Who opens the pipe or the device would wait for ever; the keeper of the traps lets go whoever does, so that the test
fails and does not hang:

    with Traps() as traps:
        widget.setText(traps.markup)
        assert traps.opened() == []
"""

import json
import os
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Self

import pytest

from tests.support import trap_keeper

PIXEL: Final = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


class Traps:
    """A picture, a named pipe, a terminal and a web server that nothing may touch, and texts that ask for them."""

    def __init__(self) -> None:
        if sys.platform != "linux":
            pytest.skip("inotify is Linux's")
        self._laid = TemporaryDirectory(prefix="t")  # a short name, because every text holds it many times
        self._folder = Path(self._laid.name)
        self.picture, self.pipe = self._folder / "a.png", self._folder / trap_keeper.PIPE
        self.picture.write_bytes(PIXEL)
        os.mkfifo(self.pipe)

    def __enter__(self) -> Self:
        command = [sys.executable, "-I", "-S", str(Path(trap_keeper.__file__)), str(self._folder)]
        self._keeper = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        laid = self._line()
        assert min(laid["watched"]) > 0
        self.device, self.address = laid["device"], laid["address"]
        return self

    def __exit__(self, *_: object) -> None:
        self._keeper.communicate()
        self._laid.cleanup()

    @property
    def targets(self) -> list[str]:
        """What a text may name: paths, paths with two slashes (shares on Windows), addresses."""
        paths = [str(self.pipe), self.device, str(self.picture)]
        return [*paths, *(f"file://{path}" for path in paths), f"/{self.picture}", f"/{self.pipe}", self.address]

    @property
    def markup(self) -> str:
        """One line that asks for all of it in HTML and in Markdown; Qt takes it for HTML where it guesses."""
        html = "".join(f"<img src='{target}'>" for target in self.targets)
        sheets = f"<link rel=stylesheet href='{self.picture}'><table background='{self.pipe}'><tr><td>x</table>"
        pictures = " ".join(f"![x]({target})" for target in self.targets)
        links = " ".join(f"[x]({target})" for target in self.targets)
        return f"<b>&bold</b>{html}{sheets} {pictures} {links} url({self.picture})"

    def opened(self) -> list[str]:
        """Return what was opened so far, each once."""
        assert self._keeper.stdin is not None
        self._keeper.stdin.write("\n")
        self._keeper.stdin.flush()
        found: list[str] = self._line()
        return found

    def _line(self) -> Any:
        assert self._keeper.stdout is not None
        return json.loads(self._keeper.stdout.readline())
