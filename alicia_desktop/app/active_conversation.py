"""The conversation shown in the main window: switch it, and follow its id.

Switching is serialised by a lock: what is sent during a switch goes to the conversation that was asked for.
"""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from alicia_desktop.app.connection_status import ConnectionStatus
from alicia_desktop.app.drafts_controller import DraftsController
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.app.voice_controller import VoiceController
from alicia_desktop.base.observable import Signal
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.library import Library
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.state import Phase
from alicia_desktop.store.records import SHOWN_UNTITLED, ConversationRecord
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.conversation import ConversationView
from alicia_desktop.view.messages import ConnectionPause
from alicia_desktop.view.references import Location

if TYPE_CHECKING:
    from alicia_desktop.app.inspector.inspector_controller import InspectorController


class ActiveConversation:
    """Show one conversation at a time; each method raises `WorldError` if store or server refuse."""

    def __init__(
        self,
        *,
        client: Client,
        library: Library,
        rows: ConversationView,
        window: MainWindow,
        status: ConnectionStatus,
        voice: VoiceController,
        drafts: DraftsController,
        run_action: RunAction,
    ) -> None:
        """Show nothing yet; `open_last` shows the first conversation."""
        self.current = ""
        self.switching = asyncio.Lock()
        """Held from the request for another conversation until it is live: what is sent meanwhile goes there."""
        self.stanza_journaled: Signal[JournaledStanza] = Signal()
        """Stanzas sent and received in the active conversation."""
        self.shown: Signal[str] = Signal()
        """The conversation that is active from now on, also under another id."""
        self.memory_requested: Signal[str] = Signal()
        """The id of a memory that is to be shown, because it was found."""
        self._client = client
        self._library = library
        self._conversation = rows
        self._window = window
        self._status = status
        self._voice = voice
        self._drafts = drafts
        self._run_action = run_action
        self._adopted: dict[str, str] = {}
        """Provisional ids and the server's ids that replaced them; a list may show the old ones a moment longer."""
        self._connections = SignalConnections()
        self._is_offline = False
        self._inspector: InspectorController | None = None

    async def open_last(self, on_shown: Callable[[], None]) -> None:
        """Open the conversation used last, or an empty one; call `on_shown` before going online with it."""
        async with self.switching:
            await self._library.refresh()
            record = await self._show_stored(await self._library.last_or_empty())
            on_shown()
            await self._connect_session(record)

    async def attach_inspector(self, inspector: "InspectorController") -> None:
        """Show the active conversation in the inspector, too, from now on."""
        async with self.switching:
            self._inspector = inspector
            await inspector.show(self.current)

    async def active_session(self) -> ActiveSession | None:
        """Return session and voice of the active conversation, once a switch under way is through."""
        async with self.switching:
            return self._client.sessions.active

    def is_active(self, conversation_id: str) -> bool:
        """Return whether this conversation is shown."""
        return conversation_id == self.current

    async def open(self, conversation_id: str) -> None:
        """Show a conversation and connect its session."""
        async with self.switching:
            await self._show(conversation_id)

    async def open_row(self, row_id: str) -> None:
        """Open a row of the sidebar: a conversation, or the message or memory of a search result."""
        found = self._library.sidebar.found(row_id)
        if found is None:
            await self.open(row_id)
        elif found.kind == "memory":
            self.memory_requested.emit(found.id)
        elif found.message_id:
            await self.jump(found.conversation_id, found.message_id)
        else:
            await self.open(found.conversation_id)

    async def jump(self, conversation_id: str, message_id: str) -> None:
        """Scroll to a message, opening its conversation first; an empty id means the active one."""
        if conversation_id and conversation_id != self.current:
            await self.open(conversation_id)
        await self._conversation.reveal(message_id)
        self._window.scroll_to_message(message_id)

    async def show_location(self, location: Location) -> None:
        """Scroll to a message of the active conversation, to the very sentence where it is one."""
        await self.jump("", location.message_id)
        if location.what is not None and location.what.kind == "sentence":
            self._window.conversation.messages.scroll_to_sentence(location.message_id, int(location.what.id))
        self._window.conversation.messages.mark(location.message_id)

    async def open_new(self, *, private: bool = False) -> None:
        """Open an empty conversation."""
        async with self.switching:
            await self._show(await self._library.empty_conversation(self.current, private=private))

    async def rename(self, conversation_id: str, title: str) -> None:
        """Rename a conversation."""
        await self._library.rename(conversation_id, title)
        if conversation_id == self.current:
            self._window.set_header(title)

    async def delete(self, conversation_id: str) -> None:
        """Delete a conversation and, if it was active, open another."""
        async with self.switching:
            await self._library.delete(conversation_id)
            if conversation_id == self.current:
                await self._show(await self._library.last_or_empty())

    async def open_other(self) -> None:
        """Open another conversation, because the active one was deleted elsewhere."""
        async with self.switching:
            await self._show(await self._library.last_or_empty())

    async def undelete(self, conversation_id: str) -> None:
        """Restore a deleted conversation and open it."""
        await self._library.undelete(conversation_id)
        await self.open(conversation_id)

    def adopt(self, names: tuple[str, str]) -> None:
        """Replace the provisional id of a conversation by the server's; `names` is (old, new)."""
        old, new = names
        self._drafts.adopt(old, new)
        self._adopted[old] = new
        self._library.sidebar.adopt(old, new)
        if self.current != old:
            return
        self.current = new
        self._client.sync.look_at(new)
        self._conversation.adopt(old, new)
        self._window.set_current(new)
        self.shown.emit(new)
        if self._inspector is not None:
            self._run_action("inspect", self._inspector.show(new))

    def close(self) -> None:
        """End all connections."""
        self._connections.disconnect()

    async def _show(self, wanted: str) -> None:
        conversation_id = self._adopted.get(wanted, wanted)
        if conversation_id == self.current:
            return
        record = await self._show_stored(conversation_id)
        await self._connect_session(record)
        if self._inspector is not None:
            await self._inspector.show(conversation_id)

    async def _show_stored(self, conversation_id: str) -> ConversationRecord:
        """Show what is stored of a conversation and return its record."""
        record = await self._library.mark_opened(conversation_id)
        draft = await self._drafts.load(conversation_id)
        self._drafts.show(conversation_id, draft, private=record.private)
        self.current = conversation_id
        self._client.sync.look_at(conversation_id)
        self._connections.disconnect()
        self._window.set_current(conversation_id)
        self._window.set_header(record.title or SHOWN_UNTITLED)
        self._window.conversation.header.set_pinned_archived(pinned=record.pinned, archived=record.status == "archived")
        await self._conversation.show(conversation_id)
        self._window.set_messages(self._conversation.rows)
        self.shown.emit(conversation_id)
        return record

    async def _connect_session(self, record: ConversationRecord) -> None:
        """Connect session and voice of a conversation to the window."""
        active = await self._client.sessions.open(record.id)
        self._connections.add(active.voice.changed.connect(self._conversation.show_interim))
        self._connections.add(active.session.stanza_journaled.connect(self.stanza_journaled.emit))
        self._connections.add(active.session.paused.connect(lambda _: self._show_pause(active)))
        self._connections.add(active.session.changed.connect(lambda _: self._on_session(active)))
        self._show_pause(active)
        self._status.follow(active, record)
        self._voice.follow(active)

    def _on_session(self, active: ActiveSession) -> None:
        if self._is_offline != (active.session.state.phase is Phase.OFFLINE):
            self._show_pause(active)

    def _show_pause(self, active: ActiveSession) -> None:
        """Show on messages that wait when they are tried next, as long as no attempt to connect is made."""
        state, seconds = active.session.state, active.session.next_try
        self._is_offline = state.phase is Phase.OFFLINE
        at = None if seconds is None else self._client.clock.now() + timedelta(seconds=seconds)
        paused = self._is_offline or at is not None
        self._conversation.set_pause(ConnectionPause(at=at, reason=state.sentence) if paused else None)
