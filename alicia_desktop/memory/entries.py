"""One memory as a search reads it, once: numbers for the columns of the catalogue, and the marks it is found by."""

import re
from datetime import date
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from alicia_desktop.memory.categories import CATEGORIES
from alicia_desktop.memory.quality import fact_density, is_failure, is_hollow, is_pure_question
from alicia_desktop.memory.tokens import token_count
from alicia_desktop.memory.words import words_of
from alicia_desktop.store.memory_search import IndexEntry

MAX_READ_CHARACTERS: Final = 20_000
"""Characters that are read of a memory; the index has the words of all of it."""
KINDS: Final = ("semantic", "hard", "hybrid")

ROW: Final = np.dtype(
    [
        ("pk", np.int64),
        ("length", np.float32),
        ("day", np.int64),
        ("last_use", np.int64),
        ("category", np.int64),
        ("kind", np.int64),
        ("tokens", np.int64),
        ("source", np.int64),
        ("speaks", np.bool_),
        ("asks", np.bool_),
        ("hollow", np.bool_),
        ("failed", np.bool_),
        ("facts", np.float32),
        ("importance", np.float32),
        ("uses", np.float32),
        ("pinned", np.bool_),
    ]
)
_SPEAKER: Final = re.compile(r"^(?:\[[^\]]{0,40}\]\s*|\([^)]{0,40}\)\s*)?([^\W\d_][\w .'’-]{0,30}):\s")
_CATEGORY: Final = {name: place for place, name in enumerate(CATEGORIES)}


Marks = tuple[tuple[str, str], ...]
"""(`name`, who says it or whom a question would name), (`about`, a word for whom it is about), (`known`, `about`) for a
statement of which that is known."""


class Read(NamedTuple):
    """What is kept of one memory."""

    pk: int
    id: str
    row: tuple[Any, ...]
    """In the order of `ROW`."""
    marks: Marks


def read_entry(entry: IndexEntry, sources: dict[tuple[str | None, str | None], int]) -> Read:
    """Return what a search needs of one memory; `sources` numbers where memories come from, and grows."""
    content = entry.content[:MAX_READ_CHARACTERS]
    match = _SPEAKER.match(content)
    speaker = match[1].strip().lower() if match else ""
    meta = msgspec.json.decode(entry.meta) if '"about"' in entry.meta else {}
    row = (
        entry.pk,
        len(words_of(content)),
        _ordinal(entry.created_at),
        max(_ordinal(at) for at in (entry.created_at, entry.updated_at, entry.last_referenced_at) if at),
        _CATEGORY.get(entry.category or "", len(CATEGORIES)),
        KINDS.index(entry.kind),
        entry.token_count or token_count(entry.content),
        sources.setdefault((entry.source_type, entry.source_chat_id), len(sources)),
        bool(speaker),
        is_pure_question(content),
        is_hollow(content),
        is_failure(content),
        fact_density(content),
        entry.importance,
        entry.usage_frequency,
        bool(entry.pinned),
    )
    return Read(pk=entry.pk, id=entry.id, row=row, marks=_marks(speaker, meta))


def _marks(speaker: str, meta: dict[str, Any]) -> Marks:
    about = str(meta.get("about", "")).split()
    names = dict.fromkeys(name for name in (speaker, str(meta.get("name", "")).lower()) if name)
    return (
        *(("name", name) for name in names),
        *(("about", word) for word in about),
        *((("known", "about"),) if about else ()),
    )


def _ordinal(moment: str) -> int:
    return date.fromisoformat(moment[:10]).toordinal()
