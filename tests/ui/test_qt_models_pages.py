from array import array

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from alicia_desktop.base.lazy_list import Pages
from alicia_desktop.ui.qt_models import ID_ROLE, ROW_ROLE, Column, PagesTableModel
from tests.support.examples import examples

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal
LISTS = st.lists(st.integers(0, 20), unique=True, max_size=12)


def table(pages):
    columns: list[Column[str]] = [
        Column(title="Text", text=lambda row: row, tip=lambda row: f"tip {row}"),
        Column(title="Length", text=lambda row: str(len(row)), alignment=Qt.AlignmentFlag.AlignTrailing),
    ]
    return PagesTableModel(pages, columns)


def keys(model):
    return [model.index(row, 0).data(ID_ROLE) for row in range(model.rowCount())]


def load(pages):
    for places in pages.pop_requested(9):
        pages.put({pages.key(place): f"row {pages.key(place)}" for place in places}, places)


@given(st.lists(LISTS, max_size=6))
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_change_keeps_the_model_in_step_with_the_keys(qapp, lists):
    pages: Pages[str] = Pages()
    model = table(pages)
    tester = QAbstractItemModelTester(model, FATAL)
    for wanted in lists:
        pages.reset(array("q", wanted))
        load(pages)
        assert keys(model) == wanted
        assert [model.index(row, 0).data() or "" for row in range(model.rowCount())] == [
            pages.peek(key) or "" for key in wanted
        ]
    assert tester.model() is model


def test_a_cell_is_empty_until_its_page_is_there_and_then_told(qtbot):
    pages: Pages[str] = Pages()
    model = table(pages)
    pages.reset(array("q", [7, 8]))
    cell = model.index(1, 0)
    assert cell.data() is None
    assert cell.data(ID_ROLE) == 8
    with qtbot.waitSignal(model.dataChanged) as told:
        load(pages)
    assert (told.args[0].row(), told.args[1].row()) == (0, 1)
    assert cell.data() == cell.data(ROW_ROLE) == cell.data(Qt.ItemDataRole.AccessibleTextRole) == "row 8"
    assert cell.data(Qt.ItemDataRole.ToolTipRole) == "tip row 8"
    assert model.index(1, 1).data(Qt.ItemDataRole.ToolTipRole) is None
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Text"


def test_a_detached_model_follows_no_longer(qapp):
    pages: Pages[str] = Pages()
    model = table(pages)
    model.detach()
    pages.reset(array("q", [1]))
    assert model.rowCount() == 0
