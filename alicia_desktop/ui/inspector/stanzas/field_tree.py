"""Show the fields of a stanza as a tree: name, value, and its kind and size at the end of the line."""

from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from alicia_desktop.ui.inspector.canvas import LEADING, SELECTION_BAR, TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import as_arrow, is_plain
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_NAME_CHARACTERS, shorten, tool_tip
from alicia_desktop.view.stanza_details import FieldNode

Index = QModelIndex | QPersistentModelIndex
NOWHERE: Final = QModelIndex()
NODE_ROLE: Final = int(Qt.ItemDataRole.UserRole)
INDENT: Final = 16
CARET: Final = 12
GAP: Final = 6
PADDING: Final = 12
ROOM_FOR_KINDS: Final = 300
"""Pixels from which on a field's kind and size are shown; below that they are in its tool tip."""
OPENED_HITS: Final = 100
"""Fields in which a filter found something that are opened at once, the first ones; the others are marked as well."""
UNFOLDED: Final = 2
"""Levels that are open at first: envelope, body, and what is in the body."""


@dataclass(kw_only=True, slots=True)
class _Place:
    """Where a node stands; places are numbered, because a number is all that an index can hold safely."""

    node: FieldNode
    parent: int
    row: int
    children: list[int] = field(default_factory=list)


class FieldModel(QAbstractItemModel):
    """Nodes by their number, in the order of their bytes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: list[_Place] = []
        self._roots: list[int] = []

    def set_tree(self, tree: tuple[FieldNode, ...]) -> None:
        """Show another stanza."""
        self.beginResetModel()
        self._places = []
        self._roots = [self._add(node, -1, row) for row, node in enumerate(tree)]
        self.endResetModel()

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        """Return where a child is."""
        family = self._family(parent)
        if column != 0 or not 0 <= row < len(family):
            return QModelIndex()
        return self.createIndex(row, column, family[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override] # the stubs know only QObject's
        """Return what a field belongs to."""
        if not index.isValid():
            return QModelIndex()
        above = self._places[index.internalId()].parent
        return QModelIndex() if above < 0 else self.createIndex(self._places[above].row, 0, above)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return how many fields it has."""
        return len(self._family(parent))

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Return one."""
        return 1

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Look up a node."""
        if not index.isValid():
            return None
        node = self._places[index.internalId()].node
        if role == NODE_ROLE:
            return node
        if role == Qt.ItemDataRole.DisplayRole:
            return shorten(f"{node.name} {node.value}", MAX_NAME_CHARACTERS)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            found = self.tr(", found by the filter") if node.is_hit else ""
            return shorten(f"{node.name}: {node.value}, {node.kind}{found}", MAX_NAME_CHARACTERS)
        return tool_tip(f"{node.value}\n{node.kind}") if role == Qt.ItemDataRole.ToolTipRole else None

    def at_byte(self, byte: int) -> QModelIndex:
        """Return the innermost field that a byte belongs to."""
        found, family = QModelIndex(), self._roots
        while True:
            inner = [number for number in family if self._holds(number, byte)]
            if not inner:
                return found
            found, family = self.createIndex(self._places[inner[0]].row, 0, inner[0]), self._places[inner[0]].children

    def hits(self) -> list[QModelIndex]:
        """Return the first fields in which the filter found something."""
        found = (number for number, place in enumerate(self._places) if place.node.is_hit)
        return [self.createIndex(self._places[number].row, 0, number) for number in islice(found, OPENED_HITS)]

    def _holds(self, number: int, byte: int) -> bool:
        node = self._places[number].node
        return node.start <= byte < node.end

    def _add(self, node: FieldNode, parent: int, row: int) -> int:
        number = len(self._places)
        place = _Place(node=node, parent=parent, row=row)
        self._places.append(place)
        place.children = [self._add(child, number, row) for row, child in enumerate(node.children)]
        return number

    def _family(self, parent: Index) -> list[int]:
        if not parent.isValid():
            return self._roots
        return self._places[parent.internalId()].children if parent.column() == 0 else []


class FieldTree(QTreeView):
    """The tree; `field_selected` carries the node under the cursor, or None."""

    field_selected = Signal(object)
    copy_requested = Signal()
    menu_requested = Signal(object, QPoint)
    """The node under the pointer, or the chosen one by key, and where on the screen its menu belongs."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fields = FieldModel(self)
        self.setProperty("ground", "sunken")
        self.setAccessibleName(self.tr("Stanza fields"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHeaderHidden(True)
        self.header().setAccessibleName(self.tr("Columns"))
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setAnimated(False)
        self.setExpandsOnDoubleClick(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(FieldDelegate(theme=theme, tree=self))
        self.setModel(self._fields)
        self.selectionModel().currentChanged.connect(self._on_current)
        theme.changed.connect(self.viewport().update)

    def set_tree(self, tree: tuple[FieldNode, ...]) -> None:
        """Show the fields of another stanza, the inner lists folded but for where the filter found something."""
        self._fields.set_tree(tree)
        self.expandToDepth(UNFOLDED)
        self.scrollToTop()
        for index in reversed(self._fields.hits()):
            self.scrollTo(index)  # which opens what hides it
        self.field_selected.emit(None)

    def select_byte(self, byte: int) -> None:
        """Choose the innermost field that this byte belongs to, and open what hides it."""
        index = self._fields.at_byte(byte)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take j and k for arrows; c copies."""
        if is_plain(event, Qt.Key.Key_C):
            self.copy_requested.emit()
            return
        super().keyPressEvent(as_arrow(event))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of a field."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid():
            place = self.visualRect(index).bottomLeft() if by_key else event.pos()
            self.menu_requested.emit(index.data(NODE_ROLE), self.viewport().mapToGlobal(place))

    def keyboardSearch(self, search: str) -> None:
        """Letters are keys here."""

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw a caret where there is something to fold; the ground of the chosen row reaches to the edge."""
        if index == self.currentIndex():
            painter.fillRect(rect, self._theme.colour("surface-selected"))
            edge = rect.right() - SELECTION_BAR + 1 if self.isRightToLeft() else rect.left()
            painter.fillRect(QRect(edge, rect.top(), SELECTION_BAR, rect.height()), self._theme.colour("accent"))
        if not self._fields.rowCount(index):
            return
        folded = "caret-left" if self.isRightToLeft() else "caret-right"
        name = "caret-down" if self.isExpanded(index) else folded
        side = min(self._theme.scaled(CARET), INDENT)
        x = rect.left() + 2 if self.isRightToLeft() else rect.right() - side - 1
        top = rect.center().y() - side // 2 + 1
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(QPointF(x, top), self._theme.pixmap(name, "text-muted", side, ratio))

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.field_selected.emit(current.data(NODE_ROLE) if current.isValid() else None)
        self.viewport().update()


class FieldDelegate(QStyledItemDelegate):
    """Paints a field: its name and value in the colours of their kinds."""

    def __init__(self, *, theme: Theme, tree: QTreeView) -> None:
        super().__init__(tree)
        self._theme = theme
        self._tree = tree
        self._lettering = Lettering(theme)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return one height for all."""
        return QSize(0, self._theme.height("row-tree"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint it; what is at the end is never cut."""
        node: FieldNode = index.data(NODE_ROLE)
        room: QRect = option.rect
        state: QStyle.StateFlag = option.state
        direction: Qt.LayoutDirection = option.direction
        canvas = Canvas(painter, room, lettering=self._lettering, direction=direction)
        if state & QStyle.StateFlag.State_Selected:
            canvas.fill(room, "surface-selected")
        line = room.adjusted(4, 0, -PADDING, 0)
        weight, colour = (700, "text") if not index.parent().isValid() else (None, "syn-key")
        room_for_value = line.width() - self._lettering.width(node.name, "data", weight)
        kind = self._lettering.width(node.kind, "data") + PADDING
        if self._tree.viewport().width() >= self._theme.scaled(ROOM_FOR_KINDS) and self._fits(
            node, room_for_value - kind
        ):
            canvas.words(line, node.kind, font="data", colour="text-muted", align=TRAILING, elide=False)
            line.setWidth(line.width() - kind)
        runs = _value_runs(node) if self._fits(node, room_for_value) else _value_runs(node)[:1]
        advance = canvas.words(line, node.name, font="data", weight=weight, colour=colour)
        for text, ink in runs:
            line.setLeft(line.left() + advance + GAP)
            if node.is_hit and text == runs[0][0] and line.width() > 0:
                width = min(self._lettering.width(text, "data"), line.width())
                canvas.fill(QRect(line.left() - 2, line.top() + 2, width + 4, line.height() - 4), "field-selected")
                ink = "field-selected-text"  # noqa: PLW2901 - on its ground
            advance = canvas.words(line, text, font="data", colour=ink, align=LEADING) if line.width() > 0 else 0

    def _fits(self, node: FieldNode, room: int) -> bool:
        """Whether a value has room: texts can be cut, a number and its meaning cannot."""
        runs = _value_runs(node)
        return len(runs) < 2 or sum(self._lettering.width(text, "data") + GAP for text, _ in runs) <= room


def _value_runs(node: FieldNode) -> list[tuple[str, str]]:
    """Return the value in pieces of one colour each; a number's name comes after it, muted."""
    if node.value.startswith('"'):
        return [(node.value, "syn-string")]
    if node.children or node.kind.startswith(("map", "list", "bin", "nil")):
        return [(node.value, "text-muted")]
    number, _, name = node.value.partition(" ")
    return [(number, "syn-number"), (name, "text-muted")] if name else [(number, "syn-number")]
