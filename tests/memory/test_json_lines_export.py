from dataclasses import fields, replace
from datetime import UTC, datetime

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.json_lines import read_line, to_line, to_lines
from alicia_desktop.store.records import MemoryRecord

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
FIELDS = {field.name for field in fields(MemoryRecord)} - {
    "embeddings_info",
    "deleted_at",
    "token_count",
    "context",
    "server",
}
"""All but the vector, what is counted anew, and where it is."""


def remembered(content: str, **more: object) -> MemoryRecord:
    plain = MemoryRecord(
        id="amem_1", content=content, created_at=NOW, updated_at=NOW, user_id="user", category="work_career",
        created_by="ann", source_type="conversation",
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type]  # the tests below name fields that there are


MEMORIES = st.builds(
    remembered,
    content=TEXT,
    tags=st.lists(TEXT, max_size=4),
    importance=st.floats(0, 1),
    pinned=st.booleans(),
    archived=st.booleans(),
    kind=st.sampled_from(["semantic", "hard", "hybrid"]),
    topic=st.none() | TEXT,
    summary=st.none() | TEXT,
    reference_to=st.none() | st.just("amem_0"),
    subcategory=st.none() | TEXT,
    sentiment=st.none() | TEXT,
    confidence=st.floats(0, 1),
    user_rating=st.none() | st.integers(1, 5),
    usage_frequency=st.integers(0, 1_000),
    last_referenced_at=st.none() | st.just(NOW.replace(year=2020)),
    reference_links=st.lists(TEXT, max_size=3),
    guest_session_id=st.none() | TEXT,
    source_chat_id=st.none() | TEXT,
    source_type=TEXT.filter(lambda name: name != "trace"),
    source_info=st.dictionaries(TEXT, TEXT, max_size=2),
    created_by=TEXT,
    meta=st.dictionaries(TEXT, st.none() | TEXT | st.integers(0, 9), max_size=3),
)


@given(MEMORIES)
def test_what_is_exported_imports_back_equal(memory):
    back = read_line(to_line(memory), user_id="somebody else", now=NOW.replace(year=2030))
    for name in FIELDS:
        assert getattr(back, name) == getattr(memory, name), name


def test_a_whole_importance_is_no_place_on_the_scale_of_ten():
    assert read_line(to_line(remembered("a", importance=1)), user_id="user", now=NOW).importance == 1.0


def test_meta_never_takes_the_place_of_a_field():
    line = to_line(remembered("a", meta={"full_text": "b", "about": "me"}))
    assert msgspec.json.decode(line)["full_text"] == "a"
    back = read_line(line, user_id="user", now=NOW)
    assert (back.content, back.meta) == ("a", {"full_text": "b", "about": "me"})


def test_each_memory_is_one_line_whatever_it_says():
    text = to_lines([remembered("two\nlines\u2028 and \x85 more"), remembered("b")])
    assert len(text.splitlines()) == 2
    assert text.endswith("\n")
    assert read_line(text.splitlines()[0], user_id="user", now=NOW).content == "two\nlines\u2028 and \x85 more"
