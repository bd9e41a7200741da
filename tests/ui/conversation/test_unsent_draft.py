"""The files that wait in the composer: dropped, pasted or chosen, named, removed by mouse and keyboard, sent."""

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication

from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.ui.conversation.composer import Composer
from alicia_desktop.ui.conversation.unsent_draft import FileLine, PendingFile

COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def pending(name="notes.txt", thumbnail=None):
    attachment = Attachment(name=name, media_type="text/plain", size=4, data=b"Jazz")
    return PendingFile(attachment=attachment, thumbnail=thumbnail, note="4 bytes")


def files(*paths, web=()):
    data = QMimeData()
    data.setUrls([*map(QUrl.fromLocalFile, paths), *map(QUrl, web)])
    return data


def picture():
    made = QImage(4, 4, QImage.Format.Format_RGB32)
    made.fill(QColor("red"))
    return made


@pytest.fixture
def composer(qtbot, theme):
    made = Composer(theme=theme)
    qtbot.addWidget(made)
    made.resize(700, 48)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_files_stand_over_the_field_with_a_name_for_everybody(composer, theme):
    before = composer.height()
    composer.attachments.add([pending(), pending("cat.png", picture())])
    lines = composer.findChildren(FileLine)
    assert [line.accessibleName() for line in lines] == ["notes.txt, 4 bytes", "cat.png, 4 bytes"]
    assert [line.remove.accessibleName() for line in lines] == ["Remove notes.txt", "Remove cat.png"]
    assert composer.height() > before


def test_a_file_is_removed_by_the_keyboard_which_goes_on_to_the_next(qtbot, composer):
    composer.activateWindow()
    composer.attachments.add([pending("a"), pending("b"), pending("c")])
    composer.set_text("And these?")
    button = composer.findChildren(FileLine)[1].remove
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert [file.attachment.name for file in composer.attachments.files] == ["a", "c"]
    assert composer.text == "And these?"
    focused = QApplication.focusWidget()
    assert focused is None or focused.accessibleName() == "Remove c"


def test_files_alone_can_be_sent_and_are_taken_once(qtbot, composer):
    composer.attachments.add([pending()])
    with qtbot.waitSignal(composer.send_requested) as sent:
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == [""]
    assert len(composer.attachments.take()) == 1
    assert composer.attachments.take() == ()
    assert composer.attachments.isHidden()


def test_files_wait_while_an_earlier_message_is_edited(qtbot, composer):
    composer.attachments.add([pending()])
    composer.start_editing("am_1", "")
    with qtbot.assertNotEmitted(composer.send_requested):
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert composer.editing
    assert len(composer.attachments.files) == 1


def test_a_sentence_is_told_and_nothing_else_changes(composer):
    composer.attachments.add([pending()])
    composer.set_text("Hello")
    composer.attachments.set_notice("“x” is empty.", "error")
    assert composer.attachments.notice == "“x” is empty."
    assert (composer.text, len(composer.attachments.files)) == ("Hello", 1)


def test_what_is_pasted_is_attached_or_typed(qtbot, composer):
    with qtbot.waitSignal(composer.files_given) as given:
        composer.field.insertFromMimeData(files("/tmp/cat.png"))
    assert [str(path) for path in given.args[0]] == ["/tmp/cat.png"]
    image = QMimeData()
    image.setImageData(picture())
    with qtbot.waitSignal(composer.image_given):
        composer.field.insertFromMimeData(image)
    image.setText("Words with a picture of themselves")
    with qtbot.assertNotEmitted(composer.image_given):
        composer.field.insertFromMimeData(image)
    assert composer.text == "Words with a picture of themselves"


def test_what_is_dropped_anywhere_on_the_conversation_is_attached(qtbot, window):
    panel, at = window.conversation, QPointF(20, 20)
    data = files("/tmp/a.txt", "/tmp/b.png", web=["https://example.org/c.png"])
    entered = QDragEnterEvent(at.toPoint(), COPY, data, LEFT, NONE)
    QApplication.sendEvent(panel, entered)
    assert entered.isAccepted()
    with qtbot.waitSignal(window.files_given) as given:
        QApplication.sendEvent(panel, QDropEvent(at, COPY, data, LEFT, NONE))
    assert [path.name for path in given.args[0]] == ["a.txt", "b.png"]


def test_an_address_of_the_web_is_never_fetched(qtbot, window):
    data = files(web=["https://example.org/c.png"])
    QApplication.sendEvent(window.conversation, QDragEnterEvent(QPointF(9, 9).toPoint(), COPY, data, LEFT, NONE))
    with qtbot.waitSignal(window.web_address_given), qtbot.assertNotEmitted(window.files_given):
        QApplication.sendEvent(window.conversation, QDropEvent(QPointF(9, 9), COPY, data, LEFT, NONE))


def test_where_files_can_be_dropped_is_shown_while_they_are_dragged(qtbot, window):
    before = window.conversation.dock.grab().toImage()
    data = files("/tmp/a.txt")
    QApplication.sendEvent(window.conversation, QDragEnterEvent(QPointF(9, 9).toPoint(), COPY, data, LEFT, NONE))
    assert window.conversation.dock.grab().toImage() != before
    QApplication.sendEvent(window.conversation, QDragLeaveEvent())
    assert window.conversation.dock.grab().toImage() == before


def test_there_is_a_button_and_a_key_to_choose_files(qtbot, window):
    with qtbot.waitSignal(window.attach_requested):
        qtbot.mouseClick(window.conversation.dock.composer.attach, LEFT)
    window.activateWindow()
    with qtbot.waitSignal(window.attach_requested):
        qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
