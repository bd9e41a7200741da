"""Tools of this computer between real processes over the WebSocket: the line is killed while the person decides."""

import asyncio
import os
import signal

import pytest

from alicia_desktop.compose.client import Client
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line.supervisor import ProcessLine
from alicia_desktop.paths import Paths
from alicia_desktop.session.message_factory import question
from alicia_desktop.session.state import Phase
from alicia_desktop.session.tools.folders import as_allowed
from alicia_desktop.session.tools.tool_runner import OfferedTools
from alicia_desktop.session.tools.toolbox import Toolbox
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import messages
from alicia_desktop.store.journal import JournalFilter
from tests.support.agreeing import PaperDesktop, Person
from tests.support.patience import PATIENCE
from tests.support.scripted_server import until

pytestmark = pytest.mark.e2e


async def ask(client, text):
    """Say something in the active conversation; return the id of the question."""
    active = client.sessions.active
    body, meta = question(
        text,
        conversation_id=active.session.state.conversation_id,
        at=client.clock.now(),
        client_version="1",
    )
    await active.session.enqueue(body, meta)
    return body.id


async def answer_to(client, question_id):
    """Return the whole answer to a question, once it is there."""
    changed = asyncio.Event()
    client.database.changed.connect(lambda _: changed.set())
    conversation_id = client.sessions.active.session.state.conversation_id
    async with asyncio.timeout(PATIENCE):
        while True:
            for said in await client.database.read(messages.of_conversation, conversation_id):
                if said.previous_id == question_id and said.completion_status == "completed":
                    return said.contents
            await changed.wait()
            changed.clear()


@pytest.mark.expects_log("line process down", "line process started again")
async def test_the_server_process_uses_this_computer_once_through_a_line_that_is_killed(tmp_path):
    notes = tmp_path / "Notes"
    notes.mkdir()
    (notes / "plan.txt").write_text("Buy bread.\nWater the roses.\n")
    desktop, person = PaperDesktop(), Person()
    client = Client(
        paths=Paths(folder=tmp_path / "data"),
        settings=Settings(),
        credentials=Credentials(folder=tmp_path, environment={}),
        transport="websocket",
    )
    await client.open()
    try:
        allowed = as_allowed([str(notes)], client.own_data)
        toolbox = Toolbox(desktop=desktop, allowed=lambda: allowed, clock=client.clock)
        client.sessions.offer_tools(OfferedTools(toolbox=toolbox, ask=person.ask))
        await client.connect()
        active = await client.sessions.open(await client.new_conversation())
        await until(lambda: active.session.state.phase is Phase.ONLINE)
        first = await ask(client, "What is on my clipboard?")
        await until(lambda: person.open)
        phases: list[Phase] = []
        active.session.changed.connect(lambda state: phases.append(state.phase))
        assert isinstance(client.line, ProcessLine)
        assert client.line.pid is not None
        os.kill(client.line.pid, signal.SIGKILL)
        await until(lambda: any(phase is not Phase.ONLINE for phase in phases))
        person.say("once")
        assert "copied words" in await answer_to(client, first)
        found = await answer_to(client, await ask(client, "Search my files for roses"))
        assert "Notes/plan.txt:2: Water the roses." in found
        person.say("denied")
        refused = await answer_to(client, await ask(client, "Open https://example.org"))
        assert refused == "This was not allowed."
        assert desktop.done == [("read",)]
        results = await client.database.read(journal.page, JournalFilter(names=("ToolUseResult",), direction="out"))
        assert len(results) == 3
        assert [wish.tool for wish in person.asked] == ["clipboard_read", "search_files", "open_address"]
    finally:
        await client.close()
