from dataclasses import dataclass

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.qt_models import ID_ROLE, ROW_ROLE, Column, RowsListModel, RowsTableModel
from tests.support.examples import examples

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@dataclass(frozen=True, kw_only=True)
class Thing:
    id: str
    text: str = ""


def things(*ids):
    rows: Rows[Thing] = Rows(lambda row: row.id)
    rows.extend(Thing(id=name, text=name.upper()) for name in ids)
    return rows


def table(rows):
    columns: list[Column[Thing]] = [
        Column(title="Id", text=lambda row: row.id),
        Column(title="Text", text=lambda row: row.text, tip=lambda row: f"tip {row.text}"),
    ]
    return RowsTableModel(rows, columns)


def texts(model):
    return [model.index(row, 0).data() for row in range(model.rowCount())]


OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from("abcdefgh"), st.text(max_size=3)),
        st.tuples(st.just("remove"), st.sampled_from("abcdefgh"), st.just("")),
        st.tuples(st.just("reset"), st.text("abcdefgh", max_size=8), st.text(max_size=3)),
    ),
    max_size=20,
)


def apply(rows, operation):
    kind, name, text = operation
    if kind == "put":
        rows.put(Thing(id=name, text=text))
    elif kind == "remove":
        rows.remove(name)
    else:
        rows.reset([Thing(id=one, text=text) for one in dict.fromkeys(name)])


@given(OPERATIONS)
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_change_keeps_the_models_in_step_with_the_rows(qapp, operations):
    rows = things("a", "b", "c")
    listed, tabled = RowsListModel(rows, text=lambda row: row.id), table(rows)
    testers = [QAbstractItemModelTester(model, FATAL) for model in (listed, tabled)]
    for operation in operations:
        apply(rows, operation)
        assert texts(listed) == texts(tabled) == [row.id for row in rows]
    assert len(testers) == 2


def test_a_limit_drops_the_first_rows_and_the_model_follows(qapp):
    rows: Rows[Thing] = Rows(lambda row: row.id, limit=3)
    model = RowsListModel(rows, text=lambda row: row.id)
    tester = QAbstractItemModelTester(model, FATAL)
    rows.extend(Thing(id=name) for name in "ab")
    rows.extend(Thing(id=name) for name in "cde")
    assert texts(model) == ["c", "d", "e"]
    assert tester.model() is model


def test_an_update_is_news_of_data_not_of_rows(qtbot):
    rows = things("a", "b")
    model = RowsListModel(rows, text=lambda row: row.text)
    with qtbot.waitSignal(model.dataChanged) as changed, qtbot.assertNotEmitted(model.rowsInserted):
        rows.put(Thing(id="b", text="new"))
    assert changed.args[0].row() == 1
    assert model.index(1, 0).data() == "new"


def test_a_row_is_found_by_its_id(qapp):
    model = RowsListModel(things("a", "b"), text=lambda row: row.text)
    index = model.index_of("b")
    assert (index.row(), index.data(ID_ROLE)) == (1, "b")
    assert index.data(ROW_ROLE) == model.row(1)
    assert not model.index_of("z").isValid()


def test_a_cell_has_text_tip_and_heading(qapp):
    model = table(things("a"))
    cell = model.index(0, 1)
    assert cell.data() == cell.data(Qt.ItemDataRole.AccessibleTextRole) == "A"
    assert cell.data(Qt.ItemDataRole.ToolTipRole) == "tip A"
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Text"
    assert model.columnCount(QModelIndex()) == 2


@pytest.mark.parametrize("make", [lambda rows: RowsListModel(rows, text=lambda row: row.id), table])
def test_a_detached_model_follows_no_longer(qapp, make):
    rows = things("a")
    model = make(rows)
    model.detach()
    rows.put(Thing(id="b"))
    assert model.rowCount() == 1
