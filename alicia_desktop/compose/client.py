"""`Client`: what window, `talk` and end-to-end tests share.

It owns everything it opens and closes it in reverse: sessions, line, HTTP, the server on this computer if it started
one, and last the database. It comes up in two steps: `open` is what a person needs to read and to write, `connect` is
what takes a while and may fail.
"""

import asyncio
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Final, Literal, Self

from alicia_desktop import __version__
from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL, new_id
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.copying import follow
from alicia_desktop.compose.rooms import ServerRooms
from alicia_desktop.compose.servers import InsideServer, LocalServerProcess, RemoteServer, Server
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line import frames
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.line.supervisor import ProcessLine
from alicia_desktop.paths import Paths
from alicia_desktop.session.pool import Sessions
from alicia_desktop.session.retention import JournalKeeper
from alicia_desktop.session.sounds import SoundKeeper
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.state import Phase
from alicia_desktop.store import aliases, conversations, private
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.database import Database
from alicia_desktop.sync.memories import MemorySync
from alicia_desktop.sync.service import SyncService
from alicia_desktop.transport.carriers import new_transport

TransportChoice = Literal["auto", "websocket", "livekit", "memory"]
log = get_logger(__name__)
LIVEKIT_VARIABLES: Final = ("ALICIA_LIVEKIT_URL", "ALICIA_LIVEKIT_API_KEY", "ALICIA_LIVEKIT_API_SECRET")


class Client:
    """All that a front end needs, brought up in order and taken down in reverse."""

    account: Account
    """Whose conversations these are, for as long as this is open."""
    database: Database
    line: frames.Line
    rooms: ServerRooms
    speech: ServerRooms
    """Where there is a room for speech alone: the server on this computer."""
    sessions: Sessions
    sounds: SoundKeeper
    """What is kept of her voice, and of the person's where they want that."""
    journal: JournalKeeper
    """Lets the record of stanzas go when it is older than the person wants it."""
    memories: MemorySync
    """The copy of the server's memories; `changed` tells how far it is."""
    sync: SyncService
    """Conversations here and on the server; it begins when `start` is called."""

    def __init__(
        self,
        *,
        paths: Paths,
        settings: Settings,
        credentials: Credentials,
        transport: TransportChoice = "auto",
        sound: SoundChoice | None = None,
        clock: Clock | None = None,
        server: Server | None = None,
        line: frames.Line | None = None,
        speech: Server | None = None,
    ) -> None:
        """Take a `server` and a `line` that are not up yet; by default those that settings and `transport` ask for.

        `speech` hears and speaks where a server elsewhere does not; by default it is the server on this computer.
        """
        self.paths = paths
        self.settings = settings
        self.clock: Clock = clock or SystemClock()
        self.server: Server
        self._credentials = credentials
        self._transport: TransportChoice = transport
        self._sound = sound
        self._given = (server, line)
        self._speech = speech
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self.open()
        try:
            await self.connect()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Open the database and all that stands on it; what sessions ask for waits for line and server.

        Raises:
            WorldError: the database cannot be opened, or the settings do not fit together.
        """
        try:
            await self._bring_up()
        except BaseException:
            await self.close()
            raise

    async def connect(self) -> None:
        """Bring up the line, and meanwhile the server; to be asked for before the first session is opened.

        Raises:
            WorldError: the line does not come up (`line_down`).
        """
        self._scope.spawn("server", self.server.place())
        self._scope.spawn("kept sounds", self.sounds.tidy())
        self._scope.spawn("kept journal", self.journal.tidy())
        await self.line.start()

    async def close(self) -> None:
        """Close all that is open. Idempotent."""
        await self._stack.aclose()

    def sound(self) -> tuple[SoundChoice, frames.VoiceMode]:
        """Return devices and mode as the settings have them now."""
        voice = self.settings.voice
        choice = self._sound or SoundChoice(
            input=voice.input,
            output=voice.output,
            threshold=voice.threshold,
            barge_in=voice.barge_in,
            keeps_speech=voice.keep_speech,
        )
        return choice, voice.mode

    async def new_conversation(self, title: str = "", *, private: bool = False) -> str:
        """Begin a conversation on this computer; the server makes it when it is first reached.

        Of a `private` one nothing is remembered, and when the client is closed nothing of it is left here.
        """
        conversation_id = new_id(LOCAL)
        await self.database.write(
            conversations.create,
            at=self.clock.now(),
            conversation_id=conversation_id,
            user_id=self.account.user_id,
            title=title,
            server=self.account.server,
            private=private,
        )
        return conversation_id

    async def _bring_up(self) -> None:
        self.paths.create()
        self.database = await Database.open(self.paths.client_database, clock=self.clock)
        self._stack.push_async_callback(self.database.close)
        await self._end_private()  # left by a run that was killed
        self._stack.push_async_callback(self._end_private)
        if self.settings.server.user not in aliases.NAMELESS:
            await self.database.write(aliases.sign_in, self.settings.server.user, self.clock.now())
        self.server, self.line, self._near = await asyncio.to_thread(self._choose)  # a keyring may ask the person first
        self.account = Account(server=self.server.name, user_id=self.settings.server.user)
        self.rooms = ServerRooms(
            server=self.server,
            database=self.database,
            user_id=self.account.user_id,
            livekit_address=self.settings.server.livekit_address,
            clock=self.clock,
        )
        self._stack.push_async_callback(self.rooms.close)
        self.speech = self._rooms_near()
        self._scope = await self._stack.enter_async_context(Scope("client", on_error=_leave_to_session))
        self.sounds = SoundKeeper(database=self.database, line=self.line, clock=self.clock, scope=self._scope)
        self._stack.callback(self.sounds.close)
        self.journal = JournalKeeper(
            database=self.database, clock=self.clock, days=lambda: self.settings.privacy.journal_days
        )
        self._stack.push_async_callback(self._end_processes)
        self.sessions = Sessions(
            database=self.database,
            rooms=self.rooms,
            line=self.line,
            clock=self.clock,
            client_version=__version__,
            sound=self.sound,
            speech=self.speech,
            account=self.account,
        )
        self.sessions.passed.connect(self.sounds.on_passed)
        if isinstance(self.server, LocalServerProcess):
            self.server.restarted.connect(lambda _: self.sessions.begin_anew())
        self._make_copies()
        self._stack.push_async_callback(self.sessions.close)

    def _rooms_near(self) -> ServerRooms:
        """Return those of the server on this computer, which hears and speaks where one elsewhere does not."""
        if self._near is None:
            return self.rooms
        rooms = ServerRooms(
            server=self._near, database=self.database, user_id="user", livekit_address="", clock=self.clock
        )
        self._stack.push_async_callback(rooms.close)
        return rooms

    def _make_copies(self) -> None:
        """Make what keeps the copies of memories and conversations, which follows the sessions."""
        self.memories = MemorySync(
            database=self.database,
            source=self.rooms.api,
            server=self.account.server,
            user_id=self.account.user_id,
            clock=self.clock,
        )
        self._stack.push_async_callback(self.memories.close)
        self.sync = SyncService(
            database=self.database,
            source=self.rooms.api,
            account=self.account,
            clock=self.clock,
            is_live=self._is_live,
            is_open=self.sessions.holds,
        )
        self._stack.push_async_callback(self.sync.close)
        follow(self.sessions, self.memories)
        self.sessions.came_online.connect(lambda _: self.sync.wake())

    async def _end_private(self) -> None:
        await self.database.write(private.end, self.clock.now())

    def _is_live(self, conversation_id: str) -> bool:
        front = self.sessions.front
        state = None if front is None else front.session.state
        return state is not None and state.conversation_id == conversation_id and state.phase is Phase.ONLINE

    async def _end_processes(self) -> None:
        """End line and server side by side: each may take most of the two seconds that a quit has.

        See docs/architecture.md#starting-and-closing.
        """
        await self._scope.close()  # nobody asks for a server any more
        servers = (self.server,) if self._near is None else (self.server, self._near)
        await asyncio.gather(self.line.close(), *(server.close() for server in servers))

    def _choose(self) -> tuple[Server, frames.Line, Server | None]:
        """Return server and line, and where that server is elsewhere, the one on this computer beside it."""
        server, line = self._given
        if server is None or line is None:
            own_server, own_line = self._usual()
            server, line = server or own_server, line or own_line
        if not server.name:
            return server, line, None
        near = LocalServerProcess(paths=self.paths, clock=self.clock, environment=self._environment(rooms=False))
        return server, line, self._speech or near

    def _usual(self) -> tuple[Server, frames.Line]:
        if self._transport == "memory":
            inside = InsideServer(paths=self.paths, settings=self.settings, credentials=self._credentials)
            return inside, InProcessLine(transports=lambda _: new_transport("memory", hub=inside.hub), clock=self.clock)
        line = ProcessLine(log_folder=self.paths.logs)
        if self.settings.server.place == "remote":
            token = self._credentials.get("server_token")
            return RemoteServer(address=self.settings.server.address, token=token), line
        return LocalServerProcess(paths=self.paths, clock=self.clock, environment=self._environment()), line

    def _environment(self, *, rooms: bool = True) -> dict[str, str]:
        """Return what the server on this computer is told by its environment; without `rooms` it needs no LiveKit."""
        local = self.settings.local
        given = {
            "ALICIA_MEMORY_TOKENS": str(local.memory_tokens),
            "ALICIA_MODEL_URL": local.model_url,
            "ALICIA_MODEL_NAME": local.model_name,
            "ALICIA_MODEL_KEY": self._credentials.get("model_key") if local.model_url else "",
        }
        secret = self._credentials.get("livekit_secret") if local.livekit_url else ""
        livekit = (local.livekit_url, local.livekit_key, secret)
        if self._transport == "websocket" or not rooms:
            livekit = ("", "", "")
        elif self._transport == "livekit" and not all(livekit):
            names = ", ".join(LIVEKIT_VARIABLES)
            sentence = f"LiveKit is not set up: set {names}, or use --transport websocket."
            raise WorldError(sentence=sentence, code="livekit_not_set")
        return given | dict(zip(LIVEKIT_VARIABLES, livekit, strict=True))


def _leave_to_session(task: str, error: BaseException) -> None:
    """A server that cannot start is asked for again by the session, which tells the person."""
    if isinstance(error, WorldError):
        log.info("the server did not start", code=error.code)
    else:
        log.error("task failed", task=task, exc_info=error)
