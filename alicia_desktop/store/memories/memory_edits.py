"""Parse a MemoryAction into values of columns; nothing in it is trusted, since any client may have sent it.

A field that is there and means nothing is a reason to refuse the whole action, in a sentence for the person; half an
action would be worse than none.
"""

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store.schema.columns import storable

MAX_CONTENT_CHARACTERS: Final = 20_000
"""Characters of a memory; more than a model is ever given of all memories together."""
MAX_TAGS: Final = 32
MAX_NAME_CHARACTERS: Final = 200
"""Characters of a tag or a category."""
EXPECTED_AT: Final = "expectedUpdatedAt"
EXPECTED_DIGEST: Final = "expectedDigest"
"""Keys of an action's meta: when what the person saw was last changed, and what it said."""
_KINDS: Final = ("semantic", "hard", "hybrid")


class UnclearEditError(ValueError):
    """A field of the action means nothing; its text is a sentence for the person."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """What is to be changed."""

    values: Mapping[str, Any]
    """By column; only what is in it is touched."""
    forget: bool = False
    """With a deletion: the words are to be removed everywhere, for good."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """The state of the memory that the person saw when deciding; what is None was not sent."""

    updated_at: datetime | None = None
    digest: str | None = None


def read_edit(body: MemoryAction) -> Edit:
    """Return what the action asks for.

    Raises:
        UnclearEditError: a field means nothing.
    """
    given = body.memory or {}
    values = {column: read(given[name]) for name, (column, read) in _FIELDS.items() if name in given}
    if body.action == "pin":
        values.setdefault("pinned", True)
    elif body.action == "archive":
        values.setdefault("archived", True)
    forget = body.action == "delete" and "forget" in given and _flag("forget")(given["forget"])
    return Edit(values=values, forget=forget)


def read_content(value: object) -> str:
    """Return the words of a memory; any script, but some words, and not without end."""
    if not isinstance(value, str):
        raise UnclearEditError(translate("The text of a memory must be text."))
    content = storable(value).strip()
    if not content:
        raise UnclearEditError(translate("A memory needs some text."))
    if len(content) > MAX_CONTENT_CHARACTERS:
        raise UnclearEditError(
            translate("A memory can hold {most} characters; this has {length}.").format(
                most=format_number(MAX_CONTENT_CHARACTERS), length=format_number(len(content))
            )
        )
    return content


def digest(content: str) -> str:
    """Return a short name of what a memory says, to compare without sending it again."""
    return hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:16]


def seen_in(meta: Mapping[str, Any]) -> Seen:
    """Return what an action's meta says that the person saw; what cannot be read counts as not sent."""
    moment, seen = meta.get(EXPECTED_AT), meta.get(EXPECTED_DIGEST)
    try:
        updated_at = datetime.fromisoformat(moment) if isinstance(moment, str) else None
    except ValueError:
        updated_at = None
    if updated_at is not None and updated_at.tzinfo is None:
        updated_at = None
    return Seen(updated_at=updated_at, digest=seen if isinstance(seen, str) and seen else None)


def _flag(name: str) -> Callable[[object], bool]:
    def read(value: object) -> bool:
        if not isinstance(value, bool):
            raise UnclearEditError(translate("`{field}` must be true or false.").format(field=name))
        return value

    return read


def _name(name: str) -> Callable[[object], str | None]:
    def read(value: object) -> str | None:
        if value is not None and (not isinstance(value, str) or len(value) > MAX_NAME_CHARACTERS):
            raise UnclearEditError(
                translate("`{field}` must be a text of at most {most} characters.").format(
                    field=name, most=MAX_NAME_CHARACTERS
                )
            )
        return storable(value).strip() or None if value else None

    return read


def _tags(value: object) -> list[str]:
    if not isinstance(value, list | tuple) or len(value) > MAX_TAGS:
        raise UnclearEditError(translate("Tags must be a list of at most {most}.").format(most=MAX_TAGS))
    read = _name("tags")
    return list(dict.fromkeys(tag for tag in map(read, value) if tag is not None))


def _importance(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value <= 1:
        raise UnclearEditError(translate("Importance must be a number from 0 to 1."))
    return float(value)


def _rating(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value not in range(1, 6):
        raise UnclearEditError(translate("A rating must be a whole number from 1 to 5."))
    return int(value)


def _kind(value: object) -> str:
    if value not in _KINDS:
        raise UnclearEditError(
            translate("The kind of a memory must be one of {kinds}.").format(kinds=", ".join(_KINDS))
        )
    return str(value)


_FIELDS: Final[Mapping[str, tuple[str, Callable[[object], Any]]]] = {
    "content": ("content", read_content),
    "category": ("category", _name("category")),
    "pinned": ("pinned", _flag("pinned")),
    "archived": ("archived", _flag("archived")),
    "tags": ("tags", _tags),
    "importance": ("importance", _importance),
    "userRating": ("user_rating", _rating),
    "kind": ("kind", _kind),
    "referenceTo": ("reference_to", _name("referenceTo")),
}
"""Wire name → column, and how it is read."""
