"""A link leads to a stanza of the journal: it is listed, hidden, or too far back; what is deleted breaks nothing."""

import pytest

from alicia_desktop.filtering.expression import EVERYTHING
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import conversations
from alicia_desktop.view.journal import JournalView
from tests.view.conftest import Story
from tests.view.test_journal import numbers, read, sentences, set_limit


@pytest.fixture
async def view(story: Story, monkeypatch):
    """Forty stanzas, of which ten are listed."""
    set_limit(monkeypatch, "PAGE_ROWS", 10)
    await story.sent(UserMessage(id="am_1", content="When?"))
    await story.came(*sentences(1, 39))
    made = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    made.told = []  # type: ignore[attr-defined]  # the progress, for the tests below
    made.progressed.connect(made.told.append)  # type: ignore[attr-defined]  # as above
    await made.show("ac_1")
    assert len(made.rows) == 10
    yield made
    made.close()


async def test_a_stanza_further_back_is_listed_with_all_after_it(view) -> None:
    first, last = view.rows[0].number, view.rows[-1].number
    assert await view.reveal(str(first - 20)) == "listed"
    shown = numbers(view)
    assert shown == list(range(shown[0], last + 1))
    assert shown[0] <= first - 20
    assert float(view.rows[5].delta) >= 0


async def test_one_that_the_filter_keeps_back_is_hidden_and_one_that_it_found_is_listed(view) -> None:
    question = view.rows[-1].number - 39
    await view.filter(read("type:AssistantSentence"))
    assert await view.reveal(str(question)) == "hidden"
    assert await view.reveal(str(question + 1)) == "listed"
    assert numbers(view)[0] == question + 1
    await view.filter(EVERYTHING)
    await view.settle()
    assert await view.reveal(str(question)) == "listed"


async def test_one_that_too_many_follow_is_too_far_and_nothing_is_read_for_it(view, monkeypatch) -> None:
    set_limit(monkeypatch, "MAX_AFTER", 15)
    before = numbers(view)
    assert await view.reveal(str(before[0] - 25)) == "far"
    assert numbers(view) == before
    await view.filter(read("dir:in"))
    assert await view.reveal(str(before[0] - 25)) == "far"


async def test_that_only_the_end_is_listed_after_the_stanza_in_sight_is_told(view, monkeypatch) -> None:
    last = view.rows[-1].number
    await view.filter(read("dir:in"), around=str(last - 20))
    assert not view.told[-1].is_far
    set_limit(monkeypatch, "MAX_AFTER", 15)
    await view.filter(read("-dir:out"), around=str(last - 20))
    assert view.told[-1].is_far
    assert numbers(view)[-1] == last


async def test_a_conversation_deleted_and_trimmed_under_an_open_filter_leaves_the_view_sound(story, view) -> None:
    await view.filter(read("body.text~s1"))
    gone = view.rows[0].id
    await story.database.write(conversations.delete, "ac_1", story.clock.now())
    await story.clock.advance(10)
    await story.database.write(journal.prune, story.clock.now())
    assert await view.details(gone) is None
    await view.filter(read("body.text~s2"))
    assert numbers(view) == []
    await view.load_older()
    await view.filter(EVERYTHING)
    assert await view.reveal(gone) in {"listed", "far", "hidden"}
    await view.show("ac_2")
    assert numbers(view) == []
