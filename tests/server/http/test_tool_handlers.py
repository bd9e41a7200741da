"""A tool of the server that is run again over HTTP: with what it was asked, for whom it was run, leaving no trace."""

import pytest

from alicia_desktop.api.tool_uses import ToolApi
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import ToolUseRequest, ToolUseResult
from tests.support.participant import Participant


async def asked(person, question):
    """Ask what a tool answers, and return its request and result."""
    await person.ask(question)
    return person.of(ToolUseRequest)[-1], person.of(ToolUseResult)[-1]


@pytest.fixture
async def api(server):
    async with ToolApi(url=server.address, user_id="user", token=server.token) as calls:
        yield calls


async def test_it_gives_what_it_gave_and_nothing_comes_of_it(person, api):
    await person.join()
    request, result = await asked(person, "What is 17 * 23?")
    run = await api.run_again(request.id)
    assert (run.success, run.result) == (True, result.result)
    assert run.took_ms >= 0
    assert len(person.of(ToolUseRequest)) == len(person.of(ToolUseResult)) == 1, "nothing of it crossed the wire"


async def test_memories_are_searched_as_they_are_now(person, api):
    await person.join()
    await person.ask("My aunt Ada lives in Oslo.")
    request, _ = await asked(person, "Search your memories for Ada")
    assert request.tool_name == "search_memory"
    await person.ask("My aunt Ada has a dog called Biscuit.")
    run = await api.run_again(request.id)
    assert len(run.result["memories"]) == 2


async def test_what_failed_fails_again_with_its_reason(person, api):
    await person.join()
    request, result = await asked(person, "What is 1 / 0?")
    run = await api.run_again(request.id)
    assert (run.success, run.error_code, run.error_message) == (False, result.error_code, result.error_message)


async def test_it_is_the_callers_own_uses_only(person, api, add_user):
    await person.join()
    request, _ = await asked(person, "What is 17 * 23?")
    anna = await add_user("anna")
    for use in (request.id, "atu_none"):
        status, said = await anna.answer("POST", f"tool-uses/{use}/run")
        assert (status, said["error"]) == (404, "not_found")
    with pytest.raises(WorldError):
        await api.run_again("atu_none")


async def test_in_a_private_conversation_no_memory_is_searched(server, api):
    person = Participant(server)
    made = await person.call("POST", "conversations", json={"title": "t", "preferences": {"private": True}})
    person.conversation_id = made["id"]
    await person.join()
    request, _ = await asked(person, "What is 17 * 23?")
    assert (await api.run_again(request.id)).success
    await person.leave()
