"""What the person says in the conversation that is shown, and what they ask of an answer: send, stop, again."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from alicia_desktop.app.connections import Wiring
from alicia_desktop.app.library import Library
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.message_factory import (
    continuation,
    note,
    reason_against,
    regeneration,
    vote,
)
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.conversation import ConversationView
from alicia_desktop.view.rows import MessageRow, NoteRow, VoteWish

ANEW_SECONDS: Final = 10.0
"""How long a deployed server is waited for, once another answer was asked for."""
WAITING: Final = frozenset({"queued", "sending", "failed"})
"""States in which the server is not known to have a message: other words take the place of its own."""


class Writing:
    """Each raises `WorldError` where the world refuses; nothing of what was written is lost then."""

    def __init__(
        self,
        *,
        library: Library,
        rows: ConversationView,
        window: MainWindow,
        clock: Clock,
        do: Callable[[str, Coroutine[Any, Any, object]], None],
        front: Callable[[], Awaitable[ActiveSession | None]],
        is_shown: Callable[[str], bool],
        hush: Callable[[], bool],
    ) -> None:
        """Take `do`, which carries out work under a name, `front`: what is live of the conversation shown, and `hush`.

        That ends what is being read aloud, and says whether there was something to end.
        """
        self._library = library
        self._conversation = rows
        self._window = window
        self._clock = clock
        self._do = do
        self._front = front
        self._is_shown = is_shown
        self._hush = hush

    def connect(self, wiring: Wiring) -> None:
        """Do from now on what the window asks for."""
        window, wire = self._window, wiring.qt
        wire(window.send_requested, lambda text: self._do("send", self.send(text)))
        wire(window.stop_requested, lambda: self._do("stop", self.stop()))
        wire(window.regenerate_requested, lambda answer: self._do("regenerate", self.regenerate(answer)))
        wire(window.continue_requested, lambda answer: self._do("continue", self.go_on(answer)))
        wire(window.edit_sent, lambda message, text: self._do("edit", self.edit(message, text)))
        wire(window.branch_requested, lambda message: self._do("branch", self._conversation.reveal(message)))
        wire(window.retry_requested, lambda message: self._do("retry", self.retry(message)))

    async def send(self, text: str) -> None:
        """Say this after what was said last, and show it; where nothing is live, it goes back into the composer."""
        await self._conversation.show_newest_branch()
        self._window.conversation.messages.scroll_to_end()
        front = await self._front()
        await self._ask(front, text)

    async def edit(self, message_id: str, text: str) -> None:
        """Ask this in place of an earlier question; a server that cannot do that is asked anew."""
        front, row = await self._front(), self._conversation.rows.get(message_id)
        if front is None or row is None:
            self._window.set_draft(text)
        elif row.state in WAITING and await self._library.rewrite(message_id, text):
            front.session.flush_outbox()
        elif front.session.state.profile == "deployed":
            await self.send(text)
            self._window.show_toast(self._window.tr("This server cannot change a question: it was asked as a new one"))
        else:
            await self._ask(front, text, edits=message_id)

    async def _ask(self, front: ActiveSession | None, text: str, *, edits: str = "") -> None:
        if front is None:
            self._window.set_draft(text)
            return
        try:
            message_id = await front.session.send_message(text, speak=front.voice.state.open, edits=edits)
        except WorldError:
            self._window.set_draft(text)
            raise
        await self.entitle(message_id, text)

    async def entitle(self, message_id: str, text: str) -> None:
        """Name the conversation of a message after it, unless it has a name."""
        titled = await self._library.entitle(message_id, text)
        if titled is not None and self._is_shown(titled.id):
            self._window.set_header(titled.title)

    def on_journaled(self, journaled: JournaledStanza) -> None:
        """What was said aloud names a conversation as what was written does."""
        stanza = journaled.inbound
        if not isinstance(stanza, Stanza) or not isinstance(stanza.body, UserMessage):
            return
        if not journaled.outbound or stanza.meta.get("source") == "microphone":
            self._do("title", self.entitle(stanza.body.id, stanza.body.content))

    async def stop(self) -> None:
        """Stop what is read aloud, else what is thought, written or spoken."""
        if self._hush():
            return
        front = await self._front()
        if front is not None:
            await front.voice.stop()

    async def regenerate(self, answer_id: str) -> None:
        """Ask for another answer."""
        front = await self._front()
        if front is not None:
            conversation_id = front.session.state.conversation_id
            await front.session.enqueue(regeneration(answer_id, conversation_id=conversation_id))
            if front.session.state.profile == "deployed":
                self._do("look for another answer", self._offer_anew(answer_id))

    async def _offer_anew(self, answer_id: str) -> None:
        """Offer to ask again where a server takes an answer away and gives no other.

        See docs/protocol.md#variations-there.
        """
        answer = self._conversation.rows.get(answer_id)
        asked = self._conversation.rows.get(answer.previous_id or "") if answer is not None else None
        await self._clock.sleep(ANEW_SECONDS)
        rows = self._conversation.rows
        if asked is None or rows.get(asked.id) is None:  # another conversation is shown by now
            return
        if any(row.previous_id == asked.id and row.id != answer_id for row in rows):
            return
        self._window.show_toast(
            self._window.tr("No other answer came"),
            self._window.tr("Ask as a new question"),
            act=lambda: self._do("send", self._ask_anew(asked)),
        )

    async def _ask_anew(self, asked: MessageRow) -> None:
        if self._conversation.rows.get(asked.id) is not None:
            await self.send(asked.text)

    async def go_on(self, answer_id: str) -> None:
        """Ask for the rest of a stopped answer; where the server cannot, by a new question."""
        front = await self._front()
        if front is None:
            return
        if front.session.state.profile == "deployed":
            await self.send(self._window.tr("Please go on."))
        else:
            conversation_id = front.session.state.conversation_id
            await front.session.enqueue(continuation(answer_id, conversation_id=conversation_id))

    async def retry(self, message_id: str) -> None:
        """Ask for an answer again, or send again what was refused."""
        front, row = await self._front(), self._conversation.rows.get(message_id)
        asked = self._conversation.rows.get(row.previous_id or "") if row is not None and row.awaits_other else None
        if front is not None and front.session.state.profile == "deployed" and asked is not None:
            await self.send(asked.text)  # it took the answer away and will give no other
        elif row is not None and row.role == "assistant":
            await self.regenerate(message_id)
        elif front is not None:
            await self._library.retry(front)


class Opining:
    """Each raises `WorldError` where the disk refuses; offline, all of it waits."""

    def __init__(
        self,
        *,
        window: MainWindow,
        clock: Clock,
        do: Callable[[str, Coroutine[Any, Any, object]], None],
        front: Callable[[], Awaitable[ActiveSession | None]],
    ) -> None:
        """Take `do`, which carries out work under a name, and `front`: what is live of the conversation shown."""
        self._window = window
        self._clock = clock
        self._do = do
        self._front = front

    def connect(self, wiring: Wiring) -> None:
        """Do from now on what the window asks for."""
        window, wire = self._window, wiring.qt
        wire(window.vote_requested, lambda wish: self._do("vote", self.vote(wish)))
        wire(window.reason_written, lambda message, text: self._do("why", self.say_why(message, text)))
        wire(window.note_written, lambda message, text: self._do("note", self.write(message, text)))
        wire(window.note_changed, lambda row, text: self._do("note", self.write(row.message_id, text, row.id)))
        wire(window.note_delete_requested, lambda row: self._do("note", self.delete(row)))

    async def vote(self, wish: VoteWish) -> None:
        """Keep a vote, or take it back."""
        front = await self._front()
        if front is not None:
            body = vote(
                wish.value,
                target_type=wish.target_type,
                target_id=wish.target_id,
                message_id=wish.message_id,
                conversation_id=front.session.state.conversation_id,
                at=self._clock.now(),
            )
            await front.session.enqueue(body)

    async def say_why(self, message_id: str, text: str) -> None:
        """Keep why an answer was not helpful."""
        front = await self._front()
        if front is not None:
            conversation_id = front.session.state.conversation_id
            at = self._clock.now()
            await front.session.enqueue(
                reason_against(text, message_id=message_id, conversation_id=conversation_id, at=at)
            )

    async def write(self, message_id: str, text: str, note_id: str = "") -> None:
        """Keep a new note on a message, or other words for one."""
        front = await self._front()
        if front is not None:
            await front.session.enqueue(note(text, message_id=message_id, note_id=note_id, at=self._clock.now()))

    async def delete(self, row: NoteRow) -> None:
        """Delete a note; it can be brought back as a new one."""
        await self.write(row.message_id, "", row.id)
        self._window.show_toast(
            self._window.tr("Note deleted"),
            self._window.tr("Undo"),
            act=lambda: self._do("note", self.write(row.message_id, row.text)),
        )
