import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QListView, QToolTip

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.inspector.canvas import Lettering
from alicia_desktop.ui.inspector.memory.traces import TraceList
from alicia_desktop.ui.inspector.row_views import FastTable, Selection, Table, TableDelegate
from alicia_desktop.ui.inspector.stanzas.stanza_columns import StanzaCells, columns
from alicia_desktop.ui.qt_models import RowsListModel, RowsTableModel
from tests.ui.inspector import samples


@pytest.fixture
def rows():
    made = Rows(lambda row: row)
    made.extend(["a", "b", "c"])
    return made


@pytest.fixture
def selection(qtbot, rows):
    view = QListView()
    qtbot.addWidget(view)
    made = Selection(view)
    made.attach(RowsListModel(rows, text=str, parent=view))
    return made


def chosen(selection):
    return selection.view.currentIndex().data()


def test_a_row_may_be_asked_for_before_it_comes(selection, rows, qtbot):
    selection.select("x")
    assert chosen(selection) is None
    with qtbot.waitSignal(selection.selected) as told:
        rows.extend(["w", "x"])
    assert told.args == ["x"]
    assert chosen(selection) == "x"


def test_it_tells_a_choice_once(selection, qtbot):
    told: list[str] = []
    selection.selected.connect(told.append)
    selection.select("b")
    selection.select("b")
    assert told == ["b"]


def test_a_row_that_is_replaced_stays_chosen(selection, rows):
    selection.select("b")
    told: list[str] = []
    selection.selected.connect(told.append)
    rows.reset(["n", "b", "m"])
    assert (chosen(selection), told) == ("b", [])


def test_no_neighbour_takes_the_place_of_a_row_that_left(selection, rows):
    selection.select("b")
    told: list[str] = []
    selection.selected.connect(told.append)
    rows.remove("b")
    assert (chosen(selection), told, selection.id) == (None, [], "b")


def test_rows_before_it_change_nothing(selection, rows):
    selection.select("b")
    rows.insert(0, "z")
    rows.remove("a")
    assert chosen(selection) == "b"


def test_another_model_keeps_the_choice(selection, rows):
    selection.select("c")
    other = Rows(lambda row: row)
    other.extend(["q", "c"])
    selection.attach(RowsListModel(other, text=str, parent=selection))
    assert chosen(selection) == "c"
    rows.extend(["d"])
    assert selection.view.model().rowCount() == 2


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_table_that_paints_by_itself_looks_as_qt_would_paint_it(qtbot, theme, direction):
    lettering = Lettering(theme)
    cells = StanzaCells(theme=theme, lettering=lettering)
    pictures = []
    for kind in (Table, FastTable):
        table = kind(theme=theme, name="Stanzas")
        qtbot.addWidget(table)
        table.setLayoutDirection(direction)
        table.resize(700, 300)
        table.setItemDelegate(TableDelegate(cells.paints(), theme=theme, lettering=lettering, parent=table))
        table.setModel(RowsTableModel(samples.stanzas(), columns(), parent=table))
        table.set_widths(cells.widths([""] * 8)[:-1])
        table.setColumnHidden(2, True)
        table.selectRow(1)
        pictures.append(table.viewport().grab().toImage())
    assert pictures[0] == pictures[1]


def test_the_words_of_a_row_are_its_tool_tip_and_beside_the_rows_there_is_none(qtbot, theme, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, words, _widget: said.append(words))
    listed = TraceList(theme=theme)
    qtbot.addWidget(listed)
    listed.setModel(RowsListModel(samples.traces(), text=str, parent=listed))
    listed.resize(400, listed.sizeHintForRow(0) * (listed.model().rowCount() + 1))
    for place in (listed.visualRect(listed.model().index(0, 0)).center(), QPoint(20, listed.height() - 4)):
        listed.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, place, place))
    assert said == ["Emma is allergic to walnuts\nRetrieved · Health & wellness · pinned", ""]
