"""The program on a stage: its real root with its real processes, worked by keys and clicks, looked at, photographed.

Everything is awaited by a condition that one can see (a row, a state, a picture that no longer changes), because the
model and the voice take the time they take.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget

from alicia_desktop.app.presenter import Presenter
from alicia_desktop.app.root import Root
from alicia_desktop.base.tasks import Scope
from alicia_desktop.paths import find_paths
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.state import Phase
from alicia_desktop.session.voice_state import VoiceState
from alicia_desktop.ui.application import create_window
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import ThemeChoice
from alicia_desktop.view.rows import MessageRow

SIZE: Final = (1440, 900)
SMALL: Final = (900, 600)
POLL_SECONDS: Final = 0.02
STILL_LOOKS: Final = 5
"""A picture that is the same so many times in a row is finished."""


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One run of the program."""

    root: Root
    pictures: Path

    @property
    def window(self) -> MainWindow:
        """The window."""
        return self.root.window

    @property
    def presenter(self) -> Presenter:
        """What is behind the window."""
        presenter = self.root._presenter
        assert presenter is not None
        return presenter

    @property
    def messages(self) -> list[MessageRow]:
        """The messages of the open conversation."""
        return list(self.presenter.conversation.rows)

    @property
    def inspector(self) -> InspectorPanel:
        """The inspector."""
        panel = self.window._panels.inspector
        assert isinstance(panel, InspectorPanel)
        return panel

    async def open_inspector(self) -> None:
        """Open the inspector, and wait until it shows the conversation."""
        self.window.show_inspector()
        await self.presenter.launcher.load()

    @property
    def voice(self) -> VoiceState:
        """The voice of the open conversation."""
        active = self.active_session
        assert active is not None
        return active.voice.state

    @property
    def active_session(self) -> ActiveSession | None:
        """The open conversation's session and voice, once there is one."""
        presenter = self.root._presenter
        return presenter.client.sessions.active if presenter is not None and presenter.listening else None

    @property
    def online(self) -> bool:
        """Whether the open conversation is connected."""
        presenter, active = self.root._presenter, self.active_session
        if presenter is None or active is None:
            return False
        state = active.session.state
        return state.phase is Phase.ONLINE and state.conversation_id == presenter.active.current

    async def until(self, ready: Callable[[], object], what: str, within: float = 90.0) -> None:
        """Wait for something that one can see; TimeoutError names it."""
        end = time.monotonic() + within
        while not ready():
            if time.monotonic() > end:
                raise TimeoutError(f"{what}: not within {within:g} s")
            await asyncio.sleep(POLL_SECONDS)

    async def still(self, widget: QWidget) -> QImage:
        """Return the picture of a widget once it has stopped to change."""
        last, same = widget.grab().toImage(), 0
        while same < STILL_LOOKS:
            await asyncio.sleep(POLL_SECONDS)
            now = widget.grab().toImage()
            last, same = now, same + 1 if now == last else 0
        return last

    async def picture(self, name: str, widget: QWidget | None = None) -> None:
        """Write `name`.png of the window, or of a dialog, as soon as it stands still and no toast lies over it."""
        await self.until(lambda: not self.window.toast.isVisible(), "the toast is gone")
        self.save(name, await self.still(widget or self.window))

    def snap(self, name: str) -> None:
        """Write `name`.png of the window as it is in this moment."""
        self.save(name, self.window.grab().toImage())

    def save(self, name: str, image: QImage) -> None:
        """Write a picture."""
        path = self.pictures / f"{name}.png"
        if not image.save(str(path)):
            raise OSError(f"{path} cannot be written")
        print(f"{path.name}  {image.width()} × {image.height()}", flush=True)  # noqa: T201 - the program's report

    def colours(self, choice: ThemeChoice) -> None:
        """Change to light or dark, as the settings do."""
        self.root._theme.choose(choice)

    def resize(self, size: tuple[int, int]) -> None:
        """Change the window's size."""
        self.window.resize(*size)

    def widen_inspector(self, width: int) -> None:
        """Pull the inspector's handle."""
        splitter = self.window._panels._splitter
        *before, inspector = splitter.sizes()
        splitter.setSizes([*before[:-1], before[-1] + inspector - width, width])

    def press(self, text: str, within: QWidget | None = None) -> None:
        """Click the visible button with this text or name."""
        for button in (within or self.window).findChildren(QAbstractButton):
            if text in {button.text(), button.accessibleName()} and button.isVisible():
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
                return
        raise LookupError(f"no button “{text}”")

    async def write(self, text: str) -> None:
        """Write into the composer and press Enter."""
        field = self.window.conversation.dock.composer.field
        field.setFocus()
        before = len(self.messages)
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        await self.until(lambda: len(self.messages) > before, f"the row of “{text}”")

    async def ask(self, text: str) -> MessageRow:
        """Write, and wait for the whole answer."""
        await self.write(text)
        return await self.answered(text)

    async def answered(self, what: str) -> MessageRow:
        """Wait until the last answer is complete."""
        await self.until(lambda: _complete(self.messages), f"the answer to “{what}”")
        return self.messages[-1]

    async def new_conversation(self, title: str) -> None:
        """Begin a conversation under a title of its own, and wait until it is connected."""
        self.window.new_conversation()
        await self.until(lambda: not self.messages and self.online, f"the new conversation “{title}”")

    async def entitle(self, title: str) -> None:
        """Give the open conversation another title."""
        self.window.rename_requested.emit(self.window.sidebar.current, title)
        await self.until(lambda: self.window.conversation.header.title == title, f"the title “{title}”")

    async def dialog(self) -> QDialog:
        """Return the dialog that is open."""
        await self.until(lambda: self._dialog() is not None, "a dialog")
        found = self._dialog()
        assert found is not None
        return found

    def _dialog(self) -> QDialog | None:
        return next((one for one in self.window.findChildren(QDialog) if one.isVisible()), None)


def _complete(rows: list[MessageRow]) -> bool:
    return bool(rows) and rows[-1].role == "assistant" and not rows[-1].streaming and bool(rows[-1].timing)


@asynccontextmanager
async def staged(app: QApplication, pictures: Path) -> AsyncIterator[Stage]:
    """Run the program on the data folder of the environment; it is closed in order with the block."""
    paths = find_paths()
    paths.create()
    opened = create_window(app, paths)
    opened.window.show()
    opened.window.create_parts()
    root = Root(opened)
    stage = Stage(root=root, pictures=pictures)
    async with Scope("screenshots") as scope:
        running = scope.spawn("program", root.run())
        stage.resize(SIZE)
        try:
            await stage.until(lambda: stage.online, "the program is connected")
            yield stage
        finally:
            stage.window.close()
            await running
            stage.window.deleteLater()
