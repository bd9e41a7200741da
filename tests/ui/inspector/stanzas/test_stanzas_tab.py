import itertools
from array import array
from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu

from alicia_desktop.base.lazy_list import Pages
from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import EVERYTHING
from alicia_desktop.ui.inspector.filters.filter_completer import FilterField
from alicia_desktop.ui.inspector.page_parts import EmptyState
from alicia_desktop.ui.inspector.stanzas.stanza_columns import DIRECTION, NUMBER, SIZE, SUMMARY, TIME, TYPE
from alicia_desktop.ui.inspector.stanzas.stanza_details import StanzaDetailsView
from alicia_desktop.ui.inspector.stanzas.stanza_filter import StanzaFilter
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.inspector.stanzas.stanzas_tab import StanzasTab
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.view.journal_search import JournalProgress
from alicia_desktop.view.stanza_order import StanzaOrder
from alicia_desktop.view.stanzas import StanzaRow
from tests.ui.inspector import samples
from tests.ui.reach import button, part, shown_texts


def jump_shown(tab):
    return any(one.text().startswith("Jump to end") and one.isVisible() for one in tab.findChildren(QAbstractButton))


@pytest.fixture
def rows():
    made: Rows[StanzaRow] = Rows(lambda row: row.id, limit=200)
    made.extend(samples.numbered_stanza(number) for number in range(200))
    return made


@pytest.fixture
def tab(qtbot, theme, rows):
    made = StanzasTab(theme=theme)
    qtbot.addWidget(made)
    made.resize(568, 860)
    made.set_stanzas(rows)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_what_is_kept_back_is_said(tab, rows):
    rows.extend(samples.numbered_stanza(number) for number in range(200, 250))
    tab.set_stanza_counts(200, 21_906)
    assert "200 of 21,906 shown · 50 older not shown" in shown_texts(tab)


def test_new_rows_are_counted_on_the_button_to_the_end(tab, rows):
    assert not jump_shown(tab)
    part(tab, StanzaTable).verticalScrollBar().setValue(100)
    rows.extend(samples.numbered_stanza(number) for number in range(200, 237))
    assert button(tab, "Jump to end (37 new)").isVisible()
    button(tab, "Jump to end (37 new)").click()
    assert not jump_shown(tab)
    assert part(tab, StanzaTable).following


def test_a_slash_goes_to_the_filter_and_is_a_letter_there(tab, qtbot):
    tab.activateWindow()
    part(tab, StanzaTable).setFocus()
    qtbot.keyClick(part(tab, StanzaTable), "/")
    qtbot.waitUntil(part(tab, FilterField).hasFocus)
    qtbot.keyClick(part(tab, FilterField), "/")
    assert part(tab, StanzaFilter).text == "/"


def test_keys_pause_and_clear(tab, qtbot):
    tab.activateWindow()
    part(tab, StanzaTable).setFocus()
    with qtbot.waitSignal(tab.stanza_pause_toggled):
        qtbot.keyClick(part(tab, StanzaTable), Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(tab.stanza_clear_requested):
        qtbot.keyClick(part(tab, StanzaTable), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)


def test_a_filter_that_hides_all_says_so_and_can_be_removed(tab, rows, qtbot):
    tab.set_stanza_counts(0, 21_906)
    part(tab, StanzaFilter).line.set_text("no such word")
    rows.reset([])
    assert part(tab, EmptyState).accessibleName().startswith("0 of 21,906 match")
    with qtbot.waitSignal(tab.stanza_filter_changed, check_params_cb=lambda wanted: wanted == EVERYTHING):
        button(tab, "Clear filter").click()
    assert part(tab, EmptyState).accessibleName().startswith("No stanzas yet")


def test_a_stanza_is_chosen_and_its_details_copied(tab, qtbot, qapp):
    with qtbot.waitSignal(tab.stanza_selected) as told:
        tab.select("42")
    assert told.args == ["42"]
    tab.set_stanza_details(samples.details(42))
    qtbot.keyClick(part(tab, StanzaTable), "c")
    assert '"content": "Emma is allergic to walnuts"' in qapp.clipboard().text()


def test_the_bytes_are_searched_from_the_list(tab, qtbot):
    tab.activateWindow()
    table, bar = part(tab, StanzaTable), part(tab, StanzaDetailsView).find_bar
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert not bar.isVisible(), "there is no stanza to search"
    tab.set_stanza_details(samples.details(42))
    qtbot.keyClick(table, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(bar.field.hasFocus)


def test_older_rows_are_a_wish(tab, qtbot):
    with qtbot.waitSignal(tab.older_requested):
        part(tab, StanzaTable).verticalScrollBar().setValue(0)


def test_the_menu_copies_what_is_loaded_and_what_comes(tab, qtbot, qapp):
    tab.select("42")
    tab.set_stanza_details(samples.details(42))
    table = part(tab, StanzaTable)
    copies = copying(tab, table.currentIndex())
    assert {action.isEnabled() for action in copies.values()} == {True}
    copies["Copy as hex"].trigger()
    assert qapp.clipboard().text() == samples.RAW.hex()
    copies["Copy as decode command"].trigger()
    assert qapp.clipboard().text() == f"alicia-desktop decode --hex {samples.RAW.hex()}"
    tab.select("43")
    copying(tab, table.currentIndex())["Copy as hex"].trigger()
    copied = replace(samples.details(43), raw=b"other")
    assert qapp.clipboard().text() != copied.raw.hex()
    tab.set_stanza_details(copied)
    assert qapp.clipboard().text() == copied.raw.hex()


def copying(tab, index):
    return {one.text(): one for one in tab.menu(index).actions() if one.text().startswith("Copy")}


def test_a_badge_under_the_pointer_is_what_its_menu_filters_by(tab, rows):
    rows.put(structs.replace(rows[199], badges=("duplicate", "after stop")))
    table = part(tab, StanzaTable)
    tab.select("199")
    room = table.visualRect(table.model().index(199, SUMMARY))
    badges = [table.badge_at(QPoint(x, room.center().y())) for x in range(room.left(), room.left() + 180)]
    assert [badge for badge, _ in itertools.groupby(badges) if badge] == ["duplicate", "after stop"]
    menu = {action.text().split(":")[0]: action for action in tab.menu(table.currentIndex(), "after stop").actions()}
    menu["Apply as filter"].trigger()
    assert part(tab, StanzaFilter).text == "is:after-stop"


def test_an_emptied_list_says_so_and_brings_all_back(tab, rows, qtbot):
    tab.stanza_clear_requested.connect(lambda: rows.reset(()))
    tab.activateWindow()
    part(tab, StanzaTable).setFocus()
    qtbot.keyClick(part(tab, StanzaTable), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    tab.set_stanza_counts(0, 200)
    assert part(tab, EmptyState).accessibleName().startswith("List cleared.")
    assert button(tab, "Show all").isVisible()
    with qtbot.waitSignal(tab.stanza_filter_changed) as asked:
        button(tab, "Show all").click()
    assert asked.args == [EVERYTHING]
    rows.extend([samples.numbered_stanza(1)])
    rows.reset(())
    assert part(tab, EmptyState).accessibleName().startswith("No stanzas yet.")
    assert not button(tab, "Show all").isVisible()


def test_what_is_copied_is_told(tab, qtbot):
    tab.set_stanza_details(samples.details())
    with qtbot.waitSignal(tab.copied):
        part(tab, StanzaDetailsView).copy_hex()


def test_a_cell_becomes_a_condition_by_its_menu(tab, qtbot):
    table = part(tab, StanzaTable)
    tab.select("42")
    row = table.currentIndex()
    kinds = {action.text().split(":")[0]: action for action in tab.menu(row.siblingAtColumn(TYPE)).actions()}
    kinds["Apply as filter"].trigger()
    name = row.data(ROW_ROLE).type
    assert part(tab, StanzaFilter).text == f"type:{name}"
    menu = {action.text(): action for action in tab.menu(row.siblingAtColumn(DIRECTION)).actions()}
    menu["Exclude"].trigger()
    assert part(tab, StanzaFilter).text == f"type:{name} -dir:{row.data(ROW_ROLE).direction}"


def test_a_search_shows_its_progress_and_is_stopped(tab, qtbot):
    line = part(tab, StanzaFilter).line
    tab.set_stanza_progress(JournalProgress(found=3, searched=1_000, total=20_000, is_running=True))
    assert line.status.text == "Searching: 1,000 of 20,000 · 3 found"
    with qtbot.waitSignal(tab.stanza_search_stop_requested):
        button(tab, "Stop").click()
    tab.set_stanza_progress(JournalProgress(found=3, searched=1_000, total=20_000, is_running=False))
    assert line.status.text == "Stopped: 1,000 of 20,000 searched · 3 found"
    tab.set_stanza_progress(JournalProgress(found=3, searched=20_000, total=20_000, is_running=False))
    assert line.status.text == ""


def test_keys_and_the_menu_mark_a_stanza_and_go_from_mark_to_mark(tab, rows, qtbot):
    table, control = part(tab, StanzaTable), Qt.KeyboardModifier.ControlModifier
    tab.activateWindow()
    tab.select("42")
    table.setFocus()
    with qtbot.waitSignal(tab.stanza_mark_requested) as marked:
        qtbot.keyClick(table, Qt.Key.Key_M, control)
    assert marked.args == ["42", True]
    rows.put(structs.replace(rows[42], note="slow"))
    tab.set_stanza_marks(1)
    assert any(text.endswith("· 1 marked") for text in shown_texts(tab))
    assert table.model().index(42, NUMBER).data() == "42, marked"
    assert "slow" in table.model().index(42, SUMMARY).data(Qt.ItemDataRole.ToolTipRole)
    menu = {action.text(): action for action in tab.menu(table.currentIndex()).actions()}
    with qtbot.waitSignal(tab.stanza_mark_requested) as unmarked:
        menu["Remove mark"].trigger()
    assert unmarked.args == ["42", False]
    with qtbot.waitSignal(tab.stanza_note_requested) as noted:
        qtbot.keyClick(table, "n")
    assert noted.args == [rows[42]]
    for key, step in ((Qt.Key.Key_N, 1), (Qt.Key.Key_B, -1)):
        with qtbot.waitSignal(tab.stanza_mark_search_requested) as sought:
            qtbot.keyClick(table, key, control | Qt.KeyboardModifier.ShiftModifier)
        assert sought.args == ["42", step]


def labels(menu):
    return {one.text(): one for one in menu.actions()}


def list_menu(tab):
    button(tab, "List options").click()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.close()
    return labels(menu)


def heads(table):
    model = table.model()
    return [model.headerData(n, Qt.Orientation.Horizontal) for n in range(8) if not table.isColumnHidden(n)]


def test_columns_are_chosen_in_a_menu_and_told(tab, qtbot):
    table = part(tab, StanzaTable)
    tab.resize(1_000, 860)
    menu = labels(list_menu(tab)["Columns"].menu())
    assert menu["As many as fit"].isChecked()
    with qtbot.waitSignal(tab.list_changed) as told:
        menu["Stanza id"].trigger()
    assert told.args == [("number", "time", "delta", "direction", "type", "size", "summary"), "clock"]
    assert heads(table) == ["#", "Time", "Δ s", "Dir", "Type", "Size", "Summary"]
    tab.set_list(("summary",), "clock")
    assert heads(table) == ["Summary"]
    assert not labels(list_menu(tab)["Columns"].menu())["Summary"].isEnabled()
    tab.set_list((), "clock")
    assert len(heads(table)) == 8


def test_columns_are_moved_by_the_menu_as_by_dragging(tab, qtbot):
    table = part(tab, StanzaTable)
    tab.set_list(("number", "type", "summary"), "clock")
    columns = labels(list_menu(tab)["Columns"].menu())
    assert not labels(columns["Move to the left"].menu())["Number"].isEnabled()
    with qtbot.waitSignal(tab.list_changed) as told:
        labels(columns["Move to the left"].menu())["Summary"].trigger()
    assert told.args == [("number", "summary", "type"), "clock"]
    labels(list_menu(tab)["Columns"].menu())["Size"].trigger()
    assert table.shown_cells == ("number", "summary", "type", "size")


def test_columns_without_room_are_scrolled_to(tab):
    table = part(tab, StanzaTable)
    tab.set_list(("number", "time", "delta", "direction", "stanza", "type", "size", "summary"), "clock")
    tab.resize(420, 500)
    assert table.horizontalScrollBar().maximum() > 0
    table.setCurrentIndex(table.model().index(5, SUMMARY))
    assert table.visualRect(table.currentIndex()).left() < table.viewport().width() - 100


def test_hidden_columns_leave_no_gap(tab):
    head = part(tab, StanzaTable).horizontalHeader()
    for width in (1_000, 420, 500, 1_000):
        tab.resize(width, 500)
        assert head.length() == sum(head.sectionSize(column) for column in range(8))


def test_times_are_said_in_four_ways_and_from_a_reference_on(tab, rows, qtbot):
    table = part(tab, StanzaTable)
    rows.put(structs.replace(rows[42], at=2_500_000, asked=2_000_000))
    rows.put(structs.replace(rows[43], at=3_000_000))
    tab.set_stanza_start(1_000_000)
    tab.activateWindow()
    tab.select("42")
    table.setFocus()
    said = []
    for _ in range(4):
        qtbot.keyClick(table, "t")
        said.append(table.model().index(42, TIME).data())
    assert said == ["1.500", "0.500", rows[42].delta, rows[42].time]
    qtbot.keyClick(table, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert [table.model().index(row, TIME).data() for row in (42, 43)] == ["REF", "0.500"]
    assert "Since REF" in heads(table)
    list_menu(tab)["Remove time reference"].trigger()
    assert table.model().index(43, TIME).data() == "2.000"


def test_a_head_sorts_up_then_down_then_not_at_all(tab, rows, qtbot):
    tab.resize(1_000, 860)
    table = part(tab, StanzaTable)
    head = table.horizontalHeader()
    up, down = StanzaOrder(cell="size"), StanzaOrder(cell="size", descending=True)
    pages: Pages[StanzaRow] = Pages()
    pages.reset(array("q", range(199, -1, -1)))
    pages.put({int(row.id): row for row in rows}, range(200))
    tab.set_stanza_counts(200, 200)
    for order, then in ((None, up), (up, down), (down, None)):
        tab.set_sorted_stanzas(pages, order)
        with qtbot.waitSignal(tab.stanza_order_requested) as asked:
            x = head.sectionViewportPosition(SIZE) + 5
            qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 5))
        assert asked.args == [then]


def test_a_sorted_list_stands_still_and_says_so(tab, rows, qtbot):
    table = part(tab, StanzaTable)
    tab.select("42")
    pages: Pages[StanzaRow] = Pages()
    pages.reset(array("q", range(199, -1, -1)))
    pages.put({int(row.id): row for row in rows}, range(200))
    tab.set_stanza_counts(200, 200)
    order = StanzaOrder(cell="size", descending=True)
    tab.set_sorted_stanzas(pages, order)
    assert table.model().index(0, NUMBER).data() == "199"
    assert table.currentIndex().row() == 157
    assert "Size ↓" in heads(table)
    assert "200 of 200 shown · sorted by size, largest first" in shown_texts(tab)
    rows.extend(samples.numbered_stanza(number) for number in range(200, 237))
    tab.set_stanza_counts(237, 237)
    assert table.model().rowCount() == 200
    assert not table.following
    with qtbot.waitSignal(tab.stanza_order_requested) as asked:
        button(tab, "Sort again (37 new)").click()
    assert asked.args == [order]
    tab.set_sorted_stanzas(pages, None)
    assert table.model().rowCount() == 200  # the limit of these rows
    assert table.currentIndex().siblingAtColumn(NUMBER).data() == "42"
    assert "237" in "".join(shown_texts(tab))


def test_two_rows_are_compared_by_a_key(tab, qtbot):
    table = part(tab, StanzaTable)
    tab.activateWindow()
    tab.select("42")
    table.setFocus()
    qtbot.keyClick(table, "d")
    assert "D compares 42 with the chosen one" in shown_texts(tab)
    assert "Compare with 42" in labels(tab.menu(table.currentIndex()))
    tab.select("50")
    with qtbot.waitSignal(tab.comparison_requested) as asked:
        qtbot.keyClick(table, "d")
    assert asked.args == [42, 50]
    assert not any("D compares" in text for text in shown_texts(tab))
    for _ in range(2):  # the same row forgets it
        qtbot.keyClick(table, "d")
    assert not any("D compares" in text for text in shown_texts(tab))
