"""The layout of sidebar, conversation and inspector: which are open, how wide, and what gives way.

Order of giving way: the sidebar becomes an overlay over the conversation, with a scrim that closes it. Hidden panels
give their width to the conversation. A panel that had to be narrow is as wide as it was dragged once there is room
again. Widths and what was open are remembered by the caller's `QSettings`.
"""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.ui.conversation.panel import ConversationPanel
from alicia_desktop.ui.focus import TabPlace, set_place
from alicia_desktop.ui.sidebar.panel import Sidebar
from alicia_desktop.ui.switcher import Switcher
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.notices import Toast

NARROW: Final = 960
"""Under this width the sidebar lies over the conversation."""


class Panels(QWidget):
    """Lay out sidebar, conversation and, if set, the inspector."""

    opened_changed = Signal()
    inspector_requested = Signal()
    """The inspector is to be shown, and none was set yet."""

    def __init__(self, *, theme: Theme, sidebar: QWidget, conversation: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sidebar = sidebar
        self._conversation = conversation
        self._inspector: QWidget | None = None
        self._sidebar_beside = True
        self._sidebar_over = False
        self._inspector_open = False
        self._is_restoring = False
        """Whether the inspector was open the last time, and is not there yet."""
        self._overlay = False
        width = theme.tokens.width
        sidebar.setMinimumWidth(width["sidebar-min"])
        sidebar.setMaximumWidth(width["sidebar-max"])
        self._sidebar_width = width["sidebar"]
        """Beside text of the usual size."""
        self._inspector_width = width["inspector"]
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(sidebar)
        self._splitter.addWidget(conversation)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.splitterMoved.connect(self._on_dragged)
        self._scrim = _Scrim(theme=theme, parent=self)
        self._scrim.pressed.connect(lambda: self.show_sidebar(shown=False))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._splitter)
        theme.changed.connect(self._arrange)

    @property
    def sidebar_open(self) -> bool:
        """Whether the sidebar is seen, beside the conversation or over it."""
        return self._sidebar_over if self._overlay else self._sidebar_beside

    @property
    def inspector_open(self) -> bool:
        """Whether the inspector is seen."""
        return self._inspector_open and self._inspector is not None

    @property
    def inspector_wanted(self) -> bool:
        """Whether the inspector is to be seen, also where none was set yet."""
        return self._inspector_open

    @property
    def would_open_inspector(self) -> bool:
        """Whether a toggle opens it; who presses the key before it is there again does not mean to close it."""
        return not self._inspector_open or self._is_restoring

    @property
    def inspector(self) -> QWidget | None:
        """The inspector, once one was given."""
        return self._inspector

    @property
    def overlay(self) -> bool:
        """Whether the sidebar lies over the conversation."""
        return self._overlay

    def set_inspector(self, widget: QWidget | None) -> None:
        """Set, replace or remove the inspector; it is shown when it was open."""
        if self._inspector is not None:
            self._inspector.hide()
            self._inspector.setParent(None)
            self._inspector.deleteLater()
        self._inspector = widget
        if widget is None:
            return
        self._is_restoring = False
        widget.setMinimumWidth(self._theme.tokens.width["inspector-min"])
        set_place(widget, TabPlace.INSPECTOR)
        self._splitter.addWidget(widget)
        self._splitter.setStretchFactor(2, 0)
        self._arrange()

    def show_sidebar(self, *, shown: bool) -> None:
        """Open or close the sidebar."""
        if self._overlay:
            self._sidebar_over = shown
        else:
            self._sidebar_beside = shown
        self._arrange()
        self.opened_changed.emit()

    def show_inspector(self, *, shown: bool) -> None:
        """Open or close the inspector; where none was set yet, it is requested."""
        self._inspector_open = shown
        self._is_restoring = False
        self._arrange()
        self.opened_changed.emit()
        if shown and self._inspector is None:
            self.inspector_requested.emit()

    def save(self, settings: QSettings) -> None:
        """Save widths and which panels are open."""
        settings.setValue("panels/sidebar_width", self._sidebar_width)
        settings.setValue("panels/inspector_width", self._inspector_width)
        settings.setValue("panels/sidebar_open", int(self._sidebar_beside))
        settings.setValue("panels/inspector_open", int(self._inspector_open))

    def restore(self, settings: QSettings) -> None:
        """Restore the saved widths and open panels."""
        self._sidebar_width = _number(settings, "panels/sidebar_width", self._sidebar_width)
        self._inspector_width = _number(settings, "panels/inspector_width", self._inspector_width)
        self._sidebar_beside = bool(_number(settings, "panels/sidebar_open", 1))
        self._inspector_open = bool(_number(settings, "panels/inspector_open", 0))
        self._is_restoring = self._inspector_open and self._inspector is None
        self._arrange()
        self.opened_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose between a sidebar beside and over the conversation; it closes when the window gets narrow."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._switch_overlay()
        inspector_open = self.inspector_open
        if self._inspector is not None:
            self._inspector.setVisible(inspector_open)
        self._sidebar.setVisible(self.sidebar_open)
        self._scrim.setVisible(self._overlay and self._sidebar_over)
        if self._overlay:
            self._scrim.setGeometry(self.rect())
            self._sidebar.setGeometry(0, 0, self._sidebar_room, self.height())
            self._scrim.raise_()
            self._sidebar.raise_()
        beside = self._sidebar_room if self._sidebar_beside and not self._overlay else 0
        inspector = self._inspector_width if inspector_open else 0
        sizes = [self.width() - beside - inspector, inspector]
        self._splitter.setSizes(sizes if self._overlay else [beside, *sizes])
        if not self._overlay and self._splitter.children()[0] is not self._sidebar:
            self._sidebar.lower()  # assistive technology reads siblings in this order

    @property
    def _sidebar_room(self) -> int:
        """The width of the sidebar beside text of this size."""
        width = self._theme.tokens.width
        return max(width["sidebar-min"], min(width["sidebar-max"], self._theme.scaled(self._sidebar_width)))

    def _switch_overlay(self) -> None:
        wanted = self._is_narrow()
        if wanted == self._overlay:
            return
        self._overlay = wanted
        if wanted:
            self._sidebar.setParent(self)
            self._sidebar_over = False
        else:
            self._splitter.insertWidget(0, self._sidebar)
        self.opened_changed.emit()

    def _is_narrow(self) -> bool:
        width = self._theme.tokens.width
        inspector = width["inspector-min"] if self.inspector_open else 0
        conversation = self._theme.scaled(width["conversation-min"])  # large words need the room of a wider window
        return self.width() < NARROW or self.width() < self._sidebar_room + conversation + inspector

    def _on_dragged(self, _place: int, handle: int) -> None:
        """Store the width of the panel that is dragged; one that merely gives way keeps its own."""
        inspector = self._inspector
        if inspector is not None and handle == self._splitter.indexOf(inspector):
            self._inspector_width = inspector.width()
        elif not self._overlay:
            self._sidebar_width = round(self._sidebar.width() / self._theme.scale)


class _Scrim(QWidget):
    pressed = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("scrim"))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()


def _number(settings: QSettings, key: str, default: int) -> int:
    """Read a number; what a user wrote into the file instead is as good as nothing."""
    value = str(settings.value(key, default))
    return int(value) if value.isdigit() else default


@dataclass(frozen=True, kw_only=True, slots=True)
class WindowParts:
    """The panels side by side, and what floats over them."""

    sidebar: Sidebar
    conversation: ConversationPanel
    panels: Panels
    toast: Toast
    switcher: Switcher


def create_window_parts(theme: Theme, clock: Clock | None) -> WindowParts:
    """Create the panels, which become the central widget, and what floats over them."""
    sidebar = Sidebar(theme=theme)
    conversation = ConversationPanel(theme=theme, clock=clock if clock is not None else SystemClock())
    panels = Panels(theme=theme, sidebar=sidebar, conversation=conversation)
    return WindowParts(
        sidebar=sidebar,
        conversation=conversation,
        panels=panels,
        toast=Toast(theme=theme, parent=panels, over=conversation),
        switcher=Switcher(theme=theme, parent=panels),
    )
