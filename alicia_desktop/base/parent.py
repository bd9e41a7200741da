"""A child process that ends with its parent, however that ends: kill −9 of any process leaves no orphan.

Two ropes: the pipe on standard input, which closes with the parent on every system, and on Linux the kernel's own
signal, which also ends a child that hangs. See docs/architecture.md#processes.
"""

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def die_with_parent(parent: int = 0) -> None:
    """On Linux, have the kernel kill this process when the thread that started it ends; nothing elsewhere.

    Take the process id of the `parent` where it is known, so that one that is gone already is noticed, too.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    now = os.getppid()
    if now != parent if parent else now == 1:  # it had died before the call
        os._exit(0)


def watch_parent(on_gone: Callable[[], None]) -> None:
    """Call `on_gone` once, from a thread of its own, when standard input closes; what comes through is ignored."""
    descriptor = sys.stdin.fileno()

    def read_until_closed() -> None:
        while os.read(descriptor, 4096):  # not through `sys.stdin`: its lock, held here, aborts the interpreter's end
            continue
        on_gone()

    threading.Thread(target=read_until_closed, name="parent", daemon=True).start()
