from datetime import UTC, datetime
from typing import Any

from alicia_desktop.store.memories.memory_list import Brief, Facets
from alicia_desktop.view.memories_rows import MAX_CHARACTERS, FilterChoice, accessible_text, choices, listed_memory

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


PLAIN = Brief(
    id="a",
    content="Emma eats\nno walnuts.",
    tags=[],
    category=None,
    importance=0.5,
    usage_frequency=0,
    created_at=NOW,
    pinned=False,
    archived=False,
    source_type=None,
)


def remembered(**more: Any) -> Brief:
    return PLAIN._replace(**more)


def test_a_row_says_everything_on_its_own():
    row = listed_memory(
        remembered(category="health_wellness", tags=["Emma", "allergy"], importance=0.9, pinned=True), now=NOW
    )
    assert (row.content, row.category, row.importance, row.note) == (
        "Emma eats no walnuts",
        "Health & wellness",
        "0.90",
        "Emma · allergy",
    )
    assert accessible_text(row) == "Emma eats no walnuts; pinned; Emma · allergy"


def test_what_was_found_by_meaning_says_so_with_its_relevance():
    row = listed_memory(remembered(), now=NOW, relevance=0.612)
    assert row.meaning == "0.61"
    assert "related, relevance 0.61" in accessible_text(row)


def test_long_texts_and_many_tags_are_cut_and_nothing_is_no_category():
    row = listed_memory(remembered(content="word " * 5_000, tags=[f"tag {n}" for n in range(9)]), now=NOW)
    assert len(row.content) <= MAX_CHARACTERS
    assert row.note == "tag 0 · tag 1 · tag 2 · tag 3 · +5"
    assert row.category == "No category"


def test_choices_have_names_and_counts():
    found = choices(
        Facets(
            categories=(("work_career", 1200), ("", 3)),
            tags=(("Emma", 2),),
            kinds=(("hard", 1),),
            sources=(("trace", 4), ("", 1)),
        )
    )
    assert found.categories == (
        FilterChoice(value="work_career", label="Work (1,200)"),
        FilterChoice(value="", label="No category (3)"),
    )
    assert [choice.label for choice in found.sources] == ["Only mentioned in an answer (4)", "Unknown (1)"]
    assert found.kinds == (FilterChoice(value="hard", label="Hard (1)"),)
