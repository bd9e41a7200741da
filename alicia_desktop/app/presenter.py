"""Between the window and everything else: what the person asks for is done, what happens is shown.

One conversation is open at a time. Its rows come from the views, which follow the store; its live state from the
session and its voice. The presenter decides nothing about either: it connects them.
"""

import asyncio
import importlib
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from alicia_desktop.app.filing import Filing
from alicia_desktop.app.library import Library
from alicia_desktop.app.memory_door import MemoryDoor
from alicia_desktop.app.opining import Opining
from alicia_desktop.app.preferences import Preferences
from alicia_desktop.app.sounding import Sounding
from alicia_desktop.app.standing import Standing
from alicia_desktop.app.wiring import Wiring
from alicia_desktop.app.writing import Writing
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.session.pool import Front
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.conversation import ConversationView
from alicia_desktop.view.sidebar import UNTITLED

if TYPE_CHECKING:
    from alicia_desktop.app.inspecting import Inspecting


class Presenter:
    """Owns the client behind one window."""

    def __init__(
        self,
        *,
        paths: Paths,
        settings: Settings,
        credentials: Credentials,
        clock: Clock,
        theme: Theme,
        window: MainWindow,
        client: Client | None = None,
        early: list[str],
        restart: Callable[[], None],
        on_error: Callable[[str, BaseException], None],
    ) -> None:
        """Take a `client` that is not up yet; by default the one that the settings ask for.

        `early` is what was sent before anybody listened; it is sent first.
        """
        self.listening = False
        """Whether what the window asks for is heard."""
        self._early = early
        self._window = window
        self._scope = Scope("presenter", on_error=on_error)
        self._clock = clock
        self._client = client or Client(paths=paths, settings=settings, credentials=credentials, clock=clock)
        self._preferences = Preferences(
            client=self._client, credentials=credentials, theme=theme, window=window, restart=restart
        )
        self._moving = asyncio.Lock()
        """Held from the wish for another conversation until it is live: what is sent meanwhile goes there."""
        self._adopted: dict[str, str] = {}
        """Ids that conversations had until their server named them; a list may show them a moment longer."""
        self._wiring = Wiring()
        self._hearing = Wiring()
        self._closes: list[Callable[[], None]] = []
        self._current = ""
        self._inspecting: Inspecting | None = None
        self._memories: MemoryDoor | None = None

    async def start(self) -> None:
        """Show the conversation in which the person was last; line and server come up meanwhile.

        Raises:
            WorldError: the database cannot be opened.
        """
        await self._client.open()
        self._make_parts()
        self._client.sessions.adopted.connect(self._on_adopted)
        self._window.set_conversations(self._library.sidebar.rows)
        self._window.set_messages(self._conversation.rows)
        async with self._moving:
            self._connect()
            await self._library.refresh()
            record = await self._read(await self._library.first())
            self._do("connect", self._bring_online())  # two processes, which would take the processor from the reading
            await self._join(record)
            self._preferences.show_first_run()
        inspector = await self._inspector()
        async with self._moving:
            self._inspecting = inspector
            await inspector.show(self._current)

    def _make_parts(self) -> None:
        """Make what shows one thing each, over the database that is open now."""
        database, clock, scope = self._client.database, self._clock, self._scope
        self._library = Library(client=self._client, scope=scope)
        self._conversation = ConversationView(database=database, clock=clock, scope=scope)
        self._writing = Writing(
            library=self._library,
            rows=self._conversation,
            window=self._window,
            clock=clock,
            do=self._do,
            front=self._shown,
            is_shown=lambda conversation_id: conversation_id == self._current,
        )
        self._standing = Standing(client=self._client, window=self._window, clock=clock, scope=scope)
        self._sounding = Sounding(client=self._client, window=self._window, preferences=self._preferences, scope=scope)
        self._memories = MemoryDoor(
            client=self._client,
            clock=clock,
            scope=scope,
            theme=self._preferences.theme,
            front=self._shown,
            jump=self._on_jump,
        )
        parts = (self._library.sidebar, self._conversation, self._standing, self._sounding)
        self._closes += [part.close for part in parts]

    async def close(self) -> None:
        """Close everything in order; sound stops at once."""
        self.listening = False
        self._wiring.end()
        self._hearing.end()
        for close in reversed(self._closes):
            close()
        self._closes.clear()
        if self._memories is not None:
            await self._memories.close()
        await self._scope.close()
        await self._client.close()

    async def _bring_online(self) -> None:
        await self._client.connect()
        self._sounding.ask_for_devices()
        await self._library.tell_deletions()

    async def open(self, conversation_id: str) -> None:
        """Show a conversation and go online with it.

        Raises:
            WorldError: it is not there (any longer).
        """
        async with self._moving:
            await self._show(conversation_id)

    async def _show(self, wanted: str) -> None:
        conversation_id = self._adopted.get(wanted, wanted)
        if conversation_id == self._current:
            return
        record = await self._read(conversation_id)
        await self._join(record)
        if self._inspecting is not None:
            await self._inspecting.show(conversation_id)

    async def _read(self, conversation_id: str) -> ConversationRecord:
        """Show what is kept of a conversation."""
        record = await self._library.opened(conversation_id)
        self._current = conversation_id
        self._hearing.end()
        self._window.set_current(conversation_id)
        self._window.set_header(record.title or UNTITLED)
        await self._conversation.show(conversation_id)
        self._window.set_messages(self._conversation.rows)
        return record

    async def _join(self, record: ConversationRecord) -> None:
        """Go online with the conversation that is shown."""
        front = await self._client.sessions.open(record.id)
        self._hearing.add(front.voice.changed.connect(self._conversation.hear))
        self._hearing.add(front.session.passed.connect(self._writing.on_passed))
        self._standing.follow(front, record)
        self._sounding.follow(front)

    async def _inspector(self) -> "Inspecting":
        """Bring the inspector, which is loaded when the conversation can be read."""
        module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.app.inspecting")
        inspecting: Inspecting = module.Inspecting(
            database=self._client.database,
            clock=self._clock,
            scope=self._scope,
            window=self._window,
            theme=self._preferences.theme,
            front=self._shown,
            do=self._do,
        )
        self._closes.append(inspecting.close)
        inspecting.jump_requested.connect(lambda place: self._do("jump", self._jump(*place)))
        self._wiring.add(self._client.sessions.memory_refused.connect(inspecting.tell_refusal))
        window, wire = self._window, self._wiring.qt
        wire(window.chip_requested, lambda trace: self._do("chip", inspecting.show_trace(trace)))
        wire(window.tool_requested, lambda tool: self._do("tool", inspecting.show_tool(tool)))
        wire(window.turn_requested, lambda message: self._do("turn", inspecting.show_turn(message)))
        return inspecting

    def _connect(self) -> None:
        window, wire = self._window, self._wiring.qt
        self._writing.connect(self._wiring)
        Opining(window=window, clock=self._clock, do=self._do, front=self._shown).connect(self._wiring)
        Filing(client=self._client, window=window, do=self._do, show=self.open).connect(self._wiring)
        wire(window.discard_requested, lambda message: self._do("discard", self._library.discard(message)))
        wire(window.new_conversation_requested, lambda: self._do("new", self._new()))
        wire(window.conversation_requested, lambda wanted: self._do("open", self._open_found(wanted)))
        wire(window.rename_requested, lambda wanted, title: self._do("rename", self._rename(wanted, title)))
        wire(window.delete_requested, lambda wanted: self._do("delete", self._delete(wanted)))
        wire(window.undo_delete_requested, lambda wanted: self._do("undo", self._undelete(wanted)))
        wire(window.search_requested, lambda words: self._do("search", self._library.sidebar.find(words)))
        wire(window.settings_requested, lambda: self._do("settings", self._preferences.ask()))
        wire(window.memories_requested, lambda: self._do("memories", self._open_memories()))
        wire(window.banner_action_requested, lambda: self._do("banner", self._on_banner()))
        wire(window.first_run_finished, lambda talk: self._do("first run", self._on_first_run(talk)))
        wire(window.place_requested, self._on_place)
        self.listening = True
        for text in self._early:
            self._do("send", self._writing.send(text))
        self._early.clear()

    def _do(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        """Carry out what the person asked for; what the world refuses is said in a sentence."""
        self._scope.spawn(name, self._guarded(work))

    async def _guarded(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except WorldError as error:
            self._window.show_toast(error.sentence, kind="error")

    async def _shown(self) -> Front | None:
        """Return what is live of the conversation that is shown; while it changes, the one before still is."""
        async with self._moving:
            return self._client.sessions.front

    async def _new(self) -> None:
        async with self._moving:
            await self._show(await self._library.fresh(self._current))

    async def _rename(self, conversation_id: str, title: str) -> None:
        await self._library.rename(conversation_id, title)
        if conversation_id == self._current:
            self._window.set_header(title)

    async def _delete(self, conversation_id: str) -> None:
        async with self._moving:
            await self._library.delete(conversation_id)
            if conversation_id == self._current:
                await self._show(await self._library.first())

    async def _undelete(self, conversation_id: str) -> None:
        await self._library.undelete(conversation_id)
        await self.open(conversation_id)

    async def _open_memories(self) -> None:
        if self._memories is not None:
            await self._memories.open()

    def _on_jump(self, place: tuple[str, str]) -> None:
        """Come to the front with a message that another window tells of."""
        self._window.raise_()
        self._window.activateWindow()
        self._do("jump", self._jump(*place))

    async def _open_found(self, conversation_id: str) -> None:
        """Open a conversation, at what the search has found in it."""
        found = self._library.sidebar.found_in(conversation_id)
        await (self._jump(conversation_id, found) if found else self.open(conversation_id))

    async def _jump(self, conversation_id: str, message_id: str) -> None:
        if conversation_id and conversation_id != self._current:
            await self.open(conversation_id)
        await self._conversation.reveal(message_id)
        self._window.scroll_to_message(message_id)

    async def _on_banner(self) -> None:
        await self._standing.act(settings=self._preferences.ask, retry=self._library.retry)

    async def _on_first_run(self, talk: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        self._window.begin_writing()
        self._preferences.finish_first_run()
        if talk:
            self._sounding.open()

    def _on_place(self, place: str) -> None:
        if place == "server":
            self._do("settings", self._preferences.ask(place="server"))

    def _on_adopted(self, names: tuple[str, str]) -> None:
        old, new = names
        self._adopted[old] = new
        self._library.sidebar.adopt(old, new)
        if self._current != old:
            return
        self._current = new
        self._conversation.adopt(old, new)
        self._window.set_current(new)
        if self._inspecting is not None:
            self._do("inspect", self._inspecting.show(new))
