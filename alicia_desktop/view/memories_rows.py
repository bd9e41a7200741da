"""What the memories' window shows: rows, counts and choices, formatted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.store.memory_list import Brief, Facets
from alicia_desktop.sync.memories import SyncState
from alicia_desktop.view import text
from alicia_desktop.view.traces import category_name

MAX_CHARACTERS: Final = 300
MAX_TAGS: Final = 4
NO_CATEGORY: Final = "No category"
KINDS: Final = {"semantic": "Semantic", "hard": "Hard", "hybrid": "Hybrid"}
SOURCES: Final = {
    "conversation": "Conversations",
    "user": "Written by hand",
    "import": "Imported",
    "trace": "Only named in an answer",
    "": "Unknown",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedMemory:
    """One row of the list."""

    id: str
    content: str
    """On one line, at most `MAX_CHARACTERS`."""
    note: str
    """Its tags."""
    category: str
    importance: str
    """`0.70`."""
    importance_fraction: float
    uses: str
    """`12`."""
    stored: str
    """`14 Nov`."""
    pinned: bool
    archived: bool
    named_only: bool
    """A trace named it, and it never came to this computer."""
    meaning: str = ""
    """`0.61` when it was found by its meaning only: relevance to what is looked for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ListState:
    """What is said about the list."""

    shown: int
    total: int
    """Live memories under every filter, archived ones too."""
    by_words: int
    by_meaning: int
    searching: bool
    """Whether words are looked for."""
    narrowed: bool
    """Whether a filter or a search leaves anything out."""
    note: str
    """What is going on with the search by meaning: it loads, it looks, or why there is none; empty when it is done."""
    busy: bool = False
    """Whether the note tells of something under way."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FilterChoice:
    """One value of a filter: what is asked for, and how it reads."""

    value: str
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Choices:
    """All values that filters offer, the most frequent first."""

    categories: tuple[FilterChoice, ...]
    tags: tuple[FilterChoice, ...]
    kinds: tuple[FilterChoice, ...]
    sources: tuple[FilterChoice, ...]


def listed_memory(record: Brief, *, now: datetime, relevance: float | None = None) -> ListedMemory:
    """Return the row of a memory, which was found by its meaning where there is a `relevance`."""
    return ListedMemory(
        id=record.id,
        content=text.one_line(record.content, MAX_CHARACTERS),
        note=_tags(record.tags),
        category=category_name(record.category) or NO_CATEGORY,
        importance=f"{record.importance:.2f}",
        importance_fraction=record.importance,
        uses=f"{record.usage_frequency:,}",
        stored=text.list_time(record.created_at, now),
        pinned=record.pinned,
        archived=record.archived,
        named_only=record.source_type == "trace",
        meaning="" if relevance is None else f"{relevance:.2f}",
    )


def choices(facets: Facets) -> Choices:
    """Return the choices with how many memories each has."""
    return Choices(
        categories=_choices(facets.categories, lambda name: category_name(name) or NO_CATEGORY),
        tags=_choices(facets.tags, lambda name: text.one_line(name, 40)),
        kinds=_choices(facets.kinds, lambda name: KINDS.get(name, name)),
        sources=_choices(facets.sources, lambda name: SOURCES.get(name, name)),
    )


def copy_words(state: SyncState) -> str:
    """Return how far the copy of the server's memories is; nothing while there is nothing to say."""
    if state.phase == "pulling":
        left = f", about {state.left:,} to come" if state.left else ""
        return f"Copying from the server: {text.plural(state.copied, 'memory', 'memories')}{left}"
    if state.phase == "waiting":
        return f"The copy waits for the server. {state.sentence}"
    return state.sentence


def spoken(row: ListedMemory) -> str:
    """Return all that a row says, for somebody who hears it."""
    parts = [
        row.content,
        "pinned" if row.pinned else "",
        "archived" if row.archived else "",
        "only named in an answer" if row.named_only else "",
        f"found by meaning, {row.meaning} relevance" if row.meaning else "",
        row.note,
    ]
    return "; ".join(part for part in parts if part)


def _tags(tags: Sequence[str]) -> str:
    shown = [text.one_line(str(tag), 24) for tag in tags[:MAX_TAGS]]
    more = len(tags) - len(shown)
    return " · ".join([*shown, f"+{more}"] if more > 0 else shown)


def _choices(counts: Sequence[tuple[str, int]], name: Callable[[str], str]) -> tuple[FilterChoice, ...]:
    return tuple(FilterChoice(value=value, label=f"{name(value)} ({count:,})") for value, count in counts)
