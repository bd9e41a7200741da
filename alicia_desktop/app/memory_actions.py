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

TOGETHER: Final = 250
"""Wishes of one transaction: small enough that messages get their turn in between."""
LONG: Final = 400
"""Wishes from which a deed shows how far it is."""
MAX_UNDO_ENTRIES: Final = 20

Progress = Callable[[str, int, int], None]
"""Words, done, total."""


def not_open() -> WorldError:
    """Return what is wrong when a memory is to be changed and there is no conversation to say so in."""
    return WorldError(sentence="No conversation is open in which this could be told.", code="no_conversation")


class Deeds:
    """Does deeds one after the other, and remembers the last ones for as long as the window's program runs."""

    def __init__(self, *, front: Callable[[], Awaitable[ActiveSession | None]], progress: Progress) -> None:
        self.undo_changed: Signal[str] = Signal()
        """What would be undone next; empty for nothing."""
        self._front = front
        self._progress = progress
        self._done: list[MemoryEdit] = []
        self._cancelled = False

    async def do(self, deed: MemoryEdit) -> MemoryEdit:
        """Carry it out, and return what was done.

        Raises:
            WorldError: no conversation is open, or a wish could be done by no server; what was done until then holds.
        """
        return self._kept(await self._carry_out(deed))

    async def do_to_many(
        self,
        keys: Sequence[int],
        read: Callable[[Sequence[int]], Awaitable[list[MemoryRecord]]],
        make: Callable[[Sequence[MemoryRecord]], MemoryEdit],
    ) -> MemoryEdit:
        """Do the same to each, reading them piece by piece, and return what was done until the end or a `cancel`.

        Raises:
            WorldError: as `do`; what was done until then can be undone.
        """
        self._cancelled = False
        done: list[MemoryEdit] = []
        try:
            for at in range(0, len(keys), TOGETHER):
                if self._cancelled:
                    break
                if len(keys) >= LONG:
                    self._progress(f"{at:,} of {len(keys):,} memories", at, len(keys))
                deed = make(await read(keys[at : at + TOGETHER]))
                await self._act(deed.requests)
                done.append(deed)
        finally:
            whole = self._kept(combine_edits(done))
        return replace(whole, text=f"{whole.text}, then stopped") if self._cancelled else whole

    async def undo(self) -> MemoryEdit | None:
        """Take the last deed back; returns what was done for that, None when there is nothing to undo."""
        if not self._done:
            return None
        deed = self._done.pop()
        self._tell()
        return await self._carry_out(deed.reversed())

    def cancel(self) -> None:
        """Stop after the piece of `do_to_many` that is being done; what is done can be undone."""
        self._cancelled = True

    async def _carry_out(self, deed: MemoryEdit) -> MemoryEdit:
        """Do all of it: half of an undo would help nobody."""
        total = len(deed.requests)
        for at in range(0, total, TOGETHER):
            if total >= LONG:
                self._progress(deed.text, at, total)
            await self._act(deed.requests[at : at + TOGETHER])
        return deed

    async def _act(self, wishes: Sequence[MemoryRequest]) -> None:
        if not wishes:
            return
        front = await self._front()
        if front is None:
            raise not_open()
        await front.session.enqueue_memory_requests(wishes)

    def _kept(self, done: MemoryEdit) -> MemoryEdit:
        if done.undo:
            self._done = [*self._done, done][-MAX_UNDO_ENTRIES:]
            self._tell()
        return done

    def _tell(self) -> None:
        self.undo_changed.emit(self._done[-1].text if self._done else "")


def opposite(wish: MemoryRequest, before: MemoryPageView) -> MemoryRequest | None:
    """Return what undoes `wish` on a memory that was as `before`; None where nothing can."""
    memory_id = wish.memory_id
    if wish.memory.get("forget"):
        return None
    match wish.action:
        case "update":
            back = {name: value for name, value in _was(before).items() if name in changed_fields(wish.memory)}
            return MemoryRequest(memory_id=memory_id, action="update", memory=back) if back else None
        case "pin":
            return MemoryRequest(memory_id=memory_id, action="pin", memory={"pinned": before.pinned})
        case "archive":
            return MemoryRequest(memory_id=memory_id, action="update", memory={"archived": before.archived})
        case "delete":
            return MemoryRequest(memory_id=memory_id, action="create")
        case "create":
            return MemoryRequest(memory_id=memory_id, action="delete") if before.state == "deleted" else None


def _was(page: MemoryPageView) -> dict[str, Any]:
    return {
        "content": page.content,
        "category": page.category_id or None,
        "tags": list(page.tags),
        "importance": page.importance,
        "userRating": page.rating or None,
        "archived": page.archived,
    }


async def is_to_be_forgotten(content: str, *, theme: Theme, parent: QWidget) -> bool:
    """Ask whether a memory that says this is to be forgotten, over `parent`."""
    question = dialogs.confirm(
        _forget_tr("Forget this memory?"),
        _forget_tr(
            "“{content}” is removed with all that it said before, from traces, history, search and journal, "
            "here and on the server. This cannot be undone."
        ).format(content=text.one_line(content, 200)),
        action=_forget_tr("Forget"),
        theme=theme,
        parent=parent,
        danger=True,
    )
    return await dialogs.answer(question)


def _forget_tr(words: str) -> str:
    return QCoreApplication.translate("Forgetting", words)
