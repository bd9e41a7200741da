"""Text between 80 and 200 %: everything on screen goes with it, and comes back as it was."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QListView, QWidget

from alicia_desktop.ui.conversation.text_view import TextView
from alicia_desktop.ui.gallery import Gallery
from alicia_desktop.ui.inspector.memory.memory_form import Tag
from alicia_desktop.ui.inspector.stanzas.bytes_view import BytesView
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.text_size import TEXT_SIZES, next_text_size
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.badge import Badge
from alicia_desktop.ui.widgets.chip import MemoryChip
from tests.ui.samples import STATUS

pytestmark = pytest.mark.slow

CTRL = Qt.KeyboardModifier.ControlModifier
PAINTED = (Badge, BytesView, MemoryChip, Tag)


@pytest.mark.parametrize(
    ("size", "step", "then"),
    [(100, 1, 110), (100, -1, 90), (200, 1, 200), (80, -1, 80), (175, 0, 100), (130, 1, 150), (130, -1, 125)],
)
def test_the_next_size(size, step, then):
    assert next_text_size(size, step) == then


def test_the_sizes_are_those_of_the_design():
    assert (min(TEXT_SIZES), max(TEXT_SIZES)) == (80, 200)


@pytest.mark.parametrize(
    ("key", "step"), [(Qt.Key.Key_Plus, 1), (Qt.Key.Key_Equal, 1), (Qt.Key.Key_Minus, -1), (Qt.Key.Key_0, 0)]
)
def test_the_keys_ask_for_it(qtbot, window, key, step):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    with qtbot.waitSignal(window.text_size_requested) as asked:
        qtbot.keyClick(window, key, CTRL)
    assert asked.args == [step]


def measured(window):
    shown = [one for one in window.findChildren(QWidget) if one.isVisible()]
    return [(type(one).__name__, one.font().pixelSize(), one.minimumHeight(), one.maximumHeight()) for one in shown]


def test_text_and_heights_grow_with_it_and_come_back(qtbot, window, theme):
    before = measured(window)
    label = next(one for one in window.findChildren(QLabel) if one.text() == "Speaking")
    button = next(one for one in window.findChildren(QAbstractButton) if one.accessibleName() == "Inspector (F12)")
    font, side = label.font().pixelSize(), button.height()
    theme.set_text_size(200)
    assert (label.font().pixelSize(), button.height(), button.width()) == (2 * font, 2 * side, 2 * side)
    for size in (80, 175, 100):
        theme.set_text_size(size)
    window.conversation.messages.place()
    # Qt hides and shows the scroll bar with a layout of its own, a moment later.
    qtbot.waitUntil(lambda: measured(window) == before)


def test_messages_are_laid_out_anew(window, theme):
    messages = window.conversation.messages
    before = messages.widget_of("am_4").height()
    theme.set_text_size(150)
    messages.place()
    assert messages.widget_of("am_4").height() > before * 1.2


@pytest.mark.parametrize("size", TEXT_SIZES)
def test_the_window_fits_the_screen_at_every_size(qtbot, theme, clock, size):
    theme.set_text_size(size)
    window = MainWindow(theme=theme, clock=clock)
    qtbot.addWidget(window)
    room = window.screen().availableSize()
    assert window.width() <= room.width()
    assert window.height() <= room.height()


def test_larger_text_opens_a_larger_window(qtbot, qapp, clock, monkeypatch):
    sizes = []
    for size in (100, 160):
        theme = Theme(choice="light", text_size=size)
        window = MainWindow(theme=theme, clock=clock, with_parts=False)
        qtbot.addWidget(window)
        sizes.append((window.width(), window.screen().availableSize().width()))
    (usual, room), (larger, _) = sizes
    assert larger == min(round(usual * 1.6), room - 32) or larger > usual or usual == room - 32


def test_in_a_narrow_column_an_answer_is_no_wider_than_its_place(qtbot, window, theme):
    theme.set_text_size(200)
    window.resize(900, 700)
    messages = window.conversation.messages
    answer = messages.widget_of("am_4")
    qtbot.waitUntil(lambda: answer.width() < theme.width("measure"))
    messages.place()
    views = [one for one in answer.findChildren(TextView) if one.isVisible()]
    assert views
    for view in views:
        assert view.width() <= view.parentWidget().width()


def test_with_large_text_the_sync_status_has_a_line_of_its_own(qtbot, window, theme):
    window.set_status(replace(STATUS, sync="Synced 18:02"))
    for size in (200, 100):
        theme.set_text_size(size)
        words = window.sidebar.sync_status
        qtbot.waitUntil(lambda words=words: words.text() == "Synced 18:02")


def fonts_and_sizes(gallery, kind):
    return sorted(
        (
            type(one).__name__,
            one.accessibleName(),
            one.font().pixelSize(),
            one.sizeHint().toTuple() if kind in PAINTED else (),
        )
        for one in gallery.findChildren(kind)
    )


def test_what_is_enlarged_is_as_what_is_made_large(qapp, qtbot, theme):
    enlarged = Gallery(theme=theme)
    qtbot.addWidget(enlarged)
    enlarged.show()
    theme.set_text_size(200)
    large = Gallery(theme=theme)
    qtbot.addWidget(large)
    large.show()
    for kind in (QAbstractButton, QComboBox, QLabel, QLineEdit, QListView, *PAINTED):
        assert fonts_and_sizes(enlarged, kind) == fonts_and_sizes(large, kind)
