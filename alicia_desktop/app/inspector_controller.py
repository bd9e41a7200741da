"""The inspector's panel with what it shows: journal, turn, traces and tools of the open conversation."""

from collections.abc import Awaitable, Callable

from alicia_desktop.app.connections import Wiring
from alicia_desktop.app.memory_tab_controller import Do, MemoryInspecting
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.session.message_factory import MemoryRefusal
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.database import Database
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.inspector import InspectorView
from alicia_desktop.view.journal import JournalView


class Inspecting:
    """Loads what the panel wishes and hands it back in."""

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        scope: Scope,
        window: MainWindow,
        theme: Theme,
        front: Callable[[], Awaitable[ActiveSession | None]],
        do: Do,
    ) -> None:
        """Take `front`, which returns the open conversation's session, and `do`, which tells what the world refuses."""
        self.jump_requested: Signal[tuple[str, str]] = Signal()
        """(conversation, message) to show; an empty conversation is the open one."""
        self._window = window
        self._scope = scope
        self._panel = InspectorPanel(theme=theme)
        self._view = InspectorView(database=database, clock=clock, scope=scope)
        self._journal = JournalView(database=database, clock=clock, scope=scope)
        self._wiring = Wiring()
        self._memory = MemoryInspecting(
            view=self._view, tab=self._panel.memory, window=window, theme=theme, front=front, do=do
        )
        self._panel.set_tools(self._view.tools)
        self._panel.set_stanzas(self._journal.rows)
        self._connect()
        window.set_inspector(self._panel)

    async def show(self, conversation_id: str) -> None:
        """Show another conversation."""
        self._memory.forget_places()
        self._panel.set_stanza_details(None)
        await self._view.show(conversation_id)
        await self._journal.show(conversation_id)

    async def show_trace(self, trace_id: str) -> None:
        """Open the inspector on a trace; the one of another turn brings that turn with it."""
        self._show_memory_tab()
        turn = await self._view.turn_of_trace(trace_id)
        if turn:
            await self._view.show_turn(turn)
        self._panel.select_trace(trace_id)

    async def show_memory(self, memory_id: str) -> None:
        """Open the inspector on a memory's page."""
        self._show_memory_tab()
        await self._memory.show_memory(memory_id)

    def tell_refusal(self, refusal: MemoryRefusal) -> None:
        """Say that the server did not do something to a memory."""
        self._memory.tell_refusal(refusal)

    async def show_tool(self, tool_id: str) -> None:
        """Open the inspector on a tool use."""
        self._window.show_inspector()
        self._panel.show_tab("tools")
        self._panel.select_tool(tool_id)

    async def show_turn(self, message_id: str) -> None:
        """Open the inspector on the turn of a message."""
        self._window.show_inspector()
        self._panel.show_tab("turn")
        await self._view.show_turn(message_id)

    def close(self) -> None:
        """Follow nothing more."""
        self._wiring.end()
        self._memory.close()
        self._view.close()
        self._journal.close()

    def _connect(self) -> None:
        panel, wiring, spawn = self._panel, self._wiring, self._scope.spawn
        wiring.add(self._view.turn_changed.connect(panel.set_turn))
        wiring.add(self._journal.counted.connect(lambda counts: panel.set_stanza_counts(*counts)))
        wiring.qt(panel.turn_requested, lambda turn: spawn("turn", self._view.show_turn(turn)))
        wiring.qt(panel.stanza_selected, lambda stanza: spawn("stanza", self._show_stanza_details(stanza)))
        wiring.qt(panel.stanza_filter_changed, self._on_filter)
        wiring.qt(panel.stanza_pause_toggled, lambda paused: self._journal.pause(paused=paused))
        wiring.qt(panel.stanza_clear_requested, self._journal.clear)
        wiring.qt(panel.older_requested, lambda: spawn("older", self._journal.load_older()))
        wiring.qt(panel.message_requested, lambda message: self.jump_requested.emit(("", message)))
        wiring.add(self._memory.panel_requested.connect(lambda _: self._show_memory_tab()))
        wiring.add(self._memory.jump_requested.connect(self.jump_requested.emit))
        wiring.qt(panel.memory.memories_requested, self._window.memories_requested.emit)
        wiring.qt(panel.copied, lambda: self._window.show_toast(self._window.tr("Copied")))
        wiring.qt(panel.close_requested, lambda: self._window.show_inspector(shown=False))

    def _show_memory_tab(self) -> None:
        self._window.show_inspector()
        self._panel.show_tab("memory")

    async def _show_stanza_details(self, row_id: str) -> None:
        self._panel.set_stanza_details(await self._journal.details(row_id))

    def _on_filter(self, names: tuple[str, ...], words: str) -> None:
        self._scope.spawn("filter", self._journal.filter(names, words))
