"""What the model read, asked of the server once somebody looks, and read again without it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from alicia_desktop.app.inspector.answer_pages import PromptController
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.conversations import answer_prompts
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import forgetting, memories
from alicia_desktop.store.recording import record
from alicia_desktop.ui.inspector.turn.prompt_page import PromptPage
from tests.store.wire import came, went
from tests.support.scripted_server import until
from tests.ui.reach import shown_texts
from tests.view.test_answer_prompt import PARTS, SENT

SIZES = {"prompt": {"tokens": 9, "parts": {"memory": {"tokens": 9, "count": 1}}}}


class Api:
    """The server's calls; `error` is raised by all of them."""

    def __init__(self):
        self.error: WorldError | None = None
        self.asked = []

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        pass

    async def open(self):
        return self

    async def prompt(self, answer_id, *, conversation_id, at):
        return self._told("prompt", at)

    async def todays_prompt(self, answer_id, *, conversation_id, at):
        return replace(self._told("today", at), parts=PARTS[:1])

    def _told(self, call, at):
        self.asked.append(call)
        if self.error is not None:
            raise self.error
        return replace(SENT, created_at=at)


@pytest.fixture
async def database(tmp_path):
    opened = await Database.open(tmp_path / "client.db", clock=SystemClock())
    yield opened
    await opened.close()


@pytest.fixture
def api():
    return Api()


@pytest.fixture
def page(qtbot, theme):
    made = PromptPage(theme=theme)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
async def prompts(database, api, page):
    async with Scope("test") as scope:
        made = PromptController(page=page, database=database, clock=SystemClock(), scope=scope, open_api=api.open)
        yield made
        made.close()


async def answered(database, **meta):
    entries = [
        went(wire.UserMessage(id="am_1", content="What may Emma eat?"), 1),
        came(wire.StartAnswer(id="am_2", previous_id="am_1"), -1, meta=meta),
    ]
    await database.write(record, entries)


async def test_it_is_fetched_kept_and_read_without_the_server(database, api, page, prompts):
    await answered(database, **SIZES)
    await prompts.show("am_2")
    assert "You are a pirate." in shown_texts(page)
    api.error = WorldError(sentence="You are offline.", code="unreachable")
    await prompts.show("am_2")
    texts = shown_texts(page)
    assert {"You are a pirate.", "You are offline. This is as it was fetched before."} <= set(texts)


async def test_todays_is_asked_for_when_it_is_wanted(database, api, page, prompts):
    await answered(database, **SIZES)
    await prompts.show("am_2")
    assert api.asked == ["prompt"]
    await prompts.compare("am_2")
    assert api.asked == ["prompt", "today"]
    assert "Only then" in shown_texts(page)


async def test_a_server_that_tells_nothing_is_not_asked(database, api, page, prompts):
    await answered(database)
    await prompts.show("am_2")
    assert api.asked == []
    assert "Not sent by this server" in shown_texts(page)
    await prompts.show("am_none")
    assert "No answer yet" in shown_texts(page)


async def test_what_is_forgotten_leaves_the_page_and_this_computer(database, api, page, prompts):
    await answered(database, **SIZES)
    now = SystemClock().now()
    new = memories.new_memory(memory_id="amem_1", content="Emma is allergic.", at=now, user_id="user")
    await database.write(memories.insert_memories, [new])
    await prompts.show("am_2")
    api.error = WorldError(sentence="You are offline.", code="unreachable")
    await database.write(forgetting.forget, ["amem_1"], now + timedelta(seconds=1))
    kept = await database.read(answer_prompts.get, "am_2")
    assert kept.emptied
    await until(lambda: "You are a pirate." not in shown_texts(page))
