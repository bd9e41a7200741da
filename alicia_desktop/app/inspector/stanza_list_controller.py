"""Feed the Stanzas tab with the journal of a conversation or a capture: rows, details, filters, order, counts."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.base.tasks import Scope
from alicia_desktop.filtering.expression import Expression
from alicia_desktop.store.changes import Changes
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.stanzas.stanza_dialogs import StanzaComparisonDialog, StatisticsDialog
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.journal import JournalView
from alicia_desktop.view.journal_pages import read_occurring
from alicia_desktop.view.journal_search import JournalProgress
from alicia_desktop.view.stanza_comparison import read_comparison
from alicia_desktop.view.stanza_details import missing_details
from alicia_desktop.view.stanza_order import StanzaOrder


class StanzaListController:
    """Load what the tab requests of a `JournalView`; nothing here writes."""

    def __init__(
        self,
        *,
        panel: InspectorPanel,
        journal: JournalView,
        scope: Scope,
        theme: Theme,
        window: QWidget,
        save_order: Callable[[StanzaOrder | None], None],
    ) -> None:
        """`window` is that of dialogs; `save_order` keeps what the list is sorted by."""
        self._panel, self._journal, self._scope = panel, journal, scope
        self._theme, self._window, self._save_order = theme, window, save_order
        self._connections = SignalConnections()
        self._comparisons: dict[StanzaComparisonDialog, tuple[int, int]] = {}
        """Those that are open, with the numbers of their stanzas."""
        panel.set_stanzas(journal.rows)
        self._connect()

    def close(self) -> None:
        """End all connections."""
        self._connections.disconnect()

    async def show_details(self, row_id: str) -> None:
        """Show a stanza's fields and bytes."""
        self._panel.set_stanza_details(await self._journal.details(row_id) or missing_details(row_id))

    def _connect(self) -> None:
        panel, journal, connections, spawn = self._panel, self._journal, self._connections, self._scope.spawn
        connections.add(journal.counted.connect(lambda counts: panel.set_stanza_counts(*counts)))
        connections.add(journal.progressed.connect(panel.set_stanza_progress))
        connections.add(journal.database.changed.connect(self._on_changed))
        connections.add(journal.started.connect(panel.stanzas.set_stanza_start))
        connections.add(
            journal.order_changed.connect(lambda order: panel.stanzas.set_sorted_stanzas(journal.sorted.pages, order))
        )
        connections.add(journal.sorted.progressed.connect(self._on_sorting))
        connections.add_qt(panel.stanza_selected, lambda stanza: spawn("stanza", self.show_details(stanza)))
        connections.add_qt(panel.stanza_filter_changed, self._on_filter)
        connections.add_qt(panel.stanza_search_stop_requested, journal.stop_search)
        connections.add_qt(panel.filter_occurring_requested, lambda: spawn("occurring", self._show_occurring()))
        connections.add_qt(panel.stanza_order_requested, self._on_order)
        connections.add_qt(panel.stanzas.type_counts_requested, lambda: spawn("types", self._show_type_counts()))
        connections.add_qt(
            panel.stanzas.comparison_requested, lambda one, other: spawn("compare", self._show_comparison(one, other))
        )
        connections.add_qt(panel.stanzas.statistics_requested, lambda: spawn("statistics", self._show_statistics()))
        connections.add_qt(panel.older_requested, lambda: spawn("older", journal.load_older()))

    def _on_filter(self, expression: Expression) -> None:
        self._scope.spawn("filter", self._filter(expression, self._panel.stanza_in_sight))

    async def _filter(self, expression: Expression, in_sight: str) -> None:
        await self._journal.filter(expression, around=in_sight)
        if shown := self._panel.stanza_shown:
            await self.show_details(shown)

    def _on_order(self, order: StanzaOrder | None) -> None:
        self._save_order(order)
        self._scope.spawn("sort", self._journal.sort(order))

    def _on_sorting(self, progress: tuple[int, int]) -> None:
        done, total = progress
        running = done < total
        self._panel.set_stanza_progress(JournalProgress(found=0, searched=done, total=total, is_running=running))

    async def _show_occurring(self) -> None:
        occurring = await self._journal.database.read(read_occurring, self._journal.conversation_id)
        self._panel.filter_lines["stanzas"].set_occurring(occurring)
        await self._journal.prepare()

    async def _show_type_counts(self) -> None:
        self._panel.stanzas.set_type_counts((await self._journal.statistics(filtered=False)).by_type)

    async def _show_comparison(self, first: int, second: int) -> None:
        comparison = await self._journal.database.read(read_comparison, first, second)
        if comparison is None:
            return
        dialog = StanzaComparisonDialog(comparison, theme=self._theme, parent=self._window)
        self._comparisons[dialog] = first, second
        dialog.finished.connect(lambda _: self._comparisons.pop(dialog, None))
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()

    def _on_changed(self, changes: Changes) -> None:
        """Look again at what is open, whose conversation need not be the one that is listed."""
        if any(change.subject == "journal_edit" for change in changes):
            self._scope.spawn("stanzas again", self._renew())

    async def _renew(self) -> None:
        """Read the stanza in view and those of open comparisons again: they may be gone, or without their words."""
        if shown := self._panel.stanza_shown:
            await self.show_details(shown)
        for dialog, (first, second) in list(self._comparisons.items()):
            comparison = await self._journal.database.read(read_comparison, first, second)
            if dialog in self._comparisons:
                dialog.set_comparison(comparison)

    async def _show_statistics(self) -> None:
        statistics = await self._journal.statistics()
        dialog = StatisticsDialog(statistics, theme=self._theme, parent=self._window)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
