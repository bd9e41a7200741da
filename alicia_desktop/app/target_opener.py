"""Open what another program asks for: a link to a conversation, a question to be asked, a capture, a conversation file.

A question is put into the message field, behind what is written there, and never sent: who wrote the link is not who
sits here.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

from alicia_desktop.app.active_conversation import ActiveConversation
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.message_draft import utf16_length
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.client import Client
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Connection
from alicia_desktop.ui.conversation.unsent_draft import UnsentDraft
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.open_target import FileTarget, LinkTarget, read_target


class TargetOpener:
    """Open targets in the window, one after the other as they are asked for."""

    def __init__(
        self,
        *,
        client: Client,
        window: MainWindow,
        active: ActiveConversation,
        import_file: Callable[[Path], Awaitable[None]],
        open_capture: Callable[[Path], Awaitable[None]],
    ) -> None:
        self._client = client
        self._window = window
        self._active = active
        self._import_file = import_file
        self._open_capture = open_capture

    async def open(self, given: str) -> None:
        """Open what `given` names.

        Raises:
            WorldError: it is nothing that can be opened, or it is not here.
        """
        target = read_target(given)
        if isinstance(target, FileTarget):
            await (self._open_capture if target.kind == "capture" else self._import_file)(target.path)
        else:
            await self._follow(target)

    async def _follow(self, link: LinkTarget) -> None:
        if link.conversation_id:
            await self._client.database.read(_check_is_here, link.conversation_id)
            await self._active.open(link.conversation_id)
        elif link.new or link.private:
            await self._active.open_new(private=link.private)
        if link.question:
            self._fill_in(link.question)

    def _fill_in(self, question: str) -> None:
        composer = self._window.conversation.dock.composer
        composer.set_draft(composer.draft.then(UnsentDraft(text=question, cursor=utf16_length(question))))
        self._window.begin_writing()
        told = self._window.tr("A link wrote this question. It is sent only if you send it.")
        self._window.show_toast(told, kind="info")


def _check_is_here(conn: Connection, conversation_id: str) -> None:
    record = conversations.get(conn, conversation_id)
    if record is None or record.status == "deleted":
        raise WorldError(sentence=translate("That conversation is no longer here."), code="no_conversation")
