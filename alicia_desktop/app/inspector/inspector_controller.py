"""Control the inspector panel: journal, turn, memory traces and tools of the active conversation."""

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from alicia_desktop.app.inspector.answer_pages import AnswerPages
from alicia_desktop.app.inspector.filter_memory import FilterMemory
from alicia_desktop.app.inspector.panel_controllers import PanelControllers, PanelSurroundings
from alicia_desktop.app.inspector.stanza_sender import StanzaSender
from alicia_desktop.app.inspector.tool_reruns import RerunsByPlace
from alicia_desktop.app.settings.settings_controller import SettingsController
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows, Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.filtering.expression import Expression
from alicia_desktop.session.message_factory import MemoryRefusal
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.session.tools.tool_runner import ToolReruns
from alicia_desktop.store import stanza_marks
from alicia_desktop.store.conversations import conversations, tools
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.references import Location, Reference
from alicia_desktop.view.rows import SpokenPosition
from alicia_desktop.view.stanza_conditions import Cell
from alicia_desktop.view.stanza_order import StanzaOrder, order_named
from alicia_desktop.view.stanzas import StanzaRow, TimeKind
from alicia_desktop.view.tools import ToolRow, rerun_row


class InspectorController:
    """Load what the panel requests."""

    def __init__(
        self,
        *,
        client: Client,
        clock: Clock,
        scope: Scope,
        window: MainWindow,
        active_session: Callable[[], Awaitable[ActiveSession | None]],
        run_action: RunAction,
        settings: SettingsController,
        reruns: ToolReruns,
        player: SoundPlayer,
        mark_spoken: Callable[[SpokenPosition | None], None],
    ) -> None:
        """`active_session` returns the active session, through which memory requests are sent."""
        self.jump_requested: Signal[tuple[str, str]] = Signal()
        """(conversation id, message id) to show; an empty conversation is the active one."""
        self.chat_requested: Signal[Location] = Signal()
        """What to show in the chat of the active conversation."""
        self._window, self._settings, self._run_action = window, settings, run_action
        self._reruns = RerunsByPlace(local=reruns, client=client, clock=clock)
        self._database, self._clock, self._scope = client.database, clock, scope
        self.panel = panel = InspectorPanel(theme=settings.theme)
        self._conversation_id = ""
        self._wanted_turn = ("", "")
        """A conversation that is about to be shown, and the answer whose turn is then to be."""
        self._connections = SignalConnections()
        around = self._surroundings(active_session, player, mark_spoken)
        self._parts = parts = PanelControllers(panel, around, database=client.database, clock=clock, scope=scope)
        self.view, self.journal = parts.view, parts.journal
        self.memory_tab, self.navigation, self.replay = parts.memory_tab, parts.navigation, parts.replay
        self._answers = AnswerPages(panel=panel, client=client, clock=clock, scope=scope, settings=settings)
        self._filters = FilterMemory(lines=panel.filter_lines, settings=settings)
        self._sender = StanzaSender(
            database=client.database, clock=clock, window=window, theme=settings.theme, active_session=active_session
        )
        self._show_list()
        self._connect()
        window.set_inspector(panel)

    @property
    def stanza_filter(self) -> tuple[str, Expression]:
        """What is typed into the filter of the Stanzas tab, and what it says."""
        line = self.panel.filter_lines["stanzas"]
        return line.text, line.expression

    @property
    def time_references(self) -> tuple[int, ...]:
        """Numbers of the stanzas from which times are counted anew."""
        return self.panel.stanzas.time_references

    @property
    def tools(self) -> Rows[ToolRow]:
        """The tool calls of the active conversation."""
        return self.view.tools

    async def show(self, conversation_id: str) -> None:
        """Show the turns, traces, tools and stanzas of a conversation."""
        self.memory_tab.clear_history()
        self.panel.set_stanza_details(None)
        self.navigation.begin()
        record = await self._database.read(conversations.get, conversation_id)
        private = record is not None and record.private
        self._filters.begin(private=private, anew=conversation_id != self._conversation_id)
        self._conversation_id = conversation_id
        self.panel.turn_tab.close_prompt()
        await self.view.show(conversation_id)
        wanted, self._wanted_turn = self._wanted_turn, ("", "")
        if wanted[0] == conversation_id:
            await self.view.show_turn(wanted[1])
        await self.journal.show(conversation_id)

    async def show_trace(self, trace_id: str) -> None:
        """Open the inspector on a memory trace and its turn."""
        await self.navigation.follow(Reference(kind="trace", id=trace_id), "memory")

    async def show_memory(self, memory_id: str) -> None:
        """Open the inspector on a memory's page."""
        self._show_memory_tab()
        await self.memory_tab.show_memory(memory_id)

    def show_refusal(self, refusal: MemoryRefusal) -> None:
        """Show that the server refused to change a memory."""
        self.memory_tab.show_refusal(refusal)

    async def show_tool(self, tool_id: str) -> None:
        """Open the inspector on a tool use."""
        await self.navigation.follow(Reference(kind="tool", id=tool_id), "tools")

    async def show_turn(self, message_id: str) -> None:
        """Open the inspector on the turn of a message."""
        await self.navigation.follow(Reference(kind="message", id=message_id), "turn")

    async def show_prompt(self, answer_id: str) -> None:
        """Open the inspector on what the model read of an answer."""
        await self.show_turn(answer_id)
        self.panel.turn_tab.show_prompt()
        self.panel.turn_tab.prompt.take_focus()
        await self._answers.prompts.show(answer_id)

    def show_versions(self, chosen: tuple[str, ...]) -> None:
        """Follow which versions of the conversation are shown."""
        self.view.show_versions(chosen)

    def close(self) -> None:
        """End all connections."""
        self._connections.disconnect()
        self._answers.close()
        self._parts.close()

    def _surroundings(
        self,
        active_session: Callable[[], Awaitable[ActiveSession | None]],
        player: SoundPlayer,
        mark_spoken: Callable[[SpokenPosition | None], None],
    ) -> PanelSurroundings:
        return PanelSurroundings(
            window=self._window,
            theme=self._settings.theme,
            run_action=self._run_action,
            player=player,
            current=lambda: self._conversation_id,
            show_panel=self._window.show_inspector,
            jump=self.chat_requested.emit,
            open_turn=self._on_turn_of_many,
            active_session=active_session,
            vote=self._window.vote_requested.emit,
            mark_message=self._window.conversation.messages.mark,
            mark_spoken=mark_spoken,
            save_order=self._on_order,
        )

    def _connect(self) -> None:
        panel, connections, spawn = self.panel, self._connections, self._scope.spawn
        prompts = self._answers.prompts
        self._filters.connect(connections)
        connections.add_qt(panel.list_changed, self._on_list_changed)
        connections.add_qt(panel.stanza_mark_requested, self._on_mark)
        connections.add_qt(panel.stanza_note_requested, self._on_note)
        compose = panel.stanza_compose_requested
        connections.add_qt(compose, lambda row: self._run_action("send by hand", self._send_by_hand(row)))
        connections.add_qt(
            panel.stanza_mark_search_requested, lambda row, step: spawn("mark", self._show_mark(row, step))
        )
        connections.add_qt(panel.stanza_pause_toggled, lambda paused: self.journal.pause(paused=paused))
        connections.add_qt(panel.stanza_clear_requested, self.journal.clear)
        connections.add_qt(panel.rerun_requested, lambda use: spawn("run again", self._rerun_tool(use)))
        connections.add_qt(panel.turn_tab.prompt_requested, lambda one: spawn("prompt", prompts.show(one)))
        connections.add_qt(panel.turn_tab.prompt.memory_requested, lambda one: spawn("memory", self.show_memory(one)))
        connections.add_qt(panel.message_requested, lambda message: self.jump_requested.emit(("", message)))
        connections.add(self.memory_tab.panel_requested.connect(lambda _: self._show_memory_tab()))
        connections.add(self.memory_tab.jump_requested.connect(self.jump_requested.emit))
        connections.add_qt(panel.memory.memories_requested, self._window.memories_requested.emit)
        connections.add_qt(panel.capture_requested, self._window.capture_requested.emit)
        connections.add_qt(panel.copied, lambda: self._window.show_toast(self._window.tr("Copied")))
        connections.add_qt(panel.close_requested, lambda: self._window.show_inspector(shown=False))

    def _on_turn_of_many(self, conversation_id: str, answer_id: str) -> None:
        if conversation_id == self._conversation_id:
            self._scope.spawn("turn", self.view.show_turn(answer_id))
            return
        self._wanted_turn = (conversation_id, answer_id)
        self.jump_requested.emit((conversation_id, answer_id))

    def _show_memory_tab(self) -> None:
        self._window.show_inspector()
        self.panel.show_tab("memory")

    async def _send_by_hand(self, row_id: str) -> None:
        turn = self.view.turn
        await self._sender.send(row_id, about=(turn.answer_id or turn.id) if turn is not None else "")

    async def _rerun_tool(self, tool_use_id: str) -> None:
        use = await self._database.read(tools.get, tool_use_id)
        if use is not None:
            self.panel.show_rerun(rerun_row(use, await self._reruns.run(use)))

    def _show_list(self) -> None:
        """Show the list of stanzas as it was chosen in an earlier run."""
        kept = self._settings.inspector
        self.panel.stanzas.set_list(kept.columns, kept.time)
        self.journal.order = order_named(kept.sort)

    def _on_list_changed(self, cells: tuple[Cell, ...], time: TimeKind) -> None:
        kept = replace(self._settings.inspector, columns=list(cells), time=time)
        self._settings.save_inspector(kept)

    def _on_order(self, order: StanzaOrder | None) -> None:
        self._settings.save_inspector(replace(self._settings.inspector, sort="" if order is None else order.text))

    def _on_mark(self, row_id: str, marked: bool) -> None:  # noqa: FBT001 - a slot
        write, seq = self._database.write, int(row_id)
        marking = write(stanza_marks.mark, seq, self._clock.now()) if marked else write(stanza_marks.unmark, seq)
        self._scope.spawn("mark", marking)

    def _on_note(self, row: StanzaRow) -> None:
        def save(text: str) -> None:
            writing = self._database.write(stanza_marks.mark, row.number, self._clock.now(), text)
            self._scope.spawn("mark", writing)

        self._window.ask_text(
            self._window.tr("Note on stanza {number}").format(number=row.number), save, row.note or ""
        )

    async def _show_mark(self, row_id: str, step: int) -> None:
        if not await self._parts.show_mark(row_id, step):
            self._window.show_toast(self._window.tr("No marked stanzas"))
