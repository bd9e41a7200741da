"""Navigation in the main window: panels, conversations by position, the switcher, Escape."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.window_frame import WindowFrame

if TYPE_CHECKING:
    from alicia_desktop.ui.shortcuts import Key


class WindowPlaces(WindowFrame):
    """Move the focus between panels, and open conversations by position."""

    _keys: "tuple[Key, ...]" = ()

    def toggle_sidebar(self) -> None:
        """Open or close the sidebar."""
        self._panels.show_sidebar(shown=not self._panels.sidebar_open)

    def toggle_inspector(self) -> None:
        """Open or close the inspector."""
        self._panels.show_inspector(shown=not self._panels.inspector_open)

    def open_switcher(self) -> None:
        """Offer the conversations by name, and the other windows."""
        windows = {"memories": self.tr("Memories"), "sync": self.tr("Sync"), "settings": self.tr("Settings")}
        self._switcher.open_on(self.sidebar.rows, windows)

    def open_shortcuts(self) -> None:
        """Show the list of keys."""
        from alicia_desktop.ui.shortcuts import shortcut_list  # noqa: PLC0415 - the empty frame has none

        shortcut_list(self._keys, title=self.tr("Keyboard shortcuts"), theme=self._theme, parent=self).open()

    def focus_composer(self) -> None:
        """Write."""
        self._focus(self.conversation.dock.composer.field)

    def focus_search(self) -> None:
        """Search in all conversations."""
        self._panels.show_sidebar(shown=True)
        self._focus(self.sidebar.search)
        self.sidebar.search.selectAll()

    def next_panel(self) -> None:
        """Move the focus to the next panel: sidebar, messages, composer, inspector."""
        shown, dock = self.conversation, self.conversation.dock
        panels: list[tuple[QWidget, QWidget]] = [(dock if shown.messages.isVisible() else shown, dock.composer.field)]
        if shown.messages.isVisible():
            panels.insert(0, (shown, shown.messages))
        if self._panels.sidebar_open:
            panels.insert(0, (self.sidebar, self.sidebar.search))
        inspector = self._panels.inspector
        if inspector is not None and self._panels.inspector_open:
            panels.append((inspector, inspector))
        focused = self.focusWidget()
        within = [n for n, (room, _) in enumerate(panels) if room is focused or room.isAncestorOf(focused)]
        at = within[-1] if within else -1  # the dock is in the conversation's room too
        self._focus(panels[(at + 1) % len(panels)][1])

    def escape(self) -> None:
        """End the editing, stop the answer, close what lies over the window, or leave the field: one a press."""
        if self._switcher.isVisible():
            self._switcher.leave()
        elif self._panels.overlay and self._panels.sidebar_open:
            self._panels.show_sidebar(shown=False)
        elif self.conversation.dock.composer.editing:
            self.conversation.dock.composer.end_editing()
        elif self.conversation.answering:
            self.stop_requested.emit()
        elif self.conversation.find_bar.isVisible():
            self.conversation.find_bar.close_bar()
        elif self.conversation.messages.isVisible():
            self._focus(self.conversation.messages)
        else:
            self.conversation.dock.composer.field.clearFocus()

    def _focus(self, widget: QWidget) -> None:
        if self._ring is not None:
            self._ring.by_keyboard()
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def begin_writing(self) -> None:
        """Put the cursor into the composer, without the keyboard's ring: the user did not ask by a key."""
        self.conversation.dock.composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, conversation_id: str) -> None:
        if self._panels.overlay:
            self._panels.show_sidebar(shown=False)
        self.sidebar.set_chosen(conversation_id)
        self.conversation_requested.emit(conversation_id)

    def open_number(self, number: int) -> None:
        """Open the conversation at that place of the sidebar, from 1."""
        if number <= len(self.sidebar.rows):
            self._open(self.sidebar.rows[number - 1].id)

    def open_neighbour(self, step: int) -> None:
        """Open the conversation `step` places below the open one."""
        wanted = self.sidebar.neighbour(step)
        if wanted is not None:
            self._open(wanted)

    def _on_window_chosen(self, name: str) -> None:
        wanted = {
            "memories": self.memories_requested,
            "sync": self.sync_requested,
            "settings": self.settings_requested,
        }
        wanted[name].emit()
