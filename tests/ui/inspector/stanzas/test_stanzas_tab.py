import pytest
from PySide6.QtCore import Qt

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.inspector.stanzas.stanzas_tab import StanzasTab
from alicia_desktop.view.stanzas import StanzaRow
from tests.ui.inspector import samples


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
    assert tab._counts.whole_text == "200 of 21,906 shown · 50 older not shown"


def test_new_rows_are_counted_on_the_button_to_the_end(tab, rows):
    assert tab._jump.isHidden()
    tab._table.verticalScrollBar().setValue(100)
    rows.extend(samples.numbered_stanza(number) for number in range(200, 237))
    assert tab._jump.text() == "Jump to end (37 new)"
    assert tab._jump.isVisible()
    tab._jump.click()
    assert tab._jump.isHidden()
    assert tab._table.following


def test_a_slash_goes_to_the_filter_and_is_a_letter_there(tab, qtbot):
    tab.activateWindow()
    tab._table.setFocus()
    qtbot.keyClick(tab._table, "/")
    qtbot.waitUntil(tab._filter._field.hasFocus)
    qtbot.keyClick(tab._filter._field, "/")
    assert tab._filter.text == "/"


def test_keys_pause_and_clear(tab, qtbot):
    tab.activateWindow()
    tab._table.setFocus()
    with qtbot.waitSignal(tab.stanza_pause_toggled):
        qtbot.keyClick(tab._table, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(tab.stanza_clear_requested):
        qtbot.keyClick(tab._table, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)


def test_a_filter_that_hides_all_says_so_and_can_be_removed(tab, rows, qtbot):
    tab.set_stanza_counts(0, 21_906)
    qtbot.keyClicks(tab._filter._field, "no such word")
    rows.reset([])
    assert tab._empty.accessibleName().startswith("0 of 21,906 match")
    with qtbot.waitSignal(tab.stanza_filter_changed, check_params_cb=lambda types, text: not types and not text):
        tab._show_all.click()
    assert tab._empty.accessibleName().startswith("No stanzas yet")


def test_a_stanza_is_chosen_and_its_details_copied(tab, qtbot, qapp):
    with qtbot.waitSignal(tab.stanza_selected) as told:
        tab.select("42")
    assert told.args == ["42"]
    tab.set_stanza_details(samples.details(42))
    qtbot.keyClick(tab._table, "c")
    assert '"content": "Emma is allergic to walnuts"' in qapp.clipboard().text()


def test_older_rows_are_a_wish(tab, qtbot):
    with qtbot.waitSignal(tab.older_requested):
        tab._table.verticalScrollBar().setValue(0)


def test_the_menu_copies_only_what_is_loaded(tab, qtbot, qapp):
    tab.select("42")
    tab.set_stanza_details(samples.details(42))
    menu = tab._menu()
    assert [action.isEnabled() for action in menu.actions()] == [True, True]
    menu.actions()[1].trigger()
    assert qapp.clipboard().text() == samples.RAW.hex()
    tab.select("43")
    assert [action.isEnabled() for action in tab._menu().actions()] == [False, False]


def test_an_emptied_list_says_so_and_brings_all_back(tab, rows, qtbot):
    tab.stanza_clear_requested.connect(lambda: rows.reset(()))
    tab.activateWindow()
    tab._table.setFocus()
    qtbot.keyClick(tab._table, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    tab.set_stanza_counts(0, 200)
    assert tab._empty.accessibleName().startswith("List cleared.")
    assert tab._show_all.isVisible()
    with qtbot.waitSignal(tab.stanza_filter_changed) as asked:
        tab._show_all.click()
    assert asked.args == [(), ""]
    rows.extend([samples.numbered_stanza(1)])
    rows.reset(())
    assert tab._empty.accessibleName().startswith("No stanzas yet.")
    assert not tab._show_all.isVisible()


def test_what_is_copied_is_told(tab, qtbot):
    tab.set_stanza_details(samples.details())
    with qtbot.waitSignal(tab.copied):
        tab._details.copy_hex()
