"""The window of one capture alone: no server, no database of this computer, and a line only once sound is played."""

import asyncio
import gc
import sys
from pathlib import Path

import qasync
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from alicia_desktop.app.inspector.capture_windows import CaptureWindows
from alicia_desktop.app.root import ICON_FILE, close_on_signals, collect_on_this_thread, read_settings
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.config import Settings
from alicia_desktop.line import frames
from alicia_desktop.line.lazy import LazyLine
from alicia_desktop.line.supervisor import ProcessLine
from alicia_desktop.paths import find_paths
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.ui.focus import FocusRing
from alicia_desktop.ui.theme import Theme

UNREADABLE_STATUS = 2
"""As of the command, which a script may call."""


def run(app: QApplication, path: Path) -> int:
    """Show a capture until its window is closed, and return the exit status."""
    settings, _ = read_settings(find_paths().settings)
    look = settings.look
    theme = Theme(choice=look.theme, reduced_motion=look.reduced_motion, text_size=look.text_size)
    theme.install(app)
    ring = FocusRing(theme=theme, app=app)
    with qasync.QEventLoop(app) as loop:
        status: int = loop.run_until_complete(view_capture(path, theme=theme, settings=settings))
    del ring
    gc.freeze()  # as in `app/root`
    return status


async def view_capture(path: Path, *, theme: Theme, settings: Settings, line: frames.Line | None = None) -> int:
    """Open the window on a capture and wait until it is closed; where that fails, say why and return 2.

    `line` is one that is not started yet; by default one in a process of its own.
    """
    ended = asyncio.Event()
    QApplication.setWindowIcon(QIcon(str(ICON_FILE)))
    async with Scope("capture viewer") as scope:
        scope.spawn("collect garbage", collect_on_this_thread())
        sound = LazyLine(lambda: line or ProcessLine(), scope=scope)
        choice = SoundChoice(output=settings.voice.output, volume=settings.voice.volume)

        def create_player() -> SoundPlayer:
            return SoundPlayer(line=sound, choice=lambda: choice, give_back=lambda: sound.post(frames.CloseSound()))

        windows = CaptureWindows(theme=theme, clock=SystemClock(), scope=scope, create_player=create_player)
        windows.emptied.connect(lambda _: ended.set())
        status = 0
        with close_on_signals(ended.set):
            try:
                await windows.open(path)
            except WorldError as error:
                sys.stderr.write(f"alicia-desktop: {error.sentence}\n")
                status = UNREADABLE_STATUS
            else:
                await ended.wait()
        await windows.close()
        await sound.close()
        await scope.close()
    return status
