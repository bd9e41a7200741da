"""The statistics of the memories as headline figures and groups of bars, each number with what it means."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.store.memory_list import MemoryCounts
from alicia_desktop.view import text
from alicia_desktop.view.memories_rows import KINDS, NO_CATEGORY, SOURCES
from alicia_desktop.view.traces import category_name

AGES: Final = ("Today", "This week", "This month", "Up to 3 months", "Up to a year", "Older than a year")
"""Groups of `store.memory_list.AGE_DAYS`."""
USES: Final = ("Never", "Once", "2 to 5 times", "6 to 20 times", "More than 20 times")
"""Groups of `store.memory_list.USES`."""


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
class FiguresView:
    """All statistics."""

    headline: tuple[tuple[str, str], ...]
    """A figure and its meaning."""
    groups: tuple[BarGroup, ...]
    """Empty where nothing is remembered yet."""


def figures_view(figures: MemoryCounts, *, now: datetime) -> FiguresView:
    """Return the statistics as they are shown."""
    total = figures.total
    if not total and not figures.archived:
        return FiguresView(headline=(), groups=())
    mean = figures.average_importance
    headline = [
        (f"{total:,}", "memories" if total != 1 else "memory"),
        (f"{figures.pinned:,}", "pinned"),
        (f"{figures.archived:,}", "archived"),
        (f"{figures.by_meaning:,}", "found by meaning too"),
        (f"{figures.tokens:,}", "tokens in all"),
        ("–" if mean is None else f"{mean:.2f}", "average importance, 0 to 1"),
    ]
    if figures.oldest is not None and figures.newest is not None:
        headline += [
            (text.list_time(figures.oldest, now), "oldest"),
            (text.list_time(figures.newest, now), "newest"),
        ]
    return FiguresView(headline=tuple(headline), groups=_groups(figures))


def _groups(figures: MemoryCounts) -> tuple[BarGroup, ...]:
    def named(title: str, note: str, counts: Sequence[tuple[str, int]], name: Callable[[str], str]) -> BarGroup:
        return _group(title, note, [(name(value), count) for value, count in counts])

    return (
        named(
            "By category", "what they are about", figures.by_category, lambda name: category_name(name) or NO_CATEGORY
        ),
        _group("By age", "when they were stored", list(zip(AGES, figures.by_age, strict=True))),
        _group("By use", "how often an answer used them", list(zip(USES, figures.by_use, strict=True))),
        named("By kind", "by meaning, word for word, or both", figures.by_kind, lambda name: KINDS.get(name, name)),
        named("By source", "where they came from", figures.by_source, lambda name: SOURCES.get(name, name)),
    )


def _group(title: str, note: str, counts: Sequence[tuple[str, int]]) -> BarGroup:
    most = max((count for _, count in counts), default=0) or 1
    total = sum(count for _, count in counts) or 1
    bars = (
        Bar(label=label, value=f"{count:,} · {_share(count / total)}", fraction=count / most) for label, count in counts
    )
    return BarGroup(title=title, note=note, bars=tuple(bars))


def _share(part: float) -> str:
    if 0 < part < 0.005:
        return "under 1 %"
    if 0.995 <= part < 1:
        return "over 99 %"
    return f"{part:.0%}".replace("%", " %")
