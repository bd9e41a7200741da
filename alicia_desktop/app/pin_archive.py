"""Where conversations stand in the list: pinned, archived, and whether the archived ones are shown."""

from collections.abc import Callable, Coroutine
from typing import Any

from alicia_desktop.app.connections import Wiring
from alicia_desktop.app.library import Library
from alicia_desktop.ui.main_window import MainWindow


class Shelving:
    """Each is done here at once, and told to the server when it hears."""

    def __init__(
        self,
        *,
        library: Library,
        window: MainWindow,
        do: Callable[[str, Coroutine[Any, Any, object]], None],
        is_shown: Callable[[str], bool],
    ) -> None:
        """Take `do`, which carries out work under a name."""
        self._library = library
        self._window = window
        self._do = do
        self._is_shown = is_shown

    def connect(self, wiring: Wiring) -> None:
        """Do from now on what the window asks for."""
        window, sidebar, wire = self._window, self._library.sidebar, wiring.qt
        wire(window.pin_requested, lambda wanted, pinned: self._do("pin", self.pin(wanted, pinned=pinned)))
        wire(window.archive_requested, lambda wanted, on: self._do("archive", self.archive(wanted, archived=on)))
        wire(window.sidebar.archive_toggled, lambda shown: self._do("archived", sidebar.show_archived(shown=shown)))
        wiring.add(sidebar.archived_changed.connect(window.sidebar.set_archived))
        wiring.add(sidebar.note_changed.connect(window.sidebar.set_search_note))

    async def pin(self, conversation_id: str, *, pinned: bool) -> None:
        """Keep a conversation at the top of the list, or no longer."""
        record = await self._library.pin(conversation_id, pinned=pinned)
        if self._is_shown(record.id):
            self._window.conversation.header.set_shelf(pinned=record.pinned, archived=record.status == "archived")

    async def archive(self, conversation_id: str, *, archived: bool) -> None:
        """Take a conversation out of the list, where it is still found, or bring it back."""
        record = await self._library.archive(conversation_id, archived=archived)
        if self._is_shown(record.id):
            self._window.conversation.header.set_shelf(pinned=record.pinned, archived=record.status == "archived")
        if archived:
            self._window.show_toast(
                self._window.tr("Conversation archived"),
                self._window.tr("Undo"),
                act=lambda: self._do("archive", self.archive(conversation_id, archived=False)),
            )
