from typing import Any

from alicia_desktop.memory.retrieval.catalogue import ROW_DTYPE, parse_entry
from alicia_desktop.memory.retrieval.routing import CATEGORIES
from alicia_desktop.store.memories.memory_search import IndexEntry
from tests.memory.retrieval.test_catalogue import entry


def row(made: IndexEntry) -> dict[str, Any]:
    return dict(zip(ROW_DTYPE.names or (), parse_entry(made, {}).row, strict=True))


def test_the_last_use_is_the_newest_of_said_changed_and_referenced():
    said = entry(1, "x")
    day = row(said)["last_use"]
    assert row(said._replace(updated_at="2026-11-20T00:00:00.000000+00:00"))["last_use"] == day + 2
    assert row(said._replace(last_referenced_at="2026-11-21T00:00:00.000000+00:00"))["last_use"] == day + 3
    assert row(said._replace(updated_at="2001-01-01T00:00:00.000000+00:00"))["last_use"] == day


def test_an_unknown_category_is_none_of_the_eleven():
    made = entry(1, "x")
    assert row(made._replace(category="health_wellness"))["category"] == CATEGORIES.index("health_wellness")
    assert row(made._replace(category="weather"))["category"] == len(CATEGORIES)


def test_tokens_are_counted_where_nobody_did():
    assert row(entry(1, "four letters"))["tokens"] == 3
    assert row(entry(1, "four letters")._replace(token_count=99))["tokens"] == 99
