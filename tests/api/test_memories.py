"""The calls about what an answer reads: their addresses, what of an answer is read, and what a server may leave out."""

import pytest

from alicia_desktop.api.memories import ContextApi
from alicia_desktop.base.errors import WorldError

PIN = {
    "id": "asp_1",
    "session_id": "ac_1",
    "content": "Be brief.",
    "importance_score": 0.5,
    "pin_type": "manual",
    "created_at": "2026-11-18T12:00:00Z",
}


@pytest.fixture
async def contexts(server):
    async with ContextApi(url=server.url, user_id="user", token="secret") as here:
        yield here


async def test_pins_are_read_and_an_importance_that_nobody_gave_is_not_sent_as_one(server, contexts):
    server.answer = {"pins": [PIN], "total": 1}
    [pin] = await contexts.pins("ac_1")
    assert (pin.id, pin.pin_type, pin.source_message_id) == ("asp_1", "manual", None)
    server.answer = PIN
    assert await contexts.add_pin("ac_1", "Be brief.") == pin
    assert server.asked[-1].path == "/api/v1/conversations/ac_1/pins"
    assert server.asked[-1].body == {
        "content": "Be brief.",
        "source_message_id": None,
        "importance_score": None,
        "pin_type": "manual",
    }


async def test_a_context_keeps_what_was_kept_and_dropped_apart(server, contexts):
    kept = {"id": "am_1", "kind": "user", "content": "Hi", "tokens": 5, "importance": 0.1}
    dropped = kept | {"id": "am_0", "reason": "over_budget"}
    part = {
        "part": "messages",
        "tokens": 5,
        "kept": [kept],
        "dropped": [dropped],
        "droppedCount": 7,
        "droppedTokens": 90,
    }
    server.answer = {"query": "What?", "budget": 600, "tokens": 5, "parts": [part], "promptTokens": 40}
    context = await contexts.next_context("ac_1", "What & why?")
    assert server.asked[-1].query == {"query": "What & why?"}
    [messages] = context.parts
    assert (messages.dropped_count, messages.dropped_tokens, messages.dropped[0].reason) == (7, 90, "over_budget")
    assert (context.prompt_tokens, context.retrieval, context.private) == (40, None, False)


async def test_statistics_of_one_conversation_or_of_all(server, contexts):
    server.answer = {"totalMessages": 3}
    assert (await contexts.stats("ac_1"))["totalMessages"] == 3
    assert server.asked[-1].query == {"conversation": "ac_1"}
    await contexts.stats()
    assert server.asked[-1].query == {}


@pytest.mark.parametrize("status", [404, 405, 500])
async def test_a_server_that_lacks_the_calls_is_a_sentence(server, contexts, status):
    server.status = status
    for ask in (contexts.pins, contexts.summaries, contexts.stats):
        with pytest.raises(WorldError) as failed:
            await ask("ac_1")
        assert failed.value.sentence.endswith(".")
