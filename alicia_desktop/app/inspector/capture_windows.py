"""Open captures in windows of their own, several at once, beside the conversation or without any.

    windows = CaptureWindows(theme=theme, clock=clock, scope=scope, create_player=voice.create_player)
    await windows.open(path)
    await windows.close()

Each has the inspector's views over what its file holds, and nothing that changes it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from alicia_desktop.app.inspector.panel_controllers import PanelControllers, PanelSurroundings
from alicia_desktop.app.signal_connections import ActionRunner, SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate, translate_count
from alicia_desktop.captures.opened import OpenedCapture
from alicia_desktop.captures.writer import CaptureStoppedError
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.records import SHOWN_UNTITLED
from alicia_desktop.ui.captures.windows import CaptureWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import text
from alicia_desktop.view.answer_prompt import prompt_view, read_known
from alicia_desktop.view.stanzas import microseconds

SEALED = translate("A capture can only be read.")
NOT_CAPTURED = translate("The capture does not have it: a prompt is in one once it was looked at.")


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
        self._connections = SignalConnections()
        around = PanelSurroundings(
            window=shown,
            theme=theme,
            run_action=ActionRunner(scope=scope, show_error=lambda said: shown.show_toast(said, kind="error")).run,
            player=player,
            current=lambda: opened.conversation_id,
            show_panel=shown.raise_,
            jump=lambda location: self._on_message(location.message_id),
            open_turn=lambda _, answer_id: self._on_message(answer_id),
            sealed=SEALED,
        )
        self._parts = PanelControllers(shown.panel, around, database=opened, clock=clock, scope=scope)
        self.view, self.journal = self._parts.view, self._parts.journal
        self._connect()

    async def start(self) -> None:
        """Show the capture's conversation, at its last turn; ends with the window, if that is closed meanwhile."""
        await asyncio.wait({self._scope.spawn("start", self._start())})

    async def _start(self) -> None:
        manifest = self._opened.manifest
        head = await self._opened.read(conversations.get, self._opened.conversation_id)
        chosen = {
            "whole": translate("all of it"),
            "filtered": manifest.filter or translate("filtered"),
            "marked": translate("marked stanzas"),
        }
        parts = [
            translate_count("{count} stanza", "{count} stanzas", manifest.stanzas),
            chosen[manifest.selection],
            translate("saved {time}").format(time=text.long_time(manifest.created_at)),
            *([translate("redacted: {rules}").format(rules=", ".join(manifest.redacted))] if manifest.redacted else []),
        ]
        self._parts.navigation.begin()
        await self.view.show(self._opened.conversation_id)
        await self.journal.show(self._opened.conversation_id)
        await self._show_time_references(manifest.time_references)
        self._shown.show_opened((head.title if head is not None else "") or SHOWN_UNTITLED, " · ".join(parts))

    async def _show_time_references(self, numbers: tuple[int, ...]) -> None:
        found = await self._opened.read(journal.some, numbers) if numbers else []
        self._shown.panel.stanzas.set_time_references([(microseconds(one.received_at), one.seq) for one in found])

    def end_replay(self) -> None:
        """End the replay at once, while its window is there."""
        self._parts.replay.end()

    async def close(self) -> None:
        """End all connections, and remove what was unpacked."""
        self._connections.disconnect()
        self._parts.close()
        await self._scope.close()
        await self._opened.close()

    def _connect(self) -> None:
        panel, connections, spawn = self._shown.panel, self._connections, self._scope.spawn
        connections.add_qt(
            panel.stanza_mark_search_requested, lambda row, step: spawn("mark", self._parts.show_mark(row, step))
        )
        connections.add_qt(panel.message_requested, self._on_message)
        connections.add_qt(panel.turn_tab.prompt_requested, lambda one: spawn("prompt", self._show_prompt(one)))
        connections.add_qt(panel.turn_tab.prompt.memory_requested, self._on_memory)
        connections.add(self._parts.memory_tab.jump_requested.connect(lambda place: self._on_message(place[1])))

    def _on_memory(self, memory_id: str) -> None:
        self._shown.panel.show_tab("memory")
        self._scope.spawn("memory", self._parts.memory_tab.show_memory(memory_id))

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
        self._scope.spawn("turn", self.view.show_turn(message_id))


class StoppableReport:
    """A `Report` for a thread: shows progress on the loop, and ends the work once it was stopped."""

    def __init__(self, show: Callable[[int, int], None]) -> None:
        self._show = show
        self._is_stopped = False
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        """End the work at its next report."""
        self._is_stopped = True

    def report(self, done: int, total: int) -> None:
        """Tell how far the work is, from its thread.

        Raises:
            CaptureStoppedError: it was stopped.
        """
        if self._is_stopped:
            raise CaptureStoppedError
        self._loop.call_soon_threadsafe(self._on_report, done, total)

    def _on_report(self, done: int, total: int) -> None:
        if not self._is_stopped:
            self._show(done, total)


class CaptureWindows:
    """The captures that are open."""

    def __init__(self, *, theme: Theme, clock: Clock, scope: Scope, create_player: Callable[[], SoundPlayer]) -> None:
        """`create_player` returns what plays the sound of one capture."""
        self._theme, self._clock, self._scope, self._create_player = theme, clock, scope, create_player
        self.inspectors: dict[CaptureWindow, CaptureInspector | None] = {}
        """By their windows; None while one is being opened."""
        self.emptied: Signal[None] = Signal()
        """The last window was closed."""
        self._closing: set[asyncio.Task[None]] = set()
        """Captures whose windows are gone, until what was unpacked is, too."""

    async def open(self, path: Path) -> None:
        """Open a capture; ends without one where its window was closed meanwhile.

        Raises:
            WorldError: it is none, damaged, too large, or of a newer version.
        """
        shown = CaptureWindow(path.name, theme=self._theme)
        report = StoppableReport(shown.show_progress)
        shown.stop_requested.connect(shown.close)
        shown.closed.connect(lambda: self._on_closed(shown, report))
        self.inspectors[shown] = None
        shown.show()
        try:
            opened = await OpenedCapture.open(path, clock=self._clock, report=report.report)
        except CaptureStoppedError:
            return
        except WorldError:
            shown.close()
            raise
        if shown not in self.inspectors:
            await opened.close()
            return
        inspector = CaptureInspector(
            opened=opened,
            shown=shown,
            clock=self._clock,
            scope=self._scope,
            theme=self._theme,
            player=self._create_player(),
        )
        self.inspectors[shown] = inspector
        await inspector.start()

    async def close(self) -> None:
        """Close all windows, and wait until nothing unpacked is left."""
        for shown in [*self.inspectors]:
            shown.close()
        if self._closing:
            await asyncio.wait(self._closing)

    def _on_closed(self, shown: CaptureWindow, report: StoppableReport) -> None:
        report.stop()
        if shown not in self.inspectors:
            return
        inspector = self.inspectors.pop(shown)
        if inspector is not None:
            inspector.end_replay()
            closing = self._scope.spawn("close capture", inspector.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        shown.deleteLater()
        if not self.inspectors:
            self.emptied.emit(None)
