"""Load what a start does without, in a thread when it is first wanted: inspector, captures, memories.

Each brings much of `view` and `ui` with it.
"""

import asyncio
import importlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from alicia_desktop.app.active_conversation import ActiveConversation
from alicia_desktop.app.desktop_tools import ToolPermissions
from alicia_desktop.app.settings.settings_controller import SettingsController
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.app.voice_controller import VoiceController
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.semantic_search import SemanticSearch
from alicia_desktop.session.message_factory import MemoryRefusal
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.conversation import ConversationView

if TYPE_CHECKING:
    from alicia_desktop.app.inspector.captures_controller import CapturesController
    from alicia_desktop.app.inspector.inspector_controller import InspectorController
    from alicia_desktop.app.memories.memories_controller import MemoriesController


class InspectorLauncher:
    """Create the inspector once it is to be seen, and what saves, opens and compares captures of what it shows."""

    def __init__(
        self,
        *,
        client: Client,
        window: MainWindow,
        settings: SettingsController,
        clock: Clock,
        scope: Scope,
        run_action: RunAction,
        rows: ConversationView,
        active: ActiveConversation,
        voice: VoiceController,
        tools: ToolPermissions,
    ) -> None:
        self._client, self._window, self._settings = client, window, settings
        self._clock, self._scope, self._run_action = clock, scope, run_action
        self._rows, self._active, self._voice, self._tools = rows, active, voice, tools
        self._connections = SignalConnections()
        self._opening = asyncio.Lock()
        self.inspector: InspectorController | None = None
        """Once it was loaded."""
        self.captures: CapturesController | None = None
        """Once a capture was asked for."""

    def start(self) -> None:
        """Load the inspector as soon as the window, or something that leads there, asks for it."""
        connect, run, window = self._connections.add_qt, self._run_action, self._window
        connect(window.inspector_requested, lambda: run("inspector", self.load()))
        show = self._show
        connect(window.chip_requested, lambda trace: show("chip", lambda inspector: inspector.show_trace(trace)))
        connect(window.tool_requested, lambda tool: show("tool", lambda inspector: inspector.show_tool(tool)))
        connect(window.turn_requested, lambda message: show("turn", lambda inspector: inspector.show_turn(message)))
        connect(window.prompt_requested, lambda answer: show("prompt", lambda inspector: inspector.show_prompt(answer)))
        connect(
            window.follow_requested,
            lambda what, place: show("link", lambda inspector: inspector.navigation.follow(what, place)),
        )
        connect(window.message_chosen, self._on_message_chosen)
        add = self._connections.add
        add(self._active.memory_requested.connect(lambda one: show("memory", lambda there: there.show_memory(one))))
        add(self._client.sessions.memory_refused.connect(lambda one: run("refusal", self._show_refusal(one))))
        if window.inspector_wanted:
            run("inspector", self.load())
        else:
            window.set_inspector(None)  # that of a presenter before this one

    async def load(self) -> "InspectorController":
        """Return the inspector, creating it the first time."""
        async with self._opening:
            if self.inspector is None:
                self.inspector = await self._create()
                await self._active.attach_inspector(self.inspector)
        return self.inspector

    async def _create(self) -> "InspectorController":
        module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.app.inspector.inspector_controller")
        client, clock = self._client, self._clock
        inspector: InspectorController = module.InspectorController(
            client=client,
            clock=clock,
            scope=self._scope,
            window=self._window,
            active_session=self._active.active_session,
            run_action=self._run_action,
            settings=self._settings,
            reruns=module.ToolReruns(database=client.database, offered=self._tools.offered, clock=clock),
            player=self._voice.create_player(),
            mark_spoken=self._voice.mark_replayed,
        )
        self._connect(inspector)
        return inspector

    def _show(self, name: str, show: "Callable[[InspectorController], Awaitable[None]]") -> None:
        async def load_and_show() -> None:
            await show(await self.load())

        self._run_action(name, load_and_show())

    async def _show_refusal(self, refusal: MemoryRefusal) -> None:
        (await self.load()).show_refusal(refusal)

    def _on_message_chosen(self, message_id: str) -> None:
        if self.inspector is not None:
            self._run_action("choose", self.inspector.navigation.follow_message(message_id))

    async def run_capture(self, wish: str) -> None:
        """Save, open or compare captures."""
        await (await self._load_captures()).run(wish)

    async def open_capture(self, path: Path) -> None:
        """Open a capture in a window of its own."""
        await (await self._load_captures()).open(path)

    async def close(self) -> None:
        """Close the inspector and the windows of captures."""
        self._connections.disconnect()
        async with self._opening:
            if self.inspector is not None:
                self.inspector.close()
        if self.captures is not None:
            await self.captures.close()

    def _connect(self, inspector: "InspectorController") -> None:
        active, run = self._active, self._run_action
        inspector.jump_requested.connect(lambda place: run("jump", active.jump(*place)))
        inspector.chat_requested.connect(lambda place: run("jump", active.show_location(place)))
        self._connections.add(self._rows.versions_changed.connect(inspector.show_versions))
        inspector.show_versions(self._rows.versions)

    async def _load_captures(self) -> "CapturesController":
        if self.captures is None:
            module = await asyncio.to_thread(
                importlib.import_module, "alicia_desktop.app.inspector.captures_controller"
            )
            captures: CapturesController = module.CapturesController(
                database=self._client.database,
                clock=self._clock,
                scope=self._scope,
                window=self._window,
                theme=self._settings.theme,
                run_action=self._run_action,
                current=lambda: self._active.current,
                stanza_filter=lambda: self.inspector.stanza_filter if self.inspector is not None else None,
                time_references=lambda: self.inspector.time_references if self.inspector is not None else (),
                create_player=self._voice.create_player,
            )
            self.captures = captures
        return self.captures


class MemoriesLauncher:
    """Open the memories window, creating its controller the first time."""

    def __init__(
        self,
        *,
        client: Client,
        clock: Clock,
        scope: Scope,
        theme: Theme,
        meaning: SemanticSearch,
        active_session: Callable[[], Awaitable[ActiveSession | None]],
        jump: Callable[[tuple[str, str]], None],
    ) -> None:
        """`jump` shows a (conversation id, message id) in the main window."""
        self._client = client
        self._clock = clock
        self._scope = scope
        self._theme = theme
        self._meaning = meaning
        self._active_session = active_session
        self._jump = jump
        self._opening = asyncio.Lock()
        self._controller: MemoriesController | None = None

    @property
    def controller(self) -> "MemoriesController | None":
        """The controller of the window, once it was opened."""
        return self._controller

    async def open(self) -> None:
        """Show the window."""
        async with self._opening:
            if self._controller is None:
                self._controller = await self._create()
        self._controller.open()

    async def close(self) -> None:
        """Close the window and its controller."""
        async with self._opening:
            controller, self._controller = self._controller, None
            if controller is not None:
                await controller.close()

    async def _create(self) -> "MemoriesController":
        module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.app.memories.memories_controller")
        controller: MemoriesController = module.MemoriesController(
            client=self._client,
            clock=self._clock,
            scope=self._scope,
            theme=self._theme,
            meaning=self._meaning,
            active_session=self._active_session,
        )
        controller.jump_requested.connect(self._jump)
        await controller.start()
        return controller
