"""What is made of messages behind the conversation is not stored where they were forgotten meanwhile."""

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.context import upkeep
from alicia_desktop.context.api_types import CreateSummaryRequest
from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.conversations import short_term
from alicia_desktop.store.conversations import summaries as pin_rows
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import forgetting
from tests.context.talk import CONVERSATION, talk

WORDS = "my dog is called Rex"


async def _forget(database: Database, clock: JumpingClock) -> None:
    await database.write(forgetting.forget, ["amem_none"], clock.now(), also=[WORDS])


async def test_a_summary_that_was_being_written_while_its_words_were_forgotten_is_not_stored(
    database: Database, clock: JumpingClock, memory: MemorySystem
):
    await talk(database, clock, [f"Listen: {WORDS}.", "Nice."])
    conversation = ConversationMemory(database=database, memory=memory, conversation_id=CONVERSATION, clock=clock)
    request = CreateSummaryRequest(
        session_id=CONVERSATION, start_message_id="am_1", end_message_id="am_2", message_count=2
    )

    async def write_summary(_: object) -> str:
        await _forget(database, clock)
        return "The user's dog is Rex."

    assert await conversation.summarise(request, write_summary) is None
    assert await conversation.summaries() == ()
    made = await conversation.summarise(request)
    assert made is not None
    assert "Rex" not in made.summary


async def test_what_was_to_be_pinned_while_it_was_forgotten_is_not(database: Database, clock: JumpingClock):
    await talk(database, clock, ["Hi.", "Hello.", "My name is Ada, and my dog is called Rex.", "Nice."])
    new = await database.read(short_term.unmeasured, CONVERSATION, limit=10)
    measures, requests = upkeep.score_messages(new, [])
    assert requests
    await _forget(database, clock)
    await database.write(upkeep.store_scores, new, measures, requests, clock.now())
    assert await database.read(pin_rows.pins_of, CONVERSATION) == []
    again = await database.read(short_term.unmeasured, CONVERSATION, limit=10)
    assert [one.id for one in again] == ["am_3"]
