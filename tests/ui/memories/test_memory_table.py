import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from alicia_desktop.ui.memories.memory_table import CATEGORY, USES
from alicia_desktop.ui.qt_models import ROW_ROLE
from tests.ui.memories.conftest import row

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture
def table(memories):
    return memories.list.table


def test_the_model_is_true_under_every_change(table, listing):
    tester = QAbstractItemModelTester(table.model(), FATAL)
    for keys in ([3], [3, 1, 4], [], range(300), range(299, 0, -2)):
        listing.list(keys)
        table.viewport().repaint()
        assert table.model().rowCount() == len(keys)
    assert tester.model() is table.model()


def test_many_are_selected_and_told_in_the_order_of_the_list(qtbot, table, memories):
    with qtbot.waitSignal(table.selection_changed):
        table.selectAll()
    assert table.selected_count == 5
    assert table.selected_keys() == [0, 1, 2, 3, 4]
    assert memories.list.bar.accessibleName() == "5 memories selected"


def test_a_selection_stays_with_its_memories_when_rows_come_and_go_around_them(table, listing):
    table.selectRow(1)
    table.selectionModel().select(
        table.model().index(3, 0),
        table.selectionModel().SelectionFlag.Select | table.selectionModel().SelectionFlag.Rows,
    )
    listing.list([9, 0, 1, 7, 2, 3, 4])
    assert table.selected_keys() == [1, 3]
    listing.list([3, 2, 1])
    assert table.selected_keys() == [3, 1]
    listing.list([2, 3])
    assert table.selected_keys() == [3]


def test_a_new_row_amid_a_selection_is_not_selected(table, listing):
    table.selectAll()
    listing.list([0, 1, 9, 2, 3, 4])
    assert table.selected_keys() == [0, 1, 2, 3, 4]


def test_return_asks_for_the_memory_and_delete_for_what_is_selected(qtbot, table):
    table.setFocus()
    table.selectRow(2)
    with qtbot.waitSignal(table.memory_requested) as asked:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert asked.args == ["amem_2"]
    with qtbot.waitSignal(table.delete_requested):
        qtbot.keyClick(table, Qt.Key.Key_Delete)
    table.clearSelection()
    with qtbot.assertNotEmitted(table.delete_requested):
        qtbot.keyClick(table, Qt.Key.Key_Delete)


def test_a_row_says_everything_to_somebody_who_hears_it(table, listing):
    listing.rows[0] = row(0, pinned=True, archived=True, meaning="0.61", named_only=True)
    listing.pages.outdate()
    table.viewport().repaint()
    said = table.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    for words in ("walnuts", "pinned", "archived", "related, relevance 0.61", "only mentioned in an answer"):
        assert words in said


def test_columns_go_before_the_content_is_squeezed(qtbot, memories, table):
    memories.resize(1400, 700)
    qtbot.waitUntil(lambda: not table.isColumnHidden(USES))
    memories.resize(memories.minimumSize())
    qtbot.waitUntil(lambda: table.isColumnHidden(USES))
    assert not table.isColumnHidden(0)
    memories.resize(1400, 700)
    qtbot.waitUntil(lambda: not table.isColumnHidden(CATEGORY))


def test_the_memory_that_one_stands_on_is_selected(table, listing):
    listing.list(range(1000))
    table.setCurrentIndex(table.model().index(700, 0))
    assert table.selected_keys() == [700]
    row_shown = table.model().index(700, 0).data(ROW_ROLE)
    assert row_shown is None or row_shown.id == "amem_700"


def test_all_of_very_many_are_selected_and_no_head_asks_each_whether_it_is(table, listing):
    listing.list(range(100_000))
    table.selectAll()
    table.repaint()
    assert table.selected_count == 100_000
    assert not table.horizontalHeader().selectionModel().hasSelection()


def test_columns_and_filters_have_room_when_the_text_becomes_larger(memories, table, theme):
    memories.resize(1900, 800)
    before = table.columnWidth(CATEGORY)
    picker = memories.list.filters.category
    theme.set_text_size(200)
    assert table.columnWidth(CATEGORY) > 1.8 * before
    assert picker.width() > picker.fontMetrics().horizontalAdvance(picker.currentText()) + theme.icon_size()
    theme.set_text_size(100)
    assert table.columnWidth(CATEGORY) == before
