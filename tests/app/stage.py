"""The whole window in one process: real presenter, client, line, local server and databases; only models are scripts.

The server can be away, and what its language model says is written down by the test.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from alicia_desktop.app.presenter import Presenter
from alicia_desktop.audio.contract import Devices
from alicia_desktop.audio.wav import WavLoudspeaker, WavMicrophone
from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.servers import RemoteServer, ServerAddress
from alicia_desktop.config import ServerSettings, Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.paths import Paths, find_paths
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.model_file import file_server
from alicia_desktop.server.engines.model_server import ResumingModel
from alicia_desktop.server.engines.switchable import SwitchableModel
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ModelEndpoint, ModelFile, ModelSource, ServerOptions
from alicia_desktop.session.state import Phase
from alicia_desktop.transport import new_transport
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.chip import MemoryChip
from alicia_desktop.ui.widgets.notices import Toast
from alicia_desktop.view.rows import MessageRow
from tests.audio.sounds import write_wav
from tests.memory.encoder import WordEncoder
from tests.server.conftest import Expecting, Humming
from tests.support.patience import PATIENCE
from tests.support.scripted_model import ScriptedModel
from tests.support.scripted_server import until
from tests.support.tokens import known_token

W = TypeVar("W", bound=QWidget)
TOKEN = "open sesame"
NO_KEYS = Qt.KeyboardModifier.NoModifier


class NoSound:
    """A computer without sound devices."""

    def devices(self) -> Devices:
        return Devices()

    def plugged(self) -> str:
        return ""

    def open_microphone(self, name: object, wake: object) -> object:
        raise WorldError(sentence="There is no microphone.", code="no_microphone")

    def open_loudspeaker(self, name: object, wake: object) -> object:
        raise WorldError(sentence="There is no loudspeaker.", code="no_loudspeaker")


class WavSound:
    """A computer whose microphone hears nothing and whose loudspeaker writes a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def devices(self) -> Devices:
        return Devices()

    def plugged(self) -> str:
        return ""

    def open_microphone(self, name: object, wake: object) -> WavMicrophone:
        path = write_wav(self._folder / "quiet.wav", bytes(960))
        return WavMicrophone(path, on_end=lambda: None)

    def open_loudspeaker(self, name: object, wake: object) -> WavLoudspeaker:
        return WavLoudspeaker(self._folder / "heard.wav")


class NearServer:
    """The local server in this process, with scripted models; `away` makes it as if it were not there."""

    name = ""

    def __init__(self, folder: Path, model: ScriptedModel) -> None:
        self.away = False
        self.voice = Humming()
        self._starting = asyncio.Lock()
        self._model = model
        self._http: aiohttp.ClientSession | None = None
        self._server = LocalServer(
            ServerOptions(data_dir=folder, token=TOKEN), engines=self._engines(), encoder=WordEncoder
        )

    @property
    def address(self) -> str:
        """Where it listens."""
        return self._server.address

    @property
    def hub(self) -> Any:
        """The network of this process."""
        return self._server.hub

    async def place(self) -> ServerAddress:
        """Return where it answers."""
        if self.away:
            raise WorldError(sentence="The server does not answer.", code="unreachable", retry=True)
        async with self._starting:
            if not self._server.address:
                await self.models.use(None)
                await self._server.__aenter__()
        return ServerAddress(address=self._server.address, token=self._server.token)

    async def close(self) -> None:
        """End it."""
        if self._server.address:
            await self._server.__aexit__(None, None, None)
        await self.models.close()
        if self._http is not None:
            await self._http.close()

    def _engines(self) -> Engines:
        self._http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True))
        self.models = SwitchableModel(self._open_model, clock=SystemClock())
        return Engines(model=self.models, voice=self.voice, recogniser=Expecting())

    async def _open_model(self, source: ModelSource | None, stack: AsyncExitStack) -> ResumingModel:
        assert self._http is not None
        if isinstance(source, ModelFile):
            scope = await stack.enter_async_context(Scope("model"))
            server = file_server(source.path, http=self._http, clock=SystemClock())
            server.start(scope)
            return ResumingModel(server)
        where = source or ModelEndpoint(url=self._model.url, name="scripted", key="k")
        model = OpenAICompatibleModel(
            http=self._http, base_url=where.url, key=where.key, model=where.name, reads_memories=False
        )
        model.is_here = False  # what it is asked is only what the test asks, on a busy machine, too
        return ResumingModel(model)


def near_client(
    folder: Path,
    model: ScriptedModel,
    settings: Settings,
    *,
    sound: object | None = None,
    server_folder: Path | None = None,
    clock: Clock | None = None,
) -> tuple[Client, NearServer]:
    """Return a client that is not up yet, and its server."""
    server = NearServer(server_folder or folder, model)
    line = InProcessLine(transports=lambda _: new_transport("memory", hub=server.hub), sound=sound or NoSound())  # type: ignore[arg-type]  # opens what a test needs
    paths = find_paths(folder)
    client = Client(
        paths=paths,
        settings=settings,
        credentials=Credentials(folder=folder),
        server=server,
        line=line,
        clock=clock,
    )
    return client, server


def _far_client(folder: Path, settings: Settings, address: str, *, near: NearServer, clock: Clock | None) -> Client:
    """Return a client of a server elsewhere, with rooms on a WebSocket."""
    return Client(
        paths=find_paths(folder),
        settings=settings,
        credentials=Credentials(folder=folder),
        server=RemoteServer(address=address, token=known_token(TOKEN)),
        line=InProcessLine(transports=new_transport, sound=NoSound()),  # type: ignore[arg-type]  # opens nothing
        clock=clock,
        speech=near,
    )


@dataclass
class Stage:
    """A window and what is behind it, in the hands of a test."""

    window: MainWindow
    presenter: Presenter
    client: Client
    server: NearServer
    model: ScriptedModel

    @property
    def rows(self) -> list[MessageRow]:
        """The messages that are shown."""
        return list(self.window.conversation.messages.rows)

    def texts(self) -> list[str]:
        """What they say."""
        return [row.text for row in self.rows]

    async def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until something is so."""
        await until(condition, seconds)

    async def online(self) -> None:
        """Wait until the open conversation is connected."""
        await self.until(lambda: self.window.sidebar.current.startswith("ac_") and self.connected)

    @property
    def connected(self) -> bool:
        """Whether the open conversation is."""
        active = self.client.sessions.active
        return active is not None and active.session.state.phase is Phase.ONLINE

    async def focus(self, widget: QWidget) -> None:
        """Put the keyboard there."""
        self.window.activateWindow()
        widget.setFocus()
        await self.until(lambda: self.window.isActiveWindow() and widget.hasFocus())

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Press a key where the keyboard is."""
        focused: QWidget | None = self.window.focusWidget()
        QTest.keyClick(self.window if focused is None else focused, key, modifiers)

    async def write(self, text: str) -> None:
        """Type into the field and press Enter."""
        field = self.window.conversation.dock.composer.field
        await self.focus(field)
        QTest.keyClicks(field, text)
        self.press(Qt.Key.Key_Return)

    async def ask(self, text: str) -> MessageRow:
        """Type a question and return its finished answer, also where the same was asked before."""
        before = {row.id for row in self.rows}
        await self.write(text)
        await self.until(lambda: self.texts()[-2:-1] == [text] and _is_finished(self.rows[-1], before))
        return self.rows[-1]

    async def moved(self) -> None:
        """Wait until all changes of conversation that were asked for are through."""
        await asyncio.sleep(0)
        async with self.presenter.active.switching:
            pass

    async def open_inspector(self) -> InspectorPanel:
        """Open the inspector and return it once it shows the conversation."""
        self.window.show_inspector()
        return (await self.presenter.launcher.load()).panel

    async def inspector(self) -> InspectorPanel:
        """Return the inspector once it is seen."""
        await self.until(lambda: self.visible(InspectorPanel))
        return self.visible(InspectorPanel)[0]

    def visible(self, kind: type[W]) -> list[W]:
        """Return the widgets of a kind that can be seen."""
        return [widget for widget in self.window.findChildren(kind) if widget.isVisible()]

    async def click(self, name: str) -> None:
        """Click the button of that accessible name once it can be: a row is painted after its data is known."""

        def found() -> list[QAbstractButton]:
            named = [button for button in self.visible(QAbstractButton) if button.accessibleName().startswith(name)]
            return [button for button in named if button.isEnabled()]

        await self.until(lambda: bool(found()))
        found()[0].click()

    async def button(self, begins: str) -> QAbstractButton:
        """Return the button that says this, once it is there."""

        def found() -> list[QAbstractButton]:
            return [button for button in self.visible(QAbstractButton) if button.text().startswith(begins)]

        await self.until(found)
        return found()[0]

    @property
    def toast(self) -> Toast:
        """What the window tells for a moment."""
        return next(toast for toast in self.window.findChildren(Toast) if toast.window() is self.window)

    async def chip(self, action: str) -> MemoryChip:
        """Return a chip under an answer once it is there."""
        await self.until(lambda: [chip for chip in self.visible(MemoryChip) if chip.row.action == action])
        return next(chip for chip in self.visible(MemoryChip) if chip.row.action == action)


def _is_finished(answer: MessageRow, before: set[str]) -> bool:
    """Whether it is an answer that was not there before, and is there as a whole."""
    return answer.id not in before and bool(answer.text) and not answer.streaming


@asynccontextmanager
async def stage_on(
    folder: Path,
    model: ScriptedModel,
    theme: Theme,
    *,
    away: bool = False,
    user: str = "user",
    elsewhere: str = "",
    sound: object | None = None,
    server_folder: Path | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[Stage]:
    """Open the window on a data folder, and close it at the end; nothing of ours may have broken on the way.

    With an address `elsewhere` it is that server's window.
    """
    window = MainWindow(theme=theme, layout_file=folder / "layout.ini")
    window.resize(1440, 900)
    window.show()
    settings = Settings(first_run_done=True, server=ServerSettings(user=user))
    client, server = near_client(folder, model, settings, sound=sound, server_folder=server_folder, clock=clock)
    server.away = away
    if elsewhere:
        client = _far_client(folder, settings, elsewhere, near=server, clock=clock)
    bugs: list[BaseException] = []
    presenter = Presenter(
        paths=Paths(folder=folder),
        settings=settings,
        credentials=Credentials(folder=folder),
        clock=clock or SystemClock(),
        theme=theme,
        window=window,
        client=client,
        targets=[],
        early=[],
        restart=lambda: None,
        salvage=lambda: None,
        on_error=lambda _, error: bugs.append(error),
    )
    try:
        await presenter.start()
        yield Stage(window=window, presenter=presenter, client=client, server=server, model=model)
    finally:
        window.close()
        async with asyncio.timeout(PATIENCE):
            await presenter.close()
        window.deleteLater()
        await server.close()
    for bug in bugs:
        raise bug


def on_stage(act: Callable[[Stage], Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Make a test of `act`, with a window for it.

    The window lives within one run of the loop: between a fixture and its test pytest-qt lets Qt run without one.
    """

    async def test(theme: Theme, folder: Path) -> None:
        async with ScriptedModel("Of course. I will.") as model, stage_on(folder, model, theme) as stage:
            await act(stage)

    test.__name__, test.__doc__ = act.__name__, act.__doc__
    return pytest.mark.slow(test)
