"""Searching a conversation's stanzas by what is in their bytes: from where one looks, in pieces, stoppable."""

from array import array
from types import SimpleNamespace

import pytest

from alicia_desktop.filtering.expression import EVERYTHING, Expression, Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.protocol.messages import AssistantSentence, UserMessage
from alicia_desktop.store.database import Connection
from alicia_desktop.view import journal_search as module
from alicia_desktop.view.journal import JournalView
from alicia_desktop.view.journal_search import FoundStanzas, JournalProgress, JournalSearch
from tests.view.test_journal import set_limit


def read(typed: str) -> Expression:
    found = parse(typed, STANZAS)
    assert not isinstance(found, Mistake), found
    return found


def sentences(first: int, last: int) -> list[AssistantSentence]:
    odd = ("", "odd")
    return [AssistantSentence(previous_id="am_2", sequence=n, text=f"s{n} {odd[n % 2]}") for n in range(first, last)]


def trim(conn: Connection, last: int) -> None:
    conn.exec_driver_sql("DELETE FROM journal WHERE seq <= ?", (last,))


@pytest.fixture
def small_pieces(monkeypatch) -> None:
    monkeypatch.setattr(module, "BYTES_AT_ONCE", 5)
    monkeypatch.setattr(module, "READING_SECONDS", 0.0)
    monkeypatch.setattr(module, "TELLING_SECONDS", 0.0)
    monkeypatch.setattr(module, "HEADERS_AT_ONCE", 7)


async def test_bytes_are_searched_from_where_one_looks_to_both_ends(story, small_pieces) -> None:
    await story.came(*sentences(1, 41))
    search = JournalSearch(database=story.database, conversation_id="ac_1")
    await search.load()
    steps = [step async for step in search.find(read("odd"), around=20)]
    assert [step.seqs.tolist() for step in steps[:3]] == [[], [15, 17, 19, 21, 23], list(range(11, 30, 2))]
    assert steps[-1].seqs.tolist() == list(range(1, 41, 2))
    assert [step.searched for step in steps] == sorted(step.searched for step in steps)
    assert steps[-1].is_done


async def test_only_stanzas_are_read_that_their_headers_leave_open(story) -> None:
    await story.sent(UserMessage(id="am_1", content="odd"))
    await story.came(*sentences(1, 11))
    search = JournalSearch(database=story.database, conversation_id="ac_1")
    await search.load()
    (*_, last) = [step async for step in search.find(read("type:UserMessage odd"))]
    assert (last.seqs.tolist(), last.total) == ([1], 1)
    (only,) = [step async for step in search.find(read("dir:out OR number>9"))]
    assert (only.seqs.tolist(), only.total) == ([1, 10, 11], 0)


async def test_a_search_can_be_stopped_and_keeps_what_it_found(story, small_pieces) -> None:
    await story.came(*sentences(1, 101))
    view = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    await view.show("ac_1")
    told: list[JournalProgress] = []

    def on_progress(progress: JournalProgress) -> None:
        told.append(progress)
        if progress.found and progress.searched >= 20:  # nothing is found while the headers are read
            view.stop_search()

    view.progressed.connect(on_progress)
    await view.filter(read("odd"))
    assert (told[-1].searched, told[-1].total) == (25, 100)
    assert [row.number for row in view.rows] == list(range(77, 101, 2))
    await story.came(*sentences(101, 103))
    await story.until(lambda: view.rows[-1].number == 101)
    view.close()


async def test_under_a_filter_the_row_in_sight_stays_and_older_ones_are_paged_in(story, monkeypatch) -> None:
    set_limit(monkeypatch, "PAGE_ROWS", 10)
    await story.came(*sentences(1, 101))
    view = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    await view.show("ac_1")
    await view.filter(read("odd"), around="51")
    assert [row.number for row in view.rows] == list(range(31, 101, 2))
    await view.load_older()
    assert [row.number for row in view.rows] == list(range(11, 101, 2))
    deltas = [row.delta for row in view.rows]
    await view.load_older()
    assert [row.number for row in view.rows] == list(range(1, 101, 2))
    assert [row.delta for row in view.rows][-len(deltas) + 1 :] == deltas[1:]
    await view.filter(EVERYTHING)
    assert [row.number for row in view.rows] == list(range(91, 101))
    view.close()


async def test_a_filter_that_explodes_elsewhere_is_linear_here(story) -> None:
    await story.came(AssistantSentence(previous_id="am_2", sequence=1, text="a" * 5_000 + "!"))
    view = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    await view.show("ac_1")
    await view.filter(read("/(a+)+$/"))
    assert len(view.rows) == 0
    await view.filter(read("/(a+)+!/"))
    assert len(view.rows) == 1
    view.close()


async def test_a_new_filter_ends_the_search_of_the_one_before(story, small_pieces) -> None:
    await story.came(*sentences(1, 101))
    view = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    await view.show("ac_1")
    first = story.scope.spawn("first", view.filter(read("odd")))
    await story.pass_time()
    await view.filter(read("number<4"))
    await first
    assert [row.number for row in view.rows] == [1, 2, 3]
    view.close()


async def test_a_journal_that_is_trimmed_beneath_the_view_still_filters(story) -> None:
    await story.came(*sentences(1, 41))
    view = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    await view.show("ac_1")
    await view.filter(read("odd"))
    await story.database.write(trim, 30)
    await view.filter(read("number<35"))
    assert [row.number for row in view.rows] == [31, 32, 33, 34]
    await view.load_older()
    await view.filter(read("odd"))
    assert [row.number for row in view.rows] == [31, 33, 35, 37, 39]
    await story.came(*sentences(41, 43))
    await story.until(lambda: view.rows[-1].number == 41)
    view.close()


async def test_following_goes_on_when_a_filter_is_cleared_while_it_searches(story, small_pieces) -> None:
    await story.came(*sentences(1, 101))
    view = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    await view.show("ac_1")
    searching = story.scope.spawn("searching", view.filter(read("odd")))
    await story.pass_time()
    await view.filter(EVERYTHING)
    await searching
    await story.came(*sentences(101, 103))
    await story.until(lambda: view.rows[-1].number == 102)
    view.close()


def found_of(seqs, around=None):
    made = FoundStanzas(around)
    made.seqs = array("q", seqs)
    return made


def rows_of(*numbers):
    return [SimpleNamespace(number=number) for number in numbers]


def test_what_is_not_listed_yet_is_missing_in_front_and_at_the_end(monkeypatch) -> None:
    set_limit(monkeypatch, "PAGE_ROWS", 4)
    found = found_of(range(10, 130, 10))
    assert found.missing(rows_of()) == ([90, 100, 110, 120], [], [])
    found.list_last(4)
    found.seqs = array("q", [*found.seqs, 130])
    assert found.missing(rows_of(90, 100, 110, 120)) == ([], [90], [130])
    assert found.missing(rows_of(90, 100, 110, 120), more=2) == ([70, 80], [90], [130])


def test_the_stanza_in_sight_is_listed_with_a_page_above_it_unless_it_is_far(monkeypatch) -> None:
    set_limit(monkeypatch, "PAGE_ROWS", 2)
    assert found_of(range(1, 11), around=6).missing(rows_of())[0] == [4, 5, 6, 7, 8, 9, 10]
    set_limit(monkeypatch, "MAX_AFTER", 3)
    assert found_of(range(1, 11), around=6).missing(rows_of())[0] == [9, 10]


def test_a_stanza_has_a_place_where_it_was_found() -> None:
    found = found_of([3, 5, 9])
    assert [found.place_of(seq) for seq in (3, 4, 9, 10)] == [0, None, 2, None]
