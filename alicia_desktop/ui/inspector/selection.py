"""Which row of a list is chosen, as an id: it outlives rows that are replaced, and may be asked for before it comes."""

from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Signal
from PySide6.QtWidgets import QAbstractItemView

from alicia_desktop.ui.qt_models import ID_ROLE, RowsListModel, RowsTableModel

Model = RowsListModel[Any] | RowsTableModel[Any]


class Selection(QObject):
    """The chosen row of one view; `selected` tells its id, once for each change."""

    selected = Signal(str)

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self._model: Model | None = None
        self._id = ""
        self._wanted = ""

    @property
    def id(self) -> str:
        """What is chosen; empty for nothing."""
        return self._id

    def attach(self, model: Model) -> None:
        """Show `model` in the view; what was chosen stays chosen where it is there too."""
        self._wanted = self._wanted or self._id
        old, self._model = self._model, model
        # Before the view, which would choose a neighbour for a row that is only being replaced.
        model.rowsAboutToBeRemoved.connect(self._on_leaving)
        self._view.setModel(model)
        self._view.setCurrentIndex(QModelIndex())  # else Qt chooses the first row as soon as the keyboard comes
        model.rowsInserted.connect(self._on_inserted)
        self._view.selectionModel().currentRowChanged.connect(self._on_current)
        if old is not None:
            old.detach()
            old.deleteLater()
        self._choose(model.index_of(self._wanted))

    def select(self, row_id: str) -> None:
        """Choose the row with this id, now or when it comes."""
        self._wanted = row_id
        if self._model is not None:
            self._choose(self._model.index_of(row_id))

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self._view.setCurrentIndex(index)
            self._view.scrollTo(index)

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not current.isValid():
            return
        self._wanted = ""
        chosen = str(current.data(ID_ROLE))
        if chosen != self._id:
            self._id = chosen
            self.selected.emit(chosen)

    def _on_leaving(self, _parent: QModelIndex, first: int, last: int) -> None:
        current = self._view.currentIndex()
        if current.isValid() and first <= current.row() <= last:
            self._view.setCurrentIndex(QModelIndex())
            self._wanted = self._id

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        """Look among the new rows only: finding a key among all would cost each burst."""
        model = self._model
        if not self._wanted or model is None:
            return
        for row in range(first, last + 1):
            if model.index(row, 0).data(ID_ROLE) == self._wanted:
                self._choose(model.index(row, 0))
                return
