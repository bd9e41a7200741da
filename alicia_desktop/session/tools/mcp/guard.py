"""Runs one program, and ends it with all that it started when the app ends: `python -m … PARENT COMMAND [ARGUMENT …]`.

An MCP server is a stranger's program: it may ignore that its standard input was closed, and what is installed by a
package runner is the child of a child. The guard leads the process group that all of them are in. The kernel tells it
when the app has died, however that happened, and it kills the group. Only the standard library: it is loaded once for
each server.
"""

import ctypes
import os
import signal
import subprocess
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
NOT_FOUND: Final = 127


def main(arguments: list[str]) -> int:
    """Run the command and return its exit code."""
    parent, command = int(arguments[0]), arguments[1:]
    library = ctypes.CDLL(None)
    signal.signal(signal.SIGTERM, _end_group)
    library.prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    if os.getppid() != parent:  # it had died before the call
        return 0

    def die_with_guard() -> None:
        library.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)

    try:
        process = subprocess.Popen(command, preexec_fn=die_with_guard)  # noqa: PLW1509 - this process has one thread
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)  # noqa: T201 - the app reads it
        return NOT_FOUND
    code = process.wait()
    return code if code >= 0 else 128 - code


def _end_group(*_: object) -> None:
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
