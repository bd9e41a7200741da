"""A program on a terminal of its own: what it would show there, byte by byte."""

import os
import pty
import subprocess
import sys
from collections.abc import Mapping, Sequence

from tests.support.patience import PATIENCE

COMMANDS = (
    "import sys\nfrom alicia_desktop.cli import main\n"
    "for command in eval(sys.argv[1]):\n"
    "    sys.argv[1:] = command\n"
    "    try: main()\n"
    "    except SystemExit: pass\n"
)
"""Runs several commands in one process, which is quicker."""


def shown_by(*commands: Sequence[object], environment: Mapping[str, str] | None = None) -> str:
    """Return what a terminal gets from `alicia-desktop`, command by command."""
    ours, theirs = pty.openpty()
    listed = [[str(word) for word in command] for command in commands]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMANDS, repr(listed)],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, **(environment or {})},
    )
    os.close(theirs)
    shown = bytearray()
    try:
        while chunk := _read(ours):
            shown += chunk
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65_536)
    except OSError:  # how Linux tells that the other end is closed
        return b""
