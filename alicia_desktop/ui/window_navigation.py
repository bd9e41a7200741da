"""Move between the window's panels by the keyboard: open and close them, move the focus, leave what is open."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.window_frame import WindowFrame


class WindowNavigation(WindowFrame):
    """The frame whose panels are reached by keys."""

    _focuses_inspector = False
    """Whether the keyboard goes to the inspector as soon as it is set."""

    def toggle_sidebar(self) -> None:
        """Open or close the sidebar."""
        self._panels.show_sidebar(shown=not self._panels.sidebar_open)

    def show_inspector(self, *, shown: bool = True) -> None:
        """Open or close the inspector; the focus leaves a closed one for the message field."""
        inspector = self._panels.inspector
        is_left = not shown and inspector is not None and inspector.isAncestorOf(self.focusWidget())
        self._focuses_inspector = False
        super().show_inspector(shown=shown)
        if is_left:
            self.begin_writing()

    def toggle_inspector(self) -> None:
        """Open the inspector and move the focus to its tabs, as soon as they are there, or close it."""
        self.show_inspector(shown=self._panels.would_open_inspector)
        self._focuses_inspector = self.inspector_wanted
        self._focus_inspector()

    def set_inspector(self, widget: QWidget | None) -> None:
        """Set or remove the inspector, and move the focus to it where it was opened by a key."""
        super().set_inspector(widget)
        self._focus_inspector()

    def _focus_inspector(self) -> None:
        inspector = self._panels.inspector
        if self._focuses_inspector and inspector is not None:
            self._focuses_inspector = False
            self._focus(inspector)

    def focus_composer(self) -> None:
        """Move the focus to the message field."""
        self._focus(self.conversation.dock.composer.field)

    def focus_search(self) -> None:
        """Move the focus to the search field of the sidebar."""
        self._panels.show_sidebar(shown=True)
        self._focus(self.sidebar.search)
        self.sidebar.search.selectAll()

    def focus_next_panel(self) -> None:
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
        """Close an overlay, end editing, stop the answer, close find, take back a question or leave: one a press."""
        if self.switcher.isVisible():
            self.switcher.leave()
        elif self.sidebar.search.hasFocus() and self.sidebar.search.text():
            self.sidebar.search.clear()
        elif self._panels.overlay and self._panels.sidebar_open:
            self._panels.show_sidebar(shown=False)
        elif self.conversation.dock.composer.editing:
            self.conversation.dock.composer.end_editing()
        elif self.conversation.answering:
            self.stop_requested.emit()
        elif self.conversation.find_bar.isVisible():
            self.conversation.find_bar.close_bar()
        elif self.conversation.unsent is not None:
            self.stop_requested.emit()
        elif self.conversation.messages.isVisible():
            self._focus(self.conversation.messages)
        else:
            self.conversation.dock.composer.field.clearFocus()

    def _focus(self, widget: QWidget) -> None:
        if self._ring is not None:
            self._ring.expect_keyboard()
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def begin_writing(self) -> None:
        """Focus the message field without the keyboard's ring, because no key asked for it."""
        self.conversation.dock.composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _write_on(self, text: str) -> None:
        """Take what is typed while the messages have the focus into the message field."""
        self.begin_writing()
        self.conversation.dock.composer.field.insertPlainText(text)
