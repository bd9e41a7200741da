"""The terminal's Ctrl+C and the end of a desktop session close the window as a person does.

Left to itself, Python raises KeyboardInterrupt in whatever callback runs at that moment; Qt swallows it, and the
program hangs. A handler of Python's runs only when Python does, so it is the bytes of `set_wakeup_fd` that wake Qt's
loop.
"""

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QSocketNotifier

ENDING: Final = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def ended_by_signals(end: Callable[[], object]) -> Iterator[None]:
    """Call `end` on Qt's thread at the first of these signals; the second one ends the program at once.

    Those that are ignored, as `nohup` and shells do, stay ignored. Only in the main thread.
    """
    heard, told = socket.socketpair()
    heard.settimeout(0)
    told.settimeout(0)
    before = {number: signal.getsignal(number) for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN}

    def on_signal() -> None:
        if any(number in before for number in heard.recv(64)):
            for number in before:
                signal.signal(number, signal.SIG_DFL)
            end()

    notifier = QSocketNotifier(heard.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(on_signal)
    others = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    for number in before:
        signal.signal(number, lambda *_: None)  # or none of it would reach the bytes
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(others)
        notifier.setEnabled(False)
        heard.close()
        told.close()
