"""Tools that a client announces for its MCP servers: a large model may call them, and the client runs them."""

from typing import Any

import pytest

from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.extensions import ServerInfo
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    Configuration,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from tests.support.participant import Participant
from tests.support.scripted_model import Script

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
TOOLS = [{"name": "files__read", "description": "Read a file.", "parameters": SCHEMA}]


@pytest.fixture
def small():
    return False


async def configure(person: Participant, *features: str, **meta: Any) -> None:
    before = len(person.of(Configuration))
    body = Configuration(
        conversation_id=person.conversation_id or None,
        last_sequence_seen=person.last_seen,
        features=("streaming", *features),
    )
    await person.send(body, **meta)
    await person.until(lambda: len(person.of(Configuration)) > before)
    person.conversation_id = person.stanzas[-1].conversation_id or person.conversation_id


def offered(scripted) -> dict[str, object]:
    return {tool["function"]["name"]: tool["function"] for tool in scripted.requests[-1].get("tools", ())}


async def test_an_announced_tool_is_called_at_the_client_and_its_result_read(person, scripted):
    await person.enter()
    await configure(person)
    servers = [{"name": "files", "status": "ready"}]
    await configure(person, client_tools.FEATURE, tools=TOOLS, mcpServers=servers)
    await person.until(lambda: [dict(one) for one in person.of(ServerInfo)[-1].mcp_servers] == servers)
    scripted.say(Script(calls=(("files__read", {"path": "plan.txt"}),)), "Buy bread.")
    await person.send(UserMessage(id="am_1", conversation_id=person.conversation_id, content="What is the plan?"))
    await person.until(lambda: person.of(ToolUseRequest))
    request = person.of(ToolUseRequest)[-1]
    assert (request.tool_name, request.execution, request.parameters) == ("files__read", "client", {"path": "plan.txt"})
    assert offered(scripted)["files__read"] == {
        "name": "files__read",
        "description": "Read a file. The user is asked for permission first.",
        "parameters": SCHEMA,
    }
    await person.send(ToolUseResult(request_id=request.id, success=True, result={"text": "bread, roses"}))
    await person.until(lambda: [one for one in person.of(AssistantSentence) if one.is_final])
    assert "bread, roses" in str(scripted.requests[-1]["messages"][-1])


async def test_tools_of_a_client_that_has_nobody_to_ask_or_has_them_no_more_are_not_offered(person, scripted):
    await person.enter()
    await configure(person, tools=TOOLS, mcpServers=[{"name": "files", "status": "ready"}])
    await person.ask("Hello")
    assert "files__read" not in offered(scripted)
    assert person.of(ServerInfo)[-1].mcp_servers == ()
    await configure(person, client_tools.FEATURE, tools=TOOLS)
    await person.ask("Hello")
    assert {"files__read", "clipboard_read", "calculator"} <= offered(scripted).keys()
    await configure(person, client_tools.FEATURE)
    await person.ask("Hello")
    assert "files__read" not in offered(scripted)
    assert {"clipboard_read", "calculator"} <= offered(scripted).keys()
