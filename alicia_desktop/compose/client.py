"""`Client`: what window, `talk` and end-to-end tests share.

It owns everything it opens and closes it in reverse: sessions, line, HTTP, the server on this computer if it started
one, and last the database. It comes up in two steps: `open` is what a person needs to read and to write, `connect` is
what takes a while and may fail.
"""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from types import TracebackType
from typing import Self

from alicia_desktop import __version__
from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL, new_id
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope, run_in_daemon_thread
from alicia_desktop.compose.conversation_preferences import PreferenceDelivery
from alicia_desktop.compose.local_engines import LocalEngines
from alicia_desktop.compose.mcp_servers import configured_servers
from alicia_desktop.compose.rooms import ServerRooms
from alicia_desktop.compose.server_settings import ServerSecrets, TransportChoice, UnencryptedConsent
from alicia_desktop.compose.servers import InsideServer, LocalServerProcess, Server, ServerChoice
from alicia_desktop.compose.settings_watch import taken_over, watch_settings
from alicia_desktop.compose.synchronization import Synchronization
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line import frames
from alicia_desktop.paths import Paths
from alicia_desktop.protocol.conversation_settings import (
    NO_SETTINGS,
    SETTINGS,
    ConversationSettings,
    settings_map,
)
from alicia_desktop.session.pool import SessionPool
from alicia_desktop.session.sound_archive import SoundArchive
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.tools.folders import OwnData
from alicia_desktop.session.tools.mcp.servers import McpServers
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, private
from alicia_desktop.store.conversations.recently_deleted import DeletedRetention
from alicia_desktop.store.database import Database
from alicia_desktop.store.files.integrity import IntegrityCheck
from alicia_desktop.store.journal import JournalRetention
from alicia_desktop.sync.memories import MemorySync
from alicia_desktop.sync.service import SyncService

log = get_logger(__name__)


class Client:
    """All that a front end needs, brought up in order and taken down in reverse."""

    account: Account
    """Whose conversations these are, for as long as this is open."""
    database: Database
    engines: LocalEngines
    """Model and voice of the server on this computer."""
    line: frames.Line
    own_data: OwnData
    """The data folder, which tools never look into."""
    preferences: PreferenceDelivery
    """Tells the server pins and settings of conversations."""
    rooms: ServerRooms
    speech: ServerRooms
    """Where there is a room for speech alone: the server on this computer, where one elsewhere has none."""
    sessions: SessionPool
    sounds: SoundArchive
    """What is kept of her voice, and of the person's where they want that."""
    deleted: DeletedRetention
    """Purges deleted conversations when nobody can restore them any more."""
    journal: JournalRetention
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
        self.notices: list[str] = []
        """What the person has to know, as sentences."""
        self.noticed: Signal[str] = Signal()
        """Another one."""
        self.damage_found: Signal[str] = Signal()
        """The database was found to be damaged, as a sentence; the next opening offers to save what can be read."""
        self.consent = UnencryptedConsent(agreed=lambda: self.settings.privacy.unencrypted)
        """Whether tokens may go somewhere unencrypted; a front end that has somebody to ask sets its `ask`."""
        self.clock: Clock = clock or SystemClock()
        self.server: Server
        self.mcp = McpServers(clock=self.clock)
        """The user's MCP servers; they run once `use_mcp_servers` is called."""
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
        self._scope.spawn("integrity", self._integrity.run())
        self._scope.spawn("kept sounds", self.sounds.tidy())
        self._scope.spawn("kept journal", self.journal.tidy())
        self._scope.spawn("kept conversations", self.deleted.tidy())
        await self.line.start()

    async def close(self) -> None:
        """Close all that is open. Idempotent."""
        await self._stack.aclose()

    def start_mcp_servers(self) -> None:
        """Start the MCP servers of the settings, while other things go on, and from then on those that commands add."""
        watch = watch_settings(self.paths.settings, clock=self.clock, changed=self._take_settings)
        self._scope.spawn("settings file", watch)
        if self.settings.mcp.servers:
            self._scope.spawn("mcp servers", self.use_mcp_servers())

    async def _take_settings(self, stored: Settings) -> None:
        """Take over what commands change while the window is open: MCP servers, and the model of the local server."""
        former, self.settings = self.settings.mcp, taken_over(self.settings, stored)
        if former.servers or stored.mcp.servers:
            await self.use_mcp_servers()

    async def use_mcp_servers(self) -> None:
        """Run the MCP servers that the settings have now; the keyring may ask the user."""
        read = partial(configured_servers, self.settings, self._credentials)
        self.mcp.configure(await run_in_daemon_thread(read))

    def sound(self) -> tuple[SoundChoice, frames.VoiceMode]:
        """Return devices and mode as the settings have them now."""
        voice = self.settings.voice
        choice = self._sound or SoundChoice(
            input=voice.input,
            output=voice.output,
            threshold=voice.threshold,
            barge_in=voice.barge_in,
            volume=voice.volume,
            keeps_speech=voice.keep_speech,
        )
        return choice, voice.mode

    async def send_preferences(self) -> None:
        """Tell the server pins and settings of conversations; what cannot be sent stays pending."""
        await self._synchronization.send_preferences()

    async def new_conversation(
        self, title: str = "", *, private: bool = False, settings: ConversationSettings = NO_SETTINGS
    ) -> str:
        """Begin a conversation on this computer; the server makes it when it is first reached, with its own settings.

        Of a `private` one nothing is remembered, and when the client is closed nothing of it is left here.
        """
        own = settings_map(settings)
        conversation_id = new_id(LOCAL)
        await self.database.write(
            conversations.create,
            at=self.clock.now(),
            conversation_id=conversation_id,
            user_id=self.account.user_id,
            title=title,
            server=self.account.server,
            private=private,
            preferences={SETTINGS: own} if own else None,
        )
        return conversation_id

    async def _bring_up(self) -> None:
        self._secrets = ServerSecrets(
            self._credentials,
            settings=lambda: self.settings,
            transport=self._transport,
            consent=self.consent,
            on_problem=self._notice,
        )
        await self._open_data()
        server, line = self._given
        chosen = await ServerChoice(
            paths=self.paths,
            settings=self.settings,
            credentials=self._credentials,
            secrets=self._secrets,
            transport=self._transport,
            clock=self.clock,
            on_problem=self._notice,
        ).choose(server, line, speech=self._speech)
        self.server, self.line, self._near = chosen.server, chosen.line, chosen.near
        self.engines = LocalEngines(
            paths=self.paths,
            settings=lambda: self.settings,
            credentials=self._credentials,
            secrets=self._secrets,
            servers=self._servers,
        )
        self.account = Account(server=self.server.name, user_id=self.settings.server.user)
        address = self.settings.server.livekit_address
        self.rooms = self._open_rooms(self.server, user_id=self.account.user_id, livekit_address=address)
        self.preferences = PreferenceDelivery(
            database=self.database, api=self.rooms.api, account=self.account, refused=self._notice
        )
        self.rooms.prepare = self.preferences.send
        self.speech = self.rooms if self._near is None else self._open_rooms(self._near, user_id="user")
        await self._begin_keeping()
        self._stack.push_async_callback(self._end_processes)
        self._begin_sessions()
        self._begin_synchronization()
        self._stack.push_async_callback(self.sessions.close)

    @property
    def _servers(self) -> tuple[Server, ...]:
        """That of the settings, and the one on this computer where that is another."""
        return (self.server,) if self._near is None else (self.server, self._near)

    async def _open_data(self) -> None:
        """Open the data folder and its database, and take away what a run that was killed left of it."""
        if notice := self.paths.create():
            self._notice(notice)
        self.own_data = OwnData(self.paths.folder)
        self._stack.callback(self.own_data.close)
        self.database = await Database.open(self.paths.client_database, clock=self.clock)
        self._stack.push_async_callback(self.database.close)
        if self.database.notice:
            self._notice(self.database.notice)
        self._integrity = IntegrityCheck(database=self.database, clock=self.clock)
        self._integrity.damage_found.connect(self.damage_found.emit)
        await self._end_private()  # left by a run that was killed
        self._stack.push_async_callback(self._end_private)
        await self.database.write(accounts.sign_in, self.settings.server.user, self.clock.now())

    async def _begin_keeping(self) -> None:
        """Keep sounds, and the journal for its time, from now on."""
        self._scope = await self._stack.enter_async_context(Scope("client", on_error=_leave_to_session))
        self.sounds = SoundArchive(database=self.database, line=self.line, clock=self.clock, scope=self._scope)
        self._stack.callback(self.sounds.close)
        self.journal = JournalRetention(
            database=self.database, clock=self.clock, days=lambda: self.settings.privacy.journal_days
        )

    def _begin_sessions(self) -> None:
        self.sessions = SessionPool(
            database=self.database,
            rooms=self.rooms,
            line=self.line,
            clock=self.clock,
            client_version=__version__,
            sound=self.sound,
            speech=self.speech,
            account=self.account,
        )
        self.sessions.stanza_journaled.connect(self.sounds.on_journaled)
        for server in self._servers:
            if isinstance(server, LocalServerProcess | InsideServer):
                server.noticed.connect(self._notice)
        if isinstance(self.server, LocalServerProcess):
            self.server.restarted.connect(lambda _: self.sessions.reconnect_after_restart())

    def _open_rooms(self, server: Server, *, user_id: str, livekit_address: str = "") -> ServerRooms:
        rooms = ServerRooms(
            server=server,
            database=self.database,
            user_id=user_id,
            livekit_address=livekit_address,
            consent=self.consent,
            clock=self.clock,
            transport=self._transport if server is self.server else "auto",
        )
        self._stack.push_async_callback(rooms.close)
        return rooms

    def _begin_synchronization(self) -> None:
        self._synchronization = Synchronization(
            database=self.database,
            api=self.rooms.api,
            sessions=self.sessions,
            preferences=self.preferences,
            account=self.account,
            scope=self._scope,
            clock=self.clock,
        )
        self._stack.push_async_callback(self._synchronization.close)
        self.memories = self._synchronization.memories
        self.sync = self._synchronization.conversations
        self.deleted = self._synchronization.deleted

    async def _end_private(self) -> None:
        await self.database.write(private.end, self.clock.now())

    async def _end_processes(self) -> None:
        """End line and server side by side: each may take most of the two seconds that a quit has.

        See docs/architecture.md#starting-and-closing.
        """
        await self._scope.close()  # nobody asks for a server any more
        await asyncio.gather(self.line.close(), self.mcp.close(), *(server.close() for server in self._servers))

    def _notice(self, sentence: str) -> None:
        if sentence not in self.notices:
            self.notices.append(sentence)
            self.noticed.emit(sentence)


def _leave_to_session(task: str, error: BaseException) -> None:
    """Log a server that cannot start: the session asks for it again and shows why."""
    if isinstance(error, WorldError):
        log.info("the server did not start", code=error.code)
    else:
        log.error("task failed", task=task, exc_info=error)
