from datetime import timedelta

from sqlalchemy import Connection

from alicia_desktop.store.memories import memories, memory_list
from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder
from tests.store.conftest import NOW
from tests.store.listed import LISTED, remembered

USER = ("user",)


def test_a_list_is_numbers_and_its_rows_are_read_by_them(conn: Connection):
    memories.insert_memories(conn, LISTED)
    pks = memory_list.ordered(conn, MemoryFilter(user_ids=USER), MemoryOrder())
    rows = memory_list.rows_of(conn, pks)
    assert [rows[pk] for pk in pks] == LISTED[:3]
    assert memory_list.rows_of(conn, [*pks, 999]).keys() == set(pks)


def test_a_list_reads_of_a_memory_what_it_shows_and_no_megabyte(conn: Connection):
    memories.insert_memories(conn, [*LISTED, remembered("long", "word " * 200_000, archived=True, pinned=True)])
    pks = memory_list.ordered(conn, MemoryFilter(user_ids=USER, archived=None), MemoryOrder())
    briefs = memory_list.briefs_of(conn, pks)
    long = next(brief for brief in briefs.values() if brief.id == "long")
    assert (len(long.content), long.archived, long.pinned) == (memory_list.BRIEF_LETTERS, True, True)
    for pk, record in memory_list.rows_of(conn, pks).items():
        shown = briefs[pk]._asdict() | {"content": record.content}
        assert shown == {name: getattr(record, name) for name in shown}


def test_the_places_of_some_memories_are_found_where_they_are_listed(conn: Connection):
    memories.insert_memories(conn, LISTED)
    found = memory_list.pks_of(conn, ["walnuts", "gone", "recital", "nobody"], MemoryFilter(user_ids=USER))
    assert set(found) == {"walnuts", "recital"}
    assert memory_list.rows_of(conn, [found["walnuts"]])[found["walnuts"]].id == "walnuts"
    assert memory_list.pks_of(conn, ["walnuts"], MemoryFilter(pinned=False)) == {}


def test_choices_are_counted_with_archived_ones_and_without_deleted_ones(conn: Connection):
    memories.insert_memories(conn, LISTED)
    facets = memory_list.facets(conn, USER)
    assert facets.tags == (("Emma", 2), ("allergy", 1), ("piano", 1))
    assert dict(facets.categories) == {
        "": 1,
        "relationships_social": 1,
        "health_wellness": 1,
        "personal_life_interests": 1,
    }
    assert facets.kinds == (("semantic", 3), ("hard", 1))
    assert facets.sources == (("conversation", 3), ("import", 1))


def test_figures_are_of_what_is_not_archived(conn: Connection):
    memories.insert_memories(conn, LISTED)
    figures = memory_list.figures(conn, USER, now=NOW)
    assert (figures.total, figures.archived, figures.pinned, figures.tokens) == (3, 1, 1, 27)
    assert figures.average_importance is not None
    assert round(figures.average_importance, 3) == 0.633
    assert (figures.oldest, figures.newest) == (NOW - timedelta(days=500), NOW - timedelta(hours=2))
    assert figures.by_age == (1, 0, 0, 1, 0, 1)
    assert figures.by_use == (2, 0, 0, 0, 1)
    assert figures.by_meaning == 0
    conn.exec_driver_sql('UPDATE alicia_memory SET embeddings_info = \'{"encoder": "words"}\' WHERE pinned')
    assert memory_list.figures(conn, USER, now=NOW).by_meaning == 1


def test_figures_of_nothing_are_nothing(conn: Connection):
    figures = memory_list.figures(conn, USER, now=NOW)
    assert (figures.total, figures.average_importance, figures.oldest) == (0, None, None)
    assert sum(figures.by_age) == sum(figures.by_use) == 0
