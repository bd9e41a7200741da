"""Open captures in windows of their own, several at once, beside the conversation or without any.

windows = CaptureWindows(theme=theme, clock=clock, scope=scope, create_player=voice.create_player)
await windows.open(path)
await windows.close()
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

from alicia_desktop.app.inspector.capture_inspector import CaptureInspector
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.captures.opened import OpenedCapture
from alicia_desktop.captures.writer import CaptureStoppedError
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.ui.captures.windows import CaptureWindow
from alicia_desktop.ui.theme import Theme


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
