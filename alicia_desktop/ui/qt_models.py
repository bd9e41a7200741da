"""The adapters from `Rows` and `Pages` of `base` to Qt's item models: a list, a table of columns, a table of pages.

`data()` is a lookup; formatting was done in `view`. A change of rows becomes the narrowest news that Qt knows: rows of
the same keys are data, others are removed, then inserted. The models keep their own list of what Qt has been told,
because Qt may look in between; it holds references to the same frozen records.

A cell of a page that is not loaded is empty; asking for it loads its page, and `dataChanged` is emitted when it is
there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from alicia_desktop.base.lazy_list import Pages, PagesChange
from alicia_desktop.base.observable import Rows, RowsChange
from alicia_desktop.ui.untrusted.plain_text import MAX_NAME_CHARACTERS, shorten, tool_tip

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
NOWHERE: Final = QModelIndex()
ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole)
"""The whole record, for delegates."""
ID_ROLE: Final = ROW_ROLE + 1
"""Its key: what a selection remembers."""
_TEXT_ROLES: Final = frozenset({int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)})


@dataclass(frozen=True, kw_only=True, slots=True)
class Column(Generic[T]):
    """One column of a table."""

    title: str
    text: Callable[[T], str]
    """What the cell shows; also what is copied and read aloud."""
    alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeading
    tip: Callable[[T], str] | None = None
    head_tip: str = ""
    """What the title stands for, where that is short or cut."""


def column_head(columns: Sequence[Column[Any]], section: int, orientation: Qt.Orientation, role: int) -> Any:
    """Return what the head of a table says in `role`: a column's title, and nothing for rows."""
    if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(columns):
        return None
    if role == Qt.ItemDataRole.DisplayRole:
        return columns[section].title
    if role == Qt.ItemDataRole.TextAlignmentRole:
        return int(columns[section].alignment | Qt.AlignmentFlag.AlignVCenter)
    if role == Qt.ItemDataRole.ToolTipRole:
        return tool_tip(columns[section].head_tip) or None
    return None


class _Follower(Generic[T]):
    """Turn changes of rows into the begin/end calls of one model."""

    def __init__(self, model: QAbstractItemModel, rows: Rows[T], *, columns: int = 1) -> None:
        self._model = model
        self._columns = columns
        self.rows = rows
        self.items: list[T] = list(rows)
        """What Qt has been told of so far: a replaced run is removed, then inserted, and Qt may look in between."""
        self._disconnect = rows.changed.connect(self._on_changed)
        model.destroyed.connect(self.detach)  # its window may go while the rows still change

    def detach(self) -> None:
        """Follow no longer."""
        self._disconnect()

    def _on_changed(self, change: RowsChange[T]) -> None:
        first, before, after = change.first, change.before, change.after
        if len(before) == len(after) and all(map(self._same_key, before, after)):
            self.items[first : first + len(after)] = after
            last = first + len(after) - 1
            top, bottom = self._model.index(first, 0), self._model.index(last, self._columns - 1)
            self._model.dataChanged.emit(top, bottom)
            return
        if before:
            self._model.beginRemoveRows(NOWHERE, first, first + len(before) - 1)
            del self.items[first : first + len(before)]
            self._model.endRemoveRows()
        if after:
            self._model.beginInsertRows(NOWHERE, first, first + len(after) - 1)
            self.items[first:first] = after
            self._model.endInsertRows()

    def _same_key(self, old: T, new: T) -> bool:
        return self.rows.key_of(old) == self.rows.key_of(new)


class RowsListModel(QAbstractListModel, Generic[T]):
    """Rows as a list; `text` is what a screen reader and a plain view show."""

    def __init__(self, rows: Rows[T], *, text: Callable[[T], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._follower = _Follower(self, rows)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return how many rows there are; rows have no children."""
        return 0 if parent.isValid() else len(self._follower.items)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Look up a row."""
        if not index.isValid():
            return None
        row = self._follower.items[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return shorten(self._text(row), MAX_NAME_CHARACTERS)
        return _identity(self._follower.rows, row, role)

    def row(self, number: int) -> T:
        """Return the record at `number`."""
        return self._follower.items[number]

    def index_of(self, key: str) -> QModelIndex:
        """Return where the record with `key` is; an invalid index when it is not here."""
        place = self._follower.rows.position(key)
        return NOWHERE if place is None else self.index(place, 0)

    def detach(self) -> None:
        """Stop following the rows."""
        self._follower.detach()


class RowsTableModel(QAbstractTableModel, Generic[T]):
    """Rows as a table of fixed columns."""

    def __init__(self, rows: Rows[T], columns: Sequence[Column[T]], *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._follower = _Follower(self, rows, columns=len(self._columns))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return how many rows there are; rows have no children."""
        return 0 if parent.isValid() else len(self._follower.items)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Look up a cell."""
        if not index.isValid():
            return None
        row = self._follower.items[index.row()]
        if role == ROW_ROLE:  # first: what a delegate asks for, for every cell in view
            return row
        column = self._columns[index.column()]
        if role in _TEXT_ROLES:
            return shorten(column.text(row), MAX_NAME_CHARACTERS)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(column.alignment | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole and column.tip is not None:
            return tool_tip(column.tip(row))
        return _identity(self._follower.rows, row, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        """Return a column's title; rows have none."""
        return column_head(self._columns, section, orientation, role)

    def set_columns(self, columns: Sequence[Column[T]]) -> None:
        """Take over as many columns with other titles and texts."""
        self._columns = tuple(columns)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(self._columns) - 1))

    def row(self, number: int) -> T:
        """Return the record at `number`."""
        return self._follower.items[number]

    def index_of(self, key: str) -> QModelIndex:
        """Return where the record with `key` is; an invalid index when it is not here."""
        place = self._follower.rows.position(key)
        return NOWHERE if place is None else self.index(place, 0)

    def detach(self) -> None:
        """Stop following the rows."""
        self._follower.detach()


def _identity(rows: Rows[T], row: T, role: int) -> T | str | None:
    if role == ROW_ROLE:
        return row
    return rows.key_of(row) if role == ID_ROLE else None


class PagesTableModel(QAbstractTableModel, Generic[T]):
    """Pages as a table of fixed columns; `ID_ROLE` is the key, a number."""

    def __init__(self, pages: Pages[T], columns: Sequence[Column[T]], *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pages = pages
        self._columns = tuple(columns)
        self._keys = pages.keys
        """What Qt has been told: a replaced run is removed, then inserted, and Qt may look in between."""
        self._disconnects = (pages.changed.connect(self._on_changed), pages.loaded.connect(self._on_loaded))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return how many rows there are; rows have no children."""
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Look up a cell."""
        if not index.isValid():
            return None
        column = self._columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(column.alignment | Qt.AlignmentFlag.AlignVCenter)
        if role == ID_ROLE:
            return self._keys[index.row()]
        if role not in _RECORD_ROLES:
            return None
        record = self._record(index.row())
        if role == ROW_ROLE or record is None:
            return record
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(column.tip(record)) if column.tip is not None else None
        return shorten(column.text(record), MAX_NAME_CHARACTERS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        """Return a column's title; rows have none."""
        return column_head(self._columns, section, orientation, role)

    def set_columns(self, columns: Sequence[Column[T]]) -> None:
        """Take over as many columns with other titles and texts."""
        self._columns = tuple(columns)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(self._columns) - 1))

    def index_of(self, key: str) -> QModelIndex:
        """Return where the record with `key` is; an invalid index when it is not here."""
        try:
            return self.index(self._keys.index(int(key)), 0)
        except ValueError:
            return QModelIndex()

    def detach(self) -> None:
        """Follow the pages no longer."""
        for disconnect in self._disconnects:
            disconnect()

    def _record(self, row: int) -> T | None:
        if self._keys is self._pages.keys:
            return self._pages.get(row)
        return self._pages.peek(self._keys[row])

    def _on_changed(self, change: PagesChange) -> None:
        first, removed, added = change.first, change.removed, change.added
        if removed:
            self.beginRemoveRows(NOWHERE, first, first + removed - 1)
            self._keys = self._keys[:first] + self._keys[first + removed :]
            self.endRemoveRows()
        if added:
            self.beginInsertRows(NOWHERE, first, first + added - 1)
            self._keys = self._pages.keys
            self.endInsertRows()
        self._keys = self._pages.keys

    def _on_loaded(self, places: tuple[int, int]) -> None:
        last = min(places[1], len(self._keys) - 1)
        if last >= places[0]:
            self.dataChanged.emit(self.index(places[0], 0), self.index(last, len(self._columns) - 1))


_RECORD_ROLES: Final = frozenset({ROW_ROLE, *_TEXT_ROLES, int(Qt.ItemDataRole.ToolTipRole)})
