"""The conversation shown in the main window: switch it, follow its id, and keep what is written there and not sent.

Switching is serialised by a lock: what is sent during a switch goes to the conversation that was asked for.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from shiboken6 import isValid

from alicia_desktop.app.attachments_controller import THUMBNAIL_SIDE, check_room
from alicia_desktop.app.connection_status import ConnectionStatus
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.app.voice_controller import VoiceController
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.library import Library
from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import drafts
from alicia_desktop.store.conversations.drafts import ConversationDraft, DraftFile
from alicia_desktop.store.records import UNTITLED, ConversationRecord
from alicia_desktop.ui.conversation.unsent_draft import PendingFile, UnsentDraft
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.untrusted.pictures import PictureError, read_picture
from alicia_desktop.view.conversation import ConversationView
from alicia_desktop.view.messages import NextTry
from alicia_desktop.view.references import Location
from alicia_desktop.view.text import data_size

if TYPE_CHECKING:
    from alicia_desktop.app.inspector.inspector_controller import InspectorController

DRAFT_SECONDS: Final = 1.0
"""Most that is lost of a draft by a crash."""
log = get_logger(__name__)


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
        unsent: "Drafts",
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
        self._drafts = unsent
        self._run_action = run_action
        self._adopted: dict[str, str] = {}
        """Provisional ids and the server's ids that replaced them; a list may show the old ones a moment longer."""
        self._connections = SignalConnections()
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

    async def front(self) -> ActiveSession | None:
        """Return session and voice of the active conversation, once a switch under way is through."""
        async with self.switching:
            return self._client.sessions.front

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
        self._window.set_header(record.title or UNTITLED)
        self._window.conversation.header.set_pinned_archived(pinned=record.pinned, archived=record.status == "archived")
        await self._conversation.show(conversation_id)
        self._window.set_messages(self._conversation.rows)
        self.shown.emit(conversation_id)
        return record

    async def _connect_session(self, record: ConversationRecord) -> None:
        """Connect session and voice of a conversation to the window."""
        front = await self._client.sessions.open(record.id)
        self._connections.add(front.voice.changed.connect(self._conversation.show_interim))
        self._connections.add(front.session.stanza_journaled.connect(self.stanza_journaled.emit))
        self._connections.add(front.session.paused.connect(lambda seconds: self._show_next_try(front, seconds)))
        self._show_next_try(front, front.session.next_try)
        self._status.follow(front, record)
        self._voice.follow(front)

    def _show_next_try(self, front: ActiveSession, seconds: float | None) -> None:
        """Show at queued messages when they are tried next; `seconds` from now, None while there is no pause."""
        at = None if seconds is None else self._client.clock.now() + timedelta(seconds=seconds)
        reason = front.session.state.sentence
        self._conversation.set_next_try(None if at is None else NextTry(at=at, reason=reason))


class Drafts:
    """Keep what is written and not sent, of each conversation by itself, over a change of conversation and a restart.

    What is shown is in the composer; what changed is stored within `DRAFT_SECONDS`. Drafts of private conversations are
    held in memory alone.
    """

    def __init__(self, *, client: Client, window: MainWindow, scope: Scope) -> None:
        """Keep nothing yet: what is written before a conversation is `show`n goes into that one."""
        self._client = client
        self._composer = window.conversation.dock.composer
        self._scope = scope
        self._shown = self._stopped = ""
        self._private: set[str] = set()
        self._last = UnsentDraft()
        """Of the conversation that is shown, as it was when it was looked at last."""
        self._adopted: dict[str, str] = {}
        """Provisional ids and the server's."""
        self._held: dict[str, UnsentDraft] = {}
        """By conversation: those that are not stored yet, or never are."""
        self._stored_files: tuple[str, tuple[PendingFile, ...]] = ("", ())
        """A conversation, and the files that are stored with its draft."""
        self._storing = asyncio.Lock()
        self._soon = Throttle("drafts", self.store, scope=scope, clock=client.clock, pause=DRAFT_SECONDS)

    def connect(self, connections: SignalConnections) -> None:
        """Follow what is written, and what is forgotten in the database."""
        connections.add_qt(self._composer.draft_changed, self._on_changed)
        connections.add(self._client.database.changed.connect(self._on_database))

    async def load(self, conversation_id: str) -> UnsentDraft:
        """Return the draft of a conversation that is not shown."""
        if conversation_id in self._held:
            return self._held[conversation_id]
        stored = await self._client.database.read(drafts.get, conversation_id)
        files = await asyncio.to_thread(lambda: tuple(pending_file(one.attachment, one.note) for one in stored.files))
        self._stored_files = (conversation_id, files)
        return UnsentDraft(text=stored.text, long_text=stored.long_text, cursor=stored.cursor, files=files)

    def show(self, conversation_id: str, draft: UnsentDraft, *, private: bool) -> None:
        """Take what is written for the conversation before, and show the draft of another one."""
        self._on_changed()
        early = UnsentDraft() if self._shown else self._composer.draft
        self._composer.end_editing()
        if private:
            self._private.add(conversation_id)
        self._place(conversation_id, draft, early)

    def _place(self, conversation_id: str, draft: UnsentDraft, early: UnsentDraft) -> None:
        self._shown = ""
        self._composer.set_draft(draft.then(early))
        self._shown, self._last = conversation_id, draft if not early.empty else self._composer.draft
        self._on_changed()

    async def attach(self, wanted: str, file: PendingFile) -> None:
        """Add a file to the draft of a conversation, also where another one is shown by now.

        Raises:
            WorldError: there is no room for it.
        """
        draft = self._composer.draft if wanted == self._shown else await self.load(wanted)
        conversation_id = self._adopted.get(wanted, wanted)
        is_shown = conversation_id == self._shown
        draft = self._composer.draft if is_shown else draft
        check_room([one.attachment for one in draft.files], file.attachment)
        if is_shown:
            self._composer.attachments.add([file])
        else:
            self._held[conversation_id] = replace(draft, files=(*draft.files, file))
            self._soon.request()

    async def take_back(self, front: ActiveSession, message_id: str) -> bool:
        """Take a question that has not left back into the draft, the stored one, too; False where it may have left."""
        before = self._shown or self._stopped
        async with self._storing:  # what is stored meanwhile would be older
            taken = await front.voice.withdraw(message_id)
            if taken is None:
                return False
            files = await asyncio.to_thread(lambda: tuple(pending_file(one) for one in taken.files))
            wanted, self._stored_files = self._adopted.get(before, before), ("", ())
            if wanted == self._shown:
                self._composer.put_back(taken.text, files)
            elif wanted in self._held or wanted in self._private:
                question = UnsentDraft(text=taken.text, files=files)
                self._held[wanted] = question.then(self._held.get(wanted, UnsentDraft()))
        return True

    def adopt(self, old: str, new: str) -> None:
        """Follow a conversation to the server's id."""
        self._adopted[old] = new
        if old in self._held:
            self._held[new] = self._held.pop(old)
            self._soon.request()
        if old in self._private:
            self._private.add(new)
        if self._stored_files[0] == old:
            self._stored_files = (new, self._stored_files[1])
        if self._shown == old:
            self._shown = new

    async def store(self) -> None:
        """Store what is not stored yet; what cannot be is held, and tried again with the next change."""
        async with self._storing:
            for conversation_id, draft in list(self._held.items()):
                if conversation_id not in self._private:
                    await self._store(conversation_id, draft)

    async def _store(self, conversation_id: str, draft: UnsentDraft) -> None:
        files = (conversation_id, draft.files)
        kept = ConversationDraft(
            text=draft.text,
            long_text=draft.long_text,
            cursor=draft.cursor,
            files=tuple(DraftFile(attachment=file.attachment, note=file.note) for file in draft.files),
        )
        at, write = self._client.clock.now(), self._client.database.write
        try:
            done = await write(drafts.keep, conversation_id, kept, at, files_too=files != self._stored_files)
        except WorldError as error:
            log.info("a draft waits for the disk", code=error.code)
            return
        if done:
            self._stored_files = files if not draft.empty else (conversation_id, ())
            if self._held.get(conversation_id) is draft:
                del self._held[conversation_id]

    def stop(self) -> None:
        """Take what is written, and leave an empty composer to what comes after a restart."""
        self._on_changed()
        shown, self._shown = self._shown, ""
        if shown:
            self._composer.end_editing()
            self._composer.set_draft(UnsentDraft())
            self._stopped = shown

    async def close(self) -> None:
        """Store the last words after `stop`; what cannot be stored goes back into the composer."""
        await self.store()
        if self._stopped in self._held and self._stopped not in self._private and isValid(self._composer):
            self._composer.set_draft(self._held[self._stopped].then(self._composer.draft))

    def _on_changed(self) -> None:
        draft = self._composer.draft
        if not self._shown or draft == self._last:
            return
        self._last = self._held[self._shown] = draft
        if draft.empty:
            self._scope.spawn("drop draft", self.store())  # at once: what is sent must not come back after a crash
        else:
            self._soon.request()

    def _on_database(self, changes: Changes) -> None:
        """Read drafts again in which something was forgotten."""
        for conversation_id in {change.conversation_id for change in changes if change.subject == "draft"}:
            self._held.pop(conversation_id or "", None)
            if conversation_id == self._shown:
                self._scope.spawn("read draft", self._read_again(self._shown))

    async def _read_again(self, conversation_id: str) -> None:
        draft = await self.load(conversation_id)
        if conversation_id == self._shown:
            self._place(conversation_id, draft, UnsentDraft())


def pending_file(attachment: Attachment, note: str = "") -> PendingFile:
    """Return a stored file with its small picture, as it was attached; without a note, with its size."""
    image = None
    with suppress(PictureError):
        image = read_picture(attachment.data or b"", max_side=THUMBNAIL_SIDE) if attachment.is_image else None
    return PendingFile(attachment=attachment, thumbnail=image, note=note or data_size(attachment.size))
