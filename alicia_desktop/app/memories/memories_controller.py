"""Control the memories window: its list, detail, changes to memories, files, statistics and context.

Created when the window is first opened, closed with the presenter. It reads only this computer's database, except for
what only the server can know: the context of the next answer.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from alicia_desktop.app.memories.memories_pages import ContextPageController, MemoryActions, MemoryDetailController
from alicia_desktop.app.signal_connections import ActionRunner, SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.memory_files import MemoryFiles
from alicia_desktop.compose.semantic_search import SemanticSearch
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.memories import memory_list
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.sync.memories import SyncState
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.memories.list_page import PAIR
from alicia_desktop.ui.memories.window import MemoriesWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import undoable_edits
from alicia_desktop.view.memories import MemoriesView
from alicia_desktop.view.memories_rows import Choices, copy_status, statistics_view
from alicia_desktop.view.undoable_edits import MemoryEdit

STATISTICS_REFRESH_SECONDS: Final = 2.0


class MemoriesController:
    """Connect the memories window with the store, the session's memory requests and the server."""

    def __init__(
        self,
        *,
        client: Client,
        clock: Clock,
        scope: Scope,
        theme: Theme,
        meaning: SemanticSearch,
        active_session: Callable[[], Awaitable[ActiveSession | None]],
    ) -> None:
        """`active_session` returns the active session, through which memory requests are sent."""
        self.jump_requested: Signal[tuple[str, str]] = Signal()
        """(conversation id, message id) to show in the main window."""
        self._client = client
        self._clock = clock
        self._scope = scope
        self._run_action = ActionRunner(scope=scope, show_error=self._show_error).run
        user_id = client.settings.server.user
        self.view = MemoriesView(database=client.database, clock=clock, scope=scope, user_id=user_id, meaning=meaning)
        self._window = window = MemoriesWindow(theme=theme, clock=clock)
        self._actions = MemoryActions(active_session=active_session, show_progress=window.transfer.progress)
        self._files = self._new_files()
        self._context_page = ContextPageController(client=client, page=window.context)
        self._detail = self._new_detail(theme)
        self._tags: tuple[str, ...] = ()
        self._transferring = asyncio.Lock()
        """Held by an import or export: there is one progress bar for both."""
        self._statistics = Throttle(
            "statistics", self._refresh_statistics, scope=scope, clock=clock, pause=STATISTICS_REFRESH_SECONDS
        )
        self._connections = SignalConnections()
        self._connect()

    @property
    def window(self) -> MemoriesWindow:
        """The memories window."""
        return self._window

    async def start(self) -> None:
        """Load the list."""
        await self.view.start()

    def open(self) -> None:
        """Show the window with the keyboard in its search field."""
        self.view.suspend(suspended=False)
        if self._window.isVisible():
            self._window.raise_()
        self._window.show()
        self._window.activateWindow()
        self._window.focus_search()

    async def close(self) -> None:
        """Close the window and end all connections."""
        self._connections.disconnect()
        self.view.close()
        self._window.close()
        self._window.deleteLater()

    def _new_files(self) -> MemoryFiles:
        client, bar = self._client, self._window.transfer
        return MemoryFiles(
            database=client.database,
            user_id=lambda: client.settings.server.user,
            show_progress=bar.progress,
            show_result=bar.ended,
        )

    def _new_detail(self, theme: Theme) -> MemoryDetailController:
        return MemoryDetailController(
            database=self._client.database,
            clock=self._clock,
            scope=self._scope,
            theme=theme,
            list_page=self._window.list,
            actions=self._actions,
            run_action=self._run_action,
            report=self._report,
        )

    def _connect(self) -> None:
        window, view, connect, add = self._window, self.view, self._connections.add_qt, self._connections.add
        window.list.set_pages(view.pages)
        add(view.state_changed.connect(window.list.set_state))
        add(view.choices_changed.connect(self._on_choices))
        add(self._actions.undo_changed.connect(window.set_undo))
        add(self._client.database.changed.connect(self._on_changed))
        add(self._client.memories.changed.connect(self._on_copy_changed))
        self._on_copy_changed(self._client.memories.state)
        connect(window.list.filter_changed, view.set_filter)
        connect(window.list.order_changed, view.sort)
        connect(window.list.memory_requested, self._detail.show)
        connect(window.list.page_closed, self._detail.clear)
        add(self._detail.jump_requested.connect(self.jump_requested.emit))
        connect(window.list.action_requested, lambda name: self._run_action("memories", self._change_selected(name)))
        connect(window.undo_requested, lambda: self._run_action("undo", self._undo()))
        connect(window.import_file_selected, lambda path: self._run_action("import", self._import(path)))
        connect(window.export_file_selected, lambda path: self._run_action("export", self._export(path)))
        connect(window.transfer.cancel_requested, self._cancel)
        connect(window.page_changed, self._on_page)
        connect(window.closed, lambda: view.suspend(suspended=True))
        connect(
            window.context.context_requested,
            lambda *asked: self._run_action("context", self._context_page.show(*asked)),
        )
        connect(window.context.pin_requested, lambda *pin: self._run_action("pin", self._context_page.add_pin(*pin)))
        connect(
            window.context.summary_removal_requested,
            lambda *one: self._run_action("summary", self._context_page.remove_summary(*one)),
        )
        connect(
            window.context.pin_removal_requested,
            lambda *pin: self._run_action("unpin", self._context_page.remove_pin(*pin)),
        )

    def _show_error(self, sentence: str) -> None:
        self._window.transfer.hide()
        self._window.show_toast(sentence, kind="error")

    async def _change_selected(self, name: str) -> None:
        """Apply a button of the selection bar to the selected memories, asking first where it has to."""
        keys = self._window.list.table.selected_keys()
        if not keys:
            return
        if name == "merge":
            await self._merge(await self.view.records(keys))
            return
        make = await self._deed_factory(name, len(keys))
        if make is not None:
            self._report(await self._actions.apply_to_many(keys, self.view.records, make))

    async def _deed_factory(self, name: str, count: int) -> Callable[[Sequence[MemoryRecord]], MemoryEdit] | None:
        """Return what turns memories into the change to apply; None if the user cancelled a dialog."""
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

    async def _merge(self, selected: Sequence[MemoryRecord]) -> None:
        if len(selected) != PAIR:  # one of them is gone by now
            return
        merging = self._window.merge_dialog(*selected)
        if await dialogs.answer(merging):
            deed = undoable_edits.merge(merging.kept, merging.gone, merging.merged)
            self._report(await self._actions.apply(deed))

    def _report(self, done: MemoryEdit) -> None:
        self._window.transfer.hide()
        if done.requests:
            self._window.show_toast(done.text, undo=bool(done.undo))
        else:
            self._window.show_toast(translate("Nothing to change"), kind="info")

    async def _undo(self) -> None:
        done = await self._actions.undo()
        self._window.transfer.hide()
        if done is not None:
            self._window.show_toast(done.text)

    def _cancel(self) -> None:
        self._actions.cancel()
        self._files.cancel()

    async def _import(self, path: Path) -> None:
        async with self._transferring:
            try:
                await self._files.import_file(path, await self._client.server.place())
            finally:
                self._client.memories.wake()  # fetch a copy of what the server has now

    async def _export(self, path: Path) -> None:
        async with self._transferring:
            await self._files.export(path, list(self.view.pages.keys))

    def _on_copy_changed(self, state: SyncState) -> None:
        self._window.set_copy(copy_status(state))

    def _on_choices(self, choices: Choices) -> None:
        self._tags = tuple(choice.value for choice in choices.tags)
        self._window.list.set_choices(choices)

    def _on_page(self, name: str) -> None:
        if name == "statistics":
            self._statistics.request()
        elif name == "context":
            self._run_action("conversations", self._context_page.open())

    def _on_changed(self, changes: Changes) -> None:
        if not any(change.subject in {"memory", "feedback"} for change in changes):
            return
        self._detail.refresh()
        if self._window.isVisible() and self._window.page == "statistics":
            self._statistics.request()

    async def _refresh_statistics(self) -> None:
        now = self._clock.now()
        counted = await self._client.database.read(memory_list.figures, self.view.user_ids, now=now)
        self._window.statistics.set_figures(statistics_view(counted, now=now))
