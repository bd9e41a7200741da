from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget, QPushButton

from alicia_desktop.ui.sync_window import GAP, SyncWindow
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.sync import NOTHING_DONE, ConflictRow, SyncRow
from alicia_desktop.view.word_diff import DiffPiece

PIECES = (DiffPiece(kind="same", text="Bring the "), DiffPiece(kind="removed", text="blue"))
OTHERS = (DiffPiece(kind="same", text="Bring the "), DiffPiece(kind="added", text="school"))
CONFLICT = ConflictRow(
    id="sc_1",
    heading="This message differs here and on the server",
    about="School form · The server has other words for this message.",
    mine="Bring the blue",
    theirs="Bring the school",
    mine_pieces=PIECES,
    theirs_pieces=OTHERS,
    choices=(("mine", "Mine"), ("theirs", "The server’s"), ("both", "Both"), ("merged", "Edit the merge")),
    merged="Bring the blue",
)


def shown(qtbot, theme, *conflicts, log=(), busy=False):
    window = SyncWindow(theme=theme)
    qtbot.addWidget(window)
    window.set_row(SyncRow(line="Up to date", busy=busy, conflicts=conflicts, log=log))
    window.show()
    return window


def test_a_conflict_is_shown_side_by_side_with_lines_that_differ(qtbot, theme):
    window = shown(qtbot, theme, CONFLICT)
    assert window.comparison.mine.words.toPlainText() == "Bring the blue"
    assert window.comparison.theirs.words.toPlainText() == "Bring the school"
    lines = []
    for side in (window.comparison.mine, window.comparison.theirs):
        cursor = side.words.textCursor()
        cursor.setPosition(12)
        lines.append(cursor.charFormat().underlineStyle())
    assert lines[0] != lines[1]


def test_what_was_chosen_is_told_with_the_merge(qtbot, theme):
    window = shown(qtbot, theme, CONFLICT)
    told = []
    window.decided.connect(lambda *what: told.append(what))
    assert not window.comparison.merge.isVisible()
    window.comparison.choice.findChildren(QPushButton)[3].click()
    assert window.comparison.merge.isVisible()
    window.comparison.merge.setPlainText(" ")
    assert not window.comparison.keep.isEnabled()
    window.comparison.merge.setPlainText("Bring both bags")
    window.comparison.keep.click()
    assert told == [("sc_1", "merged", "Bring both bags")]


def test_without_a_conflict_it_says_so_and_the_log_has_its_lines(qtbot, theme):
    window = shown(qtbot, theme, log=("18:05 · Renamed here · Tides",))
    assert not window.comparison.isVisible()
    window.tabs.setCurrentIndex(1)
    assert window.log.item(0).text() == "18:05 · Renamed here · Tides"


def test_sync_now_asks_for_it_unless_it_goes_on(qtbot, theme):
    window = shown(qtbot, theme)
    with qtbot.waitSignal(window.sync_requested):
        window.now.click()
    window.set_row(SyncRow(line="Syncing", busy=True, conflicts=(), log=()))
    assert not window.now.isEnabled()


def row(*, conflicts=(), log=()):
    return SyncRow(line="Up to date", busy=False, conflicts=conflicts, log=log)


def lines(*numbers):
    return tuple(f"18:{number:02} · Renamed here · Tides" for number in numbers)


def test_where_nothing_was_done_it_says_what_will_stand_there(qtbot, theme):
    window = shown(qtbot, theme)
    window.tabs.setCurrentIndex(1)
    assert [label.text() for label in window.findChildren(Label) if label.isVisible()][-1] == NOTHING_DONE
    window.set_row(row(log=lines(1)))
    assert window.log.isVisible()


def test_what_is_done_meanwhile_is_put_before_what_somebody_reads(qtbot, theme):
    window = shown(qtbot, theme, log=lines(*range(50, 10, -1)))
    window.tabs.setCurrentIndex(1)
    window.log.setCurrentRow(10)
    window.log.scrollToItem(window.log.item(10), QListWidget.ScrollHint.PositionAtTop)
    read = window.log.itemAt(2 * GAP, 2 * GAP).text()
    window.set_row(row(log=lines(*range(53, 13, -1))))
    assert [window.log.item(n).text() for n in range(window.log.count())] == list(lines(*range(53, 13, -1)))
    assert window.log.itemAt(2 * GAP, 2 * GAP).text() == read
    assert window.log.currentRow() == 13
    window.set_row(row(log=lines(1, 2)))
    assert [window.log.item(n).text() for n in range(window.log.count())] == list(lines(1, 2))
    window.set_row(row())
    assert window.log.count() == 0


def test_a_merge_that_somebody_writes_outlives_a_change_of_the_other_side(qtbot, theme):
    window = shown(qtbot, theme, CONFLICT)
    window.comparison.choice.choose("merged")
    window.comparison.merge.setPlainText("Bring both bags")
    window.set_row(row(conflicts=(replace(CONFLICT, theirs="Bring the big one"),)))
    assert (window.comparison.choice.value, window.comparison.merge.toPlainText()) == ("merged", "Bring both bags")
    assert window.comparison.merge.isVisible()
    window.set_row(row(conflicts=(replace(CONFLICT, id="sc_2", merged="Other words"),)))
    assert (window.comparison.choice.value, window.comparison.merge.toPlainText()) == ("mine", "Other words")


@pytest.mark.parametrize("stroke", [(Qt.Key.Key_Escape,), (Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)])
def test_a_key_closes_it(qtbot, theme, stroke):
    window = shown(qtbot, theme, CONFLICT)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, *stroke)
    assert not window.isVisible()


def test_with_large_text_nothing_lies_over_anything(qtbot, theme):
    theme.set_text_size(200)
    window = shown(qtbot, theme, CONFLICT)
    window.comparison.choice.findChildren(QPushButton)[3].click()
    QTest.qWait(0)
    column = [window.comparison.mine, window.comparison.choice, window.comparison.merge, window.comparison.keep]
    parts = [part.geometry() for part in column]
    assert all(above.bottom() < below.top() for above, below in pairwise(parts))
    assert parts[-1].bottom() < window.comparison.height()
    assert window.comparison.mine.words.height() >= theme.line("body")


def test_what_was_done_stands_under_the_status(qtbot, theme):
    window = shown(qtbot, theme, log=("18:05 · Renamed here · Tides",))
    window.tabs.setCurrentIndex(1)
    QTest.qWait(0)
    left = window.log.visualItemRect(window.log.item(0)).left() + window.log.viewport().mapTo(window, QPoint()).x()
    assert left == window.line.mapTo(window, QPoint()).x()
