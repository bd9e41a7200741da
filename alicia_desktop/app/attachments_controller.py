"""Attach files to the message that is written, and show those of messages: read, refuse with a sentence, open, save.

    attached = read_file(Path("cat.jpg"))        # or a WorldError whose sentence names the file and says what is wrong

Images are scaled down and encoded anew, texts become UTF-8. Nothing but plain files is opened: no folder, pipe or
device. Files are read and pictures decoded in threads, so nothing here holds the window up, and one that is refused
leaves what was typed and the other files as they are.
"""

import asyncio
import errno
import os
import stat
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import private_opener
from alicia_desktop.compose.client import Client
from alicia_desktop.protocol.attachments import (
    MAX_ATTACHMENTS,
    MAX_IMAGE_SIDE,
    MAX_NAME_LETTERS,
    MAX_TEXT_BYTES,
    MAX_TOTAL_BYTES,
    PLAIN_TEXT,
    Attachment,
    digest_of,
)
from alicia_desktop.protocol.conversation_settings import settings_in
from alicia_desktop.store.accounts import NO_ATTACHMENTS, takes_attachments
from alicia_desktop.store.conversations import attachments, conversations
from alicia_desktop.store.database import Connection
from alicia_desktop.store.meta_entries import meta_value
from alicia_desktop.ui.conversation.unsent_draft import PendingFile
from alicia_desktop.ui.dialogs import choose_file, create_file_dialog, documents_folder
from alicia_desktop.ui.folded_text import TextWindow
from alicia_desktop.ui.image_viewer import ImageViewer
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.pictures import (
    Picture,
    PictureError,
    copied,
    encode_picture,
    format_of,
    picture_side,
    read_picture,
    shrink,
)
from alicia_desktop.view import text as wording
from alicia_desktop.view.status import unused_files

MAX_FILE_BYTES: Final = 32_000_000
"""Read of an image before it is made smaller."""
HEAD_BYTES: Final = 4096
THUMBNAIL_SIDE: Final = 320
"""Pixels, for screens with two to each."""
CONTROLS: Final = frozenset(map(chr, range(32))) - {"\t", "\n", "\r", "\f", "\x1b"}


def read_file(path: Path) -> PendingFile:
    """Read one file.

    Raises:
        WorldError: it cannot be attached, and why (`bad_attachment`).
    """
    name = path.name[:MAX_NAME_LETTERS] or str(path)[:MAX_NAME_LETTERS]
    try:
        data = _contents(path, name)
    except OSError as error:
        raise _refused(name, _reason(error)) from error
    if not data:
        raise _refused(name, "is empty")
    return _picture(name, data) if format_of(data) is not None else _text(name, data)


def check_room(files: Sequence[Attachment], file: Attachment) -> None:
    """Raise a `WorldError` (`bad_attachment`) where a message with these files cannot take one more."""
    if len(files) >= MAX_ATTACHMENTS:
        raise WorldError(sentence=_TOO_MANY, code="bad_attachment")
    if sum(one.size for one in (*files, file)) > MAX_TOTAL_BYTES:
        bound = wording.data_size(MAX_TOTAL_BYTES)
        sentence = f"“{file.name}” was not attached: together the files of a message may have {bound}."
        raise WorldError(sentence=sentence, code="bad_attachment")


def read_image(image: Picture, name: str) -> PendingFile:
    """Take an image that was pasted.

    Raises:
        WorldError: it is none.
    """
    if image.isNull():
        raise _refused(name, "is a damaged image")
    is_smaller = max(image.width(), image.height()) > MAX_IMAGE_SIDE
    return _encoded(name, shrink(image, MAX_IMAGE_SIDE), lossless=True, is_smaller=is_smaller)


def _contents(path: Path, name: str) -> bytes:
    """Return the bytes of a plain file, of which a text may have few and an image more."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    if not stat.S_ISREG(path.stat().st_mode):  # asked first: to open a device may do something
        raise _refused(name, "is a folder" if path.is_dir() else "is not an ordinary file")
    with os.fdopen(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise _refused(name, "is not an ordinary file")
        head = file.read(HEAD_BYTES)
        most = MAX_FILE_BYTES if format_of(head) is not None else 4 * MAX_TEXT_BYTES
        if found.st_size > most:
            if format_of(head) is None and b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise _refused(name, _NEITHER)
            bound = wording.data_size(most if most == MAX_FILE_BYTES else MAX_TEXT_BYTES)
            raise _refused(name, f"is too large ({wording.data_size(found.st_size)}, at most {bound})")
        return head + file.read(most)


def _picture(name: str, data: bytes) -> PendingFile:
    try:
        image = read_picture(data, max_side=MAX_IMAGE_SIDE)
    except PictureError as error:
        raise _refused(name, str(error)) from error
    lossless = format_of(data) != "jpeg" and (format_of(data) == "png" or image.hasAlphaChannel())
    return _encoded(name, image, lossless=lossless, is_smaller=picture_side(data) > MAX_IMAGE_SIDE)


def _encoded(name: str, image: Picture, *, lossless: bool, is_smaller: bool) -> PendingFile:
    made = encode_picture(image, lossless=lossless)
    attachment = Attachment(
        name=name,
        media_type=made.media_type,
        size=len(made.data),
        digest=digest_of(made.data),
        width=made.width,
        height=made.height,
        data=made.data,
    )
    note = f"{made.width} × {made.height} · {wording.data_size(len(made.data))}"
    if is_smaller:
        note += " · scaled down"
    return PendingFile(attachment=attachment, thumbnail=read_picture(made.data, max_side=THUMBNAIL_SIDE), note=note)


def _text(name: str, data: bytes) -> PendingFile:
    contents = _decoded(name, data)
    if any(character in CONTROLS for character in contents):
        raise _refused(name, _NEITHER)
    stored = contents.encode()
    if len(stored) > MAX_TEXT_BYTES:
        bound = wording.data_size(MAX_TEXT_BYTES)
        raise _refused(name, f"is too large ({wording.data_size(len(stored))}, at most {bound})")
    attachment = Attachment(name=name, media_type=PLAIN_TEXT, size=len(stored), digest=digest_of(stored), data=stored)
    return PendingFile(attachment=attachment, note=wording.data_size(len(stored)))


def _decoded(name: str, data: bytes) -> str:
    """Return a text: UTF-8, or UTF-16 that says so by its first bytes."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if b"\0" in data[:HEAD_BYTES]:
            raise _refused(name, _NEITHER) from error
        raise _refused(name, "is not UTF-8 text. Save it as UTF-8 and attach it again") from error


_NEITHER: Final = "is neither a text file nor a PNG, JPEG, WebP or GIF image"


def _reason(error: OSError) -> str:
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return "is not there anymore"
        case errno.EACCES | errno.EPERM:
            return "can’t be opened: no permission"
        case _:
            return f"can’t be read ({os.strerror(error.errno) if error.errno else 'unknown error'})"


def _refused(name: str, reason: str) -> WorldError:
    return WorldError(sentence=f"“{name}” {reason}.", code="bad_attachment")


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
                refused.append(_TOO_MANY)
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

    async def _may_attach(self, conversation_id: str) -> bool:
        """Whether the server of a conversation takes files, as far as is known; else say so."""
        if await self._client.database.read(takes_attachments, conversation_id) is False:
            self._say(NO_ATTACHMENTS)
            return False
        return True

    async def _what_becomes(self) -> str:
        """Return what is known of the model that will get the files and cannot use them, as a sentence; or ''."""
        bar = self._window.conversation.dock.composer.attachments
        info, has_own_model = await self._client.database.read(_server_info, self._current())
        has_images = any(file.attachment.is_image for file in bar.files)
        return "" if has_own_model or not bar.files else unused_files(info, has_images=has_images)

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
            raise WorldError(sentence=f"The file could not be saved: {error.strerror}.", code="not_saved") from error
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
