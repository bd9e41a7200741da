"""The adapter from `base.lazy_list.Pages` to Qt: a table of known length whose cells come where they are seen.

A cell that is not here yet says nothing; asking for it brings its page, and `dataChanged` tells when it is there.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from alicia_desktop.base.lazy_list import Pages, PagesChange
from alicia_desktop.ui.qtrows import ID_ROLE, NOWHERE, ROW_ROLE, Column, Index, column_head
from alicia_desktop.ui.untrusted.plain_text import MAX_NAME_CHARACTERS, shorten, tool_tip

T = TypeVar("T")


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


_RECORD_ROLES = frozenset(
    {
        ROW_ROLE,
        int(Qt.ItemDataRole.DisplayRole),
        int(Qt.ItemDataRole.AccessibleTextRole),
        int(Qt.ItemDataRole.ToolTipRole),
    }
)
