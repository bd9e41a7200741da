"""The memories' window with what is behind it: the list, a memory in full, what is done to them, figures and context.

Made when it is first asked for; closed with the presenter. It reads only this computer's database, except for what only
the server can know: the context of the next answer.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QCoreApplication

from alicia_desktop.app.connections import Wiring
from alicia_desktop.app.import_export import Transfers
from alicia_desktop.app.memories_pages import MemoryContexts, MemoryPane
from alicia_desktop.app.memory_actions import Deeds
from alicia_desktop.app.semantic_search import Meaning
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.memories import memory_list
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.sync.memories import SyncState
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.memories.selection_bar import PAIR
from alicia_desktop.ui.memories.window import MemoriesWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import undoable_edits
from alicia_desktop.view.memories import MemoriesView
from alicia_desktop.view.memories_rows import Choices, copy_status, statistics_view
from alicia_desktop.view.throttle import Throttle
from alicia_desktop.view.undoable_edits import MemoryEdit

FIGURES_SECONDS: Final = 2.0


class Remembering:
    """Connects the window of memories with list, deeds, transfers and server."""

    def __init__(
        self,
        *,
        client: Client,
        clock: Clock,
        scope: Scope,
        theme: Theme,
        meaning: Meaning,
        front: Callable[[], Awaitable[ActiveSession | None]],
    ) -> None:
        """Take `front`, which returns the open conversation's session: what is done to memories is told in it."""
        self.jump_requested: Signal[tuple[str, str]] = Signal()
        """(conversation, message) to show in the main window."""
        self._client = client
        self._clock = clock
        self._scope = scope
        user_id = client.settings.server.user
        self._view = MemoriesView(database=client.database, clock=clock, scope=scope, user_id=user_id, meaning=meaning)
        self._window = window = MemoriesWindow(theme=theme, clock=clock)
        self._deeds = Deeds(front=front, progress=window.transfer.progress)
        self._transfers = self._new_transfers()
        self._contexts = MemoryContexts(client=client, page=window.context)
        self._pane = self._new_pane(theme)
        self._tags: tuple[str, ...] = ()
        self._long = asyncio.Lock()
        """Held by an import or an export: there is one bar for both."""
        self._counting = Throttle("figures", self._count, scope=scope, clock=clock, pause=FIGURES_SECONDS)
        self._wiring = Wiring()
        self._connect()

    @property
    def window(self) -> MemoriesWindow:
        """The window."""
        return self._window

    async def start(self) -> None:
        """Read the list."""
        await self._view.start()

    def open(self) -> None:
        """Show the window, ready to search."""
        self._view.suspend(suspended=False)
        if self._window.isVisible():
            self._window.raise_()
        self._window.show()
        self._window.activateWindow()
        self._window.focus_search()

    async def close(self) -> None:
        """Close the window and follow nothing more."""
        self._wiring.end()
        self._view.close()
        self._window.close()
        self._window.deleteLater()

    def _new_transfers(self) -> Transfers:
        client, bar = self._client, self._window.transfer
        return Transfers(
            database=client.database,
            user_id=lambda: client.settings.server.user,
            progress=bar.progress,
            ended=bar.ended,
        )

    def _new_pane(self, theme: Theme) -> MemoryPane:
        return MemoryPane(
            database=self._client.database,
            clock=self._clock,
            scope=self._scope,
            theme=theme,
            room=self._window.list,
            deeds=self._deeds,
            do=self._do,
            tell=self._tell,
        )

    def _connect(self) -> None:
        window, view, wire, add = self._window, self._view, self._wiring.qt, self._wiring.add
        window.list.set_pages(view.pages)
        add(view.state_changed.connect(window.list.set_state))
        add(view.choices_changed.connect(self._on_choices))
        add(self._deeds.undo_changed.connect(window.set_undo))
        add(self._client.database.changed.connect(self._on_changed))
        add(self._client.memories.changed.connect(self._on_copied))
        self._on_copied(self._client.memories.state)
        wire(window.list.filter_changed, view.set_filter)
        wire(window.list.order_changed, view.sort)
        wire(window.list.memory_requested, self._pane.show)
        wire(window.list.page_closed, self._pane.forget_place)
        add(self._pane.jump_requested.connect(self.jump_requested.emit))
        wire(window.list.wished, lambda name: self._do("memories", self._wish(name)))
        wire(window.undo_requested, lambda: self._do("undo", self._undo()))
        wire(window.import_chosen, lambda path: self._do("import", self._bring_in(path)))
        wire(window.export_chosen, lambda path: self._do("export", self._export(path)))
        wire(window.transfer.cancel_requested, self._cancel)
        wire(window.page_chosen, self._on_page)
        wire(window.closed, lambda: view.suspend(suspended=True))
        wire(window.context.context_requested, lambda *asked: self._do("context", self._contexts.show(*asked)))
        wire(window.context.pin_added, lambda *pin: self._do("pin", self._contexts.add_pin(*pin)))
        wire(window.context.summary_removed, lambda *one: self._do("summary", self._contexts.remove_summary(*one)))
        wire(window.context.pin_removed, lambda *pin: self._do("unpin", self._contexts.remove_pin(*pin)))

    def _do(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        self._scope.spawn(name, self._guarded(work))

    async def _guarded(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except WorldError as error:
            self._window.transfer.hide()
            self._window.say(error.sentence, kind="error")

    async def _wish(self, name: str) -> None:
        """Do to the selected memories what a button says, asking first where it has to know more."""
        keys = self._window.list.table.selected_keys()
        if not keys:
            return
        if name == "merge":
            await self._merge(await self._view.records(keys))
            return
        make = await self._made(name, len(keys))
        if make is not None:
            self._tell(await self._deeds.do_to_many(keys, self._view.records, make))

    async def _made(self, name: str, count: int) -> Callable[[Sequence[MemoryRecord]], MemoryEdit] | None:
        """Return how a deed is made of memories; None when the person thought better of it."""
        match name:
            case "pin" | "unpin":
                return partial(undoable_edits.pin, pinned=name == "pin")
            case "archive" | "restore":
                return partial(undoable_edits.archive, archived=name == "archive")
            case "category":
                asked = self._window.category_dialog(count)
                agreed = await dialogs.answer(asked)
                return partial(undoable_edits.recategorise, category=asked.category) if agreed else None
            case "tag":
                tagging = self._window.tag_dialog(count, self._tags)
                return partial(undoable_edits.tag, name=tagging.tag) if await dialogs.answer(tagging) else None
            case _:
                return undoable_edits.delete

    async def _merge(self, chosen: Sequence[MemoryRecord]) -> None:
        if len(chosen) != PAIR:  # one of them is gone by now
            return
        merging = self._window.merge_dialog(*chosen)
        if await dialogs.answer(merging):
            deed = undoable_edits.merge(merging.kept, merging.gone, merging.merged)
            self._tell(await self._deeds.do(deed))

    def _tell(self, done: MemoryEdit) -> None:
        self._window.transfer.hide()
        if done.requests:
            self._window.say(done.text, undo=bool(done.undo))
        else:
            self._window.say(_tr("They are so already."), kind="info")

    async def _undo(self) -> None:
        done = await self._deeds.undo()
        self._window.transfer.hide()
        if done is not None:
            self._window.say(done.text)

    def _cancel(self) -> None:
        self._deeds.cancel()
        self._transfers.cancel()

    async def _bring_in(self, path: Path) -> None:
        async with self._long:
            try:
                await self._transfers.bring_in(path, await self._client.server.place())
            finally:
                self._client.memories.wake()  # what the server keeps now comes here as a copy

    async def _export(self, path: Path) -> None:
        async with self._long:
            await self._transfers.export(path, list(self._view.pages.keys))

    def _on_copied(self, state: SyncState) -> None:
        self._window.set_copy(copy_status(state))

    def _on_choices(self, choices: Choices) -> None:
        self._tags = tuple(choice.value for choice in choices.tags)
        self._window.list.set_choices(choices)

    def _on_page(self, name: str) -> None:
        if name == "statistics":
            self._counting.request()
        elif name == "context":
            self._do("conversations", self._contexts.open())

    def _on_changed(self, changes: Changes) -> None:
        if not any(change.subject in {"memory", "feedback"} for change in changes):
            return
        self._pane.refresh()
        if self._window.isVisible() and self._window.page == "statistics":
            self._counting.request()

    async def _count(self) -> None:
        now = self._clock.now()
        counted = await self._client.database.read(memory_list.figures, self._view.user_ids, now=now)
        self._window.statistics.set_figures(statistics_view(counted, now=now))


def _tr(words: str) -> str:
    return QCoreApplication.translate("Remembering", words)
