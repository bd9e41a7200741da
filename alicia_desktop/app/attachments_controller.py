"""Attach files to the message that is written, and show those of messages: read, refuse with a sentence, open, save.

Files are read and pictures decoded in threads, so nothing here holds the window up, and one that is refused leaves what
was typed and the other files as they are.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from alicia_desktop.app.attachment_reader import THUMBNAIL_SIDE, read_file, read_image
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import private_opener
from alicia_desktop.compose.client import Client
from alicia_desktop.protocol.attachments import MAX_ATTACHMENTS, MAX_IMAGE_SIDE, MAX_TOTAL_BYTES, Attachment
from alicia_desktop.protocol.conversation_settings import settings_in
from alicia_desktop.store.accounts import NO_ATTACHMENTS, takes_attachments
from alicia_desktop.store.conversations import attachments, conversations
from alicia_desktop.store.database import Connection
from alicia_desktop.store.meta_entries import meta_value
from alicia_desktop.ui.conversation.attachment_bar import PendingFile
from alicia_desktop.ui.dialogs import choose_file, documents_folder
from alicia_desktop.ui.image_viewer import ImageViewer
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.text_window import TextWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.pictures import Picture, PictureError, copied, read_picture
from alicia_desktop.view import text as wording
from alicia_desktop.view.status import unused_files

PASTED: Final = "Pasted image"
WEB: Final = "Only files of this computer can be attached. Nothing is fetched from the web."
NOT_HERE: Final = "This file is not on this computer yet."
READ_AT_ONCE: Final = 20
"""Files that are looked at when a whole folder of them is dropped."""


class AttachmentsController:
    """Connect the composer and the messages of one window with files and the database."""

    def __init__(
        self,
        *,
        client: Client,
        window: MainWindow,
        theme: Theme,
        run_action: RunAction,
        current: Callable[[], str],
    ) -> None:
        """`current` returns the id of the conversation that is shown."""
        self._client, self._window, self._theme = client, window, theme
        self._run_action, self._current = run_action, current
        self._reading = asyncio.Lock()
        """Held while files are read, so that they stand in the order in which they were given."""

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's signals to the actions."""
        window, connect, run = self._window, connections.add_qt, self._run_action
        connect(window.attach_requested, lambda: run("choose files", self.choose()))
        connect(window.files_given, lambda paths: run("attach", self.attach_files(paths)))
        connect(window.image_given, lambda image: run("attach", self.attach_image(image)))
        connect(window.web_address_given, lambda: self._say(WEB))
        connect(window.file_requested, lambda message, place: run("show file", self.show(message, place)))
        connect(window.save_file_requested, lambda message, place: run("save file", self.save(message, place)))
        connect(window.picture_wanted, lambda message, place: run("picture", self.load_picture(message, place)))

    async def choose(self) -> None:
        """Ask which files to attach."""
        window = self._window
        dialog = QFileDialog(window, window.tr("Attach files"), str(documents_folder()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        if await choose_file(dialog) is None:
            return
        await self.attach_files([Path(name) for name in dialog.selectedFiles()] if isValid(dialog) else [])

    async def attach_files(self, paths: Sequence[Path]) -> None:
        """Attach files, each by itself; what cannot be attached is told with its reason."""
        async with self._reading:
            if not await self._may_attach():
                return
            refused = []
            for path in paths[:READ_AT_ONCE]:
                try:
                    self._add(await asyncio.to_thread(read_file, path))
                except WorldError as error:
                    refused.append(error.sentence)
            if len(paths) > READ_AT_ONCE:
                refused.append(_TOO_MANY)
            self._say(" ".join(dict.fromkeys(refused)) or await self._what_becomes(), is_error=bool(refused))

    async def attach_image(self, image: Picture) -> None:
        """Attach an image that was pasted or dropped without a file."""
        async with self._reading:
            if not await self._may_attach():
                return
            try:
                self._add(await asyncio.to_thread(read_image, copied(image), f"{PASTED}.png"))
            except WorldError as error:
                self._say(error.sentence)
            else:
                self._say(await self._what_becomes(), is_error=False)

    async def _may_attach(self) -> bool:
        """Whether the server of this conversation takes files, as far as is known; else say so."""
        if await self._client.database.read(takes_attachments, self._current()) is False:
            self._say(NO_ATTACHMENTS)
            return False
        return True

    def _add(self, file: PendingFile) -> None:
        bar = self._window.conversation.dock.composer.attachments
        if len(bar.files) >= MAX_ATTACHMENTS:
            raise WorldError(sentence=_TOO_MANY, code="bad_attachment")
        if sum(one.attachment.size for one in (*bar.files, file)) > MAX_TOTAL_BYTES:
            name, bound = file.attachment.name, wording.data_size(MAX_TOTAL_BYTES)
            sentence = f"“{name}” was not attached: together the files of a message may have {bound}."
            raise WorldError(sentence=sentence, code="bad_attachment")
        bar.add([file])

    async def _what_becomes(self) -> str:
        """Return what is known of the model that will get the files and cannot use them, as a sentence; or ''."""
        bar = self._window.conversation.dock.composer.attachments
        info, has_own_model = await self._client.database.read(_server_info, self._current())
        has_images = any(file.attachment.is_image for file in bar.files)
        return "" if has_own_model else unused_files(info, has_images=has_images)

    def _say(self, sentence: str, *, is_error: bool = True) -> None:
        self._window.conversation.dock.composer.attachments.set_notice(sentence, "error" if is_error else "muted")

    async def load_picture(self, message_id: str, position: int) -> None:
        """Load the small picture of an image; without its bytes, or where it is damaged, the tile keeps its icon."""
        found = await self._find(message_id, position)
        if found is None or found.data is None:
            return
        try:
            image = await asyncio.to_thread(read_picture, found.data, max_side=THUMBNAIL_SIDE)
        except PictureError:
            return
        self._window.conversation.messages.requests.picture_loaded.emit(message_id, position, image)

    async def show(self, message_id: str, position: int) -> None:
        """Show an image over the window, a text in a window of its own.

        Raises:
            WorldError: it is not here, or damaged.
        """
        found, data = await self._contents(message_id, position)
        if found.is_text:
            words = data.decode("utf-8", "replace")
            reader = TextWindow(found.name, words, theme=self._theme, parent=self._window, is_file=True)
            reader.save_requested.connect(
                lambda: self._run_action("save file", self.save(message_id, position, over=reader))
            )
            reader.show()
            return
        try:
            image = await asyncio.to_thread(read_picture, data, max_side=2 * MAX_IMAGE_SIDE)
        except PictureError as error:
            raise WorldError(sentence=f"“{found.name}” {error}.", code="bad_attachment") from error
        viewer = ImageViewer(found.name, image, theme=self._theme, window=self._window)
        viewer.save_requested.connect(lambda: self._run_action("save file", self.save(message_id, position)))

    async def save(self, message_id: str, position: int, *, over: QWidget | None = None) -> None:
        """Ask where to save a file, over the window that shows it, and write it there.

        Raises:
            WorldError: it is not here, or cannot be written.
        """
        found, data = await self._contents(message_id, position)
        window, name = self._window, _file_name(found)
        dialog = QFileDialog(over or window, window.tr("Save file"), str(documents_folder() / name))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        path = await choose_file(dialog)
        if path is None:
            return
        try:
            await asyncio.to_thread(_write, path, data)
        except OSError as error:
            raise WorldError(sentence=f"The file could not be saved: {error.strerror}.", code="not_saved") from error
        window.show_toast(window.tr("Saved to {path}").format(path=path))

    async def _contents(self, message_id: str, position: int) -> tuple[Attachment, bytes]:
        found = await self._find(message_id, position)
        if found is None or found.data is None:
            raise WorldError(sentence=NOT_HERE, code="no_attachment")
        return found, found.data

    async def _find(self, message_id: str, position: int) -> Attachment | None:
        stored = await self._client.database.read(attachments.of_message, message_id, data=True)
        return next((one for one in stored if one.position == position), None)


def _server_info(conn: Connection, conversation_id: str) -> tuple[str, bool]:
    """Return what the server has told of itself, as JSON, and whether the conversation has a model of its own."""
    record = conversations.get(conn, conversation_id)
    own = record is not None and settings_in(record.preferences).model is not None
    return meta_value(conn, conversation_id, "serverInfo") or "", own


_TOO_MANY: Final = f"At most {MAX_ATTACHMENTS} files can be attached to a message."
_ENDINGS: Final = {"image/png": ".png", "image/jpeg": ".jpg", "text/plain": ".txt"}


def _file_name(file: Attachment) -> str:
    """Return a name to suggest: what was sent as another kind gets that kind's ending, and no name leads elsewhere."""
    plain = "".join(letter if letter.isprintable() and letter not in '/\\:*?"<>|' else "_" for letter in file.name)
    stem = plain.strip(". ") or "file"
    ending = _ENDINGS.get(file.media_type, "")
    is_named = not ending or stem.lower().endswith((ending, ".jpeg") if ending == ".jpg" else ending)
    if is_named or (file.is_text and "." in stem):
        return stem
    return Path(stem).stem + ending


def _write(path: Path, data: bytes) -> None:
    with open(path, "wb", opener=private_opener) as file:
        file.write(data)
