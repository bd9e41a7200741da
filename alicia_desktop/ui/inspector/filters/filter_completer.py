"""Offer what can be written at the cursor of a filter, and give the field its keys: ↑ ↓ for what was used before."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.filtering.completion import Completion, Occurring, completions
from alicia_desktop.filtering.vocabulary import FilterVocabulary
from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS, MAX_NAME_CHARACTERS, set_tool_tip, shorten
from alicia_desktop.ui.widgets.field_icons import add_icon

TEXT_ROLE: Final = int(Qt.ItemDataRole.UserRole)
STATE_ICONS: Final = {"": "funnel", "right": "check-circle", "wrong": "warning-circle-fill"}
STATE_COLOURS: Final = {"": "text-muted", "right": "ok", "wrong": "error"}
MAX_VISIBLE: Final = 10
MIN_WIDTH: Final = 260
ROOM_BESIDE: Final = 40
"""Of the list, for its frame and scroll bar."""


class FilterField(QLineEdit):
    """A line of text that shows whether it is a filter, by its border, its icon and a description."""

    history_requested = Signal(int)
    """Back or on through what was used before."""
    completion_requested = Signal()
    focused = Signal()

    def __init__(self, *, theme: Theme, name: str, example: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = ""
        self.is_offering: Callable[[], bool] = lambda: False
        """Whether a list of what can be written is open."""
        self.setMaxLength(MAX_FIELD_CHARACTERS)
        self.setFont(theme.font("ui"))
        self.setFixedHeight(theme.height("control"))
        self.setPlaceholderText(self.tr("Filter, such as {example}").format(example=example))
        self.setAccessibleName(name)
        self._icon = add_icon(self, "funnel", theme=theme)
        self._icon.triggered.connect(self.completion_requested)
        theme.changed.connect(self._apply_theme)
        self.set_state("")

    @property
    def state(self) -> str:
        """`right`, `wrong`, or nothing where nothing is typed."""
        return self._state

    def set_state(self, state: str) -> None:
        """Show whether it is right or wrong."""
        self._state = state
        words = {"": self.tr("Filter (/)"), "right": self.tr("A filter"), "wrong": self.tr("Not a filter")}
        self._icon.setText(words[state])
        set_tool_tip(self._icon, words[state])
        self.setProperty("filter", state or "none")
        self._apply_theme()

    def event(self, event: QEvent) -> bool:
        """Leave Escape to the list while one is open; the window would go elsewhere with it."""
        pressed = event.key() if isinstance(event, QKeyEvent) else None
        if event.type() is QEvent.Type.ShortcutOverride and pressed == Qt.Key.Key_Escape and self.is_offering():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take ↑ and ↓ for the history, Ctrl+Space for what can be written."""
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if plain and event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.history_requested.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif event.key() == Qt.Key.Key_Space and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.completion_requested.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell it."""
        super().focusInEvent(event)
        self.focused.emit()

    def _apply_theme(self) -> None:
        self._icon.setIcon(self._theme.icon(STATE_ICONS[self._state], STATE_COLOURS[self._state]))
        self.style().unpolish(self)
        self.style().polish(self)


class FilterCompleter(QCompleter):
    """A list below the field; what is chosen takes the place of the word under the cursor."""

    def __init__(self, field: FilterField, vocabulary: FilterVocabulary, *, theme: Theme) -> None:
        super().__init__(field)
        self.occurring: Occurring = {}
        self._field = field
        self._vocabulary = vocabulary
        self._items = QStandardItemModel(self)
        self._range = (0, 0)
        self.setModel(self._items)
        self.setWidget(field)
        self.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.setMaxVisibleItems(MAX_VISIBLE)
        self._list = QListView(field)
        self.setPopup(self._list)
        field.is_offering = self._list.isVisible
        self._list.setAccessibleName(self.tr("What can be written here"))
        self._list.setFont(theme.font("data"))
        self._list.setProperty("offers", "true")
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.activated[QModelIndex].connect(self._on_chosen)  # type: ignore[index] # by the type of its argument
        self.highlighted[QModelIndex].connect(self._on_highlighted)  # type: ignore[index] # as above
        field.textEdited.connect(self.offer)
        field.completion_requested.connect(self.offer)

    @property
    def offered(self) -> tuple[str, ...]:
        """What the list holds, as it would be written."""
        return tuple(self._items.item(row).data(TEXT_ROLE) for row in range(self._items.rowCount()))

    def offer(self) -> None:
        """Show what can be written at the cursor; nothing where that is only what is there."""
        text = self._field.text()
        found = completions(text, self._field.cursorPosition(), self._vocabulary, self.occurring)
        self._range = (found.start, found.end)
        self._items.clear()
        for item in found.items:
            self._items.appendRow(_item(item))
        if not found.items or [item.text for item in found.items] == [text[found.start : found.end]]:
            self._list.hide()
            return
        place = self._field.rect().adjusted(0, 0, 0, 2)
        place.setWidth(min(max(MIN_WIDTH, ROOM_BESIDE + self._list.sizeHintForColumn(0)), self._room()))
        self.complete(place)
        frame = self._list.height() - self._list.viewport().height()  # more than Qt reckons with, by the style sheet
        rows = min(MAX_VISIBLE, len(found.items))
        self._list.resize(self._list.width(), rows * self._list.sizeHintForRow(0) + frame)
        count = translate_count("{count} suggestion", "{count} suggestions", len(found.items))
        announce(self._field, count)  # the keyboard stays in the field, so that no reader is told of the list

    def _room(self) -> int:
        """Return how wide the list may be: to the end of the window that the field is in."""
        window = self._field.window()
        if self._field.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            return self._field.mapTo(window, self._field.rect().topRight()).x()
        return window.width() - self._field.mapTo(window, self._field.rect().topLeft()).x()

    def _on_highlighted(self, index: QModelIndex) -> None:
        announce(self._field, index.data(), at_once=True)

    def _on_chosen(self, index: QModelIndex) -> None:
        """Write it; Enter that meets an open list in which nothing is chosen is for the field."""
        if not self._list.selectionModel().isSelected(index):
            self._field.returnPressed.emit()
            return
        written = index.data(TEXT_ROLE)
        start, end = self._range
        text = self._field.text()
        is_whole = written[-1:] not in {":", ">", "."}
        rest = text[end:]
        written += " " if is_whole and not rest[:1].isspace() and rest[:1] != ")" else ""
        self._field.setText(f"{text[:start]}{written}{rest}")
        self._field.setCursorPosition(start + len(written))
        if not is_whole:
            self.offer()


def _item(item: Completion) -> QStandardItem:
    label = f"{item.text}   {item.meaning}" if item.meaning else item.text
    made = QStandardItem(shorten(label, MAX_NAME_CHARACTERS))
    made.setData(item.text, TEXT_ROLE)
    made.setEditable(False)
    return made
