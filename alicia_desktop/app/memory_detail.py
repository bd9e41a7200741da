"""One memory in full beside the list of all: read again whenever something happens to it, and what is done there."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from alicia_desktop.app.forgetting import is_to_be_forgotten
from alicia_desktop.app.memory_actions import Deeds
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.signal import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.session.message_factory import ActionName
from alicia_desktop.store import memories
from alicia_desktop.store.database import Database
from alicia_desktop.ui.inspector.memory_page import MemoryPageWidget
from alicia_desktop.ui.memories.list_page import ListPage
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import memories_deeds
from alicia_desktop.view.inspector_reading import read_page
from alicia_desktop.view.memories_deeds import Deed
from alicia_desktop.view.memory_rows import MemoryPageView
from alicia_desktop.view.pacing import Throttle

PAGE_SECONDS: Final = 0.2
Do = Callable[[str, Coroutine[Any, Any, object]], None]


class MemoryPane:
    """Shows at most one memory."""

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        scope: Scope,
        theme: Theme,
        room: ListPage,
        deeds: Deeds,
        do: Do,
        tell: Callable[[Deed], None],
    ) -> None:
        """Take `do`, which tells what the world refuses, and `tell`, which tells what was done."""
        self.jump_requested: Signal[tuple[str, str]] = Signal()
        """(conversation, message) to show in the main window."""
        self._database, self._clock, self._theme = database, clock, theme
        self._room, self._deeds, self._do, self._tell = room, deeds, do, tell
        self._shown = ""
        self._reading = Throttle("memory page", self._read, scope=scope, clock=clock, pause=PAGE_SECONDS)

    def show(self, memory_id: str) -> None:
        """Show a memory."""
        self._shown = memory_id
        self._reading.request()

    def refresh(self) -> None:
        """Read again what is shown: something may have happened to it."""
        if self._shown:
            self._reading.request()

    def forget_place(self) -> None:
        """Nothing is shown any more."""
        self._shown = ""

    async def _read(self) -> None:
        """Show a memory as it is now, unless somebody is writing in its form."""
        wanted, shown = self._shown, self._room.memory_shown
        if not wanted:
            return
        page = await self._database.read(read_page, wanted, "", self._clock.now(), frozenset[int]())
        if (
            isinstance(shown, MemoryPageWidget)
            and shown.page.id == wanted
            and (shown.form is not None or shown.page == page)
        ):
            return
        if wanted == self._shown:
            self._room.show_memory(self._widget(page))

    def _widget(self, page: MemoryPageView) -> MemoryPageWidget:
        widget = MemoryPageWidget(page, theme=self._theme)
        widget.act_requested.connect(lambda *act: self._do("memory", self._act(*act)))
        widget.forget_requested.connect(lambda memory: self._do("forget", self._forget(memory)))
        widget.insist_requested.connect(lambda act: self._do("insist", self._insist(page, act)))
        widget.page_requested.connect(self.show)
        widget.link_requested.connect(lambda where, message: self.jump_requested.emit((where, message)))
        return widget

    async def _act(self, memory_id: str, action: ActionName, values: dict[str, Any]) -> None:
        record = await self._database.read(memories.get_memory, memory_id)
        if record is not None:
            self._tell(await self._deeds.do(memories_deeds.act(record, action, values)))

    async def _insist(self, page: MemoryPageView, act_id: str) -> None:
        refused = next((act for act in page.acts if act.id == act_id), None)
        if refused is not None:
            await self._act(page.id, "update", {"content": refused.mine})

    async def _forget(self, memory_id: str) -> None:
        record = await self._database.read(memories.get_memory, memory_id)
        if record is None:
            return
        if await is_to_be_forgotten(record.content, theme=self._theme, parent=self._room.window()):
            await self._act(memory_id, "delete", {"forget": True})
