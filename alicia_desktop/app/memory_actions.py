"""Apply a user's changes to memories, many of them in batches, with undo.

An undo is the opposite request, built from the memory as it was before. It is remembered for as long as the program
runs; a later run can still change a memory, but no longer knows what it was.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.session.message_factory import MemoryRequest
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import text
from alicia_desktop.view.memory_page import MemoryPageView
from alicia_desktop.view.undoable_edits import MemoryEdit, changed_fields, combine_edits

BATCH_SIZE: Final = 250
"""Requests of one transaction: few enough that messages get their turn in between."""
PROGRESS_THRESHOLD: Final = 400
"""Number of requests from which progress is shown."""
MAX_UNDO_ENTRIES: Final = 20

ShowProgress = Callable[[str, int, int], None]
"""Shows (text, done, total)."""


def no_conversation_error() -> WorldError:
    """Return the error of a memory request without an open conversation, through which it would be sent."""
    return WorldError(sentence="Open a conversation first: memories are changed through it.", code="no_conversation")


class MemoryActions:
    """Apply changes to memories one after the other, and remember the last ones for undo."""

    def __init__(self, *, front: Callable[[], Awaitable[ActiveSession | None]], show_progress: ShowProgress) -> None:
        self.undo_changed: Signal[str] = Signal()
        """Text of the change that undo would take back; empty for none."""
        self._front = front
        self._show_progress = show_progress
        self._done: list[MemoryEdit] = []
        self._cancelled = False

    async def apply(self, deed: MemoryEdit) -> MemoryEdit:
        """Apply a change, and return what was done.

        Raises:
            WorldError: no conversation is open, or no server could do this; what was done until then holds.
        """
        return self._remember(await self._apply_all(deed))

    async def apply_to_many(
        self,
        keys: Sequence[int],
        read: Callable[[Sequence[int]], Awaitable[list[MemoryRecord]]],
        make: Callable[[Sequence[MemoryRecord]], MemoryEdit],
    ) -> MemoryEdit:
        """Apply the same change to many memories in batches; return what was done until the end or a `cancel`.

        Raises:
            WorldError: as `apply`; what was done until then can be undone.
        """
        self._cancelled = False
        done: list[MemoryEdit] = []
        try:
            for at in range(0, len(keys), BATCH_SIZE):
                if self._cancelled:
                    break
                if len(keys) >= PROGRESS_THRESHOLD:
                    self._show_progress(f"{at:,} of {len(keys):,} memories", at, len(keys))
                deed = make(await read(keys[at : at + BATCH_SIZE]))
                await self._send(deed.requests)
                done.append(deed)
        finally:
            whole = self._remember(combine_edits(done))
        return replace(whole, text=f"{whole.text}, then stopped") if self._cancelled else whole

    async def undo(self) -> MemoryEdit | None:
        """Undo the last change; return what was done, None if there is nothing to undo."""
        if not self._done:
            return None
        deed = self._done.pop()
        self._emit_undo()
        return await self._apply_all(deed.reversed())

    def cancel(self) -> None:
        """Stop `apply_to_many` after the current batch; what is done can be undone."""
        self._cancelled = True

    async def _apply_all(self, deed: MemoryEdit) -> MemoryEdit:
        """Apply all of it without cancelling: half of an undo would help nobody."""
        total = len(deed.requests)
        for at in range(0, total, BATCH_SIZE):
            if total >= PROGRESS_THRESHOLD:
                self._show_progress(deed.text, at, total)
            await self._send(deed.requests[at : at + BATCH_SIZE])
        return deed

    async def _send(self, wishes: Sequence[MemoryRequest]) -> None:
        if not wishes:
            return
        front = await self._front()
        if front is None:
            raise no_conversation_error()
        await front.session.enqueue_memory_requests(wishes)

    def _remember(self, done: MemoryEdit) -> MemoryEdit:
        if done.undo:
            self._done = [*self._done, done][-MAX_UNDO_ENTRIES:]
            self._emit_undo()
        return done

    def _emit_undo(self) -> None:
        self.undo_changed.emit(self._done[-1].text if self._done else "")


def undo_request(wish: MemoryRequest, before: MemoryPageView) -> MemoryRequest | None:
    """Return the request that undoes `wish` on a memory that was as `before`; None if nothing can."""
    memory_id = wish.memory_id
    if wish.memory.get("forget"):
        return None
    match wish.action:
        case "update":
            back = {
                name: value for name, value in _previous_values(before).items() if name in changed_fields(wish.memory)
            }
            return MemoryRequest(memory_id=memory_id, action="update", memory=back) if back else None
        case "pin":
            return MemoryRequest(memory_id=memory_id, action="pin", memory={"pinned": before.pinned})
        case "archive":
            return MemoryRequest(memory_id=memory_id, action="update", memory={"archived": before.archived})
        case "delete":
            return MemoryRequest(memory_id=memory_id, action="create")
        case "create":
            return MemoryRequest(memory_id=memory_id, action="delete") if before.state == "deleted" else None


def _previous_values(page: MemoryPageView) -> dict[str, Any]:
    return {
        "content": page.content,
        "category": page.category_id or None,
        "tags": list(page.tags),
        "importance": page.importance,
        "userRating": page.rating or None,
        "archived": page.archived,
    }


async def confirm_forget(content: str, *, theme: Theme, parent: QWidget) -> bool:
    """Ask over `parent` before a memory with this content is forgotten for good."""
    question = dialogs.confirm(
        _tr("Forget this memory?"),
        _tr(
            "“{content}” and its earlier versions will be removed from traces, history, search and journal, "
            "here and on the server. This can’t be undone."
        ).format(content=text.one_line(content, 200)),
        action=_tr("Forget"),
        theme=theme,
        parent=parent,
        danger=True,
    )
    return await dialogs.answer(question)


def _tr(words: str) -> str:
    return QCoreApplication.translate("MemoryActions", words)
