"""Files in the real window with a server: attached, refused, sent, kept over a restart, shown, saved, sent later."""

import asyncio
import json
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from alicia_desktop.store.accounts import remember_attachments
from alicia_desktop.store.conversations import attachments
from alicia_desktop.store.meta_entries import meta_value, set_meta
from alicia_desktop.ui.conversation.attachments import FileTile
from alicia_desktop.ui.folded_text import TextWindow
from alicia_desktop.ui.image_viewer import ImageViewer
from tests.app.stage import on_stage
from tests.support.patience import PATIENCE

COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def picture(folder, name="cat.png"):
    made = QImage(30, 20, QImage.Format.Format_RGB32)
    made.fill(QColor("red"))
    assert made.save(str(folder / name))
    return folder / name


def drop(stage, *paths):
    """Drop files onto the conversation."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    panel = stage.window.conversation
    QApplication.sendEvent(panel, QDragEnterEvent(QPointF(30, 90).toPoint(), COPY, data, LEFT, NONE))
    QApplication.sendEvent(panel, QDropEvent(QPointF(30, 90), COPY, data, LEFT, NONE))


def bar(stage):
    return stage.window.conversation.dock.composer.attachments


def folder_of(stage) -> Path:
    return Path(stage.presenter.client.paths.folder)


@on_stage
async def test_files_are_sent_with_the_message_shown_and_opened(stage) -> None:
    await stage.online()
    notes = folder_of(stage) / "notes.txt"
    notes.write_text("Jazz on Friday")
    drop(stage, picture(folder_of(stage)), notes)
    await stage.until(lambda: len(bar(stage).files) == 2)
    assert bar(stage).notice == ""
    await stage.write("What is this?")
    await stage.until(lambda: len(stage.rows) == 2)
    assert [(file.name, file.kind) for file in stage.rows[0].files] == [("cat.png", "image"), ("notes.txt", "text")]
    assert not bar(stage).files
    await stage.until(lambda: len(stage.visible(FileTile)) == 2 and stage.visible(FileTile)[0].has_picture)
    stored = await stage.client.database.read(attachments.of_message, stage.rows[0].id, data=True)
    assert [one.data is not None for one in stored] == [True, True]
    await stage.click("Show: cat.png")
    await stage.until(lambda: stage.visible(ImageViewer))
    stage.visible(ImageViewer)[0].close()
    await stage.click("Show: notes.txt")
    await stage.until(lambda: stage.visible(TextWindow))
    stage.visible(TextWindow)[0].close()


@on_stage
async def test_a_text_is_saved_from_where_it_is_read(stage) -> None:
    await stage.online()
    notes, copy = folder_of(stage) / "notes.txt", folder_of(stage) / "copy.txt"
    notes.write_text("Jazz on Friday")
    drop(stage, notes)
    await stage.until(lambda: bar(stage).files)
    await stage.write("Read this")
    await stage.until(lambda: stage.visible(FileTile))
    await stage.click("Show: notes.txt")
    await stage.until(lambda: stage.visible(TextWindow))
    (reader,) = stage.visible(TextWindow)
    reader.save.click()
    await stage.until(lambda: reader.findChildren(QFileDialog))
    (dialog,) = reader.findChildren(QFileDialog)
    assert Path(dialog.selectedFiles()[0]).name == "notes.txt"
    dialog.findChild(QLineEdit, "fileNameEdit").setText(str(copy))
    dialog.accept()
    await stage.until(copy.exists)
    assert copy.read_text() == "Jazz on Friday"
    reader.close()


@on_stage
async def test_what_cannot_be_attached_is_told_and_nothing_is_lost(stage) -> None:
    await stage.online()
    empty, good = folder_of(stage) / "empty.txt", folder_of(stage) / "good.txt"
    empty.write_text("")
    good.write_text("Jazz")
    stage.window.set_draft("Read this")
    drop(stage, empty, good, folder_of(stage) / "gone.txt")
    await stage.until(lambda: bar(stage).notice)
    assert bar(stage).notice == "“empty.txt” is empty. “gone.txt” is not there anymore."
    assert [file.attachment.name for file in bar(stage).files] == ["good.txt"]
    drop(stage, *[good] * 7)
    await stage.until(lambda: "At most 6" in bar(stage).notice)
    assert (len(bar(stage).files), stage.window.draft()) == (6, "Read this")


@on_stage
async def test_a_server_that_takes_no_files_is_told_before_anything_is_sent(stage) -> None:
    await stage.online()
    current = stage.window.sidebar.current
    at = stage.client.clock.now()
    await stage.client.database.write(remember_attachments, current, at, taken=False)
    drop(stage, picture(folder_of(stage)))
    await stage.until(lambda: bar(stage).notice == "This server takes no attachments.")
    assert not bar(stage).files
    await stage.client.database.write(remember_attachments, current, at, taken=True)
    drop(stage, picture(folder_of(stage)))
    await stage.until(lambda: bar(stage).files)
    await stage.client.database.write(remember_attachments, current, at, taken=False)
    await stage.write("What is this?")
    await stage.until(lambda: stage.window.draft() == "What is this?")
    assert (len(bar(stage).files), stage.rows) == (1, [])


@on_stage
async def test_a_file_that_the_server_refused_is_told_and_asked_for_again_by_hand(stage) -> None:
    await stage.online()
    drop(stage, picture(folder_of(stage)))
    await stage.until(lambda: bar(stage).files)
    await stage.write("What is this?")
    await stage.until(lambda: stage.visible(FileTile))
    message = stage.rows[0].id

    def refuse(conn):
        conn.exec_driver_sql("UPDATE alicia_attachments SET data = NULL")
        attachments.note_refusal(conn, message, 0, "No files today.", stage.client.clock.now(), lasts=True)

    await stage.client.database.write(refuse)
    await stage.click("Show: cat.png")
    (await stage.button("Try again")).click()
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while (await stage.client.database.read(attachments.of_message, message, data=True))[0].data is None:
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.02)


@on_stage
async def test_an_edited_question_keeps_its_files(stage) -> None:
    await stage.online()
    drop(stage, picture(folder_of(stage)))
    await stage.until(lambda: bar(stage).files)
    await stage.ask("What is this?")
    await stage.presenter.messages.edit(stage.rows[0].id, "What colour is this?")
    await stage.until(lambda: stage.texts()[:1] == ["What colour is this?"] and len(stage.rows) == 2)
    assert [file.name for file in stage.rows[0].files] == ["cat.png"]


@on_stage
async def test_what_the_model_cannot_do_with_a_file_is_told_before_it_is_sent(stage) -> None:
    await stage.online()
    current, read = stage.window.sidebar.current, stage.client.database.read
    await stage.ask("Hello there")  # after which the server has told of itself
    assert await read(meta_value, current, "serverInfo") is not None
    info = json.dumps({"model": {"name": "tiny", "images": False}})
    await stage.client.database.write(set_meta, current, "serverInfo", info, stage.client.clock.now())
    drop(stage, picture(folder_of(stage)))
    await stage.until(lambda: bar(stage).notice == "The model tiny can’t see images. It answers without them.")
    assert len(bar(stage).files) == 1
