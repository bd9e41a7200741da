"""The server asks the computer of the person for something, over a real room; only the model is a script."""

import asyncio
import platform

import pytest

from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    Configuration,
    ControlStop,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.server.recall import MemoryRecall
from alicia_desktop.server.tools import intents
from alicia_desktop.server.tools.server_tools import RESULT_TEXTS, code_block
from tests.support.participant import Participant
from tests.support.scripted_model import Script


async def come(person: Participant, *features: str) -> None:
    """Join the room as a client that has these features."""
    await person.enter()
    before = len(person.of(Configuration))
    await person.send(
        Configuration(
            conversation_id=person.conversation_id or None,
            last_sequence_seen=person.last_seen,
            features=("streaming", *features),
        )
    )
    await person.until(lambda: len(person.of(Configuration)) > before)
    person.conversation_id = person.stanzas[-1].conversation_id or person.conversation_id


async def asked(person: Participant, text: str, count: int = 1) -> ToolUseRequest:
    """Say something for which the server needs the person's computer; return what it asks."""
    await person.send(UserMessage(id=f"am_{count}", conversation_id=person.conversation_id, content=text))
    await person.until(lambda: len(person.of(ToolUseRequest)) == count)
    return person.of(ToolUseRequest)[-1]


async def said(person: Participant) -> str:
    """Return the next whole answer."""
    before = len([one for one in person.of(AssistantSentence) if one.is_final])
    await person.until(lambda: len([one for one in person.of(AssistantSentence) if one.is_final]) > before)
    return person.of(AssistantSentence)[-1].text


async def test_a_client_with_tools_is_asked_and_its_answer_is_told(person):
    await come(person, client_tools.FEATURE)
    request = await asked(person, "What is on my clipboard?")
    assert (request.tool_name, request.execution, request.parameters) == ("clipboard_read", "client", {})
    number = await person.send(ToolUseResult(request_id=request.id, success=True, result={"text": "my own words"}))
    assert await said(person) == "Your clipboard holds:\n\n```\nmy own words\n```"
    assert number in [one.acknowledged_stanza_id for one in person.of(Acknowledgement)]
    assert person.of(ToolUseResult) == []


async def test_a_refusal_is_told_in_the_clients_words_and_only_the_first_answer_counts(person):
    await come(person, client_tools.FEATURE)
    request = await asked(person, "Open https://example.org/a?b=1.")
    assert request.parameters == {"url": "https://example.org/a?b=1"}
    no = ToolUseResult(request_id=request.id, success=False, error_code="permission_denied", error_message="Not this.")
    await person.send(no)
    await person.send(ToolUseResult(request_id=request.id, success=True, result={}))
    assert await said(person) == "Not this."


async def test_a_client_without_tools_is_never_asked(person):
    await come(person)
    await person.ask("What is on my clipboard?")
    assert person.of(ToolUseRequest) == []


async def test_a_large_model_is_offered_the_clients_tools_and_uses_them(open_server, scripted):
    async with open_server(small=False) as server:
        person = Participant(server)
        await come(person, client_tools.FEATURE)
        scripted.say(Script(calls=(("search_files", {"text": "roses"}),)), "In your plan.")
        request = await asked(person, "Where did I write about roses?")
        assert (request.tool_name, request.parameters) == ("search_files", {"text": "roses"})
        hits = [{"path": "Notes/plan.txt", "line": 2, "text": "Water the roses."}]
        await person.send(ToolUseResult(request_id=request.id, success=True, result={"hits": hits}))
        assert await said(person) == "In your plan."
        offered = {tool["function"]["name"] for tool in scripted.requests[0]["tools"]}
        assert set(client_tools.TOOLS) <= offered
        assert "Water the roses." in str(scripted.requests[1]["messages"])
        await person.leave()


async def test_a_stop_ends_what_the_client_was_asked(person):
    await come(person, client_tools.FEATURE)
    request = await asked(person, "What is on my clipboard?")
    await person.send(ControlStop(conversation_id=person.conversation_id))
    await person.until(lambda: person.of(ToolUseResult))
    (ended,) = person.of(ToolUseResult)
    assert (ended.request_id, ended.error_code) == (request.id, "cancelled")


async def test_what_was_asked_while_nobody_was_there_is_asked_at_the_next_resume(server, person):
    await come(person, client_tools.FEATURE)
    first = await asked(person, "What is on my clipboard?")
    await person.leave()
    again = Participant(server)
    again.conversation_id = person.conversation_id
    await come(again, client_tools.FEATURE)
    await again.until(lambda: again.of(ToolUseRequest))
    assert again.of(ToolUseRequest) == [first]
    await again.send(ToolUseResult(request_id=first.id, success=True, result={"text": "still here"}))
    assert "still here" in await said(again)
    await again.leave()
    third = Participant(server)
    third.conversation_id = person.conversation_id
    await come(third, client_tools.FEATURE)
    await third.until(lambda: third.of(ToolUseResult))
    assert [one.request_id for one in third.of(ToolUseResult)] == [first.id]
    await third.leave()


async def test_what_either_side_has_is_the_clients_where_it_answers(person):
    await come(person, client_tools.FEATURE)
    request = await asked(person, "What operating system is this?")
    assert (request.tool_name, request.execution) == ("system_information", "either")
    told = {"system": "Plan", "version": "9", "machine": "a toaster", "timezone": "UTC"}
    await person.send(ToolUseResult(request_id=request.id, success=True, result=told))
    assert await said(person) == "This computer runs Plan 9 on a toaster; its time zone is UTC."
    assert person.of(ToolUseResult) == []


async def test_what_either_side_has_is_the_servers_where_the_client_has_no_tools_or_says_nothing(person, monkeypatch):
    await come(person)
    first = await asked(person, "What operating system is this?")
    assert platform.system() in await said(person)
    assert (first.execution, [one.request_id for one in person.of(ToolUseResult)]) == ("either", [first.id])
    await person.leave()
    monkeypatch.setattr("alicia_desktop.server.tools.tool_calls.CLIENT_TOOL_MS", 50)
    monkeypatch.setattr("alicia_desktop.server.tools.tool_calls.GRACE_SECONDS", 0)
    await come(person, client_tools.FEATURE)
    second = await asked(person, "What operating system is this?", 2)
    assert platform.system() in await said(person)
    assert [one.request_id for one in person.of(ToolUseResult)] == [first.id, second.id]


async def test_a_person_who_refuses_what_either_side_has_is_not_gone_around(person):
    await come(person, client_tools.FEATURE)
    request = await asked(person, "What operating system is this?")
    no = ToolUseResult(request_id=request.id, success=False, error_code="permission_denied", error_message="Not this.")
    await person.send(no)
    assert await said(person) == "Not this."
    assert person.of(ToolUseResult) == []


async def test_a_server_that_was_ended_ends_its_requests_and_asks_anew(open_server):
    async with open_server() as server:
        person = Participant(server)
        await come(person, client_tools.FEATURE)
        first = await asked(person, "What is on my clipboard?")
        await person.leave()
    async with open_server() as server:
        person.server = server
        await come(person, client_tools.FEATURE)
        await person.until(lambda: person.of(ToolUseResult) and len(person.of(ToolUseRequest)) == 2)
        (ended,) = person.of(ToolUseResult)
        assert (ended.request_id, ended.error_code) == (first.id, "execution_error")
        second = person.of(ToolUseRequest)[-1]
        assert second.id != first.id
        await person.leave()


@pytest.fixture
def endless(monkeypatch):
    """A tool of the server's own that never comes to an end."""

    async def search(*_):
        await asyncio.Event().wait()

    monkeypatch.setattr(MemoryRecall, "search", search)
    return "What do you remember about Emma?"


async def test_a_stop_ends_what_the_server_itself_was_doing(person, endless):
    await come(person)
    request = await asked(person, endless)
    await person.send(ControlStop(conversation_id=person.conversation_id))
    await person.until(lambda: person.of(ToolUseResult))
    assert [(one.request_id, one.error_code) for one in person.of(ToolUseResult)] == [(request.id, "cancelled")]


async def test_what_the_server_itself_was_doing_when_it_was_ended_is_over_at_the_next_start(open_server, endless):
    async with open_server() as server:
        person = Participant(server)
        await come(person)
        first = await asked(person, endless)
        await person.leave()
    async with open_server() as server:
        person.server = server
        await come(person)
        await person.until(lambda: person.of(ToolUseResult) and len(person.of(ToolUseRequest)) == 2)
        assert [(one.request_id, one.error_code) for one in person.of(ToolUseResult)] == [(first.id, "execution_error")]
        await person.leave()


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("What is on my clipboard?", "clipboard_read", {}),
        ("What's on my clipboard", "clipboard_read", {}),
        ("Please read my clipboard.", "clipboard_read", {}),
        ("Copy “see you at six” to my clipboard", "clipboard_write", {"text": "see you at six"}),
        ("Open https://example.org", "open_address", {"url": "https://example.org"}),
        ("Go to http://example.org/x in my browser.", "open_address", {"url": "http://example.org/x"}),
        ("Search my files for roses", "search_files", {"text": "roses"}),
        ('Find "blue roses" in my notes.', "search_files", {"text": "blue roses"}),
        ("List my files", "list_folder", {}),
        ("Show me my files in Notes/2026", "list_folder", {"path": "Notes/2026"}),
        ("Read the file Notes/plan.txt", "read_file", {"path": "Notes/plan.txt"}),
        ("What operating system is this?", "system_information", {}),
        ("Show me a notification saying tea is ready", "notify", {"title": "tea is ready"}),
    ],
)
def test_plain_wishes_name_their_tool(text, name, arguments):
    wish = intents.match_client_tool(text)
    assert wish is not None
    assert (wish.name, wish.arguments) == (name, arguments)
    assert client_tools.problem(wish.name, wish.arguments) is None


@pytest.mark.parametrize(
    "text",
    [
        "I left my clipboard at the office.",
        "My clipboard is blue. What is on my list?",
        "Open the window, please.",
        "Should I open an account?",
        "I search for roses every spring.",
        "What files should I keep for the tax office?",
        "Read me a story.",
        "What computer should I buy?",
    ],
)
def test_talk_of_such_things_is_no_wish(text):
    assert intents.match_client_tool(text) is None


def test_there_are_words_for_every_tool_and_they_bear_any_result():
    assert RESULT_TEXTS.keys() == client_tools.TOOLS.keys()
    for say in RESULT_TEXTS.values():
        assert say({})
    assert RESULT_TEXTS["list_folder"]({"path": "Notes", "entries": []}) == "Notes is empty."
    assert "Notes/a.txt:2: two" in RESULT_TEXTS["search_files"](
        {"text": "t", "hits": [{"path": "Notes/a.txt", "line": 2, "text": "two"}]}
    )


def test_nothing_in_a_quotation_ends_it():
    assert code_block("a\n```\n# b").startswith("````\n")
