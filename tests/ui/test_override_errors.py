"""An error in an override is logged, and raised like any other: it does not end the process."""

from typing import Any

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.accessible_roles import ButtonInterface
from alicia_desktop.ui.conversation.message_tree import MessageItem
from alicia_desktop.ui.inspector.row_views import TableDelegate
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.qt_models import RowsListModel

pytestmark = pytest.mark.usefixtures("qapp")

NOTHING: list[str] = []
NOWHERE = QModelIndex()


class _Short(QAbstractListModel):
    """Says that it has more rows than it has."""

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = NOWHERE) -> int:  # noqa: N802 - Qt's own name
        return 1

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return NOTHING[index.row()]


@pytest.mark.expects_log("an override of Qt's failed.*_Short.data")
def test_words_that_c_code_raised_do_not_end_the_process():
    model = _Short()
    index = model.index(0)
    with pytest.raises(IndexError, match="list index out of range"):
        index.data()


@pytest.mark.expects_log("an override of Qt's failed.*RowsListModel.data")
def test_a_model_of_the_window_whose_row_is_gone():
    rows = Rows[str](str)
    rows.extend(["a", "b"])
    model = RowsListModel(rows, text=str)
    index = model.index(1)
    rows.remove("b")
    with pytest.raises(IndexError, match="list index out of range"):
        index.data()


@pytest.mark.parametrize(
    "override",
    [RowsListModel.data, StanzaTable.paintEvent, MessageItem.text, ButtonInterface.state, TableDelegate.paint],
)
def test_the_classes_of_the_window_are_guarded(override):
    assert hasattr(override, "__wrapped__")
