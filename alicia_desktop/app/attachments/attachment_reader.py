"""Read a file or an image that is to be attached: scale it down, make it UTF-8, or refuse it with a sentence.

    attached = read_file(Path("cat.jpg"))        # or a WorldError whose sentence names the file and says what is wrong

Images are scaled down and encoded anew, texts become UTF-8. Nothing but plain files is opened: no folder, pipe or
device. Everything here reads a disk or decodes a picture: it is to be run in a thread.
"""

import errno
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
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
from alicia_desktop.ui.conversation.unsent_draft import PendingFile
from alicia_desktop.ui.untrusted.pictures import (
    Picture,
    PictureError,
    encode_picture,
    format_of,
    picture_side,
    read_picture,
    shrink,
)
from alicia_desktop.view import text as wording

MAX_FILE_BYTES: Final = 32_000_000
"""Read of an image before it is made smaller."""
HEAD_BYTES: Final = 4096
THUMBNAIL_SIDE: Final = 320
"""Pixels, for screens with two to each."""
TOO_MANY: Final = translate("At most {most} files can be attached to a message.").format(most=MAX_ATTACHMENTS)
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
        raise _refused(name, translate("is empty"))
    return _picture(name, data) if format_of(data) is not None else _text(name, data)


def check_room(files: Sequence[Attachment], file: Attachment) -> None:
    """Raise a `WorldError` (`bad_attachment`) where a message with these files cannot take one more."""
    if len(files) >= MAX_ATTACHMENTS:
        raise WorldError(sentence=TOO_MANY, code="bad_attachment")
    if sum(one.size for one in (*files, file)) > MAX_TOTAL_BYTES:
        bound = wording.data_size(MAX_TOTAL_BYTES)
        sentence = translate("“{file}” was not attached: together the files of a message may have {size}.").format(
            file=file.name, size=bound
        )
        raise WorldError(sentence=sentence, code="bad_attachment")


def read_image(image: Picture, name: str) -> PendingFile:
    """Take an image that was pasted.

    Raises:
        WorldError: it is none.
    """
    if image.isNull():
        raise _refused(name, translate("is a damaged image"))
    is_smaller = max(image.width(), image.height()) > MAX_IMAGE_SIDE
    return _encoded(name, shrink(image, MAX_IMAGE_SIDE), lossless=True, is_smaller=is_smaller)


def _contents(path: Path, name: str) -> bytes:
    """Return the bytes of a plain file, of which a text may have few and an image more."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    if not stat.S_ISREG(path.stat().st_mode):  # asked first: to open a device may do something
        raise _refused(name, translate("is a folder") if path.is_dir() else translate("is not an ordinary file"))
    with os.fdopen(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise _refused(name, translate("is not an ordinary file"))
        head = file.read(HEAD_BYTES)
        most = MAX_FILE_BYTES if format_of(head) is not None else 4 * MAX_TEXT_BYTES
        if found.st_size > most:
            if format_of(head) is None and b"\0" in head and not head.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise _refused(name, _NEITHER)
            bound = wording.data_size(most if most == MAX_FILE_BYTES else MAX_TEXT_BYTES)
            raise _refused(
                name,
                translate("is too large ({size}, at most {most})").format(
                    size=wording.data_size(found.st_size), most=bound
                ),
            )
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
        note += f" · {translate('scaled down')}"
    return PendingFile(attachment=attachment, thumbnail=read_picture(made.data, max_side=THUMBNAIL_SIDE), note=note)


def _text(name: str, data: bytes) -> PendingFile:
    contents = _decoded(name, data)
    if any(character in CONTROLS for character in contents):
        raise _refused(name, _NEITHER)
    stored = contents.encode()
    if len(stored) > MAX_TEXT_BYTES:
        bound = wording.data_size(MAX_TEXT_BYTES)
        raise _refused(
            name,
            translate("is too large ({size}, at most {most})").format(size=wording.data_size(len(stored)), most=bound),
        )
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
        reason = translate("is not UTF-8 text. Save it as UTF-8 and attach it again")
        raise _refused(name, reason) from error


_NEITHER: Final = translate("is neither a text file nor a PNG, JPEG, WebP or GIF image")


def _reason(error: OSError) -> str:
    match error.errno:
        case errno.ENOENT | errno.ENOTDIR:
            return translate("is not there anymore")
        case errno.EACCES | errno.EPERM:
            return translate("can’t be opened: no permission")
        case _:
            return translate("can’t be read ({reason})").format(
                reason=os.strerror(error.errno) if error.errno else translate("unknown error")
            )


def _refused(name: str, reason: str) -> WorldError:
    return WorldError(sentence=f"“{name}” {reason}.", code="bad_attachment")
