"""What the person thinks of messages and of what hangs under them: votes and notes, through the session's outbox."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from alicia_desktop.app.connections import Wiring
from alicia_desktop.base.clock import Clock
from alicia_desktop.session.message_factory import note, reason_against, vote
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.rows import NoteRow, VoteWish


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
