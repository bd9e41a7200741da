"""The journal as a growing list, over what is really journaled."""

import asyncio

import pytest

from alicia_desktop.filtering.expression import EVERYTHING, Expression, Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.messages import Acknowledgement, AssistantSentence, UserMessage
from alicia_desktop.store import stanza_marks
from alicia_desktop.store.database import Database
from alicia_desktop.view import journal as module
from alicia_desktop.view import journal_search
from alicia_desktop.view.journal import JournalView
from tests.view.conftest import Story

SENTENCE = "AssistantSentence"


def set_limit(monkeypatch, name, limit):
    for one in (module, journal_search):
        monkeypatch.setattr(one, name, limit)


@pytest.fixture
async def view(story: Story):
    made = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    made.seen_counts = []  # type: ignore[attr-defined]  # what `counted` told, for the tests below
    made.counted.connect(made.seen_counts.append)  # type: ignore[attr-defined]  # as above
    await made.show("ac_1")
    yield made
    made.close()


def read(typed: str) -> Expression:
    found = parse(typed, STANZAS)
    assert not isinstance(found, Mistake), found
    return found


def sentences(first: int, last: int) -> list[AssistantSentence]:
    return [AssistantSentence(previous_id="am_2", sequence=n, text=f"s{n}") for n in range(first, last + 1)]


def numbers(view: JournalView) -> list[int]:
    return [row.number for row in view.rows]


def counts(view: JournalView) -> tuple[int, int]:
    told: list[tuple[int, int]] = view.seen_counts  # type: ignore[attr-defined]  # see the fixture
    return told[-1]


async def test_it_opens_at_the_tail_and_follows_what_comes(story, view) -> None:
    await story.sent(UserMessage(id="am_1", content="When?"))
    await story.came(*sentences(1, 2))
    await story.until(lambda: len(view.rows) == 3)
    assert [(row.direction, row.type, row.stanza) for row in view.rows] == [
        ("out", "UserMessage", "1"),
        ("in", "AssistantSentence", "−1"),
        ("in", "AssistantSentence", "−2"),
    ]
    assert counts(view) == (3, 3)


async def test_the_time_between_two_rows_is_counted_over_batches(story, view) -> None:
    await story.came(*sentences(1, 1))
    await story.until(lambda: len(view.rows) == 1)
    before = story.clock.monotonic()
    await story.clock.advance(2)
    waited = story.clock.monotonic() - before
    await story.came(*sentences(2, 2))
    await story.until(lambda: len(view.rows) == 2)
    assert float(view.rows[1].delta) >= waited


async def test_a_filter_shows_only_types_and_words_that_are_asked_for(story, view) -> None:
    await story.sent(UserMessage(id="am_1", content="About Emma"))
    await story.came(AssistantSentence(previous_id="am_2", sequence=1, text="Emma plays."), *sentences(2, 4))
    await view.filter(read("type:AssistantSentence"))
    assert (len(view.rows), counts(view)) == (4, (4, 5))
    await view.filter(read("type:AssistantSentence EMMA"))
    assert [row.summary for row in view.rows] == ["1 “Emma plays.”"]
    await story.came(AssistantSentence(previous_id="am_2", sequence=5, text="Ask Emma."), *sentences(6, 6))
    await story.until(lambda: len(view.rows) == 2)
    assert counts(view) == (2, 7)
    await view.filter(EVERYTHING)
    assert counts(view) == (7, 7)


async def test_older_rows_are_paged_in_once_and_without_a_gap(story, view, monkeypatch) -> None:
    set_limit(monkeypatch, "PAGE_ROWS", 10)
    await story.came(*sentences(1, 25))
    await view.show("ac_1")
    assert numbers(view) == list(range(16, 26))
    at_front = view.rows[0]
    await asyncio.gather(view.load_older(), view.load_older())  # scrolling asks more than once
    assert numbers(view) == list(range(6, 26))
    assert view.rows[10].id == at_front.id
    await view.load_older()
    await view.load_older()
    assert numbers(view) == list(range(1, 26))


async def test_rows_that_the_window_dropped_can_be_paged_in_again(story, monkeypatch) -> None:
    set_limit(monkeypatch, "PAGE_ROWS", 10)
    monkeypatch.setattr(module, "MAX_ROWS", 20)
    view = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    await view.show("ac_1")
    await story.came(*sentences(1, 30))
    await story.until(lambda: numbers(view)[-1:] == [30])
    assert numbers(view) == list(range(11, 31))
    assert view.rows.dropped == 10
    await view.load_older()
    assert numbers(view) == list(range(11, 31))  # the window is full
    view.clear()
    await view.load_older()
    await view.load_older()
    assert numbers(view) == list(range(11, 31))
    view.close()


async def test_a_pause_stands_still_and_then_catches_up(story, view) -> None:
    await story.came(*sentences(1, 2))
    await story.until(lambda: len(view.rows) == 2)
    view.pause(paused=True)
    await story.came(*sentences(3, 5))
    await story.pass_time(1)
    assert len(view.rows) == 2
    view.pause(paused=False)
    await story.until(lambda: len(view.rows) == 5)
    assert numbers(view) == [1, 2, 3, 4, 5]


class HeldDatabase:
    """A database whose reads wait while it is held."""

    def __init__(self, database: Database) -> None:
        self.changed = database.changed
        self.release = asyncio.Event()
        self.release.set()
        self.waiting = 0
        self._database = database

    async def read(self, function, *args):
        self.waiting += 1
        await self.release.wait()
        self.waiting -= 1
        return await self._database.read(function, *args)


@pytest.mark.parametrize("typed", ["", "type:AssistantSentence"])
async def test_a_pause_holds_also_what_was_being_read(story, typed) -> None:
    database = HeldDatabase(story.database)
    view = JournalView(
        database=database,  # type: ignore[arg-type]  # its signature is generic
        clock=story.clock,
        scope=story.scope,
    )
    await view.show("ac_1")
    await view.filter(read(typed))
    await story.came(*sentences(1, 2))
    await story.until(lambda: len(view.rows) == 2)
    database.release.clear()
    await story.came(*sentences(3, 5))
    await story.until(lambda: database.waiting == 1)
    view.pause(paused=True)
    database.release.set()
    await story.pass_time(1)
    assert len(view.rows) == 2
    view.pause(paused=False)
    await story.until(lambda: len(view.rows) == 5)
    assert numbers(view) == [1, 2, 3, 4, 5]
    view.close()


async def test_clearing_leaves_the_store_as_it_is(story, view) -> None:
    await story.came(*sentences(1, 3))
    await story.until(lambda: len(view.rows) == 3)
    view.clear()
    assert counts(view) == (0, 3)
    await story.came(*sentences(4, 4))
    await story.until(lambda: len(view.rows) == 1)
    assert numbers(view) == [4]
    await view.load_older()
    assert numbers(view) == [1, 2, 3, 4]


@pytest.mark.slow
async def test_a_burst_arrives_whole_and_in_order(story, view) -> None:
    for first in range(1, 5_001, 500):
        await story.came(*sentences(first, first + 499))
    await story.until(lambda: len(view.rows) == 5_000)
    assert numbers(view) == list(range(1, 5_001))
    assert counts(view) == (5_000, 5_000)


async def test_what_comes_while_the_tail_is_being_read_is_shown_once(story, view) -> None:
    for round_ in range(20):
        reload = story.scope.spawn("reload", view.filter(EVERYTHING))
        await story.came(*sentences(round_ * 5 + 1, round_ * 5 + 5))
        await reload
    await story.until(lambda: len(view.rows) >= 100)
    assert numbers(view) == list(range(1, 101))
    assert counts(view) == (100, 100)


async def test_another_conversation_has_its_own_journal_under_the_same_filter(story, view) -> None:
    await story.begin("ac_2")
    await view.filter(read("type:AssistantSentence"))
    await story.came(*sentences(1, 2), to="ac_2")
    await story.came(Acknowledgement(acknowledged_stanza_id=1), to="ac_2")
    await story.pass_time()
    assert len(view.rows) == 0
    await view.show("ac_2")
    assert [row.type for row in view.rows] == ["AssistantSentence", "AssistantSentence"]
    assert counts(view) == (2, 3)


async def test_what_cannot_be_understood_is_shown_with_its_bytes(story, view) -> None:
    broken = b"\xc1 no stanza"
    await story.came_raw(decode(broken), broken)
    await story.until(lambda: len(view.rows) == 1)
    assert (view.rows[0].type, view.rows[0].badges) == ("malformed", ("malformed",))
    details = await view.details(view.rows[0].id)
    assert details is not None
    assert (details.raw, details.json) == (broken, "")
    assert details.note
    assert await view.details("77") is None
    await story.came(*sentences(1, 1))
    await view.filter(read("type:malformed"))
    assert [row.badges for row in view.rows] == [("malformed",)]


async def test_only_what_strangers_sent_is_listed_of_all_types_or_of_some(story, view) -> None:
    await story.came(*sentences(1, 2))
    await story.came_from_stranger(*sentences(3, 3), UserMessage(id="am_1", content="Mine!"))
    await story.until(lambda: len(view.rows) == 4)
    await view.filter(read("is:stranger"))
    assert [(row.type, row.badges) for row in view.rows] == [
        ("AssistantSentence", ("stranger",)),
        ("UserMessage", ("stranger",)),
    ]
    await view.filter(read("is:stranger type:AssistantSentence"))
    assert [row.type for row in view.rows] == [SENTENCE]
    await story.came_from_stranger(*sentences(4, 4))
    await story.until(lambda: len(view.rows) == 2)
    await view.filter(EVERYTHING)
    assert len(view.rows) == 5


async def test_marks_and_notes_stand_in_the_rows_and_are_filtered_by(story, view) -> None:
    marked: list[int] = []
    view.marked.connect(marked.append)
    await story.came(*sentences(1, 5))
    await story.until(lambda: len(view.rows) == 5)
    second, fourth = (int(view.rows[place].id) for place in (1, 3))
    await story.database.write(stanza_marks.mark, second, story.clock.now())
    await story.database.write(stanza_marks.mark, fourth, story.clock.now(), "slow")
    await story.until(lambda: [row.note for row in view.rows] == [None, "", None, "slow", None])
    assert marked[-1] == 2
    await view.filter(read("is:marked"))
    assert numbers(view) == [second, fourth]
    await story.database.write(stanza_marks.unmark, second)
    await story.until(lambda: numbers(view) == [fourth])
    await view.filter(EVERYTHING)
    assert [row.note for row in view.rows] == [None, None, None, "slow", None]


async def test_the_next_mark_is_paged_in_where_it_is_older(story, view, monkeypatch) -> None:
    set_limit(monkeypatch, "PAGE_ROWS", 10)
    await story.came(*sentences(1, 60))
    await view.show("ac_1")
    last = view.rows[-1].number
    for seq in (last - 55, last - 1):
        await story.database.write(stanza_marks.mark, seq, story.clock.now())
    await view.show("ac_1")
    assert view.neighbour_mark("", 1) == view.neighbour_mark(str(last), 1) == str(last - 55)
    assert view.neighbour_mark("", -1) == str(last - 1)
    await view.reveal(str(last - 55))
    assert view.rows.position(str(last - 55)) is not None
    await view.filter(read(f"number>{last - 5}"))
    assert view.neighbour_mark("", 1) == str(last - 1)
    await view.filter(read(f"number:{last}"))
    assert view.neighbour_mark("", 1) == ""
