"""Between the window and everything else: what the person asks for is done, what happens is shown.

One conversation is open at a time. Its rows come from the views, which follow the store; its live state from the
session and its voice. The presenter decides nothing about either: it connects them.
"""

import asyncio
import importlib
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from alicia_desktop.app.active_conversation import ScrollPaging, Showing
from alicia_desktop.app.connection_status import ConnectionStatus
from alicia_desktop.app.connections import Wiring
from alicia_desktop.app.data_folder import ask_salvage
from alicia_desktop.app.desktop_tools import ToolPermissions
from alicia_desktop.app.import_export import Filing
from alicia_desktop.app.library import Library, Shelving
from alicia_desktop.app.message_actions import Opining, Writing
from alicia_desktop.app.secondary_windows import MemoriesLauncher, Syncing
from alicia_desktop.app.semantic_search import Meaning
from alicia_desktop.app.settings_controller import Preferences
from alicia_desktop.app.voice_controller import Sounding
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.conversation import ConversationView

if TYPE_CHECKING:
    from alicia_desktop.app.inspector_controller import Inspecting


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
        salvage: Callable[[], None],
        on_error: Callable[[str, BaseException], None],
    ) -> None:
        """Take a `client` that is not up yet; by default the one that the settings ask for.

        `early` is what was sent before anybody listened; it is sent first.
        """
        self.listening = False
        """Whether what the window asks for is heard."""
        self._early = early
        self._salvage = salvage
        self._window = window
        self._scope = Scope("presenter", on_error=on_error)
        self._clock = clock
        self._client = client or Client(paths=paths, settings=settings, credentials=credentials, clock=clock)
        self._preferences = Preferences(
            client=self._client, credentials=credentials, theme=theme, window=window, restart=restart
        )
        self._client.consent.ask = self._preferences.ask_unencrypted
        self._wiring = Wiring()
        self._closes: list[Callable[[], None]] = []
        self._inspecting: Inspecting | None = None
        self._memories: MemoriesLauncher | None = None
        self._meaning: Meaning | None = None

    async def start(self) -> None:
        """Show the conversation in which the person was last; line and server come up meanwhile.

        Raises:
            WorldError: the database cannot be opened.
        """
        await self._client.open()
        self._make_parts()
        self._window.set_conversations(self._library.sidebar.rows)
        self._window.set_messages(self._conversation.rows)
        self._connect()
        if self._client.notices:
            self._on_noticed(" ".join(self._client.notices))
        self._wiring.add(self._client.noticed.connect(self._on_noticed))
        self._wiring.add(self._client.damage_found.connect(lambda said: self._do("damage", self._on_damage(said))))
        # The line and the server are two processes, which would take the processor from the reading.
        await self._showing.begin(lambda: self._do("connect", self._bring_online()))
        self._preferences.show_first_run()
        self._inspecting = await self._inspector()
        await self._showing.bring(self._inspecting)

    def _make_parts(self) -> None:
        """Make what shows one thing each, over the database that is open now."""
        database, clock, scope = self._client.database, self._clock, self._scope
        ToolPermissions(client=self._client, window=self._window, theme=self._preferences.theme)
        self._meaning = Meaning(database=database, clock=clock, user_id=self._client.settings.server.user)
        self._library = Library(client=self._client, scope=scope, meaning=self._meaning)
        self._conversation = ConversationView(database=database, clock=clock, scope=scope)
        self._standing = ConnectionStatus(client=self._client, window=self._window, clock=clock, scope=scope)
        self._sounding = Sounding(client=self._client, window=self._window, preferences=self._preferences, scope=scope)
        self._showing = Showing(
            client=self._client,
            library=self._library,
            rows=self._conversation,
            window=self._window,
            standing=self._standing,
            sounding=self._sounding,
            do=self._do,
        )
        self._writing = Writing(
            library=self._library,
            rows=self._conversation,
            window=self._window,
            clock=clock,
            do=self._do,
            front=self._showing.front,
            is_shown=self._showing.shows,
            hush=self._sounding.hush,
        )
        self._make_copies(self._meaning)
        self._wiring.add(self._client.sessions.adopted.connect(self._showing.adopt))
        self._wiring.add(self._showing.stanza_journaled.connect(self._writing.on_journaled))
        parts = (
            self._library.sidebar,
            self._conversation,
            self._standing,
            self._sounding,
            self._showing,
            self._syncing,
        )
        self._closes += [part.close for part in parts]

    def _make_copies(self, meaning: Meaning) -> None:
        """Make what shows the copies that this computer has: of the memories, and of what is on the server."""
        clock, scope = self._clock, self._scope
        self._memories = MemoriesLauncher(
            client=self._client,
            clock=clock,
            scope=scope,
            theme=self._preferences.theme,
            meaning=meaning,
            front=self._showing.front,
            jump=self._on_jump,
        )
        self._syncing = Syncing(
            client=self._client,
            window=self._window,
            theme=self._preferences.theme,
            clock=clock,
            scope=scope,
            do=self._do,
            front=self._showing.front,
            current=lambda: self._showing.current,
            leave=self._showing.leave,
        )

    async def close(self) -> None:
        """Close everything in order; sound stops at once."""
        self.listening = False
        self._wiring.end()
        for close in reversed(self._closes):
            close()
        self._closes.clear()
        if self._memories is not None:
            await self._memories.close()
        await self._scope.close()
        if self._meaning is not None:
            await self._meaning.close()
        await self._client.close()

    async def _bring_online(self) -> None:
        await self._client.connect()
        self._sounding.ask_for_devices()
        self._client.sync.start()
        await self._library.tell_deletions()
        await self._library.tell_shelves()

    async def _inspector(self) -> "Inspecting":
        """Bring the inspector, which is loaded when the conversation can be read."""
        module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.app.inspector_controller")
        inspecting: Inspecting = module.Inspecting(
            database=self._client.database,
            clock=self._clock,
            scope=self._scope,
            window=self._window,
            theme=self._preferences.theme,
            front=self._showing.front,
            do=self._do,
        )
        self._closes.append(inspecting.close)
        inspecting.jump_requested.connect(lambda place: self._do("jump", self._showing.jump(*place)))
        self._wiring.add(self._client.sessions.memory_refused.connect(inspecting.tell_refusal))
        window, wire = self._window, self._wiring.qt
        wire(window.chip_requested, lambda trace: self._do("chip", inspecting.show_trace(trace)))
        wire(window.tool_requested, lambda tool: self._do("tool", inspecting.show_tool(tool)))
        wire(window.turn_requested, lambda message: self._do("turn", inspecting.show_turn(message)))
        return inspecting

    def _connect(self) -> None:
        window, wire = self._window, self._wiring.qt
        self._writing.connect(self._wiring)
        Opining(window=window, clock=self._clock, do=self._do, front=self._showing.front).connect(self._wiring)
        Filing(client=self._client, window=window, do=self._do, show=self._showing.open).connect(self._wiring)
        wire(window.replay_requested, lambda message: self._do("replay", self._sounding.replay(message)))
        wire(window.discard_requested, lambda message: self._do("discard", self._library.discard(message)))
        wire(window.new_conversation_requested, lambda: self._do("new", self._showing.new()))
        wire(window.private_requested, lambda: self._do("new", self._showing.new(private=True)))
        ScrollPaging(rows=self._conversation, window=window, do=self._do, jump=self._showing.jump).connect(self._wiring)
        Shelving(library=self._library, window=window, do=self._do, is_shown=self._showing.shows).connect(self._wiring)
        wire(window.conversation_requested, lambda wanted: self._do("open", self._showing.open_row(wanted)))
        wire(window.rename_requested, lambda wanted, title: self._do("rename", self._showing.rename(wanted, title)))
        wire(window.delete_requested, lambda wanted: self._do("delete", self._showing.delete(wanted)))
        wire(window.undo_delete_requested, lambda wanted: self._do("undo", self._showing.undelete(wanted)))
        wire(window.search_requested, lambda words: self._do("search", self._library.sidebar.find(words)))
        wire(window.settings_requested, lambda: self._do("settings", self._preferences.ask()))
        wire(window.memories_requested, lambda: self._do("memories", self._open_memories()))
        wire(window.banner_action_requested, lambda: self._do("banner", self._on_banner()))
        wire(window.banner_second_requested, lambda: self._do("discard all", self._library.discard_all()))
        wire(window.sync_requested, self._syncing.open)
        wire(window.first_run_finished, lambda talk: self._do("first run", self._on_first_run(talk)))
        wire(window.place_requested, lambda place: self._do("settings", self._on_place(place)))
        wire(window.send_requested, lambda *_: self._preferences.finish_first_run())
        wire(window.voice_toggled, lambda on: self._preferences.finish_first_run() if on else None)
        self.listening = True
        for text in self._early:
            self._preferences.finish_first_run()
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

    async def _open_memories(self) -> None:
        if self._memories is not None:
            await self._memories.open()

    def _on_noticed(self, sentence: str) -> None:
        self._window.show_toast(sentence, kind="error")

    async def _on_damage(self, sentence: str) -> None:
        """Ask whether to save what can be read, which closes and opens everything behind the window."""
        if await ask_salvage(sentence, is_running=True, theme=self._preferences.theme, window=self._window):
            self._salvage()

    def _on_jump(self, place: tuple[str, str]) -> None:
        """Come to the front with a message that another window tells of."""
        self._window.raise_()
        self._window.activateWindow()
        self._do("jump", self._showing.jump(*place))

    async def _on_banner(self) -> None:
        await self._standing.act(settings=self._preferences.ask, retry=self._library.retry, compare=self._syncing.open)

    async def _on_first_run(self, talk: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        self._window.begin_writing()
        self._preferences.finish_first_run()
        if talk:
            self._sounding.open()

    async def _on_place(self, place: str) -> None:
        await self._preferences.ask("server", place="server" if place == "server" else "local")
        self._preferences.show_first_run()
