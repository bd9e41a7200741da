"""Keep what is written in the composer and not sent, of each conversation by itself.

It survives a change of conversation and a restart: what is shown is in the composer, and what changed is stored within
`DRAFT_SECONDS`. Drafts of private conversations are held in memory alone.
"""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Final

from shiboken6 import isValid

from alicia_desktop.app.attachments.attachment_reader import THUMBNAIL_SIDE, check_room
from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.compose.client import Client
from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import drafts
from alicia_desktop.store.conversations.drafts import ConversationDraft, DraftFile
from alicia_desktop.ui.conversation.unsent_draft import PendingFile, UnsentDraft
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.untrusted.pictures import PictureError, read_picture
from alicia_desktop.view.text import data_size

DRAFT_SECONDS: Final = 1.0
"""Most that is lost of a draft by a crash."""
log = get_logger(__name__)


class DraftsController:
    """Keep the draft of each conversation; see the top of this module."""

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

    async def take_back(self, active: ActiveSession, message_id: str) -> bool:
        """Take a question that has not left back into the draft, the stored one, too; False where it may have left."""
        before = self._shown or self._stopped
        async with self._storing:  # what is stored meanwhile would be older
            taken = await active.voice.withdraw(message_id)
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
