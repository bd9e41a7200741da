"""The conversation shown in the main window: switch it, follow its id, load more of it as the user scrolls.

Switching is serialised by a lock: what is sent during a switch goes to the conversation that was asked for.
"""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from alicia_desktop.app.connection_status import ConnectionStatus
from alicia_desktop.app.connections import Wiring
from alicia_desktop.app.library import Library
from alicia_desktop.app.voice_controller import Sounding
from alicia_desktop.base.observable import Signal
from alicia_desktop.compose.client import Client
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.conversation import ConversationView
from alicia_desktop.view.messages import NextTry
from alicia_desktop.view.search import UNTITLED

if TYPE_CHECKING:
    from alicia_desktop.app.inspector_controller import Inspecting


class Showing:
    """The conversation in the middle of the window; each wish raises `WorldError` where the world refuses."""

    def __init__(
        self,
        *,
        client: Client,
        library: Library,
        rows: ConversationView,
        window: MainWindow,
        standing: ConnectionStatus,
        sounding: Sounding,
        do: Callable[[str, Coroutine[Any, Any, object]], None],
    ) -> None:
        """Take `do`, which carries out work under a name."""
        self.current = ""
        self.moving = asyncio.Lock()
        """Held from the wish for another conversation until it is live: what is sent meanwhile goes there."""
        self.stanza_journaled: Signal[JournaledStanza] = Signal()
        """What crosses the wire in the conversation that is shown."""
        self._client = client
        self._library = library
        self._conversation = rows
        self._window = window
        self._standing = standing
        self._sounding = sounding
        self._do = do
        self._adopted: dict[str, str] = {}
        """Ids that conversations had until their server named them; a list may show them a moment longer."""
        self._hearing = Wiring()
        self._inspecting: Inspecting | None = None

    async def begin(self, meanwhile: Callable[[], None]) -> None:
        """Show the conversation in which the person was last; `meanwhile` is called once it can be read."""
        async with self.moving:
            await self._library.refresh()
            record = await self._read(await self._library.first())
            meanwhile()
            await self._join(record)

    async def bring(self, inspecting: "Inspecting") -> None:
        """Let the inspector follow too."""
        async with self.moving:
            self._inspecting = inspecting
            await inspecting.show(self.current)

    async def front(self) -> ActiveSession | None:
        """Return what is live of the conversation that is shown; while it changes, the one before still is."""
        async with self.moving:
            return self._client.sessions.front

    def shows(self, conversation_id: str) -> bool:
        """Tell whether this is the one."""
        return conversation_id == self.current

    async def open(self, conversation_id: str) -> None:
        """Show a conversation and go online with it."""
        async with self.moving:
            await self._show(conversation_id)

    async def open_row(self, row_id: str) -> None:
        """Open what stands in the sidebar: a conversation, or what the search has found, where it stands."""
        found = self._library.sidebar.found(row_id)
        if found is None:
            await self.open(row_id)
        elif found.kind == "memory":
            if self._inspecting is not None:
                await self._inspecting.show_memory(found.id)
        elif found.message_id:
            await self.jump(found.conversation_id, found.message_id)
        else:
            await self.open(found.conversation_id)

    async def jump(self, conversation_id: str, message_id: str) -> None:
        """Show a message; an empty conversation is the one that is shown."""
        if conversation_id and conversation_id != self.current:
            await self.open(conversation_id)
        await self._conversation.reveal(message_id)
        self._window.scroll_to_message(message_id)

    async def new(self, *, private: bool = False) -> None:
        """Show an empty conversation."""
        async with self.moving:
            await self._show(await self._library.fresh(self.current, private=private))

    async def rename(self, conversation_id: str, title: str) -> None:
        """Give a conversation another title."""
        await self._library.rename(conversation_id, title)
        if conversation_id == self.current:
            self._window.set_header(title)

    async def delete(self, conversation_id: str) -> None:
        """Delete a conversation; where it is the one that is shown, show another."""
        async with self.moving:
            await self._library.delete(conversation_id)
            if conversation_id == self.current:
                await self._show(await self._library.first())

    async def leave(self) -> None:
        """Show another conversation, because the one that is shown was deleted elsewhere."""
        async with self.moving:
            await self._show(await self._library.first())

    async def undelete(self, conversation_id: str) -> None:
        """Bring a deleted conversation back, and show it."""
        await self._library.undelete(conversation_id)
        await self.open(conversation_id)

    def adopt(self, names: tuple[str, str]) -> None:
        """A conversation has got its real id (old, new)."""
        old, new = names
        self._adopted[old] = new
        self._library.sidebar.adopt(old, new)
        if self.current != old:
            return
        self.current = new
        self._client.sync.look_at(new)
        self._conversation.adopt(old, new)
        self._window.set_current(new)
        if self._inspecting is not None:
            self._do("inspect", self._inspecting.show(new))

    def close(self) -> None:
        """Follow nothing more."""
        self._hearing.end()

    async def _show(self, wanted: str) -> None:
        conversation_id = self._adopted.get(wanted, wanted)
        if conversation_id == self.current:
            return
        record = await self._read(conversation_id)
        await self._join(record)
        if self._inspecting is not None:
            await self._inspecting.show(conversation_id)

    async def _read(self, conversation_id: str) -> ConversationRecord:
        """Show what is kept of a conversation."""
        record = await self._library.opened(conversation_id)
        self.current = conversation_id
        self._client.sync.look_at(conversation_id)
        self._hearing.end()
        self._window.set_current(conversation_id)
        self._window.set_header(record.title or UNTITLED)
        self._window.conversation.header.set_shelf(pinned=record.pinned, archived=record.status == "archived")
        await self._conversation.show(conversation_id)
        self._window.set_messages(self._conversation.rows)
        return record

    async def _join(self, record: ConversationRecord) -> None:
        """Go online with the conversation that is shown."""
        front = await self._client.sessions.open(record.id)
        self._hearing.add(front.voice.changed.connect(self._conversation.show_interim))
        self._hearing.add(front.session.stanza_journaled.connect(self.stanza_journaled.emit))
        self._hearing.add(front.session.paused.connect(lambda seconds: self._pause(front, seconds)))
        self._pause(front, front.session.next_try)
        self._standing.follow(front, record)
        self._sounding.follow(front)

    def _pause(self, front: ActiveSession, seconds: float | None) -> None:
        """Say at what is queued when it is tried next."""
        at = None if seconds is None else self._client.clock.now() + timedelta(seconds=seconds)
        reason = front.session.state.sentence
        self._conversation.set_next_try(None if at is None else NextTry(at=at, reason=reason))


class ScrollPaging:
    """Connects list of messages and find bar with what is at hand of the conversation."""

    def __init__(
        self,
        *,
        rows: ConversationView,
        window: MainWindow,
        do: Callable[[str, Coroutine[Any, Any, object]], None],
        jump: Callable[[str, str], Coroutine[Any, Any, None]],
    ) -> None:
        """Take `jump`, which shows a message of a conversation; an empty one is the one that is shown."""
        self._rows = rows
        self._window = window
        self._do = do
        self._jump = jump

    def connect(self, wiring: Wiring) -> None:
        """Do from now on what the window asks for."""
        panel, wire = self._window.conversation, wiring.qt
        wire(panel.messages.older_requested, self._rows.load_older)
        wire(panel.messages.newer_requested, self._rows.load_newer)
        wire(panel.messages.newest_requested, lambda: self._do("newest", self._show_newest()))
        wire(panel.messages.oldest_requested, lambda: self._do("oldest", self._show_oldest()))
        wire(panel.find_bar.asked, lambda words: self._do("find", self._find(words)))
        wire(panel.message_requested, lambda message: self._do("jump", self._jump("", message)))
        wiring.add(self._rows.more_below.connect(panel.messages.set_more_below))

    async def _show_newest(self) -> None:
        await self._rows.show_end()
        self._window.conversation.messages.scroll_to_end()

    async def _show_oldest(self) -> None:
        first = await self._rows.show_beginning()
        if first:
            self._window.scroll_to_message(first)

    async def _find(self, words: str) -> None:
        found = await self._rows.find(words)
        self._window.conversation.find_bar.set_hits(found, words)
