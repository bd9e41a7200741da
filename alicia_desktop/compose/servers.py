"""The servers that a client can talk to: one elsewhere, the one on this computer, or one in this very process.

server: Server = LocalServerProcess(paths=paths, clock=clock, settings=secrets.variables)
place = await server.place()        # starts it when nobody has
async with await open_api(place, user_id="user") as api: ...

chosen = await ServerChoice(paths=paths, …).choose()     # as settings and transport say
chosen.server, chosen.line, chosen.near                  # none of them is up yet
"""

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import run_in_daemon_thread
from alicia_desktop.compose.livekit_server import LiveKitBeside
from alicia_desktop.compose.server_settings import LIVEKIT_VARIABLES, ServerSecrets, TransportChoice, options_from
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line import frames
from alicia_desktop.line.supervisor import ProcessLine
from alicia_desktop.paths import Paths
from alicia_desktop.server import server_child
from alicia_desktop.server.options import speech_model_from
from alicia_desktop.server.server_child import ChildState, ServerChild
from alicia_desktop.transport import new_transport
from alicia_desktop.transport.memory import MemoryHub

if TYPE_CHECKING:
    from alicia_desktop.api.client import ApiClient


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerAddress:
    """The address, token and certificate of a server."""

    address: str
    token: str = field(repr=False)
    certificate: str = ""
    """Fingerprint; empty: an authority vouches for it, or it has none."""


class Server(Protocol):
    """The Alicia server that the client talks to."""

    @property
    def name(self) -> str:
        """The address that conversations are filed under: empty for the server on this computer."""
        ...

    async def place(self) -> ServerAddress:
        """Return where it answers, bringing it up first where that is ours to do.

        Raises:
            WorldError: it cannot be brought up.
        """
        ...

    async def close(self) -> None:
        """End what was brought up."""
        ...


class RemoteServer:
    """A server elsewhere."""

    def __init__(self, *, address: str, token: Callable[[], Awaitable[str]], certificate: str = "") -> None:
        """Take how its `token` is read, which may have to wait for the person to unlock a keyring."""
        self.name = address.rstrip("/")
        self._address, self._token, self._certificate = address, token, certificate

    async def place(self) -> ServerAddress:
        """Return its address."""
        return ServerAddress(address=self._address, token=await self._token(), certificate=self._certificate)

    async def close(self) -> None:
        """Leave it as it is."""


class LocalServerProcess:
    """The server on this computer: the one that runs on this data folder already, else a child of ours."""

    name = ""

    def __init__(
        self,
        *,
        paths: Paths,
        clock: Clock,
        settings: Callable[[], Awaitable[Mapping[str, str]]],
        livekit: LiveKitBeside | None = None,
    ) -> None:
        """Take how the `settings` of `ServerChild` are read, keys among them; `livekit` has its rooms, if any."""
        self._paths, self._settings, self._livekit = paths, settings, livekit
        self._child = ServerChild(data_dir=paths.folder, clock=clock)
        self._starting = asyncio.Lock()
        self._was_up = False
        self.noticed = self._child.noticed
        self.restarted: Signal[None] = Signal()
        """It ended by itself and is up again: who was connected with it has to begin anew."""
        self._child.state_changed.connect(self._on_child)

    @property
    def pid(self) -> int | None:
        """Process id of our child; None when another program's server is used or none is up."""
        return self._child.pid

    async def place(self) -> ServerAddress:
        """Return its address; starts it if none runs."""
        async with self._starting:
            if self._child.state.phase != "ready" and (running := await running_server(self._paths)) is not None:
                return running
            self._child.settings = await self._child_settings()
            await self._child.start()
        return ServerAddress(address=self._child.address, token=self._child.token)

    async def refresh_settings(self) -> None:
        """Have our child start with the settings of now, should it have to start again; waits for a start under way."""
        async with self._starting:
            self._child.settings = await self._child_settings()

    async def close(self) -> None:
        """End our child, and the LiveKit server beside it."""
        await self._child.stop()
        if self._livekit is not None:
            await self._livekit.close()

    async def _child_settings(self) -> Mapping[str, str]:
        """Return the settings, with the LiveKit server beside it; where that does not start, rooms do without."""
        settings = {**await self._settings()}
        if speech := speech_model_from(settings, models=self._paths.models):
            settings["ALICIA_SPEECH_MODEL"] = str(speech)  # the child knows no profile
        if self._livekit is None or settings.get("ALICIA_LIVEKIT_URL"):
            return settings
        try:
            livekit = await self._livekit.start()
        except WorldError as error:
            self.noticed.emit(error.sentence)
            return settings
        values = (livekit.url, livekit.key, livekit.secret)
        return {**settings, **dict(zip(LIVEKIT_VARIABLES, values, strict=True))}

    def _on_child(self, state: ChildState) -> None:
        if state.phase == "ready" and self._was_up:
            self.restarted.emit(None)
        self._was_up = state.phase == "ready" or (self._was_up and state.phase == "starting")


class InsideServer:
    """The server on this computer in this very process, for `talk --transport memory` and tests."""

    name = ""

    def __init__(
        self, *, paths: Paths, settings: Settings, credentials: Credentials, on_problem: Callable[[str], object]
    ) -> None:
        from alicia_desktop.server.local_server import LocalServer  # noqa: PLC0415 - as above

        options = options_from(paths, settings, credentials, on_problem=on_problem)
        self._server = LocalServer(replace(options, livekit=None))
        self.noticed = self._server.noticed
        self._stack = AsyncExitStack()
        self._starting = asyncio.Lock()

    @property
    def hub(self) -> MemoryHub:
        """The network of this process."""
        return self._server.hub

    async def place(self) -> ServerAddress:
        """Return where it answers; brings it up the first time."""
        async with self._starting:
            if not self._server.address:
                await self._stack.enter_async_context(self._server)
        return ServerAddress(address=self._server.address, token=self._server.token)

    async def close(self) -> None:
        """End it."""
        await self._stack.aclose()


async def running_server(paths: Paths) -> ServerAddress | None:
    """Return the address of the server that runs on a data folder, or None."""
    found = server_child.read_announcement(paths.folder / "server.json")
    if found is None:
        return None
    place = ServerAddress(address=found.address, token=found.token, certificate=found.certificate)
    return place if await _answers(place) else None


async def open_api(place: ServerAddress, *, user_id: str, seconds: float | None = None) -> "ApiClient":
    """Return a client of a server's HTTP API; its library is loaded beside the loop when it is first needed."""
    module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.api.client")
    longest = module.CALL_SECONDS if seconds is None else seconds
    api: ApiClient = module.ApiClient(
        url=place.address, user_id=user_id, token=place.token, certificate=place.certificate, seconds=longest
    )
    return api


async def _answers(place: ServerAddress) -> bool:
    async with await open_api(place, user_id="user", seconds=2) as api:
        try:
            await api.check_health()
        except WorldError:
            return False
    return True


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
            chosen = self.settings.server
            token, certificate = self.secrets.token, chosen.certificate
            return RemoteServer(address=chosen.address, token=token, certificate=certificate), line
        if self.transport == "livekit" and not server_child.read_announcement(self.paths.folder / "server.json"):
            await self.secrets.variables()  # refuses at once what is not set up; a server that runs says for itself
        wanted = self.settings.local.livekit_here and self.transport != "websocket"
        is_open = self.settings.local.open_to_network
        livekit = LiveKitBeside(logs=self.paths.logs, open_to_network=is_open) if wanted else None
        variables = self.secrets.variables
        return LocalServerProcess(paths=self.paths, clock=self.clock, settings=variables, livekit=livekit), line

    async def _in_this_process(self) -> tuple[Server, frames.Line]:
        from alicia_desktop.line.inprocess import InProcessLine  # noqa: PLC0415 - brings NumPy and the devices

        problems: list[str] = []
        make = partial(InsideServer, paths=self.paths, settings=self.settings, credentials=self.credentials)
        inside = await run_in_daemon_thread(partial(make, on_problem=problems.append))
        for problem in problems:
            self.on_problem(problem)
        return inside, InProcessLine(transports=lambda _: new_transport("memory", hub=inside.hub), clock=self.clock)
