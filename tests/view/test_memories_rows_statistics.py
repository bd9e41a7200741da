from dataclasses import replace
from datetime import UTC, datetime, timedelta

from alicia_desktop.store.memories.memory_list import MemoryCounts
from alicia_desktop.view.memories_rows import statistics_view

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
FIGURES = MemoryCounts(
    total=1204,
    archived=12,
    pinned=3,
    tokens=14_400,
    by_meaning=1_200,
    average_importance=0.512,
    oldest=NOW - timedelta(days=400),
    newest=NOW - timedelta(days=40),
    by_category=(("work_career", 1203), ("", 1)),
    by_kind=(("semantic", 1204),),
    by_source=(("import", 1204),),
    by_age=(0, 0, 0, 1000, 200, 4),
    by_use=(1200, 4, 0, 0, 0),
)


def test_every_figure_has_its_meaning():
    view = statistics_view(FIGURES, now=NOW)
    assert view.headline[:6] == (
        ("1,204", "memories"),
        ("3", "pinned"),
        ("12", "archived"),
        ("1,200", "searchable by meaning"),
        ("14,400", "tokens in total"),
        ("0.51", "average importance, 0 to 1"),
    )
    assert [meaning for _, meaning in view.headline[6:]] == ["oldest", "newest"]


def test_bars_are_parts_of_the_longest_and_shares_of_all():
    category, age, use, *_ = statistics_view(FIGURES, now=NOW).groups
    assert [(bar.label, bar.value, round(bar.fraction, 3)) for bar in category.bars] == [
        ("Work", "1,203 · over 99 %", 1.0),
        ("No category", "1 · under 1 %", 0.001),
    ]
    assert [bar.label for bar in age.bars][3:5] == ["Up to 3 months", "Up to a year"]
    assert (use.bars[0].label, use.bars[0].fraction, use.bars[2].fraction) == ("Never", 1.0, 0.0)


def test_where_nothing_is_remembered_there_are_no_figures():
    nothing = replace(FIGURES, total=0, archived=0)
    assert statistics_view(nothing, now=NOW).groups == ()
    assert statistics_view(nothing, now=NOW).headline == ()
