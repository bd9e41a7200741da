"""Feed the window of an opened capture: the inspector's views over what the file holds, and nothing that changes it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from alicia_desktop.app.inspector.inspector_navigation import InspectorNavigation
from alicia_desktop.app.inspector.memory_tab_controller import MemoryTabController
from alicia_desktop.app.inspector.replay_controller import ReplayController
from alicia_desktop.app.inspector.stanza_list_controller import StanzaListController
from alicia_desktop.app.inspector.turn_comparison_controller import TurnComparisonController
from alicia_desktop.app.signal_connections import ActionRunner, RunAction, SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.captures.opened import OpenedCapture
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.records import UNTITLED
from alicia_desktop.ui.captures.windows import CaptureWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import text
from alicia_desktop.view.answer_prompt import prompt_view, read_known
from alicia_desktop.view.inspector import InspectorView
from alicia_desktop.view.journal import JournalView
from alicia_desktop.view.stanzas import microseconds

SEALED = "A capture can only be read."
NOT_CAPTURED = "The capture does not have it: a prompt is in one once it was looked at."


class CaptureInspector:
    """Load what the panel of a capture's window requests."""

    def __init__(
        self,
        *,
        opened: OpenedCapture,
        shown: CaptureWindow,
        clock: Clock,
        scope: Scope,
        theme: Theme,
        player: SoundPlayer,
    ) -> None:
        self._opened, self._shown = opened, shown
        self._scope = scope = scope.part("capture")
        run_action = ActionRunner(scope=scope, show_error=lambda said: shown.show_toast(said, kind="error")).run
        self._view = InspectorView(database=opened, clock=clock, scope=scope, sealed=SEALED)
        self._journal = JournalView(database=opened, clock=clock, scope=scope)
        self._comparison = TurnComparisonController(
            panel=shown.panel,
            database=opened,
            scope=scope,
            current=lambda: opened.conversation_id,
            open_turn=lambda _, answer_id: self._on_message(answer_id),
        )
        self._connections = SignalConnections()
        self._memory_tab = MemoryTabController(
            view=self._view,
            tab=shown.panel.memory,
            window=shown,
            theme=theme,
            front=_no_session(),
            run_action=run_action,
            vote=lambda _: None,
        )
        self._navigation = self._create_navigation(run_action)
        self._replay = ReplayController(
            panel=shown.panel,
            view=self._view,
            database=opened,
            clock=clock,
            scope=scope,
            player=player,
            current=lambda: opened.conversation_id,
            mark_spoken=lambda _: None,
            pass_stanza=self._navigation.pass_stanza,
            run_action=run_action,
        )
        shown.panel.set_tools(self._view.tools)
        self._stanza_list = StanzaListController(
            panel=shown.panel, journal=self._journal, scope=scope, theme=theme, window=shown
        )
        self._connect()

    def _create_navigation(self, run_action: RunAction) -> InspectorNavigation:
        return InspectorNavigation(
            view=self._view,
            journal=self._journal,
            panel=self._shown.panel,
            memory_tab=self._memory_tab,
            run_action=run_action,
            jump=lambda location: self._on_message(location.message_id),
            show_panel=self._shown.raise_,
            mark_message=lambda _: None,
        )

    async def start(self) -> None:
        """Show the capture's conversation, at its last turn; ends with the window, if that is closed meanwhile."""
        await asyncio.wait({self._scope.spawn("start", self._start())})

    async def _start(self) -> None:
        manifest = self._opened.manifest
        head = await self._opened.read(conversations.get, self._opened.conversation_id)
        chosen = {"whole": "all of it", "filtered": manifest.filter or "filtered", "marked": "marked stanzas"}
        parts = [
            text.plural(manifest.stanzas, "stanza"),
            chosen[manifest.selection],
            f"saved {text.long_time(manifest.created_at)}",
            *([f"redacted: {', '.join(manifest.redacted)}"] if manifest.redacted else []),
        ]
        self._navigation.begin()
        await self._view.show(self._opened.conversation_id)
        await self._journal.show(self._opened.conversation_id)
        await self._show_time_references(manifest.time_references)
        self._shown.show_opened((head.title if head is not None else "") or UNTITLED, " · ".join(parts))

    async def _show_time_references(self, numbers: tuple[int, ...]) -> None:
        found = await self._opened.read(journal.some, numbers) if numbers else []
        self._shown.panel.stanzas.set_time_references([(microseconds(one.received_at), one.seq) for one in found])

    async def _show_mark(self, row_id: str, step: int) -> None:
        """Choose the next mark that the capture holds."""
        if found := self._journal.neighbour_mark(row_id, step):
            await self._journal.reveal(found)
            self._shown.panel.select_stanza(found)

    def end_replay(self) -> None:
        """End the replay at once, while its window is there."""
        self._replay.end()

    async def close(self) -> None:
        """End all connections, and remove what was unpacked."""
        self._connections.disconnect()
        self._replay.end()
        self._memory_tab.close()
        self._stanza_list.close()
        self._comparison.close()
        self._view.close()
        self._journal.close()
        await self._scope.close()
        await self._opened.close()

    def _connect(self) -> None:
        panel, connections, spawn = self._shown.panel, self._connections, self._scope.spawn
        connections.add(self._view.turn_changed.connect(panel.set_turn))
        self._navigation.connect(connections)
        connections.add(self._journal.marked.connect(panel.set_stanza_marks))
        connections.add_qt(
            panel.stanza_mark_search_requested, lambda row, step: spawn("mark", self._show_mark(row, step))
        )
        connections.add_qt(panel.message_requested, self._on_message)
        connections.add_qt(panel.turn_tab.prompt_requested, lambda one: spawn("prompt", self._show_prompt(one)))
        connections.add_qt(panel.turn_tab.prompt.memory_requested, self._on_memory)
        connections.add(self._memory_tab.jump_requested.connect(lambda place: self._on_message(place[1])))

    def _on_memory(self, memory_id: str) -> None:
        self._shown.panel.show_tab("memory")
        self._scope.spawn("memory", self._memory_tab.show_memory(memory_id))

    async def _show_prompt(self, answer_id: str) -> None:
        """Show what the model read of an answer, where somebody had looked at it before the capture was saved."""
        page = self._shown.panel.turn_tab.prompt
        page.show_loading(answer_id)
        known = await self._opened.read(read_known, answer_id)
        if known is None:
            page.show_error(page.tr("No answer yet"), "")
            return
        problem = "" if known.kept is not None or not known.by_source else NOT_CAPTURED
        page.set_prompt(replace(prompt_view(known, known.kept, problem=problem), can_compare=False))

    def _on_message(self, message_id: str) -> None:
        """Show the turn of a message: there is no conversation beside a capture."""
        self._shown.panel.show_tab("turn")
        self._scope.spawn("turn", self._view.show_turn(message_id))


def _no_session() -> Callable[[], Awaitable[ActiveSession | None]]:
    async def front() -> ActiveSession | None:
        return None

    return front
