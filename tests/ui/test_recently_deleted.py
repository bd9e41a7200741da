import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.recently_deleted import RecentlyDeletedWindow
from tests.ui import samples


@pytest.fixture
def window(qtbot, theme):
    made = RecentlyDeletedWindow(samples.conversations(), theme=theme)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def rows_of(window) -> list[str]:
    return [row.id for row in window.rows]


def test_the_selected_conversations_are_restored(qtbot, window):
    assert window.selected_ids() == rows_of(window)[:1], "a button has a subject from the start"
    window.list.selectAll()
    with qtbot.waitSignal(window.restore_requested) as asked:
        window.restore.click()
    assert asked.args == [rows_of(window)]


@pytest.mark.parametrize("is_all", [False, True])
def test_before_anything_is_deleted_for_good_it_is_asked(qtbot, window, is_all):
    if is_all:
        window.purge_all.click()
    else:
        qtbot.keyClick(window.list, Qt.Key.Key_Delete)
    dialog = window.findChild(QuestionDialog)
    assert dialog is not None
    yes = next(button for button in dialog.findChildren(QAbstractButton) if button.text() == "Delete")
    with qtbot.waitSignal(window.purge_requested) as asked:
        yes.click()
    assert asked.args == [rows_of(window) if is_all else rows_of(window)[:1]]


def test_an_empty_list_says_so_and_offers_nothing(qtbot, window):
    window.rows.reset([])
    qtbot.waitUntil(lambda: not window.list.isVisible())
    assert not any(button.isEnabled() for button in (window.restore, window.purge, window.purge_all))
    window.detach()


def test_a_window_that_is_gone_takes_no_part_in_another_look(qapp, theme):
    window = RecentlyDeletedWindow(samples.conversations(), theme=theme)
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)
    theme.set_text_size(200)


def test_no_button_is_cut_when_the_text_becomes_larger(qtbot, window, theme):
    window.resize(window.minimumSize())
    theme.set_text_size(200)
    buttons = [window.restore, window.purge, window.purge_all]
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in buttons))
