"""The files of a message in the window: small pictures that come later, and buttons that open them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

from alicia_desktop.ui.conversation.attachments import MAX_SHOWN, FileTile
from alicia_desktop.view.rows import FileRow
from tests.ui import samples

pytestmark = pytest.mark.slow

PHOTO = FileRow(position=0, name="cat.png", kind="image", size="9 KB")
NOTES = FileRow(position=1, name="notes.txt", kind="text", size="1 KB")
OTHER = FileRow(position=2, name="a.pdf", kind="other", size="1 KB")


@pytest.fixture
def shown(window):
    def show(*files, text="What is this?"):
        rows = samples.messages()
        rows.put(replace(samples.question(5, text), files=files))
        window.set_messages(rows)
        messages = window.conversation.messages
        messages.scroll_to_end()
        messages.place()
        return messages.widget_of(samples.question(5, "").id)

    return show


def tiles(widget):
    return [tile for tile in widget.findChildren(FileTile) if tile.isVisible()]


def test_every_file_is_a_button_with_its_name_and_size(shown):
    widget = shown(PHOTO, NOTES, OTHER)
    assert [tile.accessibleName() for tile in tiles(widget)] == [
        "Show: cat.png, 9 KB",
        "Show: notes.txt, 1 KB",
        "Save as a file: a.pdf, 1 KB",
    ]
    assert "cat.png" in widget.accessibleName()


def test_the_small_picture_comes_later_and_changes_no_height(qtbot, window, shown):
    requests = window.conversation.messages.requests
    with qtbot.waitSignal(window.picture_wanted) as wanted:
        widget = shown(PHOTO)
    height = widget.height()
    made = QImage(4, 3, QImage.Format.Format_RGB32)
    made.fill(QColor("red"))
    requests.picture_loaded.emit(*wanted.args, made)
    (tile,) = tiles(widget)
    assert tile.has_picture
    assert widget.height() == height


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_enter_and_space_open_a_file(qtbot, window, shown, key):
    widget = shown(PHOTO, NOTES)
    with qtbot.waitSignal(window.file_requested) as asked:
        qtbot.keyClick(tiles(widget)[1], key)
    assert asked.args == [samples.question(5, "").id, 1]


def test_what_cannot_be_shown_can_be_saved(qtbot, window, shown):
    widget = shown(OTHER)
    with qtbot.waitSignal(window.save_file_requested) as asked:
        qtbot.mouseClick(tiles(widget)[0], Qt.MouseButton.LeftButton)
    assert asked.args[1] == 2


def test_hundreds_of_files_are_not_all_laid_out(shown):
    many = tuple(replace(NOTES, position=number) for number in range(300))
    assert len(tiles(shown(*many))) == MAX_SHOWN


def test_a_message_of_files_alone_has_no_empty_bubble(shown):
    with_words, without = shown(NOTES), shown(NOTES, text="")
    assert without.height() < with_words.height() or with_words is without
