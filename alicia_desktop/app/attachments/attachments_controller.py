"""Attach files to the message that is written, and show those of messages: read, refuse with a sentence, open, save.

Files are read and pictures decoded in threads (`attachment_reader`), so nothing here holds the window up, and one that
is refused leaves what was typed and the other files as they are.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from alicia_desktop.app.attachments.attachment_reader import THUMBNAIL_SIDE, TOO_MANY, read_file, read_image
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import private_opener
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.client import Client
from alicia_desktop.protocol.attachments import MAX_IMAGE_SIDE, Attachment
from alicia_desktop.protocol.conversation_settings import settings_in
from alicia_desktop.store.accounts import NO_ATTACHMENTS, takes_attachments
from alicia_desktop.store.conversations import attachments, conversations
from alicia_desktop.store.database import Connection
from alicia_desktop.store.meta_entries import meta_value
from alicia_desktop.ui.conversation.unsent_draft import AttachmentBar, PendingFile
from alicia_desktop.ui.dialogs import choose_file, create_file_dialog, documents_folder
from alicia_desktop.ui.folded_text import TextWindow
from alicia_desktop.ui.image_viewer import ImageViewer
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.pictures import Picture, PictureError, copied, read_picture
from alicia_desktop.view.status import unused_files

PASTED: Final = translate("Pasted image")
WEB: Final = translate("Only files of this computer can be attached. Nothing is fetched from the web.")
NOT_HERE: Final = translate("This file is not on this computer yet.")
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
        attach: Callable[[str, PendingFile], Awaitable[None]],
    ) -> None:
        """`current` returns the id of the conversation that is shown; `attach` adds a file to the draft of one."""
        self._client, self._window, self._theme = client, window, theme
        self._run_action, self._current, self._attach = run_action, current, attach
        self.reading = asyncio.Lock()
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
        connect(self._bar.notice_wanted, lambda: run("what becomes of files", self.describe()))

    async def choose(self) -> None:
        """Ask which files to attach."""
        window = self._window
        dialog = create_file_dialog(window.tr("Attach files"), documents_folder(), parent=window)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        if await choose_file(dialog) is None:
            return
        await self.attach_files([Path(name) for name in dialog.selectedFiles()] if isValid(dialog) else [])

    async def attach_files(self, paths: Sequence[Path]) -> None:
        """Attach files, each by itself; what cannot be attached is told with its reason."""
        place = self._current()
        async with self.reading:
            if not await self._may_attach(place):
                return
            refused = []
            for path in paths[:READ_AT_ONCE]:
                try:
                    await self._attach(place, await asyncio.to_thread(read_file, path))
                except WorldError as error:
                    refused.append(error.sentence)
            if len(paths) > READ_AT_ONCE:
                refused.append(TOO_MANY)
            self._say(" ".join(dict.fromkeys(refused)) or await self._what_becomes(), is_error=bool(refused))

    async def attach_image(self, image: Picture) -> None:
        """Attach an image that was pasted or dropped without a file."""
        place = self._current()
        async with self.reading:
            if not await self._may_attach(place):
                return
            try:
                await self._attach(place, await asyncio.to_thread(read_image, copied(image), f"{PASTED}.png"))
            except WorldError as error:
                self._say(error.sentence)
            else:
                self._say(await self._what_becomes(), is_error=False)

    async def describe(self) -> None:
        """Say what the model does with files that came with a draft, unless something else is said by now."""
        async with self.reading:
            sentence = await self._what_becomes()
            if sentence and not self._bar.notice:
                self._say(sentence, is_error=False)

    async def _may_attach(self, conversation_id: str) -> bool:
        """Whether the server of a conversation takes files, as far as is known; else say so."""
        if await self._client.database.read(takes_attachments, conversation_id) is False:
            self._say(NO_ATTACHMENTS)
            return False
        return True

    async def _what_becomes(self) -> str:
        """Return what is known of the model that will get the files and cannot use them, as a sentence; or ''."""
        info, has_own_model = await self._client.database.read(_server_info, self._current())
        files = self._bar.files
        has_images = any(file.attachment.is_image for file in files)
        return "" if has_own_model or not files else unused_files(info, has_images=has_images)

    @property
    def _bar(self) -> AttachmentBar:
        return self._window.conversation.dock.composer.attachments

    def _say(self, sentence: str, *, is_error: bool = True) -> None:
        self._bar.set_notice(sentence, "error" if is_error else "muted")

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
        contents = await self._contents(message_id, position)
        if contents is None:
            return
        found, data = contents
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
        contents = await self._contents(message_id, position)
        if contents is None:
            return
        found, data = contents
        window, name = self._window, _file_name(found)
        dialog = create_file_dialog(window.tr("Save file"), documents_folder() / name, parent=over or window)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        path = await choose_file(dialog)
        if path is None:
            return
        try:
            await asyncio.to_thread(_write, path, data)
        except OSError as error:
            raise WorldError(
                sentence=translate("The file could not be saved: {reason}.").format(reason=error.strerror),
                code="not_saved",
            ) from error
        window.show_toast(window.tr("Saved to {path}").format(path=path))

    async def _contents(self, message_id: str, position: int) -> tuple[Attachment, bytes] | None:
        """Return a file with its bytes; None where the server did not give them, which is said with *Try again*.

        Raises:
            WorldError: it has not come yet.
        """
        found = await self._find(message_id, position)
        if found is not None and found.data is not None:
            return found, found.data
        reason = await self._client.database.read(attachments.refusal, message_id, position)
        if not reason:
            raise WorldError(sentence=NOT_HERE, code="no_attachment")
        self._window.show_toast(
            reason,
            self._window.tr("Try again"),
            kind="error",
            act=lambda: self._run_action("try again", self.fetch_again(message_id, position)),
        )
        return None

    async def fetch_again(self, message_id: str, position: int) -> None:
        """Ask the server once more for a file that it did not give."""
        await self._client.database.write(attachments.ask_again, message_id, position)
        self._client.sync.wake()

    async def _find(self, message_id: str, position: int) -> Attachment | None:
        stored = await self._client.database.read(attachments.of_message, message_id, data=True)
        return next((one for one in stored if one.position == position), None)


def _server_info(conn: Connection, conversation_id: str) -> tuple[str, bool]:
    """Return what the server has told of itself, as JSON, and whether the conversation has a model of its own."""
    record = conversations.get(conn, conversation_id)
    own = record is not None and settings_in(record.preferences).model is not None
    return meta_value(conn, conversation_id, "serverInfo") or "", own


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
