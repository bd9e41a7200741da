"""Memories from JSON lines: every line is a memory or a problem with its number; words first, vectors follow.

Twice the same file is the same as once: an id that is there already is left alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Final, Literal

import msgspec

from alicia_desktop.memory.categories import category_of
from alicia_desktop.memory.tokens import token_count
from alicia_desktop.memory.words import terms_of
from alicia_desktop.store import memories
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import MemoryRecord

LINES_TOGETHER: Final = 250
"""Lines of one transaction; small enough that the loop and other writers get their turn."""
MOST_TAGS: Final = 6
_INTEGER_SCALE: Final = 10


class _Line(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    content: str
    created_at: str | int | None = None
    category: str | None = None
    tags: list[str] | None = None
    importance: int | float | None = None
    pinned: bool = False
    kind: Literal["semantic", "hard", "hybrid"] = "semantic"
    topic: str | None = None
    summary: str | None = None
    reference_to: str | None = None
    user_id: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LineProblem:
    """A line that is no memory."""

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
    stored: Callable[[Sequence[str]], Awaitable[None]],
    progress: Callable[[ImportProgress], None] | None = None,
) -> ImportReport:
    """Store what `lines` hold, telling `stored` the new ids of each transaction; reading happens outside the loop."""
    problems: list[LineProblem] = []
    new = there = read = 0
    numbered = enumerate(lines, start=1)
    while batch := await asyncio.to_thread(_parsed, numbered, user_id=user_id, now=now):
        good = [item for item in batch if isinstance(item, MemoryRecord)]
        problems += [item for item in batch if isinstance(item, LineProblem)]
        ids = await database.write(memories.insert_memories, good)
        new, there, read = new + len(ids), there + len(good) - len(ids), read + len(batch)
        await stored(ids)
        if progress is not None:
            progress(ImportProgress(read=read, stored=new, problems=len(problems)))
    return ImportReport(stored=new, already_there=there, problems=tuple(problems))


def read_line(text: str, *, user_id: str, now: datetime) -> MemoryRecord:
    """Return the memory that a line holds; raises ValueError with a sentence that says what is wrong."""
    try:
        raw = msgspec.json.decode(text)
        line = msgspec.convert(raw, _Line)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeEncodeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if not line.id.strip():
        raise ValueError("`id` is empty")
    if not line.content.strip():
        raise ValueError("`content` is empty")
    extra = {key: value for key, value in raw.items() if key not in _Line.__struct_fields__}
    return memories.new_memory(
        memory_id=line.id,
        content=line.content,
        at=_moment(line.created_at, now=now),
        user_id=line.user_id or user_id,
        importance=_importance(line.importance),
        created_by="import",
        source_type="import",
        tags=line.tags if line.tags is not None else [term.text for term in terms_of(line.content)][:MOST_TAGS],
        pinned=line.pinned,
        topic=line.topic,
        summary=line.summary,
        category=line.category or category_of(line.content),
        kind=line.kind,
        reference_to=line.reference_to,
        token_count=token_count(line.content),
        meta=extra,
    )


def _parsed(numbered: Iterator[tuple[int, str]], *, user_id: str, now: datetime) -> list[MemoryRecord | LineProblem]:
    parsed: list[MemoryRecord | LineProblem] = []
    for number, text in islice(numbered, LINES_TOGETHER):
        if not text.strip():
            continue
        try:
            parsed.append(read_line(text, user_id=user_id, now=now))
        except ValueError as error:
            parsed.append(LineProblem(line=number, problem=str(error)))
    return parsed


def _importance(value: float | None) -> float:
    """Return 0-1: a whole number is on the scale of 1 to 10 of `memory_entries`, one with a point is 0-1 already."""
    if value is None:
        return 0.5
    scaled = value / _INTEGER_SCALE if isinstance(value, int) else value
    if not 0 <= scaled <= 1:
        raise ValueError("`importance` is neither 0.0-1.0 nor a whole number up to 10")
    return scaled


def _moment(value: str | int | None, *, now: datetime) -> datetime:
    if value is None:
        return now
    try:
        if isinstance(value, int):
            return datetime.fromtimestamp(value / 1000, UTC)
        moment = datetime.fromisoformat(value)
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError("`created_at` is neither an ISO date nor milliseconds since 1970") from error
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def problem_texts(report: ImportReport) -> list[str]:
    """Return one sentence for each line that could not be read."""
    return [f"line {problem.line}: {problem.problem}" for problem in report.problems]
