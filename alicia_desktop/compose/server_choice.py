"""Choose the server that a client talks to, and the line to it, as settings and transport say.

chosen = await ServerChoice(paths=paths, …).choose()
chosen.server, chosen.line, chosen.near          # none of them is up yet
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import run_in_daemon_thread
from alicia_desktop.compose.server_settings import ServerSecrets, TransportChoice
from alicia_desktop.compose.servers import InsideServer, LocalServerProcess, RemoteServer, Server
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line import frames
from alicia_desktop.line.supervisor import ProcessLine
from alicia_desktop.paths import Paths
from alicia_desktop.transport import new_transport


@dataclass(frozen=True, kw_only=True, slots=True)
class ChosenServers:
    """Where a client's conversations are, and how it gets there."""

    server: Server
    line: frames.Line
    near: Server | None
    """Beside a server elsewhere: the one on this computer, which hears and speaks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerChoice:
    """What the choice depends on."""

    paths: Paths
    settings: Settings
    credentials: Credentials
    secrets: ServerSecrets
    transport: TransportChoice
    clock: Clock
    on_problem: Callable[[str], object]
    """Called with a sentence if a secret cannot be read; it is then empty."""

    async def choose(
        self, server: Server | None = None, line: frames.Line | None = None, *, speech: Server | None = None
    ) -> ChosenServers:
        """Return what is given, and what settings and transport ask for in the place of what is not.

        Raises:
            WorldError: `livekit_not_set` or `unencrypted`, where the transport is LiveKit.
        """
        if server is None or line is None:
            own_server, own_line = await self._from_settings()
            server, line = server or own_server, line or own_line
        near = self._near(speech) if server.name else None
        return ChosenServers(server=server, line=line, near=near)

    def _near(self, speech: Server | None) -> Server:
        variables = partial(self.secrets.variables, rooms=False)
        return speech or LocalServerProcess(paths=self.paths, clock=self.clock, settings=variables)

    async def _from_settings(self) -> tuple[Server, frames.Line]:
        if self.transport == "memory":
            return await self._in_this_process()
        line = ProcessLine(log_folder=self.paths.logs)
        if self.settings.server.place == "remote":
            return RemoteServer(address=self.settings.server.address, token=self.secrets.token), line
        if self.transport == "livekit":
            await self.secrets.variables()  # refuses at once what is not set up
        return LocalServerProcess(paths=self.paths, clock=self.clock, settings=self.secrets.variables), line

    async def _in_this_process(self) -> tuple[Server, frames.Line]:
        from alicia_desktop.line.inprocess import InProcessLine  # noqa: PLC0415 - brings NumPy and the devices

        problems: list[str] = []
        make = partial(InsideServer, paths=self.paths, settings=self.settings, credentials=self.credentials)
        inside = await run_in_daemon_thread(partial(make, on_problem=problems.append))
        for problem in problems:
            self.on_problem(problem)
        return inside, InProcessLine(transports=lambda _: new_transport("memory", hub=inside.hub), clock=self.clock)
