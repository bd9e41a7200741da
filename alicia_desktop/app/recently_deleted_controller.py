"""Control the window of recently deleted conversations, and how many of them the sidebar says there are."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.compose.library import Library
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme

if TYPE_CHECKING:
    from alicia_desktop.ui.recently_deleted import RecentlyDeletedWindow


class RecentlyDeletedController:
    """Open the window when it is first asked for; restore and purge conversations."""

    def __init__(
        self,
        *,
        library: Library,
        window: MainWindow,
        theme: Theme,
        run_action: RunAction,
        restore: Callable[[str], Awaitable[None]],
    ) -> None:
        """`restore` takes a conversation back and opens it."""
        self._library, self._window, self._theme = library, window, theme
        self._run_action, self._restore = run_action, restore
        self._shown: RecentlyDeletedWindow | None = None

    @property
    def shown(self) -> "RecentlyDeletedWindow | None":
        """The window, once it was opened."""
        return self._shown

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's request and the number of rows."""
        deleted = self._library.recently_deleted
        connections.add_qt(self._window.recently_deleted_requested, self.open)
        connections.add(deleted.rows.changed.connect(lambda _: self._show_count()))
        self._show_count()
        self._run_action("recently deleted", deleted.refresh())

    def open(self) -> None:
        """Show the window."""
        if self._shown is None:
            self._shown = self._create()
        self._library.recently_deleted.request_refresh()
        if self._shown.isVisible():
            self._shown.raise_()
            self._shown.activateWindow()
        self._shown.show()

    def close(self) -> None:
        """Close the window."""
        if self._shown is not None:
            self._shown.detach()
            self._shown.close()
            self._shown.deleteLater()
            self._shown = None

    def _create(self) -> "RecentlyDeletedWindow":
        from alicia_desktop.ui.recently_deleted import RecentlyDeletedWindow  # noqa: PLC0415 - for who asks

        window = RecentlyDeletedWindow(self._library.recently_deleted.rows, theme=self._theme)
        window.restore_requested.connect(lambda wanted: self._run_action("restore", self._on_restore(wanted)))
        window.purge_requested.connect(lambda wanted: self._run_action("purge", self._library.purge(wanted)))
        return window

    async def _on_restore(self, wanted: list[str]) -> None:
        for conversation_id in reversed(wanted):  # the first of them is open in the end
            await self._restore(conversation_id)

    def _show_count(self) -> None:
        self._window.sidebar.set_recently_deleted(len(self._library.recently_deleted.rows))
