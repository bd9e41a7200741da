"""Pages of the memories window beside its list: one memory in detail, with changes and their undo, and the context.

An undo is the opposite request, built from the memory as it was before. It is remembered for as long as the program
runs; a later run can still change a memory, but no longer knows what it was.

The context of a conversation comes from the server. Each part of it is requested by itself, so that a server which
lacks one of them still shows the others; the page names what is missing.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from alicia_desktop.app.signal_connections import RunAction
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.compose.client import Client
from alicia_desktop.session.message_factory import ActionName, MemoryRequest
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import SHOWN_UNTITLED, MemoryRecord
from alicia_desktop.ui.inspector.memory.memory_page import MemoryPageWidget
from alicia_desktop.ui.memories.context_page import ContextPage
from alicia_desktop.ui.memories.dialogs import confirm_forget
from alicia_desktop.ui.memories.list_page import ListPage
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import text, undoable_edits
from alicia_desktop.view.context_window import ContextView, SummariesView, context_view, summaries_view
from alicia_desktop.view.memories_rows import FilterChoice
from alicia_desktop.view.memory_page import MemoryPageView, read_page
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.undoable_edits import MemoryEdit, combine_edits, no_conversation_error

if TYPE_CHECKING:
    from alicia_desktop.api.memories import ContextApi

BATCH_SIZE: Final = 250
"""Requests of one transaction: few enough that messages get their turn in between."""
PROGRESS_THRESHOLD: Final = 400
"""Number of requests from which progress is shown."""
MAX_UNDO_ENTRIES: Final = 20

ShowProgress = Callable[[str, int, int], None]
"""Shows (text, done, total)."""


class MemoryActions:
    """Apply changes to memories one after the other, and remember the last ones for undo."""

    def __init__(
        self, *, active_session: Callable[[], Awaitable[ActiveSession | None]], show_progress: ShowProgress
    ) -> None:
        self.undo_changed: Signal[str] = Signal()
        """Text of the change that undo would take back; empty for none."""
        self._active_session = active_session
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
                    self._show_progress(
                        translate("{done} of {total} memories").format(
                            done=format_number(at), total=format_number(len(keys))
                        ),
                        at,
                        len(keys),
                    )
                deed = make(await read(keys[at : at + BATCH_SIZE]))
                await self._send(deed.requests)
                done.append(deed)
        finally:
            whole = self._remember(combine_edits(done))
        return (
            replace(whole, text=translate("{text}, then stopped").format(text=whole.text)) if self._cancelled else whole
        )

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
        active = await self._active_session()
        if active is None:
            raise no_conversation_error()
        await active.session.enqueue_memory_requests(wishes)

    def _remember(self, done: MemoryEdit) -> MemoryEdit:
        if done.undo:
            self._done = [*self._done, done][-MAX_UNDO_ENTRIES:]
            self._emit_undo()
        return done

    def _emit_undo(self) -> None:
        self.undo_changed.emit(self._done[-1].text if self._done else "")


T = TypeVar("T")
UNSUPPORTED_CODES: Final = frozenset({"not_found", "not_supported"})
"""Error codes of a server that does not know a call."""
MAX_TITLE_CHARACTERS: Final = 48
DETAIL_REFRESH_SECONDS: Final = 0.2


class ContextPageController:
    """Load the context of a conversation's next answer from the server, and edit its pins and summaries."""

    def __init__(self, *, client: Client, page: ContextPage) -> None:
        self._client = client
        self._page = page
        self._requests = 0
        """Number of requests begun; only the result of the last one is shown."""

    async def open(self) -> None:
        """List the conversations and load the context of the active one."""
        found = await self._client.database.read(conversations.listed, account=self._client.account)
        active = self._client.sessions.active
        current = active.session.state.conversation_id if active is not None else ""
        choices = [
            FilterChoice(value=record.id, label=text.one_line(record.title, MAX_TITLE_CHARACTERS) or SHOWN_UNTITLED)
            for record in found
        ]
        self._page.set_conversations(choices, current)
        if choices:
            self._page.request_context()
        else:
            self._page.show_message(
                translate("No conversation yet"), translate("Start one to see the context of its next answer.")
            )

    async def show(self, conversation_id: str, question: str) -> None:
        """Show the context that an answer to `question` would get, and the conversation's pins and summaries."""
        self._requests += 1
        request = self._requests
        if conversation_id.startswith(LOCAL):
            self._page.show_message(
                translate("Not on the server yet"),
                translate("Send a message first: only the server knows the context."),
            )
            return
        try:
            context, kept, missing = await self._request(conversation_id, question)
        except WorldError as error:
            if request == self._requests:
                self._page.show_message(translate("Couldn’t load the context"), error.sentence)
            return
        if request == self._requests:
            self._page.set_context(context, kept, missing)

    async def remove_pin(self, conversation_id: str, pin_id: str) -> None:
        """Remove a pin from a conversation.

        Raises:
            WorldError: the server cannot be reached or refuses.
        """
        async with self._changing() as api:
            await api.delete_pin(conversation_id, pin_id)

    async def add_pin(self, conversation_id: str, content: str) -> None:
        """Add a pin to a conversation.

        Raises:
            WorldError: the server cannot be reached or refuses.
        """
        async with self._changing() as api:
            await api.add_pin(conversation_id, content)

    async def remove_summary(self, conversation_id: str, summary_id: str) -> None:
        """Delete a summary of a conversation.

        Raises:
            WorldError: the server cannot be reached or refuses.
        """
        async with self._changing() as api:
            await api.delete_summary(conversation_id, summary_id)

    @asynccontextmanager
    async def _changing(self) -> "AsyncIterator[ContextApi]":
        """Change what the server has of a conversation; the page shows its context anew afterwards."""
        async with await self._api() as api:
            yield api
        self._page.request_context()

    async def _request(
        self, conversation_id: str, question: str
    ) -> tuple[ContextView | None, SummariesView | None, list[str]]:
        missing: list[str] = []
        async with await self._api() as api:
            context = await _optional(
                api.next_context(conversation_id, question), translate("The context window"), missing
            )
            stats = await _optional(api.stats(conversation_id), translate("Statistics"), missing)
            summaries = await _optional(api.summaries(conversation_id), translate("Summaries"), missing)
            pins = await _optional(api.pins(conversation_id), translate("Pins"), missing)
        nothing = stats is None and summaries is None and pins is None
        kept = None if nothing else summaries_view(stats, summaries or (), pins or ())
        return context_view(context) if context is not None else None, kept, missing

    async def _api(self) -> "ContextApi":
        from alicia_desktop.api.memories import ContextApi  # noqa: PLC0415 - HTTP, when it is first asked for something

        place = await self._client.server.place()
        return ContextApi(
            url=place.address,
            user_id=self._client.settings.server.user,
            token=place.token,
            certificate=place.certificate,
        )


async def _optional(call: Awaitable[T], what: str, missing: list[str]) -> T | None:
    """Return the result of a call; None if the server lacks it, which is then added to `missing`."""
    try:
        return await call
    except WorldError as error:
        if error.code not in UNSUPPORTED_CODES:
            raise
        missing.append(translate("{part}: not sent by this server.").format(part=what))
        return None


class MemoryDetailController:
    """Show one memory beside the list, read it again when it changes, and apply its actions."""

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        scope: Scope,
        theme: Theme,
        list_page: ListPage,
        actions: MemoryActions,
        run_action: RunAction,
        report: Callable[[MemoryEdit], None],
    ) -> None:
        """`list_page` shows the memory; `report` shows what was done."""
        self.jump_requested: Signal[tuple[str, str]] = Signal()
        """(conversation id, message id) to show in the main window."""
        self._database, self._clock, self._theme = database, clock, theme
        self._list_page, self._actions, self._run_action, self._report = list_page, actions, run_action, report
        self._shown = ""
        self._reading = Throttle("memory page", self._read, scope=scope, clock=clock, pause=DETAIL_REFRESH_SECONDS)

    def show(self, memory_id: str) -> None:
        """Show a memory."""
        self._shown = memory_id
        self._reading.request()

    def refresh(self) -> None:
        """Read the memory that is shown again: it may have changed."""
        if self._shown:
            self._reading.request()

    def clear(self) -> None:
        """Stop showing a memory."""
        self._shown = ""

    async def _read(self) -> None:
        """Read and show the memory, unless its form is being edited."""
        wanted, shown = self._shown, self._list_page.memory_shown
        if not wanted:
            return
        page = await self._database.read(read_page, wanted, "", self._clock.now(), frozenset[int]())
        if (
            isinstance(shown, MemoryPageWidget)
            and shown.page.id == wanted
            and (shown.form is not None or shown.page == page)
        ):
            return
        if wanted == self._shown:
            self._list_page.show_memory(self._widget(page))

    def _widget(self, page: MemoryPageView) -> MemoryPageWidget:
        widget = MemoryPageWidget(page, theme=self._theme)
        widget.action_requested.connect(lambda *act: self._run_action("memory", self._act(*act)))
        widget.forget_requested.connect(lambda memory: self._run_action("forget", self._forget(memory)))
        widget.override_requested.connect(lambda act: self._run_action("insist", self._insist(page, act)))
        widget.page_requested.connect(self.show)
        widget.link_requested.connect(lambda where, message: self.jump_requested.emit((where, message)))
        return widget

    async def _act(self, memory_id: str, action: ActionName, values: dict[str, Any]) -> None:
        record = await self._database.read(memories.get_memory, memory_id)
        if record is not None:
            self._report(await self._actions.apply(undoable_edits.act(record, action, values)))

    async def _insist(self, page: MemoryPageView, act_id: str) -> None:
        refused = next((act for act in page.actions if act.id == act_id), None)
        if refused is not None:
            await self._act(page.id, "update", {"content": refused.mine})

    async def _forget(self, memory_id: str) -> None:
        record = await self._database.read(memories.get_memory, memory_id)
        if record is None:
            return
        if await confirm_forget(memory_text(record.content), theme=self._theme, parent=self._list_page.window()):
            await self._act(memory_id, "delete", {"forget": True})
