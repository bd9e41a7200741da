"""Read and write the files that a UserMessage carries: images and text files (docs/protocol.md#attachments).

    body = UserMessage(id="am_1", content="What is this?", attachments=to_wire([attachment]))
    for attachment in read_attachments(body.attachments):   # those that can be understood, within the limits
        store(attachment.data)
    journaled = without_data(body)                          # the heads alone: name, kind, size, digest

Only what a user sends carries `data`. What a server sends has the heads; the bytes are fetched over HTTP. What another
program puts into `attachments` may be anything: it is kept as it is, and shown where it has a name.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from alicia_desktop.protocol.messages import UserMessage

FEATURE: Final = "attachments"
"""Feature of a server that takes attachments, and of a client that shows them."""
MAX_ATTACHMENTS: Final = 6
"""Of one message."""
MAX_TOTAL_BYTES: Final = 1_600_000
"""Of all attachments of one message, which goes as one stanza of at most 2 MiB."""
MAX_IMAGE_BYTES: Final = 500_000
"""Of an image as this program sends it."""
MAX_IMAGE_SIDE: Final = 1536
"""Pixels on the longest side of an image as this program sends it."""
MAX_TEXT_BYTES: Final = 200_000
"""Of a text file, in UTF-8."""
MAX_NAME_LETTERS: Final = 200
MAX_READ: Final = 20
"""Attachments that are read of one message of another program's."""
PNG: Final = "image/png"
JPEG: Final = "image/jpeg"
PLAIN_TEXT: Final = "text/plain"


class Attachment(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a message."""

    position: int = 0
    """Place in its message, from 0; together with the message's id it names the file."""
    name: str
    media_type: str
    size: int
    """Bytes of `data`."""
    digest: str = ""
    """SHA-256 of `data`, as hex; empty where the sender did not tell it."""
    width: int | None = None
    height: int | None = None
    """Pixels, of an image."""
    data: bytes | None = None
    """The file, where it came along."""

    @property
    def is_image(self) -> bool:
        """Whether it is an image."""
        return self.media_type.startswith("image/")

    @property
    def is_text(self) -> bool:
        """Whether it is a text file, in UTF-8."""
        return self.media_type.startswith("text/")


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a file as hex."""
    return hashlib.sha256(data).hexdigest()


def to_wire(attachments: Iterable[Attachment]) -> tuple[dict[str, Any], ...] | None:
    """Return attachments as the field of a UserMessage has them; None for none."""
    return tuple(_to_map(one) for one in attachments) or None


def _to_map(one: Attachment) -> dict[str, Any]:
    sizes = {"width": one.width, "height": one.height, "data": one.data}
    named = {"name": one.name, "mediaType": one.media_type, "size": one.size, "digest": one.digest}
    return named | {key: value for key, value in sizes.items() if value is not None}


def read_attachments(values: Sequence[Any] | None) -> tuple[Attachment, ...]:
    """Return what can be understood of the field `attachments`, of whomever it comes."""
    found = [_read(value, position) for position, value in enumerate((values or ())[:MAX_READ])]
    return tuple(one for one in found if one is not None)


def _read(value: Any, position: int) -> Attachment | None:
    name = _text(value, "name") if isinstance(value, Mapping) else ""
    if not name:
        return None
    data = value.get("data")
    data = data if isinstance(data, bytes) and len(data) <= MAX_TOTAL_BYTES else None
    digest = _text(value, "digest")
    if data is not None and digest not in {"", digest_of(data)}:
        data = None  # not what was sent
    return Attachment(
        position=position,
        name=name,
        media_type=_text(value, "mediaType") or "application/octet-stream",
        size=(_number(value, "size") or 0) if data is None else len(data),
        digest=digest if data is None else digest_of(data),
        width=_number(value, "width"),
        height=_number(value, "height"),
        data=data,
    )


def _text(value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    return found[:MAX_NAME_LETTERS] if isinstance(found, str) else ""


def _number(value: Mapping[str, Any], key: str) -> int | None:
    found = value.get(key)
    is_size = isinstance(found, int) and not isinstance(found, bool) and 0 <= found < 2**53
    return found if is_size else None


def odd_attachment(one: Attachment) -> str:
    """Return what no attachment that was received can be, as the end of a sentence; empty where nothing is odd."""
    if not 0 <= one.position < MAX_READ:
        return f"has the place {one.position}, and a message may have {MAX_READ} files"
    if max(len(one.name), len(one.media_type), len(one.digest)) > MAX_NAME_LETTERS:
        return f"has a name or kind of more than {MAX_NAME_LETTERS} letters"
    if "/" not in one.media_type:
        return f"is of the kind “{one.media_type}”, and there is none"
    if min(one.size, one.width or 0, one.height or 0) < 0:
        return "is smaller than nothing"
    if one.data is None:
        return ""
    if len(one.data) > MAX_TOTAL_BYTES:
        return f"has {len(one.data):,} bytes, and a file of a message may have {MAX_TOTAL_BYTES:,}"
    if one.size != len(one.data):
        return f"says that it has {one.size:,} bytes, and has {len(one.data):,}"
    return "" if one.digest == digest_of(one.data) else "is not the file that its digest names"


def without_data(body: UserMessage) -> UserMessage:
    """Return the message with the heads of its attachments alone; itself where they have no bytes."""
    if not any(isinstance(one, Mapping) and isinstance(one.get("data"), bytes) for one in body.attachments or ()):
        return body
    heads = tuple(
        {key: part for key, part in one.items() if key != "data"} if isinstance(one, Mapping) else one
        for one in body.attachments or ()
    )
    return msgspec.structs.replace(body, attachments=heads)
