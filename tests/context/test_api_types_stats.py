from datetime import timedelta

from alicia_desktop.context import api_types
from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.memories import memories
from tests.context.talk import CONVERSATION, talk
from tests.memory.conftest import NOW


async def test_the_seeds_figures_of_one_conversation(database, clock, memory):
    conversation = ConversationMemory(
        database=database, clock=clock, memory=memory, conversation_id=CONVERSATION, unsummarised_tokens=200
    )
    await talk(database, clock, ["Remember that I am allergic to nuts.", "I will."])
    await clock.advance(60)
    await talk(database, clock, ["Thanks!"], first=3)
    await conversation.update_after_turn()
    found = await database.read(api_types.memory_overview, user_ids=("user",), now=NOW, conversation_id=CONVERSATION)
    assert [found[name] for name in ("totalMessages", "totalSummaries", "totalPins")] == [3, 0, 1]
    assert found["oldestMessage"] < found["newestMessage"]
    assert 0.5 < found["averageImportanceScore"] < 0.7


async def test_of_nothing_there_are_noughts_and_empty_texts(database, clock):
    found = await database.read(api_types.memory_overview, user_ids=("user",), now=NOW)
    assert found["totalMessages"] == 0
    assert (found["oldestMessage"], found["averageImportanceScore"]) == ("", 0.0)
    assert found["memories"]["total"] == 0


async def test_private_conversations_and_other_people_are_not_counted(database, clock):
    await talk(database, clock, ["Hello."])
    await database.write(conversations.create, at=NOW, conversation_id=CONVERSATION, user_id="user")
    assert (await database.read(api_types.memory_overview, user_ids=("user",), now=NOW))["totalMessages"] == 1
    assert (await database.read(api_types.memory_overview, user_ids=("ada",), now=NOW))["totalMessages"] == 0
    await database.write(conversations.create, at=NOW, conversation_id=CONVERSATION, private=True)
    assert (await database.read(api_types.memory_overview, user_ids=("user",), now=NOW))["totalMessages"] == 0


async def test_memories_are_counted_by_category_age_and_use(database):
    def memory_of(name, days, **more):
        at = NOW - timedelta(days=days)
        return memories.new_memory(memory_id=name, content=f"{name}.", at=at, user_id="user", **more)

    rows = [memory_of("a", 0, category="work_career", pinned=True), memory_of("b", 20), memory_of("c", 800)]
    await database.write(memories.insert_memories, rows)
    await database.write(memories.mark_used, ["a"], NOW)
    found = (await database.read(api_types.memory_overview, user_ids=("user",), now=NOW))["memories"]
    assert (found["total"], found["pinned"], found["archived"]) == (3, 1, 0)
    assert found["byCategory"] == {"none": 2, "work_career": 1}
    assert found["byAge"] == {
        "≤ 1 day": 1,
        "≤ 7 days": 0,
        "≤ 30 days": 1,
        "≤ 90 days": 0,
        "≤ 365 days": 0,
        "> 365 days": 1,
    }
    assert found["byUse"] == {"0": 2, "1": 1, "2–5": 0, "6–20": 0, "≥ 21": 0}
