import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.conversations.conversation_file import ImportedConversation
from alicia_desktop.view.conversation_markdown import export_markdown, import_summary
from tests.view.conftest import Story


async def _markdown(story: Story) -> str:
    return await story.database.read(export_markdown, "ac_1")


async def test_it_names_the_files_of_a_message(story: Story):
    await story.begin("ac_1", "Files")
    files = ({"name": "a\nb.png", "size": 48_000, "mediaType": "image/png"}, "odd")
    await story.sent(wire.UserMessage(id="am_1", content="Look.", attachments=files))
    assert "\n\nLook.\n\n* Attached: a b.png (48 KB)\n" in await _markdown(story)


async def test_it_says_who_said_what_with_tools_memories_and_notes(story: Story):
    await story.begin("ac_1", "The recital")
    await story.sent(wire.UserMessage(id="am_1", content="When is it?\n\nI forgot."))
    recalled = wire.MemoryTrace(
        id="amu_1",
        previous_id="am_2",
        memory_id="m",
        action="retrieved",
        content="On\nFriday.",
        confidence=0.91,
        metadata={"retrievalScore": 0.4, "scoreMeaning": "relevance"},
    )
    await story.came(
        wire.StartAnswer(id="am_2", previous_id="am_1"),
        recalled,
        wire.ToolUseRequest(id="atu_1", message_id="am_2", tool_name="clock", parameters={"a": 1}, execution="server"),
        wire.ToolUseResult(request_id="atu_1", success=True, result="noon"),
        wire.AssistantSentence(id="ams_1", previous_id="am_2", sequence=1, text="On **Friday**.", is_final=True),
    )
    await story.sent(wire.UserNote(id="aucc_1", message_id="am_2", content="Right", action="create", timestamp=1))
    begun = story.clock.now().astimezone()
    told = await _markdown(story)
    assert told.startswith(f"# The recital\n\nStarted {begun:%Y-%m-%d %H:%M} · `ac_1`\n\n## You · ")
    assert "\n\nWhen is it?\n\nI forgot.\n\n## Alicia · " in told
    assert (
        "\n\nOn **Friday**.\n\n> * Tool `clock(1)`: success → noon\n> * Retrieved (0.91 relevance): On Friday\n" in told
    )
    assert told.endswith("On Friday\n> * Note: Right\n")


async def test_it_says_which_model_made_an_answer(story: Story):
    await story.begin("ac_1")
    await story.sent(wire.UserMessage(id="am_1", content="When is it?"))
    told = {"name": "qwen3:4b", "provider": "127.0.0.1", "settings": {"temperature": 0.75}}
    await story.came(wire.StartAnswer(id="am_2", previous_id="am_1"), model=told)
    await story.came(wire.AssistantSentence(previous_id="am_2", sequence=1, text="On Friday.", is_final=True))
    assert (await _markdown(story)).endswith("> * Model: qwen3:4b · 127.0.0.1 · temperature 0.75\n")


async def test_what_was_replaced_says_so(story: Story):
    await story.begin("ac_2")
    await story.sent(wire.UserMessage(id="am_1", content="When?"), to="ac_2")
    await story.sent(wire.ControlVariation(target_id="am_1", mode="edit", new_content="Where?"), to="ac_2")
    await story.sent(wire.UserMessage(id="am_2", content="Where?"), to="ac_2")
    told = await story.database.read(export_markdown, "ac_2")
    assert told.startswith("# Conversation\n")
    assert "(replaced" in told
    assert told.index("When?") < told.index("Where?")


async def test_there_is_no_text_of_what_is_not_there(story: Story):
    with pytest.raises(WorldError, match="no conversation ac_9"):
        await story.database.read(export_markdown, "ac_9")


@pytest.mark.parametrize(
    ("memories", "known", "sentence"),
    [
        (0, 0, "1 message and 0 memories."),
        (1, 2, "1 message and 1 memory; 2 memories were already here and left unchanged"),
    ],
)
def test_an_import_says_what_came_and_what_stayed(memories: int, known: int, sentence: str):
    done = ImportedConversation(
        conversation_id="ac_1", title="", server="", messages=1, memories=memories, memories_known=known
    )
    assert import_summary(done).startswith(sentence)
