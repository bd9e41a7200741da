"""Show memories in their own window: list rows, counts, filter choices and statistics, formatted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.store.memories.memory_list import Brief, Facets, MemoryCounts
from alicia_desktop.sync.memories import SyncState
from alicia_desktop.view import text
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.traces import category_name

MAX_CHARACTERS: Final = 300
MAX_TAGS: Final = 4
NO_CATEGORY: Final = translate("No category")
KINDS: Final = {"semantic": translate("Semantic"), "hard": translate("Hard"), "hybrid": translate("Hybrid")}
SOURCES: Final = {
    "conversation": translate("Conversations"),
    "user": translate("Entered by you"),
    "import": translate("Imported"),
    "trace": translate("Only mentioned in an answer"),
    "": translate("Unknown"),
}

AGES: Final = (
    translate("Today"),
    translate("This week"),
    translate("This month"),
    translate("Up to 3 months"),
    translate("Up to a year"),
    translate("Older than a year"),
)
"""Groups of `store.memory_list.AGE_DAYS`."""

USES: Final = (
    translate("Never"),
    translate("Once"),
    translate("2 to 5 times"),
    translate("6 to 20 times"),
    translate("More than 20 times"),
)
"""Groups of `store.memory_list.USES`."""


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
class MemoriesListState:
    """What the line above the list shows."""

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
    """Whether the note is about something in progress."""


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
        content=memory_text(text.one_line(record.content, MAX_CHARACTERS)),
        note=_tags(record.tags),
        category=category_name(record.category) or NO_CATEGORY,
        importance=format_number(record.importance, ".2f"),
        importance_fraction=record.importance,
        uses=format_number(record.usage_frequency),
        stored=text.list_time(record.created_at, now),
        pinned=record.pinned,
        archived=record.archived,
        named_only=record.source_type == "trace",
        meaning="" if relevance is None else format_number(relevance, ".2f"),
    )


def choices(facets: Facets) -> Choices:
    """Return the choices with how many memories each has."""
    return Choices(
        categories=_choices(facets.categories, lambda name: category_name(name) or NO_CATEGORY),
        tags=_choices(facets.tags, lambda name: text.one_line(name, 40)),
        kinds=_choices(facets.kinds, lambda name: KINDS.get(name, name)),
        sources=_choices(facets.sources, lambda name: SOURCES.get(name, name)),
    )


def copy_status(state: SyncState) -> str:
    """Return the progress of copying the server's memories; empty when there is none."""
    if state.phase == "pulling":
        copied = text.memories(state.copied)
        if not state.left:
            return translate("Copying from the server: {memories}").format(memories=copied)
        return translate("Copying from the server: {memories}, about {left} left").format(
            memories=copied, left=format_number(state.left)
        )
    if state.phase == "waiting":
        return translate("Waiting for the server. {reason}").format(reason=state.sentence)
    return state.sentence


def accessible_text(row: ListedMemory) -> str:
    """Return the whole row as text for a screen reader."""
    parts = [
        row.content,
        translate("pinned") if row.pinned else "",
        translate("archived") if row.archived else "",
        translate("only mentioned in an answer") if row.named_only else "",
        translate("related, relevance {relevance}").format(relevance=row.meaning) if row.meaning else "",
        row.note,
    ]
    return "; ".join(part for part in parts if part)


def _tags(tags: Sequence[str]) -> str:
    shown = [text.one_line(str(tag), 24) for tag in tags[:MAX_TAGS]]
    more = len(tags) - len(shown)
    return " · ".join([*shown, f"+{more}"] if more > 0 else shown)


def _choices(counts: Sequence[tuple[str, int]], name: Callable[[str], str]) -> tuple[FilterChoice, ...]:
    return tuple(FilterChoice(value=value, label=f"{name(value)} ({format_number(count)})") for value, count in counts)


@dataclass(frozen=True, kw_only=True, slots=True)
class Bar:
    """One group of memories."""

    label: str
    value: str
    """`1,204 · 12 %`."""
    fraction: float
    """Of the longest bar, 0–1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BarGroup:
    """Bars of one kind, under a heading that says what they count."""

    title: str
    note: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class StatisticsView:
    """All statistics."""

    headline: tuple[tuple[str, str], ...]
    """A figure and its meaning."""
    groups: tuple[BarGroup, ...]
    """Empty where nothing is remembered yet."""


def statistics_view(figures: MemoryCounts, *, now: datetime) -> StatisticsView:
    """Return the statistics as they are shown."""
    total = figures.total
    if not total and not figures.archived:
        return StatisticsView(headline=(), groups=())
    mean = figures.average_importance
    headline = [
        (format_number(total), translate("memories") if total != 1 else translate("memory")),
        (format_number(figures.pinned), translate("pinned")),
        (format_number(figures.archived), translate("archived")),
        (format_number(figures.by_meaning), translate("searchable by meaning")),
        (format_number(figures.tokens), translate("tokens in total")),
        ("–" if mean is None else format_number(mean, ".2f"), translate("average importance, 0 to 1")),
    ]
    if figures.oldest is not None and figures.newest is not None:
        headline += [
            (text.list_time(figures.oldest, now), translate("oldest")),
            (text.list_time(figures.newest, now), translate("newest")),
        ]
    return StatisticsView(headline=tuple(headline), groups=_groups(figures))


def _groups(figures: MemoryCounts) -> tuple[BarGroup, ...]:
    def named(title: str, note: str, counts: Sequence[tuple[str, int]], name: Callable[[str], str]) -> BarGroup:
        return _group(title, note, [(name(value), count) for value, count in counts])

    return (
        named(
            translate("By category"),
            translate("what they are about"),
            figures.by_category,
            lambda name: category_name(name) or NO_CATEGORY,
        ),
        _group(translate("By age"), translate("when they were stored"), list(zip(AGES, figures.by_age, strict=True))),
        _group(
            translate("By use"),
            translate("how often an answer used them"),
            list(zip(USES, figures.by_use, strict=True)),
        ),
        named(
            translate("By kind"),
            translate("by meaning, word for word, or both"),
            figures.by_kind,
            lambda name: KINDS.get(name, name),
        ),
        named(
            translate("By source"),
            translate("where they came from"),
            figures.by_source,
            lambda name: SOURCES.get(name, name),
        ),
    )


def _group(title: str, note: str, counts: Sequence[tuple[str, int]]) -> BarGroup:
    most = max((count for _, count in counts), default=0) or 1
    total = sum(count for _, count in counts) or 1
    bars = (
        Bar(label=label, value=f"{format_number(count)} · {_share(count / total)}", fraction=count / most)
        for label, count in counts
    )
    return BarGroup(title=title, note=note, bars=tuple(bars))


def _share(part: float) -> str:
    if 0 < part < 0.005:
        return translate("under 1 %")
    if 0.995 <= part < 1:
        return translate("over 99 %")
    return f"{part:.0%}".replace("%", " %")
