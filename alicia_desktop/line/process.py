"""Runs the line process, `python -m alicia_desktop.line.process`: an in-process line, commands on standard input.

It ends when that pipe closes, and on Linux also by a signal of the kernel when its parent is killed: no orphan keeps a
device or a room. Events go up on what was standard output; the number 1 itself is turned to the log, because native
libraries print there.
"""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Final, NoReturn

from alicia_desktop.base.child_process import die_with_parent
from alicia_desktop.base.logs import configure_logs, get_logger
from alicia_desktop.base.translation import install_catalogue
from alicia_desktop.line import frames, pipe

log = get_logger(__name__)
CLOSE_SECONDS: Final = 1.4
NICENESS: Final = -11
"""As sound servers have it; systems that are set up for sound allow it to everybody."""
CROWDED_BYTES: Final = 256 * 1024
"""When this much waits for an owner that does not read, what is soon out of date is left out."""


class EventWriter:
    """Writes events to the pipe of the owner."""

    def __init__(self, transport: asyncio.WriteTransport) -> None:
        self._transport = transport
        self._format = pipe.events()
        self.left_out = 0
        """Levels and progress that a busy owner did not get."""

    def write(self, event: frames.LineEvent) -> None:
        """Write one event; never waits."""
        passing = isinstance(event, frames.Levels) or (
            isinstance(event, frames.PlaybackProgressed) and event.state == "playing"
        )
        if passing and self._transport.get_write_buffer_size() > CROWDED_BYTES:
            self.left_out += 1
        else:
            self._transport.write(self._format.encode(event))


async def serve(commands_fd: int, events_fd: int) -> None:
    """Run a line until the pipe of its commands ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=pipe.FRAME_LIMIT)
    await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(commands_fd, "rb", buffering=0)
    )
    transport, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, os.fdopen(events_fd, "wb", buffering=0))
    from alicia_desktop.line.inprocess import InProcessLine  # noqa: PLC0415 - says something, in a language by now

    line = InProcessLine()
    line.event_received.connect(EventWriter(transport).write)
    await line.start()
    format_ = pipe.commands()
    while (command := await pipe.read_frame(reader, format_)) is not None:
        line.post(command)
    try:
        await asyncio.wait_for(line.close(), CLOSE_SECONDS)
    except TimeoutError:
        log.warning("line did not close in time")


async def run(commands_fd: int, events_fd: int) -> NoReturn:
    """Serve, and exit the process from inside the loop, whatever happens.

    By then all of ours is closed. The ends of the loop and of the interpreter would only do harm: they cancel calls of
    LiveKit's native layer that must not be cancelled, wait for threads that PortAudio holds, and unwind native threads
    that are calling Python in that moment, which aborts the process ("panic in a function that cannot unwind").
    """
    status = 1
    try:
        await serve(commands_fd, events_fd)
        status = 0
    except Exception:
        log.exception("line process failed")
    finally:
        logging.shutdown()
        os._exit(status)


def raise_priority() -> None:
    """Raise the priority of this process where the system allows it: late sound is lost sound."""
    if sys.platform != "win32":
        with contextlib.suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, NICENESS)


def main() -> None:
    """Run on the pipes that are standard input and output."""
    parent, folder, catalogue = (*sys.argv[1:], "", "")[:3]
    die_with_parent(int(parent))
    if catalogue:
        install_catalogue(Path(catalogue))
    raise_priority()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    commands_fd, events_fd = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    configure_logs(folder=Path(folder) if folder else None, process="line", also_on_terminal=False)
    asyncio.run(run(commands_fd, events_fd))


if __name__ == "__main__":
    main()
