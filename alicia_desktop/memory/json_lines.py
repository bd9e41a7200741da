"""Read and write a memory as a JSON line, under the names of `memory_entries` (docs/memory.md#json-lines).

A line may use the names of this program instead (`content` for `full_text`, `kind` for `type`, `last_referenced_at` for
`last_referenced`). What it holds beside the known names is kept in the memory's `meta`, as are the keys of `metadata`.
What is exported is imported as what it was.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.retrieval.routing import category_of
from alicia_desktop.memory.segmentation import terms_of
from alicia_desktop.memory.statements import is_turn, stored_kind
from alicia_desktop.store.memories.memory_edits import MAX_CONTENT_CHARACTERS
from alicia_desktop.store.records import MemoryKind, MemoryRecord

MAX_LINE_DEPTH: Final = 32
"""Objects and lists inside one another in a line; what is kept of it is wrapped once more where it goes on."""
MAX_TAGS: Final = 6
MAX_USES: Final = 2**31
_INTEGER_SCALE: Final = 10
_ESCAPED_LINE_ENDS: Final = {ord(end): f"\\u{ord(end):04x}" for end in "\x1c\x1d\x1e\x85\u2028\u2029"}
"""What JSON leaves as it is and some readers take for the end of a line."""
EXPORT_BATCH: Final = 500
"""Memories read and written at a stretch."""


_VECTORS: Final = frozenset({"embedding", "embeddings", "embeddings_info"})
"""Not kept: vectors of another encoder are never compared, and are made anew."""
_STUB: Final = "trace"
"""The `source_type` of a row that only stands for a memory which is elsewhere."""


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line: the columns of `memory_entries`, other names for some of them, and the columns of this program."""

    id: str
    topic: str | None = None
    summary: str | None = None
    full_text: str | UnsetType = UNSET
    created_at: str | int | None = None
    last_referenced: str | int | None = None
    importance: int | float | None = None
    tags: list[str] | None = None
    source_chat_id: str | None = None
    user_id: str | None = None
    guest_session_id: str | None = None
    sentiment: str | None = None
    kind_of_entry: MemoryKind | None = msgspec.field(name="type", default=None)
    source_type: str | None = None
    pinned: bool | None = None
    reference_links: list[str] | None = None
    metadata: dict[str, Any] | None = None
    reference_to: str | None = None

    content: str | UnsetType = UNSET
    kind: MemoryKind | None = None
    last_referenced_at: str | int | None = None

    updated_at: str | int | None = None
    archived: bool | None = None
    category: str | None = None
    subcategory: str | None = None
    confidence: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    user_rating: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    usage_frequency: Annotated[int, msgspec.Meta(ge=0, le=MAX_USES)] | None = None
    created_by: str | None = None
    source_info: dict[str, Any] | None = None

    @property
    def text(self) -> str:
        """The content, empty where there is none."""
        return next((text for text in (self.content, self.full_text) if isinstance(text, str)), "")


KEYS: Final = frozenset(_Line.__struct_encode_fields__)
"""Of a line; every other one goes into the memory's `meta`."""


def read_line(text: str, *, user_id: str, now: datetime) -> MemoryRecord:
    """Parse a line into a memory.

    Raises:
    ValueError: with a sentence that says what is wrong.
    """
    line, extra = _checked(text)
    content, used = line.text, _last_use(line, now=now)
    at = _moment("created_at", line.created_at, now=used or now)  # it was there when it was used
    return MemoryRecord(
        id=line.id,
        content=content,
        created_at=at,
        updated_at=_updated(line, created_at=at, used=used, now=now),
        user_id=line.user_id or user_id,
        importance=_importance(line.importance),
        created_by=line.created_by or "import",
        source_type="import" if line.source_type in (None, "", _STUB) else line.source_type,
        source_info=line.source_info or {},
        source_chat_id=line.source_chat_id,
        guest_session_id=line.guest_session_id,
        tags=line.tags if line.tags is not None else [term.text for term in terms_of(content)][:MAX_TAGS],
        pinned=bool(line.pinned),
        archived=bool(line.archived),
        topic=line.topic,
        summary=line.summary,
        category=line.category or category_of(content),
        kind=line.kind or line.kind_of_entry or stored_kind(exact=is_turn(content), summary=line.summary),
        reference_to=line.reference_to,
        reference_links=line.reference_links or [],
        subcategory=line.subcategory,
        sentiment=line.sentiment,
        confidence=1.0 if line.confidence is None else line.confidence,
        user_rating=line.user_rating,
        usage_frequency=line.usage_frequency or 0,
        last_referenced_at=used,
        token_count=token_count(content),
        meta=extra | (line.metadata or {}),
    )


def _last_use(line: _Line, *, now: datetime) -> datetime | None:
    given = {"last_referenced": line.last_referenced, "last_referenced_at": line.last_referenced_at}
    name, used = next(((name, at) for name, at in given.items() if at is not None), ("", None))
    return None if used is None else _moment(name, used, now=now)


def _updated(line: _Line, *, created_at: datetime, used: datetime | None, now: datetime) -> datetime:
    """Return when a memory last changed: it is as old as its last use, and new only where nothing is known of any.

    Else an import would make everything fresh, however long ago it was used (`selection`: decay).
    """
    if line.updated_at is not None:
        return _moment("updated_at", line.updated_at, now=now)
    return now if used is None else max(created_at, used)


def _checked(text: str) -> tuple[_Line, dict[str, Any]]:
    """Validate a line; return it, and its keys beyond the known ones."""
    try:
        raw = decode_json(text, max_depth=MAX_LINE_DEPTH)
        line = msgspec.convert(raw, _Line)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error
    if not line.id.strip():
        raise ValueError("`id` is empty")
    name = "full_text" if line.content is UNSET else "content"
    if line.content is UNSET and line.full_text is UNSET:
        raise ValueError("`full_text` or `content` is missing")
    if not line.text.strip():
        raise ValueError(f"`{name}` is empty")
    if len(line.text) > MAX_CONTENT_CHARACTERS:
        raise ValueError(f"`{name}` has {len(line.text):,} characters; a memory can hold {MAX_CONTENT_CHARACTERS:,}")
    return line, {key: value for key, value in raw.items() if key not in KEYS | _VECTORS}


def _importance(value: float | None) -> float:
    """Return the importance as 0-1; a whole number is on the scale of 1 to 10 of `memory_entries`."""
    if value is None:
        return 0.5
    scaled = value / _INTEGER_SCALE if isinstance(value, int) else value
    if not 0 <= scaled <= 1:
        raise ValueError("`importance` is neither 0.0-1.0 nor a whole number up to 10")
    return scaled


def _moment(name: str, value: str | int | None, *, now: datetime) -> datetime:
    if value is None:
        return now
    try:
        if isinstance(value, int):
            return datetime.fromtimestamp(value / 1000, UTC)
        moment = datetime.fromisoformat(value)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError(f"`{name}` is neither an ISO date nor milliseconds since 1970") from error


def to_line(memory: MemoryRecord) -> str:
    """Encode one memory as a line, without its end."""
    return msgspec.json.encode(_named(memory)).decode().translate(_ESCAPED_LINE_ENDS)


def to_lines(memories: Iterable[MemoryRecord]) -> str:
    """Encode memories as lines, each with its end."""
    return "".join(f"{to_line(memory)}\n" for memory in memories)


def entry_of(memory: MemoryRecord) -> dict[str, Any]:
    """Return the columns of `memory_entries` under their names, without the vector; None where one is empty."""
    used = memory.last_referenced_at
    return {
        "id": memory.id,
        "topic": memory.topic,
        "summary": memory.summary,
        "full_text": memory.content,
        "created_at": memory.created_at.isoformat(),
        "last_referenced": None if used is None else used.isoformat(),
        "importance": float(memory.importance),
        "tags": list(memory.tags),
        "source_chat_id": memory.source_chat_id,
        "user_id": memory.user_id,
        "guest_session_id": memory.guest_session_id,
        "sentiment": memory.sentiment,
        "type": memory.kind,
        "source_type": memory.source_type,
        "pinned": memory.pinned,
        "reference_links": list(memory.reference_links),
        "metadata": dict(memory.meta),
        "reference_to": memory.reference_to,
    }


def _named(memory: MemoryRecord) -> dict[str, Any]:
    named = entry_of(memory) | {
        "updated_at": memory.updated_at.isoformat(),
        "archived": memory.archived,
        "category": memory.category,
        "subcategory": memory.subcategory,
        "confidence": float(memory.confidence),
        "user_rating": memory.user_rating,
        "usage_frequency": memory.usage_frequency,
        "created_by": memory.created_by,
        "source_info": dict(memory.source_info),
    }
    return {key: value for key, value in named.items() if value is not None}
