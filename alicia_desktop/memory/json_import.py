"""Import memories from JSON lines: what each line becomes, what is there already, and what could not be read.

Every line is a memory, or a problem with its number (`json_lines`). Words are searchable at once, vectors follow.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import islice
from typing import Final

from alicia_desktop.base import ids
from alicia_desktop.memory.json_lines import read_line
from alicia_desktop.memory.retrieval.routing import CATEGORIES
from alicia_desktop.memory.statements import fact_meta, is_turn, statement_of
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import OwnNames
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memories, memory_search
from alicia_desktop.store.memories.memory_edits import digest
from alicia_desktop.store.records import MemoryRecord

LINES_TOGETHER: Final = 250
"""Lines of one transaction; small enough that the loop and other writers get their turn."""


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
    unknown_categories: Mapping[str, int] = field(default_factory=dict)
    """Lines by a category that is none of `CATEGORIES`. Memories keep it; no question is routed to it."""


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
    unknown: Counter[str] = Counter()
    new = there = read = 0
    numbered, own = enumerate(lines, start=1), await database.read(accounts.may_own, user_id)
    while (batch := await asyncio.to_thread(_parsed, numbered, user_id=user_id, own=own, now=now)) is not None:
        good = [item for item in batch if isinstance(item, MemoryRecord)]
        problems += [item for item in batch if isinstance(item, LineProblem)]
        unknown.update(one.category for one in good if one.category and one.category not in CATEGORIES)
        added = await database.write(_insert_unknown, good, user_id=user_id, now=now)
        new, there, read = new + len(added), there + len(good) - len(added), read + len(batch)
        await on_stored(added)
        if progress is not None:
            progress(ImportProgress(read=read, stored=new, problems=len(problems)))
    return ImportReport(stored=new, already_there=there, problems=tuple(problems), unknown_categories=unknown)


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
    stated = [(memory, _statement(memory)) for memory in _under_own_ids(conn, batch, user_id)]
    said = [(memory.content, statement) for memory, statement in stated if statement]
    days: dict[str, set[date]] = {}
    for one in memory_search.known_statements(conn, accounts.names_of(conn, user_id), said):
        days.setdefault(one.statement or statement_of(one.content), set()).add(one.day)
    new: list[MemoryRecord] = []
    for memory, statement in stated:
        known, day = days.setdefault(statement, set()), memory.created_at.date()
        undated = memory.created_at == now
        if not statement or not known or not (undated or day in known):
            new.append(memory)
            known.add(day)
    return memories.insert_memories(conn, new)


def _under_own_ids(conn: Connection, batch: Sequence[MemoryRecord], user_id: str) -> list[MemoryRecord]:
    """Return the memories with new ids in place of those that belong to another user."""
    named = {name for one in batch for name in (one.id, one.reference_to, *one.reference_links) if name}
    own = accounts.may_own(conn, user_id)
    theirs = {one.id for one in memories.get_memories(conn, sorted(named)).values() if one.user_id not in own}

    def of_ones_own(name: str) -> str:
        return f"{ids.MEMORY}{digest(user_id + chr(31) + name)}" if name in theirs else name

    return [
        replace(
            one,
            id=of_ones_own(one.id),
            reference_to=one.reference_to and of_ones_own(one.reference_to),
            reference_links=[of_ones_own(name) for name in one.reference_links],
        )
        for one in batch
    ]


def _statement(memory: MemoryRecord) -> str:
    """Return the normal form of a memory's statement; empty for a text that may occur twice."""
    if memory.kind == "hard" or is_turn(memory.content):
        return ""
    return str(memory.meta.get("statement") or statement_of(memory.content))
