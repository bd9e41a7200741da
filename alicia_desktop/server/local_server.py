"""Run the local server: start its parts in order and stop them in reverse.

`LocalServer` runs in whatever process enters it: the server's own (`main`), a test, or `talk --transport memory`,
which comes in by `hub` instead of the network. The port is open before any model is loaded; until then text is
answered late and sound says so.
"""

import asyncio
import errno
import os
import secrets
import signal
import ssl
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

from aiohttp import web

from alicia_desktop.base.certificates import fingerprint_of_file, server_context
from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.own_addresses import reachable_urls
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line.supervisor import ProcessLine
from alicia_desktop.memory.retrieval.encoders import Encoder, load_encoder
from alicia_desktop.server import server_child
from alicia_desktop.server.access import Ownership, Users
from alicia_desktop.server.agent import AgentResources, RetrievalInUse
from alicia_desktop.server.agents import Agents
from alicia_desktop.server.engines.engine_set import EngineLoader, Engines, engine_states
from alicia_desktop.server.engines.sentence_endpoint import SentenceEndpoint
from alicia_desktop.server.http.answer_handlers import PromptHandlers, WhatIfHandlers
from alicia_desktop.server.http.answered_questions import AnsweredQuestions
from alicia_desktop.server.http.context_handlers import ContextHandlers
from alicia_desktop.server.http.conversation_handlers import ConversationHandlers
from alicia_desktop.server.http.guard import auth_middleware, error_middleware, is_loopback, ownership_middleware
from alicia_desktop.server.http.listener import ConnectionLimits, listening
from alicia_desktop.server.http.memory_handlers import MemoryHandlers
from alicia_desktop.server.http.owner_handlers import ModelHandlers, UserHandlers
from alicia_desktop.server.http.pairing_handlers import PairingHandlers
from alicia_desktop.server.http.retrieval_handlers import RetrievalHandlers
from alicia_desktop.server.http.room_handlers import RoomHandlers
from alicia_desktop.server.http.sync_handlers import SyncHandlers
from alicia_desktop.server.http.tool_handlers import ToolHandlers
from alicia_desktop.server.http.voice_handlers import VoiceHandlers
from alicia_desktop.server.livekit_rooms import LiveKitRooms
from alicia_desktop.server.memories import Memories
from alicia_desktop.server.network import EVERYWHERE, NetworkTls, cannot_open, network_tls
from alicia_desktop.server.options import ServerOptions
from alicia_desktop.server.pairing import Pairings
from alicia_desktop.server.rooms import Rooms
from alicia_desktop.server.server_child import Announcement
from alicia_desktop.store.conversations import answer_prompts, attachments, private, sounds
from alicia_desktop.store.database import Database
from alicia_desktop.store.files.integrity import IntegrityCheck
from alicia_desktop.store.files.salvage import salvage
from alicia_desktop.store.server import sync_serving
from alicia_desktop.store.sqlite_errors import DAMAGED
from alicia_desktop.transport.memory import MemoryHub

log = get_logger(__name__)
PRUNE_SECONDS: Final = 3600.0
"""How often sound and deleted conversations that are too old go."""
UNDO_TIME: Final = timedelta(hours=1)
"""After a deletion, before the files of what was deleted go for good; clients undo within seconds."""


class LocalServer:
    """The local Alicia server, running while the context is entered."""

    def __init__(
        self,
        options: ServerOptions,
        *,
        clock: Clock | None = None,
        engines: Engines | None = None,
        encoder: Callable[[], Encoder] | None = None,
        limits: ConnectionLimits | None = None,
    ) -> None:
        """`engines` are somebody else's to start and stop; by default the server has its own."""
        self.options = options
        self.token = options.token or secrets.token_urlsafe(32)
        self.address = ""
        """`http://127.0.0.1:40123`, once it is entered."""
        self.certificate = ""
        """Fingerprint of its certificate, where it has one."""
        self.notices: list[str] = []
        """What whoever runs it has to know, as sentences."""
        self.noticed: Signal[str] = Signal()
        """Another one."""
        self.hub = MemoryHub()
        """The way in for transports of this process; the keys are those of the token call."""
        self.engines: Engines
        self.memories: Memories
        self.application: web.Application
        """Its routes, for whoever wants to walk them."""
        self._given, self._encoder = engines, encoder or _encoder_of(options)
        self._clock = clock or SystemClock()
        self._limits = limits or ConnectionLimits()
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        try:
            await self._start()
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def _start(self) -> None:
        options, clock = self.options, self._clock
        tls = None if options.tls is None else server_context(options.tls.certificate, options.tls.key)
        self.certificate = "" if options.tls is None else fingerprint_of_file(options.tls.certificate)
        network = self._network_tls()
        self._pairings = Pairings(clock=clock, certificate=network.fingerprint if network else self.certificate)
        database = await self._open_database()
        self._stack.push_async_callback(database.close)
        await self._look_after(database)
        await database.write(private.purge)  # left there by a run that was killed
        self._stack.push_async_callback(database.write, private.purge)
        own = EngineLoader(options, clock=clock)
        self.engines = await self._stack.enter_async_context(own) if self._given is None else self._given
        self.memories = Memories(database=database, clock=clock, encoder=self._encoder)
        self._stack.push_async_callback(self.memories.close)
        resources = self._resources()
        users = Users(database=database, clock=clock, owner_token=self.token)
        await users.load()
        self._ownership = Ownership(database)
        agents = Agents(database=database, resources=resources, memories=self.memories, users=users)
        secret = secrets.token_urlsafe(32)
        rooms = self._open_rooms(agents, users, secret)
        seats = await self._livekit(rooms, users)
        calls = RoomHandlers(rooms=rooms, users=users, clock=clock, secret=secret, livekit=options.livekit, seats=seats)
        self.application = self._application(database, rooms, users)
        self.application.add_routes(calls.routes())
        self._add_routes_of_answers(database, users, resources)
        await self._listen(self.application, tls, network)
        self._stack.push_async_callback(self._sync.close)
        await self.memories.of("user")  # the sentence encoder loads behind it
        self._write_server_file()

    def _add_routes_of_answers(self, database: Database, users: Users, resources: AgentResources) -> None:
        """Add what is told and tried of answers that were given, and what the next one reads."""
        add, ownership = self.application.add_routes, self._ownership
        contexts = ContextHandlers(
            database=database, ownership=ownership, users=users, memories=self.memories, resources=resources
        )
        add(contexts.routes())
        questions = AnsweredQuestions(
            database=database, ownership=ownership, users=users, memories=self.memories, resources=resources
        )
        add(PromptHandlers(database=database, questions=questions).routes())
        add(WhatIfHandlers(questions=questions).routes())
        add(ToolHandlers(database=database, ownership=ownership, questions=questions).routes())
        add(RetrievalHandlers(resources.retrieval).routes())

    def _open_rooms(self, agents: Agents, users: Users, secret: str) -> Rooms:
        rooms = Rooms(
            open_agent=agents.open_agent,
            open_speech_agent=agents.open_speech_agent,
            ownership=self._ownership,
            users=users,
            secret=secret,
            clock=self._clock,
        )
        self._stack.push_async_callback(rooms.close)
        self._stack.callback(self.hub.serve(rooms.accept))
        return rooms

    def _resources(self) -> AgentResources:
        options = self.options
        return AgentResources(
            engines=self.engines,
            clock=self._clock,
            extractive=options.extractive,
            context_tokens=options.context_tokens,
            retrieval=RetrievalInUse(options.retrieval),
            patience=options.patience,
        )

    async def _open_database(self) -> Database:
        """Open the database; salvage a damaged one first, and keep the damaged file."""
        path = self.options.database
        try:
            return await Database.open(path, clock=self._clock)
        except WorldError as error:
            if error.code != DAMAGED:
                raise
            log.exception("the database is damaged, what can be read is saved")
        salvaged = await asyncio.to_thread(salvage, path, now=self._clock.now())
        self._notice(f"The database {path} was damaged. {salvaged.sentence}")
        return await Database.open(path, clock=self._clock)

    async def _look_after(self, database: Database) -> None:
        """Check the database for damage and delete old sound in the background, for as long as the server runs."""
        check = IntegrityCheck(database=database, clock=self._clock)
        check.damage_found.connect(self._notice)
        scope = await self._stack.enter_async_context(Scope("database"))
        scope.spawn("look through", check.run())
        scope.spawn("old sound", self._prune_sounds(database))

    async def _prune_sounds(self, database: Database) -> None:
        """Delete sound that clients sent when it is too old, also where none comes any more."""
        while True:
            try:
                now = self._clock.now()
                await database.write(sounds.prune, now)
                await database.write(attachments.prune_deleted, now - UNDO_TIME, now)
                await database.write(answer_prompts.prune, now)
                await database.write(sync_serving.purge_expired, now, private_until=now - UNDO_TIME)
            except WorldError as error:
                log.info("old sound is not deleted yet", code=error.code)
            await self._clock.sleep(PRUNE_SECONDS)

    def _notice(self, sentence: str) -> None:
        self.notices.append(sentence)
        self.noticed.emit(sentence)

    async def _livekit(self, rooms: Rooms, users: Users) -> LiveKitRooms | None:
        """Connect the agent to LiveKit through a line process of the server's own; None where it is not configured."""
        options = self.options
        if options.livekit is None:
            return None
        line = ProcessLine(log_folder=options.data_dir / "logs")
        seats = LiveKitRooms(rooms=rooms, users=users, livekit=options.livekit, line=line, clock=self._clock)
        self._stack.push_async_callback(seats.close)
        await seats.start()
        return seats

    def _application(self, database: Database, rooms: Rooms, users: Users) -> web.Application:
        options = self.options
        application = web.Application(
            middlewares=[
                error_middleware,
                auth_middleware(users=users, host=options.host),
                ownership_middleware(self._ownership),
            ]
        )
        application.add_routes([web.get("/api/v1/health", self._health, name="health")])
        conversations = ConversationHandlers(database=database, rooms=rooms, engines=self.engines, clock=self._clock)
        application.add_routes(conversations.routes())
        self._sync = SyncHandlers(database=database, rooms=rooms, clock=self._clock)
        application.add_routes(self._sync.routes())
        application.add_routes(MemoryHandlers(memories=self.memories).routes())
        application.add_routes(VoiceHandlers(self.engines.voice).routes())
        application.add_routes(ModelHandlers(self.engines.model, clock=self._clock).routes())
        calls = UserHandlers(users=users, rooms=rooms, events=self._sync, memories=self.memories)
        application.add_routes(calls.routes())
        application.add_routes(PairingHandlers(pairings=self._pairings, users=users, end_users=calls.end).routes())
        return application

    def _network_tls(self) -> NetworkTls | None:
        """Return what other computers know this server by; None where none come, or its own address is open to them."""
        options = self.options
        if not options.network_port or options.tls is not None or not is_loopback(options.host):
            return None
        try:
            return network_tls(options.network_tls)
        except WorldError as error:
            self._notice(error.sentence)
            return None

    async def _listen(
        self, application: web.Application, tls: ssl.SSLContext | None, network: NetworkTls | None
    ) -> None:
        options, pairings = self.options, self._pairings
        listen = await self._stack.enter_async_context(listening(application, limits=self._limits))
        try:
            self.address = await listen(options.host, options.port, tls)
        except OSError as error:
            raise _cannot_listen(options, error) from error
        if not is_loopback(options.host) or tls is not None:
            parts = urlsplit(self.address)
            pairings.addresses = reachable_urls(parts.scheme, options.host, parts.port or 0)
        if network is None:
            return
        try:
            await listen(EVERYWHERE, options.network_port, network.context)
        except OSError as error:
            self._notice(cannot_open(options.network_port, error))
        else:
            pairings.addresses = reachable_urls("https", EVERYWHERE, options.network_port)

    def _write_server_file(self) -> None:
        path = self.options.announcement
        announcement = Announcement(
            pid=os.getpid(), address=self.address, token=self.token, certificate=self.certificate
        )
        server_child.write_announcement(path, announcement)
        self._stack.callback(server_child.remove_announcement, path, pid=os.getpid())

    async def _health(self, _request: web.Request) -> web.Response:
        return web.json_response({"status": "ok", "engines": engine_states(self.engines)})


async def serve_until_signal(
    options: ServerOptions,
    *,
    ready: Callable[[str], None],
    notice: Callable[[str], None],
    end: asyncio.Event | None = None,
) -> None:
    """Run a server until a signal comes or `end` is set.

    `ready` is told its address once it listens, and `notice` then and later what whoever runs it has to know.

    Raises:
        WorldError: `port_in_use`, `database_in_use`, or what else keeps it from starting.
    """
    ended = end or asyncio.Event()
    if sys.platform != "win32":  # there Ctrl+C cancels the task instead
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
    async with LocalServer(options) as server:
        ready(server.address)
        for sentence in server.notices:
            notice(sentence)
        server.noticed.connect(notice)
        await ended.wait()


def _cannot_listen(options: ServerOptions, error: OSError) -> WorldError:
    number = error.errno or 0  # a name that nobody knows has one below zero, and words of its own
    reason = os.strerror(number) if number > 0 else error.strerror or str(error)
    if error.errno in {errno.EADDRINUSE, errno.EACCES}:
        sentence = (
            f"The port {options.port} of {options.host} cannot be used ({reason}). "
            "Choose another one with --port, or quit the program that uses it."
        )
        return WorldError(sentence=sentence, code="port_in_use")
    sentence = (
        f"The address {options.host} cannot be used ({reason}). "
        "Give one of this computer with --host, such as 127.0.0.1."
    )
    return WorldError(sentence=sentence, code="address_refused")


def _encoder_of(options: ServerOptions) -> Callable[[], Encoder]:
    """Return the loader of the sentence encoder that the options name."""
    return partial(SentenceEndpoint, options.embedding) if options.embedding is not None else load_encoder
