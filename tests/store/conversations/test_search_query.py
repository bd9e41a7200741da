from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.store.conversations.search import SearchQuery, read_query
from tests.store.plain import plain_database

JANUARY = datetime(2026, 1, 1, tzinfo=UTC)
PIECES = ["from:", "me", "before:", "2026-13", "after:9999", "has:tool", "in:title", '"', "-", "NEAR(", "*", "é", "\0"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("", SearchQuery()),
        ("piano", SearchQuery(beginning="piano")),
        ("piano ", SearchQuery(words=("piano",))),
        ('piano "on Friday"', SearchQuery(words=("piano", "on Friday"))),
        ('"on Fri', SearchQuery(words=("on Fri",))),
        ("-tea coffee ", SearchQuery(words=("coffee",), without=("tea",))),
        ('-"green tea" ', SearchQuery(without=("green tea",))),
        ("from:me", SearchQuery(author="user")),
        ("From:Alicia", SearchQuery(author="assistant")),
        ("before:2026", SearchQuery(before=JANUARY)),
        ("after:2026-01 before:2026-1-2", SearchQuery(after=JANUARY, before=JANUARY + timedelta(days=1))),
        ("has:tool has:memories", SearchQuery(has=frozenset({"tool", "memory"}))),
        ("in:title recital", SearchQuery(in_title=True, beginning="recital")),
        ("from: from:nobody ", SearchQuery(words=("from:", "from:nobody"))),
        ("before:soon before:2026-13 ", SearchQuery(words=("before:soon", "before:2026-13"))),
        ("piano from:", SearchQuery(words=("piano",))),
        ("piano has:to", SearchQuery(words=("piano",))),
        ("in:ti", SearchQuery()),
        ("before:20", SearchQuery()),
        ("after:2026-01-", SearchQuery()),
        ("from:nob", SearchQuery(beginning="from:nob")),
        ("before:x", SearchQuery(beginning="before:x")),
        ("- _ … ! ", SearchQuery()),
    ],
)
def test_what_is_typed_is_read(typed: str, read: SearchQuery):
    assert read_query(typed) == read


def test_a_day_begins_at_midnight_where_the_person_is():
    read = read_query("after:2026-01-01", zone=timezone(timedelta(hours=2)))
    assert read.after == JANUARY - timedelta(hours=2)


@pytest.mark.parametrize(
    ("typed", "match"),
    [
        ("piano emma", '("piano" AND "emma" *)'),
        ("tea -green ", '("tea") NOT "green"'),
        ("-green ", ""),
        ("NOT ", '("NOT")'),
        ('say"hi ', '("say""hi")'),
    ],
)
def test_words_become_the_language_of_the_index(typed: str, match: str):
    assert read_query(typed).match == match


@pytest.fixture(scope="module")
def index():
    with plain_database() as conn:
        yield conn


@given(st.text() | st.lists(st.sampled_from(PIECES) | st.text(max_size=3)).map("".join))
@example('-"')
@example("before:0001-01-01")
def test_whatever_is_typed_is_a_query_that_the_index_takes(index: Connection, typed: str):
    match = read_query(typed, zone=timezone(timedelta(hours=2))).match
    if match:
        statement = "SELECT rowid FROM alicia_messages_fts WHERE alicia_messages_fts MATCH ?"
        assert index.exec_driver_sql(statement, (match.encode("utf-8", "replace").decode(),)).all() == []
