"""What users do with messages: send, edit, stop, regenerate, continue, retry; vote and note."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from alicia_desktop.app.drafts_controller import DraftsController
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.library import Library
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.message_factory import (
    continuation,
    negative_feedback,
    note,
    regeneration,
    vote,
)
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.accounts import NO_ATTACHMENTS
from alicia_desktop.ui.conversation.unsent_draft import PendingFile
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.conversation import ConversationView
from alicia_desktop.view.rows import MessageRow, NoteRow, VoteWish

NEW_ANSWER_SECONDS: Final = 10.0
"""How long a deployed server gets for another answer, before a new question is offered instead."""
UNSENT_STATES: Final = frozenset({"queued", "sending", "failed"})
"""States in which the server may not have a message yet: an edit then replaces its text and asks nothing anew."""


class MessageActions:
    """Send and edit messages; each method raises `WorldError` if it cannot, and the text stays in the composer."""

    def __init__(
        self,
        *,
        library: Library,
        rows: ConversationView,
        window: MainWindow,
        drafts: DraftsController,
        clock: Clock,
        run_action: RunAction,
        active_session: Callable[[], Awaitable[ActiveSession | None]],
        is_shown: Callable[[str], bool],
        stop_reading: Callable[[], bool],
    ) -> None:
        """Connect nothing yet.

        Args:
            active_session: Returns session and voice of the active conversation.
            is_shown: Returns whether a conversation is the active one.
            stop_reading: Stops reading aloud, and returns whether something was being read.
        """
        self._library = library
        self._conversation = rows
        self._window = window
        self._drafts = drafts
        self.clock = clock
        self._run_action = run_action
        self._active_session = active_session
        self._is_shown = is_shown
        self._stop_reading = stop_reading

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's signals to the actions."""
        window, connect, run = self._window, connections.add_qt, self._run_action
        files = window.conversation.dock.composer.attachments
        connect(window.send_requested, lambda text: run("send", self.send(text, files.take())))
        connect(window.stop_requested, lambda: run("stop", self.stop()))
        connect(window.regenerate_requested, lambda answer: run("regenerate", self.regenerate(answer)))
        connect(window.continue_requested, lambda answer: run("continue", self.continue_answer(answer)))
        connect(window.edit_sent, lambda message, text: run("edit", self.edit(message, text)))
        connect(window.branch_requested, lambda message: run("branch", self._conversation.reveal(message)))
        connect(window.retry_requested, lambda message: run("retry", self.retry(message)))

    async def send(self, text: str, files: Sequence[PendingFile] = ()) -> None:
        """Send a question after the last message; without a session, put it back into the composer."""
        await self._conversation.show_newest_branch()
        self._window.conversation.messages.scroll_to_end()
        active = await self._active_session()
        if files and active is not None:
            conversation_id = active.session.state.conversation_id
            if not await self._library.takes_attachments(conversation_id):
                self._put_back(text, files)
                raise WorldError(sentence=NO_ATTACHMENTS, code="no_attachments")
        await self._send_question(active, text, files=files)

    def _put_back(self, text: str, files: Sequence[PendingFile] = ()) -> None:
        self._window.conversation.dock.composer.put_back(text, files)

    async def edit(self, message_id: str, text: str) -> None:
        """Send an edited question as a new branch; a deployed server gets it as a new question."""
        active, row = await self._active_session(), self._conversation.rows.get(message_id)
        if active is None or row is None:
            self._put_back(text)
        elif row.state in UNSENT_STATES and await self._library.edit_unsent(message_id, text):
            active.session.flush_outbox()
        elif active.session.state.profile == "deployed":
            await self.send(text)
            self._window.show_toast(self._window.tr("This server can’t edit questions. Sent as a new one"))
        else:
            await self._send_question(active, text, edits=message_id)

    async def _send_question(
        self, active: ActiveSession | None, text: str, *, edits: str = "", files: Sequence[PendingFile] = ()
    ) -> None:
        """Send a question with its files; one that is edited keeps those that it had."""
        if active is None:
            self._put_back(text, files)
            return
        carried = [file.attachment for file in files]
        try:
            if edits:
                carried = await self._library.attachments_of(edits)
            message_id = await active.session.send_message(
                text, speak=active.voice.state.open, edits=edits, attachments=carried
            )
        except WorldError:
            self._put_back(text, files)
            raise
        await self.set_default_title(message_id, text or next((file.name for file in carried), ""))

    async def set_default_title(self, message_id: str, text: str) -> None:
        """Title the conversation of a message after its text, unless it has a title."""
        titled = await self._library.set_default_title(message_id, text)
        if titled is not None and self._is_shown(titled.id):
            self._window.set_header(titled.title)

    def on_journaled(self, journaled: JournaledStanza) -> None:
        """Title a conversation after a spoken message, as after a written one."""
        stanza = journaled.inbound
        if not isinstance(stanza, Stanza) or not isinstance(stanza.body, UserMessage):
            return
        if not journaled.outbound or stanza.meta.get("source") == "microphone":
            self._run_action("title", self.set_default_title(stanza.body.id, stanza.body.content))

    async def stop(self) -> None:
        """Stop reading aloud, else take back the question that waits to be sent, else stop the answer."""
        if self._stop_reading():
            return
        unsent = self._window.conversation.unsent
        active = await self._active_session()
        if active is None or (unsent is not None and self._conversation.rows.get(unsent.id) is None):
            return  # another conversation is shown by now
        if unsent is None:
            await active.voice.stop()
            return
        if not await self._drafts.take_back(active, unsent.id):
            await active.voice.stop(question=unsent.id)
            return
        self._window.begin_writing()
        self._window.show_toast(self._window.tr("Not sent"))

    async def regenerate(self, answer_id: str) -> None:
        """Ask the server for another answer."""
        active = await self._active_session()
        if active is not None:
            conversation_id = active.session.state.conversation_id
            await active.session.enqueue(regeneration(answer_id, conversation_id=conversation_id))
            if active.session.state.profile == "deployed":
                self._run_action("look for another answer", self.offer_new_question(answer_id))

    async def offer_new_question(self, answer_id: str) -> None:
        """Offer to send the question again if a server removes an answer and sends no other.

        See docs/protocol.md#variations-there.
        """
        answer = self._conversation.rows.get(answer_id)
        asked = self._conversation.rows.get(answer.previous_id or "") if answer is not None else None
        await self.clock.sleep(NEW_ANSWER_SECONDS)
        rows = self._conversation.rows
        if asked is None or rows.get(asked.id) is None:  # another conversation is shown by now
            return
        if any(row.previous_id == asked.id and row.id != answer_id for row in rows):
            return
        self._window.show_toast(
            self._window.tr("No new answer received"),
            self._window.tr("Ask as a new question"),
            act=lambda: self._run_action("send", self._send_again(asked)),
        )

    async def _send_again(self, asked: MessageRow) -> None:
        if self._conversation.rows.get(asked.id) is not None:
            await self.send(asked.text)

    async def continue_answer(self, answer_id: str) -> None:
        """Ask for the rest of a stopped answer; a deployed server is asked by a new question."""
        active = await self._active_session()
        if active is None:
            return
        if active.session.state.profile == "deployed":
            await self.send(self._window.tr("Please continue."))
        else:
            conversation_id = active.session.state.conversation_id
            await active.session.enqueue(continuation(answer_id, conversation_id=conversation_id))

    async def retry(self, message_id: str) -> None:
        """Ask for an answer again, or send a failed question again."""
        active, row = await self._active_session(), self._conversation.rows.get(message_id)
        asked = self._conversation.rows.get(row.previous_id or "") if row is not None and row.awaits_other else None
        is_unanswered = row is not None and row.role == "user" and row.incomplete and row.state != "failed"
        asked = row if is_unanswered else asked
        if active is not None and active.session.state.profile == "deployed" and asked is not None:
            await self.send(asked.text)  # it removed the answer and will send no other, or answers no question again
        elif row is not None and (row.role == "assistant" or is_unanswered):
            await self.regenerate(message_id)
        elif active is not None:
            await self._library.retry_failed(active)


class FeedbackActions:
    """Send votes and notes through the outbox; each method raises `WorldError` if they cannot be stored."""

    def __init__(
        self,
        *,
        window: MainWindow,
        clock: Clock,
        run_action: RunAction,
        active_session: Callable[[], Awaitable[ActiveSession | None]],
    ) -> None:
        """`active_session` returns session and voice of the active conversation."""
        self._window = window
        self._clock = clock
        self._run_action = run_action
        self._active_session = active_session

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's signals to the actions."""
        window, connect, run = self._window, connections.add_qt, self._run_action
        connect(window.vote_requested, lambda wish: run("vote", self.vote(wish)))
        connect(window.reason_written, lambda message, text: run("why", self.send_reason(message, text)))
        connect(window.note_written, lambda message, text: run("note", self.send_note(message, text)))
        connect(window.note_changed, lambda row, text: run("note", self.send_note(row.message_id, text, row.id)))
        connect(window.note_delete_requested, lambda row: run("note", self.delete_note(row)))

    async def vote(self, wish: VoteWish) -> None:
        """Send a vote, or withdraw it."""
        active = await self._active_session()
        if active is not None:
            body = vote(
                wish.value,
                target_type=wish.target_type,
                target_id=wish.target_id,
                message_id=wish.message_id,
                conversation_id=active.session.state.conversation_id,
                at=self._clock.now(),
            )
            await active.session.enqueue(body)

    async def send_reason(self, message_id: str, text: str) -> None:
        """Send the reason for a vote against an answer."""
        active = await self._active_session()
        if active is not None:
            conversation_id = active.session.state.conversation_id
            at = self._clock.now()
            await active.session.enqueue(
                negative_feedback(text, message_id=message_id, conversation_id=conversation_id, at=at)
            )

    async def send_note(self, message_id: str, text: str, note_id: str = "") -> None:
        """Send a note on a message; with `note_id`, the new text of that note."""
        active = await self._active_session()
        if active is not None:
            await active.session.enqueue(note(text, message_id=message_id, note_id=note_id, at=self._clock.now()))

    async def delete_note(self, row: NoteRow) -> None:
        """Delete a note; undo sends it as a new one."""
        await self.send_note(row.message_id, "", row.id)
        self._window.show_toast(
            self._window.tr("Note deleted"),
            self._window.tr("Undo"),
            act=lambda: self._run_action("note", self.send_note(row.message_id, row.text)),
        )
