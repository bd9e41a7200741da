"""What is kept of a conversation after its turns, and what an answer then reads of it."""

from dataclasses import replace

import pytest

from alicia_desktop.context.api_types import CreatePinRequest, CreateSummaryRequest
from alicia_desktop.context.assembly import assemble_context
from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.store.conversations import conversations, messages, short_term
from tests.context.said import texts
from tests.context.talk import CONVERSATION, talk

NUTS = "Please remember that I am allergic to nuts."
CODE = "Here it is:\n```python\ndef area(r):\n    return 3.14 * r * r\n```"


@pytest.fixture
def conversation(database, clock, memory):
    return ConversationMemory(
        database=database, clock=clock, memory=memory, conversation_id=CONVERSATION, unsummarised_tokens=200
    )


async def test_every_message_gets_an_importance_and_its_tokens_whichever_way_it_came(conversation, database, clock):
    await talk(database, clock, [NUTS, "I will.", "Thanks!"])
    await conversation.update_after_turn()
    rows = await database.read(messages.of_conversation, CONVERSATION)
    assert [row.importance_score for row in rows] == [0.9, pytest.approx(0.35, abs=0.05), 0.1]
    assert [row.token_usage for row in rows] == [11, 2, 2]
    assert [row.model_id for row in rows] == [None, "scripted", None]


@pytest.mark.parametrize(("tokens", "used"), [(0, 0), (1, 0), (7, 1), (2_400, 2)])
async def test_memories_cost_no_more_than_the_setting_allows(conversation, memory, tokens, used):
    await memory.import_lines([
        '{"id": "a", "content": "User has a cat called Tom."}', '{"id": "b", "content": "User has a cat called Kit."}'
    ])  # fmt: skip
    moment = replace(conversation, retrieval=lambda: RetrievalSettings(budget=tokens)).source_before(None)
    assert len((await moment.retrieve("What is my cat called?", previous_turn="")).selected) == used


async def test_a_judgement_that_is_there_is_kept(conversation, database, clock):
    await talk(database, clock, [NUTS])
    judged = short_term.Measure(message_id="am_1", importance_score=0.2, token_usage=99)
    await database.write(short_term.write_measures, [judged])
    await conversation.update_after_turn()
    [row] = await database.read(messages.of_conversation, CONVERSATION)
    assert (row.importance_score, row.token_usage) == (0.2, 99)
    assert await conversation.pins() == ()


async def test_pins_come_of_turns_by_the_rules_each_once(conversation, database, clock):
    await talk(database, clock, [NUTS, "Noted.", "My name is Ada. Write me a function.", CODE, "Explain entropy."])
    await talk(database, clock, ["Entropy is a measure of disorder. It grows."], first=6)
    await talk(database, clock, ["What does area return?", "A number."], first=7)
    await conversation.update_after_turn()
    await conversation.update_after_turn()
    pins = {(pin.pin_type, pin.content, pin.source_message_id) for pin in await conversation.pins()}
    assert pins == {
        ("auto", NUTS, "am_1"),
        ("system", "The user's name is Ada.", "am_3"),
        ("code", "def area(r):\n    return 3.14 * r * r", "am_4"),
        ("concept", "entropy: Entropy is a measure of disorder. It grows.", "am_6"),
    }


async def test_a_pin_by_hand_takes_the_importance_of_its_message_else_one_half(conversation, database, clock):
    await talk(database, clock, [NUTS])
    await conversation.update_after_turn()
    of_message = CreatePinRequest(session_id=CONVERSATION, content="No nuts.", source_message_id="am_1")
    first = await conversation.pin(of_message)
    second = await conversation.pin(CreatePinRequest(session_id=CONVERSATION, content="Be brief."))
    assert [(pin.pin_type, pin.importance_score) for pin in (first, second)] == [("manual", 0.9), ("manual", 0.5)]
    assert await conversation.unpin(second.id)
    assert not await conversation.unpin(second.id)
    assert first in await conversation.pins()


async def test_a_deleted_pin_does_not_come_back(conversation, database, clock):
    await talk(database, clock, [NUTS])
    await conversation.update_after_turn()
    [pin] = await conversation.pins()
    await conversation.unpin(pin.id)
    await talk(database, clock, ["Noted.", "Fine."], first=2)
    await conversation.update_after_turn()
    assert await conversation.pins() == ()


async def test_the_language_is_kept_and_a_new_one_takes_its_place(conversation, database, clock):
    await talk(database, clock, ["Hello."])
    await conversation.store_language("en")
    await conversation.store_language("de")
    assert [pin.content for pin in await conversation.pins()] == ["The user's program is set to the language de."]


async def test_a_conversation_that_outgrew_its_budget_is_summed_up_without_its_last_messages(
    conversation, database, clock
):
    ids = await talk(database, clock, [f"My aunt number {at} lives in town {at}. " + "word " * 20 for at in range(30)])
    await conversation.update_after_turn()
    summaries = await conversation.summaries()
    assert summaries
    assert summaries[0].start_message_id == ids[0]
    assert summaries[0].summary.startswith("User: My aunt number 0 lives in town 0.")
    assert sum(one.message_count for one in summaries) <= 22
    starts = [ids.index(one.start_message_id) for one in summaries]
    ends = [ids.index(one.end_message_id) for one in summaries]
    assert starts[1:] == [end + 1 for end in ends[:-1]], "the stretches meet"
    await conversation.update_after_turn()
    assert await conversation.summaries() == summaries, "once is enough"


async def test_the_model_writes_the_summary_where_it_can_and_the_rules_where_it_fails(conversation, database, clock):
    await talk(database, clock, [f"My aunt number {at} lives in town {at}. " + "word " * 20 for at in range(30)])
    asked = []

    async def write(said):
        asked.append(len(said))
        return "They spoke of aunts." if len(asked) == 1 else None

    await conversation.update_after_turn(write)
    summaries = await conversation.summaries()
    assert len(asked) == len(summaries) > 1
    assert summaries[0].summary == "They spoke of aunts."
    assert summaries[1].summary.startswith("User: My aunt")


async def test_what_is_not_to_be_kept_is_in_no_summary_whoever_writes_it(conversation, database, clock):
    await talk(
        database, clock, ["My aunt lives in Oslo. Between us, I hate my boss.", "I see.", "She is 60 years old."]
    )
    request = CreateSummaryRequest(
        session_id=CONVERSATION, start_message_id="am_1", end_message_id="am_3", message_count=3
    )
    asked: list[str] = []

    async def write(said):
        asked.extend(one.text for one in said)

    summary = await conversation.summarise(request, write)
    assert asked == ["My aunt lives in Oslo.", "I see.", "She is 60 years old."]
    assert "Oslo" in summary.summary
    assert "boss" not in summary.summary


async def test_a_summary_on_request_and_its_removal(conversation, database, clock):
    await talk(database, clock, ["My aunt Ada lives in Oslo.", "How nice.", "We fly there in May 2027."])
    request = CreateSummaryRequest(
        session_id=CONVERSATION, start_message_id="am_1", end_message_id="am_3", message_count=3
    )
    made = await conversation.summarise(request)
    assert made is not None
    assert (made.message_count, made.start_message_id, made.end_message_id) == (3, "am_1", "am_3")
    again = await conversation.summarise(request)
    assert [one.id for one in await conversation.summaries()] == [again.id if again else ""]
    assert await conversation.delete_summary(again.id if again else "")
    nowhere = CreateSummaryRequest(
        session_id=CONVERSATION, start_message_id="am_1", end_message_id="am_99", message_count=3
    )
    assert await conversation.summarise(nowhere) is None


async def test_what_is_taken_back_leaves_no_summary_and_no_pin_of_it(conversation, database, clock):
    lines = [NUTS, *(f"My aunt number {at} lives in town {at}. " + "word " * 20 for at in range(29))]
    await talk(database, clock, lines)
    await conversation.update_after_turn()
    before = await conversation.summaries()
    assert "nuts" in before[0].summary
    await database.write(messages.delete, "am_1", clock.now())
    await conversation.update_after_turn()
    after = await conversation.summaries()
    assert "nuts" not in after[0].summary
    assert after[0].message_count == before[0].message_count - 1
    assert [one.id for one in after[1:]] == [one.id for one in before[1:]]
    assert not any("nuts" in pin.content for pin in await conversation.pins())


async def test_of_a_private_conversation_nothing_is_kept_and_nothing_but_its_words_is_used(
    conversation, database, clock, memory, tell
):
    await tell("My brother Tom lives in Oslo.")
    await talk(database, clock, [f"My aunt number {at} lives in town {at}. " + "word " * 20 for at in range(30)])
    await database.write(conversations.create, at=clock.now(), conversation_id=CONVERSATION, private=True)
    await conversation.update_after_turn()
    await conversation.store_language("de")
    assert (await conversation.pins(), await conversation.summaries()) == ((), ())
    assert {row.importance_score for row in await database.read(messages.of_conversation, CONVERSATION)} == {None}
    assembled = await assemble_context(conversation.source_before("am_30"), "Where does Tom live?", 500)
    assert (assembled.memories, assembled.context.semantic_pins) == (None, ())
    assert assembled.context.recent_messages


async def test_an_answer_reads_what_was_said_before_its_question_and_nothing_later(conversation, database, clock):
    await talk(database, clock, ["One.", "Two.", "Three.", "Four.", "Five."])
    assembled = await assemble_context(conversation.source_before("am_3"), "Three.", 500)
    assert texts(assembled.context.recent_messages) == ["One.", "Two."]
    assert [one.id for one in assembled.context.recent_messages] == [1, 2]
    unknown = await assemble_context(conversation.source_before(None), "Six?", 500)
    assert len(unknown.context.recent_messages) == 5


async def test_memories_of_other_conversations_are_part_of_it(conversation, database, clock, tell):
    await tell("My brother Tom lives in Oslo.")
    assembled = await assemble_context(conversation.source_before(None), "Where does my brother Tom live?", 500)
    assert [one.memory.content for one in assembled.used_memories] == ["User's brother Tom lives in Oslo."]


@pytest.mark.slow
async def test_a_conversation_of_a_thousand_messages_reads_no_more_than_one_of_a_hundred(conversation, database, clock):
    sizes = []
    for first in (1, 101, 1_001):
        count = {1: 100, 101: 900, 1_001: 2}[first]
        await talk(database, clock, [f"Note {at}: my shelf {at} holds {at} books." for at in range(count)], first=first)
        await conversation.update_after_turn()
        assembled = await assemble_context(conversation.source_before(None), "How many books?", 600)
        sizes.append(assembled.total_tokens)
        assert assembled.context.summaries
        assert assembled.context.recent_messages[-1].id == first + count - 1
    assert max(sizes) <= 600
    assert len(await conversation.summaries()) > 10


@pytest.mark.slow
async def test_messages_of_a_megabyte_in_any_script_are_kept_and_hurt_nothing(conversation, database, clock):
    huge = ["a" * 1_000_000, "雨が降る。" * 60_000, "```\n" * 250_000, "שלום עולם! 👩‍👩‍👧 " * 20_000]
    await talk(database, clock, ["My aunt Ada lives in Oslo.", *huge, "And now?", *huge, *("Fine.",) * 10])
    await conversation.update_after_turn()
    assembled = await assemble_context(conversation.source_before(None), "Where does my aunt live?", 500)
    assert assembled.total_tokens <= 500
    assert "My aunt Ada lives in Oslo." in texts(assembled.context.recent_messages)
    reasons = {one.piece.id: one.reason for one in assembled.explanation.part("messages").dropped}
    assert reasons["am_2"] == "over_budget"
    assert await conversation.summaries()
