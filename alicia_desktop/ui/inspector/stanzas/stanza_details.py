"""Show one stanza's fields beside its bytes; selecting a field marks its bytes, selecting a byte its field."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QMenu, QSplitter, QVBoxLayout, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine, add_filter_actions
from alicia_desktop.ui.inspector.page_parts import InspectorSection
from alicia_desktop.ui.inspector.stanzas.bytes_view import PER_LINE, ByteFindBar, BytesView
from alicia_desktop.ui.inspector.stanzas.field_tree import FieldTree
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.link_menu import place_words
from alicia_desktop.view.references import Place
from alicia_desktop.view.stanza_details import FieldNode, StanzaDetails, value_text

MIN_TREE_WIDTHS: Final = (280, 200)
"""Pixels of a field for name, value and kind before the bytes are 16 a line, for name and value before they are 8."""
SCROLL_BAR: Final = 12


LINK_ICONS: Final[dict[Place, str]] = {
    "chat": "chat-circle-text",
    "turn": "flow-arrow",
    "memory": "brain",
    "tools": "wrench",
}


class StanzaDetailsView(QWidget):
    """Hidden while nothing is chosen."""

    copied = Signal()
    """Something is on the clipboard now."""
    place_requested = Signal(str)
    """Where else what the stanza carried is to be shown."""

    def __init__(self, *, theme: Theme, filter_line: FilterLine, parent: QWidget | None = None) -> None:
        """`filter_line` is where the menu of a field writes a condition."""
        super().__init__(parent)
        self._theme, self._filter_line = theme, filter_line
        self._details: StanzaDetails | None = None
        self._halves = QSplitter(Qt.Orientation.Horizontal, self)
        fields, raw = QWidget(self._halves), QWidget(self._halves)
        self._fields_head = InspectorSection(self.tr("Details"), theme=theme, padding=12, parent=fields)
        self._links = {
            place: self._button(icon, place_words(place), self._fields_head) for place, icon in LINK_ICONS.items()
        }
        self._copy_json = self._button("copy", self.tr("Copy as JSON"), self._fields_head)
        self.tree = FieldTree(theme=theme, parent=fields)
        self._bytes_head = InspectorSection(self.tr("Bytes"), theme=theme, padding=12, parent=raw)
        self._find = self._button("magnifying-glass", self.tr("Find in bytes (Ctrl+G)"), self._bytes_head)
        self._copy_hex = self._button("copy", self.tr("Copy as hex"), self._bytes_head)
        self.find_bar = ByteFindBar(theme=theme, parent=raw)
        self.bytes = BytesView(theme=theme, parent=raw)
        _stack(fields, self._fields_head, self.tree)
        _stack(raw, self._bytes_head, self.find_bar, self.bytes)
        self._note = Label("", theme=theme, font="small", tone="warn", wrap=True)
        self._note.setContentsMargins(12, 4, 12, 8)
        self._moved = False
        self._awaited: tuple[str, Callable[[], None]] | None = None
        """What is to be copied of which stanza, as soon as it is shown."""
        self._build()
        self._connect()
        self.set_details(None)

    @property
    def shown_id(self) -> str:
        """Which stanza it shows; empty for none."""
        return self._details.id if self._details else ""

    def set_details(self, details: StanzaDetails | None) -> None:
        """Show a stanza, or nothing."""
        self._details = details
        self.setVisible(details is not None)
        if details is None:
            return
        self._fields_head.set_note(details.title)
        for place, button in self._links.items():
            button.setVisible(place in details.places)
        self._copy_json.setEnabled(bool(details.json))
        self._copy_hex.setEnabled(bool(details.raw))
        self._note.setText(details.note)
        self._note.setVisible(bool(details.note))
        self.bytes.set_bytes(details.raw, details.hits)
        self.find_bar.set_bytes(details.raw)
        self.tree.set_tree(details.tree)
        if self._awaited is not None and self._awaited[0] == details.id:
            self._copy_when_shown(*self._awaited)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the bytes as many a line as leave the fields enough, until somebody moves the border."""
        super().resizeEvent(event)
        if not self._moved:
            rooms = [self.bytes.width_of(count) + SCROLL_BAR for count in PER_LINE]
            left = self.width() - 1
            fits = (room for room, least in zip(rooms, MIN_TREE_WIDTHS, strict=False) if left - room >= least)
            room = next(fits, rooms[-1])
            self._halves.setSizes([self.width() - room - 1, room])

    def copy_json(self) -> None:
        """Put envelope and body on the clipboard; what is no stanza goes there as hex."""
        if self._details is not None:
            self._copy(self._details.json or self._details.raw.hex())

    def copy_hex(self) -> None:
        """Put the bytes on the clipboard."""
        if self._details is not None:
            self._copy(self._details.raw.hex())

    def copy_command(self) -> None:
        """Put a command line on the clipboard that prints what the bytes say."""
        if self._details is not None:
            self._copy(self._details.command)

    def add_copies_to(self, menu: QMenu, stanza_id: str) -> None:
        """Add what copies a stanza, as soon as it is shown: the click that opened the menu may have chosen it."""
        for text, copy in (
            (self.tr("Copy as JSON"), self.copy_json),
            (self.tr("Copy as hex"), self.copy_hex),
            (self.tr("Copy as decode command"), self.copy_command),
        ):
            action = menu.addAction(text)
            action.setEnabled(bool(stanza_id))
            action.triggered.connect(lambda _=False, copy=copy: self._copy_when_shown(stanza_id, copy))

    def _copy_value(self, node: FieldNode) -> None:
        if self._details is not None:
            self._copy(value_text(self._details.raw, node))

    def _copy_when_shown(self, stanza_id: str, copy: Callable[[], None]) -> None:
        self._awaited = None if stanza_id == self.shown_id else (stanza_id, copy)
        if self._awaited is None:
            copy()

    def _field_menu(self, node: FieldNode) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add_filter_actions(menu, node.condition, self._filter_line)
        menu.addSeparator()
        path = menu.addAction(self.tr("Copy path"))
        path.setEnabled(bool(node.path))
        path.triggered.connect(lambda: self._copy(node.path))
        value = menu.addAction(self.tr("Copy value"))
        value.setEnabled(bool(node.path))
        value.triggered.connect(lambda: self._copy_value(node))
        return menu

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.copied.emit()

    def _button(self, icon: str, name: str, parent: QWidget) -> IconButton:
        return IconButton(icon, name, theme=self._theme, small=True, parent=parent)

    def _build(self) -> None:
        for place, button in self._links.items():
            button.clicked.connect(lambda _=False, place=place: self.place_requested.emit(place))
            self._fields_head.add(button)
        self._fields_head.add(self._copy_json)
        self._bytes_head.add(self._find)
        self._bytes_head.add(self._copy_hex)
        self._halves.setHandleWidth(1)
        self._halves.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._note)
        layout.addWidget(self._halves, 1)

    def _connect(self) -> None:
        self._halves.splitterMoved.connect(self._on_moved)
        self.tree.field_selected.connect(self._on_field)
        self.bytes.byte_selected.connect(self.tree.select_byte)
        self.tree.copy_requested.connect(self.copy_json)
        self.tree.menu_requested.connect(lambda node, place: self._field_menu(node).popup(place))
        self.bytes.copy_requested.connect(self.copy_json)
        self._find.clicked.connect(self.find_bar.open_bar)
        self.find_bar.changed.connect(lambda found: self.bytes.set_found(found.runs))
        self.find_bar.run_selected.connect(lambda start, _: self.bytes.select(start))
        self.find_bar.closed.connect(self.bytes.setFocus)
        self._copy_json.clicked.connect(self.copy_json)
        self._copy_hex.clicked.connect(self.copy_hex)

    def open_find(self) -> None:
        """Look for something in the bytes of the stanza that is shown."""
        if self.shown_id:
            self.find_bar.open_bar()

    def _on_moved(self) -> None:
        self._moved = True

    def _on_field(self, node: FieldNode | None) -> None:
        self.bytes.mark(node)
        note = "" if node is None else self._range(node)
        self._bytes_head.set_note(note)
        set_accessible_description(self.bytes, note)

    def _range(self, node: FieldNode) -> str:
        size = node.end - node.value_start
        count = translate_count("{count} byte", "{count} bytes", size)
        text = self.tr("{first} to {last} · value of {name}, {count}")
        return text.format(first=f"{node.value_start:04x}", last=f"{node.end - 1:04x}", name=node.name, count=count)


def _stack(column: QWidget, *widgets: QWidget) -> None:
    """Put widgets one below the other; the last one takes what room is left."""
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for widget in widgets[:-1]:
        layout.addWidget(widget)
    layout.addWidget(widgets[-1], 1)
