"""Run the local server as a child process of the app: start it, watch it, start it again; and find one that runs.

A server that dies is up again within a second or two at the same port, so that clients find it where it was; its
journal has what was lost. One that cannot start at all says why, once, and is tried again only when it is asked for.
Address and token of the running server of a data folder stand in `server.json`, which is gone when the server is.
"""

import asyncio
import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec

from alicia_desktop.base.child_process import NO_ANSWER_CODE, ChildOutput, end_child, start_child, start_handshake
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import write_private
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """Process, address, token and certificate of a running server."""

    pid: int
    address: str
    """Such as `http://127.0.0.1:40123`."""
    token: str
    certificate: str = ""
    """Fingerprint, where the address is https://."""

    def __repr__(self) -> str:
        """Leave the token out: this may end up in a log."""
        return f"Announcement(pid={self.pid}, address={self.address!r})"


def write_announcement(path: Path, announcement: Announcement) -> None:
    """Write the file atomically, readable by its owner only."""
    write_private(path, msgspec.json.encode(announcement))


def read_announcement(path: Path) -> Announcement | None:
    """Return the announcement of a server that still runs; None otherwise."""
    try:
        announcement = decode_json(path.read_bytes(), Announcement)
        os.kill(announcement.pid, 0)
    except (OSError, msgspec.DecodeError):
        return None
    return announcement


def remove_announcement(path: Path, *, pid: int) -> None:
    """Remove the file, unless another server has written its own by now."""
    announcement = read_announcement(path)
    if announcement is None or announcement.pid == pid:
        path.unlink(missing_ok=True)


STOP_SECONDS: Final = 2.0
"""How long a child may take to hear that its pipe is closed."""
SETTINGS_ON_STDIN: Final = "--settings-on-stdin"
"""Has the server read its settings, keys among them, from the first line of its standard input."""
PROGRAM: Final = "alicia_desktop.server.main"
START_SECONDS: Final = 60
"""A second on a machine that has nothing else to do; half a minute was seen where everything starts at once."""
START_TIMED_OUT: Final = f"The server did not start within {START_SECONDS} seconds. See server.log in the folder logs."
MIN_BACKOFF_SECONDS: Final = 0.5
MAX_BACKOFF_SECONDS: Final = 8.0
HEALTHY_SECONDS: Final = 10.0
"""Who ran for this long is started again without a pause."""
log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class ChildState:
    """The state of the server process."""

    phase: Literal["starting", "ready", "failed", "stopped"]
    sentence: str = ""
    """Why it failed and what to do."""
    code: str = ""


class ServerChild:
    """Keeps one server process for a data folder running between `start` and `stop`."""

    def __init__(
        self, *, data_dir: Path, clock: Clock, settings: Mapping[str, str] | None = None, port: int = 0
    ) -> None:
        self.settings: Mapping[str, str] = settings or {}
        """What `server.options` reads from variables, such as `ALICIA_LIVEKIT_URL`; handed over at each start."""
        self.state_changed: Signal[ChildState] = Signal()
        self.noticed: Signal[str] = Signal()
        """The server has something to tell the person."""
        self.state = ChildState(phase="stopped")
        self.address = ""
        self.token = ""
        self._data_dir, self._clock = data_dir, clock
        self._port = port
        self._output = ChildOutput(data_dir / "logs", "server")
        self._process: asyncio.subprocess.Process | None = None
        self._scope = Scope("server child")
        self._supervisor: asyncio.Task[None] | None = None
        self._start_finished = asyncio.Event()

    @property
    def pid(self) -> int | None:
        """The process id; None while there is none."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the server and wait until it answers; does nothing while it runs.

        Raises:
            WorldError: it cannot start, with the server's own code, such as `port_in_use` or `database_in_use`.
        """
        if self._supervisor is None or self._supervisor.done():
            self._start_finished.clear()
            self._set_state(ChildState(phase="starting"))
            self._supervisor = self._scope.spawn("keep", self._supervise())
        await self._start_finished.wait()
        if self.state.phase == "failed":
            raise WorldError(sentence=self.state.sentence, code=self.state.code, retry=True)

    async def stop(self) -> None:
        """Stop the server within two seconds. Idempotent."""
        await self._scope.close()
        self._set_state(ChildState(phase="stopped"))

    async def restart(self) -> None:
        """Stop it and start it again, such as after a change of settings."""
        await self.stop()
        await self.start()

    async def _supervise(self) -> None:
        pause = 0.0
        while True:
            began = self._clock.monotonic()
            failure = await self._run_once()
            if failure is not None:
                self._set_state(failure)
                return
            healthy = self._clock.monotonic() - began >= HEALTHY_SECONDS
            pause = 0.0 if healthy else min(MAX_BACKOFF_SECONDS, pause * 2 or MIN_BACKOFF_SECONDS)
            log.warning("the server ended, starting it again", pause=pause)
            self._set_state(ChildState(phase="starting"))
            await self._clock.sleep(pause)

    async def _run_once(self) -> ChildState | None:
        """Run the process until it ends; returns why it never started, or None when it had."""
        arguments = ("--data-dir", str(self._data_dir), "--port", str(self._port), "--child", SETTINGS_ON_STDIN)
        self._process = process = await start_child(PROGRAM, *arguments, kind="server", output=self._output)
        try:
            said = await start_handshake(process, self.settings, seconds=START_SECONDS)
            if "address" not in said:
                sentence = said.get("failed") or await self._start_error(process, said)
                return ChildState(phase="failed", sentence=sentence, code=said.get("code", "server_failed"))
            self._set_address(said["address"])
            await self._read_notices(process)
            return None
        finally:
            self._process = None
            await end_child(process, seconds=STOP_SECONDS)

    async def _read_notices(self, process: asyncio.subprocess.Process) -> None:
        """Emit the notices of the process, until it ends."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            with contextlib.suppress(ValueError):
                if sentence := decode_json(line, dict[str, str]).get("notice"):
                    self.noticed.emit(sentence)
        await process.wait()

    async def _start_error(self, process: asyncio.subprocess.Process, said: Mapping[str, str]) -> str:
        """Return why a process gave no address."""
        await end_child(process, seconds=STOP_SECONDS)
        if said.get("code") == NO_ANSWER_CODE:
            return START_TIMED_OUT
        return f"The server stopped while it was starting: {self._output.explain(process.returncode)}"

    def _set_address(self, address: str) -> None:
        found = read_announcement(self._data_dir / "server.json")
        self.address, self.token = address, found.token if found else ""
        self._port = urlsplit(address).port or 0
        self._set_state(ChildState(phase="ready"))

    def _set_state(self, state: ChildState) -> None:
        self.state = state
        if state.phase != "starting":
            self._start_finished.set()
        self.state_changed.emit(state)
