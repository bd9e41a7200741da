"""Keeps a line process alive: starts it again within three seconds whenever it dies or hangs.

What the owner asked of the sound is asked again of the new process. Rooms are not joined again, because that needs a
fresh token: the owner is told that they are closed, and joins them anew.
"""

import asyncio
import time
from pathlib import Path
from typing import Final

from alicia_desktop.base.child_process import ChildOutput
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.line import frames
from alicia_desktop.line.child import LineChild
from alicia_desktop.line.link import refused


class DesiredState:
    """Remembers the sound as last requested, and the rooms that are joined or to be joined. Pure."""

    def __init__(self) -> None:
        self._sound: frames.OpenSound | None = None
        self._mode: frames.SetMode | None = None
        self._hold: frames.Hold | None = None
        self._rooms: dict[str, frames.Connect] = {}

    def on_command(self, command: frames.LineCommand) -> None:
        """Remember what a command asks for beyond its moment: devices, mode, rooms."""
        match command:
            case frames.OpenSound():
                self._sound = command
            case frames.CloseSound():
                self._sound = None
            case frames.SetMode():
                self._mode, self._hold = command, None
            case frames.Hold():
                self._hold = command
            case frames.Connect(link=link):
                self._rooms[link] = command
            case frames.Disconnect(link=link):
                self._rooms.pop(link, None)

    def on_event(self, event: frames.LineEvent) -> None:
        """Forget a room that has closed."""
        if isinstance(event, frames.LinkChanged) and event.state == "closed":
            self._rooms.pop(event.link, None)

    def pop_rooms(self) -> tuple[str, ...]:
        """Forget the rooms, which ended with the process, and return their links."""
        lost = tuple(self._rooms)
        self._rooms.clear()
        return lost

    def replay(self) -> tuple[frames.LineCommand, ...]:
        """Return the commands that a new process must get."""
        wanted = (self._mode, self._hold, self._sound, *self._rooms.values())
        return tuple(command for command in wanted if command is not None)


log = get_logger(__name__)
HEALTHY_SECONDS: Final = 5.0
"""Who dies sooner than this for the second time is started after a pause, doubled each time."""
FIRST_PAUSE: Final = 0.5
MAX_BACKOFF_SECONDS: Final = 8.0
"""For one that does not come up at all."""
MAX_BACKOFF_ONCE_UP_SECONDS: Final = 1.0
"""For one that came up and then died: however often it does, it is back within three seconds."""
COME_UP_SECONDS: Final = 30.0
LINE_LOST: Final = translate("The connection was lost and is being made again.")
LINE_DOWN: Final = translate("The part for sound and network does not start: {why}")


class ProcessLine:
    """A `Line` in a child process."""

    def __init__(self, *, log_folder: Path | None = None) -> None:
        self.event_received: Signal[frames.LineEvent] = Signal()
        self._log_folder = log_folder
        self._output = ChildOutput(log_folder, "line")
        self._scope = Scope("line supervisor")
        self._desired = DesiredState()
        self._child: LineChild | None = None
        self._up = asyncio.Event()
        self._fell = ""
        """Why the process before this one ended; empty for the first."""
        self._why_not = ""
        """Why the last process that never came up ended."""
        self._closed = False
        self._given_up = ""
        """Why the first process never came up: then no room is kept for a later one."""

    @property
    def pid(self) -> int | None:
        """The process id of the line, None while there is none."""
        return self._child.process.pid if self._child is not None else None

    async def start(self) -> None:
        """Start the process and wait until it answers.

        Raises:
            WorldError: it does not come up (`line_down`).
        """
        self._scope.spawn("keep", self._keep_alive())
        try:
            await asyncio.wait_for(self._up.wait(), COME_UP_SECONDS)
        except TimeoutError as error:
            await self.close()
            self._given_up = LINE_DOWN.format(why=self._why_not or self._output.explain(None))
            self._emit_lost(self._given_up, "line_down")
            raise WorldError(sentence=self._given_up, code="line_down") from error

    def post(self, command: frames.LineCommand) -> None:
        """Hand a command over; for a line that is down, what can wait is kept and a `Send` is refused."""
        self._desired.on_command(command)
        if self._child is not None and self._up.is_set():
            self._child.write(command)
        elif isinstance(command, frames.Send):
            self._emit(refused(command))
        elif isinstance(command, frames.Disconnect):
            self._emit(frames.LinkChanged(link=command.link, state="closed"))
        elif self._given_up:
            self._emit_lost(self._given_up, "line_down")

    async def close(self) -> None:
        """End the process within two seconds. Idempotent."""
        if self._closed:
            return
        self._closed = True
        try:
            if self._child is not None:
                await self._child.end()
        finally:
            self._up.clear()  # what is posted from now on is refused, also where nobody noticed the end
            await self._scope.close()

    async def _keep_alive(self) -> None:
        failures = 0
        while not self._closed:
            started = time.monotonic()
            self._child = await LineChild.start(
                log_folder=self._log_folder, output=self._output, emit=self._on_event, on_up=self._on_up
            )
            reason = await self._child.run()
            longest = MAX_BACKOFF_ONCE_UP_SECONDS if self._up.is_set() else MAX_BACKOFF_SECONDS
            self._on_down(reason)
            healthy = time.monotonic() - started > HEALTHY_SECONDS
            failures = 0 if healthy else failures + 1
            if failures > 1:
                await asyncio.sleep(min(longest, FIRST_PAUSE * 2 ** (failures - 2)))

    def _on_up(self) -> None:
        child = self._child
        if child is None or self._closed:
            return
        self._up.set()
        for command in self._desired.replay():
            child.write(command)
        if self._fell:
            log.warning("line process started again", reason=self._fell, pid=child.process.pid)
            self._emit(frames.LineRestarted(reason=self._fell))

    def _on_down(self, reason: str) -> None:
        was_up = self._up.is_set()
        self._up.clear()
        self._fell = reason
        if self._closed:
            return
        code = self._child.process.returncode if self._child else None
        log.warning("line process down", reason=reason, code=code)
        if not was_up:
            self._why_not = self._output.explain(code if reason == "ended" else None)
        else:  # before, no room was joined: those that are asked for wait for the next process
            self._emit_lost(LINE_LOST, "line_lost")

    def _emit_lost(self, sentence: str, code: str) -> None:
        for link in self._desired.pop_rooms():
            self._emit(frames.LinkChanged(link=link, state="closed", sentence=sentence, code=code))

    def _on_event(self, event: frames.LineEvent) -> None:
        self._desired.on_event(event)
        self._emit(event)

    def _emit(self, event: frames.LineEvent) -> None:
        self.event_received.emit(event)
