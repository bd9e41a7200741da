from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.switcher import MAX_ROWS, Switcher
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.rows import ConversationRow
from tests.ui import samples


@pytest.fixture
def switcher(qtbot, theme):
    room = QWidget()
    qtbot.addWidget(room)
    room.resize(900, 600)
    other = QLineEdit(room)
    other.setObjectName("other")
    room.show()
    room.activateWindow()
    qtbot.waitUntil(room.isActiveWindow)
    made = Switcher(theme=theme, parent=room)
    made.open_on(samples.conversations())
    return made


def test_titles_that_begin_with_the_words_come_first(qtbot, switcher):
    qtbot.keyClicks(switcher.field, "s")
    assert switcher.shown[0] in {"ac_2", "ac_3"}
    assert len(switcher.shown) <= MAX_ROWS


def test_arrows_move_and_enter_takes(qtbot, switcher):
    qtbot.keyClick(switcher.field, Qt.Key.Key_Down)
    with qtbot.waitSignal(switcher.chosen) as chosen:
        qtbot.keyClick(switcher.field, Qt.Key.Key_Return)
    assert chosen.args == ["ac_1"]
    assert not switcher.isVisible()


def test_a_window_is_offered_once_something_is_written(qtbot, switcher):
    switcher.open_on(samples.conversations(), {"memories": "Memories", "settings": "Settings"})
    assert "window memories" not in switcher.shown
    qtbot.keyClicks(switcher.field, "memor")
    assert switcher.shown[0] == "window memories"
    with qtbot.waitSignal(switcher.window_chosen) as chosen, qtbot.assertNotEmitted(switcher.chosen):
        qtbot.keyClick(switcher.field, Qt.Key.Key_Return)
    assert chosen.args == ["memories"]


def test_a_word_that_begins_so_comes_before_one_that_holds_it_and_all_rows_are_seen(qtbot, switcher):
    low = switcher.height()
    switcher.open_on(
        Rows(lambda row: row.id),
        {"search": "Search all conversations", "archive": "Archive or unarchive", "say": "Say it to the archive"},
    )
    qtbot.keyClicks(switcher.field, "arch")
    assert switcher.shown == ("window archive", "window say", "window search")
    rows = switcher.findChild(QListView)
    qtbot.waitUntil(lambda: rows.viewport().height() >= 3 * rows.sizeHintForRow(0))
    qtbot.keyClicks(switcher.field, "ive o")
    assert switcher.height() < low


def test_nothing_is_taken_when_nothing_fits(qtbot, switcher):
    qtbot.keyClicks(switcher.field, "zebra")
    assert [label.text() for label in switcher.findChildren(Label) if label.isVisible()] == ["No matches"]
    with qtbot.assertNotEmitted(switcher.chosen):
        qtbot.keyClick(switcher.field, Qt.Key.Key_Return)
    assert switcher.shown == ()


def test_it_closes_when_the_focus_goes_elsewhere(switcher):
    switcher.parentWidget().findChild(QLineEdit, "other").setFocus()
    assert not switcher.isVisible()


def test_escape_closes_it(qtbot, switcher):
    qtbot.keyClick(switcher.field, Qt.Key.Key_Escape)
    assert not switcher.isVisible()


def test_a_long_title_ends_within_the_list_and_nothing_scrolls_sideways(qtbot, switcher, theme):
    theme.set_text_size(200)
    long = replace(samples.conversations()[0], title="A conversation with a title that has many words " * 3)
    rows: Rows[ConversationRow] = Rows(lambda row: row.id)
    rows.reset([long])
    switcher.open_on(rows)
    view = switcher.findChild(QListView)
    assert view.visualRect(view.model().index(0, 0)).right() <= view.viewport().width()
    assert not view.horizontalScrollBar().isVisible()
