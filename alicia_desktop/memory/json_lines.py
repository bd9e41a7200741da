"""Import and export memories as JSON lines; what is exported is imported as what it was.

Every line of an import is a memory, or a problem with its number. Words are searchable at once, vectors follow. In an
export a memory's `meta` stands beside the other keys, because that is where an import finds it again; a key that would
take the place of one of those stays out.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import islice
from typing import Annotated, Any, Final

import msgspec

from alicia_desktop.base import ids
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.retrieval.routing import category_of
from alicia_desktop.memory.segmentation import terms_of
from alicia_desktop.memory.statement_metadata import fact_meta, is_turn, statement_of, stored_kind
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import OwnNames
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memories, memory_search
from alicia_desktop.store.memories.memory_edits import (
    MAX_CONTENT_CHARACTERS,
    digest,
)
from alicia_desktop.store.records import MemoryKind, MemoryRecord

MAX_LINE_DEPTH: Final = 32
"""Objects and lists inside one another in a line; what is kept of it is wrapped once more where it goes on."""
LINES_TOGETHER: Final = 250
"""Lines of one transaction; small enough that the loop and other writers get their turn."""
MAX_TAGS: Final = 6
MAX_USES: Final = 2**31
_INTEGER_SCALE: Final = 10
_ESCAPED_LINE_ENDS: Final = {ord(end): f"\\u{ord(end):04x}" for end in "\x1c\x1d\x1e\x85\u2028\u2029"}
"""What JSON leaves as it is and some readers take for the end of a line."""
EXPORT_BATCH: Final = 500
"""Memories read and written at a stretch."""


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    content: str
    created_at: str | int | None = None
    category: str | None = None
    tags: list[str] | None = None
    importance: int | float | None = None
    pinned: bool = False
    archived: bool = False
    kind: MemoryKind | None = None
    topic: str | None = None
    summary: str | None = None
    reference_to: str | None = None
    user_id: str | None = None
    subcategory: str | None = None
    sentiment: str | None = None
    confidence: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    user_rating: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    usage_frequency: Annotated[int, msgspec.Meta(ge=0, le=MAX_USES)] = 0
    last_referenced_at: str | int | None = None


KEYS: Final = frozenset(_Line.__struct_fields__)
"""Of a line; every other one goes into the memory's `meta`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LineProblem:
    """A line that could not be imported."""

    line: int
    """From 1."""
    problem: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportProgress:
    """How far an import is, in lines."""

    read: int
    stored: int
    problems: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportReport:
    """What an import did."""

    stored: int
    already_there: int
    problems: tuple[LineProblem, ...]


async def import_lines(
    lines: Iterable[str],
    *,
    database: Database,
    user_id: str,
    now: datetime,
    on_stored: Callable[[Sequence[str]], Awaitable[None]],
    progress: Callable[[ImportProgress], None] | None = None,
) -> ImportReport:
    """Store the memories of JSON lines and report how many; parsing happens outside the loop.

    `on_stored` gets the new ids after each transaction.
    """
    problems: list[LineProblem] = []
    new = there = read = 0
    numbered, own = enumerate(lines, start=1), await database.read(accounts.may_own, user_id)
    while (batch := await asyncio.to_thread(_parsed, numbered, user_id=user_id, own=own, now=now)) is not None:
        good = [item for item in batch if isinstance(item, MemoryRecord)]
        problems += [item for item in batch if isinstance(item, LineProblem)]
        added = await database.write(_insert_unknown, good, user_id=user_id, now=now)
        new, there, read = new + len(added), there + len(good) - len(added), read + len(batch)
        await on_stored(added)
        if progress is not None:
            progress(ImportProgress(read=read, stored=new, problems=len(problems)))
    return ImportReport(stored=new, already_there=there, problems=tuple(problems))


def read_line(text: str, *, user_id: str, now: datetime) -> MemoryRecord:
    """Parse a line into a memory.

    Raises:
    ValueError: with a sentence that says what is wrong.
    """
    line, extra = _checked(text)
    at, used = _moment("created_at", line.created_at, now=now), line.last_referenced_at
    return MemoryRecord(
        id=line.id,
        content=line.content,
        created_at=at,
        updated_at=now,
        user_id=line.user_id or user_id,
        importance=_importance(line.importance),
        created_by="import",
        source_type="import",
        tags=line.tags if line.tags is not None else [term.text for term in terms_of(line.content)][:MAX_TAGS],
        pinned=line.pinned,
        archived=line.archived,
        topic=line.topic,
        summary=line.summary,
        category=line.category or category_of(line.content),
        kind=line.kind or stored_kind(exact=is_turn(line.content), summary=line.summary),
        reference_to=line.reference_to,
        subcategory=line.subcategory,
        sentiment=line.sentiment,
        confidence=line.confidence,
        user_rating=line.user_rating,
        usage_frequency=line.usage_frequency,
        last_referenced_at=None if used is None else _moment("last_referenced_at", used, now=now),
        token_count=token_count(line.content),
        meta=extra,
    )


def _checked(text: str) -> tuple[_Line, dict[str, Any]]:
    """Validate a line; return it, and its keys beyond the known ones."""
    try:
        raw = decode_json(text, max_depth=MAX_LINE_DEPTH)
        line = msgspec.convert(raw, _Line)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error
    if not line.id.strip():
        raise ValueError("`id` is empty")
    if not line.content.strip():
        raise ValueError("`content` is empty")
    if len(line.content) > MAX_CONTENT_CHARACTERS:
        raise ValueError(
            f"`content` has {len(line.content):,} characters; a memory can hold {MAX_CONTENT_CHARACTERS:,}"
        )
    return line, {key: value for key, value in raw.items() if key not in KEYS}


def _parsed(
    numbered: Iterator[tuple[int, str]], *, user_id: str, own: OwnNames, now: datetime
) -> list[MemoryRecord | LineProblem] | None:
    """Parse the next lines; None when there are no more."""
    lines = list(islice(numbered, LINES_TOGETHER))
    parsed: list[MemoryRecord | LineProblem] = []
    for number, text in lines:
        if not text.strip():
            continue
        try:
            memory = read_line(text, user_id=user_id, now=now)
        except ValueError as error:
            parsed.append(LineProblem(line=number, problem=str(error)))
            continue
        if memory.user_id in own:
            known = fact_meta(memory.content) if _statement(memory) else {}
            parsed.append(replace(memory, meta=known | dict(memory.meta)))
        else:
            problem = f"`user_id` is {memory.user_id!r}, who is somebody else on this server"
            parsed.append(LineProblem(line=number, problem=problem))
    return parsed if lines else None


def _insert_unknown(conn: Connection, batch: Sequence[MemoryRecord], *, user_id: str, now: datetime) -> tuple[str, ...]:
    """Insert memories whose id and statement are new, also within the same batch."""
    fact_meta = [(memory, _statement(memory)) for memory in _under_own_ids(conn, batch, user_id)]
    said = [(memory.content, statement) for memory, statement in fact_meta if statement]
    days: dict[str, set[date]] = {}
    for one in memory_search.known_statements(conn, accounts.names_of(conn, user_id), said):
        days.setdefault(one.statement or statement_of(one.content), set()).add(one.day)
    new: list[MemoryRecord] = []
    for memory, statement in fact_meta:
        known, day = days.setdefault(statement, set()), memory.created_at.date()
        undated = memory.created_at == now
        if not statement or not known or not (undated or day in known):
            new.append(memory)
            known.add(day)
    return memories.insert_memories(conn, new)


def _under_own_ids(conn: Connection, batch: Sequence[MemoryRecord], user_id: str) -> list[MemoryRecord]:
    """Return the memories with new ids in place of those that belong to another user."""
    named = {name for one in batch for name in (one.id, one.reference_to) if name}
    own = accounts.may_own(conn, user_id)
    theirs = {one.id for one in memories.get_memories(conn, sorted(named)).values() if one.user_id not in own}

    def of_ones_own(name: str) -> str:
        return f"{ids.MEMORY}{digest(user_id + chr(31) + name)}" if name in theirs else name

    return [
        replace(one, id=of_ones_own(one.id), reference_to=one.reference_to and of_ones_own(one.reference_to))
        for one in batch
    ]


def _statement(memory: MemoryRecord) -> str:
    """Return the normal form of a memory's statement; empty for a text that may occur twice."""
    if memory.kind == "hard" or is_turn(memory.content):
        return ""
    return str(memory.meta.get("statement") or statement_of(memory.content))


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
    extra = {key: value for key, value in memory.meta.items() if key not in KEYS}
    return msgspec.json.encode({**_named(memory), **extra}).decode().translate(_ESCAPED_LINE_ENDS)


def to_lines(memories: Iterable[MemoryRecord]) -> str:
    """Encode memories as lines, each with its end."""
    return "".join(f"{to_line(memory)}\n" for memory in memories)


def _named(memory: MemoryRecord) -> dict[str, Any]:
    used = memory.last_referenced_at
    named = {
        "id": memory.id,
        "content": memory.content,
        "created_at": memory.created_at.isoformat(),
        "category": memory.category,
        "tags": list(memory.tags),
        "importance": float(memory.importance),
        "pinned": memory.pinned,
        "archived": memory.archived,
        "kind": memory.kind,
        "topic": memory.topic,
        "summary": memory.summary,
        "reference_to": memory.reference_to,
        "user_id": memory.user_id,
        "subcategory": memory.subcategory,
        "sentiment": memory.sentiment,
        "confidence": float(memory.confidence),
        "user_rating": memory.user_rating,
        "usage_frequency": memory.usage_frequency,
        "last_referenced_at": None if used is None else used.isoformat(),
    }
    return {key: value for key, value in named.items() if value is not None}
