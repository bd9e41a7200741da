"""The list of conversations over what is really stored."""

from datetime import UTC, datetime, timedelta

import pytest

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ToolUseRequest, UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.memories import memories
from alicia_desktop.store.sync import sync_conflicts
from alicia_desktop.store.sync.history import adopt
from alicia_desktop.store.sync.sync_records import Disagreement
from alicia_desktop.view import text
from alicia_desktop.view.search import LOOKING
from alicia_desktop.view.sidebar import SidebarView, conversation_row
from tests.view.conftest import Story
from tests.view.test_memories import Meanings, remembered

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)


@pytest.fixture
async def view(story: Story):
    made = SidebarView(database=story.database, clock=story.clock, scope=story.scope, account=Account())
    await made.refresh()
    yield made
    made.close()


async def test_a_conversation_shows_its_last_line(story, view) -> None:
    await story.sent(UserMessage(id="am_1", content="When is\n\nEmma's recital?"))
    await story.until(lambda: view.rows[0].last_line)
    assert (view.rows[0].title, view.rows[0].last_line) == ("Emma", "When is Emma's recital?")


async def test_what_waits_failed_or_conflicts_stands_in_the_line_of_its_conversation(story, view) -> None:
    message = UserMessage(id="am_1", content="When is the recital?")
    stanza = Stanza(stanza_id=1, conversation_id="ac_1", body=message)
    (item, _) = await story.database.write(outbox.put, stanza, at=story.clock.now())
    await story.until(lambda: view.rows[0].state == "queued")
    assert view.rows[0].last_line == "When is the recital?"
    await story.database.write(outbox.mark_sent, item.pk, story.clock.now())
    await story.until(lambda: view.rows[0].state == "")
    await story.database.write(outbox.mark_failed, item.pk, "too large")
    await story.until(lambda: view.rows[0].state == "failed")
    title = Disagreement(kind="title", mine="Emma", theirs="Recital", reason="changed on both sides")
    await story.database.write(sync_conflicts.add_conflict, "ac_1", title, story.clock.now())
    await story.until(lambda: view.rows[0].state == "conflict")
    await story.database.write(sync_conflicts.settle, "ac_1", frozenset({"title"}), story.clock.now())
    await story.database.write(outbox.discard, item.pk)
    await story.until(lambda: view.rows[0].state == "")


async def test_the_latest_stand_first_and_the_pinned_before_them(story, view) -> None:
    for name in ("ac_2", "ac_3"):
        await story.clock.advance(60)
        await story.begin(name, name)
        await story.sent(UserMessage(id=f"am_{name}", content=name), to=name)
    await story.until(lambda: [row.id for row in view.rows] == ["ac_3", "ac_2", "ac_1"])
    await story.database.write(conversations.set_pinned, "ac_1", story.clock.now(), pinned=True)
    await story.until(lambda: view.rows[0].id == "ac_1")
    assert [row.section for row in view.rows] == ["Pinned", "Today", "Today"]
    await story.clock.advance(60)
    await story.sent(UserMessage(id="am_9", content="again"), to="ac_2")
    await story.until(lambda: [row.id for row in view.rows] == ["ac_1", "ac_2", "ac_3"])


async def test_words_are_found_in_titles_and_in_messages(story, view) -> None:
    await story.begin("ac_2", "Groceries")
    await story.sent(UserMessage(id="am_1", content="Buy lemons for the recital"), to="ac_2")
    await view.find(" emma ")
    assert [(row.id, row.section) for row in view.rows] == [("ac_1", "Conversations")]
    await view.find("lemons")
    assert [(row.id, row.section, row.title) for row in view.rows] == [("message am_1", "Messages", "Groceries")]
    await view.find("nothing of this")
    assert len(view.rows) == 0
    assert view.note == "No results"
    await view.find("")
    assert len(view.rows) == 2
    assert view.note == ""


async def test_a_find_is_shown_where_it_was_said_and_is_there_to_jump_to(story, view) -> None:
    await story.sent(UserMessage(id="am_1", content="Buy lemons"), UserMessage(id="am_2", content="And tea"))
    await view.find("lem")
    (row,) = view.rows
    assert (row.last_line, row.marks) == ("Buy lemons", ((4, 10),))
    assert (view.found(row.id).conversation_id, view.found(row.id).message_id) == ("ac_1", "am_1")
    assert view.note == "1 result"
    await view.find("")
    assert view.found(row.id) is None
    assert view.rows[0].last_line == "And tea"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("from:me lemons", ["message am_1"]),
        ("from:alicia lemons", []),
        ("in:title groc", ["ac_2"]),
        ("GRÖC", ["ac_2"]),
        ("in:title groc from:me", ["message am_1"]),
        ("in:title lemons", []),
        ("has:note", []),
        ("emma -groceries ", ["ac_1"]),
        ("before:2020", []),
        ("from:", []),
    ],
)
async def test_the_search_has_a_language(story, view, typed: str, shown: list[str]) -> None:
    await story.begin("ac_2", "Groceries")
    await story.sent(UserMessage(id="am_1", content="Buy lemons"), to="ac_2")
    await view.find(typed)
    assert [row.id for row in view.rows] == shown


async def test_what_comes_while_a_search_stands_is_found_too(story, view) -> None:
    await view.find("lemons")
    await story.came(
        ToolUseRequest(
            id="atu_1", message_id="am_1", tool_name="shop", parameters={"what": "lemons"}, execution="server"
        )
    )
    await story.until(lambda: [row.id for row in view.rows] == ["tool atu_1"])
    assert view.rows[0].title == "shop"


@pytest.fixture
async def meanings() -> Meanings:
    return Meanings()


@pytest.fixture
async def remembering(story: Story, meanings: Meanings):
    """The same list with a search by meaning and three memories."""
    await story.database.write(memories.insert_memories, [remembered(number, story) for number in range(3)])
    made = SidebarView(
        database=story.database, clock=story.clock, scope=story.scope, account=Account(), meaning=meanings
    )
    yield made
    made.close()


async def test_memories_are_found_by_words_at_once_and_by_meaning_when_typing_rests(
    story, remembering, meanings
) -> None:
    meanings.relevance = {"amem_2": 0.81, "amem_0": 0.5}
    await remembering.find("walnuts")
    assert [(row.id, row.section) for row in remembering.rows] == [("memory amem_0", "Memories")]
    await story.until(lambda: len(remembering.rows) == 2)
    assert [one.text for one in meanings.asked] == ["walnuts"]
    row = remembering.rows[1]
    assert (row.section, row.last_line, row.time) == ("Related", "You keep a boat", "0.81")
    assert remembering.found(row.id).id == "amem_2"
    await story.until(lambda: remembering.note == "2 results")


async def test_a_search_that_went_on_has_no_use_for_the_older_meaning(story, remembering, meanings) -> None:
    meanings.ready.clear()
    meanings.relevance = {"amem_2": 0.81}
    await remembering.find("walnuts")
    await story.until(lambda: LOOKING in remembering.note)
    await remembering.find("from:me walnuts")
    meanings.ready.set()
    await story.pass_time(2)
    assert [row.id for row in remembering.rows] == []
    assert remembering.note == "No results"


async def test_a_deleted_conversation_leaves_and_comes_back(story, view) -> None:
    await story.database.write(conversations.delete, "ac_1", story.clock.now())
    await story.until(lambda: len(view.rows) == 0)
    await story.database.write(conversations.undelete, "ac_1", story.clock.now())
    await story.until(lambda: len(view.rows) == 1)
    assert view.rows[0].title == "Emma"


@pytest.mark.slow
async def test_a_conversation_that_gets_its_real_id_stays_one_line(story, view) -> None:
    await story.begin("local_1", "On a train")
    await story.until(lambda: len(view.rows) == 2)
    await story.database.write(adopt, "local_1", "ac_7")
    await story.until(lambda: view.rows.get("ac_7") is not None)
    assert view.rows.get("local_1") is None
    assert len(view.rows) == 2


async def test_only_conversations_of_this_server_are_listed(story) -> None:
    elsewhere = SidebarView(
        database=story.database, clock=story.clock, scope=story.scope, account=Account(server="https://alicia.home")
    )
    await elsewhere.refresh()
    assert len(elsewhere.rows) == 0
    elsewhere.close()


@pytest.mark.parametrize(("days", "section"), [(0, "Today"), (1, "Earlier"), (400, "Earlier")])
async def test_yesterdays_are_earlier(story, days, section) -> None:
    record = await story.database.write(
        conversations.create, at=NOON - timedelta(days=days), conversation_id="ac_5", private=True
    )
    row = conversation_row(record, NOON)
    assert row.section == section
    assert row.time == text.list_time(NOON - timedelta(days=days), NOON)
    assert (row.title, row.last_line) == ("New conversation", "Uses and stores no memories")


async def test_a_row_takes_the_real_id_before_the_list_is_read_again(view) -> None:
    (row,) = view.rows
    view.adopt(row.id, "ac_real")
    assert [row.id for row in view.rows] == ["ac_real"]


async def test_archived_conversations_are_listed_below_the_others_where_that_is_wanted(story, view) -> None:
    counts: list[int] = []
    view.archived_changed.connect(counts.append)
    await story.begin("ac_2", "Groceries")
    await story.database.write(conversations.set_archived, "ac_1", story.clock.now(), archived=True)
    await story.until(lambda: [row.id for row in view.rows] == ["ac_2"])
    await view.show_archived(shown=True)
    assert [(row.id, row.section, row.archived) for row in view.rows] == [
        ("ac_2", "Today", False),
        ("ac_1", "Archived", True),
    ]
    assert counts == [1]
    await view.show_archived(shown=False)
    await view.find("emma")
    assert [row.id for row in view.rows] == ["ac_1"], "a search finds what is archived"
